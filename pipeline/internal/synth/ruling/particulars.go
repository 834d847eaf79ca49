package ruling

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

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
	drawn map[int64]bool         // sums, so that no two are equal by chance
}

// addParticulars draws the particulars of a case and adds their slots.
func (t *shardRenderer) addParticulars(a *caseContext) {
	p := &particulars{t: t, a: a, r: t.files.At(a.index).At(2).Rand(),
		days: map[string]society.Day{}, sums: map[string]int64{}, cuts: map[string]int64{}, drawn: map[int64]bool{}}
	a.particulars = p
	p.addNames()
	p.addKind()
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
	"stray", "billed", "not_done", "no_papers", "clerk_told", "mended", "cure", "cure_failed", "measure", "own_denial", "acted_told",
	"owed", "used_by", "accepted", "left_undone", "less", "records", "like", "feature", "never_done", "others_told"}

// addStoryParts adds what differs by story, in the words of whoever tells it: by the rule for the
// defendant's name for itself.
func (t *shardRenderer) addStoryParts(a *caseContext, us string) {
	r := t.files.At(a.index).At(4).Rand()
	a.slots["us"] = t.expand(r, us, a)
	if a.slots["d_builder"] != "" {
		a.slots["us_builder"] = a.slots["us"]
	} else {
		a.slots["us_other"] = a.slots["us"]
	}
	if p := a.particulars; p != nil && p.share > 0 {
		a.slots["blame"+strconv.FormatInt(p.share, 10)] = a.slots["pl"]
	}
	a.slots["speaker"] = t.expand(r, choose(a.first.Plaintiffs[0].Person, "speaker_person", "speaker_company"), a)
	for _, part := range storyParts {
		a.slots[part] = t.expand(r, part+"_"+a.story.ID, a)
	}
	a.slots["paid_how"] = t.expand(r, "paid_how", a)
}

// day sets a slot to a business day at some per cent of the way between two days, which it returns; 0
// where there is none strictly between them.
func (p *particulars) day(slot string, from, to society.Day, percent int) society.Day {
	d := p.free(from + (to-from)*society.Day(percent)/100)
	if d <= from || d >= to {
		return 0
	}
	p.set(slot, d)
	return d
}

// free returns the last office day up to d on which nothing else happened: two days are not the same by chance.
func (p *particulars) free(d society.Day) society.Day {
	d = p.t.shard.World.Calendar.LastOpen(d)
	for slices.Contains(slices.Collect(maps.Values(p.days)), d) {
		d = p.t.shard.World.Calendar.LastOpen(d - 1)
	}
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
	p.a.slots[slot], p.sums[slot] = p.written(cents), cents
}

// wholeUnits is the style of sums from which Chinese never writes them in ten thousands.
const wholeUnits = 3

// written returns a sum as calculations have it, to the unit: one that was written in ten thousands beside others
// that are not would be hard to add up.
func (p *particulars) written(cents int64) string {
	style := p.a.sums
	if p.t.tag == "zh" {
		style = max(style, wholeUnits)
	}
	return p.t.language.sum(p.t.shard.World.Names, cents, style)
}

// part returns a round part of a sum, between two percentages.
func (p *particulars) part(of int64, from, to int) int64 {
	cents := rounded(of * int64(from+p.r.IntN(to-from)) / 100)
	for p.drawn[cents] && cents > 100 {
		cents = rounded(cents - max(cents/100, 100))
	}
	p.drawn[cents] = true
	return cents
}

// parts returns two small round parts of a sum, which differ.
func (p *particulars) parts(of int64) (one, two int64) {
	one = p.part(of, 5, 10)
	two = p.part(one, 45, 85)
	for p.drawn[one+two] && two > 100 {
		two = rounded(two * 9 / 10)
	}
	p.drawn[one+two] = true
	return one, two
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
	for _, slot := range otherCompanies {
		trade, r := p.tradeOf(slot), p.r
		if slot == "payer" {
			r = p.t.files.At(p.a.index).At(7).Rand()
		}
		for {
			n := w.Names.Company(name.CompanyName{
				Brand: w.Names.Brand(r.Uint64N(name.ShortBrands)), Trade: trade, Modifier: -1, Form: name.Limited,
			})
			if !slices.Contains(used, n) {
				p.a.slots[slot], used = n, append(used, n)
				break
			}
		}
	}
	if line := p.t.trade(&p.a.first.Defendants[0]); line < 0 || !w.Group("builders")[line] {
		delete(p.a.slots, "client") // who is no builder's client
	}
	for _, slot := range otherPeople {
		p.a.slots[slot] = w.Names.Person(p.r)
	}
}

