package ground

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Where matters are declared, a row that is chosen among several is asked for by its key, on the way
// as well as at its end, and a question of one lookup about one row asks for several columns of it.
func TestQuestionsAskWhatIdentifies(t *testing.T) {
	w, err := read("legal", "../draft/testdata/world")
	if err != nil {
		t.Fatal(err)
	}
	d := w.corpus.Domain()
	g := w.grounder(limits, 2)
	chosen, onTheWay, several := 0, 0, 0
	for hops := 1; hops <= 2; hops++ {
		for _, c := range w.live(t, g, hops) {
			for _, one := range c.ground(t, g).Tasks {
				types, err := one.Plan.Types(d)
				if err != nil {
					t.Fatal(err)
				}
				asked := func(row string, column string) bool {
					return slices.ContainsFunc(one.Plan.Answers, func(a plan.AnswerSpec) bool {
						n := one.Plan.Node(a.From)
						o, ok := n.Do.(*plan.Project)
						return ok && n.From[0] == row && slices.Contains(o.Columns, column)
					})
				}
				for i, n := range one.Plan.Nodes {
					if _, ok := n.Do.(*plan.Superlative); !ok || c.demand.Whole() {
						continue
					}
					key := d.Table(types[i].Table).Key
					switch last := i == len(one.Plan.Nodes)-1 || lookupsAfter(one.Plan, i) == 0; {
					case !last:
						onTheWay++
						if !asked(n.Name, key) {
							t.Errorf("%s: the row chosen on the way is not asked for by %s", one.Draft, key)
						}
					case c.demand.Operator == "" && plan.Reaches(d, c.path, plan.Demand{Target: key}) && slices.Contains(plan.Targets(d, c.path), key):
						chosen++
						if !asked(n.Name, key) {
							t.Errorf("%s: the row is not asked for by %s", one.Draft, key)
						}
					}
				}
				if c.demand.Operator == "" && hops == 1 && d.Tool(c.path.Hops[0].Tool).Returns != domain.Many && len(one.Plan.Answers) > 1 {
					several++
				}
			}
		}
	}
	if chosen < 10 || onTheWay < 10 || several < 10 {
		t.Errorf("%d rows chosen, %d on the way, %d questions for several columns: want 10 of each", chosen, onTheWay, several)
	}
}

// lookupsAfter returns how many lookups a program makes behind a node.
func lookupsAfter(p *plan.Program, i int) (n int) {
	for _, node := range p.Nodes[i+1:] {
		if node.Lookup() != "" {
			n++
		}
	}
	return n
}
