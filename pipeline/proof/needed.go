package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/rival"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/value"
)

// needed checks that nobody gets to the answer with less than the whole plan: it is
// given in no question and in no row a start names, no way of fewer lookups leads to
// it, and no step can be left out.
//
// The search for shorter ways asks the tools, once for all tasks; programs with a
// step less are worked out over whole tables.
func (p *prover) needed(ctx context.Context, t *task.Task) (Finding, error) {
	if fault := p.sound(t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	if t.Plan.Template != "" {
		return Finding{Certificate: wholeText}, nil
	}
	base := p.relational.evaluate(t.Plan)
	if base.reason != "" {
		return Finding{Fault: string(base.reason) + ": " + base.detail}, nil
	}
	if fault := p.given(t); fault != "" {
		return Finding{Fault: fault}, nil
	}
	search, fault, err := p.search(ctx, t)
	if err != nil || fault != "" {
		return Finding{Fault: fault}, err
	}
	if fault := p.stated(t, base); fault != "" {
		return Finding{Fault: fault}, nil
	}
	verdict := p.against(base, t.Plan, rival.Dropped(p.Domain, t.Plan))
	if verdict.agreeing != nil {
		return Finding{Fault: fmt.Sprintf("droppable: %s: without it the answer is the same", verdict.agreeing)}, nil
	}
	return Finding{Certificate: searched(search) + "; " + verdict.String("step to drop", "steps dropped")}, nil
}

// wholeText is what is established of texts to write, whose slots the template
// fixes: nothing in them was chosen, so nothing is left to tell from.
const wholeText = "a template asks for all that stands in the text"

// given says which answer the question itself states, in any of its spellings, or "".
// Which of two that the question names is asked for in a comparison is no such answer.
func (p *prover) given(t *task.Task) string {
	question := value.Fold(t.Question + "\n" + t.Draft)
	named := map[string]bool{}
	for _, a := range t.Plan.Answers {
		if n := t.Plan.Node(a.From); n.Do.Kind() == "compare" {
			for _, e := range t.Entities {
				for _, part := range e.Name {
					named[part] = true
				}
			}
		}
	}
	for i := range t.AnswerValues {
		a := &t.AnswerValues[i]
		for _, text := range append([]string{a.Text}, a.Aliases...) {
			if text != "" && !named[a.Text] && strings.Contains(question, value.Fold(text)) {
				return fmt.Sprintf("given: the question says %q, which is an answer", text)
			}
		}
	}
	return ""
}

// search looks for shorter ways from what the tools give.
func (p *prover) search(ctx context.Context, t *task.Task) (rival.Search, string, error) {
	x, err := plan.NewExecutor(p.Domain, p.Tools, t.Plan)
	if err != nil {
		return rival.Search{}, "invalid: " + err.Error(), nil
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil {
		return rival.Search{}, "", err
	}
	if reason != "" {
		return rival.Search{}, string(reason) + ": the tools give no answer", nil
	}
	searcher, err := p.searcher()
	if err != nil {
		return rival.Search{}, "", err
	}
	s := searcher.Shorter(trace)
	switch {
	case s.Found == nil:
		return s, "", nil
	case len(s.Found.Way) == 1:
		return s, "start: " + s.Found.String(), nil
	}
	return s, "shorter: " + s.Found.String(), nil
}

func searched(s rival.Search) string {
	if s.Lookups == 0 {
		return "nothing is nearer than one lookup"
	}
	return fmt.Sprintf("nothing in %d rows about %d entities nearer than %d lookups", s.Rows, s.Entities, s.Lookups+1)
}

// distinctive is how many characters a text has at least for its standing within a
// longer one to be no accident.
const distinctive = 4

// stated says which answer stands within a text of a row that a start names, or "".
// The row an answer is taken from after one lookup is asked for by name and no such
// row; whole cells are the search's affair.
func (p *prover) stated(t *task.Task, base *evaluation) string {
	var texts []string
	for _, a := range base.answers(t.Plan) {
		r := base.of(a.From)
		if depth(r) < 2 {
			continue
		}
		for _, d := range r.data {
			if d.kind == value.Text && utf8.RuneCountInString(d.text) >= distinctive && !slices.Contains(texts, d.text) {
				texts = append(texts, d.text)
			}
		}
	}
	if texts == nil {
		return ""
	}
	for _, s := range t.Plan.Entities() {
		for i := range p.Domain.Tools {
			spec := &p.Domain.Tools[i]
			if spec.Returns == domain.Many || !slices.Contains(plan.Accepts(p.Domain, spec), s.Entity) {
				continue
			}
			if fault := p.inRow(spec, &s, texts); fault != "" {
				return fault
			}
		}
	}
	return ""
}

// inRow says which of the texts stands in a row a tool returns about an entity, or "".
func (p *prover) inRow(spec *domain.Tool, s *plan.Start, texts []string) string {
	table := p.Corpus.Table(spec.Table)
	for _, a := range p.relational.ask(spec, s.Entity, [][]string{s.Value}) {
		for _, row := range a.rows {
			for i, c := range table.Spec().Columns {
				if spec.Returns == domain.Field && c.Name != spec.Column {
					continue
				}
				cell, ok := textOf(table.Cell(row, i).Source)
				if !ok {
					continue
				}
				for _, text := range texts {
					if strings.Contains(cell, text) {
						return fmt.Sprintf("start: %q stands in %s of the row %s gives about %s", text, c.Name, spec.Name, strings.Join(s.Value, " "))
					}
				}
			}
		}
	}
	return ""
}

// depth returns how many lookups lie on the longest way to a relation.
func depth(r *relation) int {
	n := 0
	for _, from := range r.from {
		n = max(n, depth(from))
	}
	if _, ok := r.node.Do.(*plan.Call); ok {
		n++
	}
	return n
}
