package draft

import "testing"

// The toy domain, whose phrases nobody wrote with these tests in mind, is put
// into words too.
func TestToy(t *testing.T) {
	d := open(t, "toy")
	g := graph(t, d)
	start := map[string][]string{"company": {"甲山公司"}, "case_number": {"（2021）甲01民初12号"}, "court": {"甲市法院"}, "court_code": {"甲01"}}
	for _, lang := range d.Languages {
		seen := map[string]string{}
		for hops := 1; hops <= 4; hops++ {
			for p := range programs(t, g, hops, 1, 2, fixedYears) {
				q, err := Question(d, bind(p, start[p.Entities()[0].Entity]), lang)
				if err != nil {
					t.Fatalf("Question(%s): %v", p, err)
				}
				if other, ok := seen[q]; ok && other != p.String() {
					t.Errorf("%q is the question of both\n%s\n%s", q, other, p)
				}
				seen[q] = p.String()
			}
		}
	}
}