// addKind adds the goods of a dispute by what can be wrong with them and what is done about it: a device can be
// repaired, pieces have a size, and of all others samples are tested. A lot of the last two is sent back. A patent is on
// things of which somebody buys a sample.
func (p *particulars) addKind() {
	m, set := p.a.slots, p.t.stories
	goods := m["goods"]
	made := p.a.story.ID == "product" || p.a.story.ID == "patent"
	if p.a.first.Dealing < 0 && !made || goods == "" {
		return
	}
	line := ""
	for _, trade := range p.t.shard.World.Names.Trades() {
		if slices.Contains(trade.Products, goods) {
			line = trade.ID
		}
	}
	cause := p.t.stories.byCause[p.a.subject]
	if p.a.story.ID == "patent" && !set.small[line] {
		return
	}
	m["patent"] = p.t.expand(p.r, choose(cause != nil && cause.Model, "patent_model", "patent_invention"), p.a)
	switch {
	case cause.isDesign():
		if set.devices[line] || set.pieces[line] {
			m["shaped"] = goods
		}
	case m["one"] != "":
		m["single"] = goods
	case set.devices[line]:
		m["devices"] = goods
	case set.pieces[line]:
		m["pieces"] = goods
	default:
		m["sampled"] = goods
	}
	if m["pieces"]+m["sampled"] != "" {
		m["lot"] = p.t.expand(p.r, "lot", p.a)
	}
}

// builders are the stories in which whoever supplies as well is a builder.
var builders = []string{"works", "interior", "crew", "expert", "damage", "body"}

// tradeOf returns the line of business of a company that is no party: the supplier's for whoever
// supplies or puts right the same, the customer's for who was the customer in truth or is another one, an owner's for a builder's client.
func (p *particulars) tradeOf(slot string) int {
	trades := p.t.shard.World.Names.Trades()
	at := func(id string) int { return slices.IndexFunc(trades, func(t name.Trade) bool { return t.ID == id }) }
	buys := slot == "buyer" || slot == "payer"
	switch story := p.a.story.ID; {
	case slot == "payer": // another customer
	case slot == "client":
		return at("property")
	case buys && story == "crew" && p.a.slots["chore"] != "":
		return at("human-resources")
	case buys && !slices.Contains(builders, story):
	case slices.Contains(builders, story):
		return at("building")
	case story == "software":
		return at("software")
	case slot == "third" && story == "product":
		return at("installation")
	case slot == "third" && story == "work":
		return at("culture")
	case story == "carriage":
		return at("logistics")
	}
	supplier, customer := &p.a.first.Plaintiffs[0], &p.a.first.Defendants[0]
	if (p.a.story.Supplier == defendant) != buys {
		supplier = customer
	}
	if trade := p.t.trade(supplier); trade >= 0 {
		return trade
	}
	return at(p.t.staple.ID)
}

// addDays adds the days of the relation and of the dispute.
func (p *particulars) addDays() {
	began, due, filed := p.a.first.Began, p.a.due, p.a.first.Filed
	for i, n := range p.r.Perm(9)[:4] {
		p.a.slots[[]string{"clause", "clause2", "clause3", "clause4"}[i]] = p.t.language.clause(4 + n)
	}
	agreed := p.day("agreed_day", began, due, 35+p.r.IntN(10))
	handed := began
	if late := society.Day(12 + p.r.IntN(40)); agreed > 0 && agreed+late < began+(due-began)*7/10 {
		handed = p.t.shard.World.Calendar.LastOpen(agreed + late)
		p.a.slots["late_days"] = strconv.Itoa(int(handed - agreed))
		p.day("cover_day", agreed, handed, 30+p.r.IntN(40))
		p.set("late_day", handed)
	}
	p.days2("note_day", began, due, 30+p.r.IntN(10), 20+p.r.IntN(20))
	if noticed := p.day("notice_day", max(handed, began+(due-began)/2), due, 10+p.r.IntN(25)); noticed > 0 {
		p.day("return_day", noticed+timeToCure, due, 45+p.r.IntN(20))
	}
	if signed := p.day("sign_day", began, due, 84+p.r.IntN(10)); signed > 0 {
		p.day("mail_day", signed, due, 50)
	}
	p.day("list_day", began, due, 91+p.r.IntN(6))
	if list, arrived := p.days["list_day"], p.days["note_day"]; list > arrived && arrived > 0 {
		p.a.slots["inspected_after"] = strconv.Itoa(int(list - arrived))
	}
	p.days2("ask_day", began, due, 62+p.r.IntN(10), 40+p.r.IntN(20))
	p.days2("meet_day", began, due, 54+p.r.IntN(10), 50+p.r.IntN(20))
	p.days2("urge_day", due, filed, 10+p.r.IntN(12), 20+p.r.IntN(15))
	if cross := p.day("cross_day", began, due, 20+p.r.IntN(20)); cross > 0 {
		p.day("cross_due", cross, min(due, cross+200), 40+p.r.IntN(30)) // before interest runs
	}
	p.addLateness(due, filed)
	if filed-due >= 60 {
		until := min(filed, due+200)
		if letter := p.days["letter_day"]; letter > 0 { // nobody asks for what it has put off
			until = min(until, letter)
		}
		p.day("until", due, until, 40+p.r.IntN(30))
		p.day("extension_day", max(began, due-12), due, 40+p.r.IntN(50))
	}
}

