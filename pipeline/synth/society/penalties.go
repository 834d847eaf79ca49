package society

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/name"
	"taskgrove/pipeline/synth/statute"
)

// penalizers are the authorities that penalize, by how many of the 67 real
// decisions that name one are theirs.
var penalizers = []struct {
	kind   name.Kind
	weight int
}{
	{name.UrbanManagement, 17}, {name.Police, 10}, {name.Fire, 11}, {name.Customs, 5}, {name.Securities, 5}, {name.Exchange, 3},
	{name.MarketRegulation, 9}, {name.Housing, 5}, {name.Environment, 6}, {name.Emergency, 4}, {name.Taxation, 4},
	{name.Transport, 3}, {name.NaturalResources, 2}, {name.Water, 1}, {name.Health, 1}, {name.Labour, 1},
}

// penalize makes the administrative penalties. Most companies that have any have
// one; those that build or ship have a dozen.
func (s *Shard) penalize() {
	r := s.Key.Of("penalties").Rand()
	weights := make([]int, len(penalizers))
	for i, p := range penalizers {
		weights[i] = p.weight
	}
	kinds := chance.NewWheel(weights)
	var often []int // companies that were penalized before, once for each time
	for i := range s.Size.AdministrativeCase {
		p := Penalty{Company: r.IntN(min(len(s.Companies), s.Size.CompanyRegister))}
		switch n := r.IntN(100); {
		case len(often) > 0 && n < 72:
			p.Company = often[r.IntN(len(often))]
		case n < 73:
			p.Company = s.Debts[r.IntN(len(s.Debts))].Debtor
		case n < 86:
			p.Company = r.IntN(s.Size.CompanyInfo)
		}
		often = append(often, p.Company)
		p.Kind = penalizers[kinds.Pick(r)].kind
		if s.Companies[p.Company].Listed == nil && (p.Kind == name.Securities || p.Kind == name.Exchange) {
			p.Kind = name.UrbanManagement
		}
		p.County = s.Companies[p.Company].County
		if chance.Chance(r, 35) {
			p.County = s.places.Pick(r)
		}
		p.Day = NewDay(2019, 1, 4) + Day(r.IntN(1080))
		p.Day = max(p.Day, s.Companies[p.Company].Founded+60)
		p.Basis = -1
		if chance.Chance(r, 30) {
			s.follows(r, &p)
		}
		p.Fine = fine(r)
		if p.Authority = s.office(p.Kind, p.County); chance.Chance(r, 7) {
			p.Authority = ""
		}
		p.Serial = s.decision(i)
		s.Penalties = append(s.Penalties, p)
	}
}

// watcher is the authority that looks into what a lawsuit brought to light.
func watcher(m statute.Matter) (kind name.Kind, ok bool) {
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

// follows makes a penalty one for what a case of the company brought to light, if
// it has one that is of some authority's business and was decided in good time.
func (s *Shard) follows(r *rand.Rand, p *Penalty) {
	mine, _ := slices.BinarySearchFunc(s.Cases, p.Company, func(c Case, company int) int { return cmp.Compare(c.Related, company) })
	for i := mine; i < len(s.Cases) && s.Cases[i].Related == p.Company; i++ {
		c := &s.Cases[i]
		kind, ok := watcher(c.Matter)
		if !ok || c.Decided > lastDebts || chance.Chance(r, 40) {
			continue
		}
		p.Basis, p.Kind, p.County = i, kind, s.Courts[c.Court].County
		p.Day = c.Decided + Day(20+r.IntN(180))
		return
	}
}

// decision is the serial of the i-th penalty's decision, unique in the world.
func (s *Shard) decision(i int) int {
	span := 100_000
	for span < s.World.shards*penaltiesAShard*20 {
		span *= 10
	}
	return int(chance.NewPermutation(s.World.Key.Of("penalty decisions"), uint64(span)).At(uint64(s.Number*penaltiesAShard + i)))
}

// fine draws a fine in cents, most of them round: 100 元 to 600,000 for three of
// four, none for the rest.
func fine(r *rand.Rand) int64 {
	if chance.Chance(r, 25) {
		return 0
	}
	yuan := chance.Draw(r, chance.Quantile{Share: 0, Value: 100}, chance.Quantile{Share: 100, Value: 1000}, chance.Quantile{Share: 250, Value: 5000}, chance.Quantile{Share: 500, Value: 10000}, chance.Quantile{Share: 750, Value: 26000}, chance.Quantile{Share: 900, Value: 115000}, chance.Quantile{Share: 1000, Value: 600000})
	if chance.Chance(r, 4) {
		return int64(yuan)*100 + int64(r.IntN(100))
	}
	step := 100
	for step*20 <= yuan {
		step *= 10
	}
	if chance.Chance(r, 60) && step*10 <= yuan {
		step *= 5
	}
	return int64(max(step, yuan/step*step)) * 100
}
