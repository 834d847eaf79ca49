// Package estimate estimates means over a sample of tasks, with errors that respect
// clusters: tasks of one path tend to succeed or fail together, so two of them say less
// than two tasks of different paths.
//
// Clusters are taken as independent draws; nothing is assumed about the items inside one.
// Standard errors are the clustered ones of Miller (Adding Error Bars to Evals, arXiv
// 2411.00640), times the root of G/(G-1) for G clusters, without which they are too small
// where clusters are few (Cameron and Miller, A Practitioner's Guide to Cluster-Robust
// Inference, 2015). Intervals are by the t distribution; its degrees of freedom are one
// less than the number of clusters if these are of one size, and fewer otherwise.
//
// Intervals are still too short if a few clusters hold most items and succeed as a whole:
// with two clusters of 20 items and 18 of one, the interval at 0.95 misses the true
// difference of two agents up to 13 times in 100 (with degrees of freedom by the number of
// clusters alone, 21 times). The p values of [Compare] hold their level there, too.
//
// Everything here is a pure function and safe for concurrent use. Figures are rounded to
// nine decimals and do not depend, to the bit, on the order of the arguments.
package estimate

// MinItems is the number of items below which reports show a mean without its error and
// interval: these would say more about the assumptions than about the items.
const MinItems = 10

// A Measurement is one number measured on one item.
type Measurement struct {
	// X is the measurement: a finite number.
	X float64
	// Cluster names the cluster that the item belongs to.
	Cluster string
	// Weight is the item's share of the mean in proportion to those of the others: above 0, or 0
	// for 1. Weights are taken as fixed before anything was measured.
	Weight float64
}

// weight returns the weight, which is 1 if none is given.
func (m *Measurement) weight() float64 {
	if m.Weight == 0 {
		return 1
	}
	return m.Weight
}

// An Estimate is a mean, its standard error and its interval.
type Estimate struct {
	// N is the number of measured items, and Clusters the number of their clusters.
	N        int `json:"n"`
	Clusters int `json:"clusters"`
	// Mean is their mean; nil if N is 0.
	Mean *float64 `json:"mean"`
	// SE is the mean's standard error; nil with fewer than two clusters, because one
	// cluster says nothing about how much clusters differ.
	SE *float64 `json:"se"`
	// Low and High are the ends of the interval at the level asked for. They are nil if SE
	// is nil and, except for shares, if it is 0.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// A Difference is the mean difference between two figures measured on the same items, with
// its error and a test.
type Difference struct {
	// Estimate is the mean of the differences, first figure less second.
	Estimate
	// P is the probability of a mean at least as far from 0 if there is no difference, in
	// [0, 1]; nil if SE is nil.
	P *float64 `json:"p"`
	// Test is the test that gave P; "" if P is nil.
	Test Test `json:"test,omitempty"`
	// Detectable is the smallest true difference that items of this number and spread would
	// show four times in five, where showing means that P is at most one less the level
	// asked for. It is nil if SE is nil or 0.
	Detectable *float64 `json:"detectable"`
}

// A Test is the method that finds the probability of a difference by chance.
type Test string

// The closed set of tests.
const (
	Student Test = "t" // Student's t test on clusters
	// counts all ways to exchange the two figures within clusters, or draws some
	Permutation Test = "signs"
)
