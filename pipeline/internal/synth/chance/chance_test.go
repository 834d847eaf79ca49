package chance

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Keys of different things differ and draw differently; equal ones are equal.
func TestKeys(t *testing.T) {
	seen := map[Key]string{}
	draws := map[uint64]string{}
	add := func(k Key, what string) {
		t.Helper()
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have one key", what, other)
		}
		seen[k] = what
		n := k.Rand().Uint64()
		if other, ok := draws[n]; ok {
			t.Errorf("%s and %s draw the same", what, other)
		}
		draws[n] = what
	}
	for _, seed := range []uint64{0, 1, 2, 1<<64 - 1} {
		k := New(seed)
		if k != New(seed) || k.Of("a") != New(seed).Of("a") || k.At(3) != New(seed).At(3) {
			t.Errorf("the keys of seed %d differ from call to call", seed)
		}
		add(k, fmt.Sprint("seed ", seed))
		for _, label := range []string{"", "a", "b", "ab"} {
			add(k.Of(label), fmt.Sprintf("seed %d, %q", seed, label))
		}
		add(k.Of("a").Of("b"), fmt.Sprintf("seed %d, a of b", seed))
		add(k.Of("b").Of("a"), fmt.Sprintf("seed %d, b of a", seed))
		for i := -2; i < 2000; i++ {
			add(k.At(i), fmt.Sprintf("seed %d, item %d", seed, i))
		}
		for i := range 40 {
			for j := range 40 {
				add(k.At(i).At(j), fmt.Sprintf("seed %d, item %d of item %d", seed, j, i))
			}
		}
	}
}

// Keys and what they draw are the same on every machine and in every version.
func TestKeysArePinned(t *testing.T) {
	k := New(7).Of("companies").At(12)
	r := k.Rand()
	got := fmt.Sprintf("%016x %016x %d %d %d", k.hi, k.lo, r.IntN(1_000_000), r.Uint64N(1<<40), NewPermutation(k, 1_000_003).At(5))
	if want := "a8b1245b1e0bba8b 8c5c4d3a4944a7d5 764058 438366924329 828531"; got != want {
		t.Errorf("draws are %s, want %s", got, want)
	}
}

// A source starts anew with each call.
func TestRand(t *testing.T) {
	k := New(1).At(4)
	r := k.Rand()
	r.Uint64()
	if a, b := k.Rand().Uint64(), r.Uint64(); a == b {
		t.Errorf("a source repeats itself: %d", a)
	}
	if k.Rand().Uint64() != k.Rand().Uint64() {
		t.Error("a key draws differently the second time")
	}
}

// A permutation is one: of [0, n), without a repeat.
func TestPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint64Range(1, 70), rapid.Uint64Range(1, 5000)).Draw(t, "n")
		p := NewPermutation(New(rapid.Uint64().Draw(t, "seed")), n)
		seen := make([]bool, n)
		for i := range n {
			at := p.At(i)
			if at >= n || seen[at] {
				t.Fatalf("permutation of %d: %d goes to %d, where another went or which is none", n, i, at)
			}
			seen[at] = true
		}
	})
}

// Large permutations stay within their range and keep numbers apart.
func TestPermutationOfMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1<<20, 1<<62).Draw(t, "n")
		p := NewPermutation(New(rapid.Uint64().Draw(t, "seed")), n)
		i, j := rapid.Uint64Range(0, n-1).Draw(t, "i"), rapid.Uint64Range(0, n-1).Draw(t, "j")
		if a, b := p.At(i), p.At(j); a >= n || b >= n || (i == j) != (a == b) {
			t.Fatalf("permutation of %d: %d and %d go to %d and %d", n, i, j, a, b)
		}
	})
}

// Permutations of two keys differ, and neighbours go far apart.
func TestPermutationMixes(t *testing.T) {
	const n = 10_000
	p, q := NewPermutation(New(1), n), NewPermutation(New(2), n)
	same, near := 0, 0
	for i := range uint64(n - 1) {
		if p.At(i) == q.At(i) {
			same++
		}
		if d := int64(p.At(i)) - int64(p.At(i+1)); d > -100 && d < 100 {
			near++
		}
	}
	if same > 10 || near > 400 {
		t.Errorf("%d of %d numbers go to one place under two keys, %d beside their neighbour", same, n, near)
	}
}

func TestPermutationRefuses(t *testing.T) {
	defer func() {
		if got, want := recover(), "permutation of 3: no 3"; got != want {
			t.Errorf("At beyond its range panics with %v, want %s", got, want)
		}
	}()
	NewPermutation(New(1), 3).At(3)
}

