package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// executed checks that both executions give what the task says.
func (p *prover) executed(ctx context.Context, t *task.Task) (string, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return fault, nil
	}
	x, err := plan.NewExecutor(p.Domain, p.Tools, t.Plan)
	if err != nil {
		return "invalid: " + err.Error(), nil
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil {
		return "", err
	}
	if reason != "" {
		return fmt.Sprintf("%s: the tools give no answer: node %s ends the execution", reason, t.Plan.Nodes[len(trace.Results)].Name), nil
	}
	now, err := task.New(p.Domain, trace, t.Language)
	if err != nil {
		return "invalid: " + err.Error(), nil
	}
	if fault := recorded(t, now); fault != "" {
		return fault, nil
	}
	return p.agrees(now), nil
}

// recorded compares what the tools give now with what the task recorded.
func recorded(t, now *task.Task) string {
	if len(now.Steps) != len(t.Steps) {
		return fmt.Sprintf("changed: %d steps: the task recorded %d", len(now.Steps), len(t.Steps))
	}
	for i := range now.Steps {
		if fault := CompareRecords("step "+now.Steps[i].Node, now.Steps[i], t.Steps[i]); fault != "" {
			return fault
		}
	}
	for _, c := range []struct {
		name      string
		now, then any
	}{
		{"id", now.ID, t.ID},
		{"entities", now.Entities, t.Entities},
		{"path", now.Path, t.Path},
		{"structure", now.Structure, t.Structure},
		{"draft", now.Draft, t.Draft},
		{"answer", now.Answer, t.Answer},
	} {
		if fault := CompareRecords(c.name, c.now, c.then); fault != "" {
			return fault
		}
	}
	return CompareChosen(t, now)
}

// CompareRecords says how two records of a task's field differ as JSON, or "". An absent list equals an
// empty one: files do not always tell them apart.
func CompareRecords(name string, now, then any) string {
	if empty(now) && empty(then) {
		return ""
	}
	a, b := encoded(now), encoded(then)
	if bytes.Equal(a, b) {
		return ""
	}
	return fmt.Sprintf("changed: %s is %s: the task recorded %s", name, excerpt(a), excerpt(b))
}

func empty(v any) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Slice && r.Len() == 0
}

func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		// Raw JSON of a task is the only part that can be malformed.
		return []byte(err.Error())
	}
	return b
}

// excerpt returns the beginning of a long text.
func excerpt(b []byte) string {
	const most = 200 // characters
	if r := []rune(string(b)); len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(b)
}

// agrees compares the answers worked out over whole tables with those of the task that
// the tools give, which are in the same order, each once: a value that is there already, in a set or
// as another answer, has none of its own.
func (p *prover) agrees(t *task.Task) string {
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return fmt.Sprintf("disagree: joins over whole tables give no answer: %s: %s", e.reason, e.detail)
	}
	met := 0
	for _, a := range e.answers(t.Plan) {
		texts, fault := e.of(a.From).in(a.Form)
		if fault != "" {
			return fault
		}
		for _, text := range texts {
			switch {
			case met < len(t.AnswerValues) && says(&t.AnswerValues[met], text, a.Form):
				met++
			case slices.ContainsFunc(t.AnswerValues[:met], func(v value.Answer) bool { return writes(&v, text, a.Form) }):
			case met < len(t.AnswerValues):
				return fmt.Sprintf("disagree: joins over whole tables give %s: the task has %s", text, excerpt(encoded(t.AnswerValues[met])))
			default:
				return fmt.Sprintf("disagree: joins over whole tables give %s: the task has %d answers, and none is that", text, met)
			}
		}
	}
	if met < len(t.AnswerValues) {
		return fmt.Sprintf("disagree: joins over whole tables give %d answers: the task has %d", met, len(t.AnswerValues))
	}
	return ""
}

// in returns what a relation holds in the form demanded, in order.
func (r *relation) in(f plan.Form) (texts []string, fault string) {
	if f.Style == plan.StyleTruth {
		return []string{map[bool]string{true: "yes", false: "no"}[r.truth]}, ""
	}
	for _, d := range r.data {
		text, ok := d.in(f)
		if !ok {
			return nil, fmt.Sprintf("disagree: joins over whole tables give %s %q: want a %s in %q", d.kind, d.text, f.Style, f.Unit)
		}
		texts = append(texts, text)
	}
	return texts, ""
}

