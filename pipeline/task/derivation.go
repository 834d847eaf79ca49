package task

// Exam is the family of items that are made from exams. They have no plan: their [Derivation]
// says where the key stands.
const Exam = "exam"

// Types of exam items, after LegalBench.PT (arXiv 2502.16357).
const (
	MultipleChoice    = "multiple-choice"    // options, one is right
	Cloze             = "cloze"              // a text with a gap, and options for it, one is right
	CaseAnalysis      = "case-analysis"      // a case, and options about it, one is right
	TrueFalse         = "true-false"         // a claim, which is true or false
	MultipleSelection = "multiple-selection" // options, some are right
	Matching          = "matching"           // two lists, and each of the first belongs to one of the second
)

// ExamTypes returns the types of exam items in the order of reports.
func ExamTypes() []string {
	return []string{MultipleChoice, Cloze, CaseAnalysis, TrueFalse, MultipleSelection, Matching}
}

// Derivation says how an exam item was made: it takes the place of a plan.
type Derivation struct {
	// Source is the identifier of the essay or question in the tables.
	Source string `json:"source"`
	// Part is the label of the part of the essay; "" for a question that had options, and for an
	// item about several parts.
	Part string `json:"part,omitempty"`
	// Rule is the name of the rule that made the item. The same rule with the same source, part
	// and draws makes the same item again.
	Rule string `json:"rule"`
	// Quotes are the passages that options and key rest on: first those of the official answer
	// that make an option right, then those that other options are taken from.
	Quotes []Quote `json:"quotes,omitempty"`
	// Draws are the choices that the rule made at random, in its order.
	Draws []int `json:"draws,omitempty"`
	// Writer is the model that wrote the item; "" for a rule.
	Writer string `json:"writer,omitempty"`
	// Readings are the answers of a model that read the official answer and the item without its
	// key; nil for an item that was not read.
	Readings []KeyReading `json:"readings,omitempty"`
	// Field and Group are those of the source; "" if unknown.
	Field string `json:"field,omitempty"`
	Group string `json:"group,omitempty"`
	// Day is the day of the exam, as far as it is known.
	Day string `json:"day,omitempty"`
}

// TakenOver reports whether the item is a question that had its options and its key in the exam. No
// passage is quoted then.
func (d *Derivation) TakenOver() bool { return len(d.Quotes) == 0 }

// Quote is a passage of an official answer.
type Quote struct {
	// Source and Part say whose answer it is.
	Source string `json:"source"`
	Part   string `json:"part,omitempty"`
	// Point is the row of the points table, from 1; 0 for the answer's text.
	Point int `json:"point,omitempty"`
	// First and End are the byte offsets of the passage in that text.
	First int `json:"first"`
	End   int `json:"end"`
	// Text is the passage, for people.
	Text string `json:"text"`
}

// Choices are the options of an exam item and its key.
type Choices struct {
	// Options are in the order in which the question shows them, without their letters. Of
	// [TrueFalse] they are the words for true and false, in this order.
	Options []string `json:"options"`
	// Matches is the second list of [Matching], in the order shown; nil for other types.
	Matches []string `json:"matches,omitempty"`
	// Key are the positions of the right options, ascending, from 0; of [Matching] for each
	// option the position of its match.
	Key []int `json:"key"`
}

// KeyReading is the answer of a model that was given the official answer and an item without its
// key.
type KeyReading struct {
	// Model is the name of the model.
	Model string `json:"model"`
	// Order is the order in which the model was shown the options, of [Matching] the matches:
	// element i is the position in [Choices] of what stood at i.
	Order []int `json:"order"`
	// Key are the positions that it chose, in the form of [Choices.Key]; nil if its answer chose
	// none, or more or fewer than the question asks for.
	Key []int `json:"key,omitempty"`
}
