package ruling

import (
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// cut is why a part of a claim is not awarded. What the court finds (rule found_CUT), what it concludes
// (cut_CUT) and the sums of both agree: what is claimed is what is cut and what is left.
type cut string

// The closed set of cuts.
const (
	payment         cut = "payment"          // was taken to be for another debt
	repaid          cut = "repaid"           // the same of a sum that is to be given back
	faults          cut = "faults"           // of what was supplied, with the agreed cost of putting them right
	quantity        cut = "quantity"         // is not proved
	discount        cut = "discount"         // was agreed later
	deposit         cut = "deposit"          // is still held
	advanceInterest cut = "advance_interest" // was kept back from a loan
	allowance       cut = "allowance"        // for overtime was paid
	basis           cut = "basis"            // of the calculation is too high a wage
	served          cut = "served"           // part of a period of service
	receipts        cut = "receipts"         // are missing
	discretion      cut = "discretion"       // of the court where no loss is proved
	market          cut = "market"           // as a whole fell
	residual        cut = "residual"         // value stayed with the plaintiff
	excused         cut = "excused"          // delay by order of the government
	losses          cut = "losses"           // of a partnership are shared
	deductible      cut = "deductible"       // of an insurance
	expense         cut = "expense"          // of the ordinary business is no loss
	unvouched       cut = "unvouched"        // sum without any paper
	cash            cut = "cash"             // is not proved to have been handed over
	ceiling         cut = "ceiling"          // of a guarantee
	vacated         cut = "vacated"          // things are no longer let
	noticed         cut = "noticed"          // after a payment to the assignor
	measured        cut = "measured"         // by the area or the meter, less was supplied
	taxes           cut = "taxes"            // of the transferor were paid
	charge          cut = "charge"           // of a bank for nothing
	recovered       cut = "recovered"        // from another party to a bill
)

// cutsOf are the cuts of claims by story. A cut named more than once is as much more frequent.
var cutsOf = map[string][]cut{
	"goods": {payment, payment, quantity, discount, faults}, "works": {payment, quantity, faults}, "interior": {payment, quantity, faults},
	"making": {payment, quantity, faults}, "software": {payment, faults}, "expert": {payment, discount}, "service": {payment, discount, quantity},
	"mandate": {payment, discount}, "advert": {payment, discount, quantity}, "carriage": {payment, quantity}, "rent": {payment, deposit, vacated}, "hire": {payment, deposit, vacated},
	"leasing": {deposit}, "lending": {payment, advanceInterest, cash}, "bank": {charge, deposit}, "bill": {recovered}, "surety": {ceiling}, "assigned": {noticed},
	"refund": {repaid, unvouched}, "unbought": {repaid, unvouched}, "enrichment": {repaid}, "overcharge": {repaid, unvouched}, "recourse": {repaid},
	"shares": {payment, taxes}, "house": {payment, taxes}, "storage": {payment, measured}, "upkeep": {payment, measured}, "utility": {payment, measured}, "crew": {quantity},
	"injury": {basis},
	"wages":  {allowance, basis}, "dismissal": {basis}, "breach": {served}, "advance": {receipts}, "flat": {excused}, "venture": {losses}, "cover": {deductible},
	"insurer": {residual}, "misled": {market}, "harm": {expense}, "cargo": {residual, receipts}, "damage": {residual, receipts},
	"crash": {receipts}, "product": {receipts}, "hurt": {receipts}, "body": {receipts}, "pollution": {receipts},
	"mark": {discretion}, "patent": {discretion}, "work": {discretion}, "rivalry": {discretion}, "libel": {discretion},
}

// cutRule is how a cut goes together with what the defendant pleads.
type cutRule struct {
	plea     string   // that it bears out; "" for none
	against  []string // pleas whose refusal would deny it
	doctrine string   // of the article it rests on; see [statute.Doctrine]
	together bool     // both sides took part in finding it
}

var cutRules = map[cut]cutRule{
	payment:         {plea: "paid_in_part", against: []string{"paid"}, doctrine: "performance"},
	repaid:          {plea: "paid_in_part", against: []string{"paid"}, doctrine: "performance"},
	faults:          {plea: "defects", against: []string{"rectify"}, doctrine: "defects", together: true},
	quantity:        {plea: "quantity", doctrine: "quantity"},
	discount:        {plea: "method", doctrine: "variation"},
	deposit:         {plea: "dealings", doctrine: "set_off"},
	advanceInterest: {plea: "delivery", doctrine: "advance"},
	allowance:       {plea: "allowance", against: []string{"wage_paid", "basis"}, doctrine: "allowance"},
	basis:           {plea: "basis", against: []string{"wage_paid", "allowance"}, doctrine: "payroll"},
	served:          {doctrine: "penalty"},
	receipts:        {plea: "receipts", against: []string{"high"}, doctrine: "expenses"},
	discretion:      {plea: "high", against: []string{"receipts", "unproved"}, doctrine: "measure"},
	market:          {against: []string{"high"}, doctrine: "causation"},
	residual:        {against: []string{"high"}, doctrine: "measure"},
	excused:         {doctrine: "creditor_cause"},
	losses:          {doctrine: "agreed_terms", together: true},
	deductible:      {doctrine: "agreed_terms"},
	expense:         {against: []string{"high"}, doctrine: "causation"},
	unvouched:       {plea: "quantity", doctrine: "quantity"},
	cash:            {plea: "delivery", doctrine: "quantity"},
	charge:          {against: []string{"delivery", "paid", "paid_in_part"}, doctrine: "advance"},
	recovered:       {plea: "paid_in_part", against: []string{"paid"}, doctrine: "performance"},
	noticed:         {plea: "paid_in_part", against: []string{"paid"}, doctrine: "performance", together: true},
	measured:        {against: []string{"method"}, doctrine: "quantity"},
	taxes:           {doctrine: "set_off", together: true},
	ceiling:         {doctrine: "agreed_terms"},
	vacated:         {doctrine: "quantity"},
}

// mostCut is the percentage of a claim above which a cut is not what the rest is owed for.
var mostCut = map[cut]int64{discount: 25, faults: 20, advanceInterest: 25, taxes: 15, charge: 12}

// termly are the stories in which what a term comes to is known, and paid, at its end.
var termly = []string{"rent", "hire", "storage", "upkeep"}

// pleaded reports whether the court learns of a cut from the defendant only.
func (c cut) pleaded() bool {
	return c == payment || c == repaid || c == discount || cutRules[c].together
}

// cutOf draws why a part of the claim is cut in the first judgment, the same in all texts; "" if none is.
func (t *shardRenderer) cutOf(a *caseContext) cut {
	if a.first.Outcome != society.Partly {
		return ""
	}
	claim := a.first.Claim
	possible := slices.DeleteFunc(slices.Clone(cutsOf[a.story.ID]), func(c cut) bool {
		most, limited := mostCut[c]
		return limited && (claim-a.first.Award)*100 > claim*most || a.absent && c.pleaded() || c == advanceInterest && roundLoan(claim) > claim // of a loan of a round sum
	})
	if len(possible) == 0 {
		possible = []cut{spare(a.story)}
	}
	return possible[t.decisions.At(a.First).At(4).Rand().IntN(len(possible))]
}

// spare returns why a claim is cut where none of the cuts of its story fits.
func spare(st *story) cut {
	if st.Supplier == plaintiff && (st.Family == trade || st.ID == "house" || st.ID == "shares") {
		return quantity
	}
	return unvouched
}

// payTerms are the days after performance in which debts are paid.
var payTerms = []society.Day{5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 180}

// payTerm returns the one of payTerms that is nearest to three tenths of the time until a debt is due and begins on a day
// on which offices work; 0 if none does.
func (t *shardRenderer) payTerm(began, due society.Day) society.Day {
	const share, whole = 30, 100
	wanted, best := (due-began)*share/whole, society.Day(0)
	for _, term := range payTerms {
		if off := max(term-wanted, wanted-term); due-term > began && t.shard.World.Calendar.Sits(due-term) && (best == 0 || off < max(best-wanted, wanted-best)) {
			best = term
		}
	}
	return best
}

// month is the number of days in which somebody who is asked to pay has to.
const month = 30

// summoned are the stories in which a debt is due some time after the plaintiff asked for it.
var summoned = []string{"recourse", "enrichment", "insurer"}

// addCut adds the slots of what is cut and of what is left, and of the days on which a part or all of a debt was paid,
// which is before it was due, and on which others undertook to pay.
func (t *shardRenderer) addCut(a *caseContext) {
	first, calendar := a.first, t.shard.World.Calendar
	between := func(from, to society.Day, percent int) society.Day {
		if d := calendar.LastOpen(from + (to-from)*society.Day(percent)/100); d > from {
			return d
		}
		return to
	}
	a.cutDay, a.promised = between(first.Began, a.due, 80), between(first.Began, a.due, 60)
	if a.liability == alike && a.ground != paid { // joined in the debt when it had not been paid
		a.promised = between(a.due, first.Filed-1, 60)
	}
	if a.cut == vacated { // the rent until the return is what is left
		a.cutDay = between(first.Began, a.due, int(first.Award*100/first.Claim))
	}
	const term = 25 // days to sue after an authority's decision that all suits keep
	a.acted = calendar.LastOpen(first.Filed - term)
	m, sum := a.slots, func(cents int64) string { return t.language.sum(t.shard.World.Names, cents, a.sums) }
	m["acted_day"] = t.language.day(a.acted)
	numbers := 480                   // of decisions a year
	if a.story.ID == "review_mark" { // of the whole nation
		numbers = 59_900
	}
	m["act_number"] = t.language.actNumber(a.acted, 1+t.decisions.At(a.First).At(8).Rand().IntN(numbers))
	a.done, a.noticed, a.received = between(first.Began, a.due, 70), between(first.Began, a.due, 40), between(first.Began, a.due, 20)
	if term := t.payTerm(first.Began, a.due); term > 0 {
		a.done = a.due - term
		m["pay_days"] = strconv.Itoa(int(term))
	}
	if slices.Contains(summoned, a.story.ID) && a.due-month > a.received {
		a.noticed = calendar.LastOpen(a.due - month)
	}
	m["done_day"], m["notice_day"], m["received_day"] = t.language.day(a.done), t.language.day(a.noticed), t.language.day(a.received)
	returned := between(first.Began, a.due, 92) // on which a payment was made that a court below left out
	a.shownDays, m["returned_day"] = append(a.shownDays, returned), t.language.day(returned)
	if a.ground == paid && slices.Contains(termly, a.story.ID) { // for what the whole term came to
		a.cutDay = a.due
	}
	if a.ground == paid && (a.story.ID == "assigned" || a.story.ID == "insurer") { // who did not know of the assignment, or of the payment, yet
		a.cutDay = a.received
	}
	if a.story.Family == review { // within some months
		months := society.Day(30 * (2 + t.decisions.At(a.First).At(7).Rand().IntN(8)))
		a.opened = calendar.LastOpen(max(first.Began, a.acted-months))
		m["began"] = t.language.day(a.opened)
	}
	m["paid_day"] = t.language.day(a.cutDay)
	m["role_day"] = t.language.day(a.promised)
	if a.cut != "" {
		m["cut_day"], m["cut_sum"], m["cut_left"] = t.language.day(a.cutDay), sum(first.Claim-first.Award), sum(first.Award)
	}
}
