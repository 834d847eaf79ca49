package sample

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// revealed is what the tasks of a sample tell: an agent that has solved them must not know
// the answer of another task.
type revealed struct {
	drafts  map[string]bool
	answers map[string]bool
	paths   map[string][][]string // the values of each answer, by path
}

func newRevealed() *revealed {
	return &revealed{drafts: map[string]bool{}, answers: map[string]bool{}, paths: map[string][][]string{}}
}

// add adds a task.
func (r *revealed) add(t *task.Task) {
	values := answerValues(t)
	r.drafts[t.Draft] = true
	if len(values) > 0 {
		r.answers[strings.Join(values, "\x00")] = true
	}
	r.paths[t.Path] = append(r.paths[t.Path], values)
}

// reveals reports whether a task that was added gives the answer of another away. It does
// if it has the same draft, the same whole answer, or the same path and more than half of
// the answer's values.
func (r *revealed) reveals(t *task.Task) bool {
	values := answerValues(t)
	return r.drafts[t.Draft] || r.answers[strings.Join(values, "\x00")] ||
		slices.ContainsFunc(r.paths[t.Path], func(other []string) bool {
			return 2*countIn(values, other) > len(values)
		})
}

// countIn returns how many of some values are among others.
func countIn(values, others []string) (n int) {
	for _, v := range values {
		if slices.Contains(others, v) {
			n++
		}
	}
	return n
}

// answerValues returns the values of a task's answer, sorted, amounts in their base unit.
func answerValues(t *task.Task) []string {
	var values []string
	for _, a := range t.AnswerValues {
		text := a.Text
		if n, ok := value.ParseNumber(a.Number, ""); ok && a.Kind == value.Number {
			_, base, factor := quantity.UnitOf(a.Unit)
			text = n.Number.Mul(factor).String() + base
		}
		values = append(values, text)
	}
	slices.Sort(values)
	return values
}
