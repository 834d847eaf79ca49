package ground

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// transition is one hop and the moves that lead from it to the next hop, with the edges
// from every entity that somebody asked about.
type transition struct {
	hop      plan.Hop
	entity   string // type the hop starts from
	from, to *entityIndex
	derive   func(string) (string, bool)
	accepts  *entityIndex // of what the lookup is asked about
	lookup   *lookup
	next     *nextLookup            // nil for the last hop
	edges    [modes]*sparse[[]edge] // by entity that the hop starts from
	alive    map[mode]bool          // whether some entity has edges, in modes that were asked for

	moves []plan.Move    // as [plan.Moves] has them; none for the last hop
	draws []digest.Draws // of what each move does
	// moveNumber is the number of the move that makes a choice of the lookup and goes on
	// by one of its links, by choice and link; the last choice is the most frequent
	// entity of the link. It is -1 if no move does.
	moveNumber [][]int32
	links      []int // of the lookup, by number, that lead to the next hop
}

// nextLookup is the lookup a transition leads on to.
type nextLookup struct {
	tool   *domain.Tool
	table  *corpus.Table
	derive func(string) (string, bool)
	find   func(name []string) []int32
	absent func(name []string) bool // see lookup.absent
	shown  []int                    // columns of the table that come back, without those that hold the name asked about

	known, missing func() []bool // by entity: whether rows finds some; whether absent is true and nothing is derived
}

// nextKey is what makes two lookups to go on to the same.
type nextKey struct {
	hop  plan.Hop
	from string // the entity type to go on by
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

// edge is a move by its number and the entity it leads to. A last hop has one edge, of
// move 0 to entity 0, from every entity it finds rows about or, in modeAbsent, none.
type edge struct{ move, to int32 }

// along returns the entity that a move leads to, of the edges from an entity; false if it leads to none.
func along(edges []edge, move int32) (int32, bool) {
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
	t := &transition{hop: h, entity: entity, from: r.entities(entity), to: noEntities, derive: r.extractor(&h), accepts: r.entities(h.Accepts), alive: map[mode]bool{}}
	for m := range t.edges {
		t.edges[m] = newSparse[[]edge](len(t.from.list))
	}
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
		if t.next, err = r.nextLookup(&next, h.Returns); err != nil {
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
	for _, c := range columns {
		t.links = append(t.links, slices.IndexFunc(l.links, func(k link) bool { return k.entity == t.hop.Returns && slices.Equal(k.columns, c) }))
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
			for _, link := range t.links {
				number(choice, link)
			}
		}
	}
	numberChoices(0, l.first)
	if l.tool.Returns == domain.Many {
		for _, link := range t.links {
			if plan.Countable(l.g.domain, l.table.Spec(), l.links[link].columns) {
				number(mostFrequent, link)
			}
		}
	}
	numberChoices(l.first, len(l.choices))
}

// nextLookup returns the lookup of a hop that transitions lead on to by entities of a type.
func (r *reach) nextLookup(h *plan.Hop, entity string) (*nextLookup, error) {
	key := nextKey{*h, entity}
	if n := r.nexts[key]; n != nil {
		return n, nil
	}
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
	names := r.entities(entity).list
	n.known = sync.OnceValue(func() []bool { return each(names, func(name []string) bool { return len(n.rows(name)) > 0 }) })
	n.missing = sync.OnceValue(func() []bool {
		return each(names, func(name []string) bool { return n.derive == nil && n.absent(name) })
	})
	r.nexts[key] = n
	return n, nil
}

// goal returns, by entity, whether a transition in a mode can go on by it.
func (n *nextLookup) goal(m mode) []bool {
	if m == modeAbsent {
		return n.missing()
	}
	return n.known()
}

// each returns for each name whether something holds.
func each(names [][]string, holds func([]string) bool) []bool {
	all := make([]bool, len(names))
	for id, name := range names {
		all[id] = holds(name)
	}
	return all
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

// edgesFrom returns the edges from an entity in a mode, by move; nil for none. The caller must not
// change them. It is safe for concurrent use.
func (t *transition) edgesFrom(ctx context.Context, m mode, id int32) ([]edge, error) {
	edges, _, err := t.edges[m].get(id, func() ([]edge, bool, error) {
		edges, err := t.find(ctx, m, id)
		return edges, edges != nil, err
	})
	return edges, err
}

// names reports whether a row that the lookup finds about an entity names one of the entities to go on
// to, by a link of a move. Where it does not, no row need be chosen.
func (t *transition) names(subject []string, goal []bool) bool {
	isGoal := func(id int32) bool { return id >= 0 && goal[id] }
	for _, row := range t.lookup.rows(subject) {
		for _, link := range t.links {
			refs := t.lookup.links[link].refs[t.lookup.tool.Table]
			if isGoal(refs.single[row]) || slices.ContainsFunc(refs.several[row], isGoal) {
				return true
			}
		}
	}
	return false
}

// finds reports whether the lookup finds a row about an entity that the hop starts from. Lookups know
// few entities, so that each is asked about all once.
func (t *transition) finds(id int32, subject []string) bool {
	if t.derive == nil {
		return t.lookup.knows()[id]
	}
	return len(t.lookup.rows(subject)) > 0
}

// lastEdge are the edges of a last hop from an entity that it finds rows about.
var lastEdge = []edge{{0, 0}}

// find works out the edges from an entity, by move; nil for none.
func (t *transition) find(ctx context.Context, m mode, id int32) ([]edge, error) {
	subject, ok := t.subject(id)
	switch {
	case !ok:
		return nil, nil
	case t.next == nil && m == modeAbsent:
		if !t.lookup.absent(subject) {
			return nil, nil
		}
		return lastEdge, nil
	case !t.finds(id, subject):
		return nil, nil
	case t.next == nil:
		return lastEdge, nil
	case !t.names(subject, t.next.goal(m)):
		return nil, nil
	}
	found, err := t.lookup.candidatesOf(ctx, subject)
	if found == nil || err != nil {
		return nil, err
	}
	p := &pruner{transition: t, searcher: t.lookup.g.shorter, from: id, observed: map[int32]observation{}}
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
	return edges, nil
}
