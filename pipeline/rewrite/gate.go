package rewrite

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/task"
)

// Reasons a question is not kept for, one word each.
const (
	Entity    = "entity"    // a start entity is not named, or not in full
	Number    = "number"    // a year or another operand is missing
	Operator  = "operator"  // a superlative, a count, a sum or "the only one" is missing
	Form      = "form"      // the unit, the decimal places or the layout of a day is missing
	Added     = "added"     // a number stands there that the draft does not have
	Leak      = "leak"      // an answer keyword stands there
	Hint      = "hint"      // a keyword of the way stands there
	Tool      = "tool"      // a tool or table is named
	Language  = "language"  // it is not in the task's language
	Length    = "length"    // it is too short or too long for its draft
	Same      = "same"      // it is the draft
	Duplicate = "duplicate" // another task has it already
)

// Gate says why a question cannot stand for the task's draft, "" if it can. It
// looks for what rewriting loses or adds: the names of all start entities, all
// operands, operators and demands of form must still be there; no answer, no
// keyword of the way, no further number and no name of a tool or table may be; the
// language must be the task's and the length near the draft's. A task whose plan
// is no program of the domain fails as Same would: it has no question.
func Gate(d *domain.Domain, t *task.Task, question string) (reason string) {
	g, err := newGate(d, t)
	if err != nil {
		return Same
	}
	return g.judge(question)
}

// gate is what the questions of one task are judged by.
type gate struct {
	task  *task.Task
	cues  []draft.Cue
	names []string // tools and tables by names that are no plain words
}

func newGate(d *domain.Domain, t *task.Task) (*gate, error) {
	inquiries, err := draft.Inquiries(d, t.Plan, t.Language)
	if err != nil {
		return nil, err
	}
	g := &gate{task: t}
	for _, q := range inquiries {
		g.cues = append(g.cues, q.Cues...)
	}
	add := func(name string) {
		if technical(name) && !strings.Contains(t.Draft, name) {
			g.names = append(g.names, name)
		}
	}
	for i := range d.Tools {
		add(d.Tools[i].Name)
		for _, a := range d.Tools[i].Aliases {
			add(a)
		}
	}
	for i := range d.Tables {
		add(d.Tables[i].Name)
	}
	return g, nil
}

// reasons are what the absence of a cue is called.
var reasons = map[draft.CueKind]string{
	draft.CueEntity:   Entity,
	draft.CueNumber:   Number,
	draft.CueOperator: Operator,
	draft.CueForm:     Form,
}

// judge returns the first reason against a question.
func (g *gate) judge(question string) string {
	t := g.task
	switch {
	case question == t.Draft:
		return Same
	case !g.fits(utf8.RuneCountInString(question)):
		return Length
	}
	bare := g.bare(question)
	for i := range g.cues {
		if !g.shows(question, bare, &g.cues[i]) {
			return reasons[g.cues[i].Kind]
		}
	}
	switch {
	case slices.ContainsFunc(t.KeyAnswer, func(k string) bool { return states(question, k) }):
		return Leak
	case slices.ContainsFunc(t.KeyMiddle, func(k string) bool { return states(question, k) }):
		return Hint
	case slices.ContainsFunc(g.names, func(n string) bool { return strings.Contains(strings.ToLower(question), strings.ToLower(n)) }):
		return Tool
	case g.added(question):
		return Added
	case !g.speaks(bare):
		return Language
	}
	return ""
}

// room is how many characters a situation may take beside the draft's.
var room = map[string]int{"zh": 200, "en": 500}

// fits reports whether a question of n characters is between half the draft's
// length and a quarter more than it, with room for a situation.
func (g *gate) fits(n int) bool {
	draft := utf8.RuneCountInString(g.task.Draft)
	return 2*n >= draft && 4*n <= 5*draft+4*room[g.task.Language]
}

