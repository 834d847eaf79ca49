package estimate_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// Worked by hand.
//
// 1, 2, -3, 4, 5 have the ranks 1 to 5. The positive ones sum to 12, the negative one to 3. Of the 32
// choices of signs, a sum of at most 3 on one side have {}, {1}, {2}, {3} and {1, 2}, five on
// either side: 10/32.
//
// 1, 1, -1, 2 have the ranks 2, 2, 2 and 4, which sum to 8 and 2. At most 2 on one side have {} and
// three times {2}, so 8/16.
//
// Of 21 positive differences the ranks sum to 231. Half of that is 115.5, less half a rank 115; the
// variance is 21·22·43/24 = 827.75.
//
// Of 24 positive ones, equal in pairs, the ranks sum to 300; the variance is 24·25·49/24 = 1225, less
// 12·(8-2)/48 = 1.5 for ties.
func TestWilcoxon(t *testing.T) {
	var ascending, pairs []float64
	for i := range 24 {
		if i < 21 {
			ascending = append(ascending, float64(i+1))
		}
		pairs = append(pairs, float64(i/2+1))
	}
	normal := func(z float64) float64 { return math.Erfc(z / math.Sqrt2) }
	for _, tt := range []struct {
		differences []float64
		n           int
		plus, minus float64
		p           float64
		exact       bool
	}{
		{[]float64{1, 2, -3, 4, 5}, 5, 12, 3, 10. / 32, true},
		{[]float64{0, 1, 1, 0, -1, 2}, 4, 8, 2, 0.5, true},
		{[]float64{0.3}, 1, 1, 0, 1, true},
		{[]float64{0.1, 0.3 - 0.2, -0.1}, 3, 4, 2, 1, true}, // equal but for rounding
		{ascending, 21, 231, 0, normal(115 / math.Sqrt(827.75)), false},
		{pairs, 24, 300, 0, normal(149.5 / math.Sqrt(1223.5)), false},
	} {
		s := estimate.Wilcoxon(tt.differences)
		if s.N != tt.n || s.Plus != tt.plus || s.Minus != tt.minus || s.Exact != tt.exact || s.P == nil || math.Abs(*s.P-tt.p) > 1e-9 {
			t.Errorf("Wilcoxon(%v) = %+v, P %v, want n %d, %v and %v, p %v", tt.differences, s, s.P, tt.n, tt.plus, tt.minus, tt.p)
		}
	}
	if s := estimate.Wilcoxon([]float64{0, 0}); s.N != 0 || s.P != nil {
		t.Errorf("no difference: %+v, want none and no p", s)
	}
}

// The exact share equals that over all signs, one choice after the other.
func TestWilcoxonCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) / 3 }), 1, 9).Draw(t, "differences")
		got := estimate.Wilcoxon(d)
		if got.N == 0 {
			return
		}
		far, asFar, all := math.Abs(got.Plus-got.Minus), 0, 0
		for signs := range 1 << len(d) {
			flipped := make([]float64, len(d))
			for i, x := range d {
				if flipped[i] = math.Abs(x); signs>>i&1 == 1 {
					flipped[i] = -flipped[i]
				}
			}
			other := estimate.Wilcoxon(flipped)
			all++
			if math.Abs(other.Plus-other.Minus) >= far {
				asFar++
			}
		}
		if want := float64(asFar) / float64(all); math.Abs(*got.P-want) > 1e-9 {
			t.Fatalf("Wilcoxon(%v): p %v, want %v", d, *got.P, want)
		}
	})
}
