// Package draft writes the mechanical question of a program and, from its
// executed trace, the answer sentence and keywords, in Chinese and English.
//
// A question is composed from the plan by grammar: every operation makes a noun
// phrase around the phrase of what it reads, with the domain's own phrases for
// tools, derivations and columns. Phrases nest to the left in Chinese and to the
// right in English, so that each has one reading, and two different programs over
// the same start read differently as long as the domain gives different tools and
// different columns of a table different phrases. What a phrase says of a row that
// its entity already says is left out ("该法院的负责人") where the columns still tell
// the tools apart. From three lookups on a draft
// goes in steps: it names an entity on the way first and then speaks of "该法院",
// "that court".
//
// A new operation is one more case in [composer] and a method of the grammars; a
// new language is one more grammar.
package draft

import (
	"fmt"
	"slices"
	"strings"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// Ask says what kind of thing is asked for, and so how to ask for it.
type Ask string

// The closed set of things to ask for.
const (
	AskName   Ask = "name"   // a text: a name, a code, an address
	AskList   Ask = "list"   // the values of every row of a set
	AskNumber Ask = "number" // an amount, a share or a total
	AskDate   Ask = "date"   // a day
	AskCount  Ask = "count"  // how many rows there are
)

// Inquiry is one thing a program asks for, in words. It is a record.
type Inquiry struct {
	// Ask is the kind of thing asked for.
	Ask Ask
	// Stepwise is the wording the draft uses.
	Stepwise Wording
	// Nested is the same in one phrase, without steps; equal to Stepwise for
	// programs of fewer than three lookups.
	Nested Wording
	// Forms are wordings of the form demanded, equivalent to each other, the
	// draft's first, without brackets; nil where the form is the source's own.
	Forms []string
	// Cues are what no rewriting of this inquiry may lose, start entities first,
	// then in the order of the nodes, the form last.
	Cues []Cue
}

// Wording is one way to put an inquiry.
type Wording struct {
	// Steps are the entities to find first, as noun phrases in order: each may
	// speak of the one before as "该…" or "that …". Nil where there is none.
	Steps []string
	// Subject is what the question is about, as a noun phrase; for AskCount the
	// rows counted.
	Subject string
	// Clause is what is asked for as it stands after "tell me": a noun phrase or an
	// indirect question.
	Clause string
	// Question is the direct question without its mark; "" for AskName and AskList,
	// whose question word would depend on what the column holds.
	Question string
}

// Languages returns the languages drafts can be written in, sorted.
func Languages() []string { return []string{"en", "zh"} }

// Question returns the mechanical question of a bound program in a language of
// the domain. The form demanded (unit, decimal places, layout of a day) stands in
// it. Several answers are asked for one after the other, numbered.
func Question(d *domain.Domain, p *plan.Program, lang string) (string, error) {
	if p.Template != "" {
		return request(d, p, lang)
	}
	inquiries, err := Inquiries(d, p, lang)
	if err != nil {
		return "", err
	}
	g := grammars[lang]
	texts := make([]string, len(inquiries))
	for i, q := range inquiries {
		form := ""
		if q.Forms != nil {
			form = q.Forms[0]
		}
		texts[i] = g.question(q.Ask, &q.Stepwise, form)
	}
	if len(texts) == 1 {
		return texts[0], nil
	}
	return g.number(texts), nil
}

// Inquiries returns what a bound program asks for, one inquiry per answer in
// order; a program of a template makes a single one, of the text as a whole.
func Inquiries(d *domain.Domain, p *plan.Program, lang string) ([]Inquiry, error) {
	if p.Template != "" {
		return whole(d, p, lang)
	}
	c, err := newComposer(d, p, lang)
	if err != nil {
		return nil, err
	}
	inquiries := make([]Inquiry, len(p.Answers))
	for i := range p.Answers {
		if inquiries[i], err = c.inquiry(&p.Answers[i]); err != nil {
			return nil, err
		}
	}
	return inquiries, nil
}

// newComposer checks that the program can be put into words.
func newComposer(d *domain.Domain, p *plan.Program, lang string) (*composer, error) {
	g, ok := grammars[lang]
	if !ok || !slices.Contains(d.Languages, lang) {
		return nil, fmt.Errorf("language %q: want one of domain %s that drafts can be written in (%s)",
			lang, d.Name, strings.Join(Languages(), ", "))
	}
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	c := &composer{domain: d, program: p, lang: lang, grammar: g, types: make(map[string]plan.Type, len(types))}
	for i, n := range p.Nodes {
		if s, ok := n.Do.(*plan.Start); ok && s.Value == nil {
			return nil, fmt.Errorf("node %q: the start %s is not bound", n.Name, s.Entity)
		}
		c.types[n.Name] = types[i]
	}
	return c, nil
}

// inquiry puts one answer into words.
func (c *composer) inquiry(a *plan.Answer) (Inquiry, error) {
	q := Inquiry{Ask: c.ask(a), Forms: c.forms(a)}
	nested, err := c.wording(a, q.Ask)
	if err != nil {
		return q, err
	}
	q.Nested, q.Stepwise = nested, nested
	if c.hops(a.From) >= stepsFrom {
		c.steps, c.stepwise, c.weight = nil, true, 0
		q.Stepwise, err = c.wording(a, q.Ask)
		q.Stepwise.Steps = c.steps
		c.stepwise = false
	}
	q.Cues = c.cues(a)
	return q, err
}

// ask returns the kind of thing an answer is.
func (c *composer) ask(a *plan.Answer) Ask {
	t := c.types[a.From]
	switch {
	case t.Shape == plan.ShapeNumber && t.Columns == nil:
		return AskCount
	case t.Many:
		return AskList
	case a.Form.Style == plan.StyleNumber:
		return AskNumber
	case a.Form.Style == plan.StyleDate:
		return AskDate
	}
	return AskName
}

// wording puts one answer into words in the composer's present manner.
func (c *composer) wording(a *plan.Answer, ask Ask) (Wording, error) {
	n := c.program.Node(a.From)
	var subject string
	var counted rows
	var err error
	switch o := n.Do.(type) {
	case *plan.Count:
		counted, err = c.rows(n.From[0])
		subject = c.grammar.rows(&counted)
	case *plan.Aggregate:
		var r rows
		r, err = c.rows(n.From[0])
		subject = c.grammar.total(&r, c.called(n.From[0], o.Column))
	case *plan.Project:
		var r rows
		r, err = c.rows(n.From[0])
		subject = c.grammar.of(&r, c.columns(n.From[0], o.Columns))
	default:
		err = fmt.Errorf("node %q: an answer of operation %s has no words", n.Name, n.Do.Kind())
	}
	if err != nil {
		return Wording{}, err
	}
	counted.measure = c.measure(a)
	return c.grammar.wording(ask, subject, &counted), nil
}
