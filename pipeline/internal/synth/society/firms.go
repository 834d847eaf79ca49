package society

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// stature is how much business a law firm draws: most have a case or two, a few
// more than a hundred.
var stature = []chance.Quantile{{Share: 0, Value: 1}, {Share: 600, Value: 3}, {Share: 850, Value: 12}, {Share: 970, Value: 60}, {Share: 1000, Value: 400}}

// practise makes the law firms of the directory, the most sought after first, and
// those that no directory has.
func (s *Shard) practise() {
	for i := range s.Size.LawfirmInfo {
		s.Firms = append(s.Firms, s.firm(i))
	}
	slices.SortStableFunc(s.Firms, func(a, b Firm) int { return b.Stature - a.Stature })
	s.local = make([][]int, len(s.World.Provinces))
	for i := range s.Firms {
		f := &s.Firms[i]
		f.Address = s.address("law firm addresses", i, f.County)
		p := s.Cities[s.Counties[f.County].City].Province
		s.local[p] = append(s.local[p], i)
	}
	s.bar = make([]chance.Wheel, len(s.local))
	for p, firms := range s.local {
		if len(firms) == 0 {
			continue
		}
		weights := make([]int, len(firms))
		for i, f := range firms {
			weights[i] = s.Firms[f].Stature
		}
		s.bar[p] = chance.NewWheel(weights)
	}
}

// firm makes a law firm.
func (s *Shard) firm(i int) Firm {
	r := s.Key.Of("law firms").At(i).Rand()
	county := s.places.Pick(r)
	f := Firm{County: county, Stature: chance.Draw(r, stature...)}
	f.Name = s.firmName(r, firmSlots+i, county)
	f.Head = s.World.Tongue.Person(s.Key.Of("law firm heads").At(i).Rand())
	f.Founded = NewDay(1980, 1, 1) + Day(chance.Draw(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 100, Value: 5500}, chance.Quantile{Share: 250, Value: 7700}, chance.Quantile{Share: 500, Value: 10300}, chance.Quantile{Share: 750, Value: 12900}, chance.Quantile{Share: 900, Value: 13600}, chance.Quantile{Share: 1000, Value: 15300}))
	org := s.World.organization(s.Number*organizationsAShard+firstFirm+i, "MD", f.Founded)
	f.Code = credit("31", s.zone(county), org)
	return f
}

// firmName composes the name of the law firm of a brand slot: with its province,
// a fifth with its city written in full.
func (s *Shard) firmName(r *rand.Rand, slot, county int) string {
	brand := s.World.brand(s.Number, slot, true)
	place := s.Province(county).Stem
	if chance.Chance(r, 20) {
		place = s.City(county).Name
	}
	return s.World.Tongue.LawFirm(brand, place, false)
}

// counsel draws a law firm that was there when a case was filed; one in five stands
// in no directory.
func (s *Shard) counsel(r *rand.Rand, c *Case) string {
	for {
		if chance.Chance(r, 18) {
			slot := visitorSlots + min(r.IntN(brandsAShard-visitorSlots), r.IntN(brandsAShard-visitorSlots))
			// The name is the slot's alone, so that a firm has one name in all its cases.
			own := s.Key.Of("unlisted law firms").At(slot).Rand()
			return s.firmName(own, slot, own.IntN(len(s.Counties)))
		}
		if f := &s.Firms[s.member(r, s.Courts[c.Court].Province)]; f.Founded <= c.Filed {
			return f.Name
		}
	}
}

// member draws a law firm of the directory for a court of a province: of that for
// three cases of four, of the ranking for one of ten, else of anywhere.
func (s *Shard) member(r *rand.Rand, province int) int {
	switch n := r.IntN(100); {
	case n < 76 && len(s.local[province]) > 0:
		return s.local[province][s.bar[province].Pick(r)]
	case n < 88:
		return r.IntN(min(s.Size.LawfirmLog, len(s.Firms)))
	}
	return r.IntN(len(s.Firms))
}
