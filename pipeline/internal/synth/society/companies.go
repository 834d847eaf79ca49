package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// The days between which a world's records lie.
var (
	firstListing = NewDay(1991, 1, 1)
	lastDay      = NewDay(2024, 6, 30)
)

// makeCompanies makes the companies: listed companies, their subsidiaries, and other registered
// companies up to the size of the register.
func (s *Shard) makeCompanies() {
	places := s.countySampler
	spun := s.Size.SubCompanyInfo * 3 / 1000 // listed companies that are another's subsidiaries
	spun = min(spun, max(0, s.Size.CompanyInfo-2))
	for i := range s.Size.CompanyInfo {
		s.Companies = append(s.Companies, s.newListed(i, places))
	}
	s.makeHoldings(spun, places)
	for slot := s.Size.CompanyInfo + s.Size.SubCompanyInfo; len(s.Companies) < s.Size.CompanyRegister; slot++ {
		r := s.Key.Of("independent companies").At(slot).Rand()
		c := s.newCompany(r, slot, places)
		c.NameParts.Form = unlistedForm(r)
		s.addCompany(c)
	}
	for i := range s.Companies {
		s.setRegistration(i)
	}
}

// sampleByBusiness returns a sampler of counties by their amount of business, which a few
// cities dominate.
func (s *Shard) sampleByBusiness() chance.WeightedSampler {
	r := s.Key.Of("attraction").Rand()
	weights := make([]int, len(s.Counties))
	for _, city := range s.Cities {
		pull := chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 4}, chance.Quantile{Share: 500, Value: 10}, chance.Quantile{Share: 900, Value: 60}, chance.Quantile{Share: 1000, Value: 400})
		if s.World.Provinces[city.Province].Municipality {
			pull = 300 + r.IntN(300)
		}
		for n, c := range city.Counties {
			share := 1
			if s.Counties[c].Rank == District {
				share = 4
			}
			if n == 0 {
				share += 3
			}
			weights[c] = pull * share
		}
	}
	return chance.NewWeightedSampler(weights)
}

// newCompany draws the data common to all companies, except the name's form and the data that
// depend on the name.
func (s *Shard) newCompany(r *rand.Rand, slot int, places chance.WeightedSampler) Company {
	county := places.Draw(r)
	c := Company{Parent: -1, County: county}
	c.NameParts = name.CompanyName{Trade: s.World.tradeSampler.Draw(r), Modifier: -1}
	// Short brands make short abbreviations, as nearly all listed companies have.
	short := chance.Percent(r, 62) || slot < s.Size.CompanyInfo && chance.Percent(r, 90)
	c.Brand = s.World.brand(s.Number, slot, short)
	c.NameParts.Brand = c.Brand
	if short || chance.Percent(r, 40) {
		c.NameParts.Place = s.companyPlace(r, county)
		c.NameParts.Paren = chance.Percent(r, 12)
	}
	if chance.Percent(r, 22) {
		c.NameParts.Modifier = s.modifier(r, c.NameParts.Trade)
	}
	c.Founded = NewDay(1990, 1, 1) + Day(chance.FromQuantiles(r, founding...))
	c.Capital = capital(r)
	return c
}

// founding is the distribution of the days from 1990 to a company's foundation, after the 32
// real rows: 1984 to 2023, half before 2008.
var founding = []chance.Quantile{
	{Share: 0, Value: -2190}, {Share: 100, Value: 1600}, {Share: 250, Value: 4380}, {Share: 500, Value: 6600},
	{Share: 750, Value: 9500}, {Share: 900, Value: 10950}, {Share: 1000, Value: 11650},
}

// companyPlace draws the place in a company's name: mostly the city, sometimes the province or the
// county.
func (s *Shard) companyPlace(r *rand.Rand, county int) string {
	c := s.Counties[county]
	switch n := r.IntN(100); {
	case n < 18:
		return s.Province(county).BaseName
	case n < 28 && c.BaseName != "":
		return c.BaseName
	}
	return s.City(county).BaseName
}

// modifier draws a modifier that suits a trade; -1 if there is none.
func (s *Shard) modifier(r *rand.Rand, trade int) int {
	fits := s.World.Names.Trades()[trade].Modifiers
	if len(fits) == 0 {
		return -1
	}
	return fits[r.IntN(len(fits))]
}

