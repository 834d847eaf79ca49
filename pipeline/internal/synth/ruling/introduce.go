package ruling

import (
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// addIntroduction adds the slots of long texts only: the parties of the dispute, its subject,
// and the first court's decision.
func (t *shardRenderer) addIntroduction(a *caseContext) {
	s, sp, m := t.shard, t.language, a.slots
	first := a.first
	plaintiffs, defendants := names(first.Plaintiffs), names(first.Defendants)
	m["p"], m["d"], m["ds"] = sp.abbreviated(plaintiffs), defendants[0], sp.abbreviated(defendants)
	m["pl"], m["df"] = sp.reference(plaintiffRole, plaintiffs), sp.reference(defendantRole, defendants)
	m["more"] = sp.abbreviated(defendants[1:])
	if len(defendants) > 1 {
		m[choose(first.Defendants[1].Person, "more_person", "more_firm")] = m["more"]
	}
	if a.story.Family == review && len(defendants) > 1 { // only the authority answers; whom its decision concerns is a third party
		m["ds"], m["df"], m["more"], m["concerned"] = m["d"], sp.reference(defendantRole, defendants[:1]), "", m["more"]
	}
	m["appellants"], m["appellees"] = sp.abbreviated(names(a.Plaintiffs)), sp.abbreviated(names(a.Defendants))
	m["instance"] = sp.instance(a.stage == retrial)
	if a.stage == appeal || a.stage == retrial {
		m["above"] = m["instance"]
	}
	m["branch"] = sp.branch(a.story.Family == review)
	m["first_court"], m["first_number"], m["first_form"] = s.Courts[first.Court].Name, first.Number, sp.form(first.Form)
	m["first_filed"], m["first_decided"] = sp.day(first.Filed), sp.day(first.Decided)
	m["first_award"] = ""
	if first.Award > 0 {
		m["first_award"] = sp.sum(s.World.Names, first.Award, a.sums)
	}
	m["cause"] = t.cause(first)
	if set := t.stories.byCause[a.subject]; a.story.ID == "mandate" {
		m[choose(set != nil && set.Deal == "broker_deal", "pl_broker", "pl_agency")] = m["pl"]
	}
	t.addSpans(a)
	m["site"] = s.Counties[s.Courts[first.Court].County].Name
	t.addBuilders(a)
	t.addSupply(a)
	t.addThings(a)
	t.addFaults(a)
	t.addVersion(a)
	t.addOwner(a)
	t.addPayee(a)
	t.addLoan(a)
	t.addEmployment(a)
	t.addSecurity(a)
	t.addShown(a)
	if !first.Summary {
		m["panel"] = t.expand(t.objects.At(a.First).At(4).Rand(), "panel", a)
	}
	m["raised_rate"], m["plain_rate"] = "", m["rate"]
	if a.rate > 10 {
		m["raised_rate"], m["plain_rate"] = m["rate"], ""
	}
	if a.before != nil {
		m["before_decided"] = sp.day(a.before.Decided)
		if a.before.Award > 0 {
			m["before_award"] = sp.sum(s.World.Names, a.before.Award, a.sums)
		}
	}
}

// thirdParty are the stories in which a debtor or creditor that is no party is named.
var thirdParty = []string{"assigned", "surety"}

// addOwner adds the name of the debtor whose property or rights are in dispute: another defendant, or a company that
// is no party.
func (t *shardRenderer) addOwner(a *caseContext) {
	if a.Matter != statute.Enforcement && !slices.Contains(thirdParty, a.story.ID) {
		return
	}
	r := t.objects.At(a.First).At(5).Rand()
	n := t.shard.World.Names
	trade := r.IntN(len(n.Trades()))
	if a.story.ID == "assigned" { // whoever deals in goods of many kinds may have sold anything
		trade = slices.IndexFunc(n.Trades(), func(line name.Trade) bool { return line.ID == t.staple.ID })
	}
	a.slots["owner"] = n.Company(name.CompanyName{Brand: n.Brand(r.Uint64N(name.ShortBrands)), Trade: trade, Modifier: -1, Form: name.Limited})
	if len(a.first.Defendants) > 1 && (a.story.ID == "stranger" || a.story.ID == "pursuit") {
		a.slots["owner"] = a.first.Defendants[1].Name
	}
}

// payees are the slots of the texts that tell how a debt was paid without the plaintiff's taking the payment for one of
// this debt: into another account, into one from which its bank took the money, by a third party, to a relative or an agent, by
// a bill, by set-off, in kind, or under the number of another contract.
var payees = []string{"pl_account", "pl_swept", "pl_third", "pl_relative", "pl_agent", "pl_bill", "pl_offset", "pl_kind", "pl_misread"}

// leastBill is the sum, in cents, from which debts are paid by bills of exchange.
const leastBill = 50_000_00

// addPayee adds the plaintiff in one of the slots of payees, one that suits the parties and the debt.
func (t *shardRenderer) addPayee(a *caseContext) {
	suing, sued := a.first.Plaintiffs[0].Person, a.first.Defendants[0].Person
	possible := []string{"pl_account", "pl_third"}
	if suing {
		possible = append(possible, "pl_relative")
	} else {
		possible = append(possible, "pl_swept")
	}
	paid := a.first.Claim
	if a.cut != "" {
		paid -= a.first.Award
	}
	switch metered := a.story.ID == "utility" || a.story.ID == "upkeep"; {
	case a.story.ID == "refund":
		possible = []string{"pl_account", "pl_bill", "pl_offset"}
	case a.family() == trade && !metered && !suing && !sued:
		possible = append(possible, "pl_agent", "pl_bill", "pl_offset", "pl_kind", "pl_misread")
	}
	if paid < leastBill {
		possible = slices.DeleteFunc(possible, func(slot string) bool { return slot == "pl_bill" })
	}
	a.slots[possible[t.objects.At(a.First).At(6).Rand().IntN(len(possible))]] = a.slots["pl"]
}

// addLoan adds what was lent and what has been repaid, where the claim is what is left of a loan of a round sum.
func (t *shardRenderer) addLoan(a *caseContext) {
	if !slices.Contains([]string{"lending", "bank", "surety"}, a.story.ID) || a.first.Claim == 0 || a.cut == advanceInterest {
		return
	}
	if lent := roundLoan(a.first.Claim); lent > a.first.Claim {
		n := t.shard.World.Names
		a.lent = lent
		a.slots["lent"], a.slots["returned"] = t.language.sum(n, lent, a.sums), t.language.sum(n, lent-a.first.Claim, a.sums)
	}
}

// roundLoan returns the least sum that is lent in one piece and covers a claim, in cents: one of one digit and a half.
func roundLoan(claim int64) int64 {
	unit := int64(100)
	for claim > 20*unit {
		unit *= 10
	}
	if claim > 10*unit {
		unit *= 5
	}
	return (claim + unit - 1) / unit * unit
}

// addSecurity adds what investors buy of a company: only one that is limited by shares has shares to trade.
func (t *shardRenderer) addSecurity(a *caseContext) {
	rule, kind := "security_bonds", "bonds"
	if at := a.first.Defendants[0].Company; at >= 0 {
		if form := t.shard.Companies[at].NameParts.Form; form == name.Joint || form == name.JointGroup {
			rule, kind = "security_shares", "stock"
		}
	}
	a.slots["security"] = t.expand(t.objects.At(a.First).At(8).Rand(), rule, a)
	a.slots[kind] = a.slots["security"]
}

// arbitrated are the stories about sums in which nobody sues who has not gone to arbitration.
var arbitrated = []string{"wages", "dismissal", "injury", "breach"}

// addEmployment adds the day of the arbitration and the basis of what is claimed for overtime, for a dismissal or for leaving before a period of service ended.
func (t *shardRenderer) addEmployment(a *caseContext) {
	m, first, sum := a.slots, a.first, func(cents int64) string { return t.language.sum(t.shard.World.Names, cents, a.sums) }
	if slices.Contains(arbitrated, a.story.ID) && a.ground != lapsed {
		const year, proceedings = 355, 75 // days: within the time for arbitration, and before the suit
		a.arbitrated = t.shard.World.Calendar.LastOpen(max(a.due+1, min(a.due+year, first.Filed-proceedings)))
		m["arbitrated_day"] = t.language.day(a.arbitrated)
	}
	if a.ground == lapsed {
		const year, proceedings = 368, 40 // days: later than the time for arbitration allows, and before the suit
		late := t.shard.World.Calendar.LastOpen(min(first.Filed-proceedings/4, max(a.due+year, first.Filed-proceedings)))
		a.shownDays, m["late_arbitration"] = append(a.shownDays, late), t.language.day(late)
	}
	switch a.story.ID {
	case "wages":
		const day = 450 * 100 // about what a rest day is paid
		weeks := int64(max(a.due-first.Began, 7) / 7)
		m["rest_days"] = strconv.FormatInt(min(max(first.Claim/day, 1), 2*weeks), 10)
	case "dismissal": // two months' wages a year, of half a year for the rest of one
		halves := society.HalfYears(a.due - first.Began)
		a.wage = first.Claim / halves
		m["wage"], m["months"] = sum(a.wage), strconv.FormatInt(halves, 10)
	case "breach":
		const year = 365
		a.bound = first.Began + (a.due-first.Began+3*year)/year*year
		if a.cut == served { // damages are for the whole period, what is cut for the part that was served
			a.bound = first.Began + society.Day(int64(a.due-first.Began)*first.Claim/(first.Claim-first.Award))
		}
		m["bound_day"] = t.language.day(a.bound)
	}
}

// addSpans adds the sides in the slots of those texts that take time: under the agreement until the
// debt was due, in arrears until the suit, and over the years of the relation.
func (t *shardRenderer) addSpans(a *caseContext) {
	const season, year = 120, 365
	m, first := a.slots, a.first
	for _, span := range []struct {
		suffix string
		days   society.Day
		least  society.Day
	}{
		{"_season", a.due - first.Began, season}, {"_year", a.due - first.Began, year},
		{"_arrears", first.Filed - a.due, season}, {"_years", first.Filed - first.Began, 2 * year},
	} {
		if span.days >= span.least {
			m["pl"+span.suffix], m["df"+span.suffix], m["began"+span.suffix] = m["pl"], m["df"], m["began"]
		}
	}
}
