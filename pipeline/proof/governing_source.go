package proof

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// caseSourcedFact is the certificate of a case looked up in its source.
const caseSourcedFact = "the case's source gives the days and the citation"

// citedInSource makes the Run function of a check that also looks up, in the file of a case, the day of
// the facts on a line of its own, the day of decision where it matters, and the citation. Without
// the texts it does not.
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

// factsLine matches the line of a case that gives the day of its facts.
var factsLine = regexp.MustCompile(`(?mi)^[^\p{L}\n]*(?:事实发生日期|行为发生日期|合同签订日期|date of (?:the )?facts|facts day)[^\p{L}\p{N}\n]*([^\n]+)$`)

// unsourcedCase says what the tables have of a case that its file does not.
func (p *prover) unsourcedCase(g *governedCase) string {
	source, err := p.Cases(g.file)
	if err != nil {
		return "source: " + g.file + " cannot be read: " + err.Error()
	}
	lines := factsLine.FindAllSubmatch(source, -1)
	if len(lines) != 1 || !writesDay(string(lines[0][1]), g.happened) {
		return fmt.Sprintf("source: %s gives the day of the facts on %d lines, or another than %s", g.file, len(lines), g.happened)
	}
	if !writesDay(string(source), g.decided) {
		return fmt.Sprintf("source: %s does not hold the day of decision %s", g.file, g.decided)
	}
	cited := []string{letters(g.cited)}
	if law, number, ok := strings.Cut(g.cited, ", "); ok { // English: Article 12(2) of the Companies Act
		cited = append(cited, letters(number+" of the "+law))
	}
	for line := range strings.Lines(string(source)) {
		if line = letters(line); slices.ContainsFunc(cited, func(c string) bool { return holdsCitation(line, c) }) {
			return ""
		}
	}
	return fmt.Sprintf("source: %s does not cite %s", g.file, g.cited)
}

// goesOn matches what follows a citation that is only the beginning of a longer one.
var goesOn = regexp.MustCompile(`^(?:[0-9(（款项目]|第[^条]{1,6}[款项目]|之[一二三四五六七八九十0-9])`)

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
