package ground

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// leg is one hop and the moves that lead on from it to the next, with where they
// lead from every entity it has been run from.
type leg struct {
	hop      plan.Hop
	entity   string // type the hop starts from
	from, at *names // of the entity the hop starts from, and of where it leads
	derive   func(string) (string, bool)
	accepts  *names // of what the lookup is asked about
	pick     *picker
	moves    []plan.Move // none for the last hop
	links    []int       // that the moves go on by, by number in pick
	single   []int       // how many of the links before are one column each
	next     *next       // nil for the last hop
	ways     [modes]ways
}

// next is the lookup a leg leads on to.
type next struct {
	tool   *domain.Tool
	table  *corpus.Table
	derive func(string) (string, bool)
	find   func(name []string) []int32
	shown  []int // columns of the table that come back, but for those that hold the name asked about
}

// mode is how a leg is to lead on. The last leg but one of a path leads on in the mode
// its demand needs, all others in the first.
type mode int

// The modes.
const (
	// chained leads on by one entity, by a move that no program near takes to it too,
	// and to rows that are not shown nearer.
	chained mode = iota
	// mapped leads on by all entities that the rows name, to rows that are not all shown
	// nearer.
	mapped
	// split leads on by all entities that the rows name, of which the next lookup knows
	// some and others not.
	split

	modes = iota

	// compared is no mode of a leg: the last lookup of two is about the start entity, which
	// the first knows too.
	compared mode = modes
)

// modeOf returns the mode a demand needs.
func modeOf(op plan.Operator) mode {
	switch op {
	case "map":
		return mapped
	case "having":
		return split
	case comparing:
		return compared
	}
	return chained
}

// modesOf returns the modes in which a path must lead for a demand.
func modesOf(op plan.Operator) []mode {
	if m := modeOf(op); m != compared {
		return []mode{m}
	}
	return []mode{chained, compared}
}

// ways is where a leg leads in one mode.
type ways struct {
	state []int32 // by entity: 0 not run, -1 leads nowhere, else 1 and its place in found; nil before the first is run
	found [][]way
}

// way is a move by its number and where it leads from some entity. A last hop has
// one, 0 to 0, from every entity for which there are rows.
type way struct{ move, to int32 }

// from returns the ways from an entity the leg was run from, by move; the caller
// must not change them.
func (w *ways) from(id int32) []way {
	if w.state[id] <= 0 {
		return nil
	}
	return w.found[w.state[id]-1]
}

// to returns where a move leads from an entity the leg was run from; false where it
// leads nowhere.
func (w *ways) to(id, move int32) (int32, bool) {
	ways := w.from(id)
	i, ok := slices.BinarySearchFunc(ways, move, func(w way, move int32) int { return cmp.Compare(w.move, move) })
	if !ok {
		return 0, false
	}
	return ways[i].to, true
}

// asked returns the name a lookup is asked about for an entity: the one derived
// from it, if the hop derives one.
func (l *leg) asked(id int32) ([]string, bool) {
	name := l.from.list[id]
	if l.derive == nil {
		return name, true
	}
	derived, ok := l.derive(name[0])
	return []string{derived}, ok
}

// legKey tells legs apart: the hop, and for its moves the next one.
type legKey [2]plan.Hop

func keyOf(p plan.Path, hop int) legKey {
	key := legKey{p.Hops[hop]}
	if hop+1 < len(p.Hops) {
		key[1] = p.Hops[hop+1]
	}
	if hop+1 == len(p.Hops) {
		key[0].Returns = ""
	}
	key[1].Returns = ""
	return key
}

// end stands for where the last hop of a path leads.
var end = &names{list: [][]string{nil}, all: []int32{0}}

// leg returns the leg of a path at a hop.
func (r *reach) leg(p plan.Path, hop int) (*leg, error) {
	key := keyOf(p, hop)
	if l := r.legs[key]; l != nil {
		return l, nil
	}
	h, to := key[0], key[1]
	entity := p.Start
	if hop > 0 {
		entity = p.Hops[hop-1].Returns
	}
	l := &leg{hop: h, entity: entity, from: r.entities(entity), at: end, derive: r.extractor(&h), accepts: r.entities(h.Accepts)}
	var err error
	if l.pick, err = r.picker(h.Tool, h.Accepts); err != nil {
		return nil, err
	}
	if to.Tool != "" {
		l.at = r.entities(h.Returns)
		if err := r.onward(l, &to); err != nil {
			return nil, err
		}
	}
	r.legs[key] = l
	return l, nil
}

