package score

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// callHistory is the calls of an attempt, in order.
type callHistory struct {
	planned int // the number of the plan's calls; 0 if unknown
	made    int // the number of different calls, ignoring columns
	useful  int // the number of them that call a tool of the plan and found something
	steps   []step
	looked  bool // some call could have found something
	found   bool // some call found something
}

// step is one call of a callHistory.
type step struct {
	tool    string
	args    *arguments
	cells   func() string             // the normalised text of its result
	amounts func() []quantity.Mention // the quantities of cells
	empty   func() bool               // it found nothing, or computed with invented numbers
}

// newCallHistory reads the calls of an attempt.
func (r *Grader) newCallHistory(a *Attempt) *callHistory {
	w := &callHistory{planned: r.reference.Calls}
	different := set{}
	for i := range a.Calls {
		c := &a.Calls[i]
		if c.Observation == "" && !c.Missed {
			continue // the call that ends a trial
		}
		args := r.argued(c.Arguments)
		key := c.Tool + "\x00" + args.joined
		if !different[key] && !c.Missed && slices.Contains(r.reference.Tools, c.Tool) {
			w.useful++
		}
		different[key] = true
		w.looked = w.looked || !args.numbers
		w.found = w.found || !args.numbers && !c.Missed
		w.steps = append(w.steps, newStep(c, args, r.result(c.Observation), r.reference.Question, w.steps))
	}
	w.made = len(different)
	return w
}

// newStep returns a call with its arguments and its result, after the steps before it.
func newStep(c *CallRecord, args *arguments, found *returned, question string, before []step) step {
	s := step{tool: c.Tool, args: args, cells: found.text, amounts: found.amounts}
	s.empty = sync.OnceValue(func() bool {
		return c.Missed || args.numbers && !numbersKnown(args.named(), knownText(question, before))
	})
	return s
}

// arguments are those of a call.
type arguments struct {
	joined  string                    // the texts and numbers, sorted
	named   func() string             // the same, normalised, one per line
	amounts func() []quantity.Mention // the quantities of named
	numbers bool                      // they have a list of numbers, which makes the call a computation
}

// newArguments reads the arguments of a call.
func newArguments(raw json.RawMessage) *arguments {
	names, numbers := argumentsOf(raw)
	slices.Sort(names)
	args := &arguments{joined: strings.Join(names, "\x00"), numbers: numbers}
	args.named = sync.OnceValue(func() string { return Normal(strings.Join(names, "\n")) })
	args.amounts = sync.OnceValue(func() []quantity.Mention { return quantity.Read(args.named()) })
	return args
}

// argued returns the arguments of a call, read once for a grader.
func (r *Grader) argued(raw json.RawMessage) *arguments {
	if args := r.arguments[string(raw)]; args != nil {
		return args
	}
	args := newArguments(raw)
	r.arguments[string(raw)] = args
	return args
}

// returned is the result of a call. Each part is read on first use.
type returned struct {
	cells    func() []ObservedCell
	fields   func() []field            // the informative cells, normalised
	unmarked func() []string           // the texts of fields without marks, see unmarked
	text     func() string             // of all cells, normalised
	amounts  func() []quantity.Mention // of text
}

// result returns the result of a call, read once for a grader.
func (r *Grader) result(observation string) *returned {
	if w := r.returned[observation]; w != nil {
		return w
	}
	w := &returned{cells: sync.OnceValue(func() []ObservedCell { return ObservedCells([]string{observation}) })}
	w.fields = sync.OnceValue(func() (fields []field) {
		for _, cell := range w.cells() {
			if f := (field{cell.Name, Normal(cell.Text)}); informative(f.text) {
				fields = append(fields, f)
			}
		}
		return fields
	})
	w.unmarked = sync.OnceValue(func() (texts []string) {
		for _, f := range w.fields() {
			texts = append(texts, unmarked(f.text))
		}
		return texts
	})
	w.text = sync.OnceValue(func() string {
		var text strings.Builder
		for _, cell := range w.cells() {
			text.WriteString(cell.Text + "\n")
		}
		return Normal(text.String())
	})
	w.amounts = sync.OnceValue(func() []quantity.Mention { return quantity.Read(w.text()) })
	r.returned[observation] = w
	return w
}

// knownText returns the normalised text of the question and of the calls' results.
func knownText(question string, steps []step) string {
	var b strings.Builder
	b.WriteString(Normal(question))
	for i := range steps {
		if !steps[i].empty() {
			b.WriteString("\n" + steps[i].cells())
		}
	}
	return b.String()
}

// argumentsOf returns the texts and numbers in the arguments of a call, except the list of
// columns, and whether the arguments contain a list of numbers.
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

// hasNumber reports whether an argument contains a list with a number.
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

