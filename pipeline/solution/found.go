package solution

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// last is the step of a node that has its result.
func (c *composer) last(node string) *plan.Step {
	steps := c.steps[node]
	if len(steps) == 0 {
		return &plan.Step{}
	}
	return &steps[len(steps)-1]
}

// tools names the tools that a node calls, each once.
func (c *composer) tools(node string) string {
	var names []string
	for _, s := range c.steps[node] {
		if s.Tool != "" {
			names = append(names, s.Tool)
		}
	}
	names = unique(names)
	return strings.Join(names, c.Phrases["and"])
}

// using says with which tools a node computes, "" for none.
func (c *composer) using(node string) string {
	if tools := c.tools(node); tools != "" {
		return c.say("using", "tool", tools)
	}
	return ""
}

// members are the entities of a set, each once.
func (c *composer) members(node string) []string { return unique(c.values(node)) }

// values are the texts of a result as they are shown, those of an entity of several parts
// together.
func (c *composer) values(node string) []string {
	typ, selected := c.types[node], c.last(node).Selected
	parts := 1
	if e := c.domain.Entity(typ.Entity); e != nil && len(e.Parts) > 0 {
		parts = len(e.Parts)
	}
	var list []string
	for i := 0; i+parts <= len(selected); i += parts {
		text := draft.Name(selected[i : i+parts])
		if typ.Entity == "" || typ.Shape == plan.ShapeNumber {
			text = c.written(typ, text)
		}
		list = append(list, c.quoted(text, typ.Entity != ""))
	}
	return list
}

// written writes a value of a type as people do.
func (c *composer) written(typ plan.Type, text string) string {
	switch {
	case typ.Shape == plan.ShapeNumber:
		return c.amount(text, typ.Unit)
	case len(typ.Columns) == 1 && c.domain.Table(typ.Table) != nil && c.domain.Table(typ.Table).Column(typ.Columns[0]) != nil:
		return c.cell(c.domain.Table(typ.Table).Column(typ.Columns[0]), text)
	case typ.Unit != "":
		return c.amount(text, typ.Unit)
	}
	return c.day(text)
}

// cell writes a value of a column.
func (c *composer) cell(col *domain.Column, text string) string {
	switch {
	case col.Kind == domain.KindDate:
		return c.day(plainDay.ReplaceAllString(text, "$1-$2-$3"))
	case col.Kind == domain.KindCount && col.Measure.In(c.language) != "":
		return c.amount(text, col.Measure.In(c.language))
	case col.Kind.Numeric() && text != "":
		return c.amount(text, col.Unit)
	}
	return text
}

// result names the values of a node.
func (c *composer) result(node string) string { return c.list(c.values(node)) }

// first is the first text of a result as the step has it.
func (c *composer) first(node string) string {
	if s := c.last(node).Selected; len(s) > 0 {
		return s[0]
	}
	return ""
}

// name names the entity of a node.
func (c *composer) name(node string) string {
	if v := c.values(node); len(v) > 0 {
		return c.list(v)
	}
	return ""
}

// kind is the noun for the entities of a node.
func (c *composer) kind(node string) string {
	if e := c.domain.Entity(c.types[node].Entity); e != nil {
		return e.Label.In(c.language)
	}
	if t := c.domain.Table(c.types[node].Table); t != nil && len(c.types[node].Columns) == 1 && t.Column(c.types[node].Columns[0]) != nil {
		return t.Column(c.types[node].Columns[0]).Called(c.language)
	}
	return ""
}

// columnOf is a column of rows, called what questions call it.
func (c *composer) columnOf(rows, column string) *domain.Column {
	return c.domain.Table(c.types[rows].Table).Column(column)
}

func (c *composer) called(rows, column string) string {
	return c.columnOf(rows, column).Called(c.language)
}

// measure is the measure word of a table's rows.
func (c *composer) measure(t *domain.Table) string { return t.Measure.In(c.language) }

// measureOf is the measure word of the entities of a node: that of the first table whose rows
// they are.
func (c *composer) measureOf(node string) string {
	if e := c.types[node].Entity; e != "" {
		for i := range c.domain.Tables {
			if t := &c.domain.Tables[i]; t.Column(t.Key) != nil && t.KeyEntity() == e {
				return c.measure(t)
			}
		}
	}
	return c.Phrases["piece"]
}

func (c *composer) isDay(node string) bool { return isoDay.MatchString(c.first(node)) }
