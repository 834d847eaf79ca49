package plan_test

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// The matters by which a quota is filled, those of a path, are those by which it is counted: of
// the program of a question.
func TestMattersServedAreThoseOfPrograms(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	compared, serving := 0, 0
	for p := range g.Paths(1) {
		if p.Hops[0].Accepts != p.Start {
			continue
		}
		for _, target := range plan.Targets(d, p) {
			if target == plan.Rows {
				continue
			}
			program := &plan.Program{
				Nodes: []plan.Node{
					{Name: "r1", Do: &plan.Start{Entity: p.Start, Value: make([]string, max(1, len(d.Entity(p.Start).Parts)))}},
					{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: p.Hops[0].Tool}},
					{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{target}}},
				},
				Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleText}}},
			}
			if _, err := program.Types(d); err != nil {
				continue
			}
			var want []string
			for _, m := range program.Matters(d) {
				want = append(want, m.Name)
			}
			if got := plan.MattersServed(d, p, target); !slices.Equal(got, want) {
				t.Errorf("%s, %s: a path serves %v, its program %v", p, target, got, want)
			}
			if compared++; len(want) > 0 {
				serving++
			}
		}
	}
	if serving < 20 {
		t.Errorf("of %d questions %d serve a matter: want 20 to compare", compared, serving)
	}
}
