package prose

import "math/bits"

// A row of the table that both measures below fill in is kept as bits, 64 cells a word,
// and all cells of a word are worked out at once.
const wordBits = 64

// places says for each item of a pattern where it stands: bit i of the row is set where
// pattern[i] is the item.
func places[T comparable](pattern []T) (at map[T][]uint64, blocks int) {
	blocks = (len(pattern) + wordBits - 1) / wordBits
	at = make(map[T][]uint64)
	for i, item := range pattern {
		row := at[item]
		if row == nil {
			row = make([]uint64, blocks)
			at[item] = row
		}
		row[i/wordBits] |= 1 << (i % wordBits)
	}
	return at, blocks
}

// subsequence returns the length of the longest common subsequence (Hyyrö, Bit-Parallel
// LCS-length Computation Revisited, 2004).
func subsequence[T comparable](a, b []T) int {
	at, blocks := places(a)
	row := make([]uint64, blocks) // a 0 for each item of a where the length grows
	for i := range row {
		row[i] = ^uint64(0)
	}
	for _, item := range b {
		where := at[item]
		if where == nil {
			continue
		}
		var carry uint64
		for i, v := range row {
			u := v & where[i]
			var sum uint64
			sum, carry = bits.Add64(v, u, carry)
			row[i] = sum | v&^u
		}
	}
	length := 0
	for _, v := range row { // bits above the last item never match and stay 1
		length += bits.OnesCount64(^v)
	}
	return length
}

// distance returns the edit distance (Myers, A Fast Bit-Vector Algorithm for Approximate
// String Matching Based on Dynamic Programming, 1999, as Hyyrö, A Bit-Vector Algorithm
// for Computing Levenshtein and Damerau Edit Distances, 2003, has it for two texts).
func distance[T comparable](a, b []T) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	at, blocks := places(a)
	column := make([]slope, blocks)
	for i := range column {
		column[i].up = ^uint64(0)
	}
	none := make([]uint64, blocks)
	last := uint64(1) << ((len(a) - 1) % wordBits)
	sum := len(a)
	for _, item := range b {
		where := at[item]
		if where == nil {
			where = none
		}
		step := 1 // the first row grows by one a column
		for i := range column {
			end := uint64(1) << (wordBits - 1)
			if i == blocks-1 {
				end = last
			}
			step = column[i].advance(where[i], step, end)
		}
		sum += step
	}
	return sum
}

// slope is 64 cells of a column of the table of distances: where a cell is one above the
// cell before it, and where it is one below.
type slope struct{ up, down uint64 }

// advance goes to the next column. It takes how the row above the cells changed from one
// column to the next, -1, 0 or 1, and returns how the row of the bit end did.
func (s *slope) advance(equal uint64, step int, end uint64) int {
	vertical := equal | s.down
	if step < 0 {
		equal |= 1
	}
	horizontal := (equal&s.up + s.up) ^ s.up | equal
	up := s.down | ^(horizontal | s.up)
	down := s.up & horizontal
	out := 0
	switch {
	case up&end != 0:
		out = 1
	case down&end != 0:
		out = -1
	}
	up, down = up<<1, down<<1
	switch {
	case step < 0:
		down |= 1
	case step > 0:
		up |= 1
	}
	s.up, s.down = down|^(vertical|up), up&vertical
	return out
}