// quantiles draws those of some distribution.
func quantiles(t *rapid.T) []Quantile {
	list := []Quantile{{0, rapid.IntRange(-1e6, 1e6).Draw(t, "least")}}
	for last := 0; last < 1000; {
		last = min(1000, last+rapid.IntRange(1, 600).Draw(t, "share"))
		most := rapid.SampledFrom([]int{0, 3, 1e6, 1 << 50}).Draw(t, "most")
		list = append(list, Quantile{last, list[len(list)-1].Value + rapid.IntRange(0, most).Draw(t, "step")})
	}
	return list
}

// A distribution stays between its least and its greatest value.
func TestDrawIsWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := quantiles(t)
		r := New(rapid.Uint64().Draw(t, "seed")).Rand()
		for range 50 {
			if n := FromQuantiles(r, list...); n < list[0].Value || n > list[len(list)-1].Value {
				t.Fatalf("Draw(%v) = %d", list, n)
			}
		}
	})
}

// Of many draws the shares lie below their quantiles, evenly between two of them.
func TestFromQuantiles(t *testing.T) {
	list := []Quantile{{0, -500}, {250, 0}, {500, 100}, {900, 1000}, {1000, 50_000}}
	r := New(3).Rand()
	draws := make([]int, 200_000)
	for i := range draws {
		draws[i] = FromQuantiles(r, list...)
	}
	slices.Sort(draws)
	for _, q := range append(list, Quantile{125, -250}, Quantile{700, 550}, Quantile{950, 25_500}) {
		below, _ := slices.BinarySearch(draws, q.Value)
		if share := below * 1000 / len(draws); share < q.Share-5 || share > q.Share+5 {
			t.Errorf("%d of a thousand are below %d, want %d", share, q.Value, q.Share)
		}
	}
}

// weights draws some that are not all 0.
func weights(t *rapid.T) []int {
	list := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 30).Draw(t, "weights")
	list[rapid.IntRange(0, len(list)-1).Draw(t, "one")]++
	return list
}

// Pick and a wheel of the same weights choose alike, and never what weighs nothing.
func TestPickAndWheelAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := weights(t)
		k := New(rapid.Uint64().Draw(t, "seed"))
		a, b, w := k.Rand(), k.Rand(), NewWeightedSampler(list)
		for range 50 {
			i, j := WeightedIndex(a, list), w.Draw(b)
			if i != j || list[i] == 0 {
				t.Fatalf("of %v Pick chooses %d, the wheel %d", list, i, j)
			}
		}
	})
}

// What is picked is picked in proportion to its weight.
func TestPickIsProportional(t *testing.T) {
	list := []int{1, 0, 3, 6}
	var counts [4]int
	r := New(9).Rand()
	for range 100_000 {
		counts[WeightedIndex(r, list)]++
	}
	for i, n := range counts {
		if want := list[i] * 10_000; n < want-600 || n > want+600 {
			t.Errorf("index %d of weight %d is picked %d times of 100000, want about %d", i, list[i], n, want)
		}
	}
}

func TestChance(t *testing.T) {
	r := New(1).Rand()
	for _, percent := range []int{0, 30, 100} {
		n := 0
		for range 10_000 {
			if Percent(r, percent) {
				n++
			}
		}
		if n < percent*100-150 || n > percent*100+150 || percent%100 == 0 && n != percent*100 {
			t.Errorf("%d of 10000 at %d percent", n, percent)
		}
	}
}

// What is apportioned is the whole, each share within one of its proportion, and
// nothing where the weight is 0. A larger weight never has less.
func TestApportion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list, total := weights(t), rapid.IntRange(0, 100_000).Draw(t, "total")
		shares := Apportion(total, list)
		sum, all := 0, 0
		for i, w := range list {
			sum, all = sum+shares[i], all+w
		}
		if sum != total {
			t.Fatalf("Apportion(%d, %v) = %v, which is %d", total, list, shares, sum)
		}
		for i, w := range list {
			if exact := total * w / all; shares[i] != exact && (shares[i] != exact+1 || total*w%all == 0) {
				t.Fatalf("Apportion(%d, %v) = %v: share %d, want %d or one more", total, list, shares, i, exact)
			}
			for j, v := range list {
				if v > w && shares[j] < shares[i] {
					t.Fatalf("Apportion(%d, %v) = %v: %d has more than %d", total, list, shares, i, j)
				}
			}
		}
	})
	if got, want := Apportion(2, []int{1, 1, 1}), []int{1, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("Apportion among equals = %v, want %v: the first", got, want)
	}
}

func BenchmarkDraw(b *testing.B) {
	k := New(1)
	for _, c := range []struct {
		name string
		draw func(i int)
	}{
		{"Of", func(int) { k.Of("companies") }},
		{"At", func(i int) { k = k.At(i) }},
		{"Rand", func(i int) { k.At(i).Rand().IntN(100) }},
		{"Permutation", func(i int) { NewPermutation(k, 30_000_000).At(uint64(i)) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				c.draw(i)
			}
		})
	}
}
