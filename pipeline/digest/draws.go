package digest

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Draws is a pseudo-random number that belongs to something by its name and content: equal names
// give equal numbers on every machine, whatever else there is. Choices that go by such numbers
// change only where what they choose among changes: of a list, [Pick] takes the item with the
// smallest number, so that another item more or less moves no choice but its own, and the order of
// the list is of no account (rendezvous hashing: Thaler and Ravishankar, 1998). Where positions
// must not count, use it in place of [Rand].
type Draws uint64

// NewDraws returns the draws of the fields, by convention (purpose, seed, item).
func NewDraws(fields ...string) Draws {
	sum := HashOf("draws", fields)
	return Draws(binary.BigEndian.Uint64(sum[:]))
}

// Of returns the draws of a part by its name, independent of those of other parts.
func (d Draws) Of(name string) Draws {
	h := uint64(d) ^ 14695981039346656037 // FNV-1a
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return Draws(mix(h))
}

// With returns the draws of two things together, in this order.
func (d Draws) With(other Draws) Draws {
	return Draws(mix(uint64(d)*0x9e3779b97f4a7c15 + uint64(other)))
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// IntN returns a number in [0, n), always the same. It panics if n is less than 1.
func (d Draws) IntN(n int) int {
	if n < 1 {
		panic("digest: IntN of less than 1")
	}
	high, _ := bits.Mul64(uint64(d), uint64(n))
	return int(high)
}

// Pick returns the item of a list that is drawn by its name. The list has an item.
func Pick[T any](d Draws, list []T, name func(T) string) T {
	return slices.MinFunc(list, func(a, b T) int { return cmp.Compare(d.Of(name(a)), d.Of(name(b))) })
}

// Order sorts a list in the order drawn by names. Items with equal names keep their order.
func Order[T any](d Draws, list []T, name func(T) string) {
	type ranked struct {
		rank Draws
		item T
	}
	all := make([]ranked, len(list))
	for i, item := range list {
		all[i] = ranked{d.Of(name(item)), item}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for i := range all {
		list[i] = all[i].item
	}
}
