package sample

import (
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// axis is a kind of thing that is covered.
type axis uint8

// The axes the sampler weighs.
const (
	toolAxis axis = iota
	transitionAxis
	startAxis
	answerAxis
	operatorAxis
	cellAxis // an operator at a depth
	// What is only kept a record of, without a weight.
	plainAxis // no operator at a depth
	suitAxis  // a tool and an operator
)

// weights say what one more covered on an axis is worth. What a path has and what is
// asked of it hardly stand in each other's way, so their proportions matter little;
// but transitions are what there are too few slots for.
var weights = [...]int{toolAxis: 100, transitionAxis: 100, startAxis: 20, answerAxis: 20, operatorAxis: 60, cellAxis: 10, suitAxis: 0}

// rarity is what a transition that a single path has is worth beside its weight;
// with every path more that has it, it is worth less.
const rarity = 100

// element is a thing that is covered: a tool, two of a transition, a start type, a
// tool and a column, an operator, an operator and a number of hops.
type element struct {
	axis axis
	a, b string
}

// elements numbers elements and counts what becomes of them.
type elements struct {
	ids     map[element]int32
	axes    []axis   // by number, as are the others
	used    []int    // accepted choices that have it
	live    []int    // paths that have it
	records []record // of choices that have it

	reserved []int // choices in reserve that have it
}

func (e *elements) id(el element) int32 {
	id, ok := e.ids[el]
	if !ok {
		id = int32(len(e.axes))
		e.ids[el] = id
		e.axes = append(e.axes, el.axis)
		e.used, e.live, e.records, e.reserved = append(e.used, 0), append(e.live, 0), append(e.records, record{}), append(e.reserved, 0)
	}
	return id
}

// with adds numbers to a list that has each once.
func (e *elements) with(list []int32, ids ...int32) []int32 {
	for _, id := range ids {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// ofPath returns what a path has, and counts the path.
func (e *elements) ofPath(p plan.Path) []int32 {
	has := []int32{e.id(element{startAxis, p.Start, ""})}
	for i, h := range p.Hops {
		has = e.with(has, e.id(element{toolAxis, h.Tool, ""}))
		if i > 0 {
			has = e.with(has, e.id(element{transitionAxis, p.Hops[i-1].Tool, h.Tool}))
		}
	}
	for _, id := range has {
		e.live[id]++
	}
	return has
}

// ofDemand returns what a demand has, the answer first.
func (e *elements) ofDemand(tool string, d plan.Demand, hops int) []int32 {
	has := []int32{e.id(element{answerAxis, tool, d.Target})}
	if d.Operator == "" {
		return append(has, e.plain(hops))
	}
	has = append(has, e.id(element{suitAxis, tool, string(d.Operator)}))
	return append(has, e.ofOperator(d.Operator, hops)...)
}

// ofOperator returns what an operator at a depth has.
func (e *elements) ofOperator(op plan.Operator, hops int) []int32 {
	return []int32{e.id(element{operatorAxis, string(op), ""}), e.id(element{cellAxis, string(op), strconv.Itoa(hops)})}
}

// plain returns the element of no operator at a depth. It has no weight: how many
// are wanted is a matter of share.
func (e *elements) plain(hops int) int32 {
	return e.id(element{plainAxis, strconv.Itoa(hops), ""})
}

// asking returns the list of a path's demands.
func (s *Sampler) asking(at *depth, p plan.Path, demands []plan.Demand) *asking {
	const unit = "\x1f" // in no name
	tool, hops := p.Hops[len(p.Hops)-1].Tool, len(p.Hops)
	var key strings.Builder
	key.WriteString(tool)
	for _, d := range demands {
		key.WriteString(unit + d.Target + unit + string(d.Operator))
	}
	l := at.lists[key.String()]
	if l == nil {
		l = &asking{demands: slices.Clone(demands), gains: make([]int, len(demands)), plain: s.elements.plain(hops)}
		for _, d := range demands {
			l.has = append(l.has, s.elements.ofDemand(tool, d, hops))
		}
		at.lists[key.String()] = l
	}
	return l
}

// use counts n more accepted choices.
func (e *elements) use(has []int32, n int) {
	for _, id := range has {
		e.used[id] += n
	}
}

// reserve counts n more choices in reserve.
func (e *elements) reserve(has []int32, n int) {
	for _, id := range has {
		e.reserved[id] += n
	}
}

// weight returns what an element is worth while nothing accepted has it.
func (e *elements) weight(id int32) int {
	w := weights[e.axes[id]]
	if e.axes[id] == transitionAxis {
		w += rarity / max(1, e.live[id])
	}
	return w
}

// gain returns the weight of what nothing accepted has yet.
func (e *elements) gain(has []int32) int {
	n := 0
	for _, id := range has {
		if e.used[id] == 0 {
			n += e.weight(id)
		}
	}
	return n
}

// overlap returns how many accepted choices have a path's transitions and start.
func (e *elements) overlap(has []int32) int {
	n := 0
	for _, id := range has {
		if e.axes[id] == transitionAxis || e.axes[id] == startAxis {
			n += e.used[id]
		}
	}
	return n
}

// fills reports whether some of the elements would be the first tool, transition or
// operator of its kind.
func (e *elements) fills(has []int32) bool {
	return slices.ContainsFunc(has, func(id int32) bool {
		a := e.axes[id]
		return e.used[id] == 0 && (a == toolAxis || a == transitionAxis || a == operatorAxis)
	})
}

// loss returns the weight of what nothing else accepted has, less what is in keep.
func (e *elements) loss(has []int32, keep ...[]int32) int {
	n := 0
	for _, id := range has {
		kept := slices.ContainsFunc(keep, func(k []int32) bool { return slices.Contains(k, id) })
		if e.used[id] == 1 && !kept {
			n += e.weight(id)
		}
	}
	return n
}
