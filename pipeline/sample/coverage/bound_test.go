package coverage

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// instance is a small choice under quotas.
func instance(t *rapid.T) (quotas []slots, n int) {
	n = rapid.IntRange(1, 7).Draw(t, "elements")
	set := rapid.SliceOfN(rapid.Int32Range(0, int32(n)-1), 0, 4)
	for range rapid.IntRange(1, 3).Draw(t, "depths") {
		quotas = append(quotas, newSlots(rapid.IntRange(0, 3).Draw(t, "quota"), rapid.SliceOfN(set, 0, 5).Draw(t, "sets")))
	}
	return quotas, n
}

// optimum returns the most that so many sets can have, by trying all ways to choose.
func optimum(quotas []slots, sets int, had []int32) int {
	if len(quotas) == 0 || sets == 0 {
		return len(had)
	}
	q := quotas[0]
	if len(q.sets) == 0 {
		return optimum(quotas[1:], sets, had)
	}
	rest := slices.Clone(quotas)
	rest[0].sets = q.sets[1:]
	most := optimum(rest, sets, had)
	if q.quota > 0 {
		rest[0].quota--
		more := slices.Clone(had)
		for _, t := range q.sets[0] {
			if !slices.Contains(more, t) {
				more = append(more, t)
			}
		}
		most = max(most, optimum(rest, sets-1, more))
	}
	return most
}

// No choice covers more than the bound, whatever the number of sets.
func TestUpperBoundIsABound(t *testing.T) {
	tight, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		quotas, n := instance(t)
		bounds := upperBounds(quotas, n)
		for sets, bound := range bounds {
			best := optimum(quotas, sets, nil)
			if best > bound {
				t.Fatalf("%d sets can have %d elements, upperBounds() = %d", sets, best, bound)
			}
			all++
			if best == bound {
				tight++
			}
		}
		slotted, reached := 0, map[int32]bool{}
		for _, q := range quotas {
			for i, w := range q.mostValuable(make([]int, n)) {
				if i < q.quota {
					slotted += len(w.set)
				}
			}
			for _, s := range q.sets {
				for _, e := range s {
					reached[e] = q.quota > 0 || reached[e]
				}
			}
		}
		if got := bounds[len(bounds)-1]; got > min(slotted, n) {
			t.Fatalf("upperBounds() = %d, want no more than %d slots and %d elements", got, slotted, n)
		}
	})
	if tight*10 < all*9 {
		t.Errorf("the bound is what can be had in %d of %d cases, want nine in ten", tight, all)
	}
}

// Where the largest sets overlap, slots alone are too many and prices tell.
func TestUpperBoundIsTighterThanSlots(t *testing.T) {
	for _, tt := range []struct {
		name   string
		quotas []slots
		n      int
		want   []int
	}{
		{"nothing to choose from", []slots{newSlots(2, nil)}, 3, []int{0}},
		{"one set twice", []slots{newSlots(2, [][]int32{{0, 1}, {1, 0, 0}})}, 3, []int{0, 2}},
		{"all have one element", []slots{newSlots(2, [][]int32{{0, 1}, {0, 2}, {0, 3}})}, 4, []int{0, 2, 3}},
		{"no quota", []slots{newSlots(0, [][]int32{{0, 1}}), newSlots(1, [][]int32{{2}})}, 3, []int{0, 1}},
		{"steps from no prices", []slots{newSlots(1, [][]int32{{0, 4}, {1}, {2, 4}, {5, 6}}), newSlots(2, [][]int32{{1, 4, 5}, {1}, {2, 5}})}, 7, []int{0, 3, 4, 5}},
		{"the longest first", []slots{newSlots(1, [][]int32{{0}}), newSlots(1, [][]int32{{1, 2}})}, 3, []int{0, 2, 3}},
	} {
		if got := upperBounds(tt.quotas, tt.n); !slices.Equal(got, tt.want) {
			t.Errorf("%s: upperBounds() = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Prices of 1 for what the greedy rule has give its certificate: what is covered, and
// of every quota the largest gains beyond it.
func TestCertificate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quotas, n := instance(t)
		r := newRelaxation(quotas, n)
		for _, prices := range r.greedyPrices() {
			want := 0
			for _, y := range prices {
				want += y / unit
			}
			for _, q := range r.quotas {
				var gains []int
				for _, set := range q.sets {
					gain := 0
					for _, e := range set {
						if prices[e] == 0 {
							gain++
						}
					}
					gains = append(gains, gain)
				}
				slices.Sort(gains)
				slices.Reverse(gains)
				for _, gain := range gains[:q.quota] {
					want += gain
				}
			}
			if got := r.try(prices); got != want*unit {
				t.Fatalf("try(%v) = %d, want %d", prices, got, want*unit)
			}
		}
		if steps := len(r.greedyPrices()); steps == 0 && optimum(quotas, 9, nil) > 0 {
			t.Fatal("the greedy rule takes nothing where there is something")
		}
	})
}
