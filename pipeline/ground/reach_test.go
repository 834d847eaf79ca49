package ground

import (
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/plan/plantest"
	"taskgrove/pipeline/rival"
	"taskgrove/pipeline/value"
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
		alive, legs, err := g.reach.alive(t.Context(), c.path, chained)
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
		alive, legs, err := g.reach.alive(t.Context(), c.path, chained)
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
		prog := plan.Legs(h, entity, []plan.Move{m})
		x, err := plan.NewExecutor(g.domain, g.tools, prog)
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" || trace.Idle() != "" {
			continue
		}
		if reason, err := g.sound(trace); reason != "" || err != nil {
			continue
		}
		to := trace.Results[len(trace.Results)-1].Entity
		if slices.Contains(been, h.Returns+to[0]) || g.vain(t, prog.Bind(name), &p.Hops[hop+1], name, to) {
			continue
		}
		if g.goes(t, p, hop+1, to, been) {
			return true
		}
	}
	return false
}

// vain reports whether a program near the one of a leg, from a name to another, comes
// to what the next lookup cannot tell from it, or nothing there is farther than here.
func (g *Grounder) vain(t *rapid.T, prog *plan.Program, next *plan.Hop, from, to []string) bool {
	n := g.domain.Tool(next.Tool)
	own := g.known(t, next, to)
	if len(own) == 0 {
		return false // the next hop says no
	}
	for _, r := range append(rival.Dropped(g.domain, prog), g.shorter.Neighbours(prog)...) {
		x, err := plan.NewExecutor(g.domain, g.tools, r.Program)
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" {
			continue
		}
		last := trace.Results[len(trace.Results)-1]
		if last.Entity != nil {
			if slices.Equal(last.Entity, to) || g.alike(n, next.Accepts, own, g.known(t, next, last.Entity)) {
				return true
			}
			continue
		}
		rows := trace.Results[len(trace.Results)-2].Rows
		several := len(last.Values) > len(rows)
		if !several && !slices.ContainsFunc(last.Texts(), func(s string) bool { return !within(g.known(t, next, []string{s}), own) }) {
			return true
		}
	}
	table := g.corpus.Table(n.Table)
	if n.Returns != domain.Many && g.shows(n, next.Accepts, func(col int) bool {
		return !slices.ContainsFunc(table.Cell(int(own[0]), col).Values, func(v value.Value) bool {
			return v.Kind != value.Text || v.Text != from[0] && v.Text != to[0]
		})
	}) {
		return true
	}
	return within(own, g.nearby(t, prog.Nodes[0].Do.(*plan.Start).Entity, from[0], n.Table))
}

// known returns the rows a hop's lookup finds about an entity.
func (g *Grounder) known(t *rapid.T, h *plan.Hop, name []string) []int32 {
	if h.Derivation != "" {
		derived, ok := g.domain.Derivation(h.Derivation).Extractor()(name[0])
		if !ok {
			return nil
		}
		name = []string{derived}
	}
	find, err := plan.Finder(g.corpus, h.Tool, h.Accepts)
	if err != nil {
		t.Fatal(err)
	}
	rows := slices.Sorted(slices.Values(find(name)))
	if len(rows) > 1 && g.domain.Tool(h.Tool).Returns != domain.Many {
		return find(name)[:1]
	}
	return rows
}

// alike reports whether two results of a lookup are the same but for what was asked.
func (g *Grounder) alike(n *domain.Tool, accepts string, a, b []int32) bool {
	if n.Returns == domain.Many || len(b) == 0 {
		return slices.Equal(a, b)
	}
	table := g.corpus.Table(n.Table)
	return g.shows(n, accepts, func(col int) bool {
		return slices.EqualFunc(table.Cell(int(a[0]), col).Values, table.Cell(int(b[0]), col).Values, value.Equal)
	})
}

// shows reports whether something holds of every column that a lookup returns and was
// not asked by.
func (g *Grounder) shows(n *domain.Tool, accepts string, holds func(col int) bool) bool {
	for i, c := range g.domain.Table(n.Table).Columns {
		asked := slices.ContainsFunc(n.Match, func(m domain.Match) bool {
			return slices.Contains(m.Columns, c.Name) && g.domain.Table(n.Table).Column(m.Columns[0]).Entity == accepts
		})
		if !asked && (n.Returns != domain.Field || n.Column == c.Name) && !holds(i) {
			return false
		}
	}
	return true
}

// nearby returns the rows of a table that one lookup about an entity, or about what is
// derived from its name, shows.
func (g *Grounder) nearby(t *rapid.T, entity, name, table string) []int32 {
	var rows []int32
	for i := range g.domain.Tools {
		n := &g.domain.Tools[i]
		if n.Table == table && n.Returns != domain.Field && slices.Contains(plan.Accepts(g.domain, n), entity) {
			rows = append(rows, g.known(t, &plan.Hop{Tool: n.Name, Accepts: entity}, []string{name})...)
		}
	}
	for i := range g.domain.Derivations {
		if v := &g.domain.Derivations[i]; v.Pattern != "" && v.From == entity {
			if derived, ok := v.Extractor()(name); ok {
				rows = append(rows, g.nearby(t, v.To, derived, table)...)
			}
		}
	}
	slices.Sort(rows)
	return rows
}
