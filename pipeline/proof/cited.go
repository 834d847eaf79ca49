package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// quotation matches a text between quotation marks.
var quotation = lazyregexp.New(`“([^“”]+)”|"([^"]+)"`)

// citesLaw checks what the answer of a written text cites, if its template names the day: each
// passage was in force on that day, and what is quoted behind a citation stands in it word for word.
// So was each passage that a key could have in its place. It returns the number of citations of the answer.
func (p *prover) citesLaw(t *task.Task) (n int, fault string) {
	template := p.Domain.Template(t.Plan.Template)
	if template == nil || template.CitedOn == "" {
		return 0, ""
	}
	day := ""
	if r := p.relational.evaluate(t.Plan).of(template.CitedOn); r != nil && len(r.data) == 1 {
		if v, ok := value.ParseDate(r.data[0].text); ok {
			day = v.Text
		}
	}
	if day == "" {
		return 0, fmt.Sprintf("disagree: the whole tables give no day %q", template.CitedOn)
	}
	for _, a := range t.AnswerValues {
		for _, other := range a.Aliases {
			if _, fault := p.cites(other, day); fault != "" {
				return 0, fault
			}
		}
	}
	return p.cites(t.Answer, day)
}

// citedPoints returns the points of argument of a written text that are citations of articles, as joins
// over whole tables find them, each with the articles that could stand in its place.
func (p *prover) citedPoints(t *task.Task, e *evaluation) (all [][]string) {
	template := p.Domain.Template(t.Plan.Template)
	if template == nil {
		return nil
	}
	for _, name := range template.Points {
		found := e.of(name)
		take, ok := found.node.Do.(*plan.Project)
		if !ok || found.table == nil || len(take.Columns) != 1 {
			continue
		}
		mark := p.Domain.Table(found.table.Spec().Name).ColumnOrFact(take.Columns[0]).Spellings
		for _, text := range textsIn(found.data) {
			ways := []string{text}
			if mark != "" {
				ways = strings.Split(text, mark)
			}
			if _, cites := value.ParseCitation(ways[0]); cites {
				all = append(all, ways)
			}
		}
	}
	return all
}

// articlesMet returns the number of answers that are the citations of some articles, each with those that
// could stand in its place, in this order.
func articlesMet(answers []value.Answer, articles [][]string) (n int, fault string) {
	for _, ways := range articles {
		if slices.ContainsFunc(answers[:n], func(v value.Answer) bool { return v.Text == ways[0] }) {
			continue
		}
		if n == len(answers) || answers[n].Text != ways[0] || !slices.Equal(answers[n].Aliases, ways[1:]) {
			return n, fmt.Sprintf("disagree: joins over whole tables give the article %s: the task has no such answer in its place", strings.Join(ways, ", "))
		}
		n++
	}
	return n, ""
}

// cites checks what a text cites and quotes, see citesLaw.
func (p *prover) cites(text, day string) (n int, fault string) {
	for i := range p.Domain.Passages {
		of := &p.Domain.Passages[i]
		if of.Reference == nil || of.Reference.InForce == nil || of.Reference.List == "" {
			continue
		}
		read := of.Reference.CitationReader()
		cited, ok := read(text)
		if !ok {
			return 0, "invalid: the answer cites " + of.Name + " in a form that is not read"
		}
		wordings := map[string]string{} // of the cited passages, by name
		for _, h := range cited {
			wording, fault := p.wordingOn(p.relational.passageSets[of.Name], &h, day)
			if fault != "" {
				return 0, fault
			}
			wordings[h.Name()] = wording
		}
		if fault := quotes(text, read, wordings); fault != "" {
			return 0, fault
		}
		n += len(cited)
	}
	return n, ""
}

// wordingOn returns the wording of a cited passage on a day.
func (p *prover) wordingOn(set *passageSet, cited *domain.Heading, day string) (wording, fault string) {
	set.read.Do(set.catalogue)
	found := false
	for i, h := range set.headings {
		if h == nil || h.Work != cited.Work || h.Part != cited.Part {
			continue
		}
		found = true
		if s := p.relational.forceStatusOf(set, i, day); s.may && !s.mayNot {
			return h.Wording, ""
		}
	}
	if !found {
		return "", fmt.Sprintf("invalid: the answer cites %s, which there is not", cited.Name())
	}
	return "", fmt.Sprintf("undated: the answer cites %s, which is not known to have been in force on %s", cited.Name(), day)
}

// quotes checks that each quotation in a text stands, word for word, in the passage that is cited last
// before it and behind the quotation before.
func quotes(text string, read func(string) ([]domain.Heading, bool), wordings map[string]string) (fault string) {
	from := 0
	for _, m := range quotation.FindAllStringSubmatchIndex(text, -1) {
		said := text[m[0]:m[1]]
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				said = text[m[g]:m[g+1]]
			}
		}
		before, _ := read(text[from:m[0]])
		from = m[1]
		if len(before) == 0 {
			return fmt.Sprintf("invalid: the answer quotes %s and cites nothing for it", excerpt([]byte(said)))
		}
		if name := before[len(before)-1].Name(); !strings.Contains(wordings[name], said) {
			return fmt.Sprintf("disagree: %s does not say %s", name, excerpt([]byte(said)))
		}
	}
	return ""
}
