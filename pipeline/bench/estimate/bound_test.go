package estimate

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The bound is never below the share, and is the share where all signs are alike.
func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sums := rapid.SliceOfN(rapid.Int64Range(1, 1_000_000_000), 1, 12).Draw(t, "sums")
		slices.Sort(sums)
		var all int64
		for _, u := range sums {
			all += u
		}
		far := all - 2*rapid.Int64Range(0, all/2).Draw(t, "off")
		p, ok := counted(sums, far)
		if b := bound(sums, far); !ok || b < p*(1-1e-9) {
			t.Errorf("bound(%v, %d) = %v, want at least the share %v", sums, far, b, p)
		}
	})
	even := slices.Repeat([]int64{1_000_000_000}, 60)
	want := 2 * math.Pow(0.5, 60)
	if got := bound(even, 60_000_000_000); got < want || got > 1.1*want {
		t.Errorf("bound of 60 sums of one sign = %v, want %v or a little more", got, want)
	}
}

// What no draw reaches is told apart all the same: p is not held up at 1 in 10,000, so
// that of thousands of comparisons some can show.
func TestSignsOfMany(t *testing.T) {
	var groups []group
	for i := range 60 {
		groups = append(groups, group{sum: math.Sqrt(float64(i + 2)), size: 1})
	}
	if p := signs(groups); !(p > 0 && p < 1e-15) {
		t.Errorf("signs of 60 sums of one sign = %v, want about 2 in 2^60", p)
	}
	for i := range 24 {
		groups[i].sum *= -1
	}
	if p := signs(groups); !(p > 1e-4) {
		t.Errorf("signs of 60 sums of either sign = %v, want what draws give", p)
	}
}