// capital draws a registered capital in cents, after the 38 real ones: from a hundred thousand
// to three billion, half below a hundred million, most of them round.
func capital(r *rand.Rand) int64 {
	tenThousands := chance.FromQuantiles(r,
		chance.Quantile{Share: 0, Value: 10}, chance.Quantile{Share: 100, Value: 1000}, chance.Quantile{Share: 250, Value: 2000}, chance.Quantile{Share: 500, Value: 10000},
		chance.Quantile{Share: 750, Value: 50000}, chance.Quantile{Share: 900, Value: 150000}, chance.Quantile{Share: 1000, Value: 310000})
	return round(r, int64(tenThousands))
}

// round returns a sum of that many ten thousands, in cents: mostly round, and uneven in 28 of a
// hundred cases.
func round(r *rand.Rand, tenThousands int64) int64 {
	if chance.Percent(r, 28) {
		return tenThousands*1_000_000 + int64(r.IntN(10000))*100
	}
	step := int64(1)
	for step*20 <= tenThousands {
		step *= 10
	}
	return (tenThousands + step/2) / step * step * 1_000_000
}

// unlistedForm draws the form of a company that is not listed. Of 100 real subsidiaries 91 are
// 有限公司, 8 有限责任公司, 1 股份有限公司.
func unlistedForm(r *rand.Rand) name.LegalForm {
	switch n := r.IntN(100); {
	case n < 8:
		return name.LimitedLiability
	case n < 9:
		return name.Joint
	case n < 16:
		return name.Group
	}
	return name.Limited
}

// newListed makes the i-th listed company.
func (s *Shard) newListed(i int, places chance.WeightedSampler) Company {
	r := s.Key.Of("listed companies").At(i).Rand()
	c := s.newCompany(r, i, places)
	c.NameParts.Form, c.NameParts.Paren = name.Joint, false
	if chance.Percent(r, 14) {
		c.NameParts.Form = name.JointGroup
	}
	c.Founded = NewDay(1984, 1, 1) + Day(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 500, Value: 5600}, chance.Quantile{Share: 1000, Value: 9400}))
	c.Capital = max(c.Capital*6, leastListed)
	c.Name = s.World.Names.Company(c.NameParts)
	s.usedNames[c.Name] = true
	day := max(firstListing+Day(r.IntN(700)), c.Founded+Day(1200+r.IntN(5200)))
	l := &Listing{
		Short: s.World.Names.Abbreviation(c.NameParts), Code: s.stockCode(i), Market: s.market(i),
		Day:      min(day, lastDay-10-Day(r.IntN(890))),
		Price:    int64(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 310}, chance.Quantile{Share: 250, Value: 568}, chance.Quantile{Share: 500, Value: 918}, chance.Quantile{Share: 750, Value: 1932}, chance.Quantile{Share: 950, Value: 3448}, chance.Quantile{Share: 1000, Value: 9120})),
		Proceeds: int64(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 119_700_000}, chance.Quantile{Share: 250, Value: 280_000_000}, chance.Quantile{Share: 500, Value: 470_000_000}, chance.Quantile{Share: 750, Value: 800_000_000}, chance.Quantile{Share: 1000, Value: 2_248_950_000})) * 100,
	}
	l.Sponsor = s.World.sponsors[r.IntN(len(s.World.sponsors))]
	c.Listed = l
	if chance.Percent(r, 29) {
		s.rename(r, &c)
	}
	if c.Former != "" {
		c.dateRenaming(r)
		if short := s.World.Names.Abbreviation(c.formerParts); short != l.Short && c.Renamed > l.Day {
			l.FormerShort = short
		}
	}
	return c
}

// dateRenaming moves a listed company's renaming to a possible day: a limited company became a
// company limited by shares before it was listed, and an abbreviation can only have changed
// afterwards.
func (c *Company) dateRenaming(r *rand.Rand) {
	span := int(c.Listed.Day - c.Founded)
	if c.formerParts.Form == name.LimitedLiability {
		c.Renamed = c.Founded + Day(span/4+r.IntN(span/2))
	} else if left := int(NewDay(2022, 12, 31) - c.Listed.Day); left > 400 && chance.Percent(r, 80) {
		c.Renamed = c.Listed.Day + Day(200+earlyOffset(r, left-200))
	} else {
		c.Renamed = c.Founded + Day(span/4+r.IntN(span/2))
	}
}

