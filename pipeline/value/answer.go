package value

import "github.com/taskgrove/taskgrove/pipeline/quantity"

// Answer is one reference answer as a typed value: what the strict grader
// compares an agent's answer with. It is a record, kept with the task.
type Answer struct {
	// Kind says which of the other fields carry meaning.
	Kind Kind `json:"kind"`
	// Text is the answer as the reference answer writes it, unit or measure word
	// included; it equals the task's keyword of the same position.
	Text string `json:"text"`
	// Number is the amount in Unit as plain decimal digits, rounded as the question
	// demands; "" unless Kind is Number.
	Number string `json:"number,omitempty"`
	// Unit is the unit or measure word; "" for none.
	Unit string `json:"unit,omitempty"`
	// Quantity says what Number measures, for Kind Number: one of [quantity.Count],
	// [quantity.Money], [quantity.Percent], [quantity.Times], [quantity.Rank],
	// [quantity.Duration], [quantity.Measure] and [quantity.Number]; "" where that is
	// not known, as in tasks from elsewhere.
	Quantity quantity.QuantityKind `json:"quantity,omitempty"`
	// Yes is whether the answer is yes, for Kind Truth; false for others.
	Yes bool `json:"yes,omitempty"`
	// Contrary are ways of saying the opposite, for Kind Truth; nil for others.
	Contrary []string `json:"contrary,omitempty"`
	// Aliases are other ways of writing the same value that are as right.
	Aliases []string `json:"aliases,omitempty"`
}
