package probe

import (
	"cmp"
	"slices"
)

func inOrder(it *item) []int { return upTo(len(it.options)) }

func inReverse(it *item) []int {
	all := upTo(len(it.matches))
	slices.Reverse(all)
	return all[:min(len(all), len(it.options))]
}

// byLength pairs the options and matches of the same rank by length; nil if the lists are not
// equally long.
func byLength(it *item) []int {
	if len(it.options) != len(it.matches) {
		return nil
	}
	ranked := func(list []option) []int {
		order := upTo(len(list))
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].length, list[a].length) })
		return order
	}
	pairs := make([]int, len(it.options))
	matches := ranked(it.matches)
	for rank, i := range ranked(it.options) {
		pairs[i] = matches[rank]
	}
	return pairs
}

// byWords pairs what shares most words, the best pair first; nil if no pair shares any.
func byWords(it *item) []int {
	pairs := make([]int, len(it.options))
	for i := range pairs {
		pairs[i] = -1
	}
	taken := map[int]bool{}
	sets := make([]map[string]bool, len(it.matches))
	for j := range it.matches {
		sets[j] = map[string]bool{}
		for _, token := range it.matches[j].tokens {
			sets[j][token] = true
		}
	}
	any := false
	for range it.options {
		bestI, bestJ, top := -1, -1, -1
		for i := range it.options {
			if pairs[i] >= 0 {
				continue
			}
			for j := range it.matches {
				if n := shared(it.options[i].tokens, sets[j]); !taken[j] && n > top {
					bestI, bestJ, top = i, j, n
				}
			}
		}
		if bestI < 0 {
			return nil
		}
		pairs[bestI], taken[bestJ] = bestJ, true
		any = any || top > 0
	}
	if !any {
		return nil
	}
	return pairs
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
