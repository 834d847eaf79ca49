package enforcement

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// slots returns the facts about a penalty for numbers, outcomes and phrases.
func (k penaltyRows) slots(p *society.Penalty, i int) map[string]string {
	c, city, county := &k.Companies[p.Company], k.City(p.County), k.Counties[p.County]
	year, month, day := p.Day.Date()
	province := k.Province(p.County)
	slots := make(map[string]string, 48) // room for all that surround adds
	slots["company"], slots["head"], slots["dated"] = c.Name, c.Head, k.World.Names.Date(year, month, day)
	slots["province"], slots["city"], slots["county"] = province.Letter, k.words.initial(city.BaseName), k.words.initial(county.Name)
	slots["year"], slots["serial"], slots["padded"] = strconv.Itoa(year), strconv.Itoa(p.Serial), padded(p.Serial, 7)
	zone := padded(province.Zone%100, 2) + padded(city.Code%100, 2) + padded(county.Code%100, 2)
	slots["long"] = zone + padded(year%100, 2) + padded(month, 2) + padded(day, 2) + slots["padded"]
	slots["term"] = []string{"7", "10", "15", "30"}[p.Serial%4]
	if p.Fine == 0 {
		return slots
	}
	slots["fine"], slots["formal"] = plain(p.Fine), k.words.formal(p.Fine)
	if p.Fine%100 == 0 {
		slots["spelled"], slots["grouped"] = k.words.spelled(p.Fine), grouped(p.Fine/100)
	}
	if p.Fine >= 1_000_00 && p.Fine%100_00 == 0 {
		slots["scaled"] = plain(p.Fine / (k.words.scale / 100))
	}
	return slots
}

// padded writes a number with zeros in front where it has fewer digits.
func padded(n, digits int) string {
	text := strconv.Itoa(n)
	return strings.Repeat("0", max(0, digits-len(text))) + text
}

// grouped writes a number with a comma before every three digits.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// addCircumstances adds the time, place, extent and witnesses of the offence: the
// conduct began after the company was founded, was found out within a month, after
// the case that brought it to light, and was put to the company before the decision.
func (k penaltyRows) addCircumstances(p *society.Penalty, i int, rule string, slots map[string]string) {
	draw := k.circumstances.At(i).Rand()
	latest := int(min(106, p.Day-k.Companies[p.Company].Founded-44)) // before the decision; 16 at least
	if p.Basis >= 0 {
		c := &k.Cases[p.Basis]
		latest = min(latest, int(p.Day-c.Decided)-1)
		slots["case"], slots["court"] = c.Number, k.Courts[c.Court].Name
	}
	days, wait := 2+draw.IntN(29), 14+draw.IntN(latest-13)
	found := p.Day - society.Day(wait)
	on := func(d society.Day) string { return k.World.Names.Date(d.Date()) }
	slots["date"], slots["told"] = on(found-society.Day(days)), on(found+society.Day(4+draw.IntN(wait-6)))
	c := &k.Companies[p.Company]
	slots["founded"], slots["address"], slots["credit"] = on(c.Founded), c.Address, c.CreditCode
	slots["days"], slots["number"] = strconv.Itoa(days), strconv.Itoa(2+draw.IntN(8))
	slots["many"], slots["area"] = strconv.Itoa(12+draw.IntN(79)), strconv.Itoa(30+draw.IntN(371))
	slots["place"] = k.words.place(k.City(p.County).Name, k.Counties[p.County].Name)
	if visits(p.Kind) {
		slots["visited"] = on(found)
	} else {
		slots["opened"] = on(found)
	}
	if premises(p.Kind) && rule == string(p.Kind) {
		slots["masked"] = k.words.masked(slots["place"])
	}
	k.addNames(p, draw, k.names.At(i).Rand(), slots)
}

// addNames adds the road, a witness, and what the company builds, makes or drives.
func (k penaltyRows) addNames(p *society.Penalty, draw, names *rand.Rand, slots map[string]string) {
	tongue, line := k.World.Names, k.section(p)
	product := draw.IntN(1 << 20)
	slots["road"], slots["worker"] = tongue.Road(names), tongue.Stars(tongue.Person(names))
	switch line {
	case "build":
		slots["works"] = k.text.Expand(draw, "works", slots)
	case "make":
		products := tongue.Trades()[k.Companies[p.Company].NameParts.Trade].Products
		slots["product"] = products[product%len(products)]
	}
	if line == "build" || line == "move" {
		slots["plate"] = k.text.Expand(draw, "plate", slots)
	}
}

// visits reports whether authorities of a kind discover offences by visits.
func visits(kind name.AuthorityKind) bool {
	switch kind {
	case name.Customs, name.Securities, name.Exchange, name.Taxation:
		return false
	}
	return true
}

// premises reports whether offences found by authorities of a kind happen on the company's
// premises, except those of its section of industry.
func premises(kind name.AuthorityKind) bool {
	switch kind {
	case name.Fire, name.MarketRegulation, name.Health, name.Emergency:
		return true
	}
	return false
}
