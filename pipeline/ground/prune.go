package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// pruner decides which candidates of one entity a transition goes on to, by what the
// next lookup finds about them.
//
// It drops a candidate if every program that goes on to it would fail the proofs,
// whatever the program does afterwards: a program near it, or a shorter one, leads to
// rows that the next lookup cannot tell from these, or fewer lookups find all of them.
// That holds for every program of one start whose lookups follow one another. In three
// cases it drops more than the proofs refuse, because they make no program that shows
// the same fault:
//   - The row is an end of a ranking, or the entity the most frequent, and what follows
//     cannot be asked of a set: a name is derived, rows are told apart by the role of the
//     entity, days or amounts of one row are computed with. The next lookup still finds
//     no more about all rows than about the chosen one, so the choice asks for nothing.
//   - Two sets are combined and a shorter program finds only one of them: half of the
//     question is longer than it need be. (For an intersection, and for the first set of
//     a difference, the proofs say the same.)
//   - The rows of a lookup of one show only names already on the path, and the question
//     is how many rows there are.
type pruner struct {
	transition *transition
	searcher   *alternative.Searcher
	from       int32                 // the entity the transition is run from
	nearRows   []int32               // of the next lookup's table, found without it
	nearKnown  bool                  // nearRows is set
	observed   map[int32]observation // by entity
}

// observation is what the next lookup finds about an entity.
type observation uint8

const (
	notAsked    observation = iota
	noRows                  // it finds no row
	redundant               // all rows are found without it, or show only names already on the path
	informative             // it finds something new
)

// single returns the edges by one entity: to candidates about which the next lookup is
// informative and finds something else than about the entities that near programs lead
// to and, if the candidate is chosen from a set, than about the whole set.
func (p *pruner) single(found *candidates) []edge {
	var edges []edge
	for i := range found.single {
		if c := &found.single[i]; p.keeps(found, c) {
			edges = append(edges, edge{p.transition.moveNumber[c.choice][c.link], c.entity})
		}
	}
	return edges
}

// absent returns the edges by one entity to candidates about which the next lookup finds
// nothing and another lookup of one row does. Whether near programs lead to such an entity
// too depends on what is asked of that other lookup, so it is left to the proofs.
func (p *pruner) absent(found *candidates) []edge {
	var edges []edge
	n := p.transition.next
	for i := range found.single {
		c := &found.single[i]
		if number := p.transition.moveNumber[c.choice][c.link]; number >= 0 && n.missing()[c.entity] {
			edges = append(edges, edge{number, c.entity})
		}
	}
	return edges
}

// keeps reports whether a move of the transition leads to a candidate and is worth it.
func (p *pruner) keeps(found *candidates, c *candidate) bool {
	if p.transition.moveNumber[c.choice][c.link] < 0 || p.observation(c.entity) != informative {
		return false
	}
	if c.from >= 0 && !p.addsRows(c.entity, found.set(c.from)) {
		return false // asking about the whole set is asking about the candidate
	}
	return !slices.ContainsFunc(found.set(c.near), func(id int32) bool { return p.looksLike(c.entity, id) })
}

// looksLike reports whether the next lookup shows the same of two entities, apart from
// their names.
func (p *pruner) looksLike(a, b int32) bool {
	n := p.transition.next
	x, y := p.rows(a), p.rows(b)
	if n.tool.Returns == domain.Many {
		return slices.Equal(x, y)
	}
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	for _, col := range n.shown {
		if !slices.EqualFunc(n.table.Cell(int(x[0]), col).Values, n.table.Cell(int(y[0]), col).Values, value.Equal) {
			return false
		}
	}
	return true
}

// addsRows reports whether the next lookup finds rows about other entities of a set that
// it does not find about one of them.
func (p *pruner) addsRows(one int32, set []int32) bool {
	own := p.rowsOfAll([]int32{one})
	for _, id := range set {
		if id != one && !subset(p.rowsOfAll([]int32{id}), own) {
			return true
		}
	}
	return false
}

