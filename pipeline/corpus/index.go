package corpus

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// index finds rows by the text of their cell. The rows of one text stand
// together: those of slot s are rows[starts[s]:starts[s+1]].
type index struct {
	slots  map[string]uint32 // by text
	starts []uint32
	rows   []int32

	// lengths has a bit for each length of the texts in bytes, modulo 64: most texts that are
	// looked up stand nowhere, and a length costs less to compare than a text.
	lengths uint64
}

// unmatched is the slot of cells without text: unobserved and null ones.
const unmatched = ^uint32(0)

// newIndex groups rows by the text of the sources their codes stand for, by
// counting, so that each group keeps the rows' order.
func newIndex(codes []uint32, sources []string) index {
	x := index{slots: map[string]uint32{}}
	slots := make([]uint32, len(sources)) // by code
	for code, source := range sources {
		slots[code] = unmatched
		if source == "" || source == "null" {
			continue
		}
		text := value.Unquote(source)
		slot, ok := x.slots[text]
		if !ok {
			slot = uint32(len(x.slots))
			x.slots[text] = slot
			x.lengths |= 1 << (len(text) % 64)
		}
		slots[code] = slot
	}
	x.starts = make([]uint32, len(x.slots)+1)
	for _, code := range codes {
		if s := slots[code]; s != unmatched {
			x.starts[s+1]++
		}
	}
	for s := range len(x.slots) {
		x.starts[s+1] += x.starts[s]
	}
	x.rows = make([]int32, x.starts[len(x.slots)])
	next := slices.Clone(x.starts)
	for row, code := range codes {
		if s := slots[code]; s != unmatched {
			x.rows[next[s]] = int32(row)
			next[s]++
		}
	}
	return x
}

// rowsOf returns the rows of a text, in order; the slice has no room to grow
// into its neighbour's.
func (x *index) rowsOf(text string) []int32 {
	if x.lengths&(1<<(len(text)%64)) == 0 {
		return nil
	}
	s, ok := x.slots[text]
	if !ok {
		return nil
	}
	from, to := x.starts[s], x.starts[s+1]
	return x.rows[from:to:to]
}

// intersect returns what is in all of the ordered lists, in order. It may return
// one of them. The shortest is walked and looked up in the others.
func intersect(lists [][]int32) []int32 {
	if len(lists) == 0 {
		return nil
	}
	slices.SortStableFunc(lists, func(a, b []int32) int { return len(a) - len(b) })
	rows := lists[0]
	for _, other := range lists[1:] {
		var common []int32
		for _, row := range rows {
			if _, ok := slices.BinarySearch(other, row); ok {
				common = append(common, row)
			}
		}
		rows = common
	}
	return rows
}
