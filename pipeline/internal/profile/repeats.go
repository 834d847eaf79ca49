package profile

import (
	"maps"
	"math"
	"slices"
)

// Repeats is a frequency spectrum: pairs of a frequency and the number of distinct texts
// with that frequency, in ascending order of frequency. [[1, 5], [3, 2]] means that five
// texts occur once and two occur three times. It is never nil in a profile.
type Repeats [][2]int

// newRepeats returns the spectrum of the given counts.
func newRepeats[K comparable](counts map[K]int) Repeats {
	times := map[int]int{}
	for _, n := range counts {
		times[n]++
	}
	r := make(Repeats, 0, len(times))
	for _, n := range slices.Sorted(maps.Keys(times)) {
		r = append(r, [2]int{n, times[n]})
	}
	return r
}

// total returns the number of occurrences and of distinct things.
func (r Repeats) total() (things, distinct int) {
	for _, p := range r {
		things += p[0] * p[1]
		distinct += p[1]
	}
	return things, distinct
}

// distinct returns the expected number of distinct things among m drawn without
// replacement (rarefaction: Hurlbert, 1971) and its variance over samples of size m
// from the same population (Colwell et al., 2012, individual-based model, with Chao1
// for unseen things). m must not exceed the number of occurrences.
func (r Repeats) distinct(m int) (mean, variance float64) {
	n, seen := r.total()
	for _, p := range r {
		kept := 1 - probabilityMissed(n, p[0], m)
		mean += kept * float64(p[1])
		variance += kept * kept * float64(p[1])
	}
	if all := float64(seen) + r.unseen(); all > 0 {
		variance -= mean * mean / all
	}
	return mean, max(0, variance)
}

// probabilityMissed returns the probability that m of n things, drawn without
// replacement, include none of k given ones: C(n-k, m) / C(n, m).
func probabilityMissed(n, k, m int) float64 {
	if m > n-k {
		return 0
	}
	// Most things are rare, so the exact product matters there: logarithms of large
	// factorials lose digits.
	const few = 100
	if k <= few {
		p := 1.0
		for i := range k {
			p *= float64(n-m-i) / float64(n-i)
		}
		return p
	}
	return math.Exp(logFactorial(n-k) + logFactorial(n-m) - logFactorial(n-k-m) - logFactorial(n))
}

func logFactorial(n int) float64 {
	l, _ := math.Lgamma(float64(n) + 1)
	return l
}

// unseen estimates the number of distinct things missing from the sample by those
// that occur once and twice in it (Chao, 1984).
func (r Repeats) unseen() float64 {
	n, _ := r.total()
	var once, twice float64
	for _, p := range r {
		switch p[0] {
		case 1:
			once = float64(p[1])
		case 2:
			twice = float64(p[1])
		}
	}
	if n == 0 {
		return 0
	}
	shrink := float64(n-1) / float64(n)
	if twice > 0 {
		return shrink * once * once / (2 * twice)
	}
	return shrink * once * (once - 1) / 2
}
