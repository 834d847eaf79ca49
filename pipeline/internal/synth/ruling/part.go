package ruling

import (
	"slices"

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
	drawdown        cut = "drawdown"         // of a bank loan did not reach the borrower
	ceiling         cut = "ceiling"          // of a guarantee
	vacated         cut = "vacated"          // things are no longer let
)

// cutsOf are the cuts of claims by story. A cut named more than once is as much more frequent.
var cutsOf = map[string][]cut{
	"goods": {payment, payment, quantity, discount, faults}, "works": {payment, quantity, faults}, "interior": {payment, quantity, faults},
	"making": {payment, quantity, faults}, "software": {payment, faults}, "expert": {payment, discount, quantity}, "service": {payment, discount, quantity},
	"mandate": {payment, discount, unvouched}, "advert": {payment, discount, quantity}, "carriage": {payment, quantity}, "rent": {payment, deposit, vacated}, "hire": {payment, deposit, vacated},
	"leasing": {deposit, vacated}, "lending": {payment, advanceInterest, cash}, "bank": {drawdown}, "surety": {ceiling},
	"refund": {repaid, unvouched}, "unbought": {repaid, unvouched}, "enrichment": {repaid, unvouched}, "overcharge": {repaid, unvouched},
	"shares": {payment, unvouched}, "house": {payment, unvouched}, "storage": {payment, quantity}, "upkeep": {payment, unvouched}, "utility": {payment, unvouched}, "crew": {quantity},
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
	drawdown:        {plea: "delivery", doctrine: "quantity"},
	ceiling:         {doctrine: "agreed_terms"},
	vacated:         {plea: "method", doctrine: "quantity"},
}

// mostCut is the percentage of a claim above which a cut is not what the rest is owed for.
var mostCut = map[cut]int64{payment: 25, repaid: 25, discount: 30, faults: 30, deposit: 30, advanceInterest: 30}

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
		return limited && (claim-a.first.Award)*100 > claim*most || a.absent && c.pleaded()
	})
	if len(possible) == 0 {
		possible = []cut{unvouched}
	}
	return possible[t.decisions.At(a.First).At(4).Rand().IntN(len(possible))]
}

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
	if a.ground == paid { // on the day itself, or no interest could be asked for from the next
		a.cutDay = a.due
	}
	if a.liability == alike && a.ground != paid { // joined in the debt when it had not been paid
		a.promised = between(a.due, first.Filed-1, 60)
	}
	const term = 25 // days to sue after an authority's decision that all suits keep
	a.acted = calendar.LastOpen(first.Filed - term)
	m, sum := a.slots, func(cents int64) string { return t.language.sum(t.shard.World.Names, cents, a.sums) }
	m["acted_day"] = t.language.day(a.acted)
	m["paid_day"] = t.language.day(a.cutDay)
	m["role_day"] = t.language.day(a.promised)
	if a.cut != "" {
		m["cut_day"], m["cut_sum"], m["cut_left"] = t.language.day(a.cutDay), sum(first.Claim-first.Award), sum(first.Award)
	}
}
