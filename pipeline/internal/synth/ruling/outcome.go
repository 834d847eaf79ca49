package ruling

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// ending is the operative part of a ruling. Every text that states a part of it has the same words.
type ending struct {
	orders  []string          // with their punctuation, numbered if there are several
	fees    string            // the paragraph on court costs; "" if there is none
	rules   []string          // of the paragraphs after the costs
	closing map[string]string // these paragraphs, by their rules
}

// end returns the operative part of a ruling.
func (t *shardRenderer) end(i int, a *caseContext) *ending {
	if a.slots["site"] == "" { // orders name what is to be done, as long texts do
		t.addIntroduction(a)
	}
	r := t.outcomes.At(i).Rand()
	e := &ending{orders: t.orders(r, a), fees: t.fees(r, a), rules: a.closingRules(), closing: map[string]string{}}
	for _, rule := range e.rules {
		e.closing[rule] = t.expand(r, rule, a)
	}
	return e
}

// outcome returns the operative part of a ruling as in the table.
func (t *shardRenderer) outcome(i int, a *caseContext) string {
	e := t.end(i, a)
	paragraphs := e.orders
	if e.fees != "" {
		paragraphs = append(paragraphs, e.fees)
	}
	for _, rule := range e.rules {
		if text := e.closing[rule]; text != "" {
			paragraphs = append(paragraphs, text)
		}
	}
	return t.language.outcome(paragraphs)
}

// orders returns the court's orders with their punctuation, numbered if there are several.
func (t *shardRenderer) orders(r *rand.Rand, a *caseContext) []string {
	var list []string
	for _, rule := range t.orderRules(a) {
		if text := t.expand(r, rule, a); text != "" {
			list = append(list, text)
		}
	}
	return t.language.orders(list)
}

// orderRules returns the rules of a ruling's orders.
func (t *shardRenderer) orderRules(a *caseContext) []string {
	switch {
	case a.Outcome == society.Reversed && a.stage == retrial:
		return append([]string{"order_revoke_both"}, t.reliefRules(a)...)
	case a.Outcome == society.Reversed:
		return append([]string{"order_revoke"}, t.reliefRules(a)...)
	case a.Outcome == society.Remanded:
		return []string{"order_revoke", "order_remand"}
	case a.stage == firstInstance && (a.Outcome == society.Granted || a.Outcome == society.Partly):
		return t.reliefRules(a)
	}
	return []string{singleOrderRules[[2]int{int(a.stage), int(a.Outcome)}]}
}

// singleOrderRules are the rules of rulings with one order, by stage and outcome.
var singleOrderRules = map[[2]int]string{
	{int(firstInstance), int(society.Dismissed)}:   "order_dismissed",
	{int(firstInstance), int(society.Withdrawn)}:   "order_withdrawn",
	{int(firstInstance), int(society.Deemed)}:      "order_deemed",
	{int(firstInstance), int(society.Transferred)}: "order_transferred",
	{int(firstInstance), int(society.Joined)}:      "order_joined",
	{int(firstInstance), int(society.Rejected)}:    "order_rejected",
	{int(firstInstance), int(society.Settled)}:     "order_settled",
	{int(firstInstance), int(society.Preserved)}:   "order_preserved",
	{int(appeal), int(society.Upheld)}:             "order_upheld",
	{int(appeal), int(society.Withdrawn)}:          "order_appeal_withdrawn",
	{int(appeal), int(society.Deemed)}:             "order_appeal_deemed",
	{int(petition), int(society.Refused)}:          "order_refused",
	{int(retrial), int(society.Upheld)}:            "order_retrial_upheld",
	{int(enforcing), int(society.Closed)}:          "order_closed",
	{int(enforcing), int(society.Enforced)}:        "order_enforced",
	{int(enforcing), int(society.Settled)}:         "order_enforcement_settled",
	{int(enforcing), int(society.Preserved)}:       "order_seized",
	{int(preserving), int(society.Preserved)}:      "order_preserved",
}

// reliefRules returns the rules of the orders in favour of the plaintiff.
func (t *shardRenderer) reliefRules(a *caseContext) []string {
	if a.Outcome == society.Reversed && a.Award == 0 {
		return []string{"order_overturned"}
	}
	var list []string
	if t.has[a.story.ID+"_relief"] {
		list = append(list, a.story.ID+"_relief")
	}
	if a.Award > 0 {
		switch a.interest {
		case beside:
			list = append(list, "order_pay_interest")
		case apart:
			list = append(list, "order_pay", "order_interest")
		default:
			list = append(list, "order_pay")
		}
		if len(a.others) > 0 && a.liability == jointly {
			list = append(list, choose(a.stands() && a.story.ID != "surety", "order_guaranteed", "order_joint"))
		}
	}
	if a.story.ID == "surety" && a.Award > 0 {
		list = append(list, "order_recourse")
	}
	switch {
	case a.Outcome == society.Partly || a.Outcome == society.Reversed && a.Award < a.first.Claim:
		list = append(list, "order_rest")
	case len(a.others) > 0 && a.liability == released:
		list = append(list, "order_released")
	}
	return list
}

// closingRules returns the rules of the paragraphs after the orders.
func (a *caseContext) closingRules() []string {
	var list []string
	judgment := a.Form == society.Judgment || a.Form == society.AdministrativeJudgment
	switch {
	case a.stage == firstInstance && judgment:
		if a.Award > 0 {
			list = append(list, "closing_delay")
			if a.notice {
				list = append(list, "closing_notice")
			}
		}
		list = append(list, "closing_appeal")
	case a.Outcome == society.Rejected || a.Outcome == society.Transferred:
		list = append(list, "closing_appeal_ruling")
	case a.stage == appeal || a.stage == retrial:
		if a.Outcome == society.Reversed && a.Award > 0 {
			list = append(list, "closing_delay")
		}
		if judgment {
			list = append(list, "closing_final")
		} else {
			list = append(list, "closing_final_ruling")
		}
	case a.Outcome == society.Preserved:
		list = append(list, "closing_preserved")
	case a.Outcome == society.Closed:
		list = append(list, "closing_closed", "closing_effective")
	case a.stage == enforcing:
		list = append(list, "closing_effective")
	}
	return list
}