// leastListed is the smallest capital of a listed company, in cents.
const leastListed = 40_000_000_00

// markets are the weights of the markets among 25 listed companies, after the real rows.
var markets = []int{13, 3, 9}

func (s *Shard) market(i int) Market {
	return Market(chance.WeightedIndex(s.Key.Of("markets").At(i).Rand(), markets))
}

// rename gives a company a former name with another trade, modifier or form, unless that name
// is used.
func (s *Shard) rename(r *rand.Rand, c *Company) {
	old := c.NameParts
	switch n := r.IntN(100); {
	case n < 45:
		old.Trade = s.nearTrade(r, old.Trade)
	case n < 70 && old.Form != name.LimitedLiability:
		old.Form = name.LimitedLiability
	default:
		old.Modifier = s.modifier(r, old.Trade)
	}
	former := s.World.Names.Company(old)
	if former == c.Name || s.usedNames[former] {
		return
	}
	s.usedNames[former] = true
	c.Former, c.formerParts = former, old
	span := int(NewDay(2022, 12, 31) - c.Founded)
	c.Renamed = c.Founded + Day(span/4+earlyOffset(r, max(1, span*3/4)))
}

// nearTrade draws a line of business of the same division: what a company did before is near what it does
// now.
func (s *Shard) nearTrade(r *rand.Rand, trade int) int {
	trades := s.World.Names.Trades()
	var near []int
	for i := range trades {
		if trades[i].Division == trades[trade].Division {
			near = append(near, i)
		}
	}
	return near[r.IntN(len(near))]
}

// earlyOffset draws a number below n, preferably a small one: most companies were renamed
// before they were in court, since one of twenty real rulings names a company differently from
// the table, or not at all, and one of nine real debtors has a former name.
func earlyOffset(r *rand.Rand, n int) int { return min(r.IntN(n), r.IntN(n)) }

// addCompany adds a company under its name; it returns false if the name is used.
func (s *Shard) addCompany(c Company) bool {
	c.Name = s.World.Names.Company(c.NameParts)
	if s.usedNames[c.Name] {
		return false
	}
	s.usedNames[c.Name] = true
	s.Companies = append(s.Companies, c)
	return true
}

// dateRegistrations moves what is entered in a register or begins on an exchange to days on which
// they are open.
func (s *Shard) dateRegistrations(r *rand.Rand, c *Company) {
	c.Founded = s.World.openDay(r, c.Founded, foundedWeekends)
	if c.Former != "" {
		c.Renamed = s.World.openDay(r, c.Renamed, noWeekends)
	}
	if c.Listed != nil {
		c.Listed.Day = s.World.tradingDay(c.Listed.Day)
	}
}

// setRegistration sets the data of a company's registration.
func (s *Shard) setRegistration(i int) {
	c := &s.Companies[i]
	r := s.Key.Of("registrations").At(i).Rand()
	c.Head = s.World.Names.Person(s.Key.Of("company heads").At(i).Rand())
	c.Staff = chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 180, Value: 0}, chance.Quantile{Share: 300, Value: 2}, chance.Quantile{Share: 500, Value: 29}, chance.Quantile{Share: 750, Value: 240}, chance.Quantile{Share: 930, Value: 1396}, chance.Quantile{Share: 1000, Value: 3314})
	if c.Listed != nil {
		c.Staff = c.Staff*4 + 80 + r.IntN(200)
		people := s.Key.Of("company officers").At(i).Rand()
		c.Listed.Manager, c.Listed.Secretary = s.World.Names.Person(people), s.World.Names.Person(people)
		if chance.Percent(r, 45) {
			c.Listed.Manager = c.Head
		}
	} else if c.Former == "" && chance.Percent(r, 29) {
		s.rename(r, c)
	}
	s.dateRegistrations(s.Key.Of("registration days").At(i).Rand(), c)
	c.OrganizationCode = s.World.organization(s.Number*organizationsPerShard+i, "MA", c.Founded)
	c.CreditCode = credit("91", s.zone(c.County), c.OrganizationCode)
	c.Address = s.address("company addresses", i, c.County)
	c.Office = c.Address
	if c.Listed != nil && chance.Percent(r, 55) {
		c.Office = s.address("company offices", i, c.County)
	}
}
