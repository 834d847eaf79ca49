package proof

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// handedOver checks the texts that a question hands over: they are those of the task's template,
// each is the whole form, or all of the one text that joins over whole tables find, and draft and
// question are requests of the template with these texts. A question that people edited need only
// hold them.
func (p *prover) handedOver(t *task.Task) string {
	template := p.Domain.Template(t.Plan.Template)
	if template == nil || template.Given == nil {
		if t.Given != nil {
			return "invalid: given texts without a template that declares them"
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
			sources = nil
			if r := e.of(want.Name); r != nil {
				sources = textsIn(r.data)
			}
		}
		switch {
		case g.Name != want.Name:
			return fmt.Sprintf("invalid: given text %q: want %q", g.Name, want.Name)
		case len(sources) != 1 || g.Text == "" || g.Text != strings.TrimSpace(sources[0]):
			return fmt.Sprintf("disagree: given text %q is not all of its one source", g.Name)
		}
	}
	return p.requested(t)
}
