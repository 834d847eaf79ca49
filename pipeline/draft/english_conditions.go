package draft

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func (g english) conditions(r *rows) string {
	if r.conditions == nil {
		return ""
	}
	named := slices.ContainsFunc(r.conditions, func(c condition) bool { return c.comparison == plan.Names })
	if !named && g.manner.say("with", "who") == "who" {
		return " " + g.relations(r)
	}
	return " with " + g.features(r)
}

// relations returns the conditions as clauses: "whose filing date falls in 2020".
func (g english) relations(r *rows) string {
	texts := make([]string, len(r.conditions))
	for i := range r.conditions {
		texts[i] = g.relation(&r.conditions[i])
	}
	return strings.Join(texts, " and ")
}

func (g english) relation(c *condition) string {
	column := "whose " + c.column
	switch c.comparison {
	case plan.Year:
		return column + g.manner.say(" is in ", " falls in ") + c.from
	case plan.Since:
		return column + g.manner.say(" is on or after ", " falls on or after ") + humanize.Day("en", c.from)
	case plan.Until:
		return column + g.manner.say(" is on or before ", " falls on or before ") + humanize.Day("en", c.from)
	case plan.During:
		return column + " falls in the period from " + humanize.Day("en", c.from) + " to " + humanize.Day("en", c.to)
	case plan.Above:
		return column + g.manner.say(" is more than ", " is above ", " exceeds ") + humanize.Amount("en", c.declared, c.from)
	case plan.Below:
		return column + g.manner.say(" is less than ", " is below ") + humanize.Amount("en", c.declared, c.from)
	case plan.AtLeast:
		return column + " is at least " + humanize.Amount("en", c.declared, c.from)
	case plan.AtMost:
		return column + " is at most " + humanize.Amount("en", c.declared, c.from)
	case plan.Within:
		return column + g.manner.say(" is more than ", " is above ", " exceeds ") + humanize.Amount("en", c.declared, c.from) + " but is less than " + humanize.Amount("en", c.declared, c.to)
	case plan.Contains:
		return column + " contains “" + c.from + "”"
	}
	if c.declared.Kind.Numeric() {
		return column + " is exactly " + humanize.Amount("en", c.declared, c.from)
	}
	return column + " is “" + c.from + "”"
}

// features returns the conditions as what rows have: "a filing date in 2020".
func (g english) features(r *rows) string {
	texts := make([]string, len(r.conditions))
	for i := range r.conditions {
		texts[i] = g.feature(&r.conditions[i])
	}
	return strings.Join(texts, " and ")
}

func (g english) feature(c *condition) string {
	column := indefinite(c.column) + " "
	switch c.comparison {
	case plan.Year:
		return column + g.manner.say("in ", "falling in ") + c.from
	case plan.Since:
		return column + g.manner.say("on or after ", "falling on or after ") + humanize.Day("en", c.from)
	case plan.Until:
		return column + g.manner.say("on or before ", "falling on or before ") + humanize.Day("en", c.from)
	case plan.During:
		return column + g.manner.say("from ", "in the period from ") + humanize.Day("en", c.from) + " to " + humanize.Day("en", c.to)
	case plan.Above:
		return column + g.manner.say("of more than ", "above ", "exceeding ", "greater than ") + humanize.Amount("en", c.declared, c.from)
	case plan.Below:
		return column + g.manner.say("of less than ", "below ", "under ") + humanize.Amount("en", c.declared, c.from)
	case plan.AtLeast:
		return column + g.manner.say("of at least ", "of no less than ") + humanize.Amount("en", c.declared, c.from)
	case plan.AtMost:
		return column + g.manner.say("of at most ", "of no more than ") + humanize.Amount("en", c.declared, c.from)
	case plan.Within:
		return column + g.manner.say("of more than ", "above ", "exceeding ") + humanize.Amount("en", c.declared, c.from) + " but less than " + humanize.Amount("en", c.declared, c.to)
	case plan.Contains:
		return column + g.manner.say("that contains", "containing") + " “" + c.from + "”"
	case plan.Names:
		return c.name + " as the " + c.column
	}
	if c.declared.Kind.Numeric() {
		return column + "of exactly " + humanize.Amount("en", c.declared, c.from)
	}
	return "“" + c.from + "” as the " + c.column
}
