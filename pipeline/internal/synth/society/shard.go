package society

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Shard makes shard n, in [0, Shards). Equal worlds give equal shards, in whatever order they
// are made. It returns an error for sizes that a shard cannot have.
func (w *Society) Shard(n int) (*Shard, error) {
	if err := w.sizes(n).check(); err != nil {
		return nil, fmt.Errorf("shard %d: %w", n, err)
	}
	s := &Shard{
		World: w, Number: n, Size: w.sizes(n), Key: w.Key.Of("shards").At(n),
		usedNames: map[string]bool{}, usedAddresses: map[string]bool{}, serials: map[serial]bool{},
	}
	c := s.counts()
	s.makePlaces(c)
	s.countySampler = s.sampleByBusiness()
	s.makeCourts(c)
	s.makeCompanies()
	s.makeLawFirms()
	for i := range s.Courts {
		if s.Courts[i].Listed != "" {
			s.Courts[i].Address = s.address("court addresses", i, s.Courts[i].County)
		}
	}
	s.fillAddressBook()
	s.makeCases()
	s.makeDebts()
	s.makePenalties()
	var err error
	if s.Law, err = w.law(s); err != nil {
		return nil, err
	}
	// What only making needs.
	s.usedNames, s.usedAddresses, s.serials, s.firmsByProvince, s.firmSamplers = nil, nil, nil, nil, nil
	return s, nil
}

// law returns the law of a shard's passages: the nation's for the first shard, for others that
// of its largest city.
func (w *Society) law(s *Shard) (*statute.Law, error) {
	if s.Number == 0 {
		return w.Law, nil
	}
	city := slices.MaxFunc(s.Cities, func(a, b City) int { return len(a.Counties) - len(b.Counties) })
	return statute.New(s.Key.Of("law"), w.Language, w.Nation, city.Name, s.Size.LegalArticle, s.Size.LegalKnowledge)
}

// serial identifies a case number.
type serial struct{ court, year, word, number int }

// casesPerYear is the distribution of the number of cases of one kind that a court takes in a
// year.
var casesPerYear = []chance.Quantile{{Share: 0, Value: 2400}, {Share: 250, Value: 4500}, {Share: 500, Value: 7500}, {Share: 750, Value: 12000}, {Share: 900, Value: 18000}, {Share: 1000, Value: 26000}}

// newCaseNumber returns an unused case number of a court. Serial numbers grow through the year.
// Courts shared by all shards have separate serial numbers for each.
func (s *Shard) newCaseNumber(r *rand.Rand, court int, word Proceeding, filed Day) string {
	c := &s.Courts[court]
	year := filed.Year()
	volume := chance.FromQuantiles(s.Key.Of("volumes").At(court*64+int(word)).Rand(), casesPerYear...)
	switch {
	case c.Level >= High:
		volume /= 4
	case word == CivilAppeal:
		volume /= 2
	case word != CivilFirst && word != Execution: // of one kind of many
		volume /= 8
	}
	day := int(filed - NewDay(year, 1, 1))
	at := 1 + volume*day/366 + r.IntN(max(8, volume/100))
	for {
		if key := (serial{court, year, int(word), at}); !s.serials[key] {
			s.serials[key] = true
			break
		}
		at++
	}
	if c.Level >= High {
		at = at*s.World.shards + s.Number
	}
	return s.World.conventions.number(year, c.Code, s.World.conventions.words[word], at)
}

// office returns the name of the authority of a kind for a county: some kinds exist in cities
// only, others in provinces or in the nation.
func (s *Shard) office(kind name.AuthorityKind, county int) string {
	at := slices.Index(name.AuthorityKinds(), kind)
	place, county := s.seat(kind, county)
	return s.World.Names.Authority(s.World.Key.Of("authorities").At(s.Number).At(county*64+at).Rand(), kind, place)
}

// bureau returns the name of the bureau of an authority of a kind for a county, and of none of the services below it.
func (s *Shard) bureau(kind name.AuthorityKind, county int) string {
	place, _ := s.seat(kind, county)
	return s.World.Names.Bureau(kind, place)
}

// seat returns the place by which an authority of a kind is named, and the county that has it.
func (s *Shard) seat(kind name.AuthorityKind, county int) (place string, at int) {
	place = s.Counties[county].Name
	switch kind {
	case name.Customs, name.Housing, name.Environment, name.Taxation:
		place, county = s.City(county).Name, s.City(county).Counties[0]
	case name.Securities:
		place, county = s.Province(county).Name, s.highCourtCounty(s.City(county).Province)
	case name.Exchange, name.Banking:
		place, county = "", 0
	default:
		if s.Counties[county].Rank == District {
			place = s.City(county).Name + s.World.conventions.space + place
		}
	}
	return place, county
}