// onward has a leg lead to another hop.
func (r *reach) onward(l *leg, to *plan.Hop) error {
	d := r.g.domain
	l.moves = plan.Moves(d, &l.hop, to, r.g.yearsOf)
	for _, columns := range plan.HopLinks(d, &l.hop, to) {
		i := slices.IndexFunc(l.pick.links, func(k link) bool { return k.entity == l.hop.Returns && slices.Equal(k.columns, columns) })
		l.single = append(l.single, len(slices.DeleteFunc(slices.Clone(l.links), func(j int) bool { return len(l.pick.links[j].columns) > 1 })))
		l.links = append(l.links, i)
	}
	find, err := r.finder(to.Tool, to.Accepts)
	t := d.Tool(to.Tool)
	l.next = &next{tool: t, table: r.g.corpus.Table(t.Table), derive: r.extractor(to), find: find}
	for i, c := range l.next.table.Spec().Columns {
		if (t.Returns != domain.Field || c.Name == t.Column) && !plan.Matched(d, t, to.Accepts, c.Name) {
			l.next.shown = append(l.next.shown, i)
		}
	}
	return err
}

// extractor returns the derivation of a hop; nil where it has none.
func (r *reach) extractor(h *plan.Hop) func(string) (string, bool) {
	if h.Derivation == "" {
		return nil
	}
	return r.g.domain.Derivation(h.Derivation).Extractor()
}

// finder returns a function from an entity's name to the rows a lookup finds about it, as
// [plan.Finder] does, but where the tool says that there is none: a single field that
// is empty.
func (r *reach) finder(toolName, entity string) (func(name []string) []int32, error) {
	find, err := plan.Finder(r.g.corpus, toolName, entity)
	t := r.g.domain.Tool(toolName)
	if err != nil || t.Returns != domain.Field {
		return find, err
	}
	table := r.g.corpus.Table(t.Table)
	column := table.Column(t.Column)
	return func(name []string) []int32 {
		rows := find(name)
		if len(rows) > 0 && table.Cell(int(rows[0]), column).Source == "" {
			return nil
		}
		return rows
	}, nil
}

// number returns the number among the leg's moves of a lead's pick and the i-th of
// its links.
func (l *leg) number(pick, i int) int32 {
	n := len(l.links)
	frequent := 0
	if l.pick.tool.Returns == domain.Many {
		frequent = l.single[n-1]
		if len(l.pick.links[l.links[n-1]].columns) == 1 {
			frequent++
		}
	}
	switch {
	case pick < l.pick.first:
		return int32(pick*n + i)
	case pick == len(l.pick.picks):
		return int32(l.pick.first*n + l.single[i])
	}
	return int32(pick*n + frequent + i)
}

// chunk is how many entities one worker takes at a time.
const chunk = 16

// fill runs the leg from every entity it has not been run from.
func (r *reach) fill(ctx context.Context, l *leg, m mode, entities []int32) error {
	w := &l.ways[m]
	if w.state == nil {
		w.state = make([]int32, len(l.from.list))
	}
	missing := filter(entities, func(id int32) bool { return w.state[id] == 0 })
	if l.next != nil {
		if err := r.picks(ctx, l, missing); err != nil {
			return err
		}
	}
	chunks := slices.Collect(slices.Chunk(missing, chunk))
	found, err := run.Map(ctx, r.g.workers, chunks, func(_ context.Context, _ int, ids []int32) ([][]way, error) {
		out := make([][]way, len(ids))
		for i, id := range ids {
			out[i] = r.g.ways(l, m, id)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	for i, ids := range chunks {
		for j, id := range ids {
			w.state[id] = -1
			if found[i][j] != nil {
				w.found = append(w.found, found[i][j])
				w.state[id] = int32(len(w.found))
			}
		}
	}
	return nil
}

// picks has the leg's picker pick for all entities for which it has not.
func (r *reach) picks(ctx context.Context, l *leg, entities []int32) error {
	var names [][]string
	p, missing := l.pick, map[string]bool{}
	for _, id := range entities {
		name, ok := l.asked(id)
		if !ok {
			continue
		}
		if _, ok := p.found[key(name)]; !ok && !missing[key(name)] {
			missing[key(name)] = true
			names = append(names, name)
		}
	}
	chunks := slices.Collect(slices.Chunk(names, chunk))
	found, err := run.Map(ctx, r.g.workers, chunks, func(ctx context.Context, _ int, names [][]string) ([]*picked, error) {
		out := make([]*picked, len(names))
		for i, name := range names {
			var err error
			if out[i], err = p.pick(ctx, name); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	for i, names := range chunks {
		for j, name := range names {
			p.found[key(name)] = found[i][j]
		}
	}
	return nil
}

// key is a name as one string.
func key(name []string) string {
	if len(name) == 1 {
		return name[0]
	}
	return strings.Join(name, unit)
}

// ways returns where a leg leads from one entity.
func (g *Grounder) ways(l *leg, m mode, id int32) []way {
	asked, ok := l.asked(id)
	switch {
	case !ok:
		return nil
	case l.next == nil:
		if len(l.pick.rows(asked)) == 0 {
			return nil
		}
		return []way{{0, 0}}
	}
	picked := l.pick.found[key(asked)]
	if picked == nil {
		return nil
	}
	o := &onward{leg: l, searcher: g.shorter, id: id, shown: map[int32]sight{}}
	var ways []way
	if m == chained {
		ways = o.chained(picked)
	} else {
		ways = o.all(picked, m == split)
	}
	slices.SortFunc(ways, func(a, b way) int { return cmp.Compare(a.move, b.move) })
	return ways
}
