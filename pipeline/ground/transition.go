package ground

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// transition is one hop and the moves that lead from it to the next hop, with the edges
// from every entity it has been run from.
type transition struct {
	hop      plan.Hop
	entity   string // type the hop starts from
	from, to *entityIndex
	derive   func(string) (string, bool)
	accepts  *entityIndex // of what the lookup is asked about
	lookup   *lookup
	next     *nextLookup // nil for the last hop
	edges    [modes]adjacency

	moves []plan.Move    // as [plan.Moves] has them; none for the last hop
	draws []digest.Draws // of what each move does
	// moveNumber is the number of the move that makes a choice of the lookup and goes on
	// by one of its links, by choice and link; the last choice is the most frequent
	// entity of the link. It is -1 if no move does.
	moveNumber [][]int32
}

// nextLookup is the lookup a transition leads on to.
type nextLookup struct {
	tool   *domain.Tool
	table  *corpus.Table
	derive func(string) (string, bool)
	find   func(name []string) []int32
	absent func(name []string) bool // see lookup.absent
	shown  []int                    // columns of the table that come back, without those that hold the name asked about
}

// mode is how a transition goes on from the rows of its lookup. The last transition of a
// path goes on as its demand needs, all others by one entity.
type mode int

// The modes.
const (
	// modeOne goes on by one entity.
	modeOne mode = iota
	// modeAll goes on by all entities that the rows name (demand map).
	modeAll
	// modeSome goes on by all entities that the rows name, to keep those that the next
	// lookup knows (demand having).
	modeSome
	// modeAbsent goes on by one entity about which the next lookup finds nothing and
	// another lookup of one row finds something.
	modeAbsent

	modes = iota

	// modeCompare has no transition: the last of two lookups is about the start entity,
	// which the first knows too.
	modeCompare mode = modes
)

// modeOf returns the mode of a demand's last transition.
func modeOf(op plan.Operator) mode {
	switch op {
	case "map":
		return modeAll
	case "having":
		return modeSome
	case opNone:
		return modeAbsent
	case opCompare:
		return modeCompare
	}
	return modeOne
}

// modesOf returns the modes in which a path must lead for a demand.
func modesOf(op plan.Operator) []mode {
	switch m := modeOf(op); {
	case m == modeCompare:
		return []mode{modeOne, modeCompare}
	case op == opExists, op == opNone: // a question that has only one answer is not worth asking
		return []mode{modeOne, modeAbsent}
	default:
		return []mode{m}
	}
}

// adjacency is the edges of a transition in one mode.
type adjacency struct {
	state []int32 // by entity: 0 not run, -1 no edge, else 1 + its index in edges; nil before the first run
	edges [][]edge
}

// edge is a move by its number and the entity it leads to. A last hop has one edge, of
// move 0 to entity 0, from every entity it finds rows about or, in modeAbsent, none.
type edge struct{ move, to int32 }

// from returns the edges from an entity the transition was run from, by move; the caller
// must not change them.
func (a *adjacency) from(id int32) []edge {
	if a.state[id] <= 0 {
		return nil
	}
	return a.edges[a.state[id]-1]
}

// to returns the entity a move leads to; false if it leads to none.
func (a *adjacency) to(id, move int32) (int32, bool) {
	edges := a.from(id)
	i, ok := slices.BinarySearchFunc(edges, move, func(e edge, move int32) int { return cmp.Compare(e.move, move) })
	if !ok {
		return 0, false
	}
	return edges[i].to, true
}

// subject returns the name the lookup is asked about for an entity: its own or, if the
// hop derives another from it, that one; false if none can be derived.
func (t *transition) subject(id int32) ([]string, bool) {
	name := t.from.list[id]
	if t.derive == nil {
		return name, true
	}
	derived, ok := t.derive(name[0])
	return []string{derived}, ok
}

// transitionKey is what makes two transitions the same: the hop and, for its moves, the
// next one.
type transitionKey [2]plan.Hop

func transitionKeyAt(p plan.Path, hop int) transitionKey {
	key := transitionKey{p.Hops[hop]}
	if hop+1 < len(p.Hops) {
		key[1] = p.Hops[hop+1]
	}
	if hop+1 == len(p.Hops) {
		key[0].Returns = ""
	}
	key[1].Returns = ""
	return key
}

// transition returns the transition of a path from a hop.
func (r *reach) transition(p plan.Path, hop int) (*transition, error) {
	key := transitionKeyAt(p, hop)
	if t := r.transitions[key]; t != nil {
		return t, nil
	}
	h, next := key[0], key[1]
	entity := p.Start
	if hop > 0 {
		entity = p.Hops[hop-1].Returns
	}
	t := &transition{hop: h, entity: entity, from: r.entities(entity), to: noEntities, derive: r.extractor(&h), accepts: r.entities(h.Accepts)}
	var err error
	if t.lookup, err = r.lookup(h.Tool, h.Accepts); err != nil {
		return nil, err
	}
	if next.Tool != "" {
		t.to = r.entities(h.Returns)
		t.moves = plan.Moves(r.g.domain, &h, &next, r.g.yearsOf)
		for i := range t.moves {
			draws := digest.Draws(0)
			for _, op := range t.moves[i].Do {
				does, err := json.Marshal(op)
				if err != nil {
					return nil, err
				}
				draws = draws.Of(string(op.Kind())).Of(string(does))
			}
			t.draws = append(t.draws, draws)
		}
		t.numberMoves(plan.HopLinks(r.g.domain, &h, &next))
		if t.next, err = r.nextLookup(&next); err != nil {
			return nil, err
		}
	}
	r.transitions[key] = t
	return t, nil
}

