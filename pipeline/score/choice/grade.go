package choice

import (
	"math"
	"slices"
)

// ItemGrade grades a choice.
type ItemGrade struct {
	// Right reports that the choice is the whole key, and that it is stated without a hedge. Where
	// the key of a single answer has several options, each of them is right.
	Right bool
	// F1 is the harmonic mean of precision and recall over options or pairs, in [0, 1]; of
	// single answers it is 1 for a right one, else 0.
	F1 float64
}

// Grade grades a choice. Chosen options and pairs that the question does not have count as wrong
// ones.
func Grade(it *KeyedItem, c *ChosenOptions) ItemGrade {
	if it.Form.Single() {
		p, ok := c.Single()
		if ok && slices.Contains(it.Key, p) {
			return ItemGrade{true, 1}
		}
		return ItemGrade{}
	}
	hits, wanted := 0, it.wanted()
	for i, p := range c.Options {
		if it.Form == OptionPairs && p < len(it.Key) && it.Key[p] == c.Matches[i] || it.Form == SeveralOptions && slices.Contains(it.Key, p) {
			hits++
		}
	}
	chosen := len(c.Options) + c.Outside
	return ItemGrade{Right: c.Manner == Stated && hits == chosen && hits == wanted, F1: f1(hits, chosen, wanted)}
}

// wanted is the number of options or pairs of the key.
func (it *KeyedItem) wanted() (n int) {
	for _, p := range it.Key {
		if p >= 0 {
			n++
		}
	}
	return n
}

// f1 is 2·hits / (chosen + wanted), which equals the harmonic mean of hits/chosen and
// hits/wanted, and 0 without a hit.
func f1(hits, chosen, wanted int) float64 {
	if hits == 0 {
		return 0
	}
	return 2 * float64(hits) / float64(chosen+wanted)
}

// Chance returns what a guess can expect that knows the question's form alone: of single answers
// one of the options, of several options one of the sets that are not empty, of pairs a match of
// its own for each option or, where there are fewer matches than options, any match for each. Each is
// drawn with the same probability. f1 is the expected [ItemGrade.F1], right the probability of a
// right answer; both are 0 for an item without options.
func Chance(it *KeyedItem) (f1, right float64) {
	n, k, m := len(it.Options), len(it.Key), float64(len(it.Matches))
	switch {
	case n == 0 || it.Form == OptionPairs && m == 0:
		return 0, 0
	case it.Form.Single():
		p := float64(k) / float64(n)
		return p, p
	case it.Form == SeveralOptions:
		return guessedSet(n, k), 1 / (math.Exp2(float64(n)) - 1)
	}
	wanted := it.wanted() // a guess gives each option a match
	right = 1
	if wanted < n {
		right = 0
	}
	for i := range n {
		if len(it.Matches) < n {
			right /= m
		} else {
			right /= m - float64(i)
		}
	}
	return 2 * float64(wanted) / m / float64(n+wanted), right
}

// guessedSet is the mean F1, against a key of k out of n options, over all sets of options that
// are not empty: a set with i of the key and j others has 2i/(i+j+k), and there are
// C(k,i)·C(n-k,j) of them.
func guessedSet(n, k int) float64 {
	sum := 0.
	for i := 1; i <= k; i++ {
		for j := 0; j <= n-k; j++ {
			sum += binomial(k, i) * binomial(n-k, j) * 2 * float64(i) / float64(i+j+k)
		}
	}
	return sum / (math.Exp2(float64(n)) - 1)
}

// binomial is the binomial coefficient: the number of sets of k out of n.
func binomial(n, k int) float64 {
	c := 1.
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}
