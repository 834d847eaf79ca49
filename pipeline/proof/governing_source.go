package proof

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// caseSourcedFact is the certificate of a case looked up in its source.
const caseSourcedFact = "the case's source gives the days and the citation"

// citedInSource makes the Run function of a check that also looks up, in the file of a case, the day of
// the facts in the bytes that the row names, the day of decision and the citation. Without the texts
// it does not.
func (p *prover) citedInSource(run func(context.Context, *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	if p.Cases == nil {
		return run
	}
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		found, err := run(ctx, t)
		if err != nil || found.Fault != "" {
			return found, err
		}
		template := p.Domain.Template(t.Plan.Template)
		if template == nil || template.AsOf == "" {
			return found, nil
		}
		g, fault := p.citingCase(t)
		if fault == "" {
			fault = p.unsourcedCase(g)
		}
		if fault != "" {
			return Finding{Fault: fault}, nil
		}
		found.Certificate += "; " + caseSourcedFact
		return found, nil
	}
}

// unsourcedCase says what the tables have of a case that the bytes of the case in its file do not.
func (p *prover) unsourcedCase(g *governedCase) string {
	source, err := p.Cases(g.file)
	if err != nil {
		return "source: " + g.file + " cannot be read: " + err.Error()
	}
	spans, fault := spansOf(g.spans)
	if fault != "" {
		return "source: " + fault
	}
	if len(spans["case"]) != 1 || len(spans["happened"]) != 1 {
		return fmt.Sprintf("source: the spans %q are not one of the case and one of the day of its facts", g.spans)
	}
	whole, day := spans["case"][0], spans["happened"][0]
	texts, fault := textsOfCase(g.file, source, whole)
	if fault != "" {
		return "source: " + fault
	}
	headings, err := p.factsHeadings()
	if err != nil {
		return "source: the headings of the cases cannot be read: " + err.Error()
	}
	stated, fault := factsDay(texts, headings)
	if fault != "" {
		return "source: " + g.file + " " + fault
	}
	text, err := day.Text(g.file, source)
	if err != nil || day.First < stated.first || day.End > stated.end || spelled(text) != spelled(stated.text) || !isDay(text, g.happened) {
		return fmt.Sprintf("source: %s gives the day of the facts as %q, and not in the bytes %d to %d as %s", g.file, stated.text, day.First, day.End, g.happened)
	}
	holds := func(holds func(text string) bool) bool {
		return slices.ContainsFunc(texts, func(s sourceText) bool { return holds(s.text) })
	}
	if int(whole.End-whole.First) < len(source) && !holds(func(text string) bool { return holdsNumber(text, g.number) }) {
		return fmt.Sprintf("source: bytes %d to %d of %s do not hold the number %s", whole.First, whole.End, g.file, g.number)
	}
	if !holds(func(text string) bool { return writesDay(text, g.decided) }) {
		return fmt.Sprintf("source: %s does not hold the day of decision %s", g.file, g.decided)
	}
	cited := []string{letters(g.cited)}
	if law, number, ok := strings.Cut(g.cited, ", "); ok { // English: Article 12(2) of the Companies Act
		cited = append(cited, letters(number+" of the "+law))
	}
	if !holds(func(text string) bool {
		for line := range strings.Lines(text) {
			if slices.ContainsFunc(cited, func(c string) bool { return holdsCitation(letters(line), c) }) {
				return true
			}
		}
		return false
	}) {
		return fmt.Sprintf("source: %s does not cite %s", g.file, g.cited)
	}
	return ""
}

// goesOn matches what follows a citation that is only the beginning of a longer one.
var goesOn = lazyregexp.New(`^(?:[0-9(（款项目]|第[^条]{1,6}[款项目]|之[一二三四五六七八九十0-9])`)

// holdsCitation reports whether a text holds a citation that is not the beginning of a longer one.
func holdsCitation(text, citation string) bool {
	for {
		_, rest, found := strings.Cut(text, citation)
		if !found || !goesOn.MatchString(rest) {
			return found
		}
		text = rest
	}
}

// holdsNumber reports whether a text holds the number of a case that is no part of another number.
func holdsNumber(text, number string) bool {
	pattern := ""
	for _, r := range letters(number) {
		pattern += regexp.QuoteMeta(string(r)) + `\s*`
	}
	const apart = `[^\p{Latin}\p{Nd}]`
	return lazyregexp.New(`(?:^|` + apart + `)` + pattern + `(?:$|` + apart + `)`).MatchString(value.Fold(text))
}
