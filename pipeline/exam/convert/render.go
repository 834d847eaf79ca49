package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/order"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	typed "github.com/taskgrove/taskgrove/pipeline/value"
)

// KeyedRule is the name of the rule that takes questions over.
const KeyedRule = "keyed"

// finish makes the task of an item, with the options in an order, nil for that of the rule.
func (x *ClaimIndex) finish(r rule, at int, draws, arrangement []int) (*task.Task, error) {
	m, err := r.make(x, at, draws)
	if err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	s := &x.sites[at]
	d := &task.Derivation{
		Source: s.essay.ID, Part: r.part(s), Rule: r.name, Quotes: m.quotes,
		Field: s.essay.Field, Group: s.essay.Group, Day: s.essay.Day,
	}
	return build(s.words, r.kind, m, d, x.stem(m), draws, arrangement)
}

// build makes the task of an item whose derivation lacks its draws.
func build(w *words, kind string, m *item, d *task.Derivation, stem string, draws, arrangement []int) (*task.Task, error) {
	if arrangement == nil {
		arrangement = identity(m.ordered())
	}
	if len(arrangement) != m.ordered() {
		return nil, &fault{Draws, fmt.Sprintf("an order of %d: want %d", len(arrangement), m.ordered())}
	}
	d.Draws = joinDraws(arrangement, draws)
	choices := &task.Choices{Options: m.options, Matches: m.matches, Key: m.key}
	switch {
	case kind == task.TrueFalse:
		choices.Options = []string{w.text["true"], w.text["false"]}
	case kind == task.Matching:
		choices.Matches = order.Apply(m.matches, arrangement)
		choices.Key = make([]int, len(m.key))
		for i, k := range m.key {
			choices.Key[i] = slices.Index(arrangement, k)
		}
	default:
		choices.Options, choices.Key = order.Apply(m.options, arrangement), order.Key(m.key, arrangement)
	}
	lang := w.language
	t := &task.Task{
		ID:     identify(kind, lang, d, draws, stem, m),
		Family: task.Exam, Type: kind, Language: lang,
		Path: d.Source, Structure: plan.Structure{Operators: []plan.Operator{}}, Derivation: d, Choices: choices, Review: task.Review{Status: task.Unreviewed},
	}
	w.show(t, stem)
	return t, nil
}

// show sets the texts of an item that follow from its stem and its options.
func (w *words) show(t *task.Task, stem string) {
	t.Question = w.render(t.Type, stem, t.Choices)
	t.Draft = t.Question
	t.KeyAnswer, t.Answer = answer(w, t.Type, t.Choices)
	t.AnswerValues = nil
	for _, k := range t.KeyAnswer {
		t.AnswerValues = append(t.AnswerValues, typed.Answer{Kind: typed.Text, Text: k})
	}
}

// identify is a digest of where an item comes from and of what it asks, whatever the order of
// its options.
func identify(kind, lang string, d *task.Derivation, draws []int, stem string, m *item) string {
	h := digest.New("exam item").String("type", kind).String("language", lang).
		String("source", d.Source).String("part", d.Part).String("rule", d.Rule).String("stem", stem)
	for _, n := range draws {
		h.Int("draw", n)
	}
	for _, o := range m.options {
		h.String("option", o)
	}
	for _, o := range m.matches {
		h.String("match", o)
	}
	for _, k := range m.key {
		h.Int("key", k)
	}
	return h.Sum().Short()
}

// stem is what stands before the options: the case, the suppositions, the questions, the
// instruction and the text that it speaks of.
func (x *ClaimIndex) stem(m *item) string {
	s := &x.sites[m.sites[0]]
	w := s.words
	var blocks []string
	if !m.bare {
		if s.statement != "" && slices.ContainsFunc(m.sites, func(i int) bool { return !x.sites[i].abstract }) {
			blocks = append(blocks, s.statement)
		}
		if m.asked {
			blocks = append(blocks, s.assumed...)
		} else {
			blocks = append(blocks, x.questioned(m.sites)...)
		}
	}
	blocks = append(blocks, w.text[m.ask])
	if m.body != "" {
		blocks = append(blocks, m.body)
	}
	return strings.Join(blocks, "\n\n")
}

