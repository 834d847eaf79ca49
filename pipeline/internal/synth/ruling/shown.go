package ruling

import (
	"fmt"
	"math/rand/v2"
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
		inAll := t.unitsOf(r, a, first.Claim+percent(first.Claim, 20, 140))
		m["in_all"], m["paid_earlier"] = sum(inAll), sum(inAll-first.Claim)
		if units, err := strconv.ParseInt(m["units_used"], 10, 64); err == nil {
			a.reckoned = append(a.reckoned, inAll/units)
		}
		const least, most = 4_000_00, 120_000_00 // for a lawyer
		m["counsel_cost"], m["notary_cost"] = sum(min(max(percent(first.Claim, 4, 12), least), most)), sum(int64(10+r.IntN(40))*100_00)
	}
	m["outlets"] = strconv.Itoa(3 + r.IntN(18))
	m[choose(first.Claim == 0, "pl_order", "pl_money")] = m["pl"] // who asks for an order alone claims no cost
	m["papers"], m["pictures"], m["stay"] = strconv.Itoa(4+r.IntN(37)), strconv.Itoa(6+r.IntN(31)), strconv.Itoa(9+r.IntN(24))
	t.addRent(a)
	t.addTrades(r, a)
	if a.story.ID == "release" {
		lent := int64(4+r.IntN(46)) * 100_000_00
		m["loan_sum"], m["interest_open"] = sum(lent), sum(twoDigits(lent*int64(12+r.IntN(20))/1000))
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

// unitsOf returns what a debt came to in all, at least a sum: of plant and of a labourer, whole days at a daily rate, which it
// adds to the slots.
func (t *shardRenderer) unitsOf(r *rand.Rand, a *caseContext, least int64) int64 {
	var rate int64
	days := int64(a.due - a.first.Began)
	switch a.story.ID {
	case "hire":
		rate = int64(6+r.IntN(27)) * 100_00
	case "crew":
		if rate = int64(18+r.IntN(20)) * 10_00; least > rate*days { // who brought others along
			return least
		}
	default:
		return least
	}
	units := (least + rate - 1) / rate
	a.slots["units_used"], a.slots["unit_rate"] = strconv.FormatInt(units, 10), t.language.sum(t.shard.World.Names, rate, a.sums)
	return units * rate
}

// addRent adds the term that premises are let for and the rent a month.
func (t *shardRenderer) addRent(a *caseContext) {
	if a.first.Term == 0 || a.first.Claim == 0 {
		return
	}
	monthly := a.first.Claim / int64(a.first.Term)
	a.reckoned, a.shownDays = append(a.reckoned, monthly), append(a.shownDays, a.first.TermEnd())
	a.slots["term_months"], a.slots["term_end"] = strconv.Itoa(a.first.Term), t.language.day(a.first.TermEnd())
	a.slots["monthly_rent"] = t.language.sum(t.shard.World.Names, monthly, a.sums)
	a.slots[map[int]string{3: "by_quarter", 6: "by_half", 12: "by_year"}[a.first.Term]] = a.slots["term_end"]
}

// addTrades adds how many securities an investor bought and sold, at prices whose difference makes up the claim, and the days of
// the report and of the sale.
func (t *shardRenderer) addTrades(r *rand.Rand, a *caseContext) {
	if a.story.ID != "misled" || a.first.Claim == 0 {
		return
	}
	m, calendar := a.slots, t.shard.World.Calendar
	const large = 500_000_00
	fall := []int64{250, 500, 1000}[r.IntN(3)] // cents, of each of which every sum claimed is a multiple
	if a.first.Claim > large {
		fall = 1000
	}
	bought := fall*2 + int64(r.IntN(1500))
	if m["bonds"] != "" {
		fall = []int64{2000, 2500, 4000}[r.IntN(3)]
		bought = int64(9600 + r.IntN(500))
	}
	price := func(cents int64) string { return t.language.sum(t.shard.World.Names, cents, wholeUnits) }
	m["traded"], m["bought_at"], m["sold_at"] = strconv.FormatInt(a.first.Claim/fall, 10), price(bought), price(bought-fall)
	a.reckoned = append(a.reckoned, bought, bought-fall)
	const week = 7
	year, _, _ := (a.first.Began - week).Date()
	report := calendar.LastOpen(society.NewDay(year, 4, 15+r.IntN(14))) // when annual reports are published
	if report > a.first.Began-week {
		report = calendar.LastOpen(society.NewDay(year-1, 4, 15+r.IntN(14)))
	}
	sold := calendar.FirstOpen(a.due + society.Day(8+r.IntN(12)))
	a.shownDays = append(a.shownDays, report, sold)
	m["report_day"], m["sold_day"] = t.language.day(report), t.language.day(sold)
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
