package agreement

import "math"

// A KappaWeight is the way in which Cohen's weighted kappa counts a disagreement.
type KappaWeight string

// The closed set of weights, for ratings that differ by d of the greatest possible difference.
const (
	LinearWeight    KappaWeight = "linear"    // a disagreement counts d
	QuadraticWeight KappaWeight = "quadratic" // a disagreement counts d squared
)

// WeightedCohen returns Cohen's weighted kappa of two raters on an ordinal scale of levels
// 0 to levels-1: 1 less the weighted disagreement divided by that expected by chance (Cohen,
// Weighted Kappa, Psychological Bulletin 70, 1968). Each pair has the ratings of one unit.
// Exchanging the raters or reversing the scale does not change it. defined is false without
// pairs, and if no disagreement is expected because all ratings are equal. It panics if a
// rating is outside the scale, or there are fewer than two levels.
func WeightedCohen(pairs [][2]int, levels int, weight KappaWeight) (kappa float64, defined bool) {
	if levels < 2 {
		panic("agreement: a scale of fewer than two levels")
	}
	first, second := make([]float64, levels), make([]float64, levels)
	observed := 0.0
	cost := func(i, j int) float64 {
		d := math.Abs(float64(i-j)) / float64(levels-1)
		if weight == QuadraticWeight {
			return d * d
		}
		return d
	}
	for _, p := range pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= levels {
			panic("agreement: a rating outside the scale")
		}
		first[p[0]]++
		second[p[1]]++
		observed += cost(p[0], p[1])
	}
	expected := 0.0
	for i := range first {
		for j := range second {
			expected += first[i] * second[j] * cost(i, j)
		}
	}
	if expected == 0 {
		return 0, false
	}
	return round(1 - observed*float64(len(pairs))/expected), true
}
