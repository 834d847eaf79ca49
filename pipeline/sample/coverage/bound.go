package coverage

import (
	"cmp"
	"slices"
)

// slots are the sets that a quota chooses from, as sorted numbers of elements.
type slots struct {
	quota int
	sets  [][]int32 // different from one another
}

// newSlots makes the slots of a quota. Of equal sets it keeps one: the others cover
// nothing more.
func newSlots(quota int, sets [][]int32) slots {
	sets = slices.Clone(sets)
	for i, set := range sets {
		sets[i] = slices.Compact(slices.Sorted(slices.Values(set)))
	}
	slices.SortFunc(sets, slices.Compare)
	return slots{quota, slices.CompactFunc(sets, slices.Equal)}
}

// upperBounds returns, for each number of sets from 0 to the sum of the quotas, an upper
// bound of how many of n elements that many sets can have between them, if no more sets
// are chosen from each slots than its quota.
//
// The bounds are those of Lagrangian relaxation. Give each element t a price y(t) in
// [0, 1]. Whatever is chosen, what t adds to the coverage, 1 if any chosen set has it, is
// at most y(t) + (1-y(t)) times the number of chosen sets that have it. So the coverage
// is at most the sum of the prices plus the sum of the values of the chosen sets, where a
// set's value is the sum of 1-y(t) over its elements; and that is largest for the most
// valuable sets.
//
// Any prices give a valid bound, and the smallest counts. Prices of 0 give the number of
// slots, prices of 1 the number of elements. Prices of 1 for the elements of some sets S
// and 0 elsewhere give the certificate of submodularity: the coverage of S plus, of every
// quota, the largest gains beyond it (Nemhauser, Wolsey and Fisher, 1978); these are tried
// for the sets after each step of the greedy rule. Subgradient steps from 0 and from the
// best of these (Held, Wolfe and Crowder, 1974) approach the bound of the linear program.
func upperBounds(quotas []slots, n int) []int {
	r := newRelaxation(quotas, n)
	best := make([]int, n)
	least := r.try(best)
	r.try(slices.Repeat([]int{unit}, n))
	for _, prices := range r.greedyPrices() {
		if b := r.try(prices); b < least {
			best, least = prices, b
		}
	}
	r.descend(make([]int, n))
	r.descend(best)
	return r.bounds()
}

// unit is a price of 1 in fixed-point arithmetic.
const unit = 1 << 12

// relaxation tries prices and keeps the smallest bounds.
type relaxation struct {
	quotas []slots
	least  []int // smallest bounds so far, in units, by number of sets
	chosen []int // how many of the most valuable sets have each element, at the prices tried last
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

// valuedSet is a set and its value, in units.
type valuedSet struct {
	value int
	set   []int32
}

// try computes the bounds at some prices, and returns the one for the sum of the quotas.
func (r *relaxation) try(prices []int) int {
	clear(r.chosen)
	var all []valuedSet
	for _, q := range r.quotas {
		all = append(all, q.mostValuable(prices)...)
	}
	slices.SortStableFunc(all, func(a, b valuedSet) int { return cmp.Compare(b.value, a.value) })
	bound := 0
	for _, y := range prices {
		bound += y
	}
	r.least[0] = min(r.least[0], bound)
	for i, w := range all {
		bound += w.value
		r.least[i+1] = min(r.least[i+1], bound)
		for _, t := range w.set {
			r.chosen[t]++
		}
	}
	return bound
}

// mostValuable returns the most valuable sets, at most the quota, by falling value; among
// equals the first.
func (q *slots) mostValuable(prices []int) []valuedSet {
	best := make([]valuedSet, 0, q.quota+1)
	for _, set := range q.sets {
		value := 0
		for _, t := range set {
			value += unit - prices[t]
		}
		if len(best) == q.quota && (q.quota == 0 || value <= best[len(best)-1].value) {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, value, func(w valuedSet, value int) int {
			if w.value < value {
				return 1
			}
			return -1
		})
		best = slices.Insert(best, at, valuedSet{value, set})
		best = best[:min(len(best), q.quota)]
	}
	return best
}

// greedyPrices returns, for each step of the greedy rule, prices of 1 for the elements
// covered after it and of 0 for the others. The rule takes the set with the most new
// elements of those whose quota has room.
func (r *relaxation) greedyPrices() [][]int {
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

// descend takes steps against the subgradient: the price of an element that several of
// the most valuable sets have goes up, that of an element that none has goes down.
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
