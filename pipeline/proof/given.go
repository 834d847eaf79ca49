package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// handedOver checks the texts that a question hands over: they are those of the task's template,
// each is a form of it or a span of the cell that joins over whole tables find, and each stands
// in the draft and in the question.
func (p *prover) handedOver(t *task.Task) string {
	template := p.Domain.Template(t.Plan.Template)
	if template == nil {
		if t.Given != nil {
			return "invalid: given texts without a template"
		}
		return ""
	}
	if len(t.Given) != len(template.Given) {
		return fmt.Sprintf("invalid: %d given texts: want %d", len(t.Given), len(template.Given))
	}
	e := p.relational.evaluate(t.Plan)
	for i, g := range t.Given {
		want := template.Given[i]
		sources := []string{want.Form.In(t.Language)}
		if want.Form == nil {
			sources = textsIn(e.of(want.Name).data)
		}
		switch {
		case g.Name != want.Name || g.Text == "":
			return fmt.Sprintf("invalid: given text %q: want %q", g.Name, want.Name)
		case !slices.ContainsFunc(sources, func(s string) bool { return strings.Contains(s, g.Text) }):
			return fmt.Sprintf("disagree: given text %q is no span of its source", g.Name)
		case !strings.Contains(t.Draft, g.Text):
			return fmt.Sprintf("changed: the draft does not hand over %q", g.Name)
		case t.Question != "" && !strings.Contains(t.Question, g.Text):
			return fmt.Sprintf("changed: the question does not hand over %q", g.Name)
		}
	}
	return ""
}
