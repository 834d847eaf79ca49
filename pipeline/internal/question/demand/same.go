package demand

import "slices"

// same reports whether the name o can mean the column c. A name that is ambiguous among the
// listed records matches only an ambiguous name.
func (c *canonicalColumn) same(o *canonicalColumn) bool {
	return intersect(c.candidates, o.candidates) && (c.ambiguous || !o.ambiguous)
}

// same reports whether the given expression o matches the wanted expression q.
func (q *canonicalExpression) same(o *canonicalExpression) bool {
	if q.kind != o.kind {
		return q.set && q.kind == Distinct && o.kind == Count && len(o.column.candidates) == 0
	}
	switch q.kind {
	case Slot:
		return q.slot == o.slot
	case Count, Exists:
		return intersect(q.tables, o.tables)
	case Value, Distinct, Sum, Average:
		return q.column.same(&o.column)
	case Days, Add, Multiply:
		return samePair(q.parts, o.parts, false)
	case Subtract, Divide, Share:
		return samePair(q.parts, o.parts, true)
	}
	return true
}

// samePair compares the two sides of an operation, in order or in any order.
//
// Two sides of the same shape, such as the capitals of two companies, are distinguished by
// hints: names, operands and columns that belong to one of them. Hints on the wrong side are a
// difference. Missing hints are a difference if the order matters and nothing else shows it.
func samePair(want, got []canonicalExpression, ordered bool) bool {
	if len(want) != 2 || len(got) != 2 {
		return false
	}
	straight := want[0].same(&got[0]) && want[1].same(&got[1])
	swapped := want[0].same(&got[1]) && want[1].same(&got[0])
	if !ordered && swapped && !straight {
		return samePair(want, []canonicalExpression{got[1], got[0]}, false)
	}
	inPlace, misplaced := sideHints(want, got, func(q *canonicalExpression) []string { return q.hints })
	if !ordered && swapped {
		return !inPlace || !misplaced
	}
	bothNamed := len(want[0].nameHints) > 0 && len(want[1].nameHints) > 0 // so that names could change places
	if bothNamed && !swapped {
		inPlace, _ = sideHints(want, got, func(q *canonicalExpression) []string { return q.nameHints })
	}
	needsHint := bothNamed || swapped && len(want[0].hints)+len(want[1].hints) > 0
	return straight && !misplaced && (inPlace || !needsHint)
}

// sideHints compares the hints that belong to one side only. inPlace reports whether the
// given sides share such a hint with the wanted sides in the same position, misplaced
// whether they do in the opposite position.
func sideHints(want, got []canonicalExpression, of func(*canonicalExpression) []string) (inPlace, misplaced bool) {
	only := func(sides []canonicalExpression, i int) []string { // the hints of one side alone
		return slices.DeleteFunc(slices.Clone(of(&sides[i])), func(text string) bool { return slices.Contains(of(&sides[1-i]), text) })
	}
	for i := range 2 {
		inPlace = inPlace || intersect(only(want, i), only(got, i))
		misplaced = misplaced || intersect(only(want, i), only(got, 1-i))
	}
	return inPlace, misplaced
}

func (o *canonicalOperator) same(p *canonicalOperator) bool {
	if o.kind != p.kind {
		return false
	}
	switch o.kind {
	case Superlative:
		return o.end == p.end && o.rank == p.rank && o.column.same(&p.column)
	case Frequent:
		return o.column.same(&p.column)
	case Having, ExistsCheck:
		return intersect(o.tables, p.tables)
	case Compare:
		if len(o.parts) == 2 && len(p.parts) == 1 { // the same of both
			return o.end == p.end && o.parts[0].same(&p.parts[0]) && o.parts[1].same(&p.parts[0])
		}
		return o.end == p.end && samePair(o.parts, p.parts, false)
	}
	return samePair(o.parts, p.parts, o.kind == Difference)
}

func (c *canonicalCondition) same(o *canonicalCondition) bool {
	if c.comparison != o.comparison || !c.column.same(&o.column) {
		return false
	}
	if c.unnamed {
		return o.unnamed || o.described || c.identifier != "" && o.text == c.identifier
	}
	return c.lo == o.lo && c.hi == o.hi && c.text == o.text && !o.unnamed
}

// intersect reports whether two lists have an element in common.
func intersect[T comparable](a, b []T) bool {
	return slices.ContainsFunc(a, func(x T) bool { return slices.Contains(b, x) })
}

// compareLists describes the first element that is missing or added; it returns the zero
// Misreading if there is none.
func compareLists[T any](field string, want, got []T, same func(a, b *T) bool, show func(*T) Piece) (m Misreading) {
	missing, extra := unmatched(want, got, same)
	if len(missing) > 0 {
		m.Field, m.Missing = field, show(&want[missing[0]])
	}
	if len(extra) > 0 {
		m.Field, m.Added = field, show(&got[extra[0]])
	}
	return m
}

// unmatched pairs as many elements of two lists as possible (by augmenting paths) and returns
// the indices of the others, ascending.
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
