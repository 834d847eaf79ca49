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
	// resamples is how many resamples an interval is of: at least 1,000 for percentiles,
	// and (resamples+1)*tail is whole, so that each bound is one of the resamples' figures
	// (Efron and Tibshirani, 1993, sections 13.3 and 12.5).
	resamples = 1999
	// tail is what an interval leaves out on each side.
	tail = 0.025
)

// lowest is the least that each coefficient can be.
var lowest = [coefficients]float64{raw: 0, cohen: -1, fleiss: -1, alpha: -1}

// estimates works out the coefficients that are wanted, with their intervals.
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

// bootstrap returns the figures of all resamples that have one, sorted, for the coefficients
// that are wanted.
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

// resample draws n units with replacement from n units, of which units[i] are of the i-th
// pattern, and counts them by pattern. Patterns are drawn one after the other, each from
// the units that are left to draw.
func resample(drawn, units []int, n int, rng *rand.Rand) {
	left, among := n, n
	for i, k := range units {
		drawn[i] = binomial(left, k, among, rng)
		left -= drawn[i]
		among -= k
	}
}

// binomial counts how many of n trials succeed that do so with the probability k/of, in
// [0, 1]. It is exact: 64 trials at a time, random binary digits of each are compared with
// those of k/of until all are told apart.
func binomial(n, k, of int, rng *rand.Rand) int {
	if k == of {
		return n
	}
	count := 0
	for ; n > 0; n -= 64 {
		open := ^uint64(0) // trials that are not told apart yet
		if n < 64 {
			open = 1<<n - 1
		}
		for rest := k; open != 0 && rest > 0; {
			random := rng.Uint64()
			rest *= 2
			if rest >= of { // the digit is 1: trials that drew a 0 are below
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

// Of returns the proportion count/of with its interval. It panics unless 0 <= count <= of.
func Of(count, of int) Proportion {
	if count < 0 || count > of {
		panic("agreement: a proportion is a count of at most as many")
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

// round keeps nine decimals, so that machines that fuse multiplications agree.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
