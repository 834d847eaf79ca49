package name

import (
	"math/rand/v2"
	"strings"
)

// ProvinceName is the name of a province, an autonomous region, or a municipality with the rank
// of a province.
type ProvinceName struct {
	Name     string // in full: 澜江省, "Kelmark Province"
	BaseName string `yaml:"base"` // without its kind, as companies carry it: 澜江, "Kelmark"
	Short    string // as court codes carry it: one Han character, or two capital letters
}

// Province returns the i-th province, i below [Provinces]. Names, base names and shorts are distinct
// across provinces and municipalities.
func (t *Namer) Province(i int) ProvinceName {
	within("province", uint64(i), Provinces)
	return t.lists.Provinces[i]
}

// Municipality returns the i-th city with the rank of a province, i below [Municipalities].
func (t *Namer) Municipality(i int) ProvinceName {
	within("municipality", uint64(i), Municipalities)
	return t.lists.Municipalities[i]
}

// City returns the full name of a city: 溪屏市, "Ashmere City".
func (t *Namer) City(base string) string { return t.lists.Kinds.City.of(base) }

// County returns the full name of a county: 溪屏县, "Ashmere County".
func (t *Namer) County(base string) string { return t.lists.Kinds.County.of(base) }

// District returns the full name of a city's district: 溪屏区, "Ashmere District".
func (t *Namer) District(base string) string { return t.lists.Kinds.District.of(base) }

// CountyCity returns the full name of a county-level city: 溪屏市, "Ashmere City".
func (t *Namer) CountyCity(base string) string { return t.lists.Kinds.CountyCity.of(base) }

// GenericDistrict returns the i-th of the district names that many cities share: 城东区, "East
// District". Names repeat after [Namer.GenericDistricts].
func (t *Namer) GenericDistrict(i int) string {
	return t.lists.Districts[i%len(t.lists.Districts)]
}

// GenericDistricts returns the number of generic district names.
func (t *Namer) GenericDistricts() int { return len(t.lists.Districts) }

// Road returns a random name of a road, avenue, street or lane.
func (t *Namer) Road(r *rand.Rand) string { return t.script.road(r) }

// Building returns a random name of an office building.
func (t *Namer) Building(r *rand.Rand) string { return t.script.building(r) }

// Site is the location of an address, in full names.
type Site struct {
	Nation       string // the nation, which begins some addresses; "" for none
	Province     string
	City         string
	County       string // a county, district or county-level city; "" for none
	Municipality bool   // the city is its own province, which the address omits
	Unique       bool   // no other place of the world has the county's name
}

// Address returns a random address in one of the styles of real rows: with or without province
// or county, in a development zone or a town, with building, floor and room. It names the city,
// or the county if its name is unique.
func (t *Namer) Address(r *rand.Rand, s Site) string { return t.script.address(r, s) }

// Industrial reports whether an address is that of a factory building.
func (t *Namer) Industrial(address string) bool { return strings.Contains(address, "号厂房") }
