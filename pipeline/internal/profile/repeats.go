package profile

import (
	"maps"
	"math"
	"slices"
)

// Repeats says how often things repeat: pairs of how many times and how many
// distinct things occur that often, by the former. [[1, 5], [3, 2]] are five
// things that occur once and two that occur three times. It is never nil in a
// profile.
type Repeats [][2]int

// newRepeats counts the counts of things.
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

// total returns the number of things, repetitions included, and of distinct ones.
func (r Repeats) total() (things, distinct int) {
	for _, p := range r {
		things += p[0] * p[1]
		distinct += p[1]
	}
	return things, distinct
}

// distinct returns how many distinct things m of them are expected to hold, when
// drawn without replacement (rarefaction: Hurlbert, 1971), and the variance of that
// number between samples of m from where these came from (Colwell et al., 2012, on
// the individual-based model, with Chao1 for what no sample has seen). m must not be
// more than there are.
func (r Repeats) distinct(m int) (mean, variance float64) {
	n, seen := r.total()
	for _, p := range r {
		kept := 1 - missed(n, p[0], m)
		mean += kept * float64(p[1])
		variance += kept * kept * float64(p[1])
	}
	if all := float64(seen) + r.unseen(); all > 0 {
		variance -= mean * mean / all
	}
	return mean, max(0, variance)
}

// missed returns the probability that m of n things, drawn without replacement,
// hold none of k certain ones: C(n-k, m) / C(n, m).
func missed(n, k, m int) float64 {
	if m > n-k {
		return 0
	}
	// Rare things are the many, so that theirs must be exact: the logarithms of large
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

// unseen estimates how many distinct things a sample has not seen by those it has
// seen once and twice (Chao, 1984).
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