// in returns the value in the form demanded: the digits of a number, rounded half
// away from zero, a day as ISO, a text as it is. ok is false where it has none.
func (d datum) in(f plan.Form) (text string, ok bool) {
	switch f.Style {
	case plan.StyleCount:
		return d.digits(0)
	case plan.StyleNumber:
		if d.unit != f.Unit {
			factor, ok := factorOf(d.unit, f.Unit)
			if !ok || d.number == nil {
				return "", false
			}
			d.number = new(big.Rat).Mul(d.number, factor)
		}
		return d.digits(f.Places)
	case plan.StyleDate:
		return d.text, d.kind == value.Date
	}
	return d.text + d.unit, d.text != ""
}

func (d datum) digits(places int) (text string, ok bool) {
	if d.number == nil {
		return "", false
	}
	text = d.number.FloatString(places)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // nothing has no sign
	}
	return text, true
}

// says reports whether a typed answer states the text in the form. Which measure word or
// noun a language has for what a number counts, and which words for yes and no, is the
// draft's affair.
func says(a *value.Answer, text string, f plan.Form) bool {
	return writes(a, text, f) && (a.Kind != value.Number || measures(a, f))
}

// measures reports whether what a number measures, and its unit, are what a form demands.
func measures(a *value.Answer, f plan.Form) bool {
	switch a.Quantity {
	case quantity.Count:
		return true // in any language's words for what is counted
	case quantity.Duration:
		return f.Unit == ""
	case quantity.Times, quantity.Rank, quantity.Number:
		return f.Style == plan.StyleNumber && f.Unit == ""
	case quantity.Percent:
		return f.Unit == percentSign && a.Unit == percentSign
	case quantity.Money, quantity.Measure:
		return f.Style == plan.StyleNumber && f.Unit != percentSign && a.Unit == f.Unit
	}
	return false
}

// percentSign is the unit of shares.
const percentSign = "%"

// writes reports whether a typed answer is written as the text in the form, whatever it
// measures: one keyword may stand for two numbers.
func writes(a *value.Answer, text string, f plan.Form) bool {
	switch f.Style {
	case plan.StyleNumber, plan.StyleCount:
		unit := strings.TrimPrefix(a.Text, text)
		return a.Kind == value.Number && a.Number == text && strings.HasPrefix(a.Text, text) && (unit == "" || unit == a.Unit)
	case plan.StyleDate:
		return saysDay(a, text, f.Layout)
	case plan.StyleTruth:
		return a.Kind == value.Truth && a.Yes == (text == "yes") && a.Text != ""
	}
	return a.Kind == value.Text && a.Text == text
}

// saysDay reports whether a typed answer states an ISO day, or what a layout leaves of
// it: a month and a year are texts, and all ways to write them hold its numbers alone.
func saysDay(a *value.Answer, iso string, l plan.Layout) bool {
	parts := strings.Split(iso, "-")
	switch l {
	case plan.LayoutISO:
		return a.Kind == value.Date && a.Text == iso
	case plan.LayoutMonth:
		parts = parts[:2]
	case plan.LayoutYear:
		parts = parts[:1]
	default:
		day, ok := value.ParseDate(a.Text)
		return a.Kind == value.Date && ok && day.Text == iso
	}
	return a.Kind == value.Text && !slices.ContainsFunc(append([]string{a.Text}, a.Aliases...), func(text string) bool {
		return !slices.EqualFunc(runs.FindAllString(inNumbers(text), -1), parts, func(said, part string) bool {
			return strings.TrimLeft(said, "0") == strings.TrimLeft(part, "0")
		})
	})
}

// runs are the numbers a day is written with.
var runs = regexp.MustCompile(`[0-9]+`)

// inNumbers writes an English month and year in numbers, year first; any other text
// stays.
func inNumbers(text string) string {
	for _, layout := range []string{"January 2006", "Jan 2006"} {
		if month, err := time.Parse(layout, text); err == nil {
			return month.Format("2006-01")
		}
	}
	return text
}

// factorOf returns what an amount in one unit is multiplied by to stand in
// another.
func factorOf(from, to string) (*big.Rat, bool) {
	one, ok := value.ParseNumber("1", from)
	if !ok {
		return nil, false
	}
	one, ok = value.Convert(one, to)
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(one.Text)
}
