package analysis

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// currency is how many of the units of [llm.Cost] are one of the currency.
const currency = 1e12

// uses adds up what trials took. Calls are not known of answers from outside.
func uses(marks []*bench.Mark) (calls Use, tokens TokenUse, cost, seconds Use) {
	var spent llm.Spending
	for _, m := range marks {
		if m.End != agent.Outside {
			calls.add(float64(m.Calls))
		}
		if t := m.Tokens; t != nil {
			tokens.Input.add(float64(t.Input))
			tokens.Output.add(float64(t.Output))
			tokens.Total.add(float64(t.Total))
		}
		if m.Spent != nil && m.Spent.Priced() {
			spent = spent.Add(*m.Spent)
			cost.N++
		}
		if m.Seconds > 0 {
			seconds.add(m.Seconds)
		}
	}
	cost.Total = float64(spent.Cost) / currency
	for _, u := range []*Use{&calls, &tokens.Input, &tokens.Output, &tokens.Total, &cost, &seconds} {
		u.close()
	}
	return calls, tokens, cost, seconds
}

func (u *Use) add(x float64) {
	u.N++
	u.Total += x
}

// close works out the mean, once all is added.
func (u *Use) close() {
	u.Total = rounded(u.Total)
	if u.N > 0 {
		mean := rounded(u.Total / float64(u.N))
		u.Mean = &mean
	}
}

// rounded keeps nine decimals.
func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }
