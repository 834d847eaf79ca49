package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// sums is the distribution of amounts in dispute, in 元, after the 313 real ones that are not
// zero; at least ten thousand.
var sums = []chance.Quantile{
	{Share: 0, Value: 10_400}, {Share: 100, Value: 27_000}, {Share: 250, Value: 78_736}, {Share: 500, Value: 337_510},
	{Share: 750, Value: 1_360_000}, {Share: 900, Value: 4_600_000}, {Share: 990, Value: 26_000_000}, {Share: 1000, Value: 45_000_000},
}

// claimed draws an amount claimed, in cents; two in three are whole 元.
func claimed(r *rand.Rand) int64 {
	yuan := int64(chance.FromQuantiles(r, sums...))
	switch n := r.IntN(100); {
	case n < 34:
		return yuan*100 + int64(1+r.IntN(99))
	case n < 60:
		return (yuan/100 + 1) * 100 * 100
	}
	return yuan * 100
}

// moneyPercent returns the percentage of disputes about a matter that are about money.
func moneyPercent(m statute.SubjectMatter) int {
	switch m {
	case statute.Administration, statute.Urban, statute.Environment:
		return 5
	case statute.Intellectual, statute.Corporate:
		return 60
	case statute.Property, statute.Enforcement:
		return 55
	}
	return 94
}

// drawClaim draws the amount that a dispute is about.
func (s *Shard) drawClaim(r *rand.Rand, c *Case) {
	cause := s.World.Causes[c.cause]
	percent := moneyPercent(c.Matter)
	switch {
	case c.CustomerSues:
		percent = 100 - cause.idle
	case cause.market != nil || cause.moneyed:
		percent = 100
	}
	if !chance.Percent(r, percent) || c.Proceeding == AdminFirst || cause.moneyless {
		return
	}
	c.Claim = claimed(r)
	most := cause.most
	if most == 0 {
		most = mostClaimed(c, cause)
	}
	if most == 0 && c.Claim < smallClaim && chance.Percent(r, 60) {
		c.Claim = claimed(r) // small sums are those of people, mostly
	}
	if most > 0 && c.Claim > most {
		c.Claim = max(leastClaim, most/100_00*int64(35+r.IntN(65))*100+c.Claim%100) // with the odd cents
	}
	if c.Claim < cause.least {
		c.Claim = cause.least/100_00*int64(100+r.IntN(100))*100 + c.Claim%100
	}
	c.roundClaim(cause)
}

// roundClaim makes a claim one that is found by reckoning: of an employee, a whole number of times half of what is paid for a
// year; for premises, a whole number of times the months let; for securities, a number of shares times a difference of prices;
// for hire, labour and works, no odd sum; for a right in the creations of the mind, a sum that the plaintiff estimates.
func (c *Case) roundClaim(cause Cause) {
	switch {
	case c.Matter == statute.Labour && cause.market == nil && c.Plaintiffs[0].Person:
		unit := HalfYears(c.Due-c.Began) * payUnit
		c.Claim = max((c.Claim+unit-1)/unit, leastMonthly/payUnit) * unit
	case c.Matter == statute.Labour, c.Matter == statute.Construction: // by days, or from accounts without cents
		c.Claim = (c.Claim + payUnit - 1) / payUnit * payUnit
	case c.Matter == statute.Securities: // some hundreds of shares times a difference of prices
		c.Claim = (c.Claim + lot - 1) / lot * lot
	case c.Term > 0: // a whole sum a month
		unit := int64(c.Term) * rentUnit
		c.Claim = (c.Claim + unit - 1) / unit * unit
	case c.Matter == statute.Lease: // by the day, or by the schedule of a finance lease
		c.Claim = (c.Claim + rentUnit - 1) / rentUnit * rentUnit
	case cause.kind == patent:
		unit := int64(1000_00)
		for c.Claim >= 100*unit {
			unit *= 10
		}
		c.Claim = (c.Claim + unit - 1) / unit * unit
	}
}

// HalfYears returns the months' wages that are due for a dismissal without a lawful reason, by the time worked: two a year, and one
// for what is left of a year.
func HalfYears(worked Day) int64 { return int64(worked)*2/365 + 1 }

// Bounds of amounts claimed, in cents.
const (
	leastClaim   = 10_400_00
	smallClaim   = 100_000_00
	monthlyPay   = 6_500_00 // of a labourer
	dailyRent    = 2_800_00
	severance    = 9_000_00   // for half a year
	leastMonthly = 2_600_00   // that an employee is paid
	payUnit      = 10_00      // of a month's wage
	rentUnit     = 100_00     // of a month's rent
	lot          = 1000_00    // a hundred shares at ten units of the currency
	mostPay      = 480_000_00 // for work over years
	mostPersonal = 260_000_00
	mostHarm     = 3_000_000_00 // of a company
	mostTraded   = 600_000_00   // by a person, with a company
	mostHousing  = 6_000_000_00
	mostCrew     = 5_000_000_00 // by a person who took on works
	mostOwed     = 180_000_00   // by a person, to a company
)

// mostClaimed returns the most that such a dispute is about, in cents, because one party is a
// person, or a company was harmed: pay is for the months worked, harm that of one life, and so on; 0 for no bound.
func mostClaimed(c *Case, cause Cause) int64 {
	const month, halfYear = 30, 182 // days
	suing, span := c.Plaintiffs[0].Person, int64(c.Due-c.Began)
	if !suing && !c.Defendants[0].Person {
		if cause.lets() {
			return max(span, month) * dailyRent
		}
		if harms(c) {
			return mostHarm
		}
		return 0
	}
	switch c.Matter {
	case statute.Labour:
		if cause.market == nil { // overtime, or pay for a dismissal
			return min(mostPay, (1+span/halfYear)*severance)
		}
		return min(mostPay, (1+span/month)*monthlyPay)
	case statute.Tort, statute.Traffic:
		return mostPersonal
	case statute.Property:
		return mostHousing
	case statute.Construction:
		return mostCrew
	case statute.Sale, statute.Service, statute.Transport, statute.Lease:
		if !suing {
			return mostOwed
		}
		return mostTraded
	}
	return 0
}

// decideFirst draws the form, outcome and award of a dispute's first ruling.
func (s *Shard) decideFirst(r *rand.Rand, c *Case) {
	c.Costs = s.fee(c, c.Claim)
	if c.Proceeding == AdminFirst {
		c.Form, c.Outcome = AdministrativeJudgment, []RulingOutcome{Dismissed, Granted}[chance.WeightedIndex(r, []int{60, 40})]
		if chance.Percent(r, 14) {
			c.Form, c.Outcome = AdministrativeOrder, Withdrawn
		}
		return
	}
	if chance.Percent(r, 55) {
		c.Form = Order
		c.Outcome = []RulingOutcome{Withdrawn, Deemed, Transferred, Joined, Rejected, Settled, Preserved}[chance.WeightedIndex(r, []int{64, 9, 8, 5, 6, 4, 4})]
		if c.Outcome == Preserved {
			c.Award = c.Claim
		}
		return
	}
	c.Form = Judgment
	c.Summary = s.Courts[c.Court].Level == Basic && chance.Percent(r, summaryPercent(c.Claim))
	c.Summary = c.Summary && c.Matter != statute.Enforcement // objections to enforcement are for a panel
	c.Outcome = []RulingOutcome{Granted, Partly, Dismissed}[chance.WeightedIndex(r, []int{36, 42, 22})]
	if c.Outcome == Partly && c.Claim == 0 { // one request that is not for money is granted or not
		c.Outcome = Granted
	}
	estimated := c.Claim > 0 && s.World.Causes[c.cause].kind == patent
	if estimated && c.Outcome == Granted { // nobody proves all of what it estimates
		c.Outcome = Partly
	}
	switch c.Outcome {
	case Granted:
		c.Award = c.Claim
	case Partly:
		c.Award = partialAward(r, c.Claim)
		if estimated {
			c.Award = estimatedAward(r, c.Claim)
		}
		if c.Award > 0 && c.Award == c.Claim {
			c.Outcome = Granted
		}
	}
}