// questioned are the suppositions and questions of parts. Where there are several parts, the
// suppositions of each stand before its question.
func (x *ClaimIndex) questioned(sites []int) []string {
	s := &x.sites[sites[0]]
	if len(sites) == 1 {
		blocks := slices.Clone(s.assumed)
		if s.question != "" {
			blocks = append(blocks, s.words.say("question", s.question))
		}
		return blocks
	}
	lines := []string{s.words.text["questions"]}
	for _, i := range sites {
		gap := ""
		if s.words.spaced {
			gap = " "
		}
		lines = append(lines, "– "+strings.Join(append(slices.Clone(x.sites[i].assumed), x.sites[i].question), gap))
	}
	return []string{strings.Join(lines, "\n")}
}

// Render returns the question of an item: the stem, the options with letters, of matching
// items both lists, and a last line that says how to answer. Options of true-false items do
// not show. The language is "pt", "zh" or "en"; Render panics at another.
func Render(kind, lang, stem string, c *task.Choices) string {
	w, err := readWords(lang)
	if err != nil {
		panic(err)
	}
	return w.render(kind, stem, c)
}

func (w *words) render(kind, stem string, c *task.Choices) string {
	blocks := []string{stem}
	lettered := func(options []string) string {
		lines := make([]string, len(options))
		for i, o := range options {
			lines[i] = letter(i) + ") " + o
		}
		return strings.Join(lines, "\n")
	}
	switch kind {
	case task.TrueFalse:
	case task.Matching:
		numbered := make([]string, len(c.Matches))
		for i, o := range c.Matches {
			numbered[i] = strconv.Itoa(i+1) + ") " + o
		}
		blocks = append(blocks, w.text["first"]+"\n"+lettered(c.Options), w.text["second"]+"\n"+strings.Join(numbered, "\n"))
	default:
		blocks = append(blocks, lettered(c.Options))
	}
	form := "form"
	switch kind {
	case task.TrueFalse:
		form = "form-truth"
	case task.MultipleSelection:
		form = "form-selection"
	case task.Matching:
		form = "form-matching"
	}
	return strings.Join(append(blocks, w.text[form]), "\n\n")
}

// answer is the key in the letters and words of the question, and the sentence that says it.
func answer(w *words, kind string, c *task.Choices) (keys []string, sentence string) {
	switch kind {
	case task.TrueFalse:
		name := []string{"true", "false"}[c.Key[0]]
		return []string{w.text[name]}, w.text["answer-"+name]
	case task.Matching:
		for i, k := range c.Key {
			keys = append(keys, letter(i)+"-"+strconv.Itoa(k+1))
		}
		return keys, w.say("answer-matching", strings.Join(keys, w.text["separator-matching"]))
	case task.MultipleSelection:
		var said []string
		for _, k := range c.Key {
			keys = append(keys, letter(k))
			said = append(said, w.say("selected", letter(k)))
		}
		return keys, w.say("answer-selection", strings.Join(said, w.text["separator"]))
	}
	return []string{letter(c.Key[0])}, w.say("answer", letter(c.Key[0]))
}

func letter(i int) string { return string(rune('A' + i)) }

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// takeOver makes items of the questions with one key.
func (x *ClaimIndex) takeOver() (items []*task.Task, rejected []Omission) {
	for _, q := range x.questions {
		t, err := x.takeOne(q, nil)
		if err != nil {
			r := Omission{Source: q.ID, Rule: KeyedRule, Reason: Keys, Detail: err.Error()}
			if x.words[q.Language] == nil {
				r.Reason = Language
			}
			rejected = append(rejected, r)
			continue
		}
		items = append(items, t)
	}
	return items, rejected
}

// takeOne makes the item of a question, with the draws of its derivation, nil for the order of
// the exam.
func (x *ClaimIndex) takeOne(q *exam.Question, draws []int) (*task.Task, error) {
	w := x.words[q.Language]
	if w == nil {
		return nil, fmt.Errorf("question %s: language %q: want pt, zh or en", q.ID, q.Language)
	}
	if len(q.Key) != 1 {
		return nil, fmt.Errorf("question %s: %d right options: want one", q.ID, len(q.Key))
	}
	m := &item{options: q.Options, key: q.Key}
	d := &task.Derivation{Source: q.ID, Rule: KeyedRule, Field: q.Field, Group: q.Group, Day: q.Day}
	var arrangement []int
	if draws != nil {
		var ok bool
		if arrangement, _, ok = splitDraws(draws); !ok {
			return nil, fmt.Errorf("question %s: draws %v are no order", q.ID, draws)
		}
	}
	return build(w, task.MultipleChoice, m, d, q.Stem, nil, arrangement)
}
