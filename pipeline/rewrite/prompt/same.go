package prompt

import (
	"fmt"
	"slices"
)

// same reports whether two names can mean one column.
func (c *canonColumn) same(o *canonColumn) bool {
	return slices.ContainsFunc(c.means, func(a at) bool { return slices.Contains(o.means, a) })
}

// same reports whether a quantity that is wanted is the other.
func (q *canonQuantity) same(o *canonQuantity) bool {
	if q.what != o.what {
		return q.set && q.what == Distinct && o.what == Count && len(o.column.means) == 0
	}
	if len(q.by) > 0 && len(o.by) > 0 && !meet(q.by, o.by) {
		return false
	}
	switch q.what {
	case Slot:
		return q.slot == o.slot
	case Count, Exists:
		return meet(q.tables, o.tables)
	case Value, Distinct, Sum, Average:
		return q.column.same(&o.column)
	case Days, Add, Multiply:
		return paired(q.parts, o.parts, false)
	case Subtract, Divide, Share:
		return paired(q.parts, o.parts, true)
	}
	return true
}

// paired compares two sides, in order or in either.
func paired(want, got []canonQuantity, ordered bool) bool {
	if len(want) != 2 || len(got) != 2 {
		return false
	}
	straight := want[0].same(&got[0]) && want[1].same(&got[1])
	if ordered && want[0].same(&got[1]) && want[1].same(&got[0]) && len(want[0].by)+len(want[1].by) > 0 {
		straight = straight && (meet(want[0].by, got[0].by) || meet(want[1].by, got[1].by)) // nothing else tells which is first
	}
	return straight || !ordered && want[0].same(&got[1]) && want[1].same(&got[0])
}

func (o *canonOperator) same(p *canonOperator) bool {
	if o.do != p.do {
		return false
	}
	switch o.do {
	case Superlative:
		return o.end == p.end && o.rank == p.rank && o.column.same(&p.column)
	case Frequent:
		return o.column.same(&p.column)
	case Having, Exist:
		return meet(o.tables, p.tables)
	case Compare:
		if len(o.parts) == 2 && len(p.parts) == 1 { // the same of both
			return o.end == p.end && o.parts[0].same(&p.parts[0]) && o.parts[1].same(&p.parts[0])
		}
		return o.end == p.end && paired(o.parts, p.parts, false)
	}
	return paired(o.parts, p.parts, o.do == Difference)
}

func (c *canonCondition) same(o *canonCondition) bool {
	if c.is != o.is || !c.column.same(&o.column) {
		return false
	}
	return c.free || c.lo == o.lo && c.hi == o.hi && c.text == o.text && !o.free
}

// meet reports whether two lists have something in common.
func meet[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(x T) bool { return slices.Contains(b, x) })
}

// listed names what is missing or added in a list; "" where nothing is.
func listed[T any](name string, want, got []T, same func(a, b *T) bool, show func(*T) string) string {
	missing, extra := unmatched(want, got, same)
	switch {
	case len(missing) > 0 && len(extra) > 0:
		return fmt.Sprintf("%s: %s, want %s", name, show(&got[extra[0]]), show(&want[missing[0]]))
	case len(missing) > 0:
		return fmt.Sprintf("%s: %s is missing", name, show(&want[missing[0]]))
	case len(extra) > 0:
		return fmt.Sprintf("%s: %s is added", name, show(&got[extra[0]]))
	}
	return ""
}

// unmatched pairs as many of two lists as can be, each at most once, and returns the
// indices of the rest, ascending.
func unmatched[T any](want, got []T, same func(a, b *T) bool) (missing, extra []int) {
	by := make([]int, len(got)) // 1 + the index in want
	var pair func(i int, seen []bool) bool
	pair = func(i int, seen []bool) bool {
		for j := range got {
			if seen[j] || !same(&want[i], &got[j]) {
				continue
			}
			seen[j] = true
			if by[j] == 0 || pair(by[j]-1, seen) {
				by[j] = i + 1
				return true
			}
		}
		return false
	}
	for i := range want {
		if !pair(i, make([]bool, len(got))) {
			missing = append(missing, i)
		}
	}
	for j := range got {
		if by[j] == 0 {
			extra = append(extra, j)
		}
	}
	return missing, extra
}
