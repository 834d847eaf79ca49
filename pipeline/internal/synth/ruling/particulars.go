package ruling

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// particulars are the days, sums and names that the file of a case tells beyond its data. They are
// drawn once per case, agree with its days and add up with its claim, and are slots of the rules for
// complaints and pleas. What cannot be had in the case (a payment after a debt was due that was sued
// for at once) is missing, and with it the pleas that need it.
type particulars struct {
	t *shardRenderer
	a *caseContext
	r *rand.Rand

	days  map[string]society.Day // by slot
	sums  map[string]int64       // in cents, by slot
	cuts  map[string]int64       // what a plea takes off the claim, in cents, by its identifier
	share int64                  // per cent of the harm for which the plaintiff answers
}

// addParticulars draws the particulars of a case and adds their slots.
func (t *shardRenderer) addParticulars(a *caseContext) {
	p := &particulars{t: t, a: a, r: t.files.At(a.index).At(2).Rand(),
		days: map[string]society.Day{}, sums: map[string]int64{}, cuts: map[string]int64{}}
	a.particulars = p
	p.addNames()
	p.addDays()
	p.addOwn()
	p.addWords()
	if a.first.Claim > 0 {
		p.addPayments()
		p.addDeductions()
		p.addPrice()
		p.addItems()
	}
	t.addStoryParts(a, "us_told")
}

// itemised returns the particulars of a case whose claim has items, with slots of their own; nil for others.
func (t *shardRenderer) itemised(a *caseContext) *particulars {
	if a.family() != wrong || !t.has["items_"+a.story.ID] {
		return nil
	}
	b := *a
	b.slots = maps.Clone(a.slots)
	if b.slots["site"] == "" {
		t.addIntroduction(&b)
	}
	t.addParticulars(&b)
	return b.particulars
}

// storyParts are the slots that each story fills in its own way, from the rule with its identifier behind.
var storyParts = []string{"papers_due", "fault", "late_what", "cover_told", "other_cause", "excess_told", "blame", "care_told",
	"stray", "not_done", "no_papers", "clerk_told", "mended", "measure", "own_denial", "acted_told"}

// addStoryParts adds what differs by story, in the words of whoever tells it: by the rule for the
// defendant's name for itself.
func (t *shardRenderer) addStoryParts(a *caseContext, us string) {
	r := t.files.At(a.index).At(4).Rand()
	a.slots["us"] = t.expand(r, us, a)
	a.slots["speaker"] = t.expand(r, choose(a.first.Plaintiffs[0].Person, "speaker_person", "speaker_company"), a)
	for _, part := range storyParts {
		a.slots[part] = t.expand(r, part+"_"+a.story.ID, a)
	}
}

// day sets a slot to a business day at some per cent of the way between two days, which it returns; 0
// where there is none strictly between them.
func (p *particulars) day(slot string, from, to society.Day, percent int) society.Day {
	d := p.t.shard.World.Calendar.LastOpen(from + (to-from)*society.Day(percent)/100)
	if d <= from || d >= to {
		return 0
	}
	p.set(slot, d)
	return d
}

// days2 sets a slot to a day and the slot with a 2 behind it to a later one, at some per cent of what is
// left, which it returns; 0 where there are no two such days.
func (p *particulars) days2(slot string, from, to society.Day, percent, next int) society.Day {
	first := p.day(slot, from, to, percent)
	if first == 0 {
		return 0
	}
	return p.day(slot+"2", first, to, next)
}

// set sets a slot to a day.
func (p *particulars) set(slot string, d society.Day) {
	p.a.slots[slot], p.days[slot] = p.t.language.day(d), d
}

// sum sets a slot to a sum.
func (p *particulars) sum(slot string, cents int64) {
	p.a.slots[slot], p.sums[slot] = p.t.language.sum(p.t.shard.World.Names, cents, p.a.sums), cents
}