// numbersKnown reports whether every number in a computation's arguments occurs in the question
// or in an earlier result; otherwise the computation only echoes numbers that the agent
// invented.
func numbersKnown(named, known string) bool {
	read := sync.OnceValue(func() []quantity.Mention { return quantity.Read(known) })
	for line := range strings.SplitSeq(named, "\n") {
		if strings.ContainsFunc(line, isDigit) && !containsWhole(known, line) && !numberKnown(read, line) {
			return false
		}
	}
	return true
}

// numberKnown reports whether a number, in any form, is among the quantities.
func numberKnown(known func() []quantity.Mention, number string) bool {
	want := quantity.Read(number)
	if len(want) != 1 {
		return false
	}
	return slices.ContainsFunc(known(), func(m quantity.Mention) bool {
		return m.Number.Equal(want[0].Number) || want[0].IsDay() && m.Day == want[0].Day
	})
}

// supports reports whether the calls can support an answer value: some call found something
// or, for a no, could have. Unknown calls and a task whose plan makes no calls support
// every value.
func (w *callHistory) supports(e *expectation) bool {
	if w == nil || w.planned == 0 {
		return true
	}
	return w.found || e.kind == value.Truth && !e.yes && w.looked
}

// handsOn reports whether a call returned a value and a later call of a tool in handed had it
// as an argument. If handed has no such call, a right answer takes its place; without a
// plan, it is enough that a call returned the value.
func (w *callHistory) handsOn(e *expectation, handed []string, solved bool) bool {
	onward := func(later step) bool { return slices.Contains(handed, later.tool) && e.namedIn(later.args) }
	if !solved && w.planned > 0 && !slices.ContainsFunc(w.steps, onward) {
		return false // the cheap test excludes most calls
	}
	for i := range w.steps {
		if s := &w.steps[i]; e.isResultOf(s) && !s.empty() && (solved || w.planned == 0 || slices.ContainsFunc(w.steps[i+1:], onward)) {
			return true
		}
	}
	return false
}

// returned reports whether a call returned a value; true if the calls are unknown.
func (w *callHistory) returned(e *expectation) bool {
	return w == nil || slices.ContainsFunc(w.steps, func(s step) bool { return e.isResultOf(&s) && !s.empty() })
}

// callEconomy returns the worth of a credited middle value, given the number of calls: 1 up to
// twice the plan's calls plus four, and proportionally less beyond. If the answer is wrong,
// at least every second call must also be of a tool of the plan: another path counts as
// equally good only if it leads to the answer.
func (w *callHistory) callEconomy(solved bool) float64 {
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

// isResultOf reports whether the result of a call contains the expected value. Unlike prose, a
// result may contain it within a longer cell or as any amount in a fitting unit.
func (e *expectation) isResultOf(s *step) bool {
	if slices.ContainsFunc(e.texts, func(t string) bool { return containsWhole(s.cells(), t) }) {
		return true
	}
	if e.kind != value.Number && e.kind != value.Date {
		return false
	}
	return e.isAmong(s.amounts(), s.cells())
}

// isAmong reports whether the expected number or day is among the quantities of a result. A
// number without a unit may be in the base unit, as in table columns.
func (e *expectation) isAmong(found []quantity.Mention, text string) bool {
	return slices.ContainsFunc(found, func(m quantity.Mention) bool {
		if e.kind == value.Date {
			return m.IsDay() && strings.HasPrefix(m.Day, e.day)
		}
		a, f := e.amountOf(&m, text[m.To:])
		return f != unfit && (e.agrees(a) || f == bare && e.measures != "" && e.agrees(m.Number.Div(e.factor)))
	})
}

// namedIn reports whether the arguments of a call contain the expected value.
func (e *expectation) namedIn(args *arguments) bool {
	if slices.ContainsFunc(e.texts, func(t string) bool { return containsWhole(args.named(), t) }) {
		return true
	}
	return e.kind != value.Text && e.isAmong(args.amounts(), args.named())
}

// Handed returns, for each keyword, the tools of the calls whose arguments contain it, as a text or as
// an equal number or day, in the order of the calls, each once. Arguments that are not a JSON object
// contain none.
func Handed(keywords []string, calls []CallRecord) [][]string {
	tools, wanted := make([][]string, len(keywords)), make([]*expectation, len(keywords))
	for k, keyword := range keywords {
		wanted[k] = newExpectation(keyword, Infer(keyword))
	}
	for i := range calls {
		args := newArguments(calls[i].Arguments)
		for k, e := range wanted {
			if !slices.Contains(tools[k], calls[i].Tool) && e.namedIn(args) {
				tools[k] = append(tools[k], calls[i].Tool)
			}
		}
	}
	return tools
}
