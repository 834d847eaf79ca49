package society

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// courtCounts holds the numbers of courts of each kind in a shard.
type courtCounts struct {
	all, both       int // in the directory or the list of codes; in both
	cities, special int
	spare           int // cities beyond the first of each province
	low             int // basic courts, one a county
}

// counts divides a shard's courts among the kinds. Of the 3,582 real courts of a public list
// 387 are intermediate courts and about 100 special courts.
func (s *Shard) counts() courtCounts {
	c := courtCounts{both: s.Size.both()}
	c.all = s.Size.CourtInfo + s.Size.CourtCode - c.both
	provinces, municipalities := 0, 0
	for _, p := range s.World.Provinces {
		switch {
		case !p.Municipality:
			provinces++
		case s.Number == 0: // where each is one city
			municipalities++
		}
	}
	c.special = c.all * 28 / 1000
	c.cities = max(provinces+municipalities, c.all*108/1000)
	c.spare = c.cities - provinces - municipalities
	c.low = c.all - c.special - c.cities - municipalities // a municipality has two intermediate courts
	if s.Number == 0 {
		c.low -= 1 + len(s.World.Provinces) // the supreme court and the high courts
	}
	return c
}

// makePlaces makes the cities of each province and the counties of each city.
func (s *Shard) makePlaces(c courtCounts) {
	provinces := s.World.Provinces
	r := s.Key.Of("cities").Rand()
	weights := make([]int, len(provinces))
	for i, p := range provinces {
		if !p.Municipality {
			weights[i] = 10 + r.IntN(30)
		}
	}
	more := chance.Apportion(c.spare, weights)
	for i, p := range provinces {
		for n := range 1 + more[i] {
			if p.Municipality && s.Number > 0 {
				continue
			}
			s.Cities = append(s.Cities, s.newCity(i, n+1))
		}
	}
	s.makeCounties(c.low)
}

// newCity makes a city of a province.
func (s *Shard) newCity(province, code int) City {
	tongue, p, n := s.World.Names, s.World.Provinces[province], len(s.Cities)
	if p.Municipality {
		return City{Name: p.Name, BaseName: p.BaseName, Province: province, Code: code, Phone: tongue.CapitalAreaCode(n)}
	}
	base := s.World.placeName(s.Number, n)
	return City{Name: tongue.City(base), BaseName: base, Province: province, Code: code, Phone: tongue.AreaCode(s.Number*len(s.Cities) + n)}
}

// makeCounties makes n counties, at least one per city.
func (s *Shard) makeCounties(n int) {
	r := s.Key.Of("counties").Rand()
	weights := make([]int, len(s.Cities))
	for i := range s.Cities {
		weights[i] = 4 + r.IntN(12)
		if s.World.Provinces[s.Cities[i].Province].Municipality {
			weights[i] = 36
		}
	}
	more := chance.Apportion(max(0, n-len(s.Cities)), weights)
	tongue := s.World.Names
	for i := range s.Cities {
		city := &s.Cities[i]
		municipality := s.World.Provinces[city.Province].Municipality
		generic := r.IntN(tongue.GenericDistricts())
		for k := range 1 + more[i] {
			base := s.World.placeName(s.Number, len(s.Cities)+len(s.Counties))
			county := County{City: i, BaseName: base, Code: k + 1, Unique: true}
			switch kind := r.IntN(100); {
			case kind < 12:
				county.Name, county.BaseName, county.Rank, county.Unique = tongue.GenericDistrict(generic+k), "", District, false
			case k == 0 || municipality && kind < 95 || kind < 40:
				county.Name, county.Rank = tongue.District(base), District
			case kind < 54:
				county.Name, county.Rank, county.Code = tongue.CountyCity(base), Town, 81+k%19
			default:
				county.Name, county.Code = tongue.County(base), 21+k
			}
			city.Counties = append(city.Counties, len(s.Counties))
			s.Counties = append(s.Counties, county)
		}
	}
	s.assignCountyCodes()
}

// assignCountyCodes makes the codes of each city's counties distinct: districts from 1,
// counties from 21, county-level cities from 81, as in zoning codes.
func (s *Shard) assignCountyCodes() {
	for i := range s.Cities {
		used := map[int]bool{}
		for _, c := range s.Cities[i].Counties {
			code := s.Counties[c].Code
			for used[code] {
				code = code%99 + 1
			}
			used[code] = true
			s.Counties[c].Code = code
		}
	}
}

// site returns the location of addresses in a county.
func (s *Shard) site(county int) name.Site {
	c := s.Counties[county]
	city := s.Cities[c.City]
	p := s.World.Provinces[city.Province]
	return name.Site{Nation: s.World.Nation, Province: p.Name, City: city.Name, County: c.Name, Municipality: p.Municipality, Unique: c.Unique}
}

// Province returns the province of a county, given by its index in s.Counties. It panics for an
// index out of range.
func (s *Shard) Province(county int) Province {
	return s.World.Provinces[s.Cities[s.Counties[county].City].Province]
}

// City returns the city of a county, given by its index in s.Counties. It panics for an index
// out of range.
func (s *Shard) City(county int) City { return s.Cities[s.Counties[county].City] }
