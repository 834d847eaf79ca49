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
// the tools apart.
//
// From three lookups on a draft goes in steps: it finds an entity on the way first
// and then speaks of "该法院", "that court". A result that several phrases speak of,
// or that would stand at the side of a phrase (one of two numbers, the party of a
// role), is found first as well; where more than the last result is spoken of, each
// gets a term, as in contracts: （下称“甲公司”）, (“Company A”).
//
// A new operation is one more case in [composer] and a method of the grammars; a
// new language is one more grammar.
package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// AskKind says what kind of thing is asked for, and so how to ask for it.
type AskKind string

// The closed set of things to ask for.
const (
	AskName    AskKind = "name"    // a text: a name, a code, an address
	AskSeveral AskKind = "several" // several columns of a row
	AskList    AskKind = "list"    // the values of every row of a set
	AskTable   AskKind = "table"   // several columns of every row of a set
	AskNumber  AskKind = "number"  // an amount, a share or a total
	AskDate    AskKind = "date"    // a day
	AskCount   AskKind = "count"   // how many there are, or how many days
	AskTruth   AskKind = "truth"   // yes or no
	AskWhich   AskKind = "which"   // which of two entities
)

// Inquiry is one thing a program asks for, in words: an answer, or several columns
// of the same rows. It is a record.
type Inquiry struct {
	// Ask is the kind of thing asked for.
	Ask AskKind
	// If is what stands behind the steps, before the inquiry, where it is asked only if
	// there turns out to be a yes ("如果是，", "If so, "); "" otherwise.
	If string
	// Stepwise is the wording the draft uses.
	Stepwise Wording
	// Nested is the same in one phrase, without steps; equal to Stepwise where there
	// are none, and for programs that speak of a result in several places.
	Nested Wording
	// Forms are wordings of the form demanded, equivalent to each other, the
	// draft's first, without brackets; nil where the form is the source's own, and
	// where it stands in the wording.
	Forms []string
	// Answers are the program's answers that the inquiry asks for, in order.
	Answers []*plan.Answer
	// Alike names the comparisons of two entities that the inquiry depends on and whose
	// wording says once for both what is compared ("which of A and B has the higher
	// capital").
	Alike []string
}

// Wording is one way to put an inquiry.
type Wording struct {
	// Steps are the results to find first, as noun phrases in order. What one of them
	// found is spoken of as "该…" or "that …" in what follows, or by the term that
	// stands behind it ("（下称“甲公司”）"), in later inquiries too. Nil where there is
	// none.
	Steps []string
	// InTurn reports whether every step speaks of what the step before it found, and
	// the inquiry of what the last one found; true where there are no steps.
	InTurn bool
	// Subject is what the question is about, as a noun phrase; for AskCount what is
	// counted.
	Subject string
	// Clause is what is asked for as it stands after "tell me": a noun phrase or an
	// indirect question.
	Clause string
	// Question is the direct question without its mark; "" for AskName, AskList and
	// AskTable, whose question word would depend on what the column holds.
	Question string
}

// Languages returns the languages drafts can be written in, sorted.
func Languages() []string { return []string{"en", "zh"} }

// Question returns the mechanical question of a bound program in a language of
// the domain. The form demanded (unit, decimal places, layout of a day) stands in
// it. Columns of the same rows are asked for together, other answers one after the
// other, numbered.
func Question(d *domain.Domain, p *plan.Program, lang string) (string, error) {
	if p.Template != "" {
		return letterQuestion(d, p, lang)
	}
	inquiries, err := Inquiries(d, p, lang)
	if err != nil {
		return "", err
	}
	return grammarOf(lang, Manner{}).text(inquiries), nil
}

// units divides inquiries into those that go together: one, and those behind it
// that are asked only if it turns out to be so.
func units(inquiries []Inquiry) [][]Inquiry {
	var all [][]Inquiry
	for _, q := range inquiries {
		if k := len(all) - 1; k >= 0 && q.If != "" {
			all[k] = append(all[k], q)
			continue
		}
		all = append(all, []Inquiry{q})
	}
	return all
}

// Inquiries returns what a bound program asks for, in the order of its answers;
// answers that follow each other and are columns of the same rows make one inquiry.
// A program of a template makes a single one, of the text as a whole.
func Inquiries(d *domain.Domain, p *plan.Program, lang string) ([]Inquiry, error) {
	return Reworded(d, p, lang, Wordings{})
}

// newComposer checks that the program can be put into words.
func newComposer(d *domain.Domain, p *plan.Program, lang string, w Wordings) (*composer, error) {
	if !slices.Contains(Languages(), lang) || !slices.Contains(d.Languages, lang) {
		return nil, fmt.Errorf("language %q: want one of domain %s that drafts can be written in (%s)",
			lang, d.Name, strings.Join(Languages(), ", "))
	}
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	words := w.Domain
	if words == nil {
		words = d
	}
	c := &composer{
		domain: d, words: words, program: p, lang: lang, grammar: grammarOf(lang, w.Manner),
		types: make(map[string]plan.Type, len(types)), alike: make(map[string]bool),
	}
	for i, n := range p.Nodes {
		switch o := n.Do.(type) {
		case *plan.Start:
			if o.Value == nil {
				return nil, fmt.Errorf("node %q: the start %s is not bound", n.Name, o.Entity)
			}
			err = checkText(o.Value...)
		case *plan.Filter:
			err = checkText(o.Operand, o.To)
		}
		if err != nil {
			return nil, fmt.Errorf("node %q: %w", n.Name, err)
		}
		c.types[n.Name] = types[i]
	}
	c.groups = groups(p)
	c.findNamedResults()
	return c, nil
}