// part returns a round part of a sum, between two percentages.
func (p *particulars) part(of int64, from, to int) int64 {
	return rounded(of * int64(from+p.r.IntN(to-from)) / 100)
}

// parts returns two small round parts of a sum, which differ.
func (p *particulars) parts(of int64) (one, two int64) {
	one = p.part(of, 5, 10)
	return one, rounded(one * int64(45+p.r.IntN(40)) / 100)
}

// cut sets a slot to what a plea takes off the claim.
func (p *particulars) cut(plea, slot string, cents int64) {
	p.sum(slot, cents)
	p.cuts[plea] = cents
}

// rounded rounds a sum as people do: to two digits, and to whole yuan.
func rounded(cents int64) int64 {
	unit := int64(100)
	for cents/unit >= 100 {
		unit *= 10
	}
	return max(cents/unit, 1) * unit
}

// addNames adds people and companies that are no parties.
func (p *particulars) addNames() {
	w := p.t.shard.World
	used := slices.Concat(names(p.a.first.Plaintiffs), names(p.a.first.Defendants))
	for _, slot := range []string{"third", "client", "cover", "fixer"} {
		trade := p.tradeOf(slot)
		for {
			n := w.Names.Company(name.CompanyName{
				Brand: w.Names.Brand(p.r.Uint64N(name.ShortBrands)), Trade: trade, Modifier: -1, Form: name.Limited,
			})
			if !slices.Contains(used, n) {
				p.a.slots[slot], used = n, append(used, n)
				break
			}
		}
	}
	for _, slot := range []string{"agent", "clerk", "witness"} {
		p.a.slots[slot] = w.Names.Person(p.r)
	}
}

// builders are the stories in which whoever supplies as well is a builder.
var builders = []string{"works", "interior", "crew", "expert", "damage", "body"}

// tradeOf returns the line of business of a company that is no party: the supplier's for whoever
// supplies as well, the customer's for a customer, a merchant's for other goods, an installer's for repairs.
func (p *particulars) tradeOf(slot string) int {
	trades := p.t.shard.World.Names.Trades()
	at := func(id string) int { return slices.IndexFunc(trades, func(t name.Trade) bool { return t.ID == id }) }
	switch story := p.a.story.ID; {
	case slot == "client":
	case slices.Contains(builders, story):
		return at("building")
	case slot != "third" && story == "goods":
		return at(p.t.staple.ID)
	case slot == "fixer" && story == "making", slot == "third" && story == "product":
		return at("installation")
	}
	supplier, customer := p.a.first.Plaintiffs[0].Company, p.a.first.Defendants[0].Company
	if p.a.story.Supplier == defendant {
		supplier, customer = customer, supplier
	}
	if slot == "client" {
		supplier, customer = customer, supplier
	}
	if supplier >= 0 && p.t.shard.Companies[supplier].NameParts.Trade >= 0 {
		return p.t.shard.Companies[supplier].NameParts.Trade
	}
	return at(p.t.staple.ID)
}

