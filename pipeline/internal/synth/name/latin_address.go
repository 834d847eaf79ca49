package name

import (
	"math/rand/v2"
	"strconv"
)

func (e *latin) road(r *rand.Rand) string {
	s := &e.streets
	switch n := r.IntN(100); {
	case n < 40:
		return draw(r, s.roads) + " " + draw(r, s.ways)
	case n < 75:
		return draw(r, s.roadFirst) + " " + draw(r, s.ways)
	}
	return draw(r, s.roadFirst) + " " + draw(r, s.roadLast) + " " + draw(r, s.ways)
}

func (e *latin) building(r *rand.Rand) string {
	return draw(r, e.streets.buildingFirst) + " " + draw(r, e.streets.halls)
}

// An English address goes from small to large units. It names as many large units as the
// Chinese address of the same draw.
func (e *latin) address(r *rand.Rand, s Site) string {
	area, town := e.area(r, s)
	street := strconv.Itoa(number(r)) + " " + e.road(r)
	if town && r.IntN(100) < 9 {
		street += ", " + compound(r, e.streets.townFirst, e.streets.townLast)
	}
	if r.IntN(100) < 4 {
		return e.corner(r) + ", " + area
	}
	return e.inside(r) + street + ", " + area
}

// area draws the part after the street, and whether a town can precede it.
func (e *latin) area(r *rand.Rand, s Site) (text string, town bool) {
	county := s.County != "" && s.Unique
	switch n := r.IntN(100); {
	case n < 19 && county:
		return s.County, true
	case n < 37:
		return e.city(r, s, 35)
	}
	province := ", " + s.Province
	if s.Municipality {
		province = ""
	}
	if county && !s.Municipality && r.IntN(100) < 12 {
		return s.County + province, true
	}
	text, town = e.city(r, s, 45)
	return text + province, town
}

// city draws the city with the county or, in the given percentage of cases, without it.
func (e *latin) city(r *rand.Rand, s Site, without int) (text string, town bool) {
	if s.County != "" && r.IntN(100) >= without {
		return s.County + ", " + s.City, true
	}
	if r.IntN(100) < 35 {
		return draw(r, e.streets.zones) + ", " + s.City, false
	}
	return s.City, false
}

// corner draws a location without a house number.
func (e *latin) corner(r *rand.Rand) string {
	a, b := e.road(r), e.road(r)
	if a == b || r.IntN(2) == 0 {
		return e.building(r) + ", " + a
	}
	return "Corner of " + a + " and " + b
}

// inside draws the part before the house number; four tenths of addresses have none.
func (e *latin) inside(r *rand.Rand) string {
	block := strconv.Itoa(1 + min(r.IntN(30), r.IntN(30)))
	floor := 1 + min(r.IntN(32), r.IntN(32))
	level, room := strconv.Itoa(floor), strconv.Itoa(floor*100+1+r.IntN(24))
	switch n := r.IntN(100); {
	case n < 40:
		return ""
	case n < 50:
		return draw(r, []string{"Building ", "Block ", "Unit "}) + block + ", "
	case n < 57:
		return "Floor " + level + ", Building " + block + ", "
	case n < 70:
		return draw(r, []string{"Room ", "Suite ", "Office "}) + room + ", Building " + block + ", "
	case n < 78:
		return "Floor " + level + ", " + e.building(r) + ", "
	case n < 82:
		return "Floors " + level + "-" + strconv.Itoa(floor+1+r.IntN(3)) + ", " + e.building(r) + ", "
	case n < 86:
		return "Suite " + string(rune('A'+r.IntN(6))) + room + ", " + e.building(r) + ", "
	}
	return "Room " + room + ", " + e.building(r) + ", "
}
