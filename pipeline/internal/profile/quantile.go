package profile

import (
	"cmp"
	"math"
	"slices"
)

// z is the normal deviate of a two-sided interval of 99 %.
const z = 2.5758293035489004

// Quantiles are three quantiles of a sample.
type Quantiles struct {
	N   int            `json:"n"`   // values in the sample, at least 1
	P10 SampleQuantile `json:"p10"` // a tenth of the values are at most this
	P50 SampleQuantile `json:"p50"` // the median
	P90 SampleQuantile `json:"p90"` // nine tenths of the values are at most this
}

// SampleQuantile is one quantile of a sample: the smallest value such that at least the
// quantile's share of values does not exceed it.
type SampleQuantile struct {
	Value float64 `json:"value"`
	// Low and High are the order statistics that bound the quantile with 99 %
	// confidence for any distribution (Conover, 1999, normal approximation); nil if
	// the sample is too small.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// weightedValues are values with their counts. A value may be listed repeatedly.
type weightedValues []weightedValue

type weightedValue struct {
	value float64
	n     int
}

// add counts a value n more times.
func (w *weightedValues) add(value float64, n int) { *w = append(*w, weightedValue{value, n}) }

// quantiles sorts the values and returns their quantiles; nil if there are none.
func (w weightedValues) quantiles() *Quantiles {
	slices.SortFunc(w, func(a, b weightedValue) int { return cmp.Compare(a.value, b.value) })
	n := 0
	for _, v := range w {
		n += v.n
	}
	if n == 0 {
		return nil
	}
	return &Quantiles{N: n, P10: w.quantile(n, .1), P50: w.quantile(n, .5), P90: w.quantile(n, .9)}
}

// quantile returns the p-quantile of n sorted values.
func (w weightedValues) quantile(n int, p float64) SampleQuantile {
	at := p * float64(n)
	off := z * math.Sqrt(at*(1-p))
	q := SampleQuantile{Value: w.ranked(max(1, int(math.Ceil(at))))}
	if low := int(math.Floor(at - off)); low >= 1 {
		v := w.ranked(low)
		q.Low = &v
	}
	if high := int(math.Ceil(at+off)) + 1; high <= n {
		v := w.ranked(high)
		q.High = &v
	}
	return q
}

// ranked returns the value of a rank, counted from 1.
func (w weightedValues) ranked(rank int) float64 {
	for _, v := range w {
		if rank -= v.n; rank <= 0 {
			return v.value
		}
	}
	panic("profile: a rank beyond the sample")
}

// Moments has sums over whole numbers, from which their mean and deviation follow.
type Moments struct {
	N       int `json:"n"`       // how many numbers were added
	Sum     int `json:"sum"`     // of the numbers
	Squares int `json:"squares"` // sum of their squares
	Max     int `json:"max"`     // the largest; 0 if there is none
}

// add counts a number n times.
func (t *Moments) add(number, n int) {
	t.N += n
	t.Sum += n * number
	t.Squares += n * number * number
	t.Max = max(t.Max, number)
}
