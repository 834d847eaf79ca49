package society

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// penalizers are the authorities that penalize, by how many of the 67 real
// decisions that name one are theirs, and how many of a hundred decisions have no
// fine: all of an exchange's, half of the police's, none of the customs'.
var penalizers = []struct {
	kind    name.AuthorityKind
	weight  int
	lenient int
}{
	{name.UrbanManagement, 17, 17}, {name.Police, 10, 50}, {name.Fire, 11, 10}, {name.Customs, 5, 0}, {name.Securities, 5, 50}, {name.Exchange, 3, 100},
	{name.MarketRegulation, 9, 20}, {name.Housing, 5, 35}, {name.Environment, 6, 20}, {name.Emergency, 4, 35}, {name.Taxation, 4, 20},
	{name.Transport, 3, 25}, {name.NaturalResources, 2, 30}, {name.Water, 1, 30}, {name.Health, 1, 50}, {name.Labour, 1, 40},
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
		by := penalizers[kinds.Pick(r)]
		if s.Companies[p.Company].Listed == nil && (by.kind == name.Securities || by.kind == name.Exchange) {
			by = penalizers[0]
		}
		p.Kind = by.kind
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
		if p.Fine = fine(r, p.Kind); chance.Chance(r, lenience(p.Kind)) {
			p.Fine = 0
		}
		if p.Authority = s.office(p.Kind, p.County); chance.Chance(r, 7) {
			p.Authority = ""
		}
		p.Serial = s.decision(i)
		s.Penalties = append(s.Penalties, p)
	}
}

// lenience is how many of a hundred decisions of a kind of authority have no fine.
func lenience(kind name.AuthorityKind) int {
	for _, p := range penalizers {
		if p.kind == kind {
			return p.lenient
		}
	}
	panic("authorities of kind " + string(kind) + " do not penalize")
}

// watcher is the authority that looks into what a lawsuit brought to light.
func watcher(m statute.Matter) (kind name.AuthorityKind, ok bool) {
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

// follows makes a penalty one for what a case against the company brought to light,
// if there is one that is of some authority's business and was decided in good time.
func (s *Shard) follows(r *rand.Rand, p *Penalty) {
	mine, _ := slices.BinarySearchFunc(s.Cases, p.Company, func(c Case, company int) int { return cmp.Compare(c.Related, company) })
	for i := mine; i < len(s.Cases) && s.Cases[i].Related == p.Company; i++ {
		c := &s.Cases[i]
		kind, ok := watcher(c.Matter)
		accused := slices.ContainsFunc(c.Defendants, func(d Party) bool { return d.Company == p.Company })
		if !ok || !accused || c.Decided > lastDebts || chance.Chance(r, 40) {
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

// fines are those of the 54 real decisions that have one, in 元.
var fines = []chance.Quantile{
	{Share: 0, Value: 100}, {Share: 100, Value: 1000}, {Share: 250, Value: 5000}, {Share: 500, Value: 10_000},
	{Share: 750, Value: 26_000}, {Share: 900, Value: 115_000}, {Share: 1000, Value: 600_000},
}

// fine draws a fine in cents, from 100 元 to 600,000, most of them round. The
// police's are small, those of the supervisors of markets for securities large.
func fine(r *rand.Rand, by name.AuthorityKind) int64 {
	yuan := chance.Draw(r, fines...)
	switch by {
	case name.Police:
		yuan = min(yuan, chance.Draw(r, fines...))
	case name.Securities:
		yuan = max(yuan, chance.Draw(r, fines...), chance.Draw(r, fines...), chance.Draw(r, fines...))
	}
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