// addDays adds the days of the relation and of the dispute.
func (p *particulars) addDays() {
	began, due, filed := p.a.first.Began, p.a.due, p.a.first.Filed
	for i, n := range p.r.Perm(9)[:3] {
		p.a.slots[[]string{"clause", "clause2", "clause3"}[i]] = strconv.Itoa(4 + n)
	}
	agreed := p.day("agreed_day", began, due, 35+p.r.IntN(10))
	handed := began
	if late := society.Day(12 + p.r.IntN(40)); agreed > 0 && agreed+late < began+(due-began)*7/10 {
		handed = p.t.shard.World.Calendar.LastOpen(agreed + late)
		p.a.slots["late_days"] = strconv.Itoa(int(handed - agreed))
		p.set("late_day", handed)
	}
	p.days2("note_day", began, due, 30+p.r.IntN(10), 20+p.r.IntN(20))
	p.day("notice_day", max(handed, began+(due-began)*6/10), due, 30+p.r.IntN(30))
	if signed := p.day("sign_day", began, due, 84+p.r.IntN(10)); signed > 0 {
		p.day("mail_day", signed, due, 50)
	}
	p.day("list_day", began, due, 91+p.r.IntN(6))
	p.days2("ask_day", began, due, 62+p.r.IntN(10), 40+p.r.IntN(20))
	p.days2("urge_day", due, filed, 10+p.r.IntN(12), 20+p.r.IntN(15))
	if cross := p.day("cross_day", began, due, 20+p.r.IntN(20)); cross > 0 && filed-due >= 20 {
		p.day("cross_due", due, filed, 15+p.r.IntN(25))
	}
	p.addLateness(due, filed)
	if filed-due >= 60 {
		p.day("until", due, min(filed, due+200), 40+p.r.IntN(30))
		p.day("extension_day", max(began, due-12), due, 40+p.r.IntN(50))
	}
}

// answered is the number of days for which a plaintiff waits for an answer to its letter before it sues.
const answered = 17

// addLateness adds the day on which the time to sue or to go to arbitration was over and the days of
// what the plaintiff did to be paid. Nothing was asked for in writing before the time was over.
func (p *particulars) addLateness(due, filed society.Day) {
	after := func(plea string) society.Day {
		y, m, d := due.Date()
		return society.NewDay(y+p.t.plea(plea).Years, m, d)
	}
	if p.a.family() == labour {
		p.addArbitration(due, filed, after("arbitration_time"))
		return
	}
	from := due
	if over := after("limitation"); over < filed {
		from = over
	}
	if p.a.family() == wrong { // what is due then is what was done
		from = max(from, p.a.first.Began+(filed-p.a.first.Began)/2)
	}
	if letter := p.day("letter_day", from, filed-answered, 60+p.r.IntN(25)); letter > 0 && from > due && p.a.family() != wrong {
		p.set("expiry", from)
	}
}

// addArbitration adds when the plaintiff went to arbitration and when the award was made.
func (p *particulars) addArbitration(due, filed, over society.Day) {
	award := p.day("award_day", max(due, filed-16), filed, 20+p.r.IntN(50))
	if award == 0 {
		return
	}
	arbitration := p.day("arbitration_day", max(due, award-60), award, 5+p.r.IntN(40))
	if arbitration > over {
		p.set("expiry", over)
	}
}

// addOwn adds the days of what is told of certain stories only.
func (p *particulars) addOwn() {
	began, due, filed := p.a.first.Began, p.a.due, p.a.first.Filed
	switch p.a.family() {
	case labour:
		warned := p.days2("warned_day", began, due, 60+p.r.IntN(10), 40+p.r.IntN(20))
		if left := p.day("leave_day", max(began, warned, due-6), due+1, 60+p.r.IntN(30)); left > 0 {
			p.addLastPay(left)
		}
	case wrong:
		p.day("check_day", began-15, began, 40+p.r.IntN(50))
		p.day("contract_day", began-70, began-10, 10+p.r.IntN(80))
		p.day("sample_day", began, min(began+12, filed), 30+p.r.IntN(50))
		p.day("cause_day", began, min(began+40, filed), 50+p.r.IntN(40))
		if told := p.day("told_day", began, min(began+8, filed), 30+p.r.IntN(40)); told > 0 && told+50 < filed {
			p.day("acted_day", told+14, told+50, 30+p.r.IntN(60))
			p.day("removed_day", told, told+6, 70)
		}
		p.day("insured_day", began, filed, 40+p.r.IntN(20))
	}
}

// addLastPay adds the day of the last payment of wages to somebody who has left, in the middle of the month
// after it, unless the dispute came first.
func (p *particulars) addLastPay(left society.Day) {
	y, m, _ := left.Date()
	paid := p.t.shard.World.Calendar.LastOpen(society.NewDay(y, m+1, 15))
	dispute := p.a.first.Filed
	if arbitration := p.days["arbitration_day"]; arbitration > 0 {
		dispute = arbitration
	}
	if paid < dispute {
		p.set("last_pay", paid)
	}
}

