package attacker

import (
	"cmp"
	"slices"
)

// sortBy sorts by a figure, the largest first; what is equal stays in order.
func sortBy[T any](list []T, figure func(T) float64) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(figure(b), figure(a)) })
}
