package ruling

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// language formats what the grammars cannot. It is implemented by chinese and english.
type language interface {
	columns() (doc, abstract []string)
	names(list []string) string                                    // in running text
	role(r role, several bool) string                              // before names
	sum(t *name.Namer, cents int64, style int) string              // with its unit; style is below sumStyles
	rate(bank string, tenths int, due, decided society.Day) string // the base rate since a debt was due, or a multiple of it, as a decision names it
	day(d society.Day) string                                      // in running text
	form(f society.RulingForm) string                              // the kind of document
	sides(plaintiffs, defendants []string, comma, cut bool) string // in a title
	orders(list []string) []string                                 // numbered, with their punctuation
	law(cited []statute.CitableArticle) string                     // articles, in running text
	abbreviated(list []string) string                              // names in running text, the last ones counted if they are many
	reference(r role, list []string) string                        // parties of a side by their role
	decision(f society.RulingForm) string                          // what a document of a kind states
	together(n int) string                                         // all of some defendants
	instance(retrial bool) string                                  // of a higher court: 二审, "on appeal"
	branch(administrative bool) string                             // of the law: 民事, "civil"
	clause(n int) string                                           // number of a clause of a contract: 十, "10"
	inline(orders []string) string                                 // orders in running text
	gaps() []string                                                // between paragraphs, those that documents have
	indent() string                                                // of a paragraph in a case passage
	space() string                                                 // between sentences
	tidy(text string) string                                       // removes doubled punctuation
	outcome(paragraphs []string) string                            // as the column of outcomes is spaced
	nearSign(sign, other string) string                            // a sign that is like one in a part
	farSign(sign, other string) string                             // a sign that begins like one and is another beyond that
	actNumber(on society.Day, n int) string                        // of an authority's decision
	severally() string                                             // how debtors pay who are liable jointly and severally
	caseFile
	claimFile
}

// caseFile formats the papers of a lawyer's file.
type caseFile interface {
	fileColumns() []string                       // of the table
	separator() string                           // between points of a defence, and between heads
	legalPerson(company string) bool             // it has a legal representative
	plaintiff(name, address, head string) string // in a complaint; address and head are "" where unknown
	dwelling(address string) bool                // reports whether people live at an address
	counsel(firm string) string                  // of the plaintiff, in a complaint
	complaint(c *filedComplaint) string
	defence(d *filedDefence) string
	opponent() string // the plaintiff, in a defence
}

// filedComplaint is a complaint by its parts.
type filedComplaint struct {
	plaintiffs     []string // lines that describe them
	defendants     string
	claims, papers []string
	heads, facts   []string // the facts and reasons under their heads
	prayer         string
	court          string
	signed, day    string
}

// filedDefence is a defence by its parts, without the heading that its form gives.
type filedDefence struct {
	opponent          string
	relief            string
	issues, arguments []string // an argument for each issue
	alternative       string   // stands before the arguments from the index alternatives on; "" for none
	alternatives      int
	closing           string
}

func languageOf(language string) language {
	if language == "en" {
		return english{}
	}
	return chinese{}
}

// yuan writes a sum of cents without a scale, with two decimals or none.
func yuan(t *name.Namer, cents int64) string {
	s := t.Plain(cents)
	if cents%10 == 0 && cents%100 != 0 {
		s += "0"
	}
	return s
}
