package ruling

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// addShown adds the slots of what a court finds before it decides: what came due in all and what was paid of it, what
// protecting a right cost, since when the right exists and of what kind it is, what a buyer had paid of a price, and
// what was transferred.
func (t *shardRenderer) addShown(a *caseContext) {
	m, first := a.slots, a.first
	r := t.objects.At(a.First).At(9).Rand()
	sum := func(cents int64) string {
		a.reckoned = append(a.reckoned, cents)
		return t.language.sum(t.shard.World.Names, cents, a.sums)
	}
	percent := func(cents int64, least, most int) int64 {
		return twoDigits(cents * int64(least+r.IntN(most-least)) / 100)
	}
	if first.Claim > 0 {
		earlier := percent(first.Claim, 20, 140)
		m["in_all"], m["paid_earlier"] = sum(first.Claim+earlier), sum(earlier)
		const least, most = 4_000_00, 120_000_00 // for a lawyer
		m["counsel_cost"], m["notary_cost"] = sum(min(max(percent(first.Claim, 4, 12), least), most)), sum(int64(10+r.IntN(40))*100_00)
	}
	m["outlets"] = strconv.Itoa(3 + r.IntN(18))
	if first.Claim == 0 {
		m["pl_order"] = m["pl"] // who asks for an order alone, and claims no cost
	}
	if first.Value > 0 {
		m["part_paid"] = sum(percent(first.Value, 50, 85))
	}
	a.granted = t.shard.World.Calendar.LastOpen(first.Began - society.Day(100+r.IntN(340))) // after what files say of the application
	m["granted_day"] = t.language.day(a.granted)
	switch set := t.stories.byCause[a.subject]; {
	case set.isDesign():
		m["design"] = t.expand(r, "kind_design", a)
	case set != nil && set.Model:
		m["invention"] = t.expand(r, "kind_model", a)
	default:
		m["invention"] = t.expand(r, "kind_invention", a)
	}
	if a.story.ID == "shares" {
		n := t.shard.World.Names
		m["target"] = n.Company(name.CompanyName{Brand: n.Brand(r.Uint64N(name.ShortBrands)), Trade: t.offered(a, r.IntN(len(n.Trades()))), Modifier: -1, Form: name.Limited})
		m["stake"] = fmt.Sprintf("%d%%", 5*(2+r.IntN(17)))
	}
}

// offered returns the first plaintiff's line of business, or another if it has none.
func (t *shardRenderer) offered(a *caseContext, other int) int {
	if line := t.trade(&a.first.Plaintiffs[0]); line >= 0 {
		return line
	}
	return other
}

// twoDigits returns a sum with all digits after the second cut off, in cents, of one unit of the currency at least.
func twoDigits(cents int64) int64 {
	unit := int64(100)
	for cents >= 100*unit {
		unit *= 10
	}
	return max(cents/unit*unit, unit)
}

// shownRule returns the rule for what the court finds on the evidence, on which its reasons rest; "" if it decided
// nothing, or finds by what the claim was cut.
func (t *shardRenderer) shownRule(a *caseContext) string {
	rule := t.roleRule("shown", a)
	switch outcome := a.first.Outcome; {
	case a.story.Family == review && outcome == society.Dismissed:
		rule = a.story.ID + "_shown_dismissed"
	case outcome != society.Granted && outcome != society.Partly, a.story.Family == review && outcome != society.Granted:
		return ""
	}
	if own := rule + "_" + string(a.cut); t.has[own] {
		return own
	}
	if a.cut != "" && a.owes() { // the sum is what its own finding makes of it
		return ""
	}
	return rule
}
