package ground

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Rows are chosen by another party, too: by the name of an entity that neither the start nor the
// answer has and that the question says.
func TestRowsAreChosenByParty(t *testing.T) {
	w := toy(t)
	d := w.corpus.Domain()
	chosen := 0
	for _, c := range grounded(t, "zh") {
		for _, one := range c.got.Tasks {
			types, err := one.Plan.Types(d)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range one.Plan.Nodes {
				if _, ok := n.Do.(*plan.Only); !ok {
					continue
				}
				f, ok := one.Plan.Node(n.From[0]).Do.(*plan.Filter)
				if !ok || f.Comparison != plan.Equals || d.Table(types[i].Table).Column(f.Column).Entity == "" {
					continue
				}
				chosen++
				if !strings.Contains(one.Draft, f.Operand) || strings.Contains(strings.Join(one.KeyAnswer, "\n"), f.Operand) {
					t.Errorf("%s: party %s, answer %v", one.Draft, f.Operand, one.KeyAnswer)
				}
			}
		}
	}
	if chosen < 30 {
		t.Errorf("%d rows are chosen by their other party, want 30", chosen)
	}
}
