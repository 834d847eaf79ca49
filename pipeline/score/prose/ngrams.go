package prose

import "math"

// longest is how many words the longest n-grams of BLEU have.
const longest = 4

// gramHits counts the runs of words that two texts both have, each as often as the one that has it less
// often: runs of n words at place n-1.
type gramHits [longest]int

// countHits counts the runs of up to longest words that a and b both have. No word is the zero value.
func countHits[T comparable](a, b []T) (hits gramHits) {
	for n := 1; n <= longest; n++ {
		left := make(map[[longest]T]int, len(a))
		for i := 0; i+n <= len(a); i++ {
			left[gram(a[i:i+n])]++
		}
		for i := 0; i+n <= len(b); i++ {
			if g := gram(b[i : i+n]); left[g] > 0 {
				left[g]--
				hits[n-1]++
			}
		}
	}
	return hits
}

// gram is a run of words as a key.
func gram[T comparable](words []T) (g [longest]T) {
	copy(g[:], words)
	return g
}

// numbered returns the words of two texts as numbers from 1, equal for equal words.
func numbered(a, b []string) (x, y []int32) {
	numbers := make(map[string]int32, len(a))
	number := func(words []string) []int32 {
		all := make([]int32, len(words))
		for i, w := range words {
			if numbers[w] == 0 {
				numbers[w] = int32(len(numbers) + 1)
			}
			all[i] = numbers[w]
		}
		return all
	}
	return number(a), number(b)
}

// rouge is ROUGE-N as F1, of texts of a and b words.
func (h *gramHits) rouge(n, a, b int) float64 {
	return f1(h[n-1], max(a-n+1, 0), max(b-n+1, 0))
}

// f1 is the harmonic mean of hits/a and hits/b, 0 where there are none.
func f1(hits, a, b int) float64 {
	if hits == 0 {
		return 0
	}
	return 2 * float64(hits) / float64(a+b)
}

// bleu is that of one sentence of some words against one reference, to nine decimals, since machines
// differ in the last bits of an exponential.
func (h *gramHits) bleu(reference, text int) float64 {
	product := float64(h[0]) / float64(text)
	for n := 2; n <= longest; n++ {
		product *= float64(h[n-1]+1) / float64(max(text-n+1, 0)+1)
	}
	mean := math.Sqrt(math.Sqrt(product)) // of longest factors, geometric
	brevity := math.Exp(min(0, 1-float64(reference)/float64(text)))
	return math.Round(mean*brevity*1e9) / 1e9
}
