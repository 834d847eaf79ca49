package society

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// makeCourts makes the courts, the supreme court first. The supreme court and the high courts
// exist in all shards, because they hear appeals from each; the tables of the first shard list
// them.
func (s *Shard) makeCourts(c courtCounts) {
	st := s.World.conventions
	s.Courts = append(s.Courts, Court{Name: st.supreme, Level: Supreme, Code: st.code, Province: -1, County: 0})
	for i, p := range s.World.Provinces {
		s.Courts = append(s.Courts, Court{
			Name: st.high(p.Name), Level: High, Province: i, County: s.highCourtCounty(i),
			Code: p.Letter, Zone: strconv.Itoa(p.Zone) + "0000",
		})
	}
	for i := range s.Cities {
		s.makeIntermediateCourts(i)
	}
	for i := range s.Counties {
		s.makeBasicCourt(i)
	}
	s.makeSpecialCourts(c.special)
	s.listCourts(c)
}

// highCourtCounty returns the county of a province's high court: the first county of its first
// city. Beyond the first shard municipalities have no county and no case; they get county 0.
func (s *Shard) highCourtCounty(province int) int {
	for _, c := range s.Cities {
		if c.Province == province {
			return c.Counties[0]
		}
	}
	return 0
}

// codeDigits returns the digits of court codes and zoning codes: two for the city, two for the
// county, preceded by two or four for the shard if there are several.
func (s *Shard) codeDigits(city, county int) string {
	text := fmt.Sprintf("%02d", city)
	if county > 0 {
		text += fmt.Sprintf("%02d", county)
	}
	if n := s.World.shards; n > 1 {
		width := 2
		if n > 100 {
			width = 4
		}
		text = fmt.Sprintf("%0*d", width, s.Number) + text
	}
	return text
}

// makeIntermediateCourts makes the intermediate court of a city, or the two of a municipality.
func (s *Shard) makeIntermediateCourts(city int) {
	c := s.Cities[city]
	p := s.World.Provinces[c.Province]
	court := Court{Level: Intermediate, Province: c.Province}
	if !p.Municipality {
		court.Name = s.World.conventions.middle(c)
		court.Code = p.Letter + s.codeDigits(c.Code, 0)
		court.Zone = strconv.Itoa(p.Zone) + s.codeDigits(c.Code, 0) + "00"
		court.County = c.Counties[0]
		s.Cities[city].court = len(s.Courts)
		s.Courts = append(s.Courts, court)
		return
	}
	s.Cities[city].court = len(s.Courts)
	for n := range 2 {
		court.Name = s.World.conventions.first(p.Name, n)
		court.Code = p.Letter + s.codeDigits(n+1, 0)
		court.Zone = strconv.Itoa(p.Zone) + s.codeDigits(n+1, 0) + "00"
		court.County = c.Counties[n*(len(c.Counties)-1)/2]
		s.Courts = append(s.Courts, court)
	}
}

// makeBasicCourt makes the court of a county.
func (s *Shard) makeBasicCourt(county int) {
	c := s.Counties[county]
	city := s.Cities[c.City]
	p := s.World.Provinces[city.Province]
	digits := s.codeDigits(city.Code, c.Code)
	s.Counties[county].court = len(s.Courts)
	s.Courts = append(s.Courts, Court{
		Name: s.World.conventions.basic(city, c), Level: Basic, Province: city.Province, County: county,
		Code: p.Letter + digits, Zone: strconv.Itoa(p.Zone) + digits,
	})
}

// makeSpecialCourts makes n special courts in different cities, most of them railway courts.
// Their codes have numbers from 71 on in place of the city's, and they have no zoning code.
func (s *Shard) makeSpecialCourts(n int) {
	order := chance.NewPermutation(s.Key.Of("special courts"), uint64(len(s.Cities)))
	numbers := map[[2]int]int{} // by province and kind
	for i := range min(n, len(s.Cities)) {
		city := s.Cities[order.At(uint64(i))]
		kind := 0
		if i%4 == 3 {
			kind = 1 + i/4%(specials-1)
		}
		numbers[[2]int{city.Province, kind}]++
		s.Courts = append(s.Courts, Court{
			Name: s.World.conventions.special(city, kind), Level: Special, Province: city.Province,
			County: city.Counties[i%len(city.Counties)],
			Code:   s.World.Provinces[city.Province].Letter + s.codeDigits(71+kind, numbers[[2]int{city.Province, kind}]),
		})
	}
}

// listCourts enters courts into the directory and the list of codes, and gives them a head. Of
// the real intermediate courts 91 in 100 have their province in front in the list and 73 in the
// directory; other courts never do.
func (s *Shard) listCourts(c courtCounts) {
	elsewhere := len(s.Courts) - c.all // those that the lists of the first shard have
	order := chance.NewPermutation(s.Key.Of("court lists"), uint64(c.all))
	heads, spelling := s.Key.Of("court heads"), s.Key.Of("court spelling")
	for i := elsewhere; i < len(s.Courts); i++ {
		court := &s.Courts[i]
		at := int(order.At(uint64(i - elsewhere)))
		r := spelling.At(i).Rand()
		court.Head = s.World.Names.Person(heads.At(i).Rand())
		if at < s.Size.CourtInfo {
			court.Listed = s.directoryName(court, r.IntN(100) < 73)
		}
		if at < c.both || at >= s.Size.CourtInfo {
			court.Coded = s.directoryName(court, r.IntN(100) < 91)
		}
	}
}

// directoryName returns a court's name as in a directory, with the province in front if it is
// an intermediate court and province is set.
func (s *Shard) directoryName(c *Court, province bool) string {
	if c.Level == Supreme && province {
		return s.World.conventions.within(s.World.Nation, c.Name)
	}
	if c.Level != Intermediate || !province || s.World.Provinces[c.Province].Municipality {
		return c.Name
	}
	return s.World.conventions.within(s.World.Provinces[c.Province].Name, c.Name)
}
