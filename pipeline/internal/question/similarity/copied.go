package similarity

import (
	"strings"
	"unicode/utf8"

	"github.com/adrg/strutil"
)

// Copied reports whether a question is a near-copy of its draft: whether more than two
// thirds of the draft's length and one n-gram more stand in it, or all of it. What
// else the question says does not matter, so that a greeting in front of a draft hides
// nothing.
//
// What stands in it is counted in n-grams as by [Similarity], of the draft's length
// alone. A rewriting that keeps names, numbers, forms and the terms of the trade still
// shares some: questions written by hand have a third of their draft, 32 % in Chinese
// and 36 % in English in the middle and 58 % and 76 % at most, while those that put a
// draft's noun phrases into other sentences have nine tenths, and seldom less than two
// thirds. Names and numbers weigh one character each, demanded forms little, so that
// keeping them to the letter does no harm. The n-gram on top is for short drafts, most
// of which is one term that has no other name ("give the postal code of …"): they can
// keep the term, but not the draft. A draft without letters has no copies.
func Copied(question, draft Frame) bool {
	if question.n != draft.n || draft.text == "" {
		return false
	}
	if strings.Contains(question.text, draft.text) {
		return true
	}
	held := held(question, draft)
	return held > 0 && 3*held > 2*utf8.RuneCountInString(draft.text)+3*draft.n
}

// Held returns the share of the draft's length that stands in a question, in [0, 1],
// counted as by [Copied]; 0 for frames of different languages and for a draft without
// letters.
func Held(question, draft Frame) float64 {
	if question.n != draft.n || draft.text == "" {
		return 0
	}
	if strings.Contains(question.text, draft.text) {
		return 1
	}
	return min(1, float64(held(question, draft))/float64(utf8.RuneCountInString(draft.text)))
}

// held is the length in characters of what n-grams of the draft stand in the question.
func held(question, draft Frame) int {
	_, common, _, _ := strutil.NgramIntersection(question.text, draft.text, draft.n)
	if common == 0 {
		return 0
	}
	return common + draft.n - 1
}
