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

// found makes the companies: listed companies, their subsidiaries, and other registered ones up
// to the size of the register.
func (s *Shard) found() {
	places := s.places
	spun := s.Size.SubCompanyInfo * 3 / 1000 // listed companies that are another's subsidiaries
	spun = min(spun, max(0, s.Size.CompanyInfo-2))
	for i := range s.Size.CompanyInfo {
		s.Companies = append(s.Companies, s.listed(i, places))
	}
	s.hold(spun, places)
	for slot := s.Size.CompanyInfo + s.Size.SubCompanyInfo; len(s.Companies) < s.Size.CompanyRegister; slot++ {
		r := s.Key.Of("independent companies").At(slot).Rand()
		c := s.company(r, slot, places)
		c.Make.Form = limited(r)
		s.enrol(c)
	}
	for i := range s.Companies {
		s.register(i)
	}
}

// attraction returns a wheel of counties by the amount of business; a few cities have most of
// it.
func (s *Shard) attraction() chance.Wheel {
	r := s.Key.Of("attraction").Rand()
	weights := make([]int, len(s.Counties))
	for _, city := range s.Cities {
		pull := chance.Draw(r, chance.Quantile{Share: 0, Value: 4}, chance.Quantile{Share: 500, Value: 10}, chance.Quantile{Share: 900, Value: 60}, chance.Quantile{Share: 1000, Value: 400})
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
	return chance.NewWheel(weights)
}

// company draws the data common to all companies, except the name's form and the data that
// depend on the name.
func (s *Shard) company(r *rand.Rand, slot int, places chance.Wheel) Company {
	county := places.Pick(r)
	c := Company{Parent: -1, County: county}
	c.Make = name.CompanyName{Trade: s.World.trades.Pick(r), Modifier: -1}
	// Short brands make short abbreviations, as nearly all listed companies have.
	short := chance.Chance(r, 62) || slot < s.Size.CompanyInfo && chance.Chance(r, 90)
	c.Brand = s.World.brand(s.Number, slot, short)
	c.Make.Brand = c.Brand
	if short || chance.Chance(r, 40) {
		c.Make.Place = s.placeName(r, county)
		c.Make.Paren = chance.Chance(r, 12)
	}
	if chance.Chance(r, 22) {
		c.Make.Modifier = s.modifier(r, c.Make.Trade)
	}
	c.Founded = NewDay(1990, 1, 1) + Day(chance.Draw(r, founding...))
	c.Capital = capital(r)
	return c
}

// founding are days from 1990 to a company's founding, after the 32 real rows:
// 1984 to 2023, half before 2008.
var founding = []chance.Quantile{
	{Share: 0, Value: -2190}, {Share: 100, Value: 1600}, {Share: 250, Value: 4380}, {Share: 500, Value: 6600},
	{Share: 750, Value: 9500}, {Share: 900, Value: 10950}, {Share: 1000, Value: 11650},
}

// placeName draws the place in a company's name: mostly the city, sometimes the province or the
// county.
func (s *Shard) placeName(r *rand.Rand, county int) string {
	c := s.Counties[county]
	switch n := r.IntN(100); {
	case n < 18:
		return s.Province(county).Stem
	case n < 28 && c.Stem != "":
		return c.Stem
	}
	return s.City(county).Stem
}

// modifier draws a modifier that suits a trade; -1 if there is none.
func (s *Shard) modifier(r *rand.Rand, trade int) int {
	fits := s.World.Tongue.Trades()[trade].Modifiers
	if len(fits) == 0 {
		return -1
	}
	return fits[r.IntN(len(fits))]
}

// capital draws a registered capital in cents, after the 38 real ones: from a
// hundred thousand to three billion, half below a hundred million, most of them
// round.
func capital(r *rand.Rand) int64 {
	tenThousands := chance.Draw(r,
		chance.Quantile{Share: 0, Value: 10}, chance.Quantile{Share: 100, Value: 1000}, chance.Quantile{Share: 250, Value: 2000}, chance.Quantile{Share: 500, Value: 10000},
		chance.Quantile{Share: 750, Value: 50000}, chance.Quantile{Share: 900, Value: 150000}, chance.Quantile{Share: 1000, Value: 310000})
	if chance.Chance(r, 28) {
		return int64(tenThousands)*1_000_000 + int64(r.IntN(10000))*100
	}
	step := 1
	for step*20 <= tenThousands {
		step *= 10
	}
	return int64((tenThousands+step/2)/step*step) * 1_000_000
}

// limited draws the form of a company that is not listed: 91 of a hundred real
// subsidiaries are 有限公司, 8 有限责任公司, 1 股份有限公司.
func limited(r *rand.Rand) name.LegalForm {
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

// listed makes the i-th listed company.
func (s *Shard) listed(i int, places chance.Wheel) Company {
	r := s.Key.Of("listed companies").At(i).Rand()
	c := s.company(r, i, places)
	c.Make.Form, c.Make.Paren = name.Joint, false
	if chance.Chance(r, 14) {
		c.Make.Form = name.JointGroup
	}
	c.Founded = NewDay(1984, 1, 1) + Day(chance.Draw(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 500, Value: 5600}, chance.Quantile{Share: 1000, Value: 9400}))
	c.Capital = max(c.Capital*6, leastListed)
	c.Name = s.World.Tongue.Company(c.Make)
	s.taken[c.Name] = true
	day := max(firstListing+Day(r.IntN(700)), c.Founded+Day(1200+r.IntN(5200)))
	l := &Listing{
		Short: s.World.Tongue.Abbreviation(c.Make), Code: s.stockCode(i), Market: s.market(i),
		Day:   min(day, lastDay-Day(r.IntN(900))),
		Price: int64(chance.Draw(r, chance.Quantile{Share: 0, Value: 310}, chance.Quantile{Share: 250, Value: 568}, chance.Quantile{Share: 500, Value: 918}, chance.Quantile{Share: 750, Value: 1932}, chance.Quantile{Share: 950, Value: 3448}, chance.Quantile{Share: 1000, Value: 9120})),
		// Ten thousands in the source.
		Proceeds: int64(chance.Draw(r, chance.Quantile{Share: 0, Value: 119_700_000}, chance.Quantile{Share: 250, Value: 280_000_000}, chance.Quantile{Share: 500, Value: 470_000_000}, chance.Quantile{Share: 750, Value: 800_000_000}, chance.Quantile{Share: 1000, Value: 2_248_950_000})) * 100,
	}
	l.Sponsor = s.World.sponsors[r.IntN(len(s.World.sponsors))]
	c.Listed = l
	if chance.Chance(r, 29) {
		s.rename(r, &c)
	}
	if c.Former != "" {
		c.dateRenaming(r)
		if short := s.World.Tongue.Abbreviation(c.former); short != l.Short && c.Renamed > l.Day {
			l.FormerShort = short
		}
	}
	return c
}

// dateRenaming puts a listed company's renaming where its kind lets it be: what was
// a limited company became one of shares before it was listed, and an abbreviation
// can only have changed after.
func (c *Company) dateRenaming(r *rand.Rand) {
	span := int(c.Listed.Day - c.Founded)
	if c.former.Form == name.LimitedLiability {
		c.Renamed = c.Founded + Day(span/4+r.IntN(span/2))
	} else if left := int(NewDay(2022, 12, 31) - c.Listed.Day); left > 400 && chance.Chance(r, 80) {
		c.Renamed = c.Listed.Day + Day(200+early(r, left-200))
	} else {
		c.Renamed = c.Founded + Day(span/4+r.IntN(span/2))
	}
}

// leastListed is the smallest capital of a listed company, in cents.
const leastListed = 40_000_000_00

// markets are the markets of every 25 listed companies, after the real rows.
var markets = []int{13, 3, 9}

func (s *Shard) market(i int) Market {
	return Market(chance.Pick(s.Key.Of("markets").At(i).Rand(), markets))
}

// rename gives a company a former name with another brand, trade or form.
func (s *Shard) rename(r *rand.Rand, c *Company) {
	old := c.Make
	switch n := r.IntN(100); {
	case n < 45:
		old.Trade = s.World.trades.Pick(r)
	case n < 70 && old.Form != name.LimitedLiability:
		old.Form = name.LimitedLiability
	default:
		old.Modifier = s.modifier(r, old.Trade)
	}
	former := s.World.Tongue.Company(old)
	if former == c.Name || s.taken[former] {
		return
	}
	s.taken[former] = true
	c.Former, c.former = former, old
	span := int(NewDay(2022, 12, 31) - c.Founded)
	c.Renamed = c.Founded + Day(span/4+early(r, max(1, span*3/4)))
}

// early draws a number below n, a small one rather than a large one: most companies
// were renamed before they were in court, since of the real rulings one in twenty
// names a company otherwise than the table does, or not at all.
func early(r *rand.Rand, n int) int { return min(r.IntN(n), r.IntN(n), r.IntN(n)) }

// enrol adds a company under its name; it returns false if the name is used.
func (s *Shard) enrol(c Company) bool {
	c.Name = s.World.Tongue.Company(c.Make)
	if s.taken[c.Name] {
		return false
	}
	s.taken[c.Name] = true
	s.Companies = append(s.Companies, c)
	return true
}

// register sets the data of a company's registration.
func (s *Shard) register(i int) {
	c := &s.Companies[i]
	r := s.Key.Of("registrations").At(i).Rand()
	c.Head = s.World.Tongue.Person(s.Key.Of("company heads").At(i).Rand())
	c.Staff = chance.Draw(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 180, Value: 0}, chance.Quantile{Share: 300, Value: 2}, chance.Quantile{Share: 500, Value: 29}, chance.Quantile{Share: 750, Value: 240}, chance.Quantile{Share: 930, Value: 1396}, chance.Quantile{Share: 1000, Value: 3314})
	if c.Listed != nil {
		c.Staff = c.Staff*4 + 80 + r.IntN(200)
		people := s.Key.Of("company officers").At(i).Rand()
		c.Listed.Manager, c.Listed.Secretary = s.World.Tongue.Person(people), s.World.Tongue.Person(people)
		if chance.Chance(r, 45) {
			c.Listed.Manager = c.Head
		}
	} else if c.Former == "" && chance.Chance(r, 29) {
		s.rename(r, c)
	}
	c.Org = s.World.organization(s.Number*organizationsAShard+i, "MA", c.Founded)
	c.Credit = credit("91", s.zone(c.County), c.Org)
	c.Address = s.address("company addresses", i, c.County)
	c.Office = c.Address
	if c.Listed != nil && chance.Chance(r, 55) {
		c.Office = s.address("company offices", i, c.County)
	}
}