// addWords adds what the claim is called and from when interest is claimed: the day after that of payment.
func (p *particulars) addWords() {
	word := "sum_word_other"
	if p.a.slots["interest_due"] != "" {
		word = "sum_word_principal"
		p.a.slots["interest_from"] = p.t.language.day(p.a.due + 1)
	}
	p.a.slots["sum_word"] = p.t.expand(p.r, word, p.a)
}

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
	p.cut("abatement", "abated", p.part(claim, 7, 15))
	p.cut("delivery", "cash", p.part(claim, 10, 22))
	one, two := p.parts(claim)
	p.sum("note", one)
	p.sum("note2", two)
	p.cut("quantity", "notes", one+two)
	if p.a.slots["interest_due"] != "" {
		for _, slot := range []string{"claimed_rate", "claimed_year"} {
			p.a.slots[slot] = p.t.expand(p.r, slot, p.a)
		}
		p.a.slots["lawful_rate"] = p.t.language.rate(p.t.shard.World.CentralBank(), 10, p.a.due, p.a.first.Filed)
	}
}

// addPrice adds the price of a unit as it was agreed and as the plaintiff reckons it, where what is
// supplied in the story is sold by units.
func (p *particulars) addPrice() {
	charged, err := strconv.ParseInt(p.t.expand(p.r, "price_"+p.a.story.ID, p.a), 10, 64)
	agreed := charged - max(charged*int64(5+p.r.IntN(8))/100, 1)
	if err != nil || p.a.first.Claim < 20*100*charged {
		return
	}
	units := p.a.first.Claim / 100 / charged
	p.a.slots["unit"] = p.t.expand(p.r, "unit_"+p.a.story.ID, p.a)
	p.a.slots["units"] = strconv.FormatInt(units, 10)
	p.sum("charged", charged*100)
	p.sum("agreed", agreed*100)
	if odd := p.a.first.Claim - units*charged*100; odd > 0 {
		p.sum("odd", odd)
	}
	p.cut("method", "overcharged", units*(charged-agreed)*100)
}

// evidenced are the stories whose last item is the cost of evidence, a small part of a claim.
var evidenced = []string{"mark", "patent", "work", "rivalry", "libel"}

// addItems divides the claim into items, where the story has such, and adds what is wrong with them.
func (p *particulars) addItems() {
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
		sums[i] = p.part(p.a.first.Claim, from, to)
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
	p.cut("high", "excess", p.part(sums[0], 12, 28))
	p.cut("unrelated", "stray_sum", p.part(sums[0], 10, 22))
	p.cut("insured", "insured", p.part(p.a.first.Claim, 6, 14))
	if p.a.family() == labour {
		fair := p.part(sums[0], 55, 75)
		p.sum("fair", fair)
		p.cut("basis", "overstated", sums[0]-fair)
		p.cut("allowance", "allowed", p.part(sums[0], 12, 24))
		p.cuts["unarbitrated"] = sums[1]
		p.sum("paid_total", fair+sums[1])
		return
	}
	p.cut("receipts", "bare", p.part(sums[1], 30, 65))
	p.cut("mitigation", "grown", p.part(sums[len(sums)-1], 35, 70))
}

// remainder returns what the pleas leave of the claim; 0 if none of them takes off a sum.
func (p *particulars) remainder(pleas []*plea) int64 {
	left, share := p.a.first.Claim, int64(0)
	for _, q := range pleas {
		left -= p.cuts[q.ID]
		if q.ID == "contributory" {
			share = p.share
		}
	}
	if left == p.a.first.Claim && share == 0 {
		return 0
	}
	return left * (100 - share) / 100
}
