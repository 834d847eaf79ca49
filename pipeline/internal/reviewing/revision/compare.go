package revision

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ChangedPart is one part of a task that differs between two versions of it. It is a record.
type ChangedPart struct {
	// Name is "question", "draft", "answer", "key_answer", "key_middle" or
	// "answer_values"; "plan r3" for a node, "form r3" for how an answer from it is
	// written, "step r3" for the steps of a node, "step" for the last one, which gives the
	// answer, and "check unique" for a verdict.
	Name string `json:"name"`
	// Before and After are what people read: lists have an item a line. Of long texts it
	// is the surroundings of the first difference. "" where there is none.
	Before string `json:"before"`
	After  string `json:"after"`
}

// Compare returns the parts in which two versions of a task differ, in the order of
// [ChangedPart.Name]; nil where they do not.
func Compare(before, after *task.Task) []ChangedPart {
	var parts []ChangedPart
	add := func(name, a, b string) {
		if a != b {
			a, b = around(a, b)
			parts = append(parts, ChangedPart{name, a, b})
		}
	}
	add("question", before.Question, after.Question)
	add("draft", before.Draft, after.Draft)
	add("answer", before.Answer, after.Answer)
	add("key_answer", strings.Join(before.KeyAnswer, "\n"), strings.Join(after.KeyAnswer, "\n"))
	add("key_middle", strings.Join(before.KeyMiddle, "\n"), strings.Join(after.KeyMiddle, "\n"))
	add("answer_values", lines(before.AnswerValues), lines(after.AnswerValues))
	a, b := parted(before), parted(after)
	for _, name := range union(a.names, b.names) {
		add(name, a.texts[name], b.texts[name])
	}
	return parts
}

// pieces are the parts of a task that have names of their own, in order.
type pieces struct {
	names []string
	texts map[string]string
}

// add adds a line to a part.
func (p *pieces) add(name, text string) {
	if old, ok := p.texts[name]; ok {
		p.texts[name] = old + "\n" + text
		return
	}
	p.names = append(p.names, name)
	p.texts[name] = text
}

// parted divides nodes, forms, steps and checks.
func parted(t *task.Task) *pieces {
	p := &pieces{texts: map[string]string{}}
	if t.Plan != nil {
		for i := range t.Plan.Nodes {
			p.add("plan "+t.Plan.Nodes[i].Name, text(&t.Plan.Nodes[i]))
		}
		for _, a := range t.Plan.Answers {
			p.add("form "+a.From, text(a.Form))
		}
	}
	for i := range t.Steps {
		p.add(strings.TrimSpace("step "+t.Steps[i].Node), step(&t.Steps[i]))
	}
	for _, c := range t.Checks {
		p.add("check "+c.Name, strings.TrimSuffix(string(c.Verdict)+": "+c.Detail, ": "))
	}
	return p
}

// step is a step as people read it.
func step(s *plan.Step) string {
	said := []string{s.Op}
	if s.Tool != "" {
		said = []string{s.Tool + string(s.Arguments), string(s.Observation)}
	}
	return strings.Join(append(said, s.Selected...), "\n")
}

// union returns names of two lists that are in the same order as far as both have
// them; those of the second alone stand behind what they follow there.
func union(a, b []string) []string {
	var all []string
	has := map[string]bool{}
	in := map[string]bool{}
	for _, name := range b {
		in[name] = true
	}
	take := func(name string) {
		if !has[name] {
			has[name] = true
			all = append(all, name)
		}
	}
	for _, name := range b {
		for len(a) > 0 && !in[a[0]] {
			take(a[0])
			a = a[1:]
		}
		if len(a) > 0 && a[0] == name {
			a = a[1:]
		}
		take(name)
	}
	for _, name := range a {
		take(name)
	}
	return all
}

// lines writes values as JSON, one a line.
func lines[T any](values []T) string {
	texts := make([]string, len(values))
	for i := range values {
		texts[i] = text(values[i])
	}
	return strings.Join(texts, "\n")
}

// text writes a record as JSON that escapes nothing it need not.
func text(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		// Records of tasks hold texts, numbers and truths alone.
		panic("revision: a record that cannot be written: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// What is shown of long texts, in bytes.
const (
	longest = 4000
	lead    = 400 // before the first difference
)

// around cuts two texts that differ to what surrounds their first difference.
func around(a, b string) (string, string) {
	if len(a) <= longest && len(b) <= longest {
		return a, b
	}
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-lead)
	return excerpt(a, from), excerpt(b, from)
}

// excerpt returns a text from a place on, or from the character that the place cuts.
func excerpt(s string, from int) string {
	for from > 0 && from < len(s) && !utf8.RuneStart(s[from]) {
		from--
	}
	to := min(len(s), from+longest)
	for to < len(s) && !utf8.RuneStart(s[to]) {
		to--
	}
	out := s[min(from, len(s)):to]
	if from > 0 {
		out = "…" + out
	}
	if to < len(s) {
		out += "…"
	}
	return out
}