// summaryPercent returns the percentage of suits for a sum that a basic court hears in summary
// proceedings, which are for simple cases.
func summaryPercent(claim int64) int {
	if claim > 1_000_000_00 {
		return 25
	}
	return 60
}

// partialAward draws an award below the claim; if it would be below ten thousand 元, it is the
// whole claim. What is cut is a payment, a deduction or the like: a round sum, mostly a small part.
func partialAward(r *rand.Rand, claim int64) int64 {
	share := 65 + r.IntN(30)
	if chance.Percent(r, 60) {
		share = max(share, 75+r.IntN(20))
	}
	cut := claim / 100 * int64(100-share)
	unit := int64(100)
	for cut/unit >= 1000 {
		unit *= 10
	}
	cut = cut / unit * unit
	if award := claim - cut; award >= leastAward && cut > 0 {
		return award
	}
	return claim
}

// estimatedAward draws the round sum that a court finds at its discretion where a loss is not proved; the whole claim if
// that would be below ten thousand 元.
func estimatedAward(r *rand.Rand, claim int64) int64 {
	unit := int64(1000_00)
	for claim >= 100*unit {
		unit *= 10
	}
	if award := claim * int64(20+r.IntN(45)) / 100 / unit * unit; award >= leastAward {
		return award
	}
	return claim
}

// leastAward is the least that is awarded where it is not all that is claimed, in cents.
const leastAward = 10_000_00

// fee returns the court fee of a case for a sum at stake, in cents: a small fixed one in suits against
// authorities and of employees, a larger one where a right in the creations of the mind is at stake and no sum, or else by
// the sum, or by the value of what is asked for.
func (s *Shard) fee(c *Case, sum int64) int64 {
	const employee, authority, mark, rights = 10_00, 50_00, 100_00, 1000_00
	switch c.Proceeding {
	case AdminFirst, AdminAppeal:
		if c.Matter == statute.Intellectual {
			return mark
		}
		return authority
	}
	switch cause := &s.World.Causes[c.cause]; {
	case c.Matter == statute.Labour && cause.market == nil:
		return employee
	case sum == 0 && (c.Matter == statute.Intellectual || c.Matter == statute.Market):
		return rights
	}
	return costs(max(sum, c.Value))
}

// valueOf draws the value of what a suit is about that is not for money but for something worth it: goods to be
// delivered, premises to be transferred, property under attachment; 0 for other suits.
func (s *Shard) valueOf(c *Case) int64 {
	r := s.Key.Of("values").At(len(s.Cases)).Rand()
	value := int64(120+r.IntN(480)) * 1000_00
	switch {
	case c.Claim > 0 || c.Proceeding == AdminFirst:
		return 0
	case c.Matter == statute.Sale:
		return value
	case c.Matter == statute.Enforcement, c.Matter == statute.Property && !s.World.Causes[c.cause].moneyless:
		return 4 * value
	}
	return 0
}

// costs returns the court costs of a claim, in cents: stepwise from fifty 元 and 2.5 % down to
// 0.5 % of the claim.
func costs(claim int64) int64 {
	const yuan = 100
	fee := int64(50 * yuan)
	for _, step := range []struct{ from, to, perMille int64 }{
		{10_000, 100_000, 25}, {100_000, 200_000, 20}, {200_000, 500_000, 15}, {500_000, 1_000_000, 10}, {1_000_000, 2_000_000, 9},
		{2_000_000, 5_000_000, 8}, {5_000_000, 10_000_000, 7}, {10_000_000, 20_000_000, 6}, {20_000_000, 1 << 40, 5},
	} {
		if claim > step.from*yuan {
			fee += (min(claim, step.to*yuan) - step.from*yuan) * step.perMille / 1000
		}
	}
	return (fee + 50) / 100 * 100
}
