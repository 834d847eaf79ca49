package alternative

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Answers returns the answers of a completed execution. Each answer is a sorted list of its
// distinct texts in the form asked for, without the unit or measure word of a number. A
// truth is ["yes"] or ["no"], and an answer whose condition is false is nil. Compare two
// results with [SameAnswers]: graders ignore the order and repetitions of a set.
func Answers(t *plan.Trace) [][]string {
	answers := make([][]string, len(t.Program.Answers))
	for i, a := range t.Program.Answers {
		r := t.Result(a.From)
		if r == nil || a.If != "" && !t.Result(a.If).Truth {
			continue
		}
		if a.Form.Style == plan.StyleTruth {
			answers[i] = []string{"no"}
			if r.Truth {
				answers[i][0] = "yes"
			}
			continue
		}
		for _, v := range r.Values {
			answers[i] = append(answers[i], written(v, a.Form))
		}
		slices.Sort(answers[i])
		answers[i] = slices.Compact(answers[i])
	}
	return answers
}

// written returns a value as a text in a form.
func written(v value.Value, f plan.Form) string {
	switch f.Style {
	case plan.StyleNumber:
		if digits, ok := value.FormatNumber(v, f.Unit, f.Places); ok {
			return digits
		}
	case plan.StyleCount:
		return v.Text
	case plan.StyleDate:
		switch f.Layout {
		case plan.LayoutMonth:
			return v.Text[:len("2006-01")]
		case plan.LayoutYear:
			return v.Text[:len("2006")]
		}
	}
	return v.Text + v.Unit
}

// SameAnswers reports whether two results of [Answers] are equal: as many answers, in the
// same order, each with the same texts in the same spelling. An empty list equals nil.
func SameAnswers(a, b [][]string) bool {
	return slices.EqualFunc(a, b, func(a, b []string) bool { return slices.Equal(a, b) })
}

// Agreeing executes rivals by tool calls, in order, until one gives the same answers, and
// returns that rival; nil if none does. Answered is the number of executed rivals that had
// an answer. The error means that a tool is broken or ctx is done.
func Agreeing(ctx context.Context, d *domain.Domain, tools tool.Caller, answers [][]string, rivals []Rival) (agreeing *Rival, answered int, err error) {
	for i := range rivals {
		r := &rivals[i]
		x, err := plan.NewExecutor(d, tools, r.Program)
		if err != nil {
			return nil, answered, fmt.Errorf("rival %s: %w", r, err)
		}
		trace, reason, err := x.Run(ctx, nil)
		if err != nil {
			return nil, answered, fmt.Errorf("rival %s: %w", r, err)
		}
		if reason != "" {
			continue
		}
		answered++
		if SameAnswers(answers, Answers(trace)) {
			return r, answered, nil
		}
	}
	return nil, answered, nil
}
