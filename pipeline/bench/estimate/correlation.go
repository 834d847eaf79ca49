package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Pearson returns the product-moment correlation of paired figures, in [-1, 1]; nil for
// fewer than two pairs, or if all figures of one side are equal. It panics if the lengths
// differ.
func Pearson(x, y []float64) *float64 {
	if len(x) != len(y) {
		panic("estimate: correlation of figures that are no pairs")
	}
	if len(x) < 2 || constant(x) || constant(y) {
		return nil
	}
	return figure(min(1, max(-1, stat.Correlation(x, y, nil))))
}

// Spearman returns the correlation of the ranks of paired figures, where equal figures share
// their mean rank. It is nil, and it panics, where [Pearson] does.
func Spearman(x, y []float64) *float64 { return Pearson(ranks(x), ranks(y)) }

// PearsonInterval returns the interval of a correlation of n pairs at a level in (0, 1), by
// Fisher's transformation (1915), which assumes pairs drawn from a bivariate normal
// distribution. The ends are nil without r, for n below 4, and for r of 1 or -1.
func PearsonInterval(r *float64, n int, level float64) (low, high *float64) {
	if r == nil || n < 4 || math.Abs(*r) >= 1 {
		return nil, nil
	}
	z := math.Atanh(*r)
	half := distuv.UnitNormal.Quantile((1+level)/2) / math.Sqrt(float64(n-3))
	return figure(math.Tanh(z - half)), figure(math.Tanh(z + half))
}

// constant reports whether all figures are equal.
func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return v != x[0] })
}

// ranks returns the rank of each figure, from 1.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		end := i
		for end < len(order) && x[order[end]] == x[order[i]] {
			end++
		}
		for _, at := range order[i:end] {
			ranks[at] = float64(i+1+end) / 2
		}
		i = end
	}
	return ranks
}
