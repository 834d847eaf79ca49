package draft

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

var toyNames = map[string][2][]string{
	"company":     {{"甲山公司"}, {"甲山钢铁公司"}},
	"case_number": {{"（2021）甲01民初12号"}, {"（2021）甲01民初1号"}},
	"court":       {{"甲市法院"}, {"甲市第一法院"}},
	"court_code":  {{"甲01"}, {"甲02"}},
}

// Random programs over every operation, and programs that differ from them in one
// place, have words, whole ones that show every cue, and no two that ask for different
// things have the same. DRAFTS is how many to make of each domain.
func TestRandomPrograms(t *testing.T) {
	n := 3000
	if deep, err := strconv.Atoi(os.Getenv("DRAFTS")); err == nil {
		n = deep
	} else if testing.Short() {
		n = 300
	}
	for _, name := range []string{"toy", "legal", "legal-en"} {
		d := open(t, name)
		entities := names[name]
		if name == "toy" {
			entities = toyNames
		}
		differ(t, d, entities, n, func(p *plan.Program, lang string) (string, error) { return Question(d, p, lang) })
	}
}

// asSaid leaves out of a meaning that a set has one row, and the way from a thing over an
// identifier of it to the same record of it, neither of which a draft says.
func asSaid(d *domain.Domain, meaning string) string {
	said := strings.NewReplacer("only{}", "", "(", "", ")", "").Replace(meaning)
	for _, tool := range d.Tools {
		if tool.Returns != domain.One {
			continue
		}
		for _, c := range d.Table(tool.Table).Columns {
			if e := d.Entity(c.Entity); e != nil && e.Denotes != nil {
				call := fmt.Sprintf(`call{"tool":%q}`, tool.Name)
				said = strings.ReplaceAll(said, call+fmt.Sprintf(`project{"columns":[%q]}`, c.Name)+call, call)
			}
		}
	}
	return said
}

// differ makes n random programs and their neighbours and puts them into words.
func differ(t *testing.T, d *domain.Domain, entities map[string][2][]string, n int, ask func(p *plan.Program, lang string) (string, error)) {
	t.Helper()
	seen := map[string]string{} // meaning by draft
	type clash struct{ draft, a, b string }
	var clashes []clash
	kinds := map[string]int{}
	for i := range n {
		g := &grower{domain: d, names: entities, r: rand.New(rand.NewPCG(uint64(i), 1))}
		p := g.grow(3 + i%18)
		if p == nil {
			continue
		}
		programs := []*plan.Program{p}
		for range 6 {
			if q := g.neighbour(p); q != nil {
				programs = append(programs, q)
			}
		}
		for _, p := range programs {
			for _, node := range p.Nodes {
				kinds[node.Do.Kind()]++
			}
			m := meaning(d, p)
			for _, lang := range d.Languages {
				q, err := ask(p, lang)
				if err != nil {
					t.Fatalf("Question(%s): %v", p, err)
				}
				sound(t, q, p)
				if other, ok := seen[q]; ok && asSaid(d, other) != asSaid(d, m) {
					clashes = append(clashes, clash{q, other, m})
					continue
				}
				seen[q] = m
			}
		}
	}
	slices.SortFunc(clashes, func(a, b clash) int { return cmp.Compare(len(a.a)+len(a.b), len(b.a)+len(b.b)) })
	clashes = slices.CompactFunc(clashes, func(a, b clash) bool { return a == b })
	for _, c := range clashes[:min(len(clashes), 12)] {
		t.Errorf("%s: %q asks\n%s%s", d.Name, c.draft, c.a, c.b)
	}
	for kind := range kinds {
		t.Logf("%s: %d times %s", d.Name, kinds[kind], kind)
	}
	t.Logf("%s: %d drafts, %d clashes", d.Name, len(seen), len(clashes))
}

// sound looks for what no draft may have.
func sound(t *testing.T, q string, p *plan.Program) {
	t.Helper()
	for _, bad := range []string{"{}", "  ", "的的", "the the ", " of of ", "该该", "%!", "..", " .", " ,", "（）", "()"} {
		if strings.Contains(q, bad) {
			t.Errorf("Question(%s) = %q, want no %q", p, q, bad)
		}
	}
	for _, r := range q {
		if r >= references {
			t.Fatalf("Question(%s) = %q, want no stand-in", p, q)
		}
	}
}
