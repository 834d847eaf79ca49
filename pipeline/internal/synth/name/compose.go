package name

import (
	"fmt"
	"math/rand/v2"
)

// stride is near n divided by the golden ratio and has no divisor in common with
// n: multiplying by it modulo n visits all numbers below n, neighbours far apart.
func stride(n uint64) uint64 {
	s := max(1, n*618/1000)
	for divisor(s, n) != 1 {
		s++
	}
	return s
}

// divisor is the greatest that a and b have in common.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// compounds lists n words, each of one of first and one of last, neighbours
// unalike. Words that refuse refuses are left out.
func compounds(what string, first, last []string, n int, refuse func(word string) bool) ([]string, error) {
	all := uint64(len(first) * len(last))
	out := make([]string, 0, n)
	if all == 0 {
		return nil, fmt.Errorf("%s: an empty pool", what)
	}
	step := stride(all)
	for i := range all {
		if len(out) == n {
			break
		}
		at := i * step % all
		word := first[at/uint64(len(last))] + last[at%uint64(len(last))]
		if !refuse(word) {
			out = append(out, word)
		}
	}
	if len(out) < n {
		return nil, fmt.Errorf("%s: %d compounds: want %d", what, len(out), n)
	}
	return out, nil
}

// draw picks one of a pool.
func draw(r *rand.Rand, pool []string) string { return pool[r.IntN(len(pool))] }

// filled reports a pool that has nothing in it.
func filled(what string, pools ...[]string) error {
	for i, pool := range pools {
		if len(pool) == 0 {
			return fmt.Errorf("%s: pool %d is empty", what, i+1)
		}
	}
	return nil
}
