package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Rows is the target of a path whose answer is the number of rows, not a column.
const Rows = "*"

// Targets returns the targets that a question can ask of a path's last lookup: the
// columns it returns, in table order, and then [Rows] if it returns a set. Columns of
// prose, columns that the lookup matched, columns that nobody asks for ([domain.Never])
// and those that only file a row ([domain.Filing]) are left out.
func Targets(d *domain.Domain, p Path) []string {
	last := p.Hops[len(p.Hops)-1]
	t := d.Tool(last.Tool)
	var matched []string
	for _, m := range matches(d, t, last.Accepts) {
		matched = append(matched, m.Columns...)
	}
	var targets []string
	for _, c := range d.Table(t.Table).Columns {
		if c.Kind == domain.KindProse || c.Asked == domain.Never || c.Meaning() == domain.Filing || slices.Contains(matched, c.Name) ||
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

// FormOf returns the default form of answers from a column: amounts of money and ratios in
// their unit to two decimal places, other numbers in their unit without decimal places,
// days in full, and other values as the source writes them.
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
