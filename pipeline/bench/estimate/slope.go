package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A PlacedMeasurement is a number measured on one item at a place.
type PlacedMeasurement struct {
	// At is the place, a finite number, and X the measurement there.
	At, X float64
	// Cluster names the cluster that the item belongs to.
	Cluster string
}

// Slope estimates by how much a measurement changes with each unit of place: the slope of the
// least squares line, with an interval at a level in (0, 1) that is symmetric about it. Over
// points at two places, one unit apart, that is the difference of their means. It panics at
// another level.
//
// The standard error is the clustered one of least squares (Liang and Zeger, Longitudinal Data
// Analysis Using Generalized Linear Models, 1986), times the root of G/(G-1) for G clusters. The
// degrees of freedom are Satterthwaite's for equally spread measurements (Bell and McCaffrey,
// Bias Reduction in Standard Errors for Linear Regression with Multi-Stage Samples, 2002).
//
// The mean of the estimate is the slope; nil if the points are at fewer than two places. There is
// no standard error with fewer than three clusters, or unless two places have two clusters each,
// and no interval if the points of every cluster lie on the line.
func Slope(points []PlacedMeasurement, level float64) Estimate {
	if !(level > 0 && level < 1) {
		panic("estimate: a level is in (0, 1)")
	}
	points = slices.SortedFunc(slices.Values(points), func(a, b PlacedMeasurement) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.X, b.X))
	})
	l := fit(points)
	e := Estimate{N: len(points), Clusters: len(l.clusters)}
	if l.spread == 0 {
		return e
	}
	e.Mean = figure(l.slope)
	if len(l.clusters) < 3 || !l.repeated {
		return e
	}
	se, freedom := l.errors()
	e.SE = figure(se)
	if se > 1e-12 {
		half := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1+level)/2) * se
		e.Low, e.High = figure(l.slope-half), figure(l.slope+half)
	}
	return e
}

// line is a least squares line through points.
type line struct {
	n        float64
	spread   float64 // sum of the squared distances of places from their mean
	slope    float64
	clusters []clusterSums
	repeated bool // two places and more have points of two clusters and more each
}

// clusterSums are sums over the points of one cluster, where d is the distance of a place from the
// mean of all places.
type clusterSums struct {
	score    float64 // of d times the distance of the point from the line
	distance float64 // of d
	squares  float64 // of the square of d
}

// fit fits a line to points, which are sorted.
func fit(points []PlacedMeasurement) *line {
	l := &line{n: float64(len(points))}
	if len(points) == 0 {
		return l
	}
	var at, x float64
	for _, p := range points {
		at, x = at+p.At, x+p.X
	}
	at, x = at/l.n, x/l.n
	var product float64
	for _, p := range points {
		l.spread += (p.At - at) * (p.At - at)
		product += (p.At - at) * (p.X - x)
	}
	if l.spread > 0 {
		l.slope = product / l.spread
	}
	number := map[string]int{}
	places := map[float64]map[string]bool{}
	for _, p := range points {
		k, ok := number[p.Cluster]
		if !ok {
			k = len(l.clusters)
			number[p.Cluster], l.clusters = k, append(l.clusters, clusterSums{})
		}
		if places[p.At] == nil {
			places[p.At] = map[string]bool{}
		}
		places[p.At][p.Cluster] = true
		c, d := &l.clusters[k], p.At-at
		c.score += d * (p.X - x - l.slope*d)
		c.distance += d
		c.squares += d * d
	}
	var two int
	for _, clusters := range places {
		if len(clusters) > 1 {
			two++
		}
	}
	l.repeated = two > 1
	slices.SortFunc(l.clusters, func(a, b clusterSums) int { // sums then do not depend on names
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.distance, b.distance), cmp.Compare(a.squares, b.squares))
	})
	return l
}

// errors returns the standard error of the slope and its degrees of freedom. With W the weights
// by which a cluster's distances from the line enter the slope, and M the matrix of products of
// the Ws as they are of the measurements, the degrees are the squared trace of M over the trace
// of its square.
func (l *line) errors() (se, freedom float64) {
	var scores, q, a2, b2, ab, q2, qa2, qb2 float64
	for _, c := range l.clusters {
		scores += c.score * c.score
		q1, a, b := c.squares/(l.spread*l.spread), c.distance/l.spread, c.squares/l.spread
		q, a2, b2, ab = q+q1, a2+a*a, b2+b*b, ab+a*b
		q2, qa2, qb2 = q2+q1*q1, qa2+q1*a*a, qb2+q1*b*b
	}
	g := float64(len(l.clusters))
	se = math.Sqrt(g/(g-1)*scores) / l.spread
	trace := q - a2/l.n - b2/l.spread
	square := q2 - 2*(qa2/l.n+qb2/l.spread) + a2*a2/(l.n*l.n) + 2*ab*ab/(l.n*l.spread) + b2*b2/(l.spread*l.spread)
	return se, trace * trace / square
}
