package demand

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/plantest"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// program reads a program of the legal domain.
func program(t testing.TB, text string) *plan.Program {
	t.Helper()
	p := new(plan.Program)
	if err := json.Unmarshal([]byte(text), p); err != nil {
		t.Fatal(err)
	}
	return p
}

// operators reads one program of every operation and form, over the legal domain.
func operators(t testing.TB) []*plan.Program {
	t.Helper()
	data, err := os.ReadFile("../gate/testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []*plan.Program
	for l := range strings.Lines(string(data)) {
		all = append(all, program(t, l))
	}
	return all
}

func years(string, string) []string { return []string{"2019", "2020", "2021"} }

// bound returns programs of every depth, bound to names whether or not they have an
// answer there.
func bound(t testing.TB, d *domain.Domain) []*plan.Program {
	t.Helper()
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	starts := tasktest.StartEntities(d.Name)
	var all []*plan.Program
	for depth, stride := range []int{3, 17, 151, 1301} {
		for p := range plantest.EveryNth(g, depth+1, stride) {
			targets := plan.Targets(d, p)
			if len(targets) == 0 {
				continue
			}
			r := digest.Rand("prompt test", p.ID)
			programs, err := plantest.Programs(d, p, targets[r.IntN(len(targets))], 2, years, r)
			if err != nil {
				t.Fatal(err)
			}
			names := starts[p.Start]
			for _, prog := range programs {
				if len(names) > 0 {
					all = append(all, prog.Bind(names[r.IntN(len(names))]))
				}
			}
		}
	}
	return all
}
