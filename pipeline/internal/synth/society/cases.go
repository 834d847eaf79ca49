package society

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// litigation is how many rulings a company has that has any, after 32 complete
// lists of the real table (1, 2, 5, 12 and 28 at the quantiles of a box plot, at
// most 164) and its mean over all companies, which is lower than that of companies
// asked about.
var litigation = []chance.Quantile{
	{Share: 0, Value: 0}, {Share: 250, Value: 0}, {Share: 500, Value: 100}, {Share: 750, Value: 300}, {Share: 900, Value: 1000},
	{Share: 970, Value: 2800}, {Share: 995, Value: 12000}, {Share: 1000, Value: 60000},
}

// litigate makes the rulings of all companies.
func (s *Shard) litigate() {
	r := s.Key.Of("litigation").Rand()
	weights := make([]int, min(len(s.Companies), s.Size.CompanyRegister))
	any := make([]int, len(weights))
	for i := range weights {
		idle := 49
		if s.Companies[i].Listed != nil {
			idle = 6
		}
		if chance.Chance(r, idle) && i > 0 {
			continue
		}
		weights[i], any[i] = chance.Draw(r, litigation...), 1
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
		s.rulings(company, n+any[company])
	}
	s.tell()
}

func sum(numbers []int) int {
	total := 0
	for _, n := range numbers {
		total += n
	}
	return total
}

// rulings makes n rulings of a company, dispute by dispute.
func (s *Shard) rulings(company, n int) {
	end := len(s.Cases) + n
	previous := -1 // the first case of the dispute before
	for len(s.Cases) < end {
		first := len(s.Cases)
		r := s.Key.Of("disputes").At(first).Rand()
		c := s.dispute(r, company, previous)
		s.add(r, c, -1)
		for before := first; before >= 0 && len(s.Cases) < end; {
			before = s.sequel(before)
		}
		previous = first
	}
}

// add gives a case its number and appends it.
func (s *Shard) add(r *rand.Rand, c Case, before int) {
	c.Before, c.First = before, len(s.Cases)
	if before >= 0 {
		c.First = s.Cases[before].First
	}
	c.Number = s.number(r, c.Court, c.Word, c.Filed)
	s.Cases = append(s.Cases, c)
}

// dispute makes the first ruling of a new dispute. One of six is of a series: the
// cause and the court of the one before.
func (s *Shard) dispute(r *rand.Rand, company, previous int) Case {
	c := Case{Related: company}
	if previous >= 0 && chance.Chance(r, 16) {
		c.cause, c.Court = s.Cases[previous].cause, s.Cases[previous].Court
	} else {
		c.cause = s.World.causes.Pick(r)
		c.Court = s.venue(r, s.World.Causes[c.cause], s.Companies[company].County)
	}
	c.Cause = c.cause
	cause := s.World.Causes[c.cause]
	c.Matter = cause.Matter
	c.Word = firstWord(r, cause.kind)
	c.Filed = filing(r)
	c.Began = c.Filed - Day(chance.Draw(r, chance.Quantile{Share: 0, Value: 60}, chance.Quantile{Share: 500, Value: 500}, chance.Quantile{Share: 900, Value: 1400}, chance.Quantile{Share: 1000, Value: 2600}))
	c.Began = max(c.Began, s.Companies[company].Founded+20)
	c.Filed = max(c.Filed, c.Began+30)
	c.Decided = c.Filed + duration(r)
	s.gather(r, &c, cause)
	s.decide(r, &c)
	s.represent(r, &c)
	if chance.Chance(r, 6) {
		c.Cause = -1
	}
	return c
}

// firstWord is the kind of proceeding a dispute begins with.
func firstWord(r *rand.Rand, kind causeKind) Word {
	switch kind {
	case administrative:
		return AdminFirst
	case patent:
		if chance.Chance(r, 9) {
			return PatentFirst
		}
	}
	return CivilFirst
}

// years are the percentages of cases filed in each of the years 2018 to 2021.
var years = []int{4, 31, 40, 25}

// filing draws the day a case is filed.
func filing(r *rand.Rand) Day {
	year := 2018 + chance.Pick(r, years)
	return NewDay(year, 1, 3) + Day(chance.Draw(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 500, Value: 140}, chance.Quantile{Share: 900, Value: 290}, chance.Quantile{Share: 1000, Value: 360}))
}

// duration draws how long a case takes.
func duration(r *rand.Rand) Day {
	return Day(chance.Draw(r, chance.Quantile{Share: 0, Value: 5}, chance.Quantile{Share: 300, Value: 32}, chance.Quantile{Share: 600, Value: 68}, chance.Quantile{Share: 900, Value: 130}, chance.Quantile{Share: 1000, Value: 330}))
}

