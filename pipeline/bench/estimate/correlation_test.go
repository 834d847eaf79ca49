package estimate_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// Worked by hand. Of 1, 2, 3, 4, 5 and 2, 1, 4, 3, 5 the products of deviations sum to 8 and
// the squares to 10 on either side. With ties, ranks of 1, 1, 2 are 1.5, 1.5, 3.
func TestCorrelation(t *testing.T) {
	for _, tt := range []struct {
		x, y              []float64
		pearson, spearman float64
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{2, 1, 4, 3, 5}, 0.8, 0.8},
		{[]float64{1, 2, 3}, []float64{10, 100, 1000}, 0.904194430, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1, -1},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, 0.866025404, 0.866025404},
	} {
		p, s := estimate.Pearson(tt.x, tt.y), estimate.Spearman(tt.x, tt.y)
		if p == nil || s == nil || math.Abs(*p-tt.pearson) > 1e-9 || math.Abs(*s-tt.spearman) > 1e-9 {
			t.Errorf("%v and %v: %v, %v, want %v, %v", tt.x, tt.y, *p, *s, tt.pearson, tt.spearman)
		}
	}
	if estimate.Pearson([]float64{1, 1}, []float64{1, 2}) != nil || estimate.Spearman([]float64{1}, []float64{1}) != nil {
		t.Error("a constant side has a correlation")
	}
	// Fisher's own way: atanh 0.8 is 1.0986, the error of 10 pairs 1/√7, so 0.3578 to 1.8394.
	low, high := estimate.PearsonInterval(new(0.8), 10, 0.95)
	if math.Abs(*low-math.Tanh(1.098612289-1.959963985/math.Sqrt(7))) > 1e-8 || math.Abs(*high-math.Tanh(1.098612289+1.959963985/math.Sqrt(7))) > 1e-8 {
		t.Errorf("interval of 0.8 over 10: %v to %v", *low, *high)
	}
	if low, _ := estimate.PearsonInterval(new(0.8), 3, 0.95); low != nil {
		t.Error("three pairs have an interval")
	}
}

func TestCorrelationLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		value := rapid.Float64Range(-100, 100)
		x, y := rapid.SliceOfN(value, n, n).Draw(t, "x"), rapid.SliceOfN(value, n, n).Draw(t, "y")
		p, q := estimate.Pearson(x, y), estimate.Pearson(y, x)
		if (p == nil) != (q == nil) || p != nil && (math.Abs(*p-*q) > 1e-8 || math.Abs(*p) > 1) {
			t.Fatalf("Pearson %v and %v", p, q)
		}
		cubed := make([]float64, n)
		for i, v := range x {
			cubed[i] = v * v * v
		}
		s, r := estimate.Spearman(x, y), estimate.Spearman(cubed, y)
		if s != nil && r != nil && math.Abs(*s-*r) > 1e-8 && distinct(cubed) == distinct(x) {
			t.Fatalf("Spearman %v, and %v of the cubes", *s, *r)
		}
	})
}

func distinct(x []float64) int {
	seen := map[float64]bool{}
	for _, v := range x {
		seen[v] = true
	}
	return len(seen)
}
