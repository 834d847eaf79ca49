package compose

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Draft is an item as a model writes it.
type Draft struct {
	// Type is one of [task.ExamTypes].
	Type string `json:"type"`
	// Stem is the question, the text with a gap, or the claim.
	Stem string `json:"stem"`
	// Right are the right options; of [task.TrueFalse] the one word "true" or "false". Of matching
	// items nil.
	Right []QuotedOption `json:"right,omitempty"`
	// Wrong are the wrong options; nil for types without any.
	Wrong []string `json:"wrong,omitempty"`
	// Pairs are those of a matching item; nil for other types.
	Pairs []QuotedPair `json:"pairs,omitempty"`
}

// QuotedOption is a right option and the passage of the official answer that it rests on.
type QuotedOption struct {
	Text  string `json:"text"`
	Quote string `json:"quote"`
}

// QuotedPair is a pair of a matching item and the passage of the official answer that it rests on.
type QuotedPair struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Quote  string `json:"quote"`
}

// Items is the reply of a model that writes items.
type Items struct {
	Items []Draft `json:"items"`
}

// mostDrafts is the greatest number of items read from one reply.
const mostDrafts = 20

// readReply reads the items of a reply: a JSON object, which text or a code fence may surround.
func readReply(text string) ([]Draft, error) {
	first, last := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if first < 0 || last < first {
		return nil, errors.New("no JSON object: want {\"items\": […]}")
	}
	var r Items
	if err := json.Unmarshal([]byte(text[first:last+1]), &r); err != nil {
		return nil, fmt.Errorf("no JSON object of the wanted form: %w", err)
	}
	if len(r.Items) > mostDrafts {
		return nil, fmt.Errorf("%d items: want at most %d", len(r.Items), mostDrafts)
	}
	return r.Items, nil
}

// formFault is what is wrong with the form of a draft.
type formFault struct {
	reason Reason
	detail string
}

func (f *formFault) Error() string { return string(f.reason) + ": " + f.detail }

func malformed(format string, args ...any) error {
	return &formFault{Form, fmt.Sprintf(format, args...)}
}

// makeItem makes the task of a draft, with the options in the order of the draft, right ones first.
// The error is a *formFault.
func (c *Composer) makeItem(w *prompts, p *convert.ShownPart, d *Draft) (*task.Task, error) {
	d.trim()
	if err := d.check(); err != nil {
		return nil, err
	}
	e, lang := p.Essay, p.Essay.Language
	choices, passages := d.choices(lang)
	t := &task.Task{
		Family: task.Exam, Type: d.Type, Language: lang, Rewriter: c.Model, Path: e.ID, Structure: plan.Structure{Operators: []plan.Operator{}}, Review: task.Review{Status: task.Unreviewed},
		Derivation: &task.Derivation{Source: e.ID, Part: p.Part.Label, Rule: Rule, Writer: c.Model, Field: e.Field, Group: e.Group, Day: e.Day},
		Choices:    choices,
	}
	for _, passage := range passages {
		q, ok := findQuote(p, passage)
		if !ok {
			return nil, &formFault{NotQuoted, fmt.Sprintf("%q stands neither in answer nor in a row of points: want a passage copied from there", passage)}
		}
		if !slices.Contains(t.Derivation.Quotes, q) {
			t.Derivation.Quotes = append(t.Derivation.Quotes, q)
		}
	}
	blocks := append([]string{p.Statement}, p.Assumptions...)
	blocks = append(blocks, w.Ask[d.Type], d.Stem)
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return b == "" })
	h := digest.New("exam item").String("type", d.Type).String("language", lang).String("source", e.ID).String("part", p.Part.Label).
		String("rule", Rule).String("writer", c.Model).String("stem", strings.Join(blocks, "\n\n"))
	for _, o := range choices.Options {
		h.String("option", o)
	}
	for _, o := range choices.Matches {
		h.String("match", o)
	}
	t.ID = h.Int("right", len(d.Right)).Sum().Short()
	convert.Show(t, strings.Join(blocks, "\n\n"))
	return t, nil
}

// trim takes space and line ends out of the texts.
func (d *Draft) trim() {
	line := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	d.Stem = strings.TrimSpace(d.Stem)
	if d.Type == task.Cloze || d.Type == task.TrueFalse {
		d.Stem = line(d.Stem)
	}
	for i := range d.Right {
		d.Right[i].Text = line(d.Right[i].Text)
	}
	for i := range d.Wrong {
		d.Wrong[i] = line(d.Wrong[i])
	}
	for i := range d.Pairs {
		d.Pairs[i].First, d.Pairs[i].Second = line(d.Pairs[i].First), line(d.Pairs[i].Second)
	}
}

