package similarity

import (
	"strings"
	"unicode/utf8"

	"github.com/adrg/strutil"
)

// Copied reports whether a question is a near-copy of its draft: it contains the whole
// draft, or more than two thirds of its length and one n-gram more. What else the
// question says does not matter, so a greeting in front of a draft hides nothing.
//
// The share of the length is [SharedShare]. A rewriting that keeps names, numbers, forms
// and technical terms still shares some: in the median, questions written by hand contain
// 32 % of their draft in Chinese and 36 % in English, and at most 58 % and 76 %.
// Questions that put a draft's noun phrases into other sentences contain nine tenths, and
// seldom less than two thirds. A name or number counts as one character and demanded
// forms count little, so keeping them to the letter does no harm. The additional n-gram
// is for short drafts that mostly consist of one term without a synonym ("give the postal
// code of …"): a question may keep the term, but not the draft. A draft without letters
// has no copies.
func Copied(question, draft Frame) bool {
	if question.n != draft.n || draft.text == "" {
		return false
	}
	if strings.Contains(question.text, draft.text) {
		return true
	}
	held := sharedLength(question, draft)
	return held > 0 && 3*held > 2*utf8.RuneCountInString(draft.text)+3*draft.n
}

// SharedShare returns the share of the draft's length that a question contains, in [0,
// 1]. It is counted in n-grams: runs of 3 characters in Chinese and of 7 in other
// languages that both frames have. The share is 0 for frames of different languages and
// for a draft without letters.
func SharedShare(question, draft Frame) float64 {
	if question.n != draft.n || draft.text == "" {
		return 0
	}
	if strings.Contains(question.text, draft.text) {
		return 1
	}
	return min(1, float64(sharedLength(question, draft))/float64(utf8.RuneCountInString(draft.text)))
}

// sharedLength returns the length, in characters, of what n-grams of the draft the question
// contains.
func sharedLength(question, draft Frame) int {
	_, common, _, _ := strutil.NgramIntersection(question.text, draft.text, draft.n)
	if common == 0 {
		return 0
	}
	return common + draft.n - 1
}
