package prose

import (
	"math"
	"strings"
)

// longest is how many words the longest n-grams of BLEU have.
const longest = 4

// grams counts the runs of n words.
func grams(words []string, n int) map[string]int {
	counts := make(map[string]int, len(words))
	for i := 0; i+n <= len(words); i++ {
		counts[strings.Join(words[i:i+n], " ")]++ // no word holds a blank
	}
	return counts
}

// matches counts the runs of n words that both have, each as often as the one that has
// it less often.
func matches(a, b []string, n int) int {
	in, sum := grams(a, n), 0
	for gram, k := range grams(b, n) {
		sum += min(k, in[gram])
	}
	return sum
}

// rouge is ROUGE-N as F1.
func rouge(a, b []string, n int) float64 {
	return f1(matches(a, b, n), max(len(a)-n+1, 0), max(len(b)-n+1, 0))
}

// f1 is the harmonic mean of hits/a and hits/b, 0 where there are none.
func f1(hits, a, b int) float64 {
	if hits == 0 {
		return 0
	}
	return 2 * float64(hits) / float64(a+b)
}

// bleu is that of one sentence against one reference, to nine decimals, since machines
// differ in the last bits of an exponential.
func bleu(reference, text []string) float64 {
	product := float64(matches(reference, text, 1)) / float64(len(text))
	for n := 2; n <= longest; n++ {
		total := max(len(text)-n+1, 0)
		product *= float64(matches(reference, text, n)+1) / float64(total+1)
	}
	mean := math.Sqrt(math.Sqrt(product)) // of longest factors, geometric
	brevity := math.Exp(min(0, 1-float64(len(reference))/float64(len(text))))
	return math.Round(mean*brevity*1e9) / 1e9
}
