package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ofTemplate checks that a task that names a template has its program, so that no other program was
// to choose from.
func (p *prover) ofTemplate(t *task.Task) (template *domain.Template, fault string) {
	template = p.Domain.Template(t.Plan.Template)
	if template == nil {
		return nil, "invalid: no template " + t.Plan.Template
	}
	want := plan.TemplateProgram(p.Domain, template).On(t.Plan.DrawnDay())
	starts := t.Plan.Entities()
	if t.Review.Edited(task.PlanEdited) && len(want.Answers) == len(t.Plan.Answers) {
		for i := range want.Answers { // people may choose their form, not what is asked for
			want.Answers[i].Form = t.Plan.Answers[i].Form
		}
	}
	if len(starts) != 1 || !want.Bind(starts[0].Value).Equal(t.Plan) {
		return nil, "invalid: the program is not that of template " + template.Name
	}
	return template, ""
}

// onlyProgram checks that a task has the program of its template, which has no neighbours and, as the
// domain is checked, no step that leads to nothing.
func (p *prover) onlyProgram(t *task.Task) (Finding, error) {
	template, fault := p.ofTemplate(t)
	if fault != "" {
		return Finding{Fault: fault}, nil
	}
	return Finding{Certificate: "the program is that of template " + template.Name}, nil
}

// inTemplateWords checks that a question in fixed words is one of the template's requests. A question
// that people edited need only hold the texts that it hands over.
func (p *prover) inTemplateWords(t *task.Task) (Finding, error) {
	template, fault := p.ofTemplate(t)
	if fault != "" || !template.FixedWords() {
		return p.onlyProgram(t)
	}
	if template.Given == nil { // else the check "executed" has compared them
		if fault := p.requested(t); fault != "" {
			return Finding{Fault: fault}, nil
		}
	}
	if t.Question == "" || t.Review.Edited(task.QuestionEdited) {
		return Finding{Certificate: "the draft is the first request of template " + template.Name}, nil
	}
	return Finding{Certificate: fmt.Sprintf("the question is one of %s of template %s", plural(len(template.Requests), "request"), template.Name)}, nil
}

// requested checks that the draft is the first request of a template in fixed words, and the question
// one of them, with the given texts in their places.
func (p *prover) requested(t *task.Task) string {
	requests, err := draft.Requests(p.Domain, t.Plan, t.Language, t.Given...)
	if err != nil {
		return "invalid: " + err.Error()
	}
	if t.Draft != requests[0] {
		return "changed: the draft is not the template's first request with the given texts"
	}
	switch {
	case t.Question == "":
	case t.Review.Edited(task.QuestionEdited):
		for _, g := range t.Given {
			if !strings.Contains(t.Question, g.Text) {
				return fmt.Sprintf("changed: the question does not hand over %q", g.Name)
			}
		}
	case !slices.Contains(requests, t.Question):
		return "changed: the question is no request of the template with the given texts"
	}
	return ""
}
