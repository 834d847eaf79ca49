// Package estimate says how far off means over a sample of tasks may be, where tasks come
// in clusters: tasks of one path succeed and fail together, so that two of them say less
// than two tasks of different paths.
//
// Clusters are taken as independent draws, and nothing is assumed of what is inside one.
// Standard errors are the clustered ones of Miller (Adding Error Bars to Evals, arXiv
// 2411.00640), times the root of G/(G-1) for G clusters, without which they are too small
// where clusters are few (Cameron and Miller, A Practitioner's Guide to Cluster-Robust
// Inference, 2015). Intervals are by the t distribution; its degrees of freedom are one
// less than the clusters where these are of one size, and fewer where they are not.
//
// Where a few clusters hold most items and succeed as a whole, intervals are still too
// short: with two clusters of 20 items beside 18 of one, the interval at 0.95 misses the
// true difference of two agents up to 13 times in 100, and by the number of clusters alone
// it would 21 times. The p values of [Compare] hold their level there, too.
//
// Everything here is a pure function and safe for concurrent use. Figures are rounded to
// nine decimals. They do not depend on the order of what is given, to the bit.
package estimate

// Measurement is what was measured of one item.
type Measurement struct {
	// X is the measurement: a finite number.
	X float64
	// Cluster names the cluster that the item belongs to.
	Cluster string
}

// Estimate is a mean and how far off it may be. It is a record.
type Estimate struct {
	// N is the number of items that have a value, Clusters how many clusters they are of.
	N        int `json:"n"`
	Clusters int `json:"clusters"`
	// Mean is their mean; nil for N of 0.
	Mean *float64 `json:"mean"`
	// SE is the mean's standard error; nil with fewer than two clusters, which say nothing
	// about how much clusters differ.
	SE *float64 `json:"se"`
	// Low and High are the ends of the interval at the level asked for; nil where SE is,
	// and where a mean other than that of shares has an SE of 0.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// Difference is a mean of differences between two things measured on the same items, and
// what can be told from it. It is a record.
type Difference struct {
	// Estimate is that of the differences, first less second.
	Estimate
	// P is how likely a mean at least as far from 0 is where there is no difference, in
	// [0, 1]; nil where SE is.
	P *float64 `json:"p"`
	// Test is how P was found; "" where it is nil.
	Test Test `json:"test,omitempty"`
	// Detectable is the smallest true difference that so many items of such a spread show
	// four times in five, P being at most one less the level asked for; nil where SE is, and
	// for an SE of 0.
	Detectable *float64 `json:"detectable"`
}

// Test is a way to find how likely a difference is by chance.
type Test string

// The closed set of tests.
const (
	Student     Test = "t"     // Student's, on clusters
	Permutation Test = "signs" // by counting, or drawing from, all ways to exchange the two within clusters
)
