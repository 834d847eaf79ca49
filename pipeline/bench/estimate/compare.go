package estimate

import (
	"math"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// power is how often [Difference.Detectable] is to show.
const power = 0.8

// enough is how many clusters, each with as much of a say as the others, the t test needs.
// With fewer it rejects too often in sets where the two rarely differ: at 0.05 in one of
// eight where four clusters of 150 do, all in the same way by chance.
const enough = 15

// Compare says what the differences between two things measured on the same items show,
// with an interval at a level in (0, 1). It panics at another level.
//
// P is two-sided. Where many clusters have a say, of which none outweighs the others, it is
// that of the t test, so that it is below one less the level just where the interval leaves
// out 0. Otherwise it is the share of all ways to exchange the two things within clusters
// that make the mean at least as far from 0 (Fisher's randomisation test, by clusters): it
// holds its level for any number of clusters of any size, where the t test does not, and
// assumes no more than that neither is better anywhere. A share below 1 in 10,000 that
// cannot be counted is given by a figure that it is at most. P may be above one less the
// level though the interval leaves out 0. How much of a say clusters have is measured by
// what they differ by, without the sign.
func Compare(differences []Measurement, level float64) Difference {
	s := cluster(differences)
	d := Difference{Estimate: s.symmetric(level)}
	if d.SE == nil {
		return d
	}
	if s.spread() {
		d.Detectable = figure((s.quantile(level) + s.student().Quantile(power)) * s.se)
	}
	if s.spread() && weight(s.groups) >= enough {
		d.Test, d.P = Student, likelihood(2*s.student().CDF(-math.Abs(s.mean)/s.se))
	} else {
		d.Test, d.P = Permutation, likelihood(signs(s.groups))
	}
	return d
}

// likelihood keeps nine digits of a probability, since small ones count as well.
func likelihood(p float64) *float64 {
	p, err := strconv.ParseFloat(strconv.FormatFloat(min(p, 1), 'g', 9, 64), 64)
	if err != nil {
		panic("estimate: " + err.Error()) // what was just written is a number
	}
	return &p
}

// weight returns how many clusters of equal sums would have as much of a say as these.
func weight(groups []group) float64 {
	var squares, fourths float64
	for _, g := range groups {
		square := g.sum * g.sum
		squares += square
		fourths += square * square
	}
	if fourths == 0 {
		return 0
	}
	return *figure(squares * squares / fourths)
}

const (
	// units is how many units the largest sum is counted in, to tell equal ones.
	units = 1e9
	// states is how many different sums are counted at most.
	states = 1 << 14
	// draws is how many ways are drawn where there are more, so that the least p by them
	// is 1 in 10,000.
	draws = 9999
)

// signs returns the share of all choices of signs for the sums of clusters with which they
// add up to at least as far from 0 as they do: counted where that can be done, as it always
// can with up to 14 sums, and otherwise from draws, the sums' own signs being one of them.
// Where none of the others is as far, what is known of the share is that it is at most the
// bound, if that is less.
func signs(groups []group) float64 {
	var largest float64
	for _, g := range groups {
		largest = max(largest, math.Abs(g.sum))
	}
	if largest == 0 {
		return 1
	}
	var whole []int64 // in units
	var observed int64
	for _, g := range groups {
		if u := int64(math.Round(g.sum / largest * units)); u != 0 {
			observed += u
			whole = append(whole, max(u, -u))
		}
	}
	slices.Sort(whole)
	far := max(observed, -observed) - int64(len(whole)) // less what rounding may have added
	if p, ok := counted(whole, far); ok {
		return p
	}
	if p := drawn(whole, far); p > 1.0/(draws+1) {
		return p
	}
	return min(1.0/(draws+1), bound(whole, far))
}

// bound returns a figure that the share is at most, to two digits (Chernoff, A Measure of
// Asymptotic Efficiency for Tests of a Hypothesis Based on the Sum of Observations, 1952):
// the least of 2 exp(-λ far) times all cosh(λ u), whose logarithm has one minimum.
func bound(sums []int64, far int64) float64 {
	short := -far
	for _, u := range sums {
		short += u
	}
	log := func(lambda float64) float64 {
		y := math.Ln2 + lambda*float64(short)
		for _, u := range sums {
			y += math.Log1p(math.Exp(-2*lambda*float64(u))) - math.Ln2 // log cosh, less λ u
		}
		return y
	}
	low, high := 0.0, 64/float64(sums[0]) // beyond, no cosh is told from half an exponential
	for range 100 {
		third := (high - low) / 3
		if log(low+third) < log(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	p := max(math.Exp(min(log(high), 0)), 1e-300) // never 0
	unit := math.Pow(10, math.Floor(math.Log10(p))-1)
	return min(math.Ceil(p/unit)*unit, 1)
}

// chance is a sum and how likely signs make it.
type chance struct {
	sum int64
	p   float64
}

// counted is signs by convolution; not ok if there are too many different sums.
func counted(sums []int64, far int64) (p float64, ok bool) {
	all := []chance{{0, 1}}
	for _, u := range sums {
		if all = shifted(all, u); len(all) > states {
			return 0, false
		}
	}
	for _, c := range all {
		if max(c.sum, -c.sum) >= far {
			p += c.p
		}
	}
	return p, true
}

// shifted adds u with either sign to sums in ascending order; the result is in that order.
func shifted(all []chance, u int64) []chance {
	next := make([]chance, 0, 2*len(all))
	i, j := 0, 0
	for j < len(all) {
		c := chance{all[j].sum + u, all[j].p / 2}
		if i < len(all) && all[i].sum-u <= c.sum {
			c = chance{all[i].sum - u, all[i].p / 2}
			i++
		} else {
			j++
		}
		if k := len(next) - 1; k >= 0 && next[k].sum == c.sum {
			next[k].p += c.p
		} else {
			next = append(next, c)
		}
	}
	return next
}

// drawn is signs by chance. The same sums have the same draws.
func drawn(sums []int64, far int64) float64 {
	rng := digest.Rand("estimate", "signs")
	as := 1
	for range draws {
		var sum int64
		var bits uint64
		for i, u := range sums {
			if i%64 == 0 {
				bits = rng.Uint64()
			}
			if bits>>(i%64)&1 == 0 {
				u = -u
			}
			sum += u
		}
		if max(sum, -sum) >= far {
			as++
		}
	}
	return float64(as) / (draws + 1)
}
