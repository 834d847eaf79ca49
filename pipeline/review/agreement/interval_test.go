package agreement

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Exact intervals of Clopper and Pearson (1934) as their tables and R's binom.test give them.
func TestOf(t *testing.T) {
	tests := []struct {
		count, of int
		low, high float64
	}{
		{0, 0, 0, 1},
		{0, 1, 0, 0.975},
		{0, 10, 0, 0.3084971},
		{1, 10, 0.002528579, 0.4450161},
		{5, 10, 0.1870860, 0.8129140},
		{10, 10, 0.6915029, 1},
		{2, 100, 0.002431337, 0.07038393},
	}
	for _, test := range tests {
		p := Of(test.count, test.of)
		if p.Count != test.count || p.Of != test.of || math.Abs(p.Low-test.low) > 1e-7 || math.Abs(p.High-test.high) > 1e-7 {
			t.Errorf("Of(%d, %d) = %+v, want [%v, %v]", test.count, test.of, p, test.low, test.high)
		}
	}
}

// The bounds are where the binomial tails are 2.5 %, summed term by term.
func TestOfLeavesATailOnEachSide(t *testing.T) {
	atLeast := func(k, n int, p float64) float64 {
		sum, term := 0.0, math.Pow(1-p, float64(n))
		for i := 0; i <= n; i++ {
			if i >= k {
				sum += term
			}
			term *= float64(n-i) / float64(i+1) * p / (1 - p)
		}
		return sum
	}
	for n := 1; n <= 40; n++ {
		for k := 1; k <= n; k++ {
			if got := atLeast(k, n, Of(k, n).Low); math.Abs(got-tail) > 1e-6 {
				t.Errorf("%d of %d and more has the chance %v at the lower bound, want %v", k, n, got, tail)
			}
			if got := 1 - atLeast(k, n, Of(k-1, n).High); math.Abs(got-tail) > 1e-6 {
				t.Errorf("%d of %d and fewer has the chance %v at the upper bound, want %v", k-1, n, got, tail)
			}
		}
	}
}

func TestOfMoreThanAll(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Of(2, 1) did not panic")
		}
	}()
	Of(2, 1)
}

func TestIntervalsOfUniformRatings(t *testing.T) {
	tests := []struct {
		name    string
		ratings []Rating
		want    Summary
	}{
		{"nothing", nil, Summary{}},
		{"one rating a unit", byRater("a b c"), Summary{}},
		{"one unit tells of no other", byRater("a", "b"), Summary{
			Units: 1, Ratings: 2, Raters: 2, Raw: IntervalEstimate{true, 0, 0, 1}, Cohen: IntervalEstimate{true, 0, -1, 1},
			Fleiss: IntervalEstimate{true, -1, -1, 1}, Alpha: IntervalEstimate{true, 0, -1, 1}}},
		{"one label", byRater("a a a a", "a a a a"), Summary{
			Units: 4, Ratings: 8, Raters: 2, Raw: IntervalEstimate{true, 1, round(1 - Of(0, 4).High), 1}}},
		{"all alike", byRater("a a b b", "a a b b"), Summary{
			Units: 4, Ratings: 8, Raters: 2, Raw: IntervalEstimate{true, 1, round(1 - Of(0, 4).High), 1},
			Cohen: IntervalEstimate{true, 1, round(1 - 2*Of(0, 4).High), 1}, Fleiss: IntervalEstimate{true, 1, round(1 - 2*Of(0, 4).High), 1},
			Alpha: IntervalEstimate{true, 1, round(1 - 7./4*Of(0, 4).High), 1}}},
		{"none alike", byRater("a b a b", "b a b a"), Summary{
			Units: 4, Ratings: 8, Raters: 2, Raw: IntervalEstimate{true, 0, 0, Of(0, 4).High},
			Cohen: IntervalEstimate{true, -1, -1, round(1 - 2*Of(4, 4).Low)}, Fleiss: IntervalEstimate{true, -1, -1, round(1 - 2*Of(4, 4).Low)},
			Alpha: IntervalEstimate{true, -.75, -.75, round(1 - 7./4*Of(4, 4).Low)}}},
	}
	for _, test := range tests {
		if got := Summarise(test.ratings, "seed"); got != test.want {
			t.Errorf("%s: %+v\nwant %+v", test.name, got, test.want)
		}
	}
}

