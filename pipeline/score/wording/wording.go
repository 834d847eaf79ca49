// Package wording grades provisions of law that an answer recites from memory: how similar
// the recited text is to the reference, and, from an index over all provisions, which kind
// of error it makes.
//
// [Compare] has the content measures. They count words as package prose does, where each
// Chinese character is a word; BLEU is smoothed as stated there. [EntryIndex.Classify] attributes
// the pieces of an answer to the provisions that they are taken from.
//
// Both first reduce the answer to the recited text, see [Recited]. Everything here is safe
// for concurrent use.
package wording

import (
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// Similarity measures how far a recited text equals its reference.
type Similarity struct {
	prose.Scores
	// Distance is the edit distance in characters, as in [prose.Distance]. It grows with
	// the length of the texts; Scores.Edit is the normalised similarity.
	Distance int `json:"edit_distance"`
}

// IsExact reports whether an answer recites the reference: equal apart from punctuation,
// space, width and case.
func IsExact(reference, answer string) bool {
	text := letters(reference)
	return text != "" && letters(Recited(answer, reference)) == text
}

// Compare returns the similarity of the text that an answer recites to the reference; BERT
// is left nil.
func Compare(reference, answer string) Similarity {
	text := Recited(answer, reference)
	edits, _ := prose.Distance(reference, text)
	return Similarity{Scores: prose.Compare(reference, text), Distance: edits}
}
