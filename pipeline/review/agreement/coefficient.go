package agreement

import "slices"

// The coefficients, in the order of [Summary].
const (
	raw = iota
	cohen
	fleiss
	alpha
	coefficients
)

// figure is one coefficient: 1 - observed/expected, where both are disagreement. If it is
// not defined, both are 0.
type figure struct {
	defined            bool
	observed, expected float64
}

func (f figure) value() float64 { return 1 - f.observed/f.expected }

// figures computes all coefficients of a sample with units[i] units of the i-th pattern.
// Sums are sums of integers, so that neither the order of addition nor fused
// multiply-add instructions can change them.
func (t *table) figures(units []int) [coefficients]figure {
	var f [coefficients]figure
	s := &t.scratch
	t.sum(s, units)
	if s.units == 0 {
		return f
	}
	f[raw] = figure{true, s.unlike(func(int) int { return 1 }) / float64(s.units), 1}
	if t.pair {
		// The chance that two draws differ, one from each rater's labels.
		chance := s.units * s.units
		for label := range s.first {
			chance -= s.first[label] * s.second[label]
		}
		if chance > 0 {
			f[cohen] = figure{true, f[raw].observed, float64(chance) / float64(s.units*s.units)}
		}
	}
	n, alike := 0, 0 // ratings, and ordered pairs of equal ratings
	for _, c := range s.labels {
		n += c
		alike += c * c
	}
	if alike == n*n {
		return f // one label: no disagreement is expected
	}
	if len(s.differing) == 1 {
		f[fleiss] = figure{true, f[raw].observed, float64(n*n-alike) / float64(n*n)}
	}
	observed := s.unlike(func(size int) int { return size }) / float64(n)
	f[alpha] = figure{true, observed, float64(n*n-alike) / float64(n*(n-1))}
	return f
}

// sums are the sums from which all coefficients are computed.
type sums struct {
	units     int
	labels    []int    // ratings by label
	first     []int    // for a pair: units by label of the first rater
	second    []int    // for a pair: units by label of the second rater
	differing []bySize // smallest size first
}

// bySize is the number of ordered pairs of different ratings in units with size ratings.
type bySize struct{ size, pairs int }

// sum sets s to the sums of the units, reusing its slices.
func (t *table) sum(s *sums, units []int) {
	s.units = 0
	s.labels, s.first, s.second = zeros(s.labels, t.labels), zeros(s.first, t.labels), zeros(s.second, t.labels)
	s.differing = s.differing[:0]
	for i, k := range units {
		if k == 0 {
			continue
		}
		p := &t.patterns[i]
		s.units += k
		for label, c := range p.counts {
			s.labels[label] += k * c
		}
		s.first[p.first] += k
		s.second[p.second] += k
		if n := len(s.differing); n == 0 || s.differing[n-1].size != p.size {
			s.differing = append(s.differing, bySize{size: p.size})
		}
		s.differing[len(s.differing)-1].pairs += k * p.differing
	}
}

// zeros returns a slice of n zeros, which reuses the space of s if it is large enough.
func zeros(s []int, n int) []int {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// unlike returns the sum over all units of the share of different pairs, weighted by the
// size of the unit.
func (s *sums) unlike(weight func(size int) int) float64 {
	sum := 0.0
	for _, d := range s.differing {
		sum += float64(weight(d.size)*d.pairs) / float64(d.size*(d.size-1))
	}
	return sum
}
