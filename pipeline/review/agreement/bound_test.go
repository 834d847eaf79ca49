package agreement_test

import (
	"math"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
)

// A bound is the share at which a sample with so few is seen once in twenty times.
func TestUpperBound(t *testing.T) {
	for _, c := range []struct{ count, of int }{{0, 1}, {0, 33}, {0, 149}, {1, 33}, {4, 33}, {32, 33}} {
		p := agreement.UpperBound(c.count, c.of)
		seen := 0.0
		for k := range c.count + 1 {
			n, _ := math.Lgamma(float64(c.of + 1))
			a, _ := math.Lgamma(float64(k + 1))
			b, _ := math.Lgamma(float64(c.of - k + 1))
			seen += math.Exp(n - a - b + float64(k)*math.Log(p) + float64(c.of-k)*math.Log(1-p))
		}
		if math.Abs(seen-0.05) > 1e-6 {
			t.Errorf("at the bound %v, %d or fewer of %d are seen with the probability %v, want 0.05", p, c.count, c.of, seen)
		}
	}
	for _, n := range []int{0, 5} {
		if p := agreement.UpperBound(n, n); p != 1 {
			t.Errorf("bound of %d of %d = %v, want 1", n, n, p)
		}
	}
}

// A bound of 2 % takes 149 units without a fault: 0.98^149 = 0.0493 and 0.98^148 = 0.0503.
func TestMissingForBound(t *testing.T) {
	for _, c := range []struct{ count, of, want int }{{0, 0, 149}, {0, 33, 116}, {0, 148, 1}, {0, 149, 0}, {0, 500, 0}} {
		if got := agreement.MissingForBound(c.count, c.of, 0.02); got != c.want {
			t.Errorf("after %d of %d, %d more, want %d", c.count, c.of, got, c.want)
		}
	}
	more := agreement.MissingForBound(4, 33, 0.02)
	if at, before := agreement.UpperBound(4, 33+more), agreement.UpperBound(4, 33+more-1); at > 0.02 || before <= 0.02 {
		t.Errorf("after 4 of 33, %d more: the bound is %v, and %v with one fewer", more, at, before)
	}
}
