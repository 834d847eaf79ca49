// Package wording grades provisions of law that an answer recites from memory: whether the
// recited text is the reference, and, from an index over all provisions, which kind of error it
// makes. [EntryIndex.Classify] attributes the pieces of an answer to the provisions that they are
// taken from. How similar the texts are is for package prose to say.
//
// Everything first reduces the answer to the recited text, see [Recited]. Everything here is safe
// for concurrent use.
package wording

// IsExact reports whether an answer recites the reference: equal apart from punctuation,
// space, width and case.
func IsExact(reference, answer string) bool {
	text := letters(reference)
	return text != "" && letters(Recited(answer, reference)) == text
}
