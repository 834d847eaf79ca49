package probe

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// draws is the distribution of a probe's score on an item if the right answers were drawn at random: the
// score is i/of with probability chances[i].
type draws struct {
	of      int
	chances []float64
}

// picked are the draws of a probe that takes k options of n to be right, one of which it draws.
func picked(k, n int) *draws {
	d := &draws{k, make([]float64, k+1)}
	d.chances[1] = float64(k) / float64(n)
	d.chances[0] = 1 - d.chances[1]
	return d
}

// taken are the draws of a probe that takes s options of n for right if k are, and none of the others: the
// score is the share of options judged rightly, after the hypergeometric distribution.
func taken(s, k, n int) *draws {
	d := &draws{n, make([]float64, n+1)}
	for hits := max(0, s+k-n); hits <= min(s, k); hits++ {
		d.chances[n-s-k+2*hits] = choose(k, hits) * choose(n-k, s-hits) / choose(n, s)
	}
	return d
}

// paired are the draws of a probe that gives each of n options one of m matches, each at most once: the
// score is the share of right pairs. Among the ways to give matches to options, those with no right pair
// among some options are counted by inclusion and exclusion.
func paired(n, m int) *draws {
	d := &draws{n, make([]float64, n+1)}
	for right := range n + 1 {
		left := n - right
		sum := 0.0
		for i := range left + 1 {
			sum += float64(1-2*(i%2)) * choose(left, i) * falling(m-right-i, left-i)
		}
		d.chances[right] = choose(n, right) * sum / falling(m, n)
	}
	return d
}

func choose(n, k int) float64 { return falling(n, k) / falling(k, k) }

// falling is n(n-1)…, of k factors.
func falling(n, k int) float64 {
	p := 1.0
	for i := range k {
		p *= float64(n - i)
	}
	return p
}

// mean and variance of the score.
func (d *draws) mean() (mean, vary float64) {
	for i, p := range d.chances {
		score := float64(i) / float64(d.of)
		mean += p * score
		vary += p * score * score
	}
	return mean, vary - mean*mean
}

// sameDraws orders distributions.
func sameDraws(a, b *draws) int {
	return cmp.Or(a.of-b.of, slices.Compare(a.chances, b.chances))
}

// mostPoints bounds the number of scores for which [tail] adds probabilities up.
const mostPoints = 200_000

// tail is the probability that independent draws, each as often as it says, come to at least a score by
// chance: the tail of the Poisson-binomial distribution where scores are 0 and 1. It is exact but for
// rounding; of sets so large that it would take long it is that of the normal distribution.
func tail(times map[*draws]int, score float64) float64 {
	of, points := 1, 1
	mean, vary := 0.0, 0.0
	kinds := slices.SortedFunc(maps.Keys(times), sameDraws)
	for _, d := range kinds {
		of = of / gcd(of, d.of) * d.of
		m, v := d.mean()
		mean, vary = mean+float64(times[d])*m, vary+float64(times[d])*v
	}
	for _, d := range kinds {
		points += times[d] * of
	}
	if points > mostPoints {
		return math.Erfc((score-mean)/math.Sqrt(2*vary)) / 2
	}
	sums := make([]float64, 1, points) // by score times of
	sums[0] = 1
	for _, d := range kinds {
		step := of / d.of
		for range times[d] {
			last := len(sums) - 1
			sums = sums[:len(sums)+step*(len(d.chances)-1)]
			for at := last; at >= 0; at-- { // what is added stands above what is still to come
				q := sums[at]
				if q == 0 {
					continue
				}
				sums[at] = q * d.chances[0]
				for i, p := range d.chances[1:] {
					sums[at+(i+1)*step] += p * q
				}
			}
		}
	}
	p := 0.0
	for at := max(0, int(math.Ceil(score*float64(of)-1e-6))); at < len(sums); at++ {
		p += sums[at]
	}
	return p
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
