package proof

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// The tables of court cases in domains whose tables are read from texts of cases
// ([domain.CaseReader]).
const (
	caseTable         = "Case"
	caseCitationTable = "CaseCitation"
)

// sourcedFact is the certificate of parts found in their source, which only the texts
// themselves can give again.
const sourcedFact = "facts, outcome and reasoning stand in their source, apart from each other"

// courtCases are the rows of the table of cases, read once.
type courtCases struct {
	all []caselaw.CourtCase
	row map[string]int // by what a question gives, see caseKey
}

// newCourtCases reads the tables of cases; nil in a domain without.
func newCourtCases(p *prover) *courtCases {
	t := p.Corpus.Table(caseTable)
	if p.Domain.Reader != domain.CaseReader || t == nil {
		return nil
	}
	c := &courtCases{row: map[string]int{}}
	cited := citedByCase(p.Corpus.Table(caseCitationTable))
	for row := range t.Len() {
		text := cellTexts(t, row)
		part := func(column string) caselaw.CasePart {
			if s := text(column); s != "" {
				return caselaw.CasePart{{Text: s}}
			}
			return nil
		}
		c.all = append(c.all, caselaw.CourtCase{
			ID: text("id"), Language: text("language"), Cause: text("cause"), File: text("file"),
			Facts: part("facts"), Outcome: part("outcome"), Focus: part("focus"), Reasoning: part("reasoning"),
			FocusFrom: caselaw.FocusSource(text("focus_from")), Question: text("question"), Citations: cited[text("id")],
		})
		c.row[caseKey(text("facts"), text("outcome"), text("question"))] = row
	}
	return c
}

// cellTexts returns a function that gives the text in a column of a row.
func cellTexts(t *corpus.Table, row int) func(column string) string {
	return func(column string) string {
		n := t.Column(column)
		if n < 0 {
			return ""
		}
		return t.Cell(row, n).Text()
	}
}

// citedByCase returns the articles that cases cite, by case.
func citedByCase(t *corpus.Table) map[string][]caselaw.CitedArticle {
	all := map[string][]caselaw.CitedArticle{}
	if t == nil {
		return all
	}
	for row := range t.Len() {
		text := cellTexts(t, row)
		all[text("case")] = append(all[text("case")], caselaw.CitedArticle{Law: text("cited_law"), Article: text("cited_article"), Cited: text("cited")})
	}
	return all
}

// caseKey joins what a question gives of a case.
func caseKey(given ...string) string {
	for i, s := range given {
		given[i] = value.Fold(s)
	}
	return strings.Join(given, "\x00")
}

// caseRule is a rule about the case that a task of [task.Case] asks about, at a row of the
// table of cases. It returns a fault, or a fact for the certificate.
type caseRule func(p *prover, c *courtCases, row int) (fault, fact string)

// withCase makes the Run function of a check that also applies a rule to the case that a task
// asks about.
func (p *prover) withCase(run func(context.Context, *task.Task) (Finding, error), rule caseRule) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		found, err := run(ctx, t)
		if err != nil || found.Fault != "" || t.Family != task.Case {
			return found, err
		}
		c := p.cases()
		if c == nil || len(t.Entities) != 1 {
			return Finding{Fault: "missing: there is no table of cases"}, nil
		}
		row, ok := c.row[caseKey(append([]string(nil), t.Entities[0].Name...)...)]
		if !ok {
			return Finding{Fault: "missing: no case has these facts, outcome and question"}, nil
		}
		fault, fact := rule(p, c, row)
		if fault != "" {
			return Finding{Fault: fault}, nil
		}
		if fact != "" {
			found.Certificate += "; " + fact
		}
		return found, nil
	}
}

