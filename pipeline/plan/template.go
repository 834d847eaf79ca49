package plan

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// TemplateProgram returns the program that finds the contents of a template's answer. Its
// nodes are the start, named "start", and the steps under their own names; it has an answer
// for each slot, in order. Its start is unbound, and so is the day that a step draws: give it
// to [Program.On].
func TemplateProgram(d *domain.Domain, t *domain.Template) *Program {
	p := &Program{Template: t.Name}
	p.Nodes = append(p.Nodes, Node{Name: domain.TemplateStartName, Do: &Start{Entity: t.Start.Entity}})
	for i := range t.Steps {
		s := &t.Steps[i]
		p.Nodes = append(p.Nodes, Node{Name: s.Name, From: s.Of, Do: stepOperation(s)})
	}
	tables := templateTables(d, t)
	for i := range t.Steps {
		if s := &t.Steps[i]; s.Entity != "" {
			p.Nodes[i+1].Do = &Project{Columns: tables[s.Of[0]].NameColumns(d.Entity(s.Entity))}
		}
	}
	forms := TemplateForms(d, t)
	for _, s := range t.Slots {
		p.Answers = append(p.Answers, AnswerSpec{From: s.Name, Form: forms[s.Name]})
	}
	return p
}

// TemplateForms returns the form in which an answer writes what a step of a template finds, by
// the step's name.
func TemplateForms(d *domain.Domain, t *domain.Template) map[string]Form {
	forms := map[string]Form{}
	tables := templateTables(d, t)
	for i := range t.Steps {
		s := &t.Steps[i]
		form := Form{Style: StyleText}
		switch {
		case s.Column != "":
			form = FormOf(tables[s.Of[0]].Column(s.Column))
		case s.Count:
			form = Form{Style: StyleCount}
		case s.Sum != "":
			form = FormOf(tables[s.Of[0]].Column(s.Sum))
		case s.Compute != "":
			form = computedForm(Function(s.Compute), forms[s.Of[0]].Unit, forms[s.Of[1]].Unit)
		case s.Tiers != nil:
			form = Form{Style: StyleNumber, Unit: percent, Places: ratePlaces(s.Tiers)}
		}
		forms[s.Name] = form
	}
	return forms
}

// templateTables returns the tables of the rows that the steps of a template find, by step.
func templateTables(d *domain.Domain, t *domain.Template) map[string]*domain.Table {
	tables := map[string]*domain.Table{}
	for i := range t.Steps {
		switch s := &t.Steps[i]; {
		case s.Lookup != "":
			tables[s.Name] = d.Table(d.Tool(s.Lookup).Table)
		case s.Record != "":
			tables[s.Name] = d.Table(s.Record)
		default:
			tables[s.Name] = tables[s.Of[0]]
		}
	}
	return tables
}

// computedForm returns the form of a number computed from two others in units.
func computedForm(f Function, a, b string) Form {
	switch {
	case f == Share:
		return Form{Style: StyleNumber, Unit: percent, Places: 4} // of a share of one in a thousand, three digits are left
	case f == Divide && a == b:
		a = ""
	case f == Multiply && (a == percent || a == ""):
		a = b
	}
	return Form{Style: StyleNumber, Unit: a, Places: 2}
}

// ratePlaces returns the largest number of decimal places of the tiers' rates.
func ratePlaces(tiers []domain.TemplateTier) int {
	most := 0
	for _, t := range tiers {
		_, fraction, _ := strings.Cut(t.Rate, ".")
		most = max(most, len(fraction))
	}
	return most
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
		return &Call{Tool: s.Lookup, Empty: s.Empty}
	case s.Record != "":
		return &Record{Table: s.Record}
	case s.Column != "":
		return &Project{Columns: []string{s.Column}}
	case s.Covering != nil:
		return &Covering{Begin: s.Covering.Begin, End: s.Covering.End}
	case s.Where != nil:
		return stepFilter(s)
	case s.Count:
		return &Count{}
	case s.Sum != "":
		return &Aggregate{Function: Sum, Column: s.Sum}
	case s.Compute != "":
		return &Arithmetic{Function: Function(s.Compute)}
	case s.Tiers != nil:
		o := &Tiered{}
		for _, t := range s.Tiers {
			o.Tiers = append(o.Tiers, RateTier(t))
		}
		return o
	case s.Latest != "":
		return &Superlative{Column: s.Latest, Order: Max}
	case s.Only:
		return &Only{}
	case s.Extract != "":
		return &Extract{Pattern: s.Extract}
	case s.Retrieve != "":
		return &Retrieve{Tool: s.Retrieve, Passages: s.Passages}
	case s.Recognize:
		return &Recognize{}
	}
	return &Cite{Which: s.Cite}
}

// stepFilter returns the operation of a step that keeps rows.
func stepFilter(s *domain.TemplateStep) Operation {
	f := &Filter{Column: s.Where.Column, Comparison: Stated, Empty: s.Empty}
	switch {
	case s.Where.Year != "":
		f.Comparison, f.Operand = Year, s.Where.Year
	case s.Where.Names:
		f.Comparison = Names
	}
	return f
}
