package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean estimates the mean of values that may be any numbers, with an interval at a level
// in (0, 1), symmetric about the mean. Where clusters do not differ at all there is none:
// nothing shows how far they may. It panics at another level.
func Mean(values []Value, level float64) Estimate { return cluster(values).symmetric(level) }

func (s *sample) symmetric(level float64) Estimate {
	e := s.estimate()
	if !s.spread() {
		return e
	}
	half := s.quantile(level) * s.se
	e.Low, e.High = figure(s.mean-half), figure(s.mean+half)
	return e
}

// Share estimates the mean of values in [0, 1], with an interval at a level in (0, 1) that
// stays within [0, 1] and is not symmetric near its ends. It panics at another level, or if
// a value is outside.
//
// The interval is Wilson's (Probable Inference, the Law of Succession, and Statistical
// Inference, 1927) with as many draws as would have the standard error, and the t
// distribution's quantile in place of the normal one's (Franco, Little, Louis and Slud,
// Comparative Study of Confidence Intervals for Proportions in Complex Sample Surveys,
// 2019). Where clusters do not differ at all, as where all tasks are solved, each cluster
// is one draw.
func Share(values []Value, level float64) Estimate {
	for _, v := range values {
		if !(v.X >= 0 && v.X <= 1) {
			panic("estimate: a share is in [0, 1]")
		}
	}
	s := cluster(values)
	e := s.estimate()
	if e.SE == nil {
		return e
	}
	draws := float64(s.clusters)
	if s.spread() {
		draws = s.mean * (1 - s.mean) / (s.se * s.se)
	}
	t := s.quantile(level)
	shrink := 1 / (1 + t*t/draws)
	middle := shrink * (s.mean + t*t/(2*draws))
	half := shrink * t * math.Sqrt(s.mean*(1-s.mean)/draws+t*t/(4*draws*draws))
	e.Low, e.High = figure(max(0, middle-half)), figure(min(1, middle+half))
	return e
}

// spread reports whether clusters differ, by more than rounding leaves.
func (s *sample) spread() bool { return s.se > 1e-12 }

// sample is what values say, before anything is asked of it.
type sample struct {
	n, clusters int
	mean        float64
	se          float64 // 0 with fewer than two clusters
	freedom     float64
	sums        []float64 // of values, a cluster each
}

// cluster sums values up by cluster. Values are added in order of their size, so that the
// order they are given in does not matter.
func cluster(values []Value) *sample {
	values = slices.Clone(values)
	slices.SortFunc(values, func(a, b Value) int { return cmp.Or(cmp.Compare(a.Cluster, b.Cluster), cmp.Compare(a.X, b.X)) })
	s := &sample{n: len(values)}
	var sizes []int
	var sum float64
	for i, v := range values {
		if i == 0 || v.Cluster != values[i-1].Cluster {
			s.sums, sizes = append(s.sums, 0), append(sizes, 0)
		}
		s.sums[len(s.sums)-1] += v.X
		sizes[len(sizes)-1]++
		sum += v.X
	}
	s.clusters = len(sizes)
	if s.n == 0 {
		return s
	}
	s.mean = sum / float64(s.n)
	if s.clusters > 1 {
		s.se, s.freedom = standardError(s.mean, s.sums, sizes), freedom(sizes)
	}
	return s
}

// standardError is equation 4 of Miller, arXiv 2411.00640, with the factor for few clusters.
func standardError(mean float64, sums []float64, sizes []int) float64 {
	var squares, n float64
	for i, sum := range sums {
		off := sum - float64(sizes[i])*mean
		squares += off * off
		n += float64(sizes[i])
	}
	g := float64(len(sums))
	return math.Sqrt(g/(g-1)*squares) / n
}

// estimate returns the mean and its error, without an interval.
func (s *sample) estimate() Estimate {
	e := Estimate{N: s.n, Clusters: s.clusters}
	if s.n > 0 {
		e.Mean = figure(s.mean)
	}
	if s.clusters > 1 {
		e.SE = figure(s.se)
	}
	return e
}

// quantile returns how many standard errors an interval at a level goes each way.
func (s *sample) quantile(level float64) float64 {
	if !(level > 0 && level < 1) {
		panic("estimate: a level is in (0, 1)")
	}
	return s.student().Quantile((1 + level) / 2)
}

func (s *sample) student() distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: s.freedom} }

// figure keeps nine decimals, so that machines that fuse multiplications agree.
func figure(x float64) *float64 {
	x = math.Round(x*1e9) / 1e9
	if x == 0 {
		x = 0 // not -0
	}
	return &x
}

// freedom returns the degrees of freedom of a standard error over clusters of such sizes,
// at least two: one less than there are clusters of equal size, and fewer where sizes
// differ. It is Satterthwaite's approximation for equally spread values (Bell and
// McCaffrey, Bias Reduction in Standard Errors for Linear Regression with Multi-Stage
// Samples, 2002, section 4), which for a mean has a closed form.
func freedom(sizes []int) float64 {
	var n, squares, cubes float64
	for _, size := range sizes {
		m := float64(size)
		n, squares, cubes = n+m, squares+m*m, cubes+m*m*m
	}
	trace := n - squares/n
	return trace * trace / (squares - 2*cubes/n + squares*squares/(n*n))
}
