package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// subsidiaries is the distribution of the number of a parent's subsidiaries, in hundredths,
// after 23 complete lists of the real table: 1, 4, 5, 15, 19, 38 and 95 at the quantiles of a
// box plot. The longest recovered list has 184.
var subsidiaries = []chance.Quantile{
	{Share: 0, Value: 100}, {Share: 100, Value: 400}, {Share: 250, Value: 500}, {Share: 500, Value: 1100},
	{Share: 750, Value: 1800}, {Share: 900, Value: 3600}, {Share: 980, Value: 8500}, {Share: 1000, Value: 18400},
}

// makeHoldings makes the subsidiaries of all listed companies and the holdings in them. The
// given number of holdings are in another listed company.
func (s *Shard) makeHoldings(spun int, places chance.WeightedSampler) {
	r := s.Key.Of("holdings").Rand()
	listed := s.Size.CompanyInfo
	weights := make([]int, listed)
	for i := range weights {
		weights[i] = chance.FromQuantiles(r, subsidiaries...)
	}
	numbers := chance.Apportion(s.Size.SubCompanyInfo-spun, weights)
	for parent, n := range numbers {
		for range n {
			sub := s.subsidiary(parent, places)
			s.Holdings = append(s.Holdings, s.holding(parent, sub))
		}
	}
	order := chance.NewPermutation(s.Key.Of("spun off"), uint64(listed))
	for i := range spun {
		sub := int(order.At(uint64(i)))
		parent := int(order.At(uint64(spun + i%(listed-spun))))
		s.Companies[sub].Parent = parent
		s.Holdings = append(s.Holdings, s.holding(parent, sub))
	}
}

// subsidiary makes a company that a listed company has invested in and returns its index. Seven
// of ten have the parent's brand, as in the real rows.
func (s *Shard) subsidiary(parent int, places chance.WeightedSampler) int {
	i := len(s.Companies)
	key := s.Key.Of("subsidiaries").At(i)
	p := s.Companies[parent]
	for try := 0; ; try++ {
		r := key.At(try).Rand()
		c := s.newCompany(r, i, places)
		c.Parent = parent
		if chance.Percent(r, 70) {
			s.joinFamily(r, &c, p)
		}
		c.NameParts.Form = unlistedForm(r)
		c.Capital = round(r, int64(chance.FromQuantiles(r, subsidiaryCapital...)/10_000))
		if c.Founded < p.Founded && chance.Percent(r, 80) {
			c.Founded = p.Founded + Day(r.IntN(int(NewDay(2022, 1, 1)-p.Founded)))
		}
		if s.addCompany(c) {
			return i
		}
	}
}

// joinFamily gives a company its parent's brand, mostly with another place, and often the
// parent's trade.
func (s *Shard) joinFamily(r *rand.Rand, c *Company, parent Company) {
	c.Brand, c.NameParts.Brand = parent.Brand, parent.Brand
	if chance.Percent(r, 25) {
		c.County = parent.County
	}
	if chance.Percent(r, 55) {
		c.NameParts.Trade = parent.NameParts.Trade
		c.NameParts.Modifier = -1
		if chance.Percent(r, 30) {
			c.NameParts.Modifier = s.modifier(r, c.NameParts.Trade)
		}
	}
	if c.NameParts.Place == "" || chance.Percent(r, 60) {
		c.NameParts.Place = s.companyPlace(r, c.County)
	}
	c.NameParts.Paren = chance.Percent(r, 10)
}

// holding draws the share of a holding and what of the subsidiary's capital the parent has paid up.
// Of 841 real holdings 3.4 % have no share and 12 % no amount, independently; 54 % are of the whole
// company.
func (s *Shard) holding(parent, sub int) Holding {
	r := s.Key.Of("shares").At(len(s.Holdings)).Rand()
	h := Holding{Parent: parent, Sub: sub, Share: share(r)}
	h.Amount = paidUp(r, s.Companies[sub].Capital/100*int64(h.Share)/100)
	if r.IntN(1000) < 34 {
		h.Share = -1
	}
	if r.IntN(1000) < 121 {
		h.Amount = -1
	}
	return h
}

// paidUp draws how much of a subscribed sum is paid up, in cents: all of it in three of five
// holdings, and never more.
func paidUp(r *rand.Rand, subscribed int64) int64 {
	part := int64(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 50}, chance.Quantile{Share: 500, Value: 480}, chance.Quantile{Share: 1000, Value: 980}))
	if all := chance.Percent(r, 60); all {
		return subscribed
	}
	return max(1_00, subscribed/1000*part)
}

// subsidiaryCapital is the distribution of the registered capital of subsidiaries, in 元, which
// with shares and what is paid up gives the amounts of the 740 real holdings that have one: a
// tenth below three million, half below 43 million, a tenth above 310 million.
var subsidiaryCapital = []chance.Quantile{
	{Share: 0, Value: 100_000}, {Share: 20, Value: 1_000_000}, {Share: 100, Value: 5_000_000}, {Share: 250, Value: 15_000_000},
	{Share: 500, Value: 62_000_000}, {Share: 750, Value: 200_000_000}, {Share: 900, Value: 540_000_000}, {Share: 995, Value: 3_400_000_000}, {Share: 1000, Value: 12_000_000_000},
}

// share draws a share in hundredths of a percent.
func share(r *rand.Rand) int {
	switch n := r.IntN(1000); {
	case n < 544:
		return 100_00
	case n < 549:
		return 50_00
	case n < 565:
		return 100 * (1 + r.IntN(49))
	case n < 625:
		return 51_00
	case n < 677:
		return 80_00
	case n < 727:
		return 90_00
	case n < 752:
		return 70_00
	case n < 860:
		return 100 * (51 + r.IntN(49))
	}
	return 51_00 + r.IntN(48_99)
}

// investmentBanks returns the banks that bring companies to a market. None of them is a
// company of the world.
func (w *Society) investmentBanks(trade int) []string {
	names := make([]string, 40)
	for i := range names {
		c := name.CompanyName{Brand: w.brand(0, outsiderSlots+i, false), Trade: trade, Modifier: -1, Form: name.Joint}
		if i%4 == 3 {
			c.Form = name.LimitedLiability
		}
		names[i] = w.Names.Company(c)
	}
	return names
}
