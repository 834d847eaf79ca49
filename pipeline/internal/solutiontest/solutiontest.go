// Package solutiontest checks solutions in words against the tasks that they explain, for
// tests.
package solutiontest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Faults returns what is wrong with the solution of a task of the domain, given the words
// that solutions in its language use: a number, a day or a name that no step, no argument and
// no text of the question or plan has; calls that are not named once in order; an end that
// is not the answer; marks that no writer leaves. It is nil for a sound solution.
func Faults(d *domain.Domain, t *task.Task, text, vocabulary string) []string {
	var faults []string
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	body, last := text, ""
	if i := strings.LastIndex(text, "\n"); i >= 0 {
		body, last = text[:i], text[i+1:]
	}
	switch {
	case !task.AsksForText(t):
		if i := strings.LastIndex(text, t.Answer); i < 0 || i+len(t.Answer) != len(text) {
			say("the end %q: want the answer %q", last, t.Answer)
		} else {
			body = text[:i]
		}
	default:
		body = text
	}
	e := evidenceOf(d, t)
	if want, got := e.calls, named(d, body); !slices.Equal(got, want) {
		say("names %q: want the calls %q", got, want)
	}
	rest := body
	for _, known := range e.texts {
		if strings.Contains(rest, known) {
			rest = wholeWord(known).ReplaceAllString(rest, " ")
		}
	}
	for _, n := range numbers.FindAllString(rest, -1) {
		if !e.counts[n] {
			say("the number %s stands in no step", n)
		}
	}
	for _, w := range foreign(rest, vocabulary) {
		say("%q stands in no step", w)
	}
	for _, mark := range []string{"  ", "。。", "，，", "，。", "..", " .", ",,", ", .", "{}", "，,", "““"} {
		if strings.Contains(strings.ReplaceAll(body, "…", ""), mark) && !strings.Contains(e.all, mark) {
			say("has %q", mark)
		}
	}
	return faults
}

// numbers matches numbers.
var numbers = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// evidence is what a solution may say.
type evidence struct {
	calls  []string // tools in the order of the nodes that call them
	texts  []string // values and words of the domain, longest first
	counts map[string]bool
	all    string
}

