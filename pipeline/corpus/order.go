package corpus

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// keepsFile reports whether the file is kept as it stands.
func (b *builder) keepsFile() bool { return b.domain.FileOrder || b.table.spec.FileOrder }

// sort puts the rows in the order of their keys, column by column, unless the domain keeps the
// file's.
func (b *builder) sort() {
	if b.key == nil || b.keepsFile() {
		return
	}
	order := make([]int32, b.table.rows)
	for i := range order {
		order[i] = int32(i)
	}
	texts := make([][]string, len(b.key)) // by part of the key and code
	for k, i := range b.key {
		texts[k] = make([]string, len(b.cells[i].sources))
		for code, source := range b.cells[i].sources {
			texts[k][code] = value.Unquote(source)
		}
	}
	byKey := func(x, y int32) int {
		for k, i := range b.key {
			codes := b.cells[i].rows
			if c := compareNaturally(texts[k][codes[x]], texts[k][codes[y]]); c != 0 {
				return c
			}
		}
		return 0
	}
	if slices.IsSortedFunc(order, byKey) {
		return
	}
	slices.SortFunc(order, byKey)
	for i := range b.cells {
		b.cells[i].reorder(order)
	}
	lines := make([]int32, len(order))
	for i, row := range order {
		lines[i] = b.lines[row]
	}
	b.lines = lines
}

// reorder puts the rows in an order, and the sources in the order of their first rows.
func (c *columnBuilder) reorder(order []int32) {
	sources := make([]string, 1, len(c.sources)) // the first stands for the unobserved cell
	renumbered := make([]uint32, len(c.sources))
	rows := make([]uint32, len(order))
	for i, row := range order {
		code := c.rows[row]
		if code != 0 && renumbered[code] == 0 {
			renumbered[code] = uint32(len(sources))
			sources = append(sources, c.sources[code])
		}
		rows[i] = renumbered[code]
	}
	c.rows, c.sources = rows, sources
}

// compareNaturally compares texts by their runs of ASCII digits, as numbers, and their other
// bytes: "A9" is before "A10". Texts that differ only by zeros in front of a number are compared
// byte by byte, so that only equal texts are equal.
func compareNaturally(a, b string) int {
	restA, restB := a, b
	for {
		i := commonPrefix(restA, restB)
		for i > 0 && isDigit(restA[i-1]) {
			i--
		}
		restA, restB = restA[i:], restB[i:]
		if restA == "" || restB == "" || !isDigit(restA[0]) || !isDigit(restB[0]) {
			return cmp.Or(cmp.Compare(restA, restB), cmp.Compare(a, b))
		}
		var x, y string
		x, restA = cutNumber(restA)
		y, restB = cutNumber(restB)
		if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
			return c
		}
	}
}

// commonPrefix returns the number of bytes with which both texts begin.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// cutNumber cuts the digits with which a text begins, without the zeros in front.
func cutNumber(text string) (digits, rest string) {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return strings.TrimLeft(text[:n], "0"), text[n:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
