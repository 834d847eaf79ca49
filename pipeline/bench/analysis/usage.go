package analysis

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// currency is the number of units of [llm.Cost] in one unit of currency.
const currency = 1e12

// usageOf sums the resources that trials used. The calls of external answers are unknown.
func usageOf(marks []*bench.Mark) (calls ResourceUse, tokens TokenUse, cost ResourceUse) {
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
	}
	cost.Total = float64(spent.Cost) / currency
	for _, u := range []*ResourceUse{&calls, &tokens.Input, &tokens.Output, &tokens.Total, &cost} {
		u.close()
	}
	return calls, tokens, cost
}

func (u *ResourceUse) add(x float64) {
	u.N++
	u.Total += x
}

// close computes the mean after all trials were added.
func (u *ResourceUse) close() {
	u.Total = round(u.Total)
	if u.N > 0 {
		mean := round(u.Total / float64(u.N))
		u.Mean = &mean
	}
}

// round rounds to nine decimals.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
