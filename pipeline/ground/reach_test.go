package ground

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/plan/plantest"
)

// drawnWorld draws a small world of the toy domain: few names, so that chains meet
// and return; cells in every state; brackets in both widths; a court called like
// another's code; a name that only the lookup's second spelling finds.
func drawnWorld(t *rapid.T) *world {
	cell := func(label string, values ...any) any { return rapid.SampledFrom(values).Draw(t, label) }
	put := func(r row, column string, values ...any) {
		if v := cell(column, append(values, unobserved, nil, "-")...); v != unobserved {
			r[column] = v
		}
	}
	companies := []any{"甲（乙）厂", "甲(乙)厂", "丙厂", "丁厂", "某厂"}
	numbers := []any{"（2021）甲01民初1号", "（2021）甲01民初2号", "(2021)甲02民初3号", "（2022）甲03民初4号"}
	courts := []any{"东院", "西院", "甲01", "南院"}
	days := []any{"2021年01月05日", "2021年03月09日", "2022年01月05日"}
	tables := map[string][]row{}
	for range rapid.IntRange(1, 5).Draw(t, "companies") {
		r := row{"公司名称": cell("公司名称", companies...)}
		put(r, "所属行业", "农业", "渔业")
		put(r, "母公司", companies...)
		put(r, "成立日期", days...)
		tables["Company"] = append(tables["Company"], r)
	}
	for range rapid.IntRange(0, 8).Draw(t, "cases") {
		r := row{"案号": cell("案号", numbers...)}
		put(r, "关联公司", companies...)
		put(r, "原告", append(companies, "丙厂、丁厂")...)
		put(r, "案由", "借款纠纷", "买卖纠纷")
		put(r, "涉案金额（元）", 100, "2万", 300)
		put(r, "立案日期", days...)
		put(r, "审理法院", courts...)
		tables["Case"] = append(tables["Case"], r)
	}
	for range rapid.IntRange(0, 4).Draw(t, "courts") {
		r := row{"法院名称": cell("法院名称", courts...)}
		put(r, "法院代字", "甲01", "甲02", "甲03")
		put(r, "法院级别", "高级法院", "基层法院")
		tables["Court"] = append(tables["Court"], r)
	}
	dir, err := os.MkdirTemp("", "world")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := write(dir, tables); err != nil {
		t.Fatal(err)
	}
	w, err := read("toy", dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drawnChoice draws a path of the toy domain and a target.
func drawnChoice(t *rapid.T, w *world) choice {
	paths := slices.Collect(w.graph.Paths(rapid.IntRange(1, 3).Draw(t, "hops")))
	p := rapid.SampledFrom(paths).Draw(t, "path")
	return plain(p, rapid.SampledFrom(plan.Targets(w.graph.Domain(), p)).Draw(t, "target"))
}

// programs yields programs of the choice with the moves they are made of, evenly
// spread over all there are.
func (c choice) programs(g *Grounder, most int, yield func(p *plan.Program, moves []int32)) {
	endings := plantest.Endings(g.domain, &c.path.Hops[len(c.path.Hops)-1], c.demand.Target, g.yearsOf)
	total := len(endings)
	var moves [][]plan.Move
	for i := range len(c.path.Hops) - 1 {
		ms := plan.Moves(g.domain, &c.path.Hops[i], &c.path.Hops[i+1], g.yearsOf)
		moves = append(moves, ms)
		total *= len(ms)
	}
	for n := 0; n < total; n += max(1, total/most) {
		picked, numbers, rest := make([]plan.Move, len(moves)), make([]int32, len(moves)), n/len(endings)
		for i, ms := range moves {
			numbers[i] = int32(rest % len(ms))
			picked[i], rest = ms[numbers[i]], rest/len(ms)
		}
		yield(plantest.Assemble(c.path, picked, endings[n%len(endings)]), numbers)
	}
}

// Following moves loses no execution that running every program from every entity
// finds.
func TestReachLosesNothing(t *testing.T) {
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		c := drawnChoice(t, w)
		g := w.grounder(limits, 2)
		leads, err := g.Leads(t.Context(), c.path)
		if err != nil {
			t.Fatal(err)
		}
		alive, legs, err := g.reach.alive(t.Context(), c.path)
		if err != nil {
			t.Fatal(err)
		}
		starts := g.reach.entities(c.path.Start)
		c.programs(g, 120, func(p *plan.Program, moves []int32) {
			for id, start := range starts.list {
				_, reason, err := g.try(t.Context(), p.Bind(start))
				if err != nil {
					t.Fatal(err)
				}
				if reason != "" {
					continue
				}
				passed++
				if !leads || legs == nil {
					t.Fatalf("%s from %q passes, but is not followed: leads %v, %d legs", p, start, leads, len(legs))
				}
				if (&search{path: c.path, legs: legs, alive: alive}).route(int32(id), moves) == nil {
					t.Fatalf("%s from %q passes, but is not followed", p, start)
				}
			}
		})
	})
	if passed == 0 {
		t.Error("no execution passed in any world: the law was not tested")
	}
}

// A search finds moves exactly where some moves run from the start to the last
// lookup without coming back to an entity, and the moves it finds do.
func TestSearchEqualsBruteForce(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWorld(t)
		c := drawnChoice(t, w)
		g := w.grounder(limits, 1)
		alive, legs, err := g.reach.alive(t.Context(), c.path)
		if err != nil {
			t.Fatal(err)
		}
		any := false
		for id, start := range g.reach.entities(c.path.Start).list {
			want := g.goes(t, c.path, 0, start, nil)
			any = any || want
			var moves []int32
			if legs != nil && alive[0].has(int32(id)) {
				moves = (&search{path: c.path, legs: legs, alive: alive}).find(int32(id))
			}
			if (moves != nil) != want {
				t.Fatalf("find(%q) on %s = %v, want a way: %v", start, c.path, moves, want)
			}
			if want {
				found++
			}
		}
		if got, err := g.Leads(t.Context(), c.path); got != any || err != nil {
			t.Fatalf("Leads(%s) = %v, %v, want %v", c.path, got, err, any)
		}
	})
	if found == 0 {
		t.Error("no way in any world: the law was not tested")
	}
}

// goes tries every move of every hop, one execution of one hop at a time.
func (g *Grounder) goes(t *rapid.T, p plan.Path, hop int, name []string, been []string) bool {
	h := p.Hops[hop]
	entity := p.Start
	if hop > 0 {
		entity = p.Hops[hop-1].Returns
	}
	been = append(slices.Clone(been), entity+name[0])
	asked := name[0]
	if h.Derivation != "" {
		derived, ok := g.domain.Derivation(h.Derivation).Extractor()(asked)
		if asked = derived; !ok || slices.Contains(been, h.Accepts+derived) {
			return false
		}
		been = append(been, h.Accepts+derived)
	}
	if hop == len(p.Hops)-1 {
		rows, err := plan.Finder(g.corpus, h.Tool, h.Accepts)
		if err != nil {
			t.Fatal(err)
		}
		return len(rows([]string{asked})) > 0
	}
	for _, m := range plan.Moves(g.domain, &h, &p.Hops[hop+1], g.yearsOf) {
		x, err := plan.NewExecutor(g.domain, g.tools, plan.Legs(h, entity, []plan.Move{m}))
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" {
			continue
		}
		if reason, err := g.sound(trace); reason != "" || err != nil {
			continue
		}
		to := trace.Results[len(trace.Results)-1].Entity
		if !slices.Contains(been, h.Returns+to[0]) && g.goes(t, p, hop+1, to, been) {
			return true
		}
	}
	return false
}
