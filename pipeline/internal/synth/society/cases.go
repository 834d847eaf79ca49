package society

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// rulingsPerCompany is the distribution of the number of rulings, in hundredths, among
// companies that have any, after 32 complete lists of the real table (1, 2, 5, 12 and 28 at the
// quantiles of a box plot, at most 164) and its mean over all companies, which is lower than
// that of companies asked about.
var rulingsPerCompany = []chance.Quantile{
	{Share: 0, Value: 0}, {Share: 250, Value: 0}, {Share: 500, Value: 100}, {Share: 750, Value: 300}, {Share: 900, Value: 1000},
	{Share: 970, Value: 2800}, {Share: 995, Value: 12000}, {Share: 1000, Value: 60000},
}

// makeCases makes the rulings of all companies.
func (s *Shard) makeCases() {
	r := s.Key.Of("litigation").Rand()
	weights := make([]int, min(len(s.Companies), s.Size.CompanyRegister))
	any := make([]int, len(weights))
	for i := range weights {
		idle := 49
		if s.Companies[i].Listed != nil {
			idle = 6
		}
		if chance.Percent(r, idle) && i > 0 {
			continue
		}
		weights[i], any[i] = chance.FromQuantiles(r, rulingsPerCompany...), 1
		if s.Companies[i].Listed != nil {
			weights[i] = weights[i]*3 + 300
		}
	}
	least := 0
	for _, n := range any {
		least += n
	}
	if least > s.Size.LegalDoc || sum(weights) == 0 {
		weights, any = any, make([]int, len(any))
		least = 0
	}
	numbers := chance.Apportion(s.Size.LegalDoc-least, weights)
	for company, n := range numbers {
		s.addRulings(company, n+any[company])
	}
	s.chooseTextCases()
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// addRulings adds n rulings of a company, dispute by dispute.
func (s *Shard) addRulings(company, n int) {
	end := len(s.Cases) + n
	previous := -1 // the first case of the dispute before
	for len(s.Cases) < end {
		first := len(s.Cases)
		r := s.Key.Of("disputes").At(first).Rand()
		c := s.newDispute(r, company, previous)
		s.addCase(r, c, -1)
		for before := first; before >= 0 && len(s.Cases) < end; {
			before = s.addNext(before)
		}
		previous = first
	}
}

// addCase appends a case with a number. before is the index of the case that it follows; -1 for
// the first of a dispute.
func (s *Shard) addCase(r *rand.Rand, c Case, before int) {
	c.Before, c.First = before, len(s.Cases)
	if before >= 0 {
		c.First = s.Cases[before].First
	}
	c.Number = s.newCaseNumber(r, c.Court, c.Proceeding, c.Filed)
	s.Cases = append(s.Cases, c)
}

// newDispute draws the first ruling of a dispute. One of six belongs to a series and has the
// cause and court of the previous dispute, if there is one.
func (s *Shard) newDispute(r *rand.Rand, company, previous int) Case {
	c := Case{Related: company, Dealing: -1}
	series := previous >= 0 && chance.Percent(r, 16)
	if series {
		c.cause, c.Court = s.Cases[previous].cause, s.Cases[previous].Court
	} else {
		c.cause = s.drawCause(r, company)
	}
	c.Cause = c.cause
	cause := s.World.Causes[c.cause]
	if !series {
		c.Court = s.drawCourt(r, cause, s.Companies[company].County)
	}
	c.Matter = cause.Matter
	c.Proceeding = firstWord(r, cause.kind)
	s.dateDispute(r, &c)
	if cause.market != nil {
		s.drawDealers(r, &c, cause)
	} else {
		s.drawParties(r, &c, cause)
	}
	s.drawClaim(r, &c)
	if cause.market != nil {
		s.drawDealing(r, &c, cause.market)
	}
	switch {
	case c.Matter == statute.Securities, cause.technical:
		c.Court = s.City(s.Courts[c.Court].County).court
	case cause.kind == civil:
		c.Court = s.courtForSum(c.Court, c.Claim)
	}
	c.Value = s.valueOf(&c)
	s.decideFirst(r, &c)
	c.Decided = s.World.openDay(r, c.Filed+c.duration(r), noWeekends)
	s.drawCounsel(r, &c)
	return c
}

// drawCause draws a cause that a company can have, given its line of business.
func (s *Shard) drawCause(r *rand.Rand, company int) int {
	trade := s.Companies[company].NameParts.Trade
	for {
		at := s.World.causeSampler.Draw(r)
		if s.World.Causes[at].concerns(trade) {
			return at
		}
	}
}

// firstWord returns the kind of proceeding that a dispute begins with.
func firstWord(r *rand.Rand, kind causeKind) Proceeding {
	switch kind {
	case administrative:
		return AdminFirst
	case patent:
		if chance.Percent(r, 9) {
			return PatentFirst
		}
	}
	return CivilFirst
}

// years are the percentages of cases filed in the years 2018 to 2021.
var years = []int{4, 31, 40, 25}

// drawFilingDay draws the day on which a case is filed.
func drawFilingDay(r *rand.Rand) Day {
	year := 2018 + chance.WeightedIndex(r, years)
	return NewDay(year, 1, 3) + Day(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 500, Value: 140}, chance.Quantile{Share: 900, Value: 290}, chance.Quantile{Share: 1000, Value: 360}))
}

