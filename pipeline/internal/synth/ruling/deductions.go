package ruling

import (
	"slices"
	"strconv"
	"strings"
)

// addPayments adds what the defendant has paid after the debt was due.
func (p *particulars) addPayments() {
	claim, due, filed := p.a.first.Claim, p.a.due, p.a.first.Filed
	first := p.part(claim, 35, 60)
	one, two := p.parts(claim)
	if filed-due < 30 {
		return
	}
	early, late := p.day("pay_day", due, filed, 12+p.r.IntN(10)), p.day("pay_day2", due, filed, 30+p.r.IntN(20))
	if early == 0 || late <= early {
		return
	}
	p.sum("paid_first", first)
	p.sum("paid_rest", claim-first)
	p.sum("part", one)
	p.sum("part2", two)
	p.cut("paid_in_part", "parts", one+two)
}

// addDeductions adds what stands against a debt.
func (p *particulars) addDeductions() {
	claim := p.a.first.Claim
	const lent = 10_000 * 100 // the least that a company lends to another
	if cross := p.part(claim, 8, 18); cross >= lent {
		p.cut("dealings", "cross", cross)
	}
	p.cut("defects", "repair", p.part(claim, 6, 14))
	p.cuts["rectify"] = p.cuts["defects"]
	p.cut("late", "cover_cost", p.part(claim, 5, 12))
	p.cut("others_part", "others_share", p.part(claim, 7, 16))
	p.cut("unfinished", "finishing", p.part(claim, 12, 22))
	p.cut("deductible", "deductible", p.part(claim, 5, 12))
	p.cut("undisclosed", "old_debt", p.part(claim, 6, 14))
	p.day("old_day", p.a.first.Began, p.a.due, 40+p.r.IntN(40))
	p.addRent()
	if day := p.days["note_day"]; day > 0 {
		least, most := 40, 70
		if p.a.story.ID == "crew" {
			least, most = 15, 30
		}
		p.sum("settled", p.part(claim, least, most))
		p.sum("third_paid", p.part(claim, 88, 97))
		p.day("settled_day", day, p.a.due, 30+p.r.IntN(30))
	}
	if p.a.story.ID == "dismissal" {
		p.addWage()
	}
	p.cut("delivery", "cash", p.part(claim, 10, 22))
	one, two := p.parts(claim)
	p.sum("note", one)
	p.sum("note2", two)
	p.cut("quantity", "notes", one+two)
	if p.a.slots["interest_due"] != "" {
		p.a.slots["claimed_rate"], p.a.slots["yearly"], _ = strings.Cut(p.t.expand(p.r, "claimed_rate", p.a), p.t.language.separator())
		p.a.slots["claimed_year"] = p.t.expand(p.r, "claimed_year", p.a)
		p.a.slots["lawful_rate"] = p.t.language.rate(p.t.shard.World.CentralBank(), 10, p.a.due, p.a.first.Filed)
	}
}

// addWage adds what a claim for damages for a dismissal comes to by the wage of the pay slips, and what was settled on leaving. A claim
// for one month's wage is too small to be disputed by it.
func (p *particulars) addWage() {
	claim := p.a.first.Claim
	months := claim / p.a.wage
	if months < 2 {
		p.addSettled(claim)
		return
	}
	wage := p.part(p.a.wage, 62, 82)
	for p.drawn[claim-wage*months] {
		wage = p.part(p.a.wage, 62, 82)
	}
	p.drawn[claim-wage*months] = true
	p.sum("fair_wage", wage)
	p.sum("fair", wage*months)
	p.cut("basis", "overstated", claim-wage*months)
	p.addSettled(wage * months)
}

// addSettled adds what was paid on leaving: near what is owed by the records, or the settlement would be open to attack.
func (p *particulars) addSettled(owed int64) {
	p.cut("leaving", "leave_paid", p.part(owed, 82, 95))
}

// addRent adds the rent of the days on which what was let could not be used, at the rate of a day of the term, whose first and last days count.
func (p *particulars) addRent() {
	term, idle := int64(p.a.due-p.a.first.Began)+1, int64(p.days["note_day2"]-p.days["note_day"])
	if p.days["note_day2"] == 0 || term <= 1 {
		return
	}
	daily := p.a.first.Claim / 100 / term * 100
	if daily == 0 {
		return
	}
	p.sum("daily", daily)
	p.a.slots["idle_days"] = strconv.FormatInt(idle, 10)
	p.cut("abatement", "abated", daily*idle)
}

// addPrice adds the price of a unit as it was agreed and as the plaintiff reckons it, where what is
// supplied in the story is sold by units.
func (p *particulars) addPrice() {
	var charged, odd int64
	for range pricesTried {
		var err error
		if charged, err = strconv.ParseInt(p.t.expand(p.r, "price_"+p.a.story.ID, p.a), 10, 64); err != nil {
			return
		}
		if odd = p.a.first.Claim % (charged * 100); odd == 0 || odd >= leastOdd {
			break
		}
	}
	agreed := charged - max(charged*int64(5+p.r.IntN(8))/100, 1)
	if p.a.first.Claim < 20*100*charged {
		return
	}
	units := p.a.first.Claim / 100 / charged
	switch days := int64(p.a.due - p.a.first.Began); {
	case p.a.story.ID == "interior" && units > largestRooms,
		p.a.story.ID == "crew" && p.a.first.Plaintiffs[0].Person && units > longestUnpaid,
		slices.Contains(byOneself, p.a.story.ID) && p.a.first.Plaintiffs[0].Person && units > days*6/7:
		return
	}
	p.a.slots["unit"], p.a.slots["unit_many"] = p.t.expand(p.r, "unit_"+p.a.story.ID, p.a), p.t.expand(p.r, "unit_many_"+p.a.story.ID, p.a)
	p.a.slots["units"] = strconv.FormatInt(units, 10)
	p.sum("charged", charged*100)
	p.sum("agreed", agreed*100)
	p.sum("surplus", (charged-agreed)*100)
	if odd > 0 {
		p.sum("odd", odd)
		p.a.slots["odd_for"] = p.t.expand(p.r, "odd_for_"+p.a.story.ID, p.a)
	}
	p.cut("method", "overcharged", units*(charged-agreed)*100)
}

