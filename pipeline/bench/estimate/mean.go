package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Mean estimates the mean of any numbers, with an interval at a level in (0, 1) that is
// symmetric about the mean. There is no interval if clusters do not differ at all, because
// nothing then shows how much they may differ. Mean panics at another level.
func Mean(values []Measurement, level float64) Estimate { return cluster(values).symmetric(level) }

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
// Inference, 1927) with the number of independent draws that would have the same standard
// error, and the quantile of the t distribution in place of the normal one (Franco,
// Little, Louis and Slud, Comparative Study of Confidence Intervals for Proportions in
// Complex Sample Surveys, 2019). If clusters do not differ at all, for example because
// all tasks are solved, each cluster is one draw.
func Share(values []Measurement, level float64) Estimate {
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
	draws := float64(len(s.groups))
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

// spread reports whether clusters differ by more than rounding errors.
func (s *sample) spread() bool { return s.se > 1e-12 }

// sample is the statistics of measurements that every estimate needs.
type sample struct {
	n       int
	total   float64 // of the weights: n, if all are 1
	mean    float64
	se      float64 // 0 with fewer than two clusters
	freedom float64
	groups  []group // ascending by sum, then by size
}

// group is the values of one cluster.
type group struct {
	sum  float64 // of values times weights
	size float64 // of weights
}

// cluster sums values by cluster. It adds them in order of size, so that the result
// depends neither on the order of values nor on the names of clusters.
func cluster(values []Measurement) *sample {
	s := &sample{n: len(values), groups: grouped(values)}
	if s.n == 0 {
		return s
	}
	var sum float64
	for _, g := range s.groups {
		sum += g.sum
		s.total += g.size
	}
	s.mean = sum / s.total
	if len(s.groups) > 1 {
		s.se, s.freedom = s.standardError(), s.satterthwaite()
	}
	return s
}

func grouped(values []Measurement) []group {
	number := make(map[string]int)
	of := make([]int, len(values)) // clusters of values
	var counts []int               // values of each cluster
	for i, v := range values {
		k, ok := number[v.Cluster]
		if !ok {
			k = len(counts)
			number[v.Cluster], counts = k, append(counts, 0)
		}
		of[i] = k
		counts[k]++
	}
	groups := make([]group, len(counts))
	ends := make([]int, len(counts)) // of each group's part of x and weights, while it is filled
	end := 0
	for k, n := range counts {
		ends[k] = end
		end += n
	}
	x, weights := make([]float64, len(values)), make([]float64, len(values))
	for i, v := range values {
		weights[ends[of[i]]] = v.weight()
		x[ends[of[i]]] = v.weight() * v.X
		ends[of[i]]++
	}
	for k, n := range counts {
		groups[k] = group{sorted(x[ends[k]-n : ends[k]]), sorted(weights[ends[k]-n : ends[k]])}
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Or(cmp.Compare(a.sum, b.sum), cmp.Compare(a.size, b.size)) })
	return groups
}

// sorted sorts figures, and returns their sum, which then does not depend on their order.
func sorted(x []float64) (sum float64) {
	slices.Sort(x)
	for _, v := range x {
		sum += v
	}
	return sum
}

// standardError is the clustered one of Miller, arXiv 2411.00640, with the factor for few
// clusters. The products of two values of one cluster add up to the square of its sum.
func (s *sample) standardError() float64 {
	var squares float64
	for _, g := range s.groups {
		off := g.sum - g.size*s.mean
		squares += off * off
	}
	n := float64(len(s.groups))
	return math.Sqrt(n/(n-1)*squares) / s.total
}

// estimate returns the mean and its error, without an interval.
func (s *sample) estimate() Estimate {
	e := Estimate{N: s.n, Clusters: len(s.groups)}
	if s.n > 0 {
		e.Mean = figure(s.mean)
	}
	if len(s.groups) > 1 {
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

// figure returns a rounded figure.
func figure(x float64) *float64 {
	x = Round(x)
	return &x
}

// Round keeps nine decimals, so that machines that fuse multiplications agree. It never returns
// a negative zero.
func Round(x float64) float64 {
	if x = math.Round(x*1e9) / 1e9; x == 0 {
		return 0
	}
	return x
}

// satterthwaite returns the degrees of freedom of the standard error over two clusters and
// more: one less than there are clusters of equal size, and fewer where sizes differ. It is
// Satterthwaite's approximation for equally spread values (as in Bell and McCaffrey, Bias
// Reduction in Standard Errors for Linear Regression with Multi-Stage Samples, 2002), which
// for a mean has a closed form.
func (s *sample) satterthwaite() float64 {
	n := s.total
	var squares, cubes float64
	for _, g := range s.groups {
		m := g.size
		squares, cubes = squares+m*m, cubes+m*m*m
	}
	trace := n - squares/n
	return trace * trace / (squares - 2*cubes/n + squares*squares/(n*n))
}
