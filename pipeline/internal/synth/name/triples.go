package name

import (
	"fmt"
	"slices"
	"strings"
)

// tripleWords numbers words of three characters, one from each pool. The middle character never
// sounds like a neighbour.
type tripleWords struct {
	first, middle, last []string // middle has characters of one sound beside each other
	same                map[string]span
	middles             uint64 // how many every pair of neighbours leaves
	all, step           uint64
}

// span is the range of the characters of one sound in a pool, the end excluded.
type span struct{ start, end uint64 }

func newTriples(what string, first, last []string, sounds map[rune]string, n uint64) (tripleWords, error) {
	t := tripleWords{first: first, middle: union(first, last), last: last, same: make(map[string]span)}
	sound := func(c string) string { return sounds[[]rune(c)[0]] }
	slices.SortStableFunc(t.middle, func(a, b string) int { return strings.Compare(sound(a), sound(b)) })
	most := uint64(0)
	for start := 0; start < len(t.middle); {
		end := start
		for end < len(t.middle) && sound(t.middle[end]) == sound(t.middle[start]) {
			end++
		}
		for _, c := range t.middle[start:end] {
			t.same[c] = span{uint64(start), uint64(end)}
		}
		most = max(most, uint64(end-start))
		start = end
	}
	t.middles = uint64(len(t.middle)) - 2*most
	t.all = uint64(len(first)) * t.middles * uint64(len(last))
	if t.all < n {
		return t, fmt.Errorf("%s: %d words of three characters: want %d", what, t.all, n)
	}
	t.step = stride(t.all)
	return t, nil
}

func (t *tripleWords) at(i uint64) string {
	i = i * t.step % t.all
	n := uint64(len(t.last))
	last := t.last[i%n]
	i /= n
	first := t.first[i/t.middles]
	middle := i % t.middles
	low, high := t.same[first], t.same[last]
	if low.start > high.start {
		low, high = high, low
	}
	if middle >= low.start {
		middle += low.end - low.start
	}
	if high != low && middle >= high.start {
		middle += high.end - high.start
	}
	return first + t.middle[middle] + last
}
