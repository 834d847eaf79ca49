package command

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// told remembers the tasks of a sample. It refuses a task whose answer another task gives
// away.
type told struct {
	drafts  map[string]bool
	answers map[string]bool
	paths   map[string][][]string // the values of the answers on a path
}

func newTold() *told {
	return &told{drafts: map[string]bool{}, answers: map[string]bool{}, paths: map[string][][]string{}}
}

// add remembers a task.
func (o *told) add(t *task.Task) {
	values := answerOf(t)
	o.drafts[t.Draft] = true
	if len(values) > 0 {
		o.answers[strings.Join(values, "\x00")] = true
	}
	o.paths[t.Path] = append(o.paths[t.Path], values)
}

// fresh returns the tasks that no other task gives away, neither one that was added nor an
// earlier one of the argument: another with the same draft, with the same whole answer, or on
// the same path with more than half of the task's answer.
func (o *told) fresh(tasks []*task.Task) (kept []*task.Task) {
	batch := newTold()
	for _, t := range tasks {
		if !o.has(t) && !batch.has(t) {
			batch.add(t)
			kept = append(kept, t)
		}
	}
	return kept
}

// has reports whether a task that was added gives another one away.
func (o *told) has(t *task.Task) bool {
	values := answerOf(t)
	return o.drafts[t.Draft] || o.answers[strings.Join(values, "\x00")] ||
		slices.ContainsFunc(o.paths[t.Path], func(other []string) bool {
			return 2*shared(values, other) > len(values)
		})
}

// shared returns how many of some values are among others.
func shared(values, others []string) (n int) {
	for _, v := range values {
		if slices.Contains(others, v) {
			n++
		}
	}
	return n
}

// answerOf returns the values of a task's answer, sorted, amounts in their base unit.
func answerOf(t *task.Task) []string {
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
