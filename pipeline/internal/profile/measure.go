package profile

import (
	"math"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Measure is the name of a measurement of a column, a retrieval corpus or a join.
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
	Weekend   Measure = "weekend"    // present cells of dates on a Saturday or a Sunday
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

// measures lists the measures in the order of the page.
func measures() []Measure {
	return []Measure{
		Fill, Empty, Sentinel, Distinct, LengthP10, LengthP50, LengthP90, ValueP10, ValueP50, ValueP90,
		Weekend, Numeral, Scaled, Unparsed, Several, PerCell, Masked, Found, RowsMean, RowsMax,
	}
}

// Floors for ratios: a smaller figure counts as the floor, so that rates of 1 in
// 10,000 and 1 in 1,000 are alike.
const (
	floorRate  = 0.005
	floorCount = 1 // characters, values, rows
	// floorAmount is a share of the larger 90th percentile.
	floorAmount = 0.01
	// leastSpan is the shortest distance in days at which days differ.
	leastSpan = 365
)

// measurePair is one measure of two corpora. A figure is nil when its corpus has
// nothing to measure. ratio returns the first figure over the second.
type measurePair struct {
	measure     Measure
	world, real *Figure
	ratio       func(world, real float64) float64
}

// ratioAbove returns a function that divides two magnitudes, each raised to at least
// floor. If the signs differ, the smaller magnitude counts as floor.
func ratioAbove(floor float64) func(a, b float64) float64 {
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

// dayRatio returns a function that turns the distance of two days into a ratio: over
// 2 if the first is later by more than span, under 1/2 if it is earlier by more.
func dayRatio(span float64) func(a, b float64) float64 {
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
func (w *ColumnProfile) pairs(r *ColumnProfile) []measurePair {
	rates, counts := ratioAbove(floorRate), ratioAbove(floorCount)
	a, b := distinctShares(w.Repeats, r.Repeats)
	ps := []measurePair{
		{Fill, rate(w.Present, w.Observed), rate(r.Present, r.Observed), rates},
		{Empty, rate(w.Empty, w.Observed), rate(r.Empty, r.Observed), rates},
		{Sentinel, rate(w.Sentinel, w.Observed), rate(r.Sentinel, r.Observed), rates},
		{Distinct, a, b, rates},
	}
	ps = append(ps, quantilePairs([3]Measure{LengthP10, LengthP50, LengthP90}, w.Length, r.Length, counts)...)
	ps = append(ps, quantilePairs([3]Measure{ValueP10, ValueP50, ValueP90}, w.Amounts, r.Amounts, ratioAbove(amountFloor(w.Amounts, r.Amounts)))...)
	ps = append(ps, quantilePairs([3]Measure{ValueP10, ValueP50, ValueP90}, w.Days, r.Days, dayRatio(daySpan(w.Days, r.Days)))...)
	if w.Forms != nil || r.Forms != nil {
		x, y := valueOrZero(w.Forms), valueOrZero(r.Forms)
		ps = append(ps, measurePair{Numeral, rate(x.Numerals, w.Present), rate(y.Numerals, r.Present), rates})
		if w.Holds != string(domain.KindDate) && r.Holds != string(domain.KindDate) {
			ps = append(ps, measurePair{Scaled, rate(x.Scaled, w.Present), rate(y.Scaled, r.Present), rates})
		} else {
			ps = append(ps, measurePair{Weekend, rate(x.Weekends, w.Present), rate(y.Weekends, r.Present), rates})
		}
		ps = append(ps, measurePair{Unparsed, rate(x.Unparsed, w.Present), rate(y.Unparsed, r.Present), rates})
	}
	if w.Values != nil || r.Values != nil {
		x, y := valueOrZero(w.Values), valueOrZero(r.Values)
		ps = append(ps,
			measurePair{Several, rate(x.Several, x.PerCell.N), rate(y.Several, y.PerCell.N), rates},
			measurePair{PerCell, mean(x.PerCell), mean(y.PerCell), counts})
	}
	if w.Masks != nil || r.Masks != nil {
		x, y := valueOrZero(w.Masks), valueOrZero(r.Masks)
		ps = append(ps, measurePair{Masked, rate(x.Masked, x.Values), rate(y.Masked, y.Values), rates})
	}
	return ps
}

// pairs returns the measures of a retrieval corpus.
func (w *PassagesProfile) pairs(r *PassagesProfile) []measurePair {
	a, b := distinctShares(w.Repeats, r.Repeats)
	return append([]measurePair{{Distinct, a, b, ratioAbove(floorRate)}},
		quantilePairs([3]Measure{LengthP10, LengthP50, LengthP90}, w.Length, r.Length, ratioAbove(floorCount))...)
}

// pairs returns the measures of a join.
func (w *JoinProfile) pairs(r *JoinProfile) []measurePair {
	counts := ratioAbove(floorCount)
	return []measurePair{
		{Found, rate(w.Found.N, w.Names), rate(r.Found.N, r.Names), ratioAbove(floorRate)},
		{RowsMean, mean(w.Found), mean(r.Found), counts},
		{RowsMax, largest(w.Found), largest(r.Found), counts},
	}
}

// distinctShares returns the share of distinct things in two samples, both reduced to
// the size of the smaller, because a larger sample repeats itself more. If one is
// empty, the other keeps its size.
func distinctShares(w, r Repeats) (world, real *Figure) {
	n, _ := w.total()
	m, _ := r.total()
	if n == 0 || m == 0 {
		return distinctShare(w, n), distinctShare(r, m)
	}
	return distinctShare(w, min(n, m)), distinctShare(r, min(n, m))
}

// quantilePairs pairs the three quantiles of two samples; nil when both are nil.
func quantilePairs(ms [3]Measure, w, r *Quantiles, ratio func(a, b float64) float64) []measurePair {
	if w == nil && r == nil {
		return nil
	}
	a, b := figures(w), figures(r)
	var ps []measurePair
	for i, m := range ms {
		ps = append(ps, measurePair{m, a[i], b[i], ratio})
	}
	return ps
}

func figures(q *Quantiles) [3]*Figure {
	if q == nil {
		return [3]*Figure{}
	}
	return [3]*Figure{quantile(q.P10, q.N), quantile(q.P50, q.N), quantile(q.P90, q.N)}
}

// amountFloor returns the floor for amounts: 1 unit, or a hundredth of the larger
// 90th percentile if that is less.
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

// daySpan returns the distance beyond which days differ: the narrower of the two
// spans between the 10th and the 90th percentile, but at least a year.
func daySpan(w, r *Quantiles) float64 {
	if w == nil || r == nil {
		return leastSpan
	}
	return max(leastSpan, min(w.P90.Value-w.P10.Value, r.P90.Value-r.P10.Value))
}

// valueOrZero returns *p, or the zero value if p is nil.
func valueOrZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
