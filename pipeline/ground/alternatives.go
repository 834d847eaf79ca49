package ground

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// checkAlternatives returns the reason why an execution cannot become a task because a
// neighbouring or shorter program gives the same answer, or another reading of the question
// another answer; "" if none does. It returns an error only if a tool is broken.
func (g *Grounder) checkAlternatives(ctx context.Context, trace *plan.Trace) (plan.Reason, error) {
	answers := alternative.Answers(trace)
	outcome := func(node string) plan.Outcome {
		if r := trace.Result(node); r != nil {
			return r
		}
		return nil
	}
	for _, near := range []struct {
		reason plan.Reason
		rivals func(*plan.Program) []alternative.Rival
	}{
		{Needless, func(p *plan.Program) []alternative.Rival { return alternative.Dropped(g.domain, p) }},
		{Alike, g.shorter.Neighbours},
	} {
		agreeing, _, err := alternative.Agreeing(ctx, g.domain, g.tools, answers, alternative.Executed(near.rivals(trace.Program), outcome))
		if err != nil {
			return "", err
		}
		if agreeing != nil {
			return near.reason, nil
		}
	}
	if given, err := g.givenAway(trace); given || err != nil {
		return Shortcut, err
	}
	if recorded, err := g.recorded(trace); recorded || err != nil {
		return Shortcut, err
	}
	if g.shorter.Shorter(trace).Found != nil {
		return Shortcut, nil
	}
	readings, err := reading.Of(g.domain, trace.Program, g.language)
	if err != nil {
		return "", err
	}
	if other, err := g.readings.Differing(ctx, answers, readings); other != nil || err != nil {
		return Misread, err
	}
	return "", nil
}

// givenAway reports whether a row of a start entity gives away an answer for which the
// program needs two or more lookups, see [soundness.GivenAway].
func (g *Grounder) givenAway(trace *plan.Trace) (bool, error) {
	texts := func(from string) []string {
		r := trace.Result(from)
		if r == nil || r.Values == nil || slices.ContainsFunc(r.Values, func(v value.Value) bool { return v.Kind != value.Text }) {
			return nil
		}
		return r.Texts()
	}
	rows := func(t *domain.Tool, entity string, name []string) ([]int, error) {
		find, err := g.finder(t.Name, entity)
		if err != nil {
			return nil, err
		}
		found := find(name)
		return integers(found[:min(1, len(found))]), nil
	}
	row, err := soundness.GivenAway(g.corpus, trace.Program, texts, rows)
	return row != nil, err
}

// recorded reports whether a column holds a value that the program reads from a text, see
// [soundness.Recorded].
func (g *Grounder) recorded(trace *plan.Trace) (bool, error) {
	stated := func(from string) (value.Value, bool) {
		r := trace.Result(from)
		if r == nil || len(r.Values) != 1 {
			return value.Value{}, false
		}
		return r.Values[0], true
	}
	subject := func(node string) (string, []string) {
		r := trace.Result(node)
		return r.Type.Entity, r.Entity
	}
	rows := func(t *domain.Tool, entity string, name []string) ([]int, error) {
		find, err := g.finder(t.Name, entity)
		if err != nil {
			return nil, err
		}
		return integers(find(name)), nil
	}
	row, err := soundness.Recorded(g.corpus, trace.Program, stated, subject, rows)
	return row != nil, err
}
