package agreement

import "slices"

// The coefficients, in the order of a Summary.
const (
	raw = iota
	cohen
	fleiss
	alpha
	coefficients
)

// figure is one coefficient: 1 - observed/expected, both disagreement. Where it is not
// defined both are 0.
type figure struct {
	defined            bool
	observed, expected float64
}

func (f figure) value() float64 { return 1 - f.observed/f.expected }

// figures works out every coefficient of a set of units, in which there are units[i] of the
// i-th pattern. Sums are of whole numbers: no order of adding and no fused multiplication
// can change them.
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
	n, alike := 0, 0 // ratings, and ordered pairs of them that are alike
	for _, c := range s.labels {
		n += c
		alike += c * c
	}
	if alike == n*n {
		return f // one label: nothing could differ
	}
	if len(s.differing) == 1 {
		f[fleiss] = figure{true, f[raw].observed, float64(n*n-alike) / float64(n*n)}
	}
	observed := s.unlike(func(size int) int { return size }) / float64(n)
	f[alpha] = figure{true, observed, float64(n*n-alike) / float64(n*(n-1))}
	return f
}

// sums are what all coefficients are worked out from.
type sums struct {
	units     int
	labels    []int // ratings by label
	first     []int // units by label of the first rater and of the second, for a pair
	second    []int
	differing []bySize // smallest size first
}

// bySize counts ordered pairs of differing ratings in units with size ratings.
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

// zeros returns n zeros, in the space of s where there is enough.
func zeros(s []int, n int) []int {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// unlike adds up the share of differing pairs over all units, each unit weighing what weight
// says of its size.
func (s *sums) unlike(weight func(size int) int) float64 {
	sum := 0.0
	for _, d := range s.differing {
		sum += float64(weight(d.size)*d.pairs) / float64(d.size*(d.size-1))
	}
	return sum
}
