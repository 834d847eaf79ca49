package profile

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Measure names one thing that is measured of a column, a retrieval corpus or a
// join.
type Measure string

// The closed set of measures. Rates are shares in [0, 1].
const (
	Fill      Measure = "fill"       // observed cells that hold a value
	Empty     Measure = "empty"      // observed cells that hold nothing, or blanks
	Sentinel  Measure = "sentinel"   // observed cells that hold a mark for nothing
	Distinct  Measure = "distinct"   // distinct texts among as many cells, or texts, as the smaller corpus has
	LengthP10 Measure = "length_p10" // characters of a present cell or a text, 10th percentile
	LengthP50 Measure = "length_p50" // median
	LengthP90 Measure = "length_p90" // 90th percentile
	ValueP10  Measure = "value_p10"  // amounts in the column's unit, or days, 10th percentile
	ValueP50  Measure = "value_p50"  // median
	ValueP90  Measure = "value_p90"  // 90th percentile
	Numeral   Measure = "numeral"    // present cells of numbers or dates that are a JSON number
	Scaled    Measure = "scaled"     // present cells of numbers that spell a scale or a unit
	Unparsed  Measure = "unparsed"   // present cells with a value that is not of the column's kind
	Several   Measure = "several"    // present cells with several values
	PerCell   Measure = "per_cell"   // mean of values in a present cell
	Masked    Measure = "masked"     // values that hide characters
	Found     Measure = "found"      // distinct names that find a row
	RowsMean  Measure = "rows_mean"  // mean of rows found by a name that finds any
	RowsMax   Measure = "rows_max"   // most rows found by a name
)

// Floors of the scales on which figures are compared: what is less counts as
// this much, so that a rate of 1 in 10,000 and one of 1 in 1,000 are both next to
// nothing.
const (
	floorRate  = 0.005
	floorCount = 1 // characters, values, rows
	// floorAmount is a share of the larger 90th percentile; an amount need not be
	// less than 1 to be next to nothing.
	floorAmount = 0.01
	// leastSpan is the least span of days that days are compared by.
	leastSpan = 365
)

// pair is one measure of two corpora; a figure is nil where a corpus has nothing
// to measure. ratio returns the first figure over the second.
type pair struct {
	measure     Measure
	world, real *Figure
	ratio       func(world, real float64) float64
}

// over returns the ratio of two figures that count as at least floor each, in
// magnitude. Of figures with different signs the lesser in magnitude counts as
// the floor.
func over(floor float64) func(a, b float64) float64 {
	return func(a, b float64) float64 {
		x, y := max(math.Abs(a), floor), max(math.Abs(b), floor)
		switch {
		case math.Signbit(a) == math.Signbit(b):
		case math.Abs(a) > math.Abs(b):
			y = floor
		default:
			x = floor
		}
		if x == y {
			return 1
		}
		return x / y
	}
}

// apart returns the ratio that stands for the distance of two days: over 2 where
// the first comes later by more than the span, under 1/2 where it comes earlier by
// more.
func apart(span float64) func(a, b float64) float64 {
	return func(a, b float64) float64 {
		r := 1 + math.Abs(a-b)/span
		if a < b {
			return 1 / r
		}
		return r
	}
}

