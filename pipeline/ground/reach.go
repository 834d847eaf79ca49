package ground

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// names lists every entity of one type that the tables name, in the order they
// first occur (tables, columns and rows in the domain's order), those that only ever
// stand beside others in a cell behind all others, and finds one by name.
type names struct {
	list [][]string // one string a part
	all  []int32    // the number of every one that stands somewhere alone
	id   map[string]int32
}

// unit separates the parts of a name in keys; no cell holds it.
const unit = "\x1f"

func (n *names) add(name []string) {
	key := key(name)
	if _, ok := n.id[key]; !ok {
		n.id[key] = int32(len(n.list))
		n.list = append(n.list, name)
	}
}

// reach knows which entities lead where by which move. It tells, before any whole
// program runs, along which paths some entity can be led and from which entities,
// and remembers every leg it has run: paths share their legs, so most are run once
// for thousands of paths. It is a worker for one goroutine.
type reach struct {
	g     *Grounder
	names map[string]*names
	legs  map[legKey]*leg
	roots map[string]*beginning // by start type

	pickers map[string]*picker // by tool and entity type asked about
}

// beginning is what all paths that begin alike share.
type beginning struct {
	leg   *leg    // the one that led here; nil at a root
	from  []int32 // the entities of the layer before that it leads anywhere, sorted
	layer []int32 // where it leads: what the next hop may be asked about, sorted
	next  map[step]*beginning
}

// step is how a path goes on.
type step struct {
	leg  legKey
	mode mode
}

func newReach(g *Grounder) *reach {
	return &reach{g: g, names: map[string]*names{}, legs: map[legKey]*leg{}, roots: map[string]*beginning{}, pickers: map[string]*picker{}}
}

// entities returns the names of a type. It is not for workers: it remembers.
func (r *reach) entities(entity string) *names {
	if n := r.names[entity]; n != nil {
		return n
	}
	n := &names{id: map[string]int32{}}
	r.names[entity] = n
	spec := r.g.domain.Entity(entity)
	r.cells(spec, func(t *corpus.Table, row int, link []int) {
		if name, ok := nameIn(t, row, link); ok {
			n.add(name)
		}
	})
	for id := range n.list {
		n.all = append(n.all, int32(id))
	}
	r.cells(spec, func(t *corpus.Table, row int, link []int) {
		if c := t.Cell(row, link[0]); len(link) == 1 && c.State == value.Present && len(c.Values) > 1 {
			for _, v := range c.Values {
				n.add([]string{v.Text})
			}
		}
	})
	return n
}

// cells calls f for every row of every table and all columns that name an entity of the
// type there.
func (r *reach) cells(spec *domain.Entity, f func(t *corpus.Table, row int, link []int)) {
	for i := range r.g.domain.Tables {
		t := r.g.corpus.Table(r.g.domain.Tables[i].Name)
		for _, link := range entityColumns(t.Spec(), spec) {
			for row := range t.Len() {
				f(t, row, link)
			}
		}
	}
}

// entityColumns returns the columns of a table that name an entity of the type, one
// way after the other: a column each, or for an entity of several parts the first
// column of every part, then the second of every part.
func entityColumns(t *domain.Table, e *domain.Entity) [][]int {
	names := []string{e.Name}
	if len(e.Parts) > 0 {
		names = names[:0]
		for _, part := range e.Parts {
			names = append(names, e.Name+"."+part)
		}
	}
	var ways [][]int
	for i := range t.Columns {
		part := slices.Index(names, t.Columns[i].Entity)
		if part < 0 {
			continue
		}
		at := slices.IndexFunc(ways, func(way []int) bool { return way[part] < 0 })
		if at < 0 {
			at = len(ways)
			ways = append(ways, slices.Repeat([]int{-1}, len(names)))
		}
		ways[at][part] = i
	}
	return slices.DeleteFunc(ways, func(way []int) bool { return slices.Contains(way, -1) })
}

// nameIn returns the one entity a row names in the columns.
func nameIn(t *corpus.Table, row int, columns []int) ([]string, bool) {
	name := make([]string, len(columns))
	for i, col := range columns {
		c := t.Cell(row, col)
		if c.State != value.Present || len(c.Values) != 1 {
			return nil, false
		}
		name[i] = c.Values[0].Text
	}
	return name, true
}

// beginnings returns how a path begins, hop by hop, with every leg run from all entities
// that can come up; nil if nothing leads to the end in the mode.
func (r *reach) beginnings(ctx context.Context, p plan.Path, m mode) ([]*beginning, error) {
	at := r.roots[p.Start]
	if at == nil {
		at = &beginning{layer: r.entities(p.Start).all, next: map[step]*beginning{}}
		r.roots[p.Start] = at
	}
	var all []*beginning
	for i := range p.Hops {
		var err error
		if at, err = r.follow(ctx, at, p, i, modeAt(p, i, m)); err != nil || at.layer == nil {
			return nil, err
		}
		all = append(all, at)
	}
	return all, nil
}

