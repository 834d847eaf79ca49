package caselaw

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// StatuteSheets returns the tables of a reading that stand beside those of statutes: cases, each in
// one row whatever its focuses, with the days of the facts and of the decision, and the provisions that
// they cite, each once a case. They have the names of [TableNames]. What is unknown is null. The spans of
// a case are the offsets in its file of the whole case and of the day of its facts, "case 0-512; happened
// 60-71". A citation names case and provision twice, each as a name of its own and as a part of what the
// citation is called.
func (r *CaseReading) StatuteSheets() []tablefile.Sheet {
	type citing struct {
		number string
		cited  *CitedArticle
	}
	var cases []*CourtCase
	var numbers []string
	var citations []citing
	for i := 0; i < len(r.Cases); {
		focuses := r.focusesFrom(i)
		number := focuses[0].ID
		if len(focuses) > 1 {
			number = strings.TrimSuffix(number, "#1")
		}
		cases, numbers = append(cases, &focuses[0]), append(numbers, number)
		seen := map[string]bool{}
		for j := range focuses {
			for n := range focuses[j].Citations {
				if cited := &focuses[j].Citations[n]; !seen[cited.Cited] {
					seen[cited.Cited] = true
					citations = append(citations, citing{number, cited})
				}
			}
		}
		i += len(focuses)
	}
	return []tablefile.Sheet{
		{
			Name: "Case", Columns: []string{"id", "title", "cause", "court", "happened", "decided", "file", "spans"}, Rows: len(cases),
			Row: func(i int) []tablefile.Cell {
				c := cases[i]
				return cells(numbers[i], c.Title, c.Cause, c.Court, c.Happened, c.Decided, c.File, c.sourceSpans())
			},
		},
		{
			Name: "CaseCitation", Columns: []string{"id", "case", "cited_law", "cited", "citing_case", "provision"}, Rows: len(citations),
			Row: func(i int) []tablefile.Cell {
				c := citations[i]
				return cells(fmt.Sprintf("%s~%s", c.number, c.cited.Cited), c.number, c.cited.Law, c.cited.Cited, c.number, c.cited.Cited)
			},
		},
	}
}

// sourceSpans writes the spans of the case and of the day of its facts.
func (c *CourtCase) sourceSpans() string {
	text := fmt.Sprintf("case %d-%d", c.Source.First, c.Source.End)
	if c.Happened != "" {
		text += fmt.Sprintf("; happened %d-%d", c.HappenedAt.First, c.HappenedAt.End)
	}
	return text
}

// focusesFrom returns the focuses of the case that begins at an index, which follow each other and
// are numbered from 1.
func (r *CaseReading) focusesFrom(i int) []CourtCase {
	end := i + 1
	if number, several := strings.CutSuffix(r.Cases[i].ID, "#1"); several {
		for end < len(r.Cases) && r.Cases[end].File == r.Cases[i].File && r.Cases[end].ID == fmt.Sprintf("%s#%d", number, end-i+1) {
			end++
		}
	}
	return r.Cases[i:end]
}
