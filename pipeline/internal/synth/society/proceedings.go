package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// addNext adds the next ruling of a dispute and returns its index; -1 if the dispute ends.
func (s *Shard) addNext(before int) int {
	b := s.Cases[before]
	r := s.Key.Of("sequels").At(before).Rand()
	switch n := r.IntN(1000); {
	case b.Form == Judgment && (b.Proceeding == CivilFirst || b.Proceeding == PatentFirst):
		switch {
		case n < 580:
			return s.addAppeal(r, before)
		case n < 760 && b.Award > 0:
			return s.addEnforcement(r, before)
		}
	case b.Form == AdministrativeJudgment && b.Proceeding == AdminFirst && n < 700:
		return s.addAppeal(r, before)
	case b.Outcome == Preserved:
		return -1
	case (b.Proceeding == CivilAppeal || b.Proceeding == AdminAppeal) && b.Outcome == Upheld && n < 240:
		return s.addPetition(r, before)
	case b.Proceeding == CivilAppeal && n < 420 && s.finalAward(before) > 0:
		return s.addEnforcement(r, before)
	case b.Proceeding == CivilPetition && n < 120:
		return s.addRetrial(r, before)
	case b.Outcome == Joined && b.Proceeding == CivilFirst && b.Claim > 0 && n < 830:
		return s.addPreservation(r, before)
	}
	return -1
}

// finalAward returns the award in force after a case.
func (s *Shard) finalAward(at int) int64 {
	for ; at >= 0; at = s.Cases[at].Before {
		switch c := &s.Cases[at]; c.Outcome {
		case Granted, Partly, Reversed:
			return c.Award
		case Upheld, Withdrawn, Deemed, Refused:
			// The decision of the court below is final.
		default:
			return 0
		}
	}
	return 0
}

// nextCase returns a new case after another in the same dispute, filed at least the given
// number of days after that decision. It is not decided yet.
func (s *Shard) nextCase(r *rand.Rand, before int, word Proceeding, after int) Case {
	b := s.Cases[before]
	c := Case{
		Proceeding: word, Court: b.Court, Related: b.Related, Cause: b.Cause, cause: b.cause, Matter: b.Matter,
		Plaintiffs: b.Plaintiffs, Defendants: b.Defendants, PlaintiffFirm: b.PlaintiffFirm, DefendantFirms: b.DefendantFirms,
		Began: b.Began, Due: b.Due, Claim: b.Claim, Value: b.Value, Costs: b.Costs, Dealing: b.Dealing, CustomerSues: b.CustomerSues,
	}
	if c.Cause < 0 && chance.Percent(r, 70) {
		c.Cause = c.cause
	}
	c.Filed = s.World.openDay(r, b.Decided+Day(after+r.IntN(after)), noWeekends)
	return c
}

// appellateCourt returns the court that hears appeals from a court.
func (s *Shard) appellateCourt(court int) int {
	c := s.Courts[court]
	switch c.Level {
	case Basic:
		return s.City(c.County).court
	case Supreme, High:
		return 0
	}
	return 1 + c.Province
}

// addAppeal adds the appeal from a judgment. In two of three cases the defendant appeals.
func (s *Shard) addAppeal(r *rand.Rand, before int) int {
	b := s.Cases[before]
	word := CivilAppeal
	switch b.Proceeding {
	case PatentFirst:
		word = PatentAppeal
	case AdminFirst:
		word = AdminAppeal
	}
	c := s.nextCase(r, before, word, 28)
	c.Court = s.appellateCourt(b.Court)
	swapped := b.Outcome == Granted || b.Outcome == Partly && chance.Percent(r, 65)
	if swapped {
		c.Plaintiffs, c.Defendants = b.Defendants, b.Plaintiffs
		if related := b.Defendants[0].Company == b.Related || b.Plaintiffs[0].Company == b.Related; related && b.Claim == 0 && b.Proceeding == CivilFirst { // others may not be bound
			c.Plaintiffs = b.Defendants[:1]
		}
		c.PlaintiffFirm, c.DefendantFirms = "", nil
		if len(b.DefendantFirms) > 0 {
			c.PlaintiffFirm = b.DefendantFirms[0]
		}
		if b.PlaintiffFirm != "" {
			c.DefendantFirms = []string{b.PlaintiffFirm}
		}
	}
	// The fee is for what the appeal is about.
	if c.Costs = s.fee(&c, b.Award); !swapped {
		c.Costs = s.fee(&c, b.Claim-b.Award)
	}
	c.Form = Judgment
	if word == AdminAppeal {
		c.Form = AdministrativeJudgment
	}
	switch n := r.IntN(100); {
	case n < 62:
		c.Outcome = Upheld
	case n < 75 && b.Claim > 0:
		c.Outcome, c.Award = Reversed, s.revised(r, &c, b.Award, swapped)
		if swapped { // who owes objects to the difference alone
			c.Costs = s.fee(&c, b.Award-c.Award)
		}
	case n < 82:
		c.Outcome, c.Form = Remanded, c.Form+1
	case n < 92:
		c.Outcome, c.Form = Withdrawn, c.Form+1
	default:
		c.Outcome, c.Form = Deemed, c.Form+1
	}
	return s.addInTime(r, c, before)
}