// modeAt returns the mode of a path's leg where the last but one is to lead on in m.
func modeAt(p plan.Path, hop int, m mode) mode {
	if hop == len(p.Hops)-2 {
		return m
	}
	return chained
}

// alive returns, for each hop of a path, the entities it may be asked about on a
// way of moves from a start entity to the end, and the legs, run from each of them;
// no legs if there is no way. A path may be the beginning of one.
func (r *reach) alive(ctx context.Context, p plan.Path, m mode) (alive []set, legs []*leg, err error) {
	all, err := r.beginnings(ctx, p, m)
	if err != nil || all == nil {
		return nil, nil, err
	}
	alive, legs = make([]set, len(all)), make([]*leg, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		l := all[i].leg
		legs[i] = l
		kept := all[i].from
		if i < len(all)-1 {
			kept = filter(kept, func(id int32) bool {
				return slices.ContainsFunc(l.ways[modeAt(p, i, m)].from(id), func(w way) bool { return alive[i+1].has(w.to) })
			})
		}
		if kept == nil {
			return nil, nil, nil
		}
		alive[i] = newSet(kept, len(l.from.list))
	}
	return alive, legs, nil
}

// demanded is alive in the mode a demand needs. Start entities that are compared are
// those that both lookups of the path know, at least two; they are all there is alive.
func (r *reach) demanded(ctx context.Context, p plan.Path, op plan.Operator) (alive []set, legs []*leg, err error) {
	m := modeOf(op)
	if m != compared {
		return r.alive(ctx, p, m)
	}
	for i := range p.Hops {
		l, err := r.leg(p, i)
		if err != nil {
			return nil, nil, err
		}
		legs = append(legs, l)
	}
	starts := legs[0].from
	again, err := r.finder(p.Hops[1].Tool, p.Start) // which may be asked about another type on the path
	if err != nil {
		return nil, nil, err
	}
	known := filter(starts.all, func(id int32) bool {
		asked, ok := legs[0].asked(id)
		return ok && len(legs[0].pick.rows(asked)) > 0 && len(again(starts.list[id])) > 0
	})
	if len(known) < 2 {
		return nil, nil, nil
	}
	return []set{newSet(known, len(starts.list))}, legs, nil
}

// follow returns where a beginning of a path is led by the path's next hop.
func (r *reach) follow(ctx context.Context, from *beginning, p plan.Path, hop int, m mode) (*beginning, error) {
	key := step{keyOf(p, hop), m}
	if b := from.next[key]; b != nil {
		return b, nil
	}
	l, err := r.leg(p, hop)
	if err != nil {
		return nil, err
	}
	if err := r.fill(ctx, l, m, from.layer); err != nil {
		return nil, err
	}
	b := &beginning{leg: l, next: map[step]*beginning{}}
	seen := make([]bool, len(l.at.list))
	for _, id := range from.layer {
		ways := l.ways[m].from(id)
		if ways != nil {
			b.from = append(b.from, id)
		}
		for _, w := range ways {
			if !seen[w.to] {
				seen[w.to] = true
				b.layer = append(b.layer, w.to)
			}
		}
	}
	slices.Sort(b.layer)
	from.next[key] = b
	return b, nil
}

// leads reports whether some way of moves through no entity twice leads from a
// start entity to the last hop of a path, or of a beginning of one, in the mode: for
// compared, whether there are entities to compare. Most paths show one at a glance; for
// the others all that leads nowhere is cut first. A search that is given up counts as
// one that leads.
func (r *reach) leads(ctx context.Context, p plan.Path, m mode) (bool, error) {
	if m == compared {
		_, legs, err := r.demanded(ctx, p, comparing)
		return legs != nil, err
	}
	all, err := r.beginnings(ctx, p, m)
	if err != nil || all == nil {
		return false, err
	}
	legs := make([]*leg, len(all))
	for i, b := range all {
		legs[i] = b.leg
	}
	s := &search{path: p, legs: legs, mode: m}
	for _, id := range all[0].from[:min(glances, len(all[0].from))] {
		if s.find(id) != nil {
			return true, nil
		}
	}
	alive, legs, err := r.alive(ctx, p, m)
	if err != nil || legs == nil {
		return false, err
	}
	s = &search{path: p, legs: legs, alive: alive, mode: m}
	return slices.ContainsFunc(alive[0].list, func(id int32) bool { return s.find(id) != nil || s.left < 0 }), nil
}

// glances is how many start entities are tried before anything is cut.
const glances = 64

// set is a set of entities of one type, by number.
type set struct {
	list []int32 // sorted
	bits []uint64
}

// newSet returns the set of a sorted list of numbers below n.
func newSet(list []int32, n int) set {
	s := set{list, make([]uint64, (n+63)/64)}
	for _, id := range list {
		s.bits[id/64] |= 1 << (id % 64)
	}
	return s
}

func (s set) has(id int32) bool { return s.bits[id/64]&(1<<(id%64)) != 0 }

func filter(ids []int32, keep func(int32) bool) []int32 {
	var out []int32
	for _, id := range ids {
		if keep(id) {
			out = append(out, id)
		}
	}
	return out
}
