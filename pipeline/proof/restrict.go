package proof

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// restrict keeps the rows that pass a comparison.
func (r *relational) restrict(to *relation, o *plan.Filter) (plan.Reason, string) {
	in := to.from[0]
	to.table, to.single = in.table, in.single
	for _, row := range in.rows {
		ok, reason, detail := r.passes(to, o, row)
		if reason != "" {
			return reason, detail
		}
		if ok {
			to.rows = append(to.rows, row)
		}
	}
	if len(to.rows) == 0 && !o.Empty {
		return plan.Missing, fmt.Sprintf("no row of %d passes %s", len(in.rows), o.Comparison)
	}
	return "", ""
}

// passes reports whether a row passes a filter.
func (r *relational) passes(to *relation, o *plan.Filter, row int) (bool, plan.Reason, string) {
	in := to.from[0]
	if o.Comparison == plan.Stated {
		return stated(in.table.Cell(row, in.table.Column(o.Column)), row, o.Column)
	}
	kind := kindOf(in.table.Spec().Column(o.Column))
	if kind == value.Text {
		data, reason, detail := cell(in.table, row, o.Column)
		if reason != "" {
			return false, reason, detail
		}
		return r.textPasses(to, o, textsIn(data))
	}
	d, reason, detail := r.scalar(in.table, row, o.Column, kind)
	if reason != "" {
		return false, reason, detail
	}
	return rangeOf(o, kind).holds(d.amount()), "", ""
}

// stated reports whether a cell holds a value. An unobserved cell is a reason for no result.
func stated(c corpus.Cell, row int, column string) (bool, plan.Reason, string) {
	if c.State == value.Unobserved {
		return false, plan.Unobserved, fmt.Sprintf("row %d was never observed in %s", row, column)
	}
	return c.State == value.Present, "", ""
}

// textPasses reports whether one of the texts of a cell passes a filter. A different name
// that may be of the same entity is ambiguous.
func (r *relational) textPasses(to *relation, o *plan.Filter, texts []string) (bool, plan.Reason, string) {
	switch o.Comparison {
	case plan.Contains:
		return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, o.Operand) }), "", ""
	case plan.Equals:
		return slices.Contains(texts, o.Operand), "", ""
	}
	of := to.from[1]
	if slices.ContainsFunc(texts, func(t string) bool { return value.Fold(t) == value.Fold(of.name[0]) }) {
		return true, "", ""
	}
	for _, t := range texts {
		if r.canonical(of.entity, []string{t}) == r.canonical(of.entity, of.name) {
			return false, plan.Ambiguous, fmt.Sprintf("%s and %s may be one %s", t, of.name[0], of.entity)
		}
	}
	return false, "", ""
}

// amount returns a number, or a day as the days since the first of January 1970.
func (d datum) amount() *big.Rat {
	if d.kind == value.Number {
		return d.number
	}
	return new(big.Rat).SetInt64(dayNumber(d.text))
}

// interval holds the numbers or days that pass a comparison. A nil end is unbounded.
type interval struct {
	low, high *big.Rat
	open      bool // the ends are excluded
}

func (i interval) holds(n *big.Rat) bool {
	within := func(c int) bool { return c > 0 || c == 0 && !i.open }
	return (i.low == nil || within(n.Cmp(i.low))) && (i.high == nil || within(i.high.Cmp(n)))
}

// rangeOf returns the interval of a comparison.
func rangeOf(o *plan.Filter, kind value.Kind) interval {
	first, last := bound(o.Operand, kind), bound(o.To, kind)
	switch o.Comparison {
	case plan.Year:
		return interval{low: bound(o.Operand+"-01-01", kind), high: bound(o.Operand+"-12-31", kind)}
	case plan.Since, plan.AtLeast:
		return interval{low: first}
	case plan.Until, plan.AtMost:
		return interval{high: first}
	case plan.Above:
		return interval{low: first, open: true}
	case plan.Below:
		return interval{high: first, open: true}
	case plan.During:
		return interval{low: first, high: last}
	case plan.Within:
		return interval{low: first, high: last, open: true}
	case plan.Equals:
		return interval{low: first, high: first}
	}
	panic("proof: no interval of comparison " + string(o.Comparison))
}

