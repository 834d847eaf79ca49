package profile

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRate(t *testing.T) {
	if got := rate(0, 0); got != nil {
		t.Errorf("rate of nothing = %+v, want nil", got)
	}
	if diff := cmp.Diff(&Figure{Value: 1, Low: at(0.5443294549619324), High: at(1), N: 10}, rate(10, 10), approximately()); diff != "" {
		t.Errorf("rate of all (-want +got):\n%s", diff)
	}
}

// The intervals of 95 % that Newcombe's Table I gives for method 4.
func TestScore(t *testing.T) {
	for _, tt := range []struct {
		part, n   int
		low, high float64
	}{
		{81, 263, .2535, .3682}, {15, 148, .0598, .1644}, {0, 20, 0, .2005}, {1, 29, .0018, .1963},
	} {
		low, high := scoreInterval(tt.part, tt.n, 1.959964)
		if math.Abs(low-tt.low) > 5e-5 || math.Abs(high-tt.high) > 5e-5 {
			t.Errorf("score(%d, %d) = [%.4f, %.4f], want [%v, %v]", tt.part, tt.n, low, high, tt.low, tt.high)
		}
	}
}

// approximately compares numbers but for the last digits.
func approximately() cmp.Option {
	return cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

func TestMean(t *testing.T) {
	if got := mean(Moments{}); got != nil {
		t.Errorf("mean of nothing = %+v, want nil", got)
	}
	if diff := cmp.Diff(&Figure{Value: 4, N: 1}, mean(Moments{N: 1, Sum: 4, Squares: 16, Max: 4})); diff != "" {
		t.Errorf("mean of one (-want +got):\n%s", diff)
	}
	// 1, 2, 3 have the variance 1.
	half := z / math.Sqrt(3)
	got := mean(Moments{N: 3, Sum: 6, Squares: 14, Max: 3})
	if math.Abs(*got.Low-(2-half)) > 1e-12 || math.Abs(*got.High-(2+half)) > 1e-12 || got.Value != 2 {
		t.Errorf("mean of 1, 2, 3 = %v [%v, %v], want 2 ± %v", got.Value, *got.Low, *got.High, half)
	}
}

func TestChance(t *testing.T) {
	open := &Figure{Value: 9, N: 1}
	for _, tt := range []struct {
		name string
		a, b *Figure
		want bool
	}{
		{"3 of 5 against 1 of 101", rate(3, 5), rate(1, 101), false},
		{"1 of 5 against 1 of 101", rate(1, 5), rate(1, 101), true},
		{"none of 5 against 40 of 100", rate(0, 5), rate(40, 100), true},
		{"none of 50 against 40 of 100", rate(0, 50), rate(40, 100), false},
		{"none against none", rate(0, 5), rate(0, 10_000), true},
		{"no interval at all", open, rate(0, 10_000), true},
		{"no interval above", &Figure{Value: 9, Low: at(8), N: 9}, &Figure{Value: 3, Low: at(2), High: at(4), N: 9}, false},
		{"no interval below", &Figure{Value: 9, High: at(10), N: 9}, &Figure{Value: 3, Low: at(2), High: at(4), N: 9}, true},
	} {
		if got := samplingExplains(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: chance = %v, want %v", tt.name, got, tt.want)
		}
		if got := samplingExplains(tt.b, tt.a); got != tt.want {
			t.Errorf("%s, the other way round: chance = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Rates lie in their intervals, and more things make them narrower.
func TestRateInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100_000).Draw(t, "n")
		part := rapid.IntRange(0, n).Draw(t, "part")
		f, g := rate(part, n), rate(10*part, 10*n)
		if errorBelow(f) < 0 || errorAbove(f) < 0 || *f.Low < 0 || *f.High > 1 {
			t.Errorf("rate(%d, %d) = %v [%v, %v]", part, n, f.Value, *f.Low, *f.High)
		}
		if errorBelow(g)+errorAbove(g) >= errorBelow(f)+errorAbove(f) {
			t.Errorf("rate(%d, %d) is no less certain than of ten times as many", part, n)
		}
	})
}
