package score

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"taskgrove/pipeline/value"
)

// grading is one attempt under the strict rule.
type grading struct {
	question *view
	answer   *view
	wanted   []*expectation // answer keywords
	middle   []*expectation // middle keywords
	gone     []*expectation // answers that are not to be found
	fields   []field        // what the tools returned
	calls    []int          // how many of fields each observation gave, in order
	seen     *view          // the same as one text
}

// field is one cell that a tool returned: the name it stood under, "" outside an
// object, and its normal text.
type field struct{ name, text string }

// Strict scores an attempt by the strict rule and says how it decided on each
// keyword: first on those of the answer, then on the middle ones.
func Strict(r *Reference, a *Attempt) (Rates, []Verdict) { return read(r, a).rates() }

// read prepares an attempt for grading.
func read(r *Reference, a *Attempt) *grading {
	g := &grading{question: look(r.Question), answer: look(a.Answer).asserted()}
	g.answer.beyond(g.question)
	values := r.Values
	if len(values) != len(r.KeyAnswer) {
		values = nil
		for _, k := range r.KeyAnswer {
			values = append(values, Infer(k))
		}
	}
	for i, k := range r.KeyAnswer {
		g.wanted = append(g.wanted, expect(k, values[i]))
	}
	for _, k := range r.KeyMiddle {
		g.middle = append(g.middle, expect(k, Infer(k)))
	}
	for _, v := range r.Gone {
		g.gone = append(g.gone, expect(v.Text, v))
	}
	if a.Observed {
		var text strings.Builder
		for _, o := range a.Observations {
			before := len(g.fields)
			for _, c := range Cells([]string{o}) {
				text.WriteString(c.Text + "\n")
				if normal := Normal(c.Text); telling(normal) {
					g.fields = append(g.fields, field{c.Name, normal})
				}
			}
			g.calls = append(g.calls, len(g.fields)-before)
		}
		g.seen = look(text.String())
	}
	return g
}

func (g *grading) rates() (Rates, []Verdict) {
	var verdicts []Verdict
	listing := sync.OnceValue(g.listing)
	hits, n := 0, 0
	for _, e := range g.wanted {
		o := g.outcome(e, listing)
		verdicts = append(verdicts, Verdict{e.keyword, o})
		hits, n = tally(o, hits, n)
	}
	rates := Rates{Success: rate(hits, n)}
	for _, e := range g.middle {
		o := g.middleOutcome(e)
		verdicts = append(verdicts, Verdict{e.keyword, o})
		hits, n = tally(o, hits, n)
	}
	if g.seen != nil && rates.Success != nil {
		rates.Process = rate(hits, n)
	}
	return rates, verdicts
}

func tally(o Outcome, hits, n int) (int, int) {
	switch o {
	case Credited:
		return hits + 1, n + 1
	case Given, Idle, Unknown:
		return hits, n
	}
	return hits, n + 1
}

// outcome decides on an answer keyword; listing says whether the answer lists
// everything, which is asked only of one that has the keyword.
func (g *grading) outcome(e *expectation, listing func() bool) Outcome {
	switch {
	case g.gone != nil:
		return g.decline(listing)
	case e.kind == value.Truth:
		return g.truth(e, listing)
	case e.idle():
		return Idle
	case e.found(g.question, nil):
		return Given
	case !e.found(g.answer, g.longer(e)):
		return Absent
	case listing():
		return Listed
	case g.contradicts(e) || g.rivals(e) > Slack(len(g.wanted)) || g.alternative(e):
		return Hedged
	}
	return Credited
}

// middleOutcome decides on a middle keyword.
func (g *grading) middleOutcome(e *expectation) Outcome {
	switch {
	case e.idle():
		return Idle
	case e.found(g.question, nil):
		return Given
	case g.seen == nil:
		return Unknown
	case e.within(g.seen):
		return Credited
	}
	return Absent
}

// references calls try with the answer and middle expectations until it returns
// true.
func (g *grading) references(try func(e *expectation) bool) bool {
	return slices.ContainsFunc(g.wanted, try) || slices.ContainsFunc(g.middle, try)
}

// maxName is how many characters a cell may have to be taken for a name.
const maxName = 64

// longer returns the known names that hold one of the expectation's texts and
// more: other keywords and cells.
func (g *grading) longer(e *expectation) (names []string) {
	if len(e.texts) == 0 {
		return nil
	}
	add := func(name string) {
		if slices.Contains(e.texts, name) || utf8.RuneCountInString(name) > maxName {
			return
		}
		if slices.ContainsFunc(e.texts, func(t string) bool { return strings.Contains(name, t) }) {
			names = append(names, name)
		}
	}
	g.references(func(o *expectation) bool {
		for _, t := range o.texts {
			add(t)
		}
		return false
	})
	for _, f := range g.fields {
		add(f.text)
	}
	return names
}

// Cell is one scalar of an observation. It is a record.
type Cell struct {
	// Name is the key it stands under in the nearest JSON object; "" outside one.
	Name string
	// Text is a string's content, or a number as it is written.
	Text string
}

// Cells takes observations apart into their strings and numbers, in order; the
// keys of an object in theirs. An observation that is no JSON is one cell.
func Cells(observations []string) (cells []Cell) {
	for _, o := range observations {
		d := json.NewDecoder(strings.NewReader(o))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil || d.InputOffset() < int64(len(strings.TrimRight(o, " \t\r\n"))) {
			v = o
		}
		walk("", v, func(name, text string) { cells = append(cells, Cell{name, text}) })
	}
	return cells
}

// walk visits the scalars of a JSON value, objects in the order of their keys.
func walk(name string, v any, visit func(name, cell string)) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			walk(k, v[k], visit)
		}
	case []any:
		for _, e := range v {
			walk(name, e, visit)
		}
	case json.Number:
		visit(name, v.String())
	case string:
		visit(name, v)
	}
}
