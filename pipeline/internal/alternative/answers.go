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
		if r == nil || !a.Asked(func(on string) bool { return t.Result(on).Truth }) {
			continue
		}
		if a.Form.Style == plan.StyleTruth {
			answers[i] = []string{"no"}
			if r.Truth {
				answers[i][0] = "yes"
			}
			continue
		}
		if o, ok := t.Program.Node(a.From).Do.(*plan.Project); ok && o.Unstated && len(r.Values) == 0 {
			answers[i] = []string{unstated}
		}
		for _, v := range r.Values {
			answers[i] = append(answers[i], written(v, a.Form))
		}
		slices.Sort(answers[i])
		answers[i] = slices.Compact(answers[i])
	}
	return answers
}

// unstated stands for the text of a cell that states nothing; no cell holds it.
const unstated = "\x00unstated"

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

// Executed leaves out the rivals that an execution of the program says nothing about: those
// that change a node which was not executed, because the condition of its answers did not
// hold, and those that ask another lookup in place of one that found nothing. Nothing is the
// same in every table, so such a rival gives the same answer for each entity that several
// tables lack. Outcome returns the outcome of a node, nil if it was not executed.
func Executed(rivals []Rival, outcome func(node string) plan.Outcome) []Rival {
	return slices.DeleteFunc(rivals, func(r Rival) bool {
		out := outcome(r.Node)
		return out == nil || r.Change == Tool && out.Size() == 0
	})
}
