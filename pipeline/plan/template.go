package plan

import "github.com/taskgrove/taskgrove/pipeline/domain"

// TemplateProgram returns the program that finds the contents of a text to be written.
// Its nodes are the start, named "start", and the steps under their own names; it has an
// answer for each slot, in order. Its start is unbound.
func TemplateProgram(t *domain.Template) *Program {
	p := &Program{Template: t.Name}
	p.Nodes = append(p.Nodes, Node{Name: domain.TemplateStartName, Do: &Start{Entity: t.Start.Entity}})
	for i := range t.Steps {
		p.Nodes = append(p.Nodes, Node{Name: t.Steps[i].Name, From: t.Steps[i].Of, Do: stepOperation(&t.Steps[i])})
	}
	for _, s := range t.Slots {
		p.Answers = append(p.Answers, AnswerSpec{From: s.Name, Form: Form{Style: StyleText}})
	}
	return p
}

// stepOperation returns the operation of a template's step.
func stepOperation(s *domain.TemplateStep) Operation {
	switch {
	case s.Lookup != "":
		return &Call{Tool: s.Lookup}
	case s.Column != "":
		return &Project{Columns: []string{s.Column}}
	case s.Extract != "":
		return &Extract{Pattern: s.Extract}
	case s.Retrieve != "":
		return &Retrieve{Tool: s.Retrieve, Passages: s.Passages}
	}
	return &Cite{Which: s.Cite}
}