// timeToCure is the number of days, and more, for which a plaintiff has time to put faults right after they were complained of.
const timeToCure = 17

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
	letter := p.day("letter_day", from, filed-answered, 60+p.r.IntN(25))
	if letter > 0 && from > due && p.a.family() != wrong {
		p.set("expiry", from)
		arrived := letter + 1
		for !p.t.shard.World.Calendar.Open(arrived) {
			arrived++
		}
		p.set("arrived_day", arrived)
		p.a.slots["after_due"] = p.t.language.day(due + 1)
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

// checked is the most days between a check, whose result a defendant relies on, and what happened.
const checked = 90

// graveInjury is the claim, in cents, from which an injury was a grave one.
const graveInjury = 60_000 * 100

// addOwn adds the days of what is told of certain stories only.
func (p *particulars) addOwn() {
	began, due, filed := p.a.first.Began, p.a.due, p.a.first.Filed
	switch f := p.a.family(); {
	case f == labour:
		warned := p.days2("warned_day", began, due, 60+p.r.IntN(10), 40+p.r.IntN(20))
		left := due // of a dismissal
		if p.a.story.ID == "dismissal" {
			p.set("leave_day", left)
		} else {
			left = p.day("leave_day", max(began, warned, due-6), due+1, 60+p.r.IntN(30))
		}
		if left > 0 {
			p.addLastPay(left)
		}
	case f == wrong, p.a.ordersOnly():
		p.a.slots["injury"] = p.t.expand(p.r, choose(p.a.first.Claim < graveInjury, "injury_minor", "injury_grave"), p.a)
		p.day("check_day", began-checked, began, 10+p.r.IntN(50))
		bought := began - 70
		if slices.Contains(protected, p.a.story.ID) { // and sold for some time
			bought = began - 400
		}
		p.day("contract_day", bought, bought+60, 10+p.r.IntN(80))
		p.day("sample_day", began, min(began+12, filed), 30+p.r.IntN(50))
		p.day("cause_day", began, min(began+40, filed), 50+p.r.IntN(40))
		p.addRight()
		if told := p.day("told_day", began, min(began+8, filed), 30+p.r.IntN(40)); told > 0 && told+50 < filed {
			p.day("acted_day", told+14, told+50, 30+p.r.IntN(60))
			p.day("removed_day", told, told+6, 70)
		}
		p.day("insured_day", began, filed, 40+p.r.IntN(20))
	}
}

// addRight adds the day on which a right was applied for, and one before it on which the defendant, if it was there, already
// used what the right is to.
func (p *particulars) addRight() {
	began := p.a.first.Began
	right := p.day("right_day", began-1400, began-500, 10+p.r.IntN(80))
	founded := society.Day(0)
	if c := p.a.first.Defendants[0].Company; c >= 0 {
		founded = p.t.shard.Companies[c].Founded
	}
	p.day("lapsed_day", began, p.a.first.Filed, 20+p.r.IntN(50))
	p.day("earlier_day", max(right-500, founded+60), right-60, 20+p.r.IntN(60))
}

// addLastPay adds the day of the last payment of wages to somebody who has left, in the middle of the month
// after it, unless the dispute came first.
func (p *particulars) addLastPay(left society.Day) {
	y, m, _ := left.Date()
	paid := p.free(society.NewDay(y, m+1, 15))
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
