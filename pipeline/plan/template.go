package plan

import "github.com/taskgrove/taskgrove/pipeline/domain"

// TemplateProgram returns the program that finds the contents of a template's answer. Its
// nodes are the start, named "start", and the steps under their own names; it has an answer
// for each slot, in order. Its start is unbound, and so is the day that a step draws: give it
// to [Program.On].
func TemplateProgram(d *domain.Domain, t *domain.Template) *Program {
	p := &Program{Template: t.Name}
	p.Nodes = append(p.Nodes, Node{Name: domain.TemplateStartName, Do: &Start{Entity: t.Start.Entity}})
	tables := map[string]string{} // by step, the table of its rows
	columns := map[string]*domain.Column{}
	for i := range t.Steps {
		s := &t.Steps[i]
		p.Nodes = append(p.Nodes, Node{Name: s.Name, From: s.Of, Do: stepOperation(s)})
		switch {
		case s.Lookup != "":
			tables[s.Name] = d.Tool(s.Lookup).Table
		case s.Record != "":
			tables[s.Name] = s.Record
		case s.Column != "":
			columns[s.Name] = d.Table(tables[s.Of[0]]).Column(s.Column)
		default:
			tables[s.Name] = tables[s.Of[0]]
		}
	}
	for _, s := range t.Slots {
		form := Form{Style: StyleText}
		if c := columns[s.Name]; c != nil && t.Question() {
			form = FormOf(c)
		}
		p.Answers = append(p.Answers, AnswerSpec{From: s.Name, Form: form})
	}
	return p
}

// On returns a copy of the program of a template in which the step that draws a day has that
// ISO day. It returns the program itself if no step draws one.
func (p *Program) On(day string) *Program {
	q := p
	for i, n := range p.Nodes {
		if o, ok := n.Do.(*Covering); ok && len(n.From) == 1 {
			on := *o
			on.Day = day
			if q == p {
				q = &Program{Nodes: append([]Node(nil), p.Nodes...), Answers: p.Answers, Template: p.Template}
			}
			q.Nodes[i].Do = &on
		}
	}
	return q
}

// DrawnDay returns the day that a step of a template's program draws; "" if none does.
func (p *Program) DrawnDay() string {
	for _, n := range p.Nodes {
		if o, ok := n.Do.(*Covering); ok && len(n.From) == 1 {
			return o.Day
		}
	}
	return ""
}

// stepOperation returns the operation of a template's step.
func stepOperation(s *domain.TemplateStep) Operation {
	switch {
	case s.Lookup != "":
		return &Call{Tool: s.Lookup}
	case s.Record != "":
		return &Record{Table: s.Record}
	case s.Column != "":
		return &Project{Columns: []string{s.Column}}
	case s.Covering != nil:
		return &Covering{Begin: s.Covering.Begin, End: s.Covering.End}
	case s.Latest != "":
		return &Superlative{Column: s.Latest, Order: Max}
	case s.Only:
		return &Only{}
	case s.Extract != "":
		return &Extract{Pattern: s.Extract}
	case s.Retrieve != "":
		return &Retrieve{Tool: s.Retrieve, Passages: s.Passages}
	}
	return &Cite{Which: s.Cite}
}
