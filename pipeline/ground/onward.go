package ground

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// onward is where a leg leads from one entity: it looks at what the next lookup knows
// of the entities the picks lead to.
//
// A way is left out if a program that goes it is refused by the proofs whatever it does
// at its end: one near it, or one that does with less, comes to what the next lookup
// shows just so, or fewer lookups show all of it. That holds of every program of one
// start whose lookups follow one another. In three cases more is left out than is
// refused, because the proofs make no program that shows the same fault:
//   - The row is an end of a ranking, or the entity the most frequent, and what comes
//     after cannot be asked of a set: something is derived from the name, rows are told
//     by the role that it plays, days or amounts of one row are computed with. Still
//     the next lookup knows no more of all rows than of the one, and choosing it is
//     asked for nothing.
//   - Two sets are put together, and only one of them is shown nearer. Half of the
//     question is longer than need be. (Of an intersection, and of the first set of a
//     difference, the proofs say the same.)
//   - Rows of a lookup of one show nothing but names on the way and all that is asked
//     is how many they are.
type onward struct {
	leg      *leg
	searcher *alternative.Searcher
	id       int32
	near     []int32 // rows of the next lookup's table that are shown without it
	looked   bool
	shown    map[int32]sight // by entity led to
}

// sight is what the next lookup shows of an entity.
type sight uint8

const (
	unseen  sight = iota
	unknown       // it finds no row
	nearer        // rows that are all shown without it, or tell nothing but names on the way
	farther
)

// chained returns the ways by one entity: those of the leads that come to rows which are
// not shown nearer, about which the next lookup shows another thing than about the
// entities that programs near it lead to, and, for one of a set, another than of all.
func (o *onward) chained(p *picked) []way {
	var ways []way
	for _, l := range p.leads {
		i := slices.Index(o.leg.links, int(l.link))
		if i < 0 || o.see(l.to) != farther || l.set >= 0 && !o.tells(l.to, p.of(l.set)) ||
			slices.ContainsFunc(p.of(l.near), func(id int32) bool { return o.alike(l.to, id) }) {
			continue
		}
		ways = append(ways, way{o.leg.number(int(l.pick), i), l.to})
	}
	return ways
}

// alike reports whether the next lookup shows the same of two entities but for their
// names.
func (o *onward) alike(a, b int32) bool {
	n := o.leg.next
	x, y := o.find(o.leg.at.list[a]), o.find(o.leg.at.list[b])
	if n.tool.Returns == domain.Many {
		return slices.Equal(x, y)
	}
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(n.shown, func(col int) bool {
		return !slices.EqualFunc(n.table.Cell(int(x[0]), col).Values, n.table.Cell(int(y[0]), col).Values, value.Equal)
	})
}

// tells reports whether the next lookup knows something of the others of a set that it
// does not know of one: else asking about all of them is asking about the one.
func (o *onward) tells(one int32, set []int32) bool {
	own := o.rows([]int32{one})
	for _, id := range set {
		if id != one && !within(o.rows([]int32{id}), own) {
			return true
		}
	}
	return false
}

// within reports whether all of the rows are among others, sorted.
func within(rows, others []int32) bool {
	return !slices.ContainsFunc(rows, func(row int32) bool { _, ok := slices.BinarySearch(others, row); return !ok })
}

// rows returns the rows the next lookup finds about some entities, sorted.
func (o *onward) rows(ids []int32) []int32 {
	var all []int32
	for _, id := range ids {
		all = append(all, o.find(o.leg.at.list[id])...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// all returns the ways by all entities that the rows of a lookup of many name, one for each link, as the
// move of the first pick to the first of them that the next lookup knows. Split asks
// that it knows not all, and not just those it would know were another lookup or column
// meant; else they must lead to rows that are not all shown nearer, nor all found by
// what else could be meant.
func (o *onward) all(p *picked, split bool) []way {
	var ways []way
	for i, link := range o.leg.links {
		n := &p.named[link]
		known := o.known(n.own)
		if len(known) == 0 {
			continue
		}
		worth := false
		if split {
			worth = len(known) < len(n.own) && !slices.ContainsFunc(n.other, func(other []int32) bool { return sameIDs(o.known(other), known) })
		} else {
			rows := o.rows(known)
			worth = slices.ContainsFunc(known, func(id int32) bool { return o.see(id) == farther }) &&
				!slices.ContainsFunc(n.other, func(other []int32) bool { return slices.Equal(o.rows(other), rows) })
		}
		if worth {
			ways = append(ways, way{o.leg.number(0, i), known[0]})
		}
	}
	return ways
}

// known returns those entities that the next lookup knows.
func (o *onward) known(ids []int32) []int32 {
	return filter(ids, func(id int32) bool { return o.see(id) != unknown })
}

// sameIDs reports whether two lists hold the same numbers, each once.
func sameIDs(a, b []int32) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(id int32) bool { return !slices.Contains(b, id) })
}

// see returns what the next lookup shows of an entity.
func (o *onward) see(id int32) sight {
	s := o.shown[id]
	if s == unseen {
		s = o.look(o.leg.at.list[id])
		o.shown[id] = s
	}
	return s
}

func (o *onward) look(name []string) sight {
	rows := o.find(name)
	if len(rows) == 0 {
		return unknown
	}
	if !o.looked {
		o.looked = true
		o.near = o.searcher.Near(o.leg.entity, o.leg.from.list[o.id], o.leg.next.tool.Table)
	}
	if within(rows, o.near) || o.leg.next.tool.Returns != domain.Many && o.said(name, rows[0]) {
		return nearer
	}
	return farther
}

// said reports whether a row of the next lookup, asked about a name, shows nothing but
// names on the way there.
func (o *onward) said(name []string, row int32) bool {
	n := o.leg.next
	from := o.leg.from.list[o.id]
	return !slices.ContainsFunc(n.shown, func(col int) bool {
		return slices.ContainsFunc(n.table.Cell(int(row), col).Values, func(v value.Value) bool {
			return v.Kind != value.Text || !slices.Contains(from, v.Text) && !slices.Contains(name, v.Text)
		})
	})
}

// find returns the rows the next lookup finds about an entity, or what is derived from
// its name: the first alone where it returns one.
func (o *onward) find(name []string) []int32 {
	n := o.leg.next
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