// bound parses an operand; nil if it is not a number or day.
func bound(operand string, kind value.Kind) *big.Rat {
	if kind == value.Date {
		if len(operand) != len(value.DateISO) {
			return nil
		}
		return new(big.Rat).SetInt64(dayNumber(operand))
	}
	n, _ := new(big.Rat).SetString(operand)
	return n
}

// extreme keeps the row in one place of a ranking. A tie in that place or before it has no
// result.
func (r *relational) extreme(to *relation, o *plan.Superlative) (plan.Reason, string) {
	in := to.from[0]
	place := max(o.Rank, 1)
	if len(in.rows) < place {
		return plan.Missing, fmt.Sprintf("%d rows: none in place %d", len(in.rows), place)
	}
	values, reason, detail := r.scalars(in, o.Column)
	if reason != "" {
		return reason, detail
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if o.Order == plan.Max {
			a, b = b, a
		}
		return values[a].compare(values[b])
	})
	for i := 1; i <= place && i < len(order); i++ {
		if a, b := order[i-1], order[i]; values[a].compare(values[b]) == 0 {
			return plan.Tie, fmt.Sprintf("rows %d and %d share %s in %s", in.rows[a], in.rows[b], values[a].text, o.Column)
		}
	}
	to.table, to.rows, to.single = in.table, []int{in.rows[order[place-1]]}, true
	return "", ""
}

// only takes the row of a set of exactly one row.
func only(to *relation) (plan.Reason, string) {
	in := to.from[0]
	if len(in.rows) == 0 {
		return plan.Missing, "no row: want exactly one"
	}
	if len(in.rows) > 1 {
		return plan.Several, fmt.Sprintf("%d rows: want exactly one", len(in.rows))
	}
	to.table, to.rows, to.single = in.table, in.rows, true
	return "", ""
}

// frequent takes the value that the most rows have.
func (r *relational) frequent(to *relation, column string) (plan.Reason, string) {
	in := to.from[0]
	holding := map[string]map[int]bool{} // the rows of each value
	for _, row := range in.rows {
		data, reason, detail := cell(in.table, row, column)
		if reason != "" {
			return reason, detail
		}
		for _, d := range data {
			if holding[d.text] == nil {
				holding[d.text] = map[int]bool{}
			}
			holding[d.text][row] = true
		}
	}
	sizes := map[string]int{}
	for text, rows := range holding {
		sizes[text] = len(rows)
	}
	to.table = in.table
	to.entity, _ = entityOf(in.table.Spec().Column(column))
	reason, detail := to.most(sizes)
	if reason == "" && value.Masked(to.data[0].text, r.domain.Masks) {
		return plan.Masked, fmt.Sprintf("%q in %s is masked", to.data[0].text, column)
	}
	return reason, detail
}

// mode takes the most frequent value of a set, considering only values of a second set if
// there is one.
func mode(to *relation) (plan.Reason, string) {
	in := to.from[0]
	to.table, to.entity = in.table, in.entity
	sizes := map[string]int{}
	for _, text := range textsIn(in.data) {
		if len(to.from) == 1 || slices.Contains(textsIn(to.from[1].data), text) {
			sizes[text]++
		}
	}
	return to.most(sizes)
}

// most takes the value with the largest size; a tie has no result.
func (r *relation) most(sizes map[string]int) (plan.Reason, string) {
	if len(sizes) == 0 {
		return plan.Missing, "no value to count"
	}
	size := slices.Max(slices.Collect(maps.Values(sizes)))
	maps.DeleteFunc(sizes, func(_ string, n int) bool { return n < size })
	if len(sizes) > 1 {
		return plan.Tie, fmt.Sprintf("%d values stand there %d times each", len(sizes), size)
	}
	for text := range sizes {
		if r.data = []datum{{kind: value.Text, text: text}}; r.entity != "" {
			r.name = []string{text}
		}
	}
	return "", ""
}
