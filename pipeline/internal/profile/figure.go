package profile

import "math"

// Figure is one measure of one corpus.
type Figure struct {
	// Value is the measure: a rate in [0, 1], a number of characters, values or
	// rows, an amount in the column's unit, or a day counted from 1970-01-01.
	Value float64 `json:"value"`
	// Low and High bound what the figure estimates with a confidence of 99 %; nil
	// where the sample says nothing about that side.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// N is how many things were measured: cells, values, texts or names.
	N int `json:"n"`
}

// rate returns the share of n things that part of them have, with its interval; nil
// where there is nothing.
func rate(part, n int) *Figure {
	if n == 0 {
		return nil
	}
	low, high := score(part, n, z)
	return bounded(float64(part)/float64(n), low, high, n)
}

// score returns the score interval of the share that part of n things are, corrected
// for continuity (Newcombe, 1998, method 4), which holds for few things too. z is the
// normal deviate of its confidence.
func score(part, n int, z float64) (low, high float64) {
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

// mean returns the mean of whole numbers with its normal interval, which one
// number does not have; nil of none.
func mean(t Tally) *Figure {
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
	return bounded(m, m-half, m+half, t.N)
}

// largest returns the largest of whole numbers; nil of none. A sample tells
// nothing about the largest number it does not have.
func largest(t Tally) *Figure {
	if t.N == 0 {
		return nil
	}
	return &Figure{Value: float64(t.Max), N: t.N}
}

// quantile returns a quantile of n things.
func quantile(q Quantile, n int) *Figure {
	return &Figure{Value: q.Value, Low: q.Low, High: q.High, N: n}
}

// variety returns the share of distinct things among m drawn from those that
// repeat; nil where there are none.
func variety(r Repeats, m int) *Figure {
	if m == 0 {
		return nil
	}
	n := float64(m)
	distinct, variance := r.distinct(m)
	half := z * math.Sqrt(variance)
	return bounded(distinct/n, max(0, distinct-half)/n, min(n, distinct+half)/n, m)
}

func bounded(v, low, high float64, n int) *Figure {
	return &Figure{Value: v, Low: &low, High: &high, N: n}
}

// chance reports whether the sampling error of two figures can explain that they
// differ: whether the 99 % interval of their difference holds 0. The interval is
// made of those of the figures (MOVER: Zou and Donner, 2008; for rates it is
// Newcombe's hybrid score interval, 1998).
func chance(a, b *Figure) bool {
	d := a.Value - b.Value
	low := d - math.Hypot(below(a), above(b))
	high := d + math.Hypot(above(a), below(b))
	return low <= 0 && 0 <= high
}

// below and above return how far what a figure estimates can lie from it.
func below(f *Figure) float64 {
	if f.Low == nil {
		return math.Inf(1)
	}
	return f.Value - *f.Low
}

func above(f *Figure) float64 {
	if f.High == nil {
		return math.Inf(1)
	}
	return *f.High - f.Value
}
