package directory

import (
	"math/rand/v2"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// courts returns the courts in the directory and those in the list of codes, each in random
// order.
func courts(s *society.Shard) (listed, coded []int) {
	for i, c := range s.Courts {
		if c.Listed != "" {
			listed = append(listed, i)
		}
		if c.Coded != "" {
			coded = append(coded, i)
		}
	}
	shuffle := func(label string, list []int) {
		s.Key.Of(label).Rand().Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	shuffle("order of CourtInfo", listed)
	shuffle("order of CourtCode", coded)
	return listed, coded
}

// courtRows renders a shard's courts.
type courtRows struct {
	*society.Shard
	words          words
	rows, contacts chance.Key
}

func newCourtRows(r *Renderer, s *society.Shard) courtRows {
	return courtRows{s, r.words, s.Key.Of("court rows"), s.Key.Of("court contacts")}
}

// court returns a row of CourtInfo. Of the real rows, 59 of 60 have no telephone number, 30 of
// 42 no website, 28 of 44 no date, and one of 73 no head.
func (b courtRows) court(i int) []tablefile.Cell {
	c := &b.Courts[i]
	draw := b.rows.At(i).Rand()
	tongue := b.World.Names
	head := textOrMissing(draw, 1, 73, c.Head)
	founded := textOrMissing(draw, 28, 44, tongue.Date(b.World.Calendar.LastOpen(registered(draw)).Date()))
	phone := textOrMissing(draw, 59, 60, tongue.Phone(b.contacts.At(i).Rand(), b.City(c.County).Phone))
	site := textOrMissing(draw, 30, 42, b.website(draw, i))
	return []tablefile.Cell{
		tablefile.Text(c.Listed), head, founded, tablefile.Text(c.Address),
		tablefile.Text(b.Province(c.County).Name), tablefile.Text(b.City(c.County).Name), tablefile.Text(b.Counties[c.County].Name),
		phone, site,
	}
}

// registered draws the date of a court's foundation. For 15 of 16 real courts the source has
// the day on which they were registered, between 2017 and 2019.
func registered(r *rand.Rand) society.Day {
	entered := society.NewDay(2017, 3, 1) + society.Day(r.IntN(1030))
	founded := society.NewDay(1979, 1, 1) + society.Day(r.IntN(13_000))
	if r.IntN(16) == 0 {
		return founded
	}
	return entered
}

// topDomain is the top-level domain of the nation's courts. ISO 3166-1 leaves its letters to users, so
// no country and no real website has it.
const topDomain = ".xz"

// website returns a court's website in one of the forms of the source. Each court has its own.
func (b courtRows) website(r *rand.Rand, i int) string {
	host := "fy" + strconv.Itoa(b.Number*len(b.Courts)+i) + ".court" + topDomain
	switch r.IntN(4) {
	case 0:
		return "www." + host
	case 1:
		return "http://www." + host
	case 2:
		return "http://" + host + "/index"
	}
	return "http://" + host
}

// code returns a row of CourtCode. Special courts have no zone.
func (b courtRows) code(i int) []tablefile.Cell {
	c := &b.Courts[i]
	zone := tablefile.Text(" -")
	switch {
	case c.Level == society.Supreme:
		zone = tablefile.Numeral("100000")
	case c.Zone != "":
		zone = tablefile.Numeral(c.Zone)
	}
	return []tablefile.Cell{
		tablefile.Text(c.Coded), tablefile.Text(b.tier(c)), tablefile.Text(b.words.levels[c.Level]), tablefile.Text(c.Code), zone,
		tablefile.Numeral(strconv.Itoa(rank(c.Level))),
	}
}

// tier returns the level of administration that a court belongs to. Special courts, and the
// courts of a municipality's districts, belong to the level of cities.
func (b courtRows) tier(c *society.Court) string {
	switch {
	case c.Level == society.Supreme:
		return b.words.nation
	case c.Level == society.High:
		return b.words.province
	case c.Level == society.Basic && !b.World.Provinces[c.Province].Municipality:
		return b.words.county
	}
	return b.words.city
}

// rank returns the number of a level in the list of codes. The real list has 1 for basic courts
// and 3 for special courts; the others are assumed.
func rank(l society.Level) int {
	return []int{society.Basic: 1, society.Special: 3, society.Intermediate: 2, society.High: 4, society.Supreme: 5}[l]
}
