package profile

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNewRepeats(t *testing.T) {
	got := newRepeats(map[string]int{"a": 1, "b": 3, "c": 1, "d": 2, "e": 3, "f": 1})
	if diff := cmp.Diff(Repeats{{1, 3}, {2, 1}, {3, 2}}, got); diff != "" {
		t.Errorf("newRepeats (-want +got):\n%s", diff)
	}
	if got := newRepeats(map[string]int{}); got == nil || len(got) != 0 {
		t.Errorf("newRepeats of nothing = %#v, want an empty list", got)
	}
}

// bag returns the things that repeat, each as often as it does.
func bag(r Repeats) []int {
	var things []int
	for _, p := range r {
		for range p[1] {
			id := len(things)
			for range p[0] {
				things = append(things, id)
			}
		}
	}
	return things
}

// subsets calls do with every choice of m things.
func subsets(things []int, m int, chosen []int, do func([]int)) {
	if len(chosen) == m {
		do(chosen)
		return
	}
	for i := range things {
		subsets(things[i+1:], m, append(chosen, things[i]), do)
	}
}

func distinct(things []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(things))))
}

// repeats draws how often up to four things repeat.
func repeats(t *rapid.T) Repeats {
	counts := map[int]int{}
	for i, n := range rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(t, "counts") {
		counts[i] = n
	}
	return newRepeats(counts)
}

// The expected number of distinct things is the mean over all draws.
func TestDistinctIsTheMeanOverDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := repeats(t)
		things := bag(r)
		m := rapid.IntRange(1, min(len(things), 6)).Draw(t, "m")
		sum, draws := 0, 0
		subsets(things, m, nil, func(chosen []int) {
			sum += distinct(chosen)
			draws++
		})
		want := float64(sum) / float64(draws)
		if got, variance := r.distinct(m); math.Abs(got-want) > 1e-9 || variance < 0 {
			t.Errorf("%v.distinct(%d) = %v with variance %v, want %v", r, m, got, variance, want)
		}
	})
}

// More draws hold more distinct things, at most all, and all of them all.
func TestDistinctGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := repeats(t)
		n, all := r.total()
		last := 0.0
		for m := 1; m <= n; m++ {
			got, _ := r.distinct(m)
			if got < last || got > float64(m)+1e-9 {
				t.Errorf("%v.distinct(%d) = %v after %v, want more and at most %d", r, m, got, last, m)
			}
			last = got
		}
		if math.Abs(last-float64(all)) > 1e-9 {
			t.Errorf("%v.distinct(%d) = %v, want all %d", r, n, last, all)
		}
	})
}

// A sample of names that never repeat is uncertain, one of a few categories is not.
func TestDistinctVariance(t *testing.T) {
	for _, tt := range []struct {
		name    string
		repeats Repeats
		m       int
		least   float64
		most    float64
	}{
		{"categories", Repeats{{100, 3}, {250, 2}}, 800, 0, 0},
		{"categories of a smaller sample", Repeats{{100, 3}, {250, 2}}, 50, 0, .2},
		{"names", Repeats{{1, 100}}, 100, 97, 100},
		{"names and some twice", Repeats{{1, 90}, {2, 5}}, 100, 80, 90},
	} {
		if _, got := tt.repeats.distinct(tt.m); got < tt.least || got > tt.most {
			t.Errorf("%s: variance %v, want %v to %v", tt.name, got, tt.least, tt.most)
		}
	}
}

func TestUnseen(t *testing.T) {
	for _, tt := range []struct {
		repeats Repeats
		want    float64
	}{
		{nil, 0},
		{Repeats{{5, 2}}, 0},
		{Repeats{{1, 4}, {2, 3}}, 0.9 * 16 / 6},
		{Repeats{{1, 4}, {6, 1}}, 0.9 * 4 * 3 / 2},
	} {
		if got := tt.repeats.unseen(); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%v.unseen() = %v, want %v", tt.repeats, got, tt.want)
		}
	}
}

// Large samples lose no digit that a page shows.
func TestDistinctOfLargeSamples(t *testing.T) {
	r := Repeats{{1, 1_200_000}, {2, 600_000}}
	got, _ := r.distinct(1_000)
	const n = 2_400_000.0
	// Of a thing that occurs twice, both are drawn with about (m/n)².
	want := 1000 - 600_000*(1000/n)*(999/(n-1))
	if math.Abs(got-want) > 1e-3 {
		t.Errorf("distinct = %v, want %v", got, want)
	}
}
