package coverage

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// AnswerKind is the kind of the first answer that a question asks for.
type AnswerKind string

// The closed set of kinds.
const (
	TextAnswer   AnswerKind = "text"   // one text
	NumberAnswer AnswerKind = "number" // an amount, a count or a number of days
	DateAnswer   AnswerKind = "date"   // a day
	TruthAnswer  AnswerKind = "truth"  // yes or no
	ListAnswer   AnswerKind = "list"   // a set of values
)

var answerKinds = []AnswerKind{TextAnswer, NumberAnswer, DateAnswer, TruthAnswer, ListAnswer}

// AnswerKindOf returns the kind of the first answer of a task.
func AnswerKindOf(t *task.Task) AnswerKind {
	switch {
	case len(t.Plan.Answers) == 0:
		return TextAnswer
	case t.Plan.Answers[0].Form.Style == plan.StyleTruth:
		return TruthAnswer
	case slices.Contains(t.Structure.Operators, "list"):
		return ListAnswer
	case t.Plan.Answers[0].Form.Style == plan.StyleNumber || t.Plan.Answers[0].Form.Style == plan.StyleCount:
		return NumberAnswer
	case t.Plan.Answers[0].Form.Style == plan.StyleDate:
		return DateAnswer
	}
	return TextAnswer
}

// DemandedKind returns the kind of answer that questions of a demand mostly have, made of
// the rows of a lookup.
func DemandedKind(d *domain.Domain, tool string, demand plan.Demand) AnswerKind {
	switch demand.Operator {
	case "exists":
		return TruthAnswer
	case "list", "map", "having", "union", "intersection", "difference", "citations":
		return ListAnswer
	case "compare":
		return TextAnswer
	case "count", "sum", "average", "distinct", "days", "add", "subtract", "multiply", "divide", "share":
		return NumberAnswer
	}
	if demand.Target == plan.Rows {
		return NumberAnswer
	}
	column := d.Table(d.Tool(tool).Table).Column(demand.Target)
	if demand.Operator == "fact" {
		column = column.Facts[0].Column()
	}
	switch kind := column.Kind; {
	case kind.Numeric():
		return NumberAnswer
	case kind == domain.KindDate:
		return DateAnswer
	}
	return TextAnswer
}