// casesSourced makes the Run function of a check that also looks the parts of a case up in its
// source. Without the texts it does not.
func (p *prover) casesSourced(run func(context.Context, *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	if p.Texts == nil {
		return run
	}
	return p.withCase(run, func(p *prover, c *courtCases, row int) (fault, fact string) {
		if fault := p.unsourced(&c.all[row], cellTexts(p.Corpus.Table(caseTable), row)("spans")); fault != "" {
			return "source: " + fault, ""
		}
		return "", sourcedFact
	})
}

// unsourced says which part of a case is not what its spans cover in the file, or has bytes of
// another part; "" if none.
func (p *prover) unsourced(c *caselaw.CourtCase, spans string) string {
	source, err := p.Texts(c.File)
	if err != nil {
		return c.File + " cannot be read: " + err.Error()
	}
	parts := map[string]caselaw.CasePart{"facts": c.Facts, "outcome": c.Outcome, "focus": c.Focus, "reasoning": c.Reasoning}
	taken, fault := spansOf(spans)
	if fault != "" {
		return fault
	}
	for _, name := range slices.Sorted(maps.Keys(taken)) {
		if parts[name] == nil {
			return fmt.Sprintf("the spans of %q are of no part that the case has", name)
		}
		stands := ""
		for _, s := range taken[name] {
			text, err := s.Text(c.File, source)
			if err != nil {
				return fmt.Sprintf("%s: %v", name, err)
			}
			stands += text
		}
		if letters(stands) != letters(parts[name].Text()) {
			return fmt.Sprintf("%s: the bytes of %s read otherwise", name, c.File)
		}
		delete(parts, name)
	}
	for _, name := range []string{"facts", "outcome", "reasoning"} {
		if parts[name] != nil {
			return name + ": the row does not say where they stand"
		}
	}
	return sharedBytes(taken)
}

// spansOf reads the spans of a case by what stands there, as a row has them: "facts 12-40 45-90; outcome
// 95-120".
func spansOf(listed string) (spans map[string][]caselaw.Span, fault string) {
	spans = map[string][]caselaw.Span{}
	for part := range strings.SplitSeq(listed, "; ") {
		fields := strings.Fields(part)
		if len(fields) < 2 || spans[fields[0]] != nil {
			return nil, fmt.Sprintf("the spans %q: want each part once, with its spans", listed)
		}
		for _, f := range fields[1:] {
			var s caselaw.Span
			if n, err := fmt.Sscanf(f, "%d-%d", &s.First, &s.End); n != 2 || err != nil {
				return nil, fmt.Sprintf("%s: span %q: want FIRST-END", fields[0], f)
			}
			spans[fields[0]] = append(spans[fields[0]], s)
		}
	}
	return spans, ""
}

// sharedBytes names two of facts, outcome and reasoning that share bytes; "" if none do. A focus
// may stand in any of them.
func sharedBytes(taken map[string][]caselaw.Span) string {
	names := []string{"facts", "outcome", "reasoning"}
	for i, a := range names {
		for _, b := range names[i+1:] {
			for _, s := range taken[a] {
				for _, o := range taken[b] {
					if s.First < o.End && o.First < s.End {
						return fmt.Sprintf("%s and %s share bytes %d to %d", a, b, max(s.First, o.First), min(s.End, o.End))
					}
				}
			}
		}
	}
	return ""
}

// givesNoGrounds checks that facts, outcome and question hold no sentence of the reasoning and
// name no article that it rests on.
func givesNoGrounds(_ *prover, c *courtCases, row int) (fault, fact string) {
	if all := c.all[row].CheckLeaks(); len(all) > 0 {
		return fmt.Sprintf("given: %s: %s", all[0].Reason, all[0].Detail), ""
	}
	return "", "nothing given holds a sentence of the reasoning or names an article that it cites"
}

// hasNoRival checks that the reasoning of no other case would answer as well.
func hasNoRival(_ *prover, c *courtCases, row int) (fault, fact string) {
	if all := c.all[row].CheckRivals(c.all); len(all) > 0 {
		return "rival: " + all[0].Detail, ""
	}
	return "", "no other case's reasoning scores as high"
}