// drawCourt draws the court of a dispute. Half of the disputes are in the company's county, the
// others in the other party's. Cases on patents and marks are often before
// higher courts, and others if the sum is large, see courtForSum. Suits about securities, inventions, designs and programs are
// for intermediate courts, see newDispute. Suits against the office for marks go to one
// intermediate court, and those against local authorities to basic courts.
func (s *Shard) drawCourt(r *rand.Rand, cause Cause, home int) int {
	county := home
	if chance.Percent(r, 46) {
		county = s.countySampler.Draw(r)
	}
	higher := cause.kind != civil && chance.Percent(r, 60)
	switch {
	case cause.kind == administrative && cause.Matter == statute.Intellectual:
		return s.Cities[0].court
	case higher && cause.kind == patent:
		return s.City(county).court
	}
	return s.Counties[county].court
}

// leastIntermediate is the sum, in cents, from which an intermediate court hears a civil suit first.
const leastIntermediate = 20_000_000_00

// courtForSum returns the basic or the intermediate court of a court's place, as the sum demands.
func (s *Shard) courtForSum(court int, claim int64) int {
	county := s.Courts[court].County
	if claim >= leastIntermediate {
		return s.City(county).court
	}
	if s.Courts[court].Level == Basic {
		return court
	}
	return s.Counties[county].court
}

// plaintiffs and defendants draw how many there are, after the 691 and 738 real
// cells.
func plaintiffs(r *rand.Rand) int {
	return 1 + chance.WeightedIndex(r, []int{934, 40, 14, 6, 3, 1, 1, 1})
}
func defendants(r *rand.Rand) int {
	return 1 + chance.WeightedIndex(r, []int{622, 183, 122, 38, 20, 8, 5, 2})
}

// party returns a company as a party on a day, with the name it had on that day.
func (s *Shard) party(company int, on Day) Party {
	c := &s.Companies[company]
	p := Party{Name: c.Name, Company: company, Trade: -1}
	if c.Former != "" && on < c.Renamed {
		p.Name = c.Former
	}
	return p
}

