package value

import "github.com/taskgrove/taskgrove/pipeline/quantity"

// Answer is one reference answer as a typed value, stored with the task. The strict grader
// compares an agent's answer with it.
type Answer struct {
	// Kind determines which of the other fields are used.
	Kind Kind `json:"kind"`
	// Text is the answer as the reference writes it, including unit or measure word. It
	// equals the task's keyword at the same position.
	Text string `json:"text"`
	// Number is the amount in Unit as plain decimal digits, rounded as the question requires;
	// "" unless Kind is Number.
	Number string `json:"number,omitempty"`
	// Unit is the unit or measure word; "" for none.
	Unit string `json:"unit,omitempty"`
	// Quantity says what Number measures, for Kind Number: one of [quantity.Count],
	// [quantity.Money], [quantity.Percent], [quantity.Times], [quantity.Rank],
	// [quantity.Duration], [quantity.Measure] and [quantity.Number]; "" if unknown, as in
	// tasks from other sources.
	Quantity quantity.Dimension `json:"quantity,omitempty"`
	// Yes is whether the answer is yes, for Kind Truth; false for others.
	Yes bool `json:"yes,omitempty"`
	// Contrary are phrases for the opposite answer, for Kind Truth; nil for others.
	Contrary []string `json:"contrary,omitempty"`
	// Aliases are other spellings of the value that are equally right; nil if there are
	// none. Of a point of argument some may be patterns or particulars, see package score.
	Aliases []string `json:"aliases,omitempty"`
}
