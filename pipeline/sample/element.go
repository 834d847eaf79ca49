package sample

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// axis is a kind of element.
type axis uint8

// The axes.
const (
	toolAxis axis = iota
	transitionAxis
	startAxis
	answerAxis
	operatorAxis
	cellAxis // an operator at a depth
	// Axes without a weight, of which only records are kept.
	plainAxis // no operator at a depth
	suitAxis  // a tool and an operator
	textAxis  // the contents of a text, at a depth
	shareAxis // a share of the sample
	kindAxis  // a kind of answer
)

// weights are what one more covered element of an axis is worth. Elements of paths and of
// demands rarely compete, so the proportions matter little; transitions weigh most because
// there are too few paths to cover them all.
var weights = [...]int{toolAxis: 100, transitionAxis: 100, startAxis: 20, answerAxis: 20, operatorAxis: 60, cellAxis: 10, suitAxis: 0, textAxis: 300, shareAxis: shareWeight, kindAxis: 0}

// textShare returns the number of choices of a depth, one of which should ask for the
// contents of a text: for what it cites or states. People read the text of a case that they
// know, so few such questions are long. Few paths lead to texts, so the weight of textAxis is
// large.
func textShare(hops int) int {
	if hops <= 3 {
		return 5
	}
	return 10
}

// readsText reports whether an operator asks for the contents of a text.
func readsText(op plan.Operator) bool { return op == "citations" || op == "fact" }

// rarity is divided by the number of paths that have a transition, rounded to a power of two so
// that a path more or less changes no order, and added to its weight.
const rarity = 100

// element is something a task can cover: a tool, a transition (two tools), a start type, an
// answer (tool and column), an operator, an operator at a depth (number of hops).
type element struct {
	axis axis
	a, b string
}

// elements numbers elements and counts what has them.
type elements struct {
	ids     map[element]int32
	axes    []axis   // by number, as are the others
	used    []int    // accepted choices that have it
	wanted  []int    // accepted choices that should have it, at least 1
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
		e.used, e.wanted, e.live, e.records, e.reserved = append(e.used, 0), append(e.wanted, 1), append(e.live, 0), append(e.records, record{}), append(e.reserved, 0)
	}
	return id
}

// with adds numbers to a list, each once.
func (e *elements) with(list []int32, ids ...int32) []int32 {
	for _, id := range ids {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// ofPath returns the elements of a path, and counts the path as live.
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

// ofDemand returns the elements of a demand, the answer first, for answers of a kind.
func (e *elements) ofDemand(tool string, d plan.Demand, kind coverage.AnswerKind, hops int) []int32 {
	has := []int32{e.id(element{answerAxis, tool, d.Target}), e.id(element{kindAxis, string(kind), ""})}
	if d.Operator == "" {
		return append(has, e.plain(hops))
	}
	has = append(has, e.id(element{suitAxis, tool, string(d.Operator)}))
	return append(has, e.ofOperator(d.Operator, hops)...)
}

// ofOperator returns the elements of an operator at a depth.
func (e *elements) ofOperator(op plan.Operator, hops int) []int32 {
	has := []int32{e.id(element{operatorAxis, string(op), ""}), e.id(element{cellAxis, string(op), strconv.Itoa(hops)})}
	if readsText(op) {
		has = append(has, e.text(hops))
	}
	return has
}

// text returns the element of the contents of a text at a depth.
func (e *elements) text(hops int) int32 { return e.id(element{textAxis, strconv.Itoa(hops), ""}) }

// plain returns the element of no operator at a depth. It has no weight: plainShare says how
// many are wanted.
func (e *elements) plain(hops int) int32 {
	return e.id(element{plainAxis, strconv.Itoa(hops), ""})
}

// listFor returns the list of a path's demands. Paths with equal demands of equal interest and
// equal shares share one.
func (s *Sampler) listFor(at *depth, p plan.Path, demands []plan.Demand) *demandList {
	tool, hops := p.Hops[len(p.Hops)-1].Tool, len(p.Hops)
	interest := s.interest(p, demands)
	shares := make([][]int32, len(demands))
	var key strings.Builder
	key.WriteString(tool)
	for i, d := range demands {
		shares[i] = s.sharesOf(Choice{p, d})
		key.WriteString(separator + d.Target + separator + string(d.Operator) + separator + strconv.Itoa(interest[i]) + fmt.Sprint(shares[i]))
	}
	l := at.lists[key.String()]
	if l == nil {
		l = &demandList{demands: slices.Clone(demands), interest: interest, restrain: make([]restraints, len(demands)), gains: make([]int, len(demands)), plain: s.elements.plain(hops), columns: s.elements.ofOperator("columns", hops)[1]}
		for i, d := range demands {
			l.restrain[i] = restraintsOf(s.domain, p, d)
			l.has = append(l.has, append(s.elements.ofDemand(tool, d, coverage.DemandedKind(s.domain, tool, d), hops), shares[i]...))
		}
		at.lists[key.String()] = l
	}
	return l
}

// use adds n to the number of accepted choices that have some elements.
func (e *elements) use(has []int32, n int) {
	for _, id := range has {
		e.used[id] += n
	}
}

// reserve adds n to the number of choices in reserve that have some elements.
func (e *elements) reserve(has []int32, n int) {
	for _, id := range has {
		e.reserved[id] += n
	}
}

// weight returns what an element is worth while no accepted choice has it.
func (e *elements) weight(id int32) int {
	w := weights[e.axes[id]]
	if e.axes[id] == transitionAxis {
		w += rarity >> bits.Len(uint(e.live[id]/2))
	}
	return w
}

// gain returns the weight of the elements that too few accepted choices have.
func (e *elements) gain(has []int32) int {
	n := 0
	for _, id := range has {
		if e.used[id] < e.wanted[id] {
			n += e.weight(id)
		}
	}
	return n
}

// overlap returns how often accepted choices have a path's transitions and start type.
func (e *elements) overlap(has []int32) int {
	n := 0
	for _, id := range has {
		if e.axes[id] == transitionAxis || e.axes[id] == startAxis {
			n += e.used[id]
		}
	}
	return n
}

// fills reports whether some element is a tool, a transition or an operator that no accepted
// choice has.
func (e *elements) fills(has []int32) bool {
	return slices.ContainsFunc(has, func(id int32) bool {
		a := e.axes[id]
		return e.used[id] == 0 && (a == toolAxis || a == transitionAxis || a == operatorAxis)
	})
}

// loss returns the weight of the elements of an accepted choice that too few accepted choices
// would have without it, those in keep left out.
func (e *elements) loss(has []int32, keep ...[]int32) int {
	n := 0
	for _, id := range has {
		kept := slices.ContainsFunc(keep, func(k []int32) bool { return slices.Contains(k, id) })
		// An element that is kept and still wanted is a gain of what keeps it: both cancel out.
		if e.used[id] > 0 && e.used[id] <= e.wanted[id] && (!kept || e.used[id] < e.wanted[id]) {
			n += e.weight(id)
		}
	}
	return n
}
