package society

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// caseloads is the distribution of the amount of business of law firms: most have a case or
// two, a few more than a hundred.
var caseloads = []chance.Quantile{{Share: 0, Value: 1}, {Share: 600, Value: 3}, {Share: 850, Value: 12}, {Share: 970, Value: 60}, {Share: 1000, Value: 400}}

// makeLawFirms makes the law firms of the directory, sorted by caseload.
func (s *Shard) makeLawFirms() {
	for i := range s.Size.LawfirmInfo {
		s.Firms = append(s.Firms, s.newFirm(i))
	}
	slices.SortStableFunc(s.Firms, func(a, b Firm) int { return b.Caseload - a.Caseload })
	s.firmsByProvince = make([][]int, len(s.World.Provinces))
	for i := range s.Firms {
		f := &s.Firms[i]
		f.Address = s.address(firmAddresses, i, f.County)
		p := s.Cities[s.Counties[f.County].City].Province
		s.firmsByProvince[p] = append(s.firmsByProvince[p], i)
	}
	s.firmSamplers = make([]chance.WeightedSampler, len(s.firmsByProvince))
	for p, firms := range s.firmsByProvince {
		if len(firms) == 0 {
			continue
		}
		weights := make([]int, len(firms))
		for i, f := range firms {
			weights[i] = s.Firms[f].Caseload
		}
		s.firmSamplers[p] = chance.NewWeightedSampler(weights)
	}
}

// newFirm draws the law firm of a slot.
func (s *Shard) newFirm(i int) Firm {
	r := s.Key.Of("law firms").At(i).Rand()
	county := s.countySampler.Draw(r)
	f := Firm{County: county, Caseload: chance.FromQuantiles(r, caseloads...)}
	f.Name = s.firmName(r, firmSlots+i, county)
	f.Head = s.World.Names.Person(s.Key.Of("law firm heads").At(i).Rand())
	f.Founded = NewDay(1980, 1, 1) + Day(chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 100, Value: 5500}, chance.Quantile{Share: 250, Value: 7700}, chance.Quantile{Share: 500, Value: 10300}, chance.Quantile{Share: 750, Value: 12900}, chance.Quantile{Share: 900, Value: 13600}, chance.Quantile{Share: 1000, Value: 15300}))
	f.Founded = s.World.openDay(r, f.Founded, foundedWeekends)
	org := s.World.organization(s.Number*organizationsPerShard+firstFirm+i, "MD", f.Founded)
	f.CreditCode = credit("31", s.zone(county), org)
	return f
}

// firmName composes the name of the law firm of a brand slot, with its province or, for a
// fifth, its city in full.
func (s *Shard) firmName(r *rand.Rand, slot, county int) string {
	brand := s.World.brand(s.Number, slot, true)
	place := s.Province(county).BaseName
	if chance.Percent(r, 20) {
		place = s.City(county).Name
	}
	return s.World.Names.LawFirm(brand, place, false)
}

// drawFirm draws a law firm that existed when a case was filed. One in five is not in the
// directory.
func (s *Shard) drawFirm(r *rand.Rand, c *Case) string {
	for {
		if chance.Percent(r, 18) {
			slot := unlistedFirmSlots + min(r.IntN(brandsPerShard-unlistedFirmSlots), r.IntN(brandsPerShard-unlistedFirmSlots))
			// The name is the slot's alone, so that a firm has one name in all its cases.
			own := s.Key.Of("unlisted law firms").At(slot).Rand()
			return s.firmName(own, slot, own.IntN(len(s.Counties)))
		}
		if f := &s.Firms[s.drawListedFirm(r, s.Courts[c.Court].Province)]; f.Founded <= c.Filed {
			return f.Name
		}
	}
}

// drawListedFirm draws a law firm of the directory for a court of a province: three of four
// from the province, one of ten from the ranking, the others from anywhere.
func (s *Shard) drawListedFirm(r *rand.Rand, province int) int {
	switch n := r.IntN(100); {
	case n < 76 && len(s.firmsByProvince[province]) > 0:
		return s.firmsByProvince[province][s.firmSamplers[province].Draw(r)]
	case n < 88:
		return r.IntN(min(s.Size.LawfirmLog, len(s.Firms)))
	}
	return r.IntN(len(s.Firms))
}