// leastOdd is the least sum, in cents, that is claimed beside the units, and pricesTried the number of prices drawn
// until it is no less.
const (
	leastOdd    = 60 * 100
	pricesTried = 8
)

// byOneself are the stories of which one person does no more than one unit a day.
var byOneself = []string{"crew", "service", "expert", "carriage"}

// longestUnpaid is the most days that a labourer works before any of them is paid.
const longestUnpaid = 150

// largestRooms is the most square metres of an office or a shop whose decoration is disputed by the metre.
const largestRooms = 1500

// evidenced are the stories whose last item is the cost of evidence, a small part of a claim.
var evidenced = []string{"mark", "patent", "work", "rivalry", "libel"}

// oddUnits is what an item comes to at most beside a round sum, in the currency.
const oddUnits = 98

// addItems divides the claim into items, where the story has such, and adds what is wrong with them.
func (p *particulars) addItems() {
	p.a.slots["pursuit"] = p.t.expand(p.r, choose(p.a.first.PlaintiffFirm != "", "pursuit_counsel", "pursuit_own"), p.a)
	listed := p.t.expand(p.r, "items_"+p.a.story.ID, p.a)
	if listed == "" {
		return
	}
	items := strings.Split(listed, p.t.language.separator())
	rest := p.a.first.Claim
	sums := make([]int64, len(items))
	for i := len(items) - 1; i > 0; i-- {
		from, to := 6+7*i, 12+8*i
		if slices.Contains(evidenced, p.a.story.ID) {
			from, to = 10-4*i, 15-5*i
		}
		sums[i] = p.part(p.a.first.Claim, from, to) + int64(p.r.IntN(oddUnits))*100
		rest -= sums[i]
	}
	sums[0] = rest
	for i, item := range items {
		n := strconv.Itoa(i + 1)
		p.a.slots["item"+n] = item
		p.sum("item_sum"+n, sums[i])
	}
	p.share = int64(20 + 10*p.r.IntN(3))
	p.a.slots["share"] = strconv.FormatInt(p.share, 10)
	if p.a.story.ID == "mark" || p.a.story.ID == "patent" { // most of a turnover is cost
		p.cut("high", "excess", p.part(sums[0], 62, 78))
	} else {
		p.cut("high", "excess", p.part(sums[0], 12, 28))
	}
	p.cut("unrelated", "stray_sum", p.part(sums[0], 10, 22))
	if p.a.story.ID == "crash" { // of the repairs
		p.cut("insured", "insured", p.part(sums[1], 20, 34))
	} else {
		p.cut("insured", "insured", p.part(sums[0], 10, 24))
	}
	if p.a.family() == labour {
		fair := p.part(sums[0], 55, 75)
		p.sum("fair", fair)
		p.cut("basis", "overstated", p.a.first.Claim-fair)
		p.cut("allowance", "allowed", p.part(sums[0], 12, 24))
		p.cuts["unarbitrated"] = sums[1]
		p.cut("wage_paid", "paid_total", fair)
		p.addSettled(fair)
		return
	}
	p.cut("receipts", "bare", p.part(sums[1], 30, 65))
	p.cut("mitigation", "grown", p.part(sums[len(sums)-1], 35, 70))
}

// remainder returns what the pleas leave of the claim; 0 if none of them takes off a sum.
func (p *particulars) remainder(pleas []*plea) int64 {
	left, share := p.a.first.Claim, p.shared(pleas)
	for _, q := range pleas {
		left -= p.cuts[q.ID]
	}
	if left == p.a.first.Claim && share == 0 || !slices.ContainsFunc(pleas, func(q *plea) bool { return q.Asks == reduction }) {
		return 0
	}
	return (left*(100-share) + 50) / 100
}

// rounds reports whether what the pleas leave of the claim is no whole number of cents.
func (p *particulars) rounds(pleas []*plea) bool {
	left := p.a.first.Claim
	for _, q := range pleas {
		left -= p.cuts[q.ID]
	}
	return left*(100-p.shared(pleas))%100 != 0
}

// shared returns the per cent of the harm that the pleas leave to the plaintiff.
func (p *particulars) shared(pleas []*plea) int64 {
	if slices.ContainsFunc(pleas, func(q *plea) bool { return q.ID == "contributory" }) {
		return p.share
	}
	return 0
}

// working returns the calculation of what the pleas leave of the claim, in their order.
func (p *particulars) working(pleas []*plea) string {
	text, cut := p.written(p.a.first.Claim), false
	for _, q := range pleas {
		if p.cuts[q.ID] > 0 {
			text, cut = text+" − "+p.written(p.cuts[q.ID]), true
		}
	}
	if share := p.shared(pleas); share > 0 {
		if cut {
			text = "(" + text + ")"
		}
		text += " × " + strconv.FormatInt(100-share, 10) + "%"
	}
	text += " = " + p.written(p.remainder(pleas))
	if p.rounds(pleas) {
		text += p.t.expand(p.t.files.Rand(), "rounded_told", p.a)
	}
	return text
}