// pairs returns the measures of a column in two corpora. Either can be the zero
// Column, where a corpus lacks it.
func (w *Column) pairs(r *Column) []pair {
	rates, counts := over(floorRate), over(floorCount)
	a, b := variants(w.Repeats, r.Repeats)
	ps := []pair{
		{Fill, rate(w.Present, w.Observed), rate(r.Present, r.Observed), rates},
		{Empty, rate(w.Empty, w.Observed), rate(r.Empty, r.Observed), rates},
		{Sentinel, rate(w.Sentinel, w.Observed), rate(r.Sentinel, r.Observed), rates},
		{Distinct, a, b, rates},
	}
	ps = append(ps, quantilePairs([3]Measure{LengthP10, LengthP50, LengthP90}, w.Length, r.Length, counts)...)
	ps = append(ps, quantilePairs([3]Measure{ValueP10, ValueP50, ValueP90}, w.Amounts, r.Amounts, over(amountFloor(w.Amounts, r.Amounts)))...)
	ps = append(ps, quantilePairs([3]Measure{ValueP10, ValueP50, ValueP90}, w.Days, r.Days, apart(daySpan(w.Days, r.Days)))...)
	if w.Forms != nil || r.Forms != nil {
		x, y := orZero(w.Forms), orZero(r.Forms)
		ps = append(ps, pair{Numeral, rate(x.Numerals, w.Present), rate(y.Numerals, r.Present), rates})
		if w.Holds != string(domain.KindDate) && r.Holds != string(domain.KindDate) {
			ps = append(ps, pair{Scaled, rate(x.Scaled, w.Present), rate(y.Scaled, r.Present), rates})
		}
		ps = append(ps, pair{Unparsed, rate(x.Unparsed, w.Present), rate(y.Unparsed, r.Present), rates})
	}
	if w.Values != nil || r.Values != nil {
		x, y := orZero(w.Values), orZero(r.Values)
		ps = append(ps,
			pair{Several, rate(x.Several, x.PerCell.N), rate(y.Several, y.PerCell.N), rates},
			pair{PerCell, mean(x.PerCell), mean(y.PerCell), counts})
	}
	if w.Masks != nil || r.Masks != nil {
		x, y := orZero(w.Masks), orZero(r.Masks)
		ps = append(ps, pair{Masked, rate(x.Masked, x.Values), rate(y.Masked, y.Values), rates})
	}
	return ps
}

// pairs returns the measures of a retrieval corpus.
func (w *Passages) pairs(r *Passages) []pair {
	a, b := variants(w.Repeats, r.Repeats)
	return append([]pair{{Distinct, a, b, over(floorRate)}},
		quantilePairs([3]Measure{LengthP10, LengthP50, LengthP90}, w.Length, r.Length, over(floorCount))...)
}

// pairs returns the measures of a join.
func (w *Join) pairs(r *Join) []pair {
	counts := over(floorCount)
	return []pair{
		{Found, rate(w.Found.N, w.Names), rate(r.Found.N, r.Names), over(floorRate)},
		{RowsMean, mean(w.Found), mean(r.Found), counts},
		{RowsMax, largest(w.Found), largest(r.Found), counts},
	}
}

// variants returns the variety of two samples at the size of the smaller, since
// the larger of two alike samples always repeats itself more; at its own size where
// there is one only.
func variants(w, r Repeats) (world, real *Figure) {
	n, _ := w.total()
	m, _ := r.total()
	if n == 0 || m == 0 {
		return variety(w, n), variety(r, m)
	}
	return variety(w, min(n, m)), variety(r, min(n, m))
}

// quantilePairs returns the three quantiles of two samples; none where both are
// nil.
func quantilePairs(ms [3]Measure, w, r *Quantiles, ratio func(a, b float64) float64) []pair {
	if w == nil && r == nil {
		return nil
	}
	a, b := figures(w), figures(r)
	var ps []pair
	for i, m := range ms {
		ps = append(ps, pair{m, a[i], b[i], ratio})
	}
	return ps
}

func figures(q *Quantiles) [3]*Figure {
	if q == nil {
		return [3]*Figure{}
	}
	return [3]*Figure{quantile(q.P10, q.N), quantile(q.P50, q.N), quantile(q.P90, q.N)}
}

// amountFloor returns what an amount counts as at least: 1 of the unit, or a
// hundredth of the larger 90th percentile where that is less.
func amountFloor(w, r *Quantiles) float64 {
	most := 0.0
	for _, q := range []*Quantiles{w, r} {
		if q != nil {
			most = max(most, math.Abs(q.P90.Value))
		}
	}
	if most == 0 {
		return 1
	}
	return min(1, most*floorAmount)
}

// daySpan returns the distance from which days differ: the narrower of the two
// spans between the 10th and the 90th percentile, at least a year.
func daySpan(w, r *Quantiles) float64 {
	if w == nil || r == nil {
		return leastSpan
	}
	return max(leastSpan, min(w.P90.Value-w.P10.Value, r.P90.Value-r.P10.Value))
}

// orZero returns what p points to, or the zero value.
func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
