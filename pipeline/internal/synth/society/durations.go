package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// AnswerPeriod is the number of days that a defendant has to answer a claim. No court decides on
// the claim before they are over and the hearing has been announced, three days ahead.
const AnswerPeriod = 15

// Distributions of the days from filing to decision. Judgments take as long as the law of civil
// procedure allows: at first instance six months, in summary proceedings three, and longer with
// leave; on appeal three; in suits against authorities six. What ends a case without a hearing is
// faster. Property is frozen within days. Enforcement ends as in the 68 real cases.
var (
	ordinaryDays     = []chance.Quantile{{Share: 0, Value: 42}, {Share: 100, Value: 74}, {Share: 250, Value: 102}, {Share: 500, Value: 143}, {Share: 750, Value: 184}, {Share: 900, Value: 262}, {Share: 1000, Value: 360}}
	summaryDays      = []chance.Quantile{{Share: 0, Value: 31}, {Share: 100, Value: 44}, {Share: 250, Value: 57}, {Share: 500, Value: 74}, {Share: 750, Value: 89}, {Share: 900, Value: 122}, {Share: 1000, Value: 178}}
	authorityDays    = []chance.Quantile{{Share: 0, Value: 45}, {Share: 250, Value: 90}, {Share: 500, Value: 125}, {Share: 900, Value: 181}, {Share: 1000, Value: 260}}
	appealDays       = []chance.Quantile{{Share: 0, Value: 24}, {Share: 250, Value: 46}, {Share: 500, Value: 66}, {Share: 750, Value: 86}, {Share: 900, Value: 108}, {Share: 1000, Value: 190}}
	petitionDays     = []chance.Quantile{{Share: 0, Value: 30}, {Share: 500, Value: 82}, {Share: 900, Value: 120}, {Share: 1000, Value: 180}}
	retrialDays      = []chance.Quantile{{Share: 0, Value: 48}, {Share: 500, Value: 110}, {Share: 900, Value: 178}, {Share: 1000, Value: 260}}
	withdrawalDays   = []chance.Quantile{{Share: 0, Value: 7}, {Share: 250, Value: 22}, {Share: 500, Value: 40}, {Share: 750, Value: 68}, {Share: 900, Value: 105}, {Share: 1000, Value: 210}}
	objectionDays    = []chance.Quantile{{Share: 0, Value: 24}, {Share: 500, Value: 45}, {Share: 900, Value: 88}, {Share: 1000, Value: 150}}
	freezingDays     = []chance.Quantile{{Share: 0, Value: 1}, {Share: 500, Value: 4}, {Share: 900, Value: 11}, {Share: 1000, Value: 25}}
	enforcementDays  = []chance.Quantile{{Share: 0, Value: 21}, {Share: 250, Value: 67}, {Share: 500, Value: 126}, {Share: 750, Value: 181}, {Share: 1000, Value: 308}}
	satisfactionDays = []chance.Quantile{{Share: 0, Value: 12}, {Share: 500, Value: 70}, {Share: 1000, Value: 240}}
)

// duration draws the days from the filing of a case to its decision, which is set.
func (c *Case) duration(r *rand.Rand) Day { return Day(chance.FromQuantiles(r, c.durations()...)) }

// durations returns the distribution of the days from the filing of a case to its decision.
func (c *Case) durations() []chance.Quantile {
	switch c.Outcome {
	case Preserved:
		return freezingDays
	case Withdrawn, Deemed, Joined:
		return withdrawalDays
	case Transferred, Rejected:
		return objectionDays
	case Settled:
		if c.Proceeding == CivilFirst || c.Proceeding == PatentFirst {
			return withdrawalDays
		}
		return satisfactionDays
	case Enforced:
		return satisfactionDays
	case Closed:
		return enforcementDays
	}
	switch c.Proceeding {
	case CivilAppeal, PatentAppeal, AdminAppeal:
		return appealDays
	case CivilPetition, AdminPetition:
		return petitionDays
	case CivilRetrial:
		return retrialDays
	case AdminFirst:
		return authorityDays
	}
	if c.Summary {
		return summaryDays
	}
	return ordinaryDays
}

// Least numbers of days from the beginning of a dispute to the suit: what is agreed has to be
// performed and to fall due first.
const (
	leastContract   = 150
	leastHarm       = 60
	leastEmployment = 195 // until what is disputed is due
)

// mostTerm is the longest time from an agreement to the day when what it promises is due.
const mostTerm = 480

// spans is the distribution of the days from the beginning of a dispute to the suit; the first is
// the least that it takes. Few creditors wait until their claim is out of time.
func spans(least Day) []chance.Quantile {
	return []chance.Quantile{{Share: 0, Value: int(least)}, {Share: 500, Value: 460}, {Share: 900, Value: 1000}, {Share: 970, Value: 1300}, {Share: 1000, Value: 2600}}
}

// dateDispute draws the days on which a dispute began, what is in dispute was due, and the suit was
// filed.
func (s *Shard) dateDispute(r *rand.Rand, c *Case) {
	least := Day(leastContract)
	employed := c.Matter == statute.Labour && s.World.Causes[c.cause].market == nil
	switch {
	case harms(c):
		least = leastHarm
	case employed:
		least = leastEmployment + leastContract
	}
	c.Filed = drawFilingDay(r)
	c.Began = c.Filed - Day(chance.FromQuantiles(r, spans(least)...))
	c.Began = max(c.Began, s.Companies[c.Related].Founded+20)
	if signed := s.World.openDay(r, c.Began, noWeekends); !harms(c) {
		c.Began = signed
	}
	c.Filed = s.World.openDay(r, max(c.Filed, c.Began+least), noWeekends)
	span := min((c.Filed-c.Began)*Day(25+r.IntN(50))/100, mostTerm)
	if employed {
		span = max(span, leastEmployment)
	}
	c.Due = s.World.Calendar.LastOpen(c.Began + span)
	if s.World.Causes[c.cause].lets() {
		c.Term = termWithin(span)
		c.Due = s.World.Calendar.FirstOpen(c.TermEnd())
	}
}

// terms are the months for which premises are let before rent is due: a quarter, half a year, or a year.
var terms = []int{12, 6, 3}

// termWithin returns the longest of the terms that a number of days has room for; the shortest if none has.
func termWithin(span Day) int {
	for _, months := range terms {
		if Day(months*31) <= span {
			return months
		}
	}
	return terms[len(terms)-1]
}

// TermEnd is the last day of the term that premises are let for, the day before the one with its number some months later.
func (c *Case) TermEnd() Day {
	y, m, d := c.Began.Date()
	return NewDay(y, m+c.Term, d) - 1
}

// harms reports whether a dispute began with an event that keeps no office hours.
func harms(c *Case) bool { return c.Matter == statute.Traffic || c.Matter == statute.Tort }
