package estimate

import (
	"math"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// power is the probability with which [Difference.Detectable] is found.
const power = 0.8

// enough is how many clusters of equal weight the t test needs. With fewer it rejects too
// often in sets where the two things rarely differ: at level 0.05 once in eight times if
// four of 150 clusters differ, all in the same direction by chance.
const enough = 15

// Compare estimates the mean difference between two figures measured on the same items,
// with an interval at a level in (0, 1). The X of each measurement is the first figure
// less the second. Compare panics at another level.
//
// P is two-sided. If the clusters weigh as much as at least 15 equal ones, it is the P of
// the t test, and below one less the level exactly if the interval excludes 0. A cluster
// weighs by the absolute value of its summed difference. Otherwise P is the share of all
// ways to exchange the two figures within clusters that make the mean at least as far
// from 0 (Fisher's randomisation test, by clusters). That test holds its level for any
// number of clusters of any size, which the t test does not, and assumes only that
// neither figure is larger anywhere. A share that cannot be counted is estimated from
// 9,999 drawn ways, so 0.0001 then means at most 0.0001. This P may exceed one less the
// level although the interval excludes 0.
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

// likelihood rounds a probability to nine significant digits.
func likelihood(p float64) *float64 {
	p, err := strconv.ParseFloat(strconv.FormatFloat(min(p, 1), 'g', 9, 64), 64)
	if err != nil {
		panic("estimate: " + err.Error()) // cannot happen: the text is a formatted number
	}
	return &p
}

// weight returns how many clusters of equal sums would have the same effective number as
// these: the square of the sum of squares over the sum of fourth powers.
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
	// units is how many integer units the largest sum is measured in, so that equal sums
	// are equal numbers.
	units = 1e9
	// states is the most distinct totals that are counted.
	states = 1 << 14
	// draws is how many ways are drawn if there are more. With the observed one they make
	// 10,000.
	draws = 9999
)

// signs returns the share of all choices of signs for the sums of clusters whose total is
// at least as far from 0 as the observed one. It counts the choices if it can, as it always
// can with up to 14 sums. Otherwise it draws some, the observed signs being one of them, so
// that the share is at least 1 in 10,000.
//
// Note: a Chernoff bound in place of a drawn 1 in 10,000 told smaller shares apart. Only
// Holm's correction of more than 500 comparisons could tell the difference.
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
	return drawn(whole, far)
}

// chance is a total and the probability that random signs give it.
type chance struct {
	sum int64
	p   float64
}

// counted is signs by convolution; ok is false if there are too many distinct totals.
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

// shifted adds u with either sign to totals in ascending order; the result is in ascending
// order too.
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

// drawn is signs by random draws, the same ones for the same sums.
func drawn(sums []int64, far int64) float64 {
	rng := digest.Rand("estimate", "signs")
	asFar := 1 // the observed signs
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
			asFar++
		}
	}
	return float64(asFar) / (draws + 1)
}
