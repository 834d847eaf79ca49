package agreement

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

const (
	// resamples is the number of resamples for an interval. Percentiles need at least
	// 1,000. (resamples+1)*tail is an integer, so that each bound is the value of a
	// resample (Efron and Tibshirani, 1993, sections 13.3 and 12.5).
	resamples = 1999
	// tail is the probability that an interval leaves out on each side.
	tail = 0.025
)

// lowest is the minimum of each coefficient.
var lowest = [coefficients]float64{raw: 0, cohen: -1, fleiss: -1, alpha: -1}

// estimates computes the wanted coefficients with their intervals.
func (t *table) estimates(seed string, wanted ...int) [coefficients]IntervalEstimate {
	units := make([]int, len(t.patterns))
	for i, p := range t.patterns {
		units[i] = p.units
	}
	found := t.figures(units)
	wanted = slices.DeleteFunc(wanted, func(i int) bool { return !found[i].defined })
	differing := found[raw].observed
	var values [coefficients][]float64
	if t.units > 1 && differing > 0 && differing < 1 {
		values = t.bootstrap(units, seed, wanted)
	}
	var e [coefficients]IntervalEstimate
	for _, i := range wanted {
		f := found[i]
		low, high := lowest[i], 1.0
		switch {
		case t.units < 2:
		case differing == 0:
			low = figure{true, Of(0, t.units).High, f.expected}.value()
		case differing == 1:
			low, high = f.value(), figure{true, Of(t.units, t.units).Low, f.expected}.value()
		default:
			low, high = percentiles(values[i])
		}
		e[i] = IntervalEstimate{Defined: true, Value: round(f.value()), Low: round(max(low, lowest[i])), High: round(min(high, 1))}
	}
	return e
}

// bootstrap returns the sorted values of the wanted coefficients over the resamples in which
// they are defined.
func (t *table) bootstrap(units []int, seed string, wanted []int) [coefficients][]float64 {
	var values [coefficients][]float64
	for _, i := range wanted {
		values[i] = make([]float64, 0, resamples)
	}
	rng := digest.Rand("agreement", seed)
	drawn := make([]int, len(units))
	for range resamples {
		resample(drawn, units, t.units, rng)
		found := t.figures(drawn)
		for _, i := range wanted {
			if found[i].defined {
				values[i] = append(values[i], found[i].value())
			}
		}
	}
	for _, i := range wanted {
		slices.Sort(values[i])
	}
	return values
}

// percentiles returns the bounds that leave out a tail on each side of sorted values.
func percentiles(values []float64) (low, high float64) {
	k := max(int(float64(len(values)+1)*tail), 1)
	return values[k-1], values[len(values)-k]
}

// resample draws n units with replacement from n units, of which units[i] have the i-th
// pattern, and sets drawn[i] to the number drawn of that pattern. Given the numbers of the
// patterns before, the number of the next pattern is binomial.
func resample(drawn, units []int, n int, rng *rand.Rand) {
	left, among := n, n
	for i, k := range units {
		drawn[i] = binomial(left, k, among, rng)
		left -= drawn[i]
		among -= k
	}
}

// binomial draws the number of successes in n trials with probability k/of, in [0, 1]. It is
// exact: for 64 trials at a time, it compares random binary digits with those of k/of until
// every trial is decided.
func binomial(n, k, of int, rng *rand.Rand) int {
	if k == of {
		return n
	}
	count := 0
	for ; n > 0; n -= 64 {
		open := ^uint64(0) // trials that are not decided yet
		if n < 64 {
			open = 1<<n - 1
		}
		for rest := k; open != 0 && rest > 0; {
			random := rng.Uint64()
			rest *= 2
			if rest >= of { // the digit of k/of is 1: trials that drew 0 are below and succeed
				rest -= of
				count += bits.OnesCount64(open &^ random)
				open &= random
			} else {
				open &^= random
			}
		}
	}
	return count
}

// Of returns the proportion count/of with its 95 % interval. It panics unless
// 0 <= count <= of.
func Of(count, of int) Proportion {
	if count < 0 || count > of {
		panic("agreement: a proportion must have 0 <= count <= of")
	}
	p := Proportion{Count: count, Of: of, Low: 0, High: 1}
	if count > 0 {
		p.Low = round(distuv.Beta{Alpha: float64(count), Beta: float64(of - count + 1)}.Quantile(tail))
	}
	if count < of {
		p.High = round(distuv.Beta{Alpha: float64(count + 1), Beta: float64(of - count)}.Quantile(1 - tail))
	}
	return p
}

// round rounds to nine decimals, so that machines with and without fused multiply-add agree.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
