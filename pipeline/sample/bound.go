package sample

import (
	"cmp"
	"slices"
)

// slots are the sets that a quota chooses from: what each has, by number, each once.
type slots struct {
	quota int
	sets  [][]int32 // different ones
}

// newSlots makes the slots of a quota. Sets that are equal cover no more than one of
// them.
func newSlots(quota int, sets [][]int32) slots {
	sets = slices.Clone(sets)
	for i, set := range sets {
		sets[i] = slices.Compact(slices.Sorted(slices.Values(set)))
	}
	slices.SortFunc(sets, slices.Compare)
	return slots{quota, slices.CompactFunc(sets, slices.Equal)}
}

// upper returns, for each number of sets from 0 to the sum of the quotas, how many of
// n elements that many sets can have between them at most, if of each slots' sets no
// more than its quota are chosen.
//
// The bounds are of Lagrangian relaxation. Let each element t have a price y(t) in
// [0, 1]. Whatever is chosen, what an element adds to the coverage, 1 if anything
// chosen has it, is at most y(t) + (1-y(t)) times how many have it. So the coverage
// is at most the sum of the prices and of what the chosen sets are worth, the sum of
// 1-y(t) over what each has; and that is largest for the sets that are worth most.
// Prices of 0 give the number of slots, prices of 1 the number of elements, and
// prices of 1 for what some sets S have and 0 elsewhere give the certificate of
// submodularity: the coverage of S and, of every quota, the largest gains beyond it
// (Nemhauser, Wolsey and Fisher, 1978). All these are tried, the last for everything
// the greedy rule has after each step, and prices that subgradient steps lead to
// from 0 and from the best of these (Held, Wolfe and Crowder, 1974), which approach
// the bound of the linear program. The smallest bound counts.
func upper(quotas []slots, n int) []int {
	r := newRelaxation(quotas, n)
	best := make([]int, n)
	least := r.try(best)
	r.try(slices.Repeat([]int{unit}, n))
	for _, prices := range r.greedy() {
		if b := r.try(prices); b < least {
			best, least = prices, b
		}
	}
	r.descend(make([]int, n))
	r.descend(best)
	return r.bounds()
}

// unit is a price of 1.
const unit = 1 << 12

// relaxation tries prices and keeps the smallest bounds.
type relaxation struct {
	quotas []slots
	least  []int // bounds in unit, by number of sets
	chosen []int // how many of the sets worth most have each element, at the prices tried last
}

func newRelaxation(quotas []slots, n int) *relaxation {
	r := &relaxation{chosen: make([]int, n)}
	total := 0
	for _, q := range quotas {
		q.quota = max(0, min(q.quota, len(q.sets)))
		r.quotas = append(r.quotas, q)
		total += q.quota
	}
	r.least = slices.Repeat([]int{n * unit}, total+1)
	r.least[0] = 0
	return r
}

// bounds returns the bounds in whole elements.
func (r *relaxation) bounds() []int {
	out := make([]int, len(r.least))
	for i, b := range r.least {
		out[i] = b / unit
	}
	return out
}

// worthy is a set and what it is worth.
type worthy struct {
	worth int
	set   []int32
}

// try works the bounds out at some prices, and returns the one for all the sets.
func (r *relaxation) try(prices []int) int {
	clear(r.chosen)
	var all []worthy
	for _, q := range r.quotas {
		all = append(all, q.most(prices)...)
	}
	slices.SortStableFunc(all, func(a, b worthy) int { return cmp.Compare(b.worth, a.worth) })
	bound := 0
	for _, y := range prices {
		bound += y
	}
	r.least[0] = min(r.least[0], bound)
	for i, w := range all {
		bound += w.worth
		r.least[i+1] = min(r.least[i+1], bound)
		for _, t := range w.set {
			r.chosen[t]++
		}
	}
	return bound
}

// most returns as many sets as the quota has that are worth most, the first among
// equals.
func (q *slots) most(prices []int) []worthy {
	best := make([]worthy, 0, q.quota+1)
	for _, set := range q.sets {
		worth := 0
		for _, t := range set {
			worth += unit - prices[t]
		}
		if len(best) == q.quota && (q.quota == 0 || worth <= best[len(best)-1].worth) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, worth, func(w worthy, worth int) int {
			if w.worth < worth {
				return 1
			}
			return -1
		})
		best = slices.Insert(best, at, worthy{worth, set})
		best = best[:min(len(best), q.quota)]
	}
	return best
}

// greedy returns prices of 1 for what is covered after each step of the greedy rule,
// which takes the set with the most that is new, of those whose quota has room.
func (r *relaxation) greedy() [][]int {
	prices := make([]int, len(r.chosen))
	var all [][]int
	left := make([]int, len(r.quotas))
	for i, q := range r.quotas {
		left[i] = q.quota
	}
	for {
		most, at := 0, -1
		var best []int32
		for i, q := range r.quotas {
			if left[i] == 0 {
				continue
			}
			for _, set := range q.sets {
				gain := 0
				for _, t := range set {
					if prices[t] == 0 {
						gain++
					}
				}
				if gain > most {
					most, at, best = gain, i, set
				}
			}
		}
		if at < 0 {
			return all
		}
		left[at]--
		for _, t := range best {
			prices[t] = unit
		}
		all = append(all, slices.Clone(prices))
	}
}

// steps is how many subgradient steps are taken.
const steps = 60

// descend takes steps against the subgradient: the price of what several of the sets
// worth most have goes up, that of what none has goes down.
func (r *relaxation) descend(prices []int) {
	prices = slices.Clone(prices)
	for k := range steps {
		r.try(prices)
		for t, n := range r.chosen {
			prices[t] = min(unit, max(0, prices[t]+(n-1)*unit/(4*(k+2))))
		}
	}
	r.try(prices)
}
