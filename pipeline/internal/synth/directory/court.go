package directory

import (
	"math/rand/v2"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// courts lists the courts of the directory and of the codes, each in an order of
// its own.
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

// bench is a shard's courts.
type bench struct {
	*society.Shard
	words          words
	rows, contacts chance.Key
}

func benchOf(r *Renderer, s *society.Shard) bench {
	return bench{s, r.words, s.Key.Of("court rows"), s.Key.Of("court contacts")}
}

// court is a row of CourtInfo. Of 60 real ones 59 have no telephone number, of 42
// 30 have no website, of 44 28 no date, of 73 one no head.
func (b bench) court(i int) []tablefile.Cell {
	c := &b.Courts[i]
	draw := b.rows.At(i).Rand()
	tongue := b.World.Tongue
	head := orNot(draw, 1, 73, c.Head)
	founded := orNot(draw, 28, 44, tongue.Date(registered(draw).Date()))
	phone := orNot(draw, 59, 60, tongue.Phone(b.contacts.At(i).Rand(), b.City(c.County).Phone))
	site := orNot(draw, 30, 42, b.website(draw, i))
	return []tablefile.Cell{
		tablefile.Text(c.Listed), head, founded, tablefile.Text(c.Address),
		tablefile.Text(b.Province(c.County).Name), tablefile.Text(b.City(c.County).Name), tablefile.Text(b.Counties[c.County].Name),
		phone, site,
	}
}

// registered is the day that stands for a court's foundation. For 15 of 16 real
// courts it is when they were entered into a register, between 2017 and 2019.
func registered(r *rand.Rand) society.Day {
	entered := society.NewDay(2017, 3, 1) + society.Day(r.IntN(1030))
	founded := society.NewDay(1979, 1, 1) + society.Day(r.IntN(13_000))
	if r.IntN(16) == 0 {
		return founded
	}
	return entered
}

// website is a court's, in one of the forms they have; each has its own. The
// domain is reserved for examples (RFC 2606).
func (b bench) website(r *rand.Rand, i int) string {
	host := "fy" + strconv.Itoa(b.Number*len(b.Courts)+i) + ".court.example"
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

// code is a row of CourtCode. Special courts have no zone.
func (b bench) code(i int) []tablefile.Cell {
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

// tier is the level of administration that a court belongs to: a county's, but for
// the districts of municipalities and special courts, which rank with cities.
func (b bench) tier(c *society.Court) string {
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

// rank is the number that the list of codes has for a level. In the real list
// basic courts have 1 and special ones 3; the others' were not seen.
func rank(l society.Level) int {
	return []int{society.Basic: 1, society.Special: 3, society.Intermediate: 2, society.High: 4, society.Supreme: 5}[l]
}
