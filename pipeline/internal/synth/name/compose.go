package name

import (
	"fmt"
	"math/rand/v2"
)

// stride returns a number near n divided by the golden ratio that is coprime to n. Its
// multiples modulo n visit all numbers below n, with successive ones far apart.
func stride(n uint64) uint64 {
	s := max(1, n*618/1000)
	for divisor(s, n) != 1 {
		s++
	}
	return s
}

// divisor returns the greatest common divisor of a and b.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// compounds returns n words, each composed of a first and a last part, with successive words
// dissimilar. It omits words for which refuse is true.
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

// draw returns a random entry of a pool.
func draw(r *rand.Rand, pool []string) string { return pool[r.IntN(len(pool))] }

// filled returns an error if a pool is empty.
func filled(what string, pools ...[]string) error {
	for i, pool := range pools {
		if len(pool) == 0 {
			return fmt.Errorf("%s: pool %d is empty", what, i+1)
		}
	}
	return nil
}
