// Package draft writes the mechanical question of a program and, from its executed trace,
// the answer sentence and the keywords, in Chinese and English.
//
// A question is composed from the plan by grammar. Every operation makes a noun phrase
// around the phrase of its input, with the domain's phrases for tools, derivations and
// columns. Phrases nest to the left in Chinese and to the right in English, so each has
// one reading. Two different programs over the same start read differently, provided that
// the domain gives different phrases to different tools and to different columns of a
// table. A phrase leaves out what its entity already says of a row ("该门店的负责人"), as
// long as the columns tell the tools apart.
//
// A program is bound if each of its starts names an entity ([plan.Program.Bind]); only
// bound programs have questions. A program with a template ([plan.Program].Template) asks
// for a text to be written, such as a statement of defence; all others ask for answers.
//
// A draft that would nest more than two lookups or choices goes in steps: a sentence
// introduces an entity on the way ("… was approved by an office"), and what follows refers to
// it as "该门店", "that office". A result also becomes a step if several
// phrases refer to it, or if it would stand at the side of a phrase (one of two numbers,
// the party of a role). Where phrases refer to other results than the last one, each
// result gets a term, as in contracts: （下称“甲公司”）, (“Company A”).
//
// A new operation is one more case in [composer] and a method of the grammars; a new
// language is one more grammar.
package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// AskKind is the kind of thing that a question asks for; it determines the interrogative:
// "what", "when", "how many".
type AskKind string

// The closed set of kinds; [AskText] belongs to it too.
const (
	AskName    AskKind = "name"    // a text: a name, a code, an address
	AskSeveral AskKind = "several" // several columns of a row
	AskList    AskKind = "list"    // the values of every row of a set
	AskTable   AskKind = "table"   // several columns of every row of a set
	AskNumber  AskKind = "number"  // an amount, a share or a total
	AskDate    AskKind = "date"    // a day
	AskCount   AskKind = "count"   // a number of things, or of days
	AskTruth   AskKind = "truth"   // yes or no
	AskWhich   AskKind = "which"   // which of two entities
)

// Inquiry is one part of a question: it asks for one answer, or for several columns of the
// same rows.
type Inquiry struct {
	// Ask is the kind of thing asked for.
	Ask AskKind
	// Premise is the condition, for an inquiry that depends on a yes ("如果是，", "If so, ") or a
	// no ("如果不是，", "If not, "); it stands after the steps and before the inquiry. "" for other inquiries.
	Premise string
	// Scene is the sentence of [Wordings.Scene] with the name of the start, for the first
	// inquiry of a question whose wordings refer to the start. It stands before them. "" if
	// the wordings name the start themselves.
	Scene string
	// Stepwise is the wording of the draft.
	Stepwise Wording
	// Nested is the wording as one phrase, without [Wording.Steps]. It equals Stepwise if
	// that has no steps, or if several phrases refer to the result of one step.
	Nested Wording
	// Forms are equivalent wordings of the form of the answer, such as its unit, the draft's
	// first. A question adds one of them in brackets, which Forms leave out. Forms is nil if
	// the question need not state a form, or states it in the wording.
	Forms []string
	// Answers are the program's answers that the inquiry asks for, in order; they point
	// into the program.
	Answers []*plan.AnswerSpec
	// SharedSums are the names of sums over some of the rows of another sum, of which the
	// inquiry asks for the share: its wording names the sum once ("what percentage of the total
	// amount … is from those filed in 2020"). nil if there are none.
	SharedSums []string
	// SharedMeasures are the names of comparisons of two entities on which the inquiry
	// depends. Their wording names the compared property once for both entities ("which of A
	// and B has the higher capital"), so it has no words for the nodes that find the
	// property of the second entity. nil if there are none.
	SharedMeasures []string
}

// Wording is one way to phrase an inquiry.
type Wording struct {
	// Steps are sentences, without their marks, that introduce the results on the way, in
	// order ("… was approved by an office"); nil if there are none. Later phrases, later
	// inquiries included, refer to the results as "该…" or "that …", or by the term that a
	// step introduces ("（下称“甲公司”）"). In English a sentence begins in lower case.
	Steps []string
	// Topics reports whether the steps are noun phrases in place of sentences: topics, each
	// followed by a comma, of which the next one and then the inquiry say something ("X的母公司
	// 投资最多的那家子公司，它…").
	Topics bool
	// Chained reports whether every step refers to the result of the step before it, and
	// the inquiry to that of the last step; true if there are no steps.
	Chained bool
	// Subject is the noun phrase that the question is about; for AskCount, the things
	// counted.
	Subject string
	// Clause is the request in the form that follows "tell me": a noun phrase or an
	// indirect question.
	Clause string
	// Question is the direct question without its question mark; "" for AskName, AskList
	// and AskTable, whose question word would depend on the content of the column.
	Question string
}

// Languages returns the languages in which drafts of any program can be written, sorted.
func Languages() []string { return []string{"en", "zh"} }

// FixedWordLanguages returns the languages in which questions in fixed words can be written,
// sorted: those of [Languages], and those that have no grammar of questions over paths.
func FixedWordLanguages() []string { return []string{"en", "pt", "zh"} }

// Question returns the mechanical question of a bound program in a language of the
// domain, including the form of each answer (unit, decimal places, layout of a day).
// Columns of the same rows are asked for together; other answers follow each other,
// numbered. For a program that asks for a text to be written it is the first of
// [Requests]. Given are the texts that its template hands over, as [Answer] returns them; without them
// their names stand in braces. The error says that drafts cannot be written in the language, or why the
// program cannot be put into words: it does not fit the domain, or a start is not bound.
func Question(d *domain.Domain, p *plan.Program, lang string, given ...GivenText) (string, error) {
	if p.Template != "" {
		requests, err := Requests(d, p, lang, given...)
		if err != nil {
			return "", err
		}
		return requests[0], nil
	}
	inquiries, err := Inquiries(d, p, lang)
	if err != nil {
		return "", err
	}
	return grammarOf(lang, Manner{}).text(inquiries), nil
}

// premiseGroups groups each inquiry with the inquiries behind it that depend on its yes.
func premiseGroups(inquiries []Inquiry) [][]Inquiry {
	var all [][]Inquiry
	for _, q := range inquiries {
		if k := len(all) - 1; k >= 0 && q.Premise != "" {
			all[k] = append(all[k], q)
			continue
		}
		all = append(all, []Inquiry{q})
	}
	return all
}

// Inquiries returns the inquiries of a bound program, in the order of its answers.
// Consecutive answers that are columns of the same rows make one inquiry. A program that
// asks for a text to be written has a single inquiry, for the whole text. The error is
// that of [Question]; an unbound program is an error too.
func Inquiries(d *domain.Domain, p *plan.Program, lang string) ([]Inquiry, error) {
	return Reworded(d, p, lang, Wordings{})
}

// newComposer checks that the program can be put into words and prepares it.
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
		types: make(map[string]plan.Type, len(types)), sharedMeasures: make(map[string]bool), wholeSums: make(map[string]bool), scene: w.Scene, startRole: w.Role, drawn: w.Manner.isDrawn(),
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
