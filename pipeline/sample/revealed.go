package sample

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// revealed is what the tasks of a sample tell: an agent that has solved them must not know
// the answer of another task.
type revealed struct {
	drafts  map[string]bool
	answers [][]answerValue            // each whole answer with a value
	paths   map[string][][]answerValue // each whole answer, by path
}

func newRevealed() *revealed {
	return &revealed{drafts: map[string]bool{}, paths: map[string][][]answerValue{}}
}

// add adds a task.
func (r *revealed) add(t *task.Task) {
	values := answerValues(t)
	r.drafts[t.Draft] = true
	if len(values) > 0 {
		r.answers = append(r.answers, values)
	}
	r.paths[t.Path] = append(r.paths[t.Path], values)
}

// remove takes a task out that was added once, and with no other task of its draft.
func (r *revealed) remove(t *task.Task) {
	values := answerValues(t)
	drop := func(from [][]answerValue) [][]answerValue {
		if i := slices.IndexFunc(from, func(other []answerValue) bool { return slices.EqualFunc(values, other, answerValue.equal) }); i >= 0 {
			return slices.Delete(from, i, i+1)
		}
		return from
	}
	delete(r.drafts, t.Draft)
	r.answers, r.paths[t.Path] = drop(r.answers), drop(r.paths[t.Path])
}

// reveals reports whether a task that was added gives the answer of another away. It does
// if it has the same draft, the same whole answer, if only rounded otherwise, or the same
// path and at least half of the answer's values.
func (r *revealed) reveals(t *task.Task) bool {
	values := answerValues(t)
	return r.drafts[t.Draft] ||
		slices.ContainsFunc(r.answers, func(other []answerValue) bool { return slices.EqualFunc(values, other, answerValue.agrees) }) ||
		slices.ContainsFunc(r.paths[t.Path], func(other []answerValue) bool {
			n := countIn(values, other)
			return n > 0 && 2*n >= len(values)
		})
}

// countIn returns how many of some values are among others.
func countIn(values, others []answerValue) (n int) {
	for _, v := range values {
		if slices.ContainsFunc(others, v.agrees) {
			n++
		}
	}
	return n
}

// answerValue is one value of an answer: an amount in its base unit, a day, or a text.
type answerValue struct {
	day    string          // a day, or a month, as in ISO 8601; "" for others
	text   string          // the text, or the base unit of an amount
	amount decimal.Decimal // zero for a text
	step   decimal.Decimal // the last digit that the amount is given to; zero for a text
}

// agrees reports whether two values are the same, or amounts of which one is the other,
// rounded to fewer digits, or a day and its month.
func (v answerValue) agrees(w answerValue) bool {
	if v.day != "" && w.day != "" {
		return strings.HasPrefix(v.day, w.day) || strings.HasPrefix(w.day, v.day)
	}
	return v.text == w.text && v.step.IsZero() == w.step.IsZero() &&
		v.amount.Sub(w.amount).Abs().Mul(decimal.NewFromInt(2)).Cmp(decimal.Max(v.step, w.step)) <= 0 && (v.amount.Equal(w.amount) || !v.step.Equal(w.step))
}

// equal reports whether two values are the same, and of as many digits.
func (v answerValue) equal(w answerValue) bool {
	return v.day == w.day && v.text == w.text && v.amount.Equal(w.amount) && v.step.Equal(w.step)
}

// month matches a month in either layout.
var month = regexp.MustCompile(`^([0-9]{4})(?:年|-)([0-9]{2})月?$`)

// answerValues returns the values of a task's answer, sorted.
func answerValues(t *task.Task) []answerValue {
	var values []answerValue
	for _, a := range t.AnswerValues {
		v := answerValue{text: a.Text}
		if n, ok := value.ParseNumber(a.Number, ""); ok && a.Kind == value.Number {
			_, base, factor := quantity.UnitOf(a.Unit)
			_, places, _ := strings.Cut(a.Number, ".")
			v = answerValue{text: base, amount: n.Number.Mul(factor), step: decimal.New(1, -int32(len(places))).Mul(factor)}
		}
		if d, ok := value.ParseDate(a.Text); ok && a.Kind == value.Date {
			v = answerValue{day: d.Text}
		} else if m := month.FindStringSubmatch(a.Text); m != nil && a.Kind == value.Text {
			v = answerValue{day: m[1] + "-" + m[2]}
		}
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b answerValue) int {
		return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.day, b.day), a.amount.Cmp(b.amount))
	})
	return values
}