// numberMoves sets moveNumber, in the order of [plan.Moves]: the first choices with every
// link, the most frequent entity of every link of one column, the other choices with
// every link.
func (t *transition) numberMoves(columns [][]string) {
	l := t.lookup
	var links []int // of the lookup that lead to the next hop
	for _, c := range columns {
		links = append(links, slices.IndexFunc(l.links, func(k link) bool { return k.entity == t.hop.Returns && slices.Equal(k.columns, c) }))
	}
	mostFrequent := len(l.choices)
	for range mostFrequent + 1 {
		t.moveNumber = append(t.moveNumber, slices.Repeat([]int32{-1}, len(l.links)))
	}
	n := int32(0)
	number := func(choice, link int) {
		t.moveNumber[choice][link] = n
		n++
	}
	numberChoices := func(from, to int) {
		for choice := from; choice < to; choice++ {
			for _, link := range links {
				number(choice, link)
			}
		}
	}
	numberChoices(0, l.first)
	if l.tool.Returns == domain.Many {
		for _, link := range links {
			if plan.Countable(l.g.domain, l.table.Spec(), l.links[link].columns) {
				number(mostFrequent, link)
			}
		}
	}
	numberChoices(l.first, len(l.choices))
}

// nextLookup returns the lookup of a hop that a transition leads on to.
func (r *reach) nextLookup(h *plan.Hop) (*nextLookup, error) {
	d := r.g.domain
	find, err := r.finder(h.Tool, h.Accepts)
	if err != nil {
		return nil, err
	}
	t := d.Tool(h.Tool)
	l, err := r.lookup(h.Tool, h.Accepts)
	if err != nil {
		return nil, err
	}
	n := &nextLookup{tool: t, table: r.g.corpus.Table(t.Table), derive: r.extractor(h), find: find, absent: l.absent}
	for i, c := range n.table.Spec().Columns {
		if (t.Returns != domain.Field || c.Name == t.Column) && !plan.Matched(d, t, h.Accepts, c.Name) {
			n.shown = append(n.shown, i)
		}
	}
	return n, nil
}

// rows returns the rows the lookup finds about an entity or, if the hop derives another
// from it, about that one: only the first if the lookup returns one row.
func (n *nextLookup) rows(name []string) []int32 {
	if n.derive != nil {
		derived, ok := n.derive(name[0])
		if !ok {
			return nil
		}
		name = []string{derived}
	}
	rows := n.find(name)
	if len(rows) > 1 && n.tool.Returns != domain.Many {
		rows = rows[:1]
	}
	return rows
}

// extractor returns the derivation of a hop; nil if it has none.
func (r *reach) extractor(h *plan.Hop) func(string) (string, bool) {
	if h.Derivation == "" {
		return nil
	}
	return r.g.domain.Derivation(h.Derivation).Extractor()
}

// chunk is how many entities one worker takes at a time.
const chunk = 16

// run runs a transition from every one of the entities it has not been run from.
func (r *reach) run(ctx context.Context, t *transition, m mode, entities []int32) error {
	a := &t.edges[m]
	if a.state == nil {
		a.state = make([]int32, len(t.from.list))
	}
	missing := filter(entities, func(id int32) bool { return a.state[id] == 0 })
	if t.next != nil {
		if err := r.runLookup(ctx, t, missing); err != nil {
			return err
		}
	}
	chunks := slices.Collect(slices.Chunk(missing, chunk))
	found, err := run.Map(ctx, r.g.workers, chunks, func(_ context.Context, _ int, ids []int32) ([][]edge, error) {
		out := make([][]edge, len(ids))
		for i, id := range ids {
			out[i] = r.g.edges(t, m, id)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	for i, ids := range chunks {
		for j, id := range ids {
			a.state[id] = -1
			if found[i][j] != nil {
				a.edges = append(a.edges, found[i][j])
				a.state[id] = int32(len(a.edges))
			}
		}
	}
	return nil
}

// runLookup finds the candidates of the entities that the transition's lookup has not
// been run for.
func (r *reach) runLookup(ctx context.Context, t *transition, entities []int32) error {
	var names [][]string
	l, missing := t.lookup, map[string]bool{}
	for _, id := range entities {
		name, ok := t.subject(id)
		if !ok {
			continue
		}
		if _, ok := l.candidates[joined(name)]; !ok && !missing[joined(name)] {
			missing[joined(name)] = true
			names = append(names, name)
		}
	}
	chunks := slices.Collect(slices.Chunk(names, chunk))
	found, err := run.Map(ctx, r.g.workers, chunks, func(ctx context.Context, _ int, names [][]string) ([]*candidates, error) {
		out := make([]*candidates, len(names))
		for i, name := range names {
			var err error
			if out[i], err = l.find(ctx, name); err != nil {
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
			l.candidates[joined(name)] = found[i][j]
		}
	}
	return nil
}

// edges returns the edges of a transition from one entity, by move; nil for none.
func (g *Grounder) edges(t *transition, m mode, id int32) []edge {
	subject, ok := t.subject(id)
	switch {
	case !ok:
		return nil
	case t.next == nil:
		if m == modeAbsent && !t.lookup.absent(subject) || m != modeAbsent && len(t.lookup.rows(subject)) == 0 {
			return nil
		}
		return []edge{{0, 0}}
	}
	found := t.lookup.candidates[joined(subject)]
	if found == nil {
		return nil
	}
	p := &pruner{transition: t, searcher: g.shorter, from: id, observed: map[int32]observation{}}
	var edges []edge
	switch m {
	case modeOne:
		edges = p.single(found)
	case modeAbsent:
		edges = p.absent(found)
	default:
		edges = p.all(found, m)
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.move, b.move) })
	return edges
}
