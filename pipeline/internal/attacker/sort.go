package attacker

import (
	"cmp"
	"slices"
)

// sortBy sorts a list by figure, largest first. The sort is stable.
func sortBy[T any](list []T, figure func(T) float64) {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(figure(b), figure(a)) })
}
