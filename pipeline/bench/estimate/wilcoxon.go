package estimate

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignedRank is the outcome of Wilcoxon's signed rank test of paired differences.
type SignedRank struct {
	// N is the number of differences other than 0, which alone are ranked.
	N int `json:"n"`
	// Plus and Minus are the sums of the ranks of positive and of negative differences.
	Plus  float64 `json:"plus"`
	Minus float64 `json:"minus"`
	// P is the probability of sums at least as far apart if differences are as likely positive as
	// negative; nil if N is 0. Exact tells that all ways to choose the signs were counted.
	P     *float64 `json:"p"`
	Exact bool     `json:"exact"`
}

// mostExact is the largest number of differences whose signs are counted.
const mostExact = 20

// Wilcoxon tests whether differences are symmetric about 0, two-sided (Wilcoxon, Individual
// Comparisons by Ranking Methods, 1945). Equal absolute differences share their mean rank.
// P is exact for up to 20 differences other than 0, ties included; beyond that it is that of the
// normal distribution with the variance corrected for ties and half a rank of continuity.
// Differences are compared after rounding to nine decimals.
func Wilcoxon(differences []float64) SignedRank {
	var sizes []float64
	var positive []bool
	for _, d := range differences {
		if d = Round(d); d != 0 {
			sizes, positive = append(sizes, math.Abs(d)), append(positive, d > 0)
		}
	}
	s := SignedRank{N: len(sizes)}
	if s.N == 0 {
		return s
	}
	ranked := ranks(sizes)
	for i, r := range ranked {
		if positive[i] {
			s.Plus += r
		} else {
			s.Minus += r
		}
	}
	if s.Exact = s.N <= mostExact; s.Exact {
		s.P = likelihood(countedSigns(ranked, math.Abs(s.Plus-s.Minus)))
	} else {
		s.P = likelihood(normalSigns(ranked, math.Abs(s.Plus-s.Minus)))
	}
	return s
}

// countedSigns is the share of choices of signs for the ranks whose sum is at least as far from 0.
// Ranks are multiples of one half.
func countedSigns(ranked []float64, far float64) float64 {
	total := 0
	for _, r := range ranked {
		total += int(2 * r)
	}
	ways := make([]float64, 2*total+1) // by twice the sum, plus total
	ways[total] = 1
	for _, r := range ranked {
		next := make([]float64, len(ways))
		for sum, n := range ways {
			if n > 0 {
				next[sum+int(2*r)] += n
				next[sum-int(2*r)] += n
			}
		}
		ways = next
	}
	asFar := 0.
	for sum, n := range ways {
		if math.Abs(float64(sum-total)) >= 2*far {
			asFar += n
		}
	}
	return asFar / math.Exp2(float64(len(ranked)))
}

// normalSigns approximates countedSigns. The sum of positive ranks, which is half of the sum of
// signed ones above its mean, has the variance of the sum of squared ranks over 4, which ties
// make smaller.
func normalSigns(ranked []float64, far float64) float64 {
	squares := 0.
	for _, r := range ranked {
		squares += r * r
	}
	z := max(0, far/2-0.5) / math.Sqrt(squares/4)
	return 2 * distuv.UnitNormal.CDF(-z)
}
