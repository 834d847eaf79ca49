package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// executed checks that both executions give the record and the answers of the task.
func (p *prover) executed(ctx context.Context, t *task.Task) (Finding, error) {
	now, fault, err := p.executeAgain(ctx, t)
	if fault != "" || err != nil {
		return Finding{Fault: fault}, err
	}
	said := now
	if p.Earlier != nil && p.Earlier(t) {
		if said, err = now.InWordsOf(p.Domain, t); err != nil {
			return Finding{Fault: "invalid: " + err.Error()}, nil
		}
	}
	if fault := recorded(t, said); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if fault := p.handedOver(t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if _, fault := p.citesLaw(t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if fault := p.agrees(said); fault != "" {
		return Finding{Fault: fault}, nil
	}
	certificate := p.executions(t)
	if said.Answer != now.Answer {
		certificate += task.InOtherWords
	}
	return Finding{Certificate: certificate}, nil
}

// executeAgain returns the task that the tools give to the plan of a task today, or the fault for which they
// give none.
func (p *prover) executeAgain(ctx context.Context, t *task.Task) (now *task.Task, fault string, err error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return nil, fault, nil
	}
	x, err := plan.NewExecutor(p.Domain, p.Tools, t.Plan)
	if err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil {
		return nil, "", err
	}
	if reason != "" {
		return nil, fmt.Sprintf("%s: the tools give no answer: node %s ends the execution", reason, t.Plan.Nodes[len(trace.Results)].Name), nil
	}
	if now, err = task.New(p.Domain, trace, t.Language); err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	return now, "", nil
}

// recorded compares now, the task that the tools give, with the recorded task.
func recorded(t, now *task.Task) string {
	if len(now.Steps) != len(t.Steps) {
		return fmt.Sprintf("changed: %d steps: the task recorded %d", len(now.Steps), len(t.Steps))
	}
	for i := range now.Steps {
		if fault := CompareRecords("step "+now.Steps[i].Node, now.Steps[i], t.Steps[i]); fault != "" {
			return fault
		}
	}
	if !t.KeepsRecorded() {
		return "changed: the steps say something else than those of provenance.recorded, of which the id is made"
	}
	under := *now
	under.Provenance = t.Provenance
	id, err := under.Identity()
	if err != nil {
		return "invalid: " + err.Error()
	}
	for _, c := range []struct {
		name      string
		now, then any
	}{
		{"id", id, t.ID},
		{"entities", now.Entities, t.Entities},
		{"path", now.Path, t.Path},
		{"structure", now.Structure, t.Structure},
		{"draft", now.Draft, t.Draft},
		{"given", now.Given, t.Given},
		{"answer", now.Answer, t.Answer},
	} {
		if fault := CompareRecords(c.name, c.now, c.then); fault != "" {
			return fault
		}
	}
	return CompareChosen(t, now)
}

// CompareRecords compares two values of a task's field as JSON and describes their
// difference; it returns "" if they are equal. A nil slice equals an empty one, because
// files do not always distinguish them.
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

// agrees compares the answers evaluated over whole tables with those of t, the task that the
// tools give. Both are in the same order. A value that occurs again, in a set or as another
// answer, has no typed answer of its own.
func (p *prover) agrees(t *task.Task) string {
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return fmt.Sprintf("disagree: joins over whole tables give no answer: %s: %s", e.reason, e.detail)
	}
	met := 0
	for _, a := range e.answers(t.Plan) {
		for _, text := range e.of(a.From).in(a.Form) {
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
	n, fault := articlesMet(t.AnswerValues[met:], p.citedPoints(t, e))
	if fault != "" {
		return fault
	}
	met += n
	if met < len(t.AnswerValues) {
		return fmt.Sprintf("disagree: joins over whole tables give %d answers: the task has %d", met, len(t.AnswerValues))
	}
	return ""
}

// in returns the values of a relation as texts in a form, in order. The types of a program
// ensure that each value can take the form.
func (r *relation) in(f plan.Form) []string {
	if f.Style == plan.StyleTruth {
		return []string{map[bool]string{true: "yes", false: "no"}[r.truth]}
	}
	if r.unstated {
		return []string{unstated}
	}
	texts := make([]string, len(r.data))
	for i, d := range r.data {
		texts[i] = d.in(f)
	}
	return texts
}

// unstated stands for the text of a cell that states nothing; no cell holds it.
const unstated = "\x00unstated"

// in returns the value as a text in a form: the digits of a number, rounded half away from
// zero, an ISO day, or a text unchanged.
func (d datum) in(f plan.Form) string {
	switch f.Style {
	case plan.StyleCount:
		return d.digits(0)
	case plan.StyleNumber:
		if d.unit != f.Unit {
			d.number = new(big.Rat).Mul(d.number, factorOf(d.unit, f.Unit))
		}
		return d.digits(f.Places)
	}
	return d.text + d.unit
}

// digits returns the digits of a number, rounded to decimal places.
func (d datum) digits(places int) string {
	text := d.number.FloatString(places)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // zero has no sign
	}
	return text
}

// says reports whether a typed answer states the text in the form. It does not check measure
// words, nouns, or the words for yes and no, which package draft chooses.
func says(a *value.Answer, text string, f plan.Form) bool {
	return writes(a, text, f) && (a.Kind != value.Number || measures(a, f))
}

// measures reports whether the quantity of a number and its unit fit a form.
func measures(a *value.Answer, f plan.Form) bool {
	switch a.Quantity {
	case quantity.Count:
		return true // the unit is a language's measure word or noun
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

// writes reports whether a typed answer is written as the text in the form, whatever its
// quantity, because one keyword may stand for two numbers.
func writes(a *value.Answer, text string, f plan.Form) bool {
	if text == unstated {
		return a.Kind == value.Truth && !a.Yes && a.Text != ""
	}
	switch f.Style {
	case plan.StyleNumber, plan.StyleCount:
		written := value.Ungrouped(a.Text)
		unit := strings.TrimPrefix(strings.TrimPrefix(written, text), " ")
		return a.Kind == value.Number && a.Number == text && strings.HasPrefix(written, text) && (unit == "" || unit == a.Unit)
	case plan.StyleDate:
		return saysDay(a, text, f.Layout)
	case plan.StyleTruth:
		return a.Kind == value.Truth && a.Yes == (text == "yes") && a.Text != ""
	}
	return a.Kind == value.Text && a.Text == text
}

// saysDay reports whether a typed answer states an ISO day, or its month or year if the
// layout says so. A month or year is typed as a text; the text and all its aliases must
// contain exactly the numbers of the day.
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
		return !slices.EqualFunc(digitRuns.FindAllString(inNumbers(text), -1), parts, func(said, part string) bool {
			return strings.TrimLeft(said, "0") == strings.TrimLeft(part, "0")
		})
	})
}

// digitRuns matches the numbers in a written day.
var digitRuns = lazyregexp.New(`[0-9]+`)

// inNumbers rewrites an English month and year as numbers, year first. It returns any other
// text unchanged.
func inNumbers(text string) string {
	for _, layout := range []string{"January 2006", "Jan 2006"} {
		if month, err := time.Parse(layout, text); err == nil {
			return month.Format("2006-01")
		}
	}
	return text
}

// factorOf returns the factor that converts an amount from one unit to another, to which it
// must be convertible.
func factorOf(from, to string) *big.Rat {
	one, _ := value.ParseNumber("1", from)
	one, _ = value.Convert(one, to)
	factor, _ := new(big.Rat).SetString(one.Text)
	return factor
}