// revised draws a changed award: a smaller one if less is set, else a larger one. Smaller
// awards below ten thousand 元 become 0.
func (s *Shard) revised(r *rand.Rand, c *Case, given int64, less bool) int64 {
	claim, unit := c.Claim, int64(100)
	if s.World.Causes[c.cause].kind == patent { // what is estimated is round
		unit = 1000_00
	}
	share := int64(r.IntN(100))
	if share < 20 { // most of it stands
		share += 80
	}
	share = 60 + share*35/100
	if !less {
		if award := (given + (claim-given)/100*share) / unit * unit; award > given && award >= 1_000_000 {
			return award
		}
		return claim
	}
	if award := given / 100 * share / unit * unit; award >= 1_000_000 {
		return award
	}
	return 0
}

// addInTime decides a case that follows another, appends it and returns its index; -1 if its
// decision would be after the end of the records.
func (s *Shard) addInTime(r *rand.Rand, c Case, before int) int {
	c.Decided = s.World.openDay(r, c.Filed+c.duration(r), noWeekends)
	if c.Decided > lastDay {
		return -1
	}
	s.addCase(r, c, before)
	return len(s.Cases) - 1
}

// addPetition adds a petition for retrial, which is refused.
func (s *Shard) addPetition(r *rand.Rand, before int) int {
	word, form := CivilPetition, Order
	if s.Cases[before].Proceeding == AdminAppeal {
		word, form = AdminPetition, AdministrativeOrder
	}
	c := s.nextCase(r, before, word, 60)
	c.Court, c.Form, c.Outcome = s.appellateCourt(s.Cases[before].Court), form, Refused
	return s.addInTime(r, c, before)
}

// addRetrial adds a retrial.
func (s *Shard) addRetrial(r *rand.Rand, before int) int {
	c := s.nextCase(r, before, CivilRetrial, 40)
	c.Form, c.Outcome, c.Costs = Judgment, Upheld, 0 // a retrial that was granted has no fee
	given, owes := s.finalAward(before), s.Cases[s.Cases[before].First].Defendants[0]
	if less := c.Plaintiffs[0] == owes; c.Claim > 0 && (given > 0 || !less) && chance.Percent(r, 50) {
		c.Outcome, c.Award = Reversed, s.revised(r, &c, given, less)
	}
	return s.addInTime(r, c, before)
}

// addEnforcement adds the enforcement of a dispute's final award against the losing side.
func (s *Shard) addEnforcement(r *rand.Rand, before int) int {
	first := s.Cases[s.Cases[before].First]
	c := s.nextCase(r, before, Execution, 45)
	c.Court = first.Court
	c.Plaintiffs, c.Defendants = first.Plaintiffs, first.Defendants
	c.PlaintiffFirm, c.DefendantFirms = "", nil
	if chance.Percent(r, 15) {
		c.PlaintiffFirm = first.PlaintiffFirm
	}
	if chance.Percent(r, 5) {
		c.Proceeding = ExecutionAgain
	}
	if chance.Percent(r, 22) {
		c.Cause = -1
	}
	c.Form = EnforcementOrder
	c.Claim = s.finalAward(before)
	c.Costs = 0
	c.Outcome = []RulingOutcome{Closed, Enforced, Settled, Preserved}[chance.WeightedIndex(r, []int{58, 18, 8, 16})]
	if c.Outcome == Preserved || chance.Percent(r, 12) {
		c.Award = c.Claim
	}
	return s.addInTime(r, c, before)
}

// addPreservation adds the freezing of property for a claim.
func (s *Shard) addPreservation(r *rand.Rand, before int) int {
	c := s.nextCase(r, before, Preservation, 10)
	c.Form, c.Outcome, c.Costs = EnforcementOrder, Preserved, 0
	if chance.Percent(r, 70) {
		c.Award = c.Claim
	}
	return s.addInTime(r, c, before)
}
