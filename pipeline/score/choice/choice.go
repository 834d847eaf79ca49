// Package choice reads which options an answer chooses, and grades answers to questions with
// options: multiple choice, true or false, multiple selection and matching, in Portuguese,
// Chinese and English.
//
// # Reading
//
// [Parse] reads an answer in any of the forms that models give: a sentence ("A resposta correta
// é: B", 答案：ACD, The correct pairs are: A-2, B-1), a bare letter, a letter in brackets or
// bold, "alternativa B", 选B, the words of an option, JSON, a table of pairs. The last
// conclusion counts, so that an answer may reason first and correct itself; what the answer would be
// in another case is no conclusion beside one for this case. An option that is ruled out is not
// chosen. An answer that only repeats the options chooses none, and two letters
// for a question with one right option are a hedge. A hedge chooses, but earns no strict credit.
//
// [ParsePublished] reads as the scorer published with LegalBench.PT does (arXiv 2502.16357,
// evaluation.py): by one pattern for each type, with the letter's case kept. A key of "b" and
// an answer "A resposta correta é: B" therefore differ there.
//
// # Scores
//
// The paper's score of single answers is the balanced accuracy within a field of law and type:
// the mean over the right answers that occur as keys of the share of their items that are
// answered right, as in scikit-learn. Of multiple selection and matching it is the mean F1.
// Cells are weighted by their number of items up to fields, types, groups and all. The strict
// score is the share of items whose whole answer is right, without credit for a hedge. See
// [Tabulate].
//
// Everything here is a pure function and safe for concurrent use. The time is linear in the
// length of the answer, for a number of options.
package choice

import "slices"

// AnswerForm is what a question asks to be chosen.
type AnswerForm string

// The closed set of forms.
const (
	OneOption      AnswerForm = "option"  // one of several options
	TrueOrFalse    AnswerForm = "truth"   // whether a claim is true
	SeveralOptions AnswerForm = "options" // all right options of several
	OptionPairs    AnswerForm = "pairs"   // for each of a list its match in a second list
)

// Single reports whether one answer out of several is right, so that the paper's score is the
// balanced accuracy and not F1.
func (f AnswerForm) Single() bool { return f == OneOption || f == TrueOrFalse }

// KeyedItem is a question with options, and its key. It is a record that answers are read and
// graded against; nothing changes it.
type KeyedItem struct {
	// Form is what is to be chosen.
	Form AnswerForm
	// Question is the whole question; an answer that repeats it says nothing by that. "" if
	// unknown.
	Question string
	// Options are the texts of the options, at most 26 of them, without their letters; "" for a
	// text that is not known. Of [TrueOrFalse] they are two: true, then false.
	Options []string
	// Matches is the second list of [OptionPairs], which is numbered from 1; nil for other forms.
	Matches []string
	// Key are the positions of the right options, ascending, from 0; of OptionPairs for each
	// option the position of its match, -1 for an option that has none.
	Key []int
}

// StatedManner says how an answer states its choice.
type StatedManner string

// The closed set of manners.
const (
	Stated    StatedManner = "stated"    // it commits to what it chooses
	Hedged    StatedManner = "hedged"    // it leaves open which of several it chooses
	Listed    StatedManner = "listed"    // it repeats the options and chooses none
	Outside   StatedManner = "outside"   // it chooses what is not among the options
	Abstained StatedManner = "abstained" // it is empty, or says that it does not know
	Unread    StatedManner = "unread"    // no choice can be made out
)

// ChosenOptions is what an answer chooses.
type ChosenOptions struct {
	// Options are the positions of the chosen options, from 0, ascending, each once. Of
	// [OptionPairs] there is one for each pair, ordered by option and then by match.
	Options []int
	// Matches are the positions of the matches of Options, for OptionPairs; nil for other forms.
	Matches []int
	// Outside is the number of chosen letters, numbers or pairs that the question does not have.
	Outside int
	// Manner says how the choice is stated. Listed, Abstained and Unread choose nothing.
	Manner StatedManner
}

// none reports whether nothing is chosen.
func (c *ChosenOptions) none() bool { return len(c.Options) == 0 && c.Outside == 0 }

// Single returns the position of the chosen option, if exactly one is chosen without a hedge.
func (c *ChosenOptions) Single() (position int, ok bool) {
	if c.Manner != Stated || len(c.Options) != 1 || c.Outside > 0 {
		return 0, false
	}
	return c.Options[0], true
}

// Parse reads which options an answer chooses. The texts of options are matched without regard
// to case, width and space.
func Parse(it *KeyedItem, answer string) ChosenOptions {
	text := withoutQuestion(fold(answer), it.Question)
	if said, ok := answerInJSON(it, text); ok {
		if c := read(it, said); !c.none() {
			return c
		}
	}
	c := read(it, text)
	if c.none() && c.Manner == Unread && abstains(text) {
		c.Manner = Abstained
	}
	return c
}

// read reads a folded text.
func read(it *KeyedItem, text string) ChosenOptions {
	switch s := newScanner(it, text); it.Form {
	case TrueOrFalse:
		return s.readTruth()
	case OptionPairs:
		return s.readPairs()
	default:
		return s.readLetters()
	}
}

// choose returns a choice of positions, of which those that are negative lie outside.
func choose(it *KeyedItem, positions []int, hedged bool) ChosenOptions {
	c := ChosenOptions{Manner: Stated}
	for _, p := range slices.Compact(slices.Sorted(slices.Values(positions))) {
		if p < 0 {
			c.Outside++
			continue
		}
		c.Options = append(c.Options, p)
	}
	switch {
	case c.none():
		c.Manner = Unread
	case hedged || it.Form.Single() && len(c.Options)+c.Outside > 1:
		c.Manner = Hedged
	case len(c.Options) == 0:
		c.Manner = Outside
	}
	return c
}
