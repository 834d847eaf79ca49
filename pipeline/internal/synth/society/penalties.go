package society

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// penalizingAuthorities are the authorities that impose penalties, weighted by their share of
// the 67 real decisions that name one. lenient is the percentage of decisions without a fine:
// all of an exchange's, half of the police's, none of the customs'.
var penalizingAuthorities = []struct {
	kind    name.AuthorityKind
	weight  int
	lenient int
}{
	{name.UrbanManagement, 17, 17}, {name.Police, 10, 50}, {name.Fire, 11, 10}, {name.Customs, 5, 0}, {name.Securities, 5, 50}, {name.Exchange, 3, 100},
	{name.MarketRegulation, 9, 20}, {name.Housing, 5, 35}, {name.Environment, 6, 20}, {name.Emergency, 4, 35}, {name.Taxation, 4, 20},
	{name.Transport, 3, 25}, {name.NaturalResources, 2, 30}, {name.Water, 1, 30}, {name.Health, 1, 50}, {name.Labour, 1, 40},
}

// mostPenalties is the largest number of penalties of a company in the recovered real decisions.
const mostPenalties = 13

// makePenalties makes the administrative penalties. Most penalized companies have a few, and some
// a dozen.
func (s *Shard) makePenalties() {
	r := s.Key.Of("penalties").Rand()
	weights := make([]int, len(penalizingAuthorities))
	for i, p := range penalizingAuthorities {
		weights[i] = p.weight
	}
	kinds := chance.NewWeightedSampler(weights)
	var often []int       // companies that were penalized before, once for each time
	left := map[int]int{} // by company, how often it can be penalized for having been penalized
	for i := range s.Size.AdministrativeCase {
		p := Penalty{Company: r.IntN(min(len(s.Companies), s.Size.CompanyRegister))}
		switch n := r.IntN(100); {
		case len(often) > 0 && n < 70:
			p.Company = often[r.IntN(len(often))]
		case n < 82:
			p.Company = s.Debts[r.IntN(len(s.Debts))].Debtor
		case n < 92:
			p.Company = r.IntN(s.Size.CompanyInfo)
		}
		if _, known := left[p.Company]; !known {
			left[p.Company] = 1 + r.IntN(mostPenalties)
		}
		if left[p.Company]--; left[p.Company] > 0 {
			often = append(often, p.Company)
		} else {
			often = slices.DeleteFunc(often, func(company int) bool { return company == p.Company })
		}
		by := penalizingAuthorities[kinds.Draw(r)]
		if s.Companies[p.Company].Listed == nil && (by.kind == name.Securities || by.kind == name.Exchange) {
			by = penalizingAuthorities[0]
		}
		p.Kind = by.kind
		p.County = s.Companies[p.Company].County
		if chance.Percent(r, 35) {
			p.County = s.countySampler.Draw(r)
		}
		p.Day = NewDay(2019, 1, 4) + Day(r.IntN(1080))
		p.Day = max(p.Day, s.Companies[p.Company].Founded+60)
		p.Basis = -1
		if chance.Percent(r, 30) {
			s.setBasis(r, &p)
		}
		p.Day = s.World.openDay(r, p.Day, noWeekends)
		if p.Fine = fine(r, p.Kind); chance.Percent(r, unfinedPercent(p.Kind)) {
			p.Fine = 0
		}
		if p.Authority = s.office(p.Kind, p.County); chance.Percent(r, 7) {
			p.Authority = ""
		}
		p.Serial = s.decisionSerial(i)
		s.Penalties = append(s.Penalties, p)
	}
}

// unfinedPercent returns the percentage of an authority's decisions without a fine.
func unfinedPercent(kind name.AuthorityKind) int {
	for _, p := range penalizingAuthorities {
		if p.kind == kind {
			return p.lenient
		}
	}
	panic("authorities of kind " + string(kind) + " do not penalize")
}

// supervisor returns the authority that investigates matters revealed by a lawsuit.
func supervisor(m statute.SubjectMatter) (kind name.AuthorityKind, ok bool) {
	switch m {
	case statute.Construction:
		return name.Housing, true
	case statute.Labour:
		return name.Labour, true
	case statute.Environment:
		return name.Environment, true
	case statute.Sale, statute.Market, statute.Intellectual:
		return name.MarketRegulation, true
	case statute.Transport, statute.Traffic:
		return name.Transport, true
	case statute.Tort, statute.Safety:
		return name.Emergency, true
	case statute.Urban, statute.Property, statute.Lease:
		return name.UrbanManagement, true
	}
	return "", false
}

// setBasis bases a penalty on a case against the company, if one concerns an authority and was
// decided early enough.
func (s *Shard) setBasis(r *rand.Rand, p *Penalty) {
	mine, _ := slices.BinarySearchFunc(s.Cases, p.Company, func(c Case, company int) int { return cmp.Compare(c.Related, company) })
	for i := mine; i < len(s.Cases) && s.Cases[i].Related == p.Company; i++ {
		c := &s.Cases[i]
		kind, ok := supervisor(c.Matter)
		accused := slices.ContainsFunc(c.Defendants, func(d Party) bool { return d.Company == p.Company })
		if !ok || !accused || c.Decided > lastDebts || chance.Percent(r, 40) {
			continue
		}
		p.Basis, p.Kind, p.County = i, kind, s.Courts[c.Court].County
		p.Day = c.Decided + Day(20+r.IntN(180))
		return
	}
}

// decisionSerial returns the serial number of the i-th penalty's decision, unique in the world.
func (s *Shard) decisionSerial(i int) int {
	span := 100_000
	for span < s.World.shards*penaltiesPerShard*20 {
		span *= 10
	}
	return int(chance.NewPermutation(s.World.Key.Of("penalty decisions"), uint64(span)).At(uint64(s.Number*penaltiesPerShard + i)))
}