// all returns the edges by all entities that the rows of a lookup of many name, one for
// each link. Since no row is chosen, the edge bears the number of the link's move with
// the first choice, and leads to the first entity that the next lookup knows.
func (p *pruner) all(found *candidates, m mode) []edge {
	var edges []edge
	for link, number := range p.transition.moveNumber[0] {
		if number < 0 {
			continue
		}
		set := &found.all[link]
		if most := p.transition.lookup.g.limits.Calls; most > 0 && len(set.ids) >= most { // one more lookup found them
			continue
		}
		known := p.known(set.ids)
		if len(known) == 0 {
			continue
		}
		if m == modeSome && p.keepsSome(set, known) || m == modeAll && p.keepsAll(set, known) {
			edges = append(edges, edge{number, known[0]})
		}
	}
	return edges
}

// keepsSome reports whether asking which entities of a set the next lookup knows tells
// something: not all of them are known, and another column or lookup would not name the
// same known ones.
func (p *pruner) keepsSome(set *candidateSet, known []int32) bool {
	if len(known) == len(set.ids) {
		return false
	}
	for _, near := range set.near {
		if sameMembers(p.known(near), known) {
			return false
		}
	}
	return true
}

// keepsAll reports whether asking the next lookup about all entities of a set tells
// something: it is informative about one of them, and another column or lookup would not
// lead to the same rows.
func (p *pruner) keepsAll(set *candidateSet, known []int32) bool {
	if !slices.ContainsFunc(known, func(id int32) bool { return p.observation(id) == informative }) {
		return false
	}
	rows := p.rowsOfAll(known)
	for _, near := range set.near {
		if slices.Equal(p.rowsOfAll(near), rows) {
			return false
		}
	}
	return true
}

// known returns the entities about which the next lookup finds a row.
func (p *pruner) known(ids []int32) []int32 {
	return filter(ids, func(id int32) bool { return p.observation(id) != noRows })
}

// observation returns what the next lookup finds about an entity.
func (p *pruner) observation(id int32) observation {
	o := p.observed[id]
	if o == notAsked {
		o = p.observe(id)
		p.observed[id] = o
	}
	return o
}

func (p *pruner) observe(id int32) observation {
	t := p.transition
	if !t.next.known()[id] {
		return noRows
	}
	rows := p.rows(id)
	if !p.nearKnown {
		p.nearKnown = true
		p.nearRows = p.searcher.OneLookupRows(t.entity, t.from.list[p.from], t.next.tool.Table)
	}
	if subset(rows, p.nearRows) || t.next.tool.Returns != domain.Many && p.onlyNames(id, rows[0]) {
		return redundant
	}
	return informative
}

// onlyNames reports whether a row that the next lookup finds about an entity shows only
// the names of that entity and of the one the transition is run from.
func (p *pruner) onlyNames(id, row int32) bool {
	n := p.transition.next
	from, to := p.transition.from.list[p.from], p.transition.to.list[id]
	for _, col := range n.shown {
		for _, v := range n.table.Cell(int(row), col).Values {
			if v.Kind != value.Text || !slices.Contains(from, v.Text) && !slices.Contains(to, v.Text) {
				return false
			}
		}
	}
	return true
}

// rows returns the rows the next lookup finds about an entity.
func (p *pruner) rows(id int32) []int32 { return p.transition.next.rows(p.transition.to.list[id]) }

// rowsOfAll returns the rows the next lookup finds about some entities, sorted, each once.
func (p *pruner) rowsOfAll(ids []int32) []int32 {
	var all []int32
	for _, id := range ids {
		all = append(all, p.rows(id)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// subset reports whether all rows are among others, which are sorted.
func subset(rows, others []int32) bool {
	for _, row := range rows {
		if _, ok := slices.BinarySearch(others, row); !ok {
			return false
		}
	}
	return true
}

// sameMembers reports whether two lists hold the same numbers, each once.
func sameMembers(a, b []int32) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(id int32) bool { return !slices.Contains(b, id) })
}
