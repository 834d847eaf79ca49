package ruling

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// share is how the fee of an instance is borne, in cents: by those who brought the dispute, and by those who owe.
type share struct{ plaintiffs, defendants int64 }

// shareOf divides a fee, in whole 元, in proportion to what was won of a sum at stake. The side that asked for
// the instance bears what it did not win of it.
func shareOf(fee, won, atStake int64, byPlaintiffs bool) share {
	lost := fee
	switch {
	case atStake > 0:
		lost = min((fee*(atStake-won)/atStake+50)/100*100, fee)
	case won > 0:
		lost = 0
	}
	if byPlaintiffs {
		return share{lost, fee - lost}
	}
	return share{fee - lost, lost}
}

// firstShare is how the fee of the first instance is borne if something is awarded in the end.
func (a *caseContext) firstShare(award int64) share {
	fee := a.first.Costs
	if a.first.Summary {
		fee /= 2
	}
	if a.first.Claim == 0 {
		return share{0, fee}
	}
	return shareOf(fee, award, a.first.Claim, true)
}

// appealShare is how the fee of an appeal is borne that changes the judgment before.
func (a *caseContext) appealShare() share {
	given := a.before.Award
	if a.Plaintiffs[0].Name == a.first.Plaintiffs[0].Name {
		return shareOf(a.Costs, a.Award-given, a.first.Claim-given, true)
	}
	return share{a.Costs, 0} // who owes objected to the difference alone, and is right
}

// addFees adds the slots of the costs that each side bears.
func (t *shardRenderer) addFees(a *caseContext, sum func(int64) string) {
	m := a.slots
	first := a.firstShare(a.Award)
	m["cost_plaintiffs"], m["cost_defendants"] = sum(first.plaintiffs), sum(first.defendants)
	m["first_costs"] = sum(first.plaintiffs + first.defendants)
	if a.stage == appeal && a.Outcome == society.Reversed {
		own := a.appealShare()
		m["own_plaintiffs"], m["own_defendants"] = sum(own.plaintiffs), sum(own.defendants)
	}
}

// fees returns the paragraph on court costs; "" if the ruling has none.
func (t *shardRenderer) fees(r *rand.Rand, a *caseContext) string {
	if a.Costs == 0 || !a.decision.fees || a.stage == petition {
		return ""
	}
	rule, own := "fees", a.firstShare(a.Award)
	switch a.Outcome {
	case society.Joined, society.Transferred, society.Preserved:
		return ""
	case society.Rejected, society.Remanded:
		return t.expand(r, "fees_returned", a)
	case society.Reversed:
		a.slots["first_borne"], a.slots["own_borne"] = t.expand(r, "first_"+own.rule(), a), t.expand(r, "own_"+a.appealShare().rule(), a)
		return t.expand(r, "fees_reversed", a)
	case society.Granted, society.Partly:
	default:
		own = share{a.Costs, 0}
	}
	if a.stage == appeal {
		rule = "fees_appeal"
	}
	if a.halved {
		rule += "_half"
	}
	a.slots["payer"] = a.slots["plaintiffs"]
	switch own.rule() {
	case "both":
		rule += "_split"
	case "defendants":
		a.slots["payer"] = a.slots["losers"]
	}
	return t.expand(r, rule, a)
}

// rule is the suffix of the rules for who bears a fee.
func (s share) rule() string {
	switch {
	case s.plaintiffs == 0:
		return "defendants"
	case s.defendants == 0:
		return "plaintiffs"
	}
	return "both"
}
