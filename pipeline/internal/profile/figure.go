package profile

import "math"

// Figure is one measure of one corpus.
type Figure struct {
	// Value is the measure: a rate in [0, 1], a number of characters, values or
	// rows, an amount in the column's unit, or a day counted from 1970-01-01.
	Value float64 `json:"value"`
	// Low and High are the ends of the 99 % confidence interval; nil if the sample
	// does not bound that side.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// N is the number of cells, values, texts or names measured.
	N int `json:"n"`
}

// rate returns the share part/n with its interval; nil if n is 0.
func rate(part, n int) *Figure {
	if n == 0 {
		return nil
	}
	low, high := scoreInterval(part, n, z)
	return figureWithin(float64(part)/float64(n), low, high, n)
}

// scoreInterval returns the score interval of the share part/n with continuity
// correction (Newcombe, 1998, method 4), which is valid for small n too. z is the
// normal deviate of the confidence level.
func scoreInterval(part, n int, z float64) (low, high float64) {
	m := float64(n)
	p, q := float64(part)/m, float64(n-part)/m
	high = 1
	if part > 0 {
		low = (2*m*p + z*z - 1 - z*math.Sqrt(z*z-2-1/m+4*p*(m*q+1))) / (2 * (m + z*z))
	}
	if part < n {
		high = (2*m*p + z*z + 1 + z*math.Sqrt(z*z+2-1/m+4*p*(m*q-1))) / (2 * (m + z*z))
	}
	return max(0, low), min(1, high)
}

// mean returns the mean of a tally with its normal interval. A single number has no
// interval; an empty tally gives nil.
func mean(t Moments) *Figure {
	if t.N == 0 {
		return nil
	}
	n := float64(t.N)
	m := float64(t.Sum) / n
	if t.N == 1 {
		return &Figure{Value: m, N: 1}
	}
	variance := max(0, (float64(t.Squares)-n*m*m)/(n-1))
	half := z * math.Sqrt(variance/n)
	return figureWithin(m, m-half, m+half, t.N)
}

// largest returns the largest number of a tally without an interval, because a sample
// does not bound the maximum; nil if the tally is empty.
func largest(t Moments) *Figure {
	if t.N == 0 {
		return nil
	}
	return &Figure{Value: float64(t.Max), N: t.N}
}

// quantile returns a quantile of a sample of size n as a figure.
func quantile(q SampleQuantile, n int) *Figure {
	return &Figure{Value: q.Value, Low: q.Low, High: q.High, N: n}
}

// distinctShare returns the expected share of distinct things among m drawn without
// replacement; nil if m is 0.
func distinctShare(r Repeats, m int) *Figure {
	if m == 0 {
		return nil
	}
	n := float64(m)
	distinct, variance := r.distinct(m)
	half := z * math.Sqrt(variance)
	return figureWithin(distinct/n, max(0, distinct-half)/n, min(n, distinct+half)/n, m)
}

func figureWithin(v, low, high float64, n int) *Figure {
	return &Figure{Value: v, Low: &low, High: &high, N: n}
}

// samplingExplains reports whether sampling error can explain the difference of two
// figures: whether the 99 % interval of the difference contains 0. That interval
// combines those of the figures (MOVER: Zou and Donner, 2008; for rates it is
// Newcombe's hybrid score interval, 1998).
func samplingExplains(a, b *Figure) bool {
	d := a.Value - b.Value
	low := d - math.Hypot(errorBelow(a), errorAbove(b))
	high := d + math.Hypot(errorAbove(a), errorBelow(b))
	return low <= 0 && 0 <= high
}

// errorBelow and above return how far what a figure estimates can lie from it.
func errorBelow(f *Figure) float64 {
	if f.Low == nil {
		return math.Inf(1)
	}
	return f.Value - *f.Low
}

func errorAbove(f *Figure) float64 {
	if f.High == nil {
		return math.Inf(1)
	}
	return *f.High - f.Value
}
