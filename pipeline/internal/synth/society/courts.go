package society

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// benches makes the courts, the supreme court first. That and the high courts are of
// all shards: each hears appeals from its own cities, and the lists of the first
// shard have them.
func (s *Shard) benches(c courtCounts) {
	st := s.World.style
	s.Courts = append(s.Courts, Court{Name: st.supreme, Level: Supreme, Code: st.code, Province: -1, County: 0})
	for i, p := range s.World.Provinces {
		s.Courts = append(s.Courts, Court{
			Name: st.high(p.Name), Level: High, Province: i, County: s.seat(i),
			Code: p.Letter, Zone: strconv.Itoa(p.Zone) + "0000",
		})
	}
	for i := range s.Cities {
		s.middle(i)
	}
	for i := range s.Counties {
		s.basic(i)
	}
	s.special(c.special)
	s.enter(c)
}

// seat is the county where a province's high court stands: the first of its first
// city. Municipalities have none beyond the first shard, nor a case; theirs is the
// shard's first county.
func (s *Shard) seat(province int) int {
	for _, c := range s.Cities {
		if c.Province == province {
			return c.Counties[0]
		}
	}
	return 0
}

// digits are the digits of a court code and a zoning code: two for the city, two
// for the county, with the shard's number in front where there are several, in two
// digits or four.
func (s *Shard) digits(city, county int) string {
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

// middle makes the intermediate court of a city, or the two of a municipality.
func (s *Shard) middle(city int) {
	c := s.Cities[city]
	p := s.World.Provinces[c.Province]
	court := Court{Level: Intermediate, Province: c.Province}
	if !p.Municipality {
		court.Name = s.World.style.middle(c)
		court.Code = p.Letter + s.digits(c.Code, 0)
		court.Zone = strconv.Itoa(p.Zone) + s.digits(c.Code, 0) + "00"
		court.County = c.Counties[0]
		s.Cities[city].court = len(s.Courts)
		s.Courts = append(s.Courts, court)
		return
	}
	s.Cities[city].court = len(s.Courts)
	for n := range 2 {
		court.Name = s.World.style.first(p.Name, n)
		court.Code = p.Letter + s.digits(n+1, 0)
		court.Zone = strconv.Itoa(p.Zone) + s.digits(n+1, 0) + "00"
		court.County = c.Counties[n*(len(c.Counties)-1)/2]
		s.Courts = append(s.Courts, court)
	}
}

// basic makes the court of a county.
func (s *Shard) basic(county int) {
	c := s.Counties[county]
	city := s.Cities[c.City]
	p := s.World.Provinces[city.Province]
	digits := s.digits(city.Code, c.Code)
	s.Counties[county].court = len(s.Courts)
	s.Courts = append(s.Courts, Court{
		Name: s.World.style.basic(city, c), Level: Basic, Province: city.Province, County: county,
		Code: p.Letter + digits, Zone: strconv.Itoa(p.Zone) + digits,
	})
}

// special makes special courts, each in another city, most of them of railways.
// Their codes have 71 and on in place of a city's number, and no zoning code.
func (s *Shard) special(n int) {
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
			Name: s.World.style.special(city, kind), Level: Special, Province: city.Province,
			County: city.Counties[i%len(city.Counties)],
			Code:   s.World.Provinces[city.Province].Letter + s.digits(71+kind, numbers[[2]int{city.Province, kind}]),
		})
	}
}

// enter puts courts into the directory and the list of codes, and gives them an
// address and a head. Of the real intermediate courts 91 of a hundred stand with
// their province in the list and 73 in the directory; other courts never do.
func (s *Shard) enter(c courtCounts) {
	elsewhere := len(s.Courts) - c.all // those that the lists of the first shard have
	order := chance.NewPermutation(s.Key.Of("court lists"), uint64(c.all))
	heads, spelling := s.Key.Of("court heads"), s.Key.Of("court spelling")
	for i := elsewhere; i < len(s.Courts); i++ {
		court := &s.Courts[i]
		at := int(order.At(uint64(i - elsewhere)))
		r := spelling.At(i).Rand()
		court.Head = s.World.Tongue.Person(heads.At(i).Rand())
		if at < s.Size.CourtInfo {
			court.Listed = s.spelled(court, r.IntN(100) < 73)
		}
		if at < c.both || at >= s.Size.CourtInfo {
			court.Coded = s.spelled(court, r.IntN(100) < 91)
		}
	}
}

// spelled is a court's name as a directory has it, with the province where the
// court is an intermediate one and it is asked for.
func (s *Shard) spelled(c *Court, province bool) string {
	if c.Level == Supreme && province {
		return s.World.style.within(s.World.Nation, c.Name)
	}
	if c.Level != Intermediate || !province || s.World.Provinces[c.Province].Municipality {
		return c.Name
	}
	return s.World.style.within(s.World.Provinces[c.Province].Name, c.Name)
}