// bare returns the question without the names it asks about, which may hold a
// year or the word "最高". A name as short as "1" stays in "2019".
func (g *gate) bare(question string) string {
	for _, cue := range g.cues {
		if cue.Kind != draft.CueEntity {
			continue
		}
		var b strings.Builder
		end := 0
		for from := range whole(question, cue.Any[0], letter) {
			b.WriteString(question[end:from] + "\n")
			end = from + len(cue.Any[0])
		}
		question = b.String() + question[end:]
	}
	return question
}

// shows reports whether a cue is there: names to the letter, all else in either
// case beside the names; an operator and an operand as often as the plan has it.
func (g *gate) shows(question, bare string, cue *draft.Cue) bool {
	if cue.Kind == draft.CueEntity {
		return states(question, cue.Any[0])
	}
	want, have := 1, 0
	if cue.Kind != draft.CueForm {
		want = 0
		for _, c := range g.cues {
			if c.Kind == cue.Kind && slices.Equal(c.Any, cue.Any) {
				want++
			}
		}
	}
	lower := strings.ToLower(bare)
	for _, text := range cue.Any {
		for at := range whole(lower, strings.ToLower(text), letter) {
			if cue.Kind != draft.CueOperator || !denied(lower[:at]) {
				have++
			}
		}
	}
	return have >= want
}

// denied reports whether what stands before a word turns it into its opposite: 不超过,
// no more than.
func denied(before string) bool {
	return slices.ContainsFunc([]string{"不", "未", "no ", "not "}, func(no string) bool { return strings.HasSuffix(before, no) })
}

// letter reports whether a character belongs to a Latin word or a number.
func letter(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }

// states reports whether a text stands in a question and no digit next to a digit
// at its ends makes it part of a longer number.
func states(question, text string) bool { return count(question, text, unicode.IsDigit) > 0 }

// count returns how often a text stands in a question where it does not go on:
// not both its end and its neighbour are of the kind.
func count(question, text string, kind func(rune) bool) (n int) {
	for range whole(question, text, kind) {
		n++
	}
	return n
}

// whole returns where the texts that count counts begin, none overlapping.
func whole(question, text string, kind func(rune) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; text != ""; {
			i := strings.Index(question[at:], text)
			if i < 0 {
				return
			}
			from, to := at+i, at+i+len(text)
			if kind(firstOf(text)) && kind(lastOf(question[:from])) || kind(lastOf(text)) && kind(firstOf(question[to:])) {
				_, size := utf8.DecodeRuneInString(question[from:])
				at = from + size
				continue
			}
			if !yield(from) {
				return
			}
			at = to
		}
	}
}

// technical reports whether a name is none that a sentence would have: with an
// underscore, a digit or a capital inside.
func technical(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r == '_' || unicode.IsDigit(r) }) >= 0 ||
		(name != "" && strings.ContainsFunc(name[1:], unicode.IsUpper))
}

var digits = regexp.MustCompile(`[0-9０-９]+`)

// added reports whether a question has a number that neither the draft nor a
// wording of the form demanded has.
func (g *gate) added(question string) bool {
	for _, cue := range g.cues {
		if cue.Kind == draft.CueForm {
			for _, text := range cue.Any {
				question = strings.ReplaceAll(question, text, "")
			}
		}
	}
	known := digits.FindAllString(g.task.Draft, -1)
	return slices.ContainsFunc(digits.FindAllString(question, -1), func(n string) bool { return !slices.Contains(known, n) })
}

// speaks reports whether a question without the names it asks about is in the
// task's language: most letters of a Chinese one are Chinese, and all Chinese
// characters of another one stand in its draft.
func (g *gate) speaks(question string) bool {
	han, latin := 0, 0
	for _, r := range question {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	if g.task.Language == "zh" {
		return han > latin
	}
	known := strings.IndexFunc(question, func(r rune) bool {
		return unicode.Is(unicode.Han, r) && !strings.ContainsRune(g.task.Draft, r)
	}) < 0
	return known && latin > han
}