// Of nine units one differs, and a third of the resamples miss it: they have no kappa, and
// the others make the interval.
func TestResamplesWithoutAFigure(t *testing.T) {
	for n := 2; n <= 9; n++ {
		tab := tabulate(byRater(strings.Repeat("a ", n-1)+"b", strings.Repeat("a ", n)))
		units := make([]int, len(tab.patterns))
		for i, p := range tab.patterns {
			units[i] = p.units
		}
		got := 1 - float64(len(tab.bootstrap(units, "seed", []int{alpha})[alpha]))/resamples
		if want := math.Pow(1-1/float64(n), float64(n)); math.Abs(got-want) > .04 {
			t.Errorf("of %d units, %.3f of the resamples have no alpha, want %.3f", n, got, want)
		}
		if e := tab.estimates("seed", alpha)[alpha]; !e.Defined || e.Low > e.Value || e.High < e.Value || e.High >= 1 {
			t.Errorf("alpha of %d units is %+v, want an interval", n, e)
		}
	}
}

// Chances of binomial counts of 130 trials, so that whole words and the rest of one are drawn.
func TestBinomialDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, draws = 130, 20_000
	for _, p := range []struct{ k, of int }{{0, 3}, {1, 1000}, {1, 3}, {1, 2}, {7, 8}, {3, 3}} {
		sum, squares := 0.0, 0.0
		for range draws {
			x := float64(binomial(n, p.k, p.of, rng))
			sum += x
			squares += x * x
		}
		q := float64(p.k) / float64(p.of)
		mean, variance := sum/draws, squares/draws-sum*sum/draws/draws
		if err := 4*math.Sqrt(n*q*(1-q)/draws) + 1e-12; math.Abs(mean-n*q) > err {
			t.Errorf("the mean of %d trials at %d/%d is %v, want %v", n, p.k, p.of, mean, n*q)
		}
		if want := n * q * (1 - q); math.Abs(variance-want) > .06*want+1e-9 {
			t.Errorf("the variance of %d trials at %d/%d is %v, want %v", n, p.k, p.of, variance, want)
		}
	}
}

// A resample has as many units as there are, and none of a pattern that is not there.
func TestResampleDrawsAllUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	units := []int{5, 0, 1, 94}
	drawn := make([]int, len(units))
	single := 0
	for range 1000 {
		resample(drawn, units, 100, rng)
		if drawn[0]+drawn[1]+drawn[2]+drawn[3] != 100 || drawn[1] != 0 {
			t.Fatalf("drew %v of %v", drawn, units)
		}
		if drawn[2] == 0 {
			single++
		}
	}
	// A unit is missed with the chance .99^100 = .366.
	if single < 310 || single > 420 {
		t.Errorf("one unit of a hundred was missed %d times in 1000, want about 366", single)
	}
}

// Intervals hold the true coefficient about as often as they say. Raters see one of two equally
// frequent truths and are each right with the chance q, so that kappa and alpha of all
// units there are is (2q-1)^2.
func TestCoverage(t *testing.T) {
	const samples, units, q = 300, 80, .9
	const truth = (2*q - 1) * (2*q - 1)
	rng := digest.Rand("coverage")
	held := map[string]int{}
	for i := range samples {
		var list []Rating
		for u := range units {
			right := rng.IntN(2)
			for rater := range 2 {
				label := right
				if rng.Float64() > q {
					label = 1 - right
				}
				list = append(list, Rating{fmt.Sprint(u), fmt.Sprint(rater), fmt.Sprint(label)})
			}
		}
		s := Summarise(list, fmt.Sprint(i))
		for name, e := range map[string]IntervalEstimate{"Cohen's kappa": s.Cohen, "Fleiss' kappa": s.Fleiss, "alpha": s.Alpha} {
			if e.Low <= truth && truth <= e.High {
				held[name]++
			}
		}
		if p := q*q + (1-q)*(1-q); s.Raw.Low <= p && p <= s.Raw.High {
			held["raw"]++
		}
	}
	for _, name := range []string{"Cohen's kappa", "Fleiss' kappa", "alpha", "raw"} {
		t.Logf("intervals of %s hold it in %d of %d samples", name, held[name], samples)
		// 95 % less what chance does in 300 samples, and what percentiles fall short of with few
		// units.
		if share := float64(held[name]) / samples; share < .91 || share > .99 {
			t.Errorf("intervals of %s hold it in %.1f %% of samples, want about 95 %%", name, 100*share)
		}
	}
}

func BenchmarkSummarise(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, units := range []int{300, 10_000} {
		var list []Rating
		for u := range units {
			for rater := range 2 {
				list = append(list, Rating{fmt.Sprint(u), fmt.Sprint(rater + 2*rng.IntN(25)), fmt.Sprint(rng.IntN(3))})
			}
		}
		b.Run(fmt.Sprintf("units=%d", units), func(b *testing.B) {
			for b.Loop() {
				Summarise(list, "seed")
			}
		})
	}
}
