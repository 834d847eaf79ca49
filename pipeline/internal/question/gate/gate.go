// Package gate judges rewritten questions: what a question must keep of its draft, and
// what it must not reveal, whoever wrote it.
//
// A question must name every start entity and show every operand, every operator and
// every demanded form of the draft, in any of the ways in which people write these:
// other widths, spaces, quotation marks and brackets, Chinese numerals, 万 and million,
// the usual layouts of a day, other words for an end of a ranking or the side of a
// threshold. It must not reveal an answer or an intermediate result, a word of their names
// that says of what kind they are, or a rough size. It must not use an identifier of the
// domain such as the name of a tool, contain numbers or names that the draft does not
// have, be in another language, or be much shorter or longer than its draft needs.
//
// Package cue says which words show an operator (see [cue.Words]). A gate counts these
// words, and it finds an operator inverted where a word of the opposite sense occurs that
// no operator of the draft explains. It does not parse: a question that keeps every piece
// and combines them differently passes, and only a round trip (package demand) finds it.
// The one exception are two steps that rank by one column: their ends must not change
// places, as far as the order of words shows it.
package gate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reasons to reject a question, one word each, in the order in which they are checked.
const (
	Entity   = "entity"   // a start entity is not named in full
	Number   = "number"   // an operand is missing: a year, a day, an amount, a text
	Operator = "operator" // an operator is missing, inverted, or one too many
	Form     = "form"     // the unit, the decimal places or the layout of a day is missing
	Leak     = "leak"     // an answer is given away
	Hint     = "hint"     // an intermediate result is given away, or the size or kind of a result
	Tool     = "tool"     // an identifier of a tool, a table or a column, or a piece of code
	Added    = "added"    // a number or a name that the draft does not have
	Markup   = "markup"   // control characters, tags, instructions to a model
	Language = "language" // it is not in the task's language
	Length   = "length"   // it is too short or too long for its draft

	Bystander = "bystander" // the by-stander is not named, or could be meant
)

// Rejection describes the fault of a question.
type Rejection struct {
	// Reason is one of the constants of this package.
	Reason string
	// Detail describes the missing or forbidden text, for people who read logs. It may
	// contain an answer, so no model may see it.
	Detail string

	// keep is what is missing, in the draft's words; "" where nothing is missing.
	keep string
}

// Gate judges the questions of one task. It is read-only and safe for concurrent use.
type Gate struct {
	lang    string
	draft   string // in normal form
	length  int    // of the draft, in characters
	written bool   // whether the task asks for a text to be written
	answers int
	single  bool // whether a set of the plan has one row, which a question may say

	lexicon *lexicon
	neutral map[rune][]string // see function idle

	entities  []requirement
	operands  []requirement
	operators []requirement
	forms     []requirement
	names     []string // masked in a question before words are looked for

	draftMentions []mention // the draft's
	// draftQuantities are draftMentions without list numbers.
	draftQuantities []mention
	senses          senses // of all cues
	draftRunes      map[rune]bool
	secrets         []secret // answers first
	truths          []truth
	kinds           map[string]kindPiece
	sizes           []*regexp.Regexp
	ranked          [][2]rankedStep
	identifiers     undraftedIdentifiers
	required        Required
	bystander       bystander
}

// requirement is a cue that a question must show, prepared for the search.
type requirement struct {
	cue     cue.Cue
	texts   []string // in normal form
	senses  senses
	about   [][]string // of Has: pieces of each phrase that says what exists
	times   int        // how often it must occur
	wording string     // in the draft's words
}

