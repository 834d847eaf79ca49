package ground

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// companies is a world of a hundred companies, of which every fourth has no
// industry to ask for, and the choice that asks for it.
func companies(t *testing.T) (*world, choice) {
	t.Helper()
	var rows []row
	for n := range 100 {
		r := row{"公司名称": fmt.Sprintf("青岚第%d机械有限公司", n), "所属行业": fmt.Sprintf("第%d类设备制造业", n)}
		if n%4 == 0 {
			r["所属行业"] = "-"
		}
		rows = append(rows, r)
	}
	w := small(t, map[string][]row{"Company": rows})
	return w, plain(w.path(t, "get_company"), "所属行业")
}

// Entities are drawn from those that work, all alike, wherever they stand in the
// table.
func TestDrawnAlike(t *testing.T) {
	w, c := companies(t)
	const seeds, working = 600, 75
	drawn := map[string]int{}
	for seed := range uint64(seeds) {
		got := c.ground(t, New(w.corpus, w.tools, "zh", seed, limits, 1))
		if len(got.Tasks) != entities {
			t.Fatalf("seed %d gives %d tasks, want %d", seed, len(got.Tasks), entities)
		}
		for _, tk := range got.Tasks {
			drawn[tk.Entities[0].Name[0]]++
		}
	}
	if len(drawn) != working {
		t.Errorf("%d entities are drawn, want all %d that work", len(drawn), working)
	}
	want, square := float64(seeds*entities)/working, 0.0
	for _, n := range drawn {
		square += (float64(n) - want) * (float64(n) - want) / want
	}
	if square > 120 { // 74 degrees of freedom: one in 2,000 is above
		t.Errorf("χ² = %.1f of how often each of %d entities is drawn", square, working)
	}
}

// A program is run from no more entities than there may be, and from one batch
// where that has enough.
func TestRunsAreBounded(t *testing.T) {
	w, c := companies(t)
	for _, tt := range []struct {
		starts, entities, least, most int
	}{
		{4096, 2, 2, firstBatch},
		{5, 2, 2, 25}, // five times as many once one has worked
		{4096, 60, 60, 100},
		{4096, 90, 100, 100}, // more than work
	} {
		l := limits
		l.Starts, l.Variants = tt.starts, 1
		got := c.groundSome(t, w.grounder(l, 1), tt.entities)
		if runs := got.Passed + got.Dropped[plan.Sentinel]; runs < tt.least || runs > tt.most {
			t.Errorf("%d runs for %d entities of at most %d, want from %d to %d", runs, tt.entities, tt.starts, tt.least, tt.most)
		}
	}
}

// Two entities make one task of a set that both have a part in, not one each.
func TestPairsAreDrawnOnce(t *testing.T) {
	var cases []row
	for i, name := range []string{"青岚机械有限公司", "远汀食品有限公司"} {
		for n := range 4 {
			cases = append(cases, row{
				"关联公司": name, "案号": fmt.Sprintf("（2018）甲01民初%d号", 10*i+n), "案由": fmt.Sprintf("第%d类纠纷", 2*i+n),
				"涉案金额（元）": 1000 + n, "立案日期": fmt.Sprintf("2018年04月%02d日", n+1),
			})
		}
	}
	w := small(t, map[string][]row{"Case": cases})
	for _, op := range []plan.Operator{"union", "intersection"} {
		c := choice{w.path(t, "get_company_cases"), plan.Demand{Target: "案由", Operator: op}}
		got := c.ground(t, w.grounder(limits, 1))
		if len(got.Tasks) != 1 || got.Passed != 1 || got.Dropped[Repeated] == 0 {
			t.Errorf("%s: %d tasks, %d passed, dropped %v: want one and the other repeated", op, len(got.Tasks), got.Passed, got.Dropped)
		}
	}
}
