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

// Said returns what an execution that came to its end answers: for each answer its
// different texts in the form asked for, sorted, and without the unit or measure
// word behind a number; ["yes"] or ["no"] for what exists; nil for an answer that
// was not asked for. Two executions answer the same exactly if what they said is
// equal: order and number of times do not tell sets apart for who grades them.
func Said(t *plan.Trace) [][]string {
	said := make([][]string, len(t.Program.Answers))
	for i, a := range t.Program.Answers {
		r := t.Result(a.From)
		if r == nil || a.If != "" && !t.Result(a.If).Truth {
			continue
		}
		if a.Form.Style == plan.StyleTruth {
			said[i] = []string{"no"}
			if r.Truth {
				said[i][0] = "yes"
			}
			continue
		}
		for _, v := range r.Values {
			said[i] = append(said[i], written(v, a.Form))
		}
		slices.Sort(said[i])
		said[i] = slices.Compact(said[i])
	}
	return said
}

// written returns a value as a form has it.
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

// Same reports whether two executions said the same.
func Same(a, b [][]string) bool {
	return slices.EqualFunc(a, b, func(a, b []string) bool { return slices.Equal(a, b) })
}

// Agreeing executes rivals tool by tool until one says the same, and returns it; nil
// if none does. Answered is how many of those executed had an answer. The error is
// for broken tools alone.
func Agreeing(ctx context.Context, d *domain.Domain, tools tool.Caller, said [][]string, rivals []Rival) (agreeing *Rival, answered int, err error) {
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
		if Same(said, Said(trace)) {
			return r, answered, nil
		}
	}
	return nil, answered, nil
}
