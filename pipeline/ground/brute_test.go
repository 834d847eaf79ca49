package ground

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// goes tries every move of every hop, one execution of one hop at a time.
func (g *Grounder) goes(t *rapid.T, p plan.Path, hop int, name []string, been []string) bool {
	h := p.Hops[hop]
	entity := p.Start
	if hop > 0 {
		entity = p.Hops[hop-1].Returns
	}
	been = append(slices.Clone(been), entity+joined(name))
	if h.Derivation != "" {
		derived, ok := g.domain.Derivation(h.Derivation).Extractor()(name[0])
		if !ok || slices.Contains(been, h.Accepts+derived) {
			return false
		}
		been = append(been, h.Accepts+derived)
	}
	if hop == len(p.Hops)-1 {
		return len(g.known(t, &h, name)) > 0
	}
	for _, m := range plan.Moves(g.domain, &h, &p.Hops[hop+1], g.yearsOf) {
		to, reason := g.moves(t, &h, &p.Hops[hop+1], entity, m, name)
		if reason != "" || slices.Contains(been, h.Returns+joined(to)) {
			continue
		}
		if g.goes(t, p, hop+1, to, been) {
			return true
		}
	}
	return false
}

// Why a move leads nowhere, beside the reasons of programs.
const vain plan.Reason = "vain"

// moves executes one move of a hop from an entity and says where it leads, or why it is
// not worth going.
func (g *Grounder) moves(t *rapid.T, h, next *plan.Hop, entity string, m plan.Move, name []string) ([]string, plan.Reason) {
	prog := plan.HopAlternatives(*h, entity, []plan.Move{m}).Bind(name)
	trace, reason := g.ran(t, prog)
	if reason != "" {
		return nil, reason
	}
	if trace.Idle() != "" {
		return nil, plan.Trivial
	}
	if reason, err := g.checkChain(trace); reason != "" || err != nil {
		return nil, reason
	}
	to := trace.Results[len(trace.Results)-1].Entity
	if g.vain(t, prog, next, name, to) {
		return nil, vain
	}
	return to, ""
}

// vain reports whether a program near the one of a leg, from a name to another, comes
// to what the next lookup cannot tell from it, or nothing there is farther than here.
func (g *Grounder) vain(t *rapid.T, prog *plan.Program, next *plan.Hop, from, to []string) bool {
	n := g.domain.Tool(next.Tool)
	own := g.known(t, next, to)
	if len(own) == 0 {
		return false // the next hop says no
	}
	for _, r := range append(alternative.Dropped(g.domain, prog), g.shorter.Neighbours(prog)...) {
		trace, reason := g.ran(t, r.Program)
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
		names := slices.Collect(slices.Chunk(last.Texts(), len(to)))
		if !slices.ContainsFunc(names, func(s []string) bool { return !subset(g.known(t, next, s), own) }) {
			return true
		}
	}
	if n.Returns != domain.Many && g.named(n, next.Accepts, own[0], from, to) {
		return true
	}
	return subset(own, g.nearby(t, prog.Nodes[0].Do.(*plan.Start).Entity, from, n.Table))
}

// named reports whether a row that a lookup returns shows nothing but some names.
func (g *Grounder) named(n *domain.Tool, accepts string, row int32, names ...[]string) bool {
	table := g.corpus.Table(n.Table)
	return g.shows(n, accepts, func(col int) bool {
		return !slices.ContainsFunc(table.Cell(int(row), col).Values, func(v value.Value) bool {
			return v.Kind != value.Text || !slices.ContainsFunc(names, func(name []string) bool { return slices.Contains(name, v.Text) })
		})
	})
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
	n := g.domain.Tool(h.Tool)
	table := g.corpus.Table(n.Table)
	if n.Returns == domain.Field && len(rows) > 0 && table.Cell(int(find(name)[0]), table.Column(n.Column)).Source == "" {
		return nil
	}
	if len(rows) > 1 && n.Returns != domain.Many {
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
		asked := slices.ContainsFunc(n.Match, func(m domain.LookupMatch) bool {
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
func (g *Grounder) nearby(t *rapid.T, entity string, name []string, table string) []int32 {
	var rows []int32
	for i := range g.domain.Tools {
		n := &g.domain.Tools[i]
		if n.Table == table && n.Returns != domain.Field && slices.Contains(plan.Accepts(g.domain, n), entity) {
			rows = append(rows, g.known(t, &plan.Hop{Tool: n.Name, Accepts: entity}, name)...)
		}
	}
	for i := range g.domain.Derivations {
		if v := &g.domain.Derivations[i]; v.Pattern != "" && v.From == entity {
			if derived, ok := v.Extractor()(name[0]); ok {
				rows = append(rows, g.nearby(t, v.To, []string{derived}, table)...)
			}
		}
	}
	slices.Sort(rows)
	return rows
}
