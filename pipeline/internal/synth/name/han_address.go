package name

import (
	"math/rand/v2"
	"strconv"
)

// streets holds the pools of words of addresses.
type streets struct {
	whole                       []string // whole names of roads
	roads                       []string // names of roads without their kind
	roadFirst, roadLast         []string
	ways                        []string // kinds of road, with repetitions of the common ones
	buildingFirst, buildingLast []string
	halls                       []string // kinds of building
	zones                       []string
	townFirst, townLast, towns  []string
}

func newStreets(pools map[string]string) streets {
	return streets{
		whole: words(pools["whole"]), roads: words(pools["roads"]), roadFirst: words(pools["road_first"]), roadLast: words(pools["road_last"]), ways: words(pools["ways"]),
		buildingFirst: words(pools["building_first"]), buildingLast: words(pools["building_last"]), halls: words(pools["halls"]),
		zones:     words(pools["zones"]),
		townFirst: words(pools["town_first"]), townLast: words(pools["town_last"]), towns: words(pools["towns"]),
	}
}

// compound draws a word of two different parts.
func compound(r *rand.Rand, first, last []string) string {
	a, b := draw(r, first), draw(r, last)
	for a == b {
		b = draw(r, last)
	}
	return a + b
}

func (h *han) road(r *rand.Rand) string {
	s := &h.streets
	switch n := r.IntN(100); {
	case n < 8:
		return draw(r, s.whole)
	case n < 35:
		return draw(r, s.roads) + draw(r, s.ways)
	}
	return compound(r, s.roadFirst, s.roadLast) + draw(r, s.ways)
}

func (h *han) building(r *rand.Rand) string {
	return compound(r, h.streets.buildingFirst, h.streets.buildingLast) + draw(r, h.streets.halls)
}

func (h *han) address(r *rand.Rand, s Site) string {
	area, town := h.area(r, s)
	if town && r.IntN(100) < 9 {
		area += h.town(r)
		if r.IntN(3) == 0 {
			return area + draw(r, []string{"工业区", "工业园", "工业集中区", "创业园"}) + strconv.Itoa(number(r)) + "号"
		}
	}
	if r.IntN(100) < 4 {
		return area + h.corner(r)
	}
	return area + h.road(r) + strconv.Itoa(number(r)) + "号" + h.inside(r)
}

// area draws the part before the street, and whether a town can follow it. Of the 54 real rows
// of AddrInfo 34 begin with the province and 10 with the city; 30 of 46 name the county, 35 of
// 45 the city.
func (h *han) area(r *rand.Rand, s Site) (text string, town bool) {
	county := s.County != "" && s.Unique
	switch n := r.IntN(100); {
	case n < 19 && county:
		return s.County, true
	case n < 37:
		return h.city(r, s, 35)
	}
	province := s.Province
	if s.Municipality {
		province = ""
	}
	if county && !s.Municipality && r.IntN(100) < 12 {
		return province + s.County, true
	}
	text, town = h.city(r, s, 45)
	if r.IntN(34) == 0 {
		province = s.Nation + province
	}
	return province + text, town
}

// city draws the city with the county or, in the given percentage of cases, without it.
func (h *han) city(r *rand.Rand, s Site, without int) (text string, town bool) {
	if s.County != "" && r.IntN(100) >= without {
		return s.City + s.County, true
	}
	if r.IntN(100) < 35 {
		return s.City + draw(r, h.streets.zones), false
	}
	return s.City, false
}

func (h *han) town(r *rand.Rand) string {
	return compound(r, h.streets.townFirst, h.streets.townLast) + draw(r, h.streets.towns)
}

// corner draws a location without a house number.
func (h *han) corner(r *rand.Rand) string {
	side := []string{"东", "南", "西", "北"}[r.IntN(4)]
	if r.IntN(2) == 0 {
		return h.road(r) + side + "侧" + h.building(r)
	}
	return h.road(r) + "与" + h.road(r) + "交叉口" + draw(r, []string{"东南角", "西南角", "东北角", "西北角", "向" + side + strconv.Itoa(100*(1+r.IntN(8))) + "米"})
}

// inside draws the part after the house number; a third of addresses have none.
func (h *han) inside(r *rand.Rand) string {
	block := strconv.Itoa(1 + min(r.IntN(30), r.IntN(30)))
	floor := 1 + min(r.IntN(32), r.IntN(32))
	level, room := strconv.Itoa(floor)+"层", strconv.Itoa(floor*100+1+r.IntN(24))
	switch n := r.IntN(100); {
	case n < 33:
		return ""
	case n < 41:
		return block + draw(r, []string{"幢", "栋", "号楼", "号厂房", "区"})
	case n < 47:
		return block + draw(r, []string{"幢", "栋", "号楼"}) + level
	case n < 56:
		return block + draw(r, []string{"幢", "栋", "号楼", "座"}) + room + "室"
	case n < 61:
		return block + "号楼" + strconv.Itoa(1+r.IntN(4)) + "单元" + room + "室"
	case n < 67:
		return "院" + block + "号楼" + level + room + draw(r, []string{"", "室", "号", "房间"})
	case n < 75:
		return h.building(r) + level
	case n < 79:
		return h.building(r) + strconv.Itoa(floor) + "-" + strconv.Itoa(floor+1+r.IntN(3)) + "层"
	case n < 85:
		return h.building(r) + string(rune('A'+r.IntN(6))) + "座" + level + room + "室"
	case n < 88:
		return draw(r, []string{"一楼", "二楼", "三楼", "四楼", "院内", "一层", "五层", "主楼"})
	case n < 91:
		return "（" + h.building(r) + "）" + block + "号楼" + room + "室"
	}
	return h.building(r) + room + "室"
}

// number draws a house number; low numbers are more frequent.
func number(r *rand.Rand) int {
	return 1 + min(r.IntN(1800), r.IntN(1800), 20+r.IntN(900))
}