// longest is the number of bytes of the longest text of a draft.
const longest = 4000

// check checks the form of a draft.
func (d *Draft) check() error {
	texts := []string{d.Stem}
	for _, r := range d.Right {
		texts = append(texts, r.Text)
	}
	texts = append(texts, d.Wrong...)
	for _, p := range d.Pairs {
		texts = append(texts, p.First, p.Second)
	}
	for _, t := range texts {
		switch {
		case t == "" || len(t) > longest:
			return malformed("a text of %d bytes: want 1 to %d", len(t), longest)
		case strings.ContainsFunc(t, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }):
			return malformed("%q has control characters", t)
		}
	}
	n, wrong := len(d.Right), len(d.Wrong)
	switch d.Type {
	case task.MultipleChoice, task.CaseAnalysis, task.Cloze:
		if n != 1 || wrong < 2 || wrong > 5 {
			return malformed("%d right and %d wrong options: want one and three", n, wrong)
		}
		if d.Type == task.Cloze && len(claim.Gap.FindAllString(d.Stem, -1)) != 1 {
			return malformed("want a stem with one gap, ______")
		}
	case task.TrueFalse:
		if n != 1 || wrong > 0 || d.Right[0].Text != "true" && d.Right[0].Text != "false" {
			return malformed(`want "right" to be one text, true or false, and nothing in "wrong"`)
		}
	case task.MultipleSelection:
		if n < 2 || wrong < 1 || n+wrong > 8 {
			return malformed("%d right and %d wrong options: want two or three of each", n, wrong)
		}
	case task.Matching:
		if len(d.Pairs) < 3 || len(d.Pairs) > 6 || n+wrong > 0 {
			return malformed("%d pairs: want 3 to 5, and nothing in right and wrong", len(d.Pairs))
		}
		return nil
	default:
		return malformed("type %q: want one of %s", d.Type, strings.Join(task.ExamTypes(), ", "))
	}
	if len(d.Pairs) > 0 {
		return malformed("pairs in an item of type %s", d.Type)
	}
	return nil
}

// choices are the options of a draft, right ones first, with the passages that they rest on.
func (d *Draft) choices(language string) (c *task.Choices, passages []string) {
	c = new(task.Choices)
	for i, r := range d.Right {
		c.Options, c.Key, passages = append(c.Options, r.Text), append(c.Key, i), append(passages, r.Quote)
	}
	c.Options = append(c.Options, d.Wrong...)
	for i, p := range d.Pairs {
		c.Options, c.Matches, c.Key = append(c.Options, p.First), append(c.Matches, p.Second), append(c.Key, i)
		passages = append(passages, p.Quote)
	}
	if d.Type == task.TrueFalse {
		c.Options, c.Key = convert.TruthWords(language), []int{0}
		if d.Right[0].Text == "false" {
			c.Key[0] = 1
		}
	}
	return c, passages
}

// leastQuoted is the least number of tokens of a passage that shows anything.
const leastQuoted = 2

// findQuote finds a passage in the answer of a part or in a row of its points. Space may differ.
func findQuote(p *convert.ShownPart, passage string) (task.Quote, bool) {
	if len(claim.Read(passage, p.Essay.Language).Tokens) < leastQuoted {
		return task.Quote{}, false
	}
	texts := []string{p.Part.Answer}
	for i := range p.Part.Points {
		texts = append(texts, p.Part.Points[i].Text)
	}
	for i, text := range texts {
		if first, end, ok := findSpaced(text, passage); ok {
			return task.Quote{Source: p.Essay.ID, Part: p.Part.Label, Point: i, First: first, End: end, Text: text[first:end]}, true
		}
	}
	return task.Quote{}, false
}

// findSpaced finds the first place where a text has the words of a passage, with space of any
// length where the passage has some.
func findSpaced(text, passage string) (first, end int, ok bool) {
	words := strings.Fields(passage)
	if len(words) == 0 {
		return 0, 0, false
	}
	for at := 0; ; {
		i := strings.Index(text[at:], words[0])
		if i < 0 {
			return 0, 0, false
		}
		first, end = at+i, at+i+len(words[0])
		matched := true
		for _, w := range words[1:] {
			rest := strings.TrimLeftFunc(text[end:], unicode.IsSpace)
			if len(rest) == len(text[end:]) || !strings.HasPrefix(rest, w) {
				matched = false
				break
			}
			end = len(text) - len(rest) + len(w)
		}
		if matched {
			return first, end, true
		}
		at = first + len(words[0])
	}
}