// drawCounsel draws the law firms of both sides. Of 100 real cases 28 have firms on both sides,
// 31 the plaintiff's only, 7 the defendant's only.
func (s *Shard) drawCounsel(r *rand.Rand, c *Case) {
	side := chance.WeightedIndex(r, []int{28, 31, 7, 34})
	if side == 3 && c.Plaintiffs[0].Person && chance.Percent(r, 35) {
		side = 1
	}
	if side <= 1 {
		c.PlaintiffFirm = s.drawFirm(r, c)
	}
	if side == 0 || side == 2 {
		firm := s.drawFirm(r, c)
		for firm == c.PlaintiffFirm { // no firm is on both sides
			firm = s.drawFirm(r, c)
		}
		c.DefendantFirms = []string{firm}
		for range len(c.Defendants) - 1 {
			if more := s.drawFirm(r, c); chance.Percent(r, 22) && more != c.PlaintiffFirm && !slices.Contains(c.DefendantFirms, more) {
				c.DefendantFirms = append(c.DefendantFirms, more)
			}
		}
	}
}

// chooseTextCases chooses the cases with an abstract and those of the retrieval corpus,
// preferring judgments.
func (s *Shard) chooseTextCases() {
	var told, rest []int
	for i := range s.Cases {
		if c := &s.Cases[i]; c.Form == Judgment || c.Form == AdministrativeJudgment {
			told = append(told, i)
		} else {
			rest = append(rest, i)
		}
	}
	draw := func(label string, n int) (chosen, others []int) {
		r := s.Key.Of(label).Rand()
		r.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
		all := append(append([]int(nil), told...), rest...)
		n = min(n, len(all))
		return all[:n], all[n:]
	}
	abstracts, others := draw("abstracts", s.Size.LegalAbstract)
	s.Abstracts = s.withTraceable(abstracts, others)
	s.PassageCases, _ = draw("model cases", s.Size.LegalCases)
	s.Files = s.filedCases()
	s.ClaimFiles = s.claimedCases()
}

// filedCases returns the cases with an abstract whose defendant's file is known: traceable ones,
// and after them others of civil courts of first instance, and any others, in the order of the
// abstracts.
func (s *Shard) filedCases() []int {
	traceable := s.traceableCases()
	var ranked [3][]int
	for _, i := range s.Abstracts {
		switch {
		case traceable(i):
			ranked[0] = append(ranked[0], i)
		case s.Cases[i].Proceeding == CivilFirst:
			ranked[1] = append(ranked[1], i)
		default:
			ranked[2] = append(ranked[2], i)
		}
	}
	return slices.Concat(ranked[:]...)[:min(s.Size.CaseFile, len(s.Abstracts))]
}

// traceableShare is the share of abstracts, one in so many, that at least are of traceable
// cases: of those drawn blindly only one in thirteen is, too few for the texts that are
// written about them.
const traceableShare = 5

// withTraceable returns chosen cases, the last of which are replaced by others as far as
// traceable cases are too few.
func (s *Shard) withTraceable(chosen, others []int) []int {
	traceable := s.traceableCases()
	missing := len(chosen) / traceableShare
	for _, i := range chosen {
		if traceable(i) {
			missing--
		}
	}
	at := len(chosen)
	for _, i := range others {
		if missing <= 0 {
			break
		}
		if !traceable(i) {
			continue
		}
		for at--; traceable(chosen[at]); at-- {
		}
		chosen[at] = i
		missing--
	}
	return chosen
}

// traceableCases returns a function that reports whether a case is traceable.
func (s *Shard) traceableCases() func(i int) bool {
	listed := s.listedFirms()
	return func(i int) bool { return s.traceable(&s.Cases[i], listed) }
}

// traceable reports whether a case is a judgment of a civil court of first instance, with a
// cause, against a single defendant, and the tables have rows of the defendant and of its
// only law firm, which is one of those listed.
func (s *Shard) traceable(c *Case, listed map[string]bool) bool {
	if c.Form != Judgment || c.Proceeding != CivilFirst || c.Cause < 0 || len(c.Defendants) != 1 || len(c.DefendantFirms) != 1 {
		return false
	}
	at := c.Defendants[0].Company
	// A party that has changed its name since is not found under the one in the ruling.
	return at >= 0 && at < s.Size.CompanyRegister && s.Companies[at].Name == c.Defendants[0].Name && listed[c.DefendantFirms[0]]
}
