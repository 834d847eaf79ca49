package name

import (
	"math/rand/v2"
	"strconv"
)

// streets are the pools that addresses are drawn from.
type streets struct {
	roads, ways, buildings, halls, zones, towns []string
}

func newStreets(pools map[string]string) streets {
	return streets{
		roads: words(pools["roads"]), ways: words(pools["ways"]), buildings: words(pools["buildings"]),
		halls: words(pools["halls"]), zones: words(pools["zones"]), towns: words(pools["towns"]),
	}
}

func (h *han) road(r *rand.Rand) string {
	return draw(r, h.streets.roads) + drawSkewed(r, h.streets.ways)
}

func (h *han) building(r *rand.Rand) string {
	return draw(r, h.streets.buildings) + draw(r, h.streets.halls)
}

func (h *han) address(r *rand.Rand, s Site) string {
	area := s.City + s.County
	switch n := r.IntN(100); {
	case s.Unique && s.County != "" && n < 18:
		area = s.County
	case n < 30:
		area = s.City
	case n < 36:
		area = s.City + draw(r, h.streets.zones)
	}
	if !s.Municipality && area != s.County && r.IntN(100) < 60 {
		area = s.Province + area
	}
	if r.IntN(60) == 0 && area != s.County {
		area = "中国" + area
	}
	if r.IntN(8) == 0 {
		area += draw(r, h.streets.towns)
	}
	return area + h.road(r) + strconv.Itoa(number(r)) + "号" + h.inside(r)
}

// inside draws what follows the number of a house, often nothing.
func (h *han) inside(r *rand.Rand) string {
	floor := 1 + r.IntN(24)
	room := strconv.Itoa(floor*100 + 1 + r.IntN(24))
	switch n := r.IntN(100); {
	case n < 40:
		return ""
	case n < 50:
		return strconv.Itoa(1+r.IntN(12)) + "幢"
	case n < 62:
		return strconv.Itoa(1+r.IntN(9)) + "号楼" + room + "室"
	case n < 72:
		return strconv.Itoa(1+r.IntN(9)) + "栋" + strconv.Itoa(floor) + "层"
	case n < 84:
		return h.building(r) + strconv.Itoa(floor) + "层"
	}
	return h.building(r) + room + "室"
}

// number draws a house's: low ones more often.
func number(r *rand.Rand) int {
	u := r.Float64()
	return 1 + int(u*u*980)
}