// venue draws the court of a dispute: half of the disputes are in the company's county, the
// others in the other party's. Cases on patents, marks and authorities are sometimes before
// higher courts.
func (s *Shard) venue(r *rand.Rand, cause Cause, home int) int {
	county := home
	if chance.Chance(r, 46) {
		county = s.places.Pick(r)
	}
	higher := 3
	if cause.kind != civil {
		higher = 60
	}
	if chance.Chance(r, higher) {
		return s.City(county).court
	}
	return s.Counties[county].court
}

// gather draws the parties.
func (s *Shard) gather(r *rand.Rand, c *Case, cause Cause) {
	related := s.party(c.Related, c.Filed)
	others := s.others(r, "party names", len(s.Cases), c.Related, c.Began, c.Filed)
	sues := chance.Chance(r, cause.sues)
	// In one real case of twenty the related company is neither: it is a third party.
	third := chance.Chance(r, 4)
	switch {
	case sues:
		c.Plaintiffs = []Party{related}
		person := 12
		switch cause.Matter {
		case statute.Labour: // only people work for wages
			person = 100
		case statute.Property:
			person = 75
		}
		c.Defendants = others.take(defendants(r), person)
	default:
		person := cause.person
		if cause.Matter == statute.Labour {
			person = 100
		}
		c.Plaintiffs = others.take(plaintiffs(r), person)
		c.Defendants = others.take(defendants(r)-1, 24)
		at := r.IntN(len(c.Defendants) + 1)
		c.Defendants = append(c.Defendants[:at], append([]Party{related}, c.Defendants[at:]...)...)
	}
	if cause.kind == administrative {
		authority := Party{Name: s.authority(cause.Matter, s.Courts[c.Court].County), Company: -1}
		c.Defendants = []Party{authority}
		if !sues {
			c.Defendants = append(c.Defendants, related)
		}
	}
	if third && !sues && len(c.Defendants) > 1 {
		for i, p := range c.Defendants {
			if p.Company == c.Related {
				c.Defendants = append(c.Defendants[:i], c.Defendants[i+1:]...)
				break
			}
		}
	}
}

// authority returns the authority that is sued in a matter.
func (s *Shard) authority(m statute.Matter, county int) string {
	kind := name.MarketRegulation
	switch m {
	case statute.Intellectual:
		return s.World.Tongue.Authority(s.World.Key.Of("patent office").Rand(), name.Patents, "")
	case statute.Administration, statute.Labour:
		kind = name.Labour
	case statute.Urban:
		kind = name.NaturalResources
	case statute.Tax:
		kind = name.Taxation
	case statute.Environment:
		kind = name.Environment
	}
	return s.office(kind, county)
}

// plaintiffs and defendants draw how many there are, after the 691 and 738 real
// cells.
func plaintiffs(r *rand.Rand) int { return 1 + chance.Pick(r, []int{934, 40, 14, 6, 3, 1, 1, 1}) }
func defendants(r *rand.Rand) int { return 1 + chance.Pick(r, []int{622, 183, 122, 38, 20, 8, 5, 2}) }

// party returns a company as a party on a day, with the name it had on that day.
func (s *Shard) party(company int, on Day) Party {
	c := &s.Companies[company]
	p := Party{Name: c.Name, Company: company}
	if c.Former != "" && on < c.Renamed {
		p.Name = c.Former
	}
	return p
}

// represent draws law firms: both sides have one in 28 of a hundred real cases,
// the plaintiff alone in 31, the defendant alone in 7.
func (s *Shard) represent(r *rand.Rand, c *Case) {
	side := chance.Pick(r, []int{28, 31, 7, 34})
	if side == 3 && c.Plaintiffs[0].Person && chance.Chance(r, 35) {
		side = 1
	}
	if side <= 1 {
		c.PlaintiffFirm = s.counsel(r, c)
	}
	if side == 0 || side == 2 {
		firm := s.counsel(r, c)
		for firm == c.PlaintiffFirm { // no firm is on both sides
			firm = s.counsel(r, c)
		}
		c.DefendantFirms = []string{firm}
		for range len(c.Defendants) - 1 {
			if more := s.counsel(r, c); chance.Chance(r, 22) && more != c.PlaintiffFirm && !slices.Contains(c.DefendantFirms, more) {
				c.DefendantFirms = append(c.DefendantFirms, more)
			}
		}
	}
}

// tell chooses the cases with an abstract and those of the retrieval corpus; judgments and
// orders on the substance first.
func (s *Shard) tell() {
	var told, rest []int
	for i := range s.Cases {
		if c := &s.Cases[i]; c.Form == Judgment || c.Form == AdministrativeJudgment {
			told = append(told, i)
		} else {
			rest = append(rest, i)
		}
	}
	for _, list := range []struct {
		label string
		n     int
		into  *[]int
	}{{"abstracts", s.Size.LegalAbstract, &s.Abstracts}, {"model cases", s.Size.LegalCases, &s.Model}} {
		r := s.Key.Of(list.label).Rand()
		r.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
		all := append(append([]int(nil), told...), rest...)
		*list.into = all[:min(list.n, len(all))]
	}
}
