package estimate

import (
	"cmp"
	"slices"
)

// Holm adjusts the p values of several comparisons. Rejecting the hypotheses with an
// adjusted value of at most alpha rejects a true hypothesis with probability at most alpha,
// however the comparisons depend on each other (Holm, A Simple Sequentially Rejective
// Multiple Test Procedure, 1979). Adjusted values are in the order of p and in [0, 1]; p is
// not changed.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	var least float64
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
