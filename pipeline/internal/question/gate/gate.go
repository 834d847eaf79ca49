// Package gate says what a question must keep of the draft it was written from and
// what it must not tell, and judges questions by that, whoever wrote them.
//
// A question must name every start entity and show every operand, every operator and
// every demand of form of the draft, in any of the ways in which people write these:
// other widths, spaces, quotation marks and brackets, Chinese numerals, 万 and million,
// the usual layouts of a day, other words for an end of a ranking or the side of a
// threshold. It must not tell an answer or what lies on the way to it, name a tool or
// anything else of the machine's own names, hold numbers or names that the draft does
// not have, or be in another language or of a length that no question to that draft has.
//
// What the words of operators are is said by package draft, see [cue.Words]; a gate
// counts them, and finds an operator turned where words of the opposite stand that
// nothing in the draft asks for. A gate does not parse: a question that keeps every
// piece and joins them otherwise passes, which a round trip must find.
package gate

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reasons a question is not kept for, one word each, in the order in which they are
// looked for.
const (
	Entity   = "entity"   // a start entity is not named, or not in full
	Number   = "number"   // an operand is missing: a year, a day, an amount, a text
	Operator = "operator" // an operator is missing, turned into another, or one more is there
	Form     = "form"     // the unit, the decimal places or the layout of a day is missing
	Leak     = "leak"     // an answer stands there
	Hint     = "hint"     // something on the way to the answer stands there
	Tool     = "tool"     // a tool, a table or a column is named as machines call it
	Added    = "added"    // a number or a name stands there that the draft does not have
	Markup   = "markup"   // it holds what no question does: control characters, tags, orders to a model
	Language = "language" // it is not in the task's language
	Length   = "length"   // it is too short or too long for its draft
)

// Fault is what is wrong with a question.
type Fault struct {
	// Reason is one word of the constants.
	Reason string
	// Detail says what is missing, or what stands there that must not, for logs that
	// people read. It can hold an answer: a model must not see it.
	Detail string

	// keep is what is missing, in the draft's words; "" where nothing is.
	keep string
}

// Gate is what the questions of one task are judged by. It is read-only and safe to
// share between goroutines.
type Gate struct {
	lang    string
	draft   string // in normal form
	length  int    // of the draft, in characters
	written bool   // whether the task is a text to write
	answers int

	lexicon *lexicon
	idle    map[rune][]string // declared phrases that hold words of operators

	entities  []needed
	numbers   []needed
	operators []needed
	forms     []needed
	names     []string // what is taken out of a question before words are looked for

	own     []mention // the draft's
	ways    senses    // all that operators of the draft are shown by
	marks   map[rune]bool
	secrets []secret // answers first
	truths  []truth
	tools   tools
	keep    []string
}

// needed is a cue with what it takes to find it.
type needed struct {
	cue   cue.Cue
	texts []string // in normal form
	ways  senses
	about [][]string // what is said of something, in pieces, in each of the ways to say it
	times int        // how often it must be there
	said  string     // in the draft's words
}

// New prepares the judging of one task's questions; for those of many, see [Domain].
func New(d *domain.Domain, s *style.Style, t *task.Task) (*Gate, error) {
	return NewDomain(d, s).Gate(t)
}

