package analysis

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// currency is how many of the units of [llm.Cost] are one of the currency.
const currency = 1e12

// usageOf adds up what trials took. Calls are not known of answers from outside.
func usageOf(marks []*bench.Mark) (calls ResourceUse, tokens TokenUse, cost, seconds ResourceUse) {
	var spent llm.Spending
	for _, m := range marks {
		if m.End != agent.External {
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
	for _, u := range []*ResourceUse{&calls, &tokens.Input, &tokens.Output, &tokens.Total, &cost, &seconds} {
		u.close()
	}
	return calls, tokens, cost, seconds
}

func (u *ResourceUse) add(x float64) {
	u.N++
	u.Total += x
}

// close works out the mean, once all is added.
func (u *ResourceUse) close() {
	u.Total = round(u.Total)
	if u.N > 0 {
		mean := round(u.Total / float64(u.N))
		u.Mean = &mean
	}
}

// round keeps nine decimals.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
