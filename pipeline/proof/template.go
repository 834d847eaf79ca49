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
	if t.Review.Edited(task.PlanEdited) {
		want.Answers = t.Plan.Answers // people may choose their form
	}
	if len(starts) != 1 || !want.Bind(starts[0].Value).Equal(t.Plan) {
		return nil, "invalid: the program is not that of template " + template.Name
	}
	return template, ""
}

// leads checks that each step of a task's template leads to what is asked for: a slot, a fact, a
// point or a given text.
func (p *prover) leads(t *task.Task) (Finding, error) {
	template, fault := p.ofTemplate(t)
	if fault != "" {
		return Finding{Fault: fault}, nil
	}
	asked := slices.Concat(template.Facts, template.Points)
	for _, s := range template.Slots {
		asked = append(asked, s.Name)
	}
	for _, g := range template.Given {
		asked = append(asked, g.Name)
	}
	for i := len(template.Steps) - 1; i >= 0; i-- {
		s := &template.Steps[i]
		if !slices.Contains(asked, s.Name) {
			return Finding{Fault: "droppable: step " + s.Name + " leads to nothing that is asked for"}, nil
		}
		asked = append(asked, s.Of...)
	}
	return Finding{Certificate: fmt.Sprintf("each of %s of template %s leads to what is asked for", plural(len(template.Steps), "step"), template.Name)}, nil
}

// onlyProgram checks that a task has the program of its template, which has no neighbours.
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
	if fault := p.requested(t); fault != "" {
		return Finding{Fault: fault}, nil
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
