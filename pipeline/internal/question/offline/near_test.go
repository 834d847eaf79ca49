package offline

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
)

// attempts is how often a question is drawn before a task is given up.
const attempts = 20

// No two of the questions of a world are nearly the same, though each plan is there twice,
// under another ID. Few have to be drawn again.
func TestApart(t *testing.T) {
	n, copies := 50, 2
	if testing.Short() {
		n, copies = 10, 2
	}
	for _, world := range []struct{ name, dir, lang string }{
		{"legal", "../../../draft/testdata/world", "zh"}, {"legal-en", "../../../draft/testdata/world-en", "en"},
	} {
		_, tasks, err := tasktest.Tasks(world.name, world.dir, n)
		if err != nil {
			t.Fatal(err)
		}
		d, s := open(t, world.name, world.lang)
		index := new(similarity.Index)
		written, drawn := 0, 0
		for i := range copies {
			for _, base := range tasks {
				if base.Language != world.lang {
					continue
				}
				one := *base
				one.ID = fmt.Sprint(base.ID, " ", i)
				g, err := gate.NewFactory(d, s).Gate(&one)
				if err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, e := range one.Plan.Entities() {
					names = append(names, e.Value...)
				}
				kept := false
				for attempt := 0; attempt < attempts && !kept; attempt++ {
					drawn++
					q := write(t, d, s, &one, uint64(1+i), attempt)
					if fault, bad := g.Judge(q); bad {
						t.Logf("%s: Judge(%q) = %v", world.name, q, fault)
						continue
					}
					f := similarity.FrameOf(q, world.lang, names)
					if _, alike, near := index.Near(f); near && alike > 0.9 {
						continue
					}
					index.Add(one.ID, f)
					kept = true
				}
				if !kept {
					t.Errorf("%s: no question for %q in %d attempts", world.name, one.Draft, attempts)
				}
				written++
			}
		}
		t.Logf("%s: %d questions in %d draws", world.name, written, drawn)
		if 2*written < 5*n*copies || 2*drawn > 3*written {
			t.Errorf("%s: %d questions in %d draws: want %d at least, and half of them drawn again at most", world.name, written, drawn, 5*n*copies/2)
		}
	}
}
