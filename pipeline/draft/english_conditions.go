package draft

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func (g english) conditions(r *rowPhrase) string {
	if r.conditions == nil {
		return ""
	}
	named := slices.ContainsFunc(r.conditions, func(c condition) bool { return c.comparison == plan.Names })
	told := slices.ContainsFunc(r.conditions, func(c condition) bool { return g.byParty(&c) != "" })
	if told && len(r.conditions) == 1 {
		said := g.byParty(&r.conditions[0])
		if verb := said[strings.LastIndexByte(said, ' '):]; strings.Contains(r.base+" ", verb+" ") {
			return " by " + r.conditions[0].from // the penalty imposed on it by X
		}
	}
	if !named && (told || g.manner.variant("with", "who") == "who") {
		return " " + g.relativeClauses(r)
	}
	return " with " + g.conditionNouns(r)
}

// relativeClauses returns the conditions as clauses: "whose filing date falls in 2020".
func (g english) relativeClauses(r *rowPhrase) string { return joinConditions(r, g.relation) }

// conditionNouns returns the conditions as nouns: "a filing date in 2020".
func (g english) conditionNouns(r *rowPhrase) string { return joinConditions(r, g.feature) }

func joinConditions(r *rowPhrase, text func(*condition) string) string {
	texts := make([]string, len(r.conditions))
	for i := range r.conditions {
		texts[i] = text(&r.conditions[i])
	}
	return strings.Join(texts, " and ")
}

// englishComparisons are the variants of the words between a column and the operand of a
// condition: in a relative clause, and behind a noun.
var englishComparisons = map[plan.Comparison]struct{ clause, noun []string }{
	plan.Year:     {[]string{" is in ", " falls in "}, []string{"in ", "falling in "}},
	plan.Since:    {[]string{" is on or after ", " falls on or after "}, []string{"on or after ", "falling on or after "}},
	plan.Until:    {[]string{" is on or before ", " falls on or before "}, []string{"on or before ", "falling on or before "}},
	plan.During:   {[]string{" falls in the period from "}, []string{"from ", "in the period from "}},
	plan.Above:    {[]string{" is more than ", " is above ", " exceeds "}, []string{"of more than ", "above ", "exceeding ", "greater than "}},
	plan.Below:    {[]string{" is less than ", " is below "}, []string{"of less than ", "below ", "under "}},
	plan.AtLeast:  {[]string{" is at least "}, []string{"of at least ", "of no less than "}},
	plan.AtMost:   {[]string{" is at most "}, []string{"of at most ", "of no more than "}},
	plan.Within:   {[]string{" is more than ", " is above "}, []string{"of more than ", "above ", "exceeding "}},
	plan.Contains: {[]string{" contains"}, []string{"that contains", "containing"}},
}

// operand returns the operand of a condition; but joins the bounds of an open interval.
func (english) operand(c *condition, but string) string {
	switch c.comparison {
	case plan.Year:
		return c.from
	case plan.Since, plan.Until:
		return humanize.Day("en", c.from)
	case plan.During:
		return humanize.Day("en", c.from) + " to " + humanize.Day("en", c.to)
	case plan.Contains:
		return " “" + c.from + "”"
	case plan.Within:
		return humanize.Amount("en", c.declared, c.from) + but + humanize.Amount("en", c.declared, c.to)
	}
	return humanize.Amount("en", c.declared, c.from)
}

// held says a condition on an amount by what the entity looked up did to that extent: "in which X
// holds a stake of less than 80%"; "" if the domain has no words for it.
func (g english) held(r *rowPhrase, c *condition) string {
	words := englishComparisons[c.comparison].noun
	if c.action == "" || words == nil || r.subject == "" || r.perMember {
		return ""
	}
	return "in which " + r.subject + " " + c.action + " " + g.manner.variant(words[0], words[1:]...) + g.operand(c, " but less than ")
}

// byParty tells rows by what an entity did in them, in the clause of its column: "that X approved",
// "in which X is the buyer"; "" for other conditions, in drafts, and for a column without a
// clause.
func (g english) byParty(c *condition) string {
	before, ok := strings.CutSuffix(c.declared.Clause.In("en"), " "+domain.Slot)
	if !ok || !g.manner.isDrawn() || c.comparison != plan.Equals || c.declared.Entity == "" {
		return ""
	}
	said := strings.NewReplacer(domain.SlotWhich, c.from, domain.SlotWho, c.from).Replace(before)
	for _, preposition := range []string{"in", "of"} {
		if did, ok := strings.CutSuffix(said, " "+preposition); ok {
			return preposition + " which " + did
		}
	}
	return "that " + said
}

func (g english) relation(c *condition) string {
	if text := g.byParty(c); text != "" {
		return text
	}
	words := englishComparisons[c.comparison].clause
	switch {
	case words != nil:
		return "whose " + c.column + g.manner.variant(words[0], words[1:]...) + g.operand(c, " but less than ")
	case c.declared.Kind.Numeric():
		return "whose " + c.column + " is exactly " + g.operand(c, "")
	case c.name != "":
		return "whose " + c.column + " is " + c.name
	}
	if g.manner.isDrawn() && strings.Contains(c.declared.Clause.In("en"), domain.SlotWho) {
		return "whose " + c.column + " is " + c.from
	}
	return "whose " + c.column + " is “" + c.from + "”"
}

func (g english) feature(c *condition) string {
	words := englishComparisons[c.comparison].noun
	switch {
	case words != nil:
		return indefinite(c.column) + " " + g.manner.variant(words[0], words[1:]...) + g.operand(c, " but less than ")
	case c.name != "":
		return c.name + " as the " + c.column
	case c.declared.Kind.Numeric():
		return indefinite(c.column) + " of exactly " + g.operand(c, "")
	}
	return "“" + c.from + "” as the " + c.column
}
