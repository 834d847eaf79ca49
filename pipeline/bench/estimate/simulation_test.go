package estimate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// A world makes experiments in which two agents are equally good: each scores a task by
// how hard its path is, how the agent takes to the path, how hard the task is, and chance,
// in these shares of the variance.
type world struct {
	name   string
	rate   float64 // of success
	parts  int     // a score is a share of so many parts
	paths  []int   // tasks a path
	shares [4]float64
}

// pairs are paths of two entities each.
func pairs(paths int) []int {
	sizes := make([]int, paths)
	for i := range sizes {
		sizes[i] = 2
	}
	return sizes
}

// usual are the shares where not told otherwise.
var usual = [4]float64{0.3, 0.3, 0.15, 0.25}

// scores draws both agents' scores of one task after the other.
func (w *world) scores(rng *rand.Rand, each func(path int, a, b float64)) {
	part := func(i int) float64 { return math.Sqrt(w.shares[i]) * rng.NormFloat64() }
	bound := distuv.UnitNormal.Quantile(w.rate)
	for path, tasks := range w.paths {
		hard, a, b := part(0), part(1), part(1)
		for range tasks {
			task := part(2)
			score := func(agent float64) (s float64) {
				for range w.parts {
					if hard+agent+task+part(3) < bound {
						s += 1 / float64(w.parts)
					}
				}
				return min(1, s)
			}
			each(path, score(a), score(b))
		}
	}
}

// labels name clusters by number.
func labels(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return names
}

// rejections returns how often 1,000 experiments tell two equal agents apart at 0.05, by
// paths or as if every task were a cluster of its own.
func (w *world) rejections(naive bool) (rate float64) {
	rng := digest.Rand("rejections", w.name)
	names := labels(300)
	for range 1000 {
		var v []estimate.Measurement
		w.scores(rng, func(path int, a, b float64) {
			if naive {
				path = len(v)
			}
			v = append(v, estimate.Measurement{X: a - b, Cluster: names[path]})
		})
		if *estimate.Compare(v, 0.95).P <= 0.05 {
			rate += 1.0 / 1000
		}
	}
	return rate
}

// The comparison holds its level on tasks that come two a path, and one that takes tasks
// for independent does not.
func TestLevel(t *testing.T) {
	for _, w := range []world{
		{"one in ten", 0.1, 1, pairs(150), usual},
		{"half", 0.5, 1, pairs(150), usual},
		{"nine in ten", 0.9, 1, pairs(150), usual},
		{"half, in parts", 0.5, 3, pairs(150), usual},
	} {
		clustered, naive := w.rejections(false), w.rejections(true)
		t.Logf("%s: rejects %.3f, as if tasks were independent %.3f", w.name, clustered, naive)
		if math.Abs(clustered-0.05) > 0.015 {
			t.Errorf("%s: rejects %.3f, want 0.05 up to 0.015", w.name, clustered)
		}
		if naive <= 0.065 {
			t.Errorf("%s: as if tasks were independent rejects %.3f, want too many: the paths of the simulation say nothing", w.name, naive)
		}
	}
}

// Where paths are few or unlike in size, or the agents rarely differ, it rejects no more
// often than it may.
func TestLevelOfFew(t *testing.T) {
	long := append(pairs(20), 40, 40)
	decaying := []int{60, 30, 20, 15, 12, 10, 8, 7, 6, 6, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	sampled := append(pairs(60), 18, 12, 12, 10, 9, 6, 6, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1)
	whole := [4]float64{0, 0.98, 0, 0.02} // a path succeeds or fails as a whole
	for _, w := range []world{
		{"six paths", 0.5, 1, pairs(6), usual},
		{"ten paths", 0.3, 1, pairs(10), usual},
		{"twenty paths", 0.5, 1, pairs(20), usual},
		{"rare success", 0.02, 1, pairs(150), usual},
		{"long paths", 0.5, 1, long, usual},
		{"long paths as a whole", 0.5, 1, long, whole},
		{"long paths in parts", 0.5, 4, long, usual},
		{"paths of all lengths", 0.3, 1, decaying, usual},
		{"paths of all lengths as a whole", 0.5, 1, decaying, whole},
		{"paths as sampled", 0.3, 1, sampled, usual},
		{"paths as sampled, as a whole", 0.3, 1, sampled, whole},
	} {
		if clustered := w.rejections(false); clustered > 0.065 {
			t.Errorf("%s: rejects %.3f, want at most 0.05 and what chance adds", w.name, clustered)
		} else {
			t.Logf("%s: rejects %.3f", w.name, clustered)
		}
	}
}

// Intervals of shares hold the true share as often as they say, at its ends as well, where
// symmetric ones do not.
func TestCoverage(t *testing.T) {
	for _, w := range []world{
		{"one in fifty", 0.02, 1, pairs(150), usual},
		{"one in ten", 0.1, 1, pairs(150), usual},
		{"half", 0.5, 1, pairs(150), usual},
		{"49 in 50", 0.98, 1, pairs(150), usual},
		{"half of few", 0.5, 1, pairs(12), usual},
		{"nine in ten of few", 0.9, 1, pairs(12), usual},
		{"in parts", 0.9, 4, pairs(60), usual},
	} {
		rng := digest.Rand("coverage", w.name)
		names := labels(len(w.paths))
		var share, symmetric float64
		holds := func(e estimate.Estimate) float64 {
			if e.Low != nil && *e.Low <= w.rate && w.rate <= *e.High {
				return 1.0 / 1000
			}
			return 0
		}
		for range 1000 {
			var v []estimate.Measurement
			w.scores(rng, func(path int, a, _ float64) { v = append(v, estimate.Measurement{X: a, Cluster: names[path]}) })
			share += holds(estimate.Share(v, 0.95))
			symmetric += holds(estimate.Mean(v, 0.95))
		}
		t.Logf("%s: %.3f, symmetric %.3f", w.name, share, symmetric)
		if share < 0.925 {
			t.Errorf("%s: intervals at 0.95 hold the share %.3f of the time, want 0.95 less what chance takes", w.name, share)
		}
		if ends := w.rate < 0.05 || w.rate > 0.95; ends && symmetric >= 0.925 {
			t.Errorf("%s: symmetric intervals hold the share %.3f of the time, want fewer: the simulation says nothing", w.name, symmetric)
		}
	}
}

// A difference as large as the smallest detectable one is found four times in five.
func TestPower(t *testing.T) {
	rng := digest.Rand("power")
	var detectable, found float64
	names := labels(100)
	draw := func(shift float64) estimate.Difference {
		var v []estimate.Measurement
		for _, name := range names {
			path := rng.NormFloat64()
			for range 2 {
				v = append(v, estimate.Measurement{X: shift + path + rng.NormFloat64(), Cluster: name})
			}
		}
		return estimate.Compare(v, 0.95)
	}
	for range 200 {
		detectable += *draw(0).Detectable / 200
	}
	for range 1000 {
		if *draw(detectable).P <= 0.05 {
			found += 1.0 / 1000
		}
	}
	if math.Abs(found-0.8) > 0.04 {
		t.Errorf("a difference of %.3f is found %.3f of the time, want 0.8 up to 0.04", detectable, found)
	}
}

func BenchmarkCompare(b *testing.B) {
	w := world{"half", 0.5, 1, pairs(150), usual}
	var v []estimate.Measurement
	names := labels(150)
	w.scores(digest.Rand("benchmark"), func(path int, x, y float64) { v = append(v, estimate.Measurement{X: x - y, Cluster: names[path]}) })
	for b.Loop() {
		estimate.Compare(v, 0.95)
	}
}
