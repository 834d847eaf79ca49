package coverage

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A transition that no path with tasks has counts as failed when enough choices with it, or all
// there are, were tried; the bound leaves it out. One of a path in reserve has not failed: others cover more.
func TestFailedTransitions(t *testing.T) {
	path := func(tools ...string) plan.Path {
		p := plan.Path{Start: "company"}
		for _, name := range tools {
			p.Hops = append(p.Hops, plan.Hop{Tool: name, Accepts: "company", Returns: "company"})
		}
		return p
	}
	many := make([]plan.Demand, EnoughTries+1)
	for i := range many {
		many[i] = plan.Demand{Target: string(rune('a' + i))}
	}
	chosen := path("get_company", "get_company_cases")
	held := path("get_case", "get_case_parties")
	v := &survey{domain: toytest.Domain(t, "toy"), Sample: &Sample{
		Quotas: []int{0, 2},
		Paths:  []plan.Path{chosen}, Reserve: []plan.Path{held},
		Live: [][]Candidate{nil, {
			{Path: chosen, Demands: many, Tried: many},
			{Path: path("get_company_cases", "get_company"), Demands: many, Tried: many[:EnoughTries]},
			{Path: path("get_company", "get_court"), Demands: many[:2], Tried: many[:2]},
			{Path: path("get_court", "get_case"), Demands: many, Tried: many[:EnoughTries-1]},
			{Path: path("get_case", "get_court"), Demands: many},
			{Path: held, Demands: many, Tried: many},
		}},
	}}
	failed := v.failedTransitions()
	for tr, want := range map[Transition]bool{
		{"get_company", "get_company_cases"}: false,
		{"get_company_cases", "get_company"}: true,
		{"get_company", "get_court"}:         true,
		{"get_court", "get_case"}:            false,
		{"get_case", "get_court"}:            false,
		{"get_case", "get_case_parties"}:     false,
	} {
		if failed[tr] != want {
			t.Errorf("%v failed: %v, want %v", tr, failed[tr], want)
		}
	}
	if c := v.curve(); c.Failed != 2 || c.Attainable != 4 || c.Bound != 2 || c.Covered != 1 {
		t.Errorf("curve has %d failed, %d attainable, bound %d, %d covered; want 2, 4, 2, 1", c.Failed, c.Attainable, c.Bound, c.Covered)
	}
}