// require adds a cue. A repeated cue must occur once more in the question.
func (g *Gate) require(s *style.Style, c *cue.Cue) {
	n := requirement{cue: *c, senses: g.lexicon.set(c.Senses...), times: 1}
	others := s.Alternatives(c.Table, c.Phrase)
	if n.senses == g.lexicon.set(cue.Has) && c.Phrase != "" {
		for _, phrase := range append([]string{c.Phrase}, others...) {
			n.about = append(n.about, contentPieces(normal(phrase)))
		}
		others = nil
	}
	for _, text := range slices.Concat(c.Texts, others) {
		if text = normal(text); text != "" && !slices.Contains(n.texts, text) {
			n.texts = append(n.texts, text)
		}
	}
	for _, text := range c.Texts {
		if n.wording == "" && strings.Contains(g.draft, normal(text)) {
			n.wording = text
		}
	}
	if n.wording == "" && len(c.Texts) > 0 {
		n.wording = c.Texts[0]
	}
	list := map[cue.Category]*[]requirement{
		cue.Entity: &g.entities, cue.Operand: &g.operands, cue.Operator: &g.operators, cue.Form: &g.forms,
	}[c.Category]
	for i := range *list {
		if old := &(*list)[i]; old.cue.Place == c.Place && slices.Equal(old.texts, n.texts) && old.senses == n.senses && slices.EqualFunc(old.about, n.about, slices.Equal) {
			// One word for a total or a mean can be of several amounts: all A and B added up.
			if c.Category != cue.Form && n.senses&g.lexicon.set(cue.Total, cue.Mean) == 0 {
				old.times++
			}
			return
		}
	}
	*list = append(*list, n)
	g.senses |= n.senses
}

// collectNames lists the names and texts that are masked in a question before words are
// searched, longest first.
func (g *Gate) collectNames() {
	for _, n := range g.entities {
		g.names = append(g.names, n.texts[0])
	}
	for _, n := range g.operands {
		if n.cue.Value.Kind == value.Text && utf8.RuneCountInString(n.cue.Value.Text) > 1 {
			g.names = append(g.names, normal(n.cue.Value.Text))
		}
	}
	if g.bystander.name != "" {
		g.names = append(g.names, normal(g.bystander.name))
	}
	slices.SortStableFunc(g.names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	g.names = slices.Compact(g.names)
}

// requireNumbers requires the numbers in the list of contents of a text to write, except the
// list numbers.
func (g *Gate) requireNumbers() {
	for _, q := range g.draftQuantities {
		if !q.isAmount() || q.Spelled || slices.ContainsFunc(g.operands, func(n requirement) bool { return n.cue.Value.Number.Equal(q.Number) }) {
			continue
		}
		c := cue.Cue{Category: cue.Operand, Value: value.NewNumber(q.Number, ""), Texts: []string{q.Number.String()}}
		g.operands = append(g.operands, requirement{cue: c, times: 1, wording: q.Number.String()})
	}
}

// Judge returns the first fault of a question, in the order of the reasons, and true; or
// the zero Rejection and false for a question without a fault.
func (g *Gate) Judge(question string) (Rejection, bool) {
	q := g.read(question)
	for _, check := range []func(*reading) (Rejection, bool){
		g.missingEntity, g.mistakableBystander, g.missingOperand, g.wrongOperator, g.missingForm, g.exchangedEnds, g.revealedSecret, g.disclosed, g.machineName, g.unknownContent, g.markup, g.wrongLanguage, g.wrongLength,
	} {
		if f, wrong := check(q); wrong {
			return f, true
		}
	}
	return Rejection{}, false
}

// reading is a question prepared for judgement.
type reading struct {
	raw      string
	text     string // in normal form
	bare     string // without the names
	tokens   []token
	mentions []mention
}

func (g *Gate) read(question string) *reading {
	q := &reading{raw: question, text: normal(question)}
	q.bare = masked(q.text, g.names)
	q.tokens = g.lexicon.read(q.bare, g.neutral)
	q.mentions = mentions(q.bare)
	return q
}

// missingEntity reports a name that the question does not contain.
func (g *Gate) missingEntity(q *reading) (Rejection, bool) {
	for _, n := range g.entities {
		if !containsWhole(q.text, n.texts[0]) {
			return Rejection{Entity, "the name " + n.wording + " is missing", n.wording}, true
		}
	}
	return Rejection{}, false
}

// wrongLength reports questions much shorter or longer than the draft.
func (g *Gate) wrongLength(q *reading) (Rejection, bool) {
	n := utf8.RuneCountInString(strings.TrimSpace(q.raw))
	low, high := g.length/3, g.length+g.length/4+extraLength[g.lang]+utf8.RuneCountInString(g.bystander.name)
	if g.length < shortDraft {
		low = g.length / 4
	}
	if n < low || n > high || n == 0 {
		return Rejection{Length, "it is too short or too long", ""}, true
	}
	return Rejection{}, false
}

// extraLength is the number of characters that a situation may add to the draft, by language.
var extraLength = map[string]int{"zh": 200, "en": 500}

// shortDraft is the length, in characters, below which a question may have a quarter of its
// draft's length.
const shortDraft = 40
