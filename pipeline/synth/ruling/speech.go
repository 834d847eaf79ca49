package ruling

import (
	"taskgrove/pipeline/synth/name"
	"taskgrove/pipeline/synth/society"
	"taskgrove/pipeline/synth/statute"
)

// speech is what the languages do differently where a grammar does not reach. It
// is implemented by chinese and english.
type speech interface {
	columns() (doc, abstract []string)
	names(list []string) string                                    // in running text
	role(r role, several bool) string                              // to stand before names
	sum(t *name.Tongue, cents int64, style int) string             // with its unit; style is in [0, 10)
	rate(tenths int) string                                        // the loan prime rate, or a multiple of it
	day(d society.Day) string                                      // in running text
	form(f society.Form) string                                    // the kind of document
	sides(plaintiffs, defendants []string, comma, cut bool) string // in a title
	orders(list []string) []string                                 // numbered, with their punctuation
	law(cited []statute.Citation) string                           // articles, in running text
	outcome(paragraphs []string) string                            // as the column of outcomes is spaced
}

func speechOf(language string) speech {
	if language == "en" {
		return english{}
	}
	return chinese{}
}