func evidenceOf(d *domain.Domain, t *task.Task) *evidence {
	e := &evidence{counts: map[string]bool{}}
	known := map[string]bool{}
	add := func(texts ...string) {
		for _, s := range texts {
			s = strings.Join(strings.Fields(s), " ")
			for _, form := range append(beginnings(s), forms(s)...) {
				known[form] = true
			}
		}
	}
	add(t.KeyAnswer...)
	add(t.KeyMiddle...)
	for _, en := range t.Entities {
		add(en.Name...)
		joined := strings.Join(en.Name, ", ")
		add(joined, strings.Join(en.Name, ""))
	}
	node := ""
	var tools []string
	for _, s := range t.Steps {
		if s.Op == string(domain.Finish) {
			continue
		}
		if s.Node != node {
			node, tools = s.Node, nil
		}
		if s.Tool != "" && !slices.Contains(tools, s.Tool) {
			tools = append(tools, s.Tool)
			e.calls = append(e.calls, s.Tool)
		}
		add(leaves(s.Arguments)...)
		add(leaves(s.Observation)...)
		add(s.Selected...)
		for parts := 2; parts <= 4; parts++ { // names of several parts
			for i := 0; i+parts <= len(s.Selected); i += parts {
				add(strings.Join(s.Selected[i:i+parts], ""), strings.Join(s.Selected[i:i+parts], ", "))
			}
		}
		different := map[string]bool{}
		for _, v := range s.Selected {
			different[v] = true
		}
		for _, n := range []int{s.Rows, len(different), len(different) / 2, len(different) / 3} {
			e.counts[fmt.Sprint(n)] = true
			for more := 1; more < n; more++ {
				if n-more == 5 { // as many as a solution names of a long list
					e.counts[fmt.Sprint(more)] = true
				}
			}
		}
	}
	if t.Plan != nil {
		for _, n := range t.Plan.Nodes {
			if b, err := json.Marshal(n); err == nil {
				add(leaves(b)...)
			}
			if o, ok := n.Do.(*plan.Retrieve); ok {
				e.counts[fmt.Sprint(o.Passages)] = true
			}
		}
	}
	if t.Derivation != nil {
		add(t.Derivation.Source, t.Derivation.Part)
		for _, q := range t.Derivation.Quotes {
			add(q.Text)
		}
	}
	if t.Choices != nil {
		add(t.Choices.Options...)
		add(t.Choices.Matches...)
		for i := range t.Choices.Matches {
			e.counts[fmt.Sprint(i+1)] = true
		}
	}
	for _, w := range words(d, t.Language) {
		known[w] = true
	}
	for k := range known {
		if k != "" && len([]rune(k)) > 1 || strings.TrimSpace(k) != "" && !strings.ContainsAny(k, " .,;，。") {
			e.texts = append(e.texts, k)
			e.all += k + "\n"
		}
	}
	slices.SortFunc(e.texts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return e
}

// beginnings are a text and, if it is long, its beginnings with an ellipsis.
func beginnings(text string) []string {
	list := []string{text}
	r := []rune(text)
	for _, n := range []int{80, 240} {
		if len(r) > n {
			list = append(list, strings.TrimSpace(string(r[:n]))+"…")
		}
	}
	return list
}

var (
	day      = regexp.MustCompile(`^([0-9]{4})-?([0-9]{2})-?([0-9]{2})$`)
	fraction = regexp.MustCompile(`^(-?[0-9]+\.[0-9]{4})[0-9]+$`)
)

// forms are other ways to write a day and a number.
func forms(text string) []string {
	switch {
	case day.MatchString(text):
		return []string{day.ReplaceAllString(text, "${1}年${2}月${3}日"), day.ReplaceAllString(text, "$1-$2-$3")}
	case fraction.MatchString(text):
		return []string{fraction.ReplaceAllString(text, "$1…")}
	}
	return nil
}

// leaves are the texts and numbers of a JSON value.
func leaves(b json.RawMessage) []string {
	dec := json.NewDecoder(strings.NewReader(string(b)))
	dec.UseNumber()
	var list []string
	for {
		token, err := dec.Token()
		if err != nil {
			return list
		}
		switch v := token.(type) {
		case string:
			list = append(list, v)
		case json.Number:
			list = append(list, v.String())
		}
	}
}

// words are the words of a domain in a language.
func words(d *domain.Domain, lang string) []string {
	var list []string
	for i := range d.Entities {
		list = append(list, d.Entities[i].Label.In(lang))
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		list = append(list, t.Label.In(lang), t.Row.In(lang), t.Measure.In(lang))
		for j := range t.Columns {
			c := &t.Columns[j]
			list = append(list, c.Called(lang), c.Measure.In(lang), c.Unit, humanize.EnglishUnit(c.Unit))
			for k := range c.Facts {
				list = append(list, c.Facts[k].Phrase.In(lang), c.Facts[k].Unit)
			}
		}
	}
	for i := range d.Tools {
		list = append(list, d.Tools[i].Name)
		list = append(list, strings.Split(d.Tools[i].Phrase.In(lang), domain.Slot)...)
	}
	for i, w := range list {
		list[i] = strings.TrimSpace(w)
	}
	return list
}

// named are the tools that a text names, in order.
func named(d *domain.Domain, text string) []string {
	var names []string
	for _, word := range toolWords.FindAllString(text, -1) {
		if slices.ContainsFunc(d.Tools, func(t domain.Tool) bool { return t.Name == word }) {
			names = append(names, word)
		}
	}
	return names
}

var toolWords = regexp.MustCompile(`[A-Za-z0-9_]+`)

// wholeWord matches a text where it is no part of a word or number in ASCII.
func wholeWord(text string) *regexp.Regexp {
	expr := regexp.QuoteMeta(text)
	if asciiWord(text[0]) {
		expr = `\b` + expr
	}
	if asciiWord(text[len(text)-1]) {
		expr += `\b`
	}
	return regexp.MustCompile(expr)
}

func asciiWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// foreign are the words of a text, or its Han characters, that a vocabulary lacks.
func foreign(text, vocabulary string) []string {
	known := map[string]bool{}
	for _, w := range pieces.FindAllString(strings.ToLower(vocabulary), -1) {
		known[w] = true
	}
	var list []string
	for _, w := range pieces.FindAllString(text, -1) {
		if !known[strings.ToLower(w)] && !slices.Contains(list, w) && !(len(w) == 1 && unicode.IsUpper(rune(w[0]))) {
			list = append(list, w)
		}
	}
	return list
}

var pieces = regexp.MustCompile(`\p{Han}|[\p{Latin}]+`)
