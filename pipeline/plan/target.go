package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Rows is the target of a path whose answer is how many rows there are.
const Rows = "*"

// Targets returns what a path's last lookup can be asked for: its answer columns
// in table order, and [Rows] where it returns a set. Columns of long text and
// those the lookup matched are no targets.
func Targets(d *domain.Domain, p Path) []string {
	last := p.Hops[len(p.Hops)-1]
	t := d.Tool(last.Tool)
	var matched []string
	for _, m := range matches(d, t, last.Accepts) {
		matched = append(matched, m.Columns...)
	}
	var targets []string
	for _, c := range d.Table(t.Table).Columns {
		if c.Kind == domain.KindProse || slices.Contains(matched, c.Name) ||
			(t.Returns == domain.Field && c.Name != t.Column) {
			continue
		}
		targets = append(targets, c.Name)
	}
	if t.Returns == domain.Many {
		targets = append(targets, Rows)
	}
	return targets
}

// FormOf returns the form answers from a column take unless a plan demands
// another: amounts and shares in their unit to two places, days in full,
// everything else as the source has it.
func FormOf(c *domain.Column) Form {
	switch c.Kind {
	case domain.KindMoney, domain.KindRatio:
		return Form{Style: StyleNumber, Unit: c.Unit, Places: 2}
	case domain.KindNumber, domain.KindCount, domain.KindRank:
		return Form{Style: StyleNumber, Unit: c.Unit}
	case domain.KindDate:
		return Form{Style: StyleDate}
	}
	return Form{Style: StyleText}
}
