package revision

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ChangedPart is a part of a task that differs between two versions.
type ChangedPart struct {
	// Name is "question", "draft", "answer", "key_answer", "key_middle" or
	// "answer_values"; "plan r3" for the node r3, "form r3" for the form of an answer from
	// that node, "step r3" for the steps of that node, "step" for the last step, which
	// gives the answer, and "check unique" for the verdict of the check unique.
	Name string `json:"name"`
	// Before and After are the two versions of the part, for people: lists have one item
	// per line, long texts are cut to the surroundings of the first difference. "" if the
	// version does not have the part.
	Before string `json:"before"`
	After  string `json:"after"`
}

// Compare returns the parts in which two versions of a task differ, in the order listed at
// [ChangedPart.Name]; nil if there are none.
func Compare(before, after *task.Task) []ChangedPart {
	var parts []ChangedPart
	add := func(name, a, b string) {
		if a != b {
			a, b = cutToDifference(a, b)
			parts = append(parts, ChangedPart{name, a, b})
		}
	}
	add("question", before.Question, after.Question)
	add("draft", before.Draft, after.Draft)
	add("answer", before.Answer, after.Answer)
	add("key_answer", strings.Join(before.KeyAnswer, "\n"), strings.Join(after.KeyAnswer, "\n"))
	add("key_middle", strings.Join(before.KeyMiddle, "\n"), strings.Join(after.KeyMiddle, "\n"))
	add("answer_values", lines(before.AnswerValues), lines(after.AnswerValues))
	a, b := partsOf(before), partsOf(after)
	for _, name := range mergeOrdered(a.names, b.names) {
		add(name, a.texts[name], b.texts[name])
	}
	return parts
}

// namedParts are the nodes, forms, steps and checks of a task, in order.
type namedParts struct {
	names []string
	texts map[string]string
}

// add adds a line to the part of that name.
func (p *namedParts) add(name, text string) {
	if old, ok := p.texts[name]; ok {
		p.texts[name] = old + "\n" + text
		return
	}
	p.names = append(p.names, name)
	p.texts[name] = text
}

// partsOf returns the nodes, forms, steps and checks of a task.
func partsOf(t *task.Task) *namedParts {
	p := &namedParts{texts: map[string]string{}}
	if t.Plan != nil {
		for i := range t.Plan.Nodes {
			p.add("plan "+t.Plan.Nodes[i].Name, text(&t.Plan.Nodes[i]))
		}
		for _, a := range t.Plan.Answers {
			p.add("form "+a.From, text(a.Form))
		}
	}
	for i := range t.Steps {
		p.add(strings.TrimSpace("step "+t.Steps[i].Node), stepText(&t.Steps[i]))
	}
	for _, c := range t.Checks {
		p.add("check "+c.Name, strings.TrimSuffix(string(c.Verdict)+": "+c.Detail, ": "))
	}
	return p
}

// stepText returns a step as text for people.
func stepText(s *plan.Step) string {
	parts := []string{s.Op}
	if s.Tool != "" {
		parts = []string{s.Tool + string(s.Arguments), string(s.Observation)}
	}
	return strings.Join(append(parts, s.Selected...), "\n")
}

// mergeOrdered returns the names of two lists, each once. The names in both lists must be in
// the same order. A name that only b has comes after the name that it follows in b.
func mergeOrdered(a, b []string) []string {
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

// lines returns the JSON of values, one per line.
func lines[T any](values []T) string {
	texts := make([]string, len(values))
	for i := range values {
		texts[i] = text(values[i])
	}
	return strings.Join(texts, "\n")
}

// text returns the JSON of a record, without HTML escapes.
func text(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		// Records of tasks hold only strings, numbers and booleans.
		panic("revision: a record that cannot be encoded: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// The part of long texts that is shown, in bytes.
const (
	maxExcerpt       = 4000
	beforeDifference = 400 // of maxExcerpt, before the first difference
)

// cutToDifference cuts two long texts to the surroundings of their first difference.
func cutToDifference(a, b string) (string, string) {
	if len(a) <= maxExcerpt && len(b) <= maxExcerpt {
		return a, b
	}
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-beforeDifference)
	return excerpt(a, from), excerpt(b, from)
}

// excerpt returns at most maxExcerpt bytes of s, from the start of the character at byte
// from. Ellipses mark where s is cut.
func excerpt(s string, from int) string {
	for from > 0 && from < len(s) && !utf8.RuneStart(s[from]) {
		from--
	}
	to := min(len(s), from+maxExcerpt)
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
