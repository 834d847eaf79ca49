package caselaw

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// TableNames returns the names of the tables that [CaseReading.Sheets] returns, in their order.
func TableNames() []string { return []string{"Case", "CaseCitation"} }

// Sheets returns the tables of a reading, ready to be written: cases, and the articles that
// they cite. Each part of a case is on one line, as names and answers are, and what a case does
// not have is null. The spans of a case are the offsets in its
// file of each of its parts, "facts 12-40 45-90; outcome 95-120". The numbers of its citations
// make their identifiers.
func (r *CaseReading) Sheets() []tablefile.Sheet {
	type citing struct {
		of *CourtCase
		n  int
	}
	var citations []citing
	for i := range r.Cases {
		for n := range r.Cases[i].Citations {
			citations = append(citations, citing{&r.Cases[i], n})
		}
	}
	return []tablefile.Sheet{
		{
			Name:    "Case",
			Columns: []string{"id", "language", "title", "cause", "court", "decided", "happened", "facts", "outcome", "focus", "focus_from", "question", "reasoning", "refusal", "file", "spans"},
			Rows:    len(r.Cases),
			Row: func(i int) []tablefile.Cell {
				c := &r.Cases[i]
				return cells(c.ID, c.Language, c.Title, c.Cause, c.Court, c.Decided, c.Happened, c.Facts.Line(c.Language), c.Outcome.Line(c.Language), c.Focus.Line(c.Language),
					string(c.FocusFrom), c.Question, c.Reasoning.Line(c.Language), string(c.Refusal), c.File, c.spans())
			},
		},
		{
			Name:    "CaseCitation",
			Columns: []string{"id", "case", "cited_law", "cited", "cited_article", "version", "unresolved"},
			Rows:    len(citations),
			Row: func(i int) []tablefile.Cell {
				c := citations[i]
				cited := c.of.Citations[c.n]
				return cells(fmt.Sprintf("%s/%d", c.of.ID, c.n+1), c.of.ID, cited.Law, cited.Cited, cited.Article, cited.Version, string(cited.Unresolved))
			},
		},
	}
}

// cells returns cells of texts, null where a text is empty.
func cells(texts ...string) []tablefile.Cell {
	all := make([]tablefile.Cell, len(texts))
	for i, text := range texts {
		if text != "" {
			all[i] = tablefile.Text(text)
		}
	}
	return all
}

// spans writes the spans of all parts that the case has.
func (c *CourtCase) spans() string {
	var parts []string
	for _, p := range []struct {
		name string
		part CasePart
	}{{"facts", c.Facts}, {"outcome", c.Outcome}, {"focus", c.Focus}, {"reasoning", c.Reasoning}} {
		text := p.name
		for _, s := range p.part.Spans() {
			text += fmt.Sprintf(" %d-%d", s.First, s.End)
		}
		if len(p.part) > 0 {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "; ")
}
