package score

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// way is what an agent called, in order.
type way struct {
	planned int // calls of the plan; 0 where that is not known
	made    int // different calls, columns aside
	useful  int // those of them of the plan's tools that found something
	steps   []step
	looked  bool // a call that could find something was made
	found   bool // one found something
}

// step is one call as a way to an answer.
type step struct {
	tool    string
	named   func() string             // what its arguments name, in normal form, a line each
	cells   func() string             // normal text of what it returned
	amounts func() []quantity.Mention // the quantities of cells
	empty   func() bool               // it found nothing, or computed with numbers from nowhere
}

// newWay reads the calls of an attempt.
func newWay(r *Reference, a *Attempt) *way {
	w := &way{planned: r.Calls}
	different := set{}
	for i := range a.Calls {
		c := &a.Calls[i]
		if c.Observation == "" && !c.Missed {
			continue // the call that ends a trial
		}
		names, numbers := argumentsOf(c.Arguments)
		slices.Sort(names)
		key := c.Tool + "\x00" + strings.Join(names, "\x00")
		if !different[key] && !c.Missed && slices.Contains(r.Tools, c.Tool) {
			w.useful++
		}
		different[key] = true
		w.looked = w.looked || !numbers
		w.found = w.found || !numbers && !c.Missed
		w.steps = append(w.steps, newStep(c, names, numbers, r.Question, w.steps))
	}
	w.made = len(different)
	return w
}

// newStep returns a call that names these things, after the steps before it. It only
// computes where a list of numbers is among them. What it has to read is read when it is asked for.
func newStep(c *CallRecord, names []string, numbers bool, question string, before []step) step {
	s := step{tool: c.Tool}
	s.named = sync.OnceValue(func() string { return Normal(strings.Join(names, "\n")) })
	s.cells = sync.OnceValue(func() string {
		var text strings.Builder
		for _, cell := range ObservedCells([]string{c.Observation}) {
			text.WriteString(cell.Text + "\n")
		}
		return Normal(text.String())
	})
	s.amounts = sync.OnceValue(func() []quantity.Mention { return quantity.Read(s.cells()) })
	s.empty = sync.OnceValue(func() bool {
		return c.Missed || numbers && !founded(s.named(), known(question, before))
	})
	return s
}

// known returns the question and what calls returned, in normal form.
func known(question string, steps []step) string {
	var b strings.Builder
	b.WriteString(Normal(question))
	for i := range steps {
		if !steps[i].empty() {
			b.WriteString("\n" + steps[i].cells())
		}
	}
	return b.String()
}

// argumentsOf returns the texts and numbers that the arguments of a call name, the list of
// columns left out, and whether a list of numbers is among them.
func argumentsOf(raw json.RawMessage) (names []string, numbers bool) {
	var args map[string]any
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if d.Decode(&args) != nil {
		return nil, false
	}
	delete(args, "columns")
	walk("", args, func(_, text string) { names = append(names, text) })
	for _, v := range args {
		numbers = numbers || hasNumber(v)
	}
	return names, numbers
}

// hasNumber reports whether a list of numbers stands in an argument.
func hasNumber(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(e any) bool {
			_, ok := e.(json.Number)
			return ok || hasNumber(e)
		})
	case map[string]any:
		for _, e := range v {
			if hasNumber(e) {
				return true
			}
		}
	}
	return false
}

// founded reports whether every number that a computation is given stands in the question
// or in what calls before it returned: else it only echoes what the agent made up.
func founded(named, known string) bool {
	read := sync.OnceValue(func() []quantity.Mention { return quantity.Read(known) })
	for line := range strings.SplitSeq(named, "\n") {
		if strings.ContainsFunc(line, digit) && !apart(known, line) && !stands(read, line) {
			return false
		}
	}
	return true
}

// stands reports whether quantities that were read have a number, in whatever form.
func stands(known func() []quantity.Mention, number string) bool {
	want := quantity.Read(number)
	if len(want) != 1 {
		return false
	}
	return slices.ContainsFunc(known(), func(m quantity.Mention) bool {
		return m.Number.Equal(want[0].Number) || want[0].IsDay() && m.Day == want[0].Day
	})
}

// grounds reports whether an answer value can rest on what was called: a call found
// something, or for a no, was made. A way that is not known grounds everything, and so
// does a task whose plan calls nothing.
func (w *way) grounds(e *expectation) bool {
	if w == nil || w.planned == 0 {
		return true
	}
	return w.found || e.kind == value.Truth && !e.yes && w.looked
}

// used reports whether a lookup returned a value and a later call of the tools that the
// plan hands it to was made with it; where the plan hands it to no call, whether the
// answer was right. Where there is no plan, it is enough that it was returned.
func (w *way) used(e *expectation, handed []string, solved bool) bool {
	onward := func(later step) bool { return slices.Contains(handed, later.tool) && e.namedIn(later.named()) }
	if !solved && w.planned > 0 && !slices.ContainsFunc(w.steps, onward) {
		return false // as of most calls that lead nowhere
	}
	for i := range w.steps {
		if s := &w.steps[i]; e.within(s) && !s.empty() && (solved || w.planned == 0 || slices.ContainsFunc(w.steps[i+1:], onward)) {
			return true
		}
	}
	return false
}

// saw reports whether a call returned a value. A way that is not known may have.
func (w *way) saw(e *expectation) bool {
	return w == nil || slices.ContainsFunc(w.steps, func(s step) bool { return e.within(&s) && !s.empty() })
}

// economy is what the middle values of a way are worth by how many calls it took: 1 up to
// twice the plan's calls and four more, and less in proportion beyond. Of a way that did
// not lead to the answer at least every second call has to be of a tool that the plan calls
// as well, since another way may be as good only if it arrives.
func (w *way) economy(solved bool) float64 {
	if w == nil || w.planned == 0 {
		return 1
	}
	made := float64(max(1, w.made))
	e := min(1, float64(2*w.planned+4)/made)
	if !solved {
		e *= min(1, float64(2*w.useful)/made)
	}
	return e
}

// within reports whether what a call returned holds the expected value. Records are not
// prose: what stands in a longer cell is there, and any amount of a fitting unit will do.
func (e *expectation) within(s *step) bool {
	if slices.ContainsFunc(e.texts, func(t string) bool { return apart(s.cells(), t) }) {
		return true
	}
	if e.kind != value.Number && e.kind != value.Date {
		return false
	}
	return e.among(s.amounts(), s.cells())
}

// among reports whether the expected number or day is among those of a record. A number
// without a unit may be in the base unit, which a table's column is in.
func (e *expectation) among(found []quantity.Mention, text string) bool {
	return slices.ContainsFunc(found, func(m quantity.Mention) bool {
		if e.kind == value.Date {
			return m.IsDay() && strings.HasPrefix(m.Day, e.day)
		}
		a, f := e.amountOf(&m, text[m.To:])
		return f != unfit && (e.agrees(a) || f == bare && e.measures != "" && e.agrees(m.Number.Div(e.factor)))
	})
}

// namedIn reports whether the arguments of a call name the expected value.
func (e *expectation) namedIn(named string) bool {
	if slices.ContainsFunc(e.texts, func(t string) bool { return apart(named, t) }) {
		return true
	}
	return e.kind != value.Text && e.among(quantity.Read(named), named)
}

// Names reports whether the arguments of a call contain a keyword, as a text or as an equal
// number or day. Arguments that are not a JSON object contain none.
func Names(arguments json.RawMessage, keyword string) bool {
	names, _ := argumentsOf(arguments)
	return expect(keyword, Infer(keyword)).namedIn(Normal(strings.Join(names, "\n")))
}