// need takes up a cue: one that is there already is needed once more.
func (g *Gate) need(s *style.Style, c *cue.Cue) {
	n := needed{cue: *c, ways: g.lexicon.of(c.Senses...), times: 1}
	others := s.Alternatives(c.Table, c.Phrase)
	if n.ways == g.lexicon.of(cue.Has) && c.Phrase != "" {
		for _, phrase := range append([]string{c.Phrase}, others...) {
			n.about = append(n.about, content(normal(phrase)))
		}
		others = nil
	}
	for _, text := range slices.Concat(c.Texts, others) {
		if text = normal(text); text != "" && !slices.Contains(n.texts, text) {
			n.texts = append(n.texts, text)
		}
	}
	for _, text := range c.Texts {
		if n.said == "" && strings.Contains(g.draft, normal(text)) {
			n.said = text
		}
	}
	if n.said == "" && len(c.Texts) > 0 {
		n.said = c.Texts[0]
	}
	list := map[cue.Category]*[]needed{
		cue.Entity: &g.entities, cue.Operand: &g.numbers, cue.Operator: &g.operators, cue.Form: &g.forms,
	}[c.Category]
	for i := range *list {
		if old := &(*list)[i]; old.cue.Place == c.Place && slices.Equal(old.texts, n.texts) && old.ways == n.ways && slices.EqualFunc(old.about, n.about, slices.Equal) {
			if c.Category != cue.Form {
				old.times++
			}
			return
		}
	}
	*list = append(*list, n)
	g.ways |= n.ways
}

// mask decides what is taken out of questions: names and texts that are compared with,
// longest first.
func (g *Gate) mask() {
	for _, n := range g.entities {
		g.names = append(g.names, n.texts[0])
	}
	for _, n := range g.numbers {
		if n.cue.Value.Kind == value.Text && utf8.RuneCountInString(n.cue.Value.Text) > 1 {
			g.names = append(g.names, normal(n.cue.Value.Text))
		}
	}
	slices.SortStableFunc(g.names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	g.names = slices.Compact(g.names)
}

// figures makes the numbers in the list of what a text must hold operands, but for
// those that number it.
func (g *Gate) figures(bare string) {
	left, _ := unnumbered(bare, g.own)
	for _, q := range left {
		if !q.amount() || q.Spelled || slices.ContainsFunc(g.numbers, func(n needed) bool { return n.cue.Value.Number.Equal(q.Number) }) {
			continue
		}
		c := cue.Cue{Category: cue.Operand, Value: value.NewNumber(q.Number, ""), Texts: []string{q.Number.String()}}
		g.numbers = append(g.numbers, needed{cue: c, times: 1, said: q.Number.String()})
	}
}

// Judge returns the first thing that is wrong with a question, in the order of the
// reasons, and whether there is one.
func (g *Gate) Judge(question string) (Fault, bool) {
	q := g.read(question)
	for _, check := range []func(*reading) (Fault, bool){
		g.lostEntity, g.lostNumber, g.lostOperator, g.lostForm, g.tells, g.machinery, g.added, g.markup, g.foreign, g.unfit,
	} {
		if f, wrong := check(q); wrong {
			return f, true
		}
	}
	return Fault{}, false
}

// reading is a question as it is judged.
type reading struct {
	raw    string
	text   string // in normal form
	bare   string // without the names
	tokens []token
	found  []mention
}

func (g *Gate) read(question string) *reading {
	q := &reading{raw: question, text: normal(question)}
	q.bare = masked(q.text, g.names)
	q.tokens = g.lexicon.read(q.bare, g.idle)
	q.found = mentions(q.bare)
	return q
}

// lostEntity looks for a name that is not there.
func (g *Gate) lostEntity(q *reading) (Fault, bool) {
	for _, n := range g.entities {
		if !states(q.text, n.texts[0]) {
			return Fault{Entity, "the name " + n.said + " is missing", n.said}, true
		}
	}
	return Fault{}, false
}

// unfit judges the length.
func (g *Gate) unfit(q *reading) (Fault, bool) {
	n := utf8.RuneCountInString(strings.TrimSpace(q.raw))
	low, high := g.length/2, g.length+g.length/4+room[g.lang]
	if g.length < short {
		low = g.length / 4
	}
	if n < low || n > high || n == 0 {
		return Fault{Length, "it is too short or too long", ""}, true
	}
	return Fault{}, false
}

// room is how many characters a situation may take beside the draft's.
var room = map[string]int{"zh": 200, "en": 500}

// short is the length of drafts that can be asked in far fewer characters.
const short = 40
