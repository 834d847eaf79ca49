// Package directory renders the tables that list places and offices of a generated
// world: the court directory, the list of court codes, the directory of law firms,
// their ranking, and the address book.
package directory

import (
	"embed"
	"math/rand/v2"
	"strconv"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/grammar"
	"taskgrove/pipeline/synth/name"
	"taskgrove/pipeline/synth/sheet"
	"taskgrove/pipeline/synth/society"
)

//go:embed text/*.yaml
var texts embed.FS

// Renderer renders in one language. It may be used by several goroutines.
type Renderer struct {
	columns columns
	words   words
	profile *grammar.Grammar
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	g, err := grammar.Load(texts, "text/"+language+".yaml")
	if err != nil {
		return nil, err
	}
	if language == "en" {
		return &Renderer{englishColumns(), englishWords(), g}, nil
	}
	return &Renderer{chineseColumns(), chineseWords(), g}, nil
}

// Sheets are CourtInfo, CourtCode, LawfirmInfo, LawfirmLog and AddrInfo of a shard.
// Rows stand in no order but in the ranking, where the first is the first.
func (r *Renderer) Sheets(s *society.Shard) []sheet.Sheet {
	listed, coded := courts(s)
	firms := chance.NewPermutation(s.Key.Of("order of LawfirmInfo"), uint64(max(1, len(s.Firms))))
	addresses := chance.NewPermutation(s.Key.Of("order of AddrInfo"), uint64(max(1, len(s.Addresses))))
	return []sheet.Sheet{
		{Name: "CourtInfo", Columns: r.columns.courtInfo, Rows: len(listed), Row: func(i int) []sheet.Cell { return r.court(s, listed[i]) }},
		{Name: "CourtCode", Columns: r.columns.courtCode, Rows: len(coded), Row: func(i int) []sheet.Cell { return r.code(s, coded[i]) }},
		{Name: "LawfirmInfo", Columns: r.columns.lawfirmInfo, Rows: len(s.Firms), Row: func(i int) []sheet.Cell { return r.firm(s, int(firms.At(uint64(i)))) }},
		{Name: "LawfirmLog", Columns: r.columns.lawfirmLog, Rows: s.Size.LawfirmLog, Row: func(i int) []sheet.Cell { return r.rank(s, i) }},
		{Name: "AddrInfo", Columns: r.columns.addrInfo, Rows: len(s.Addresses), Row: func(i int) []sheet.Cell { return r.address(s, int(addresses.At(uint64(i)))) }},
	}
}

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
	shuffle(s.Key.Of("order of CourtInfo").Rand(), listed)
	shuffle(s.Key.Of("order of CourtCode").Rand(), coded)
	return listed, coded
}

func shuffle(r *rand.Rand, list []int) {
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// court is a row of CourtInfo. Of the real ones 98 of a hundred have no telephone
// number, 71 no website, 64 no date.
func (r *Renderer) court(s *society.Shard, i int) []sheet.Cell {
	c := &s.Courts[i]
	draw := s.Key.Of("court rows").At(i).Rand()
	text := s.Key.Of("court contacts").At(i).Rand()
	tongue := s.World.Tongue
	head := sheet.Text(c.Head)
	if draw.IntN(73) == 0 {
		head = sheet.Text("-")
	}
	founded := sheet.Text("-")
	if chance.Chance(draw, 36) {
		day := society.NewDay(2018, 3, 1) + society.Day(draw.IntN(700))
		if chance.Chance(draw, 8) {
			day = society.NewDay(1979, 1, 1) + society.Day(draw.IntN(14000))
		}
		founded = sheet.Text(tongue.Date(day.Date()))
	}
	phone := sheet.Text("-")
	if chance.Chance(draw, 2) {
		phone = sheet.Text(tongue.Phone(text, s.City(c.County).Phone))
	}
	site := sheet.Text("-")
	if chance.Chance(draw, 29) {
		site = sheet.Text(r.website(s, draw, i))
	}
	province, city, county := s.Province(c.County), s.City(c.County), s.Counties[c.County]
	return []sheet.Cell{
		sheet.Text(c.Listed), head, founded, sheet.Text(c.Address),
		sheet.Text(province.Name), sheet.Text(city.Name), sheet.Text(county.Name), phone, site,
	}
}

// website is a court's, in one of the forms they have; each has its own.
func (r *Renderer) website(s *society.Shard, draw *rand.Rand, i int) string {
	host := "fy" + strconv.Itoa(s.Number*len(s.Courts)+i) + ".court.example"
	switch draw.IntN(4) {
	case 0:
		return "www." + host
	case 1:
		return "http://www." + host
	case 2:
		return "http://" + host + "/index"
	}
	return "http://" + host
}

// code is a row of CourtCode.
func (r *Renderer) code(s *society.Shard, i int) []sheet.Cell {
	c := &s.Courts[i]
	rank := r.words.county
	switch {
	case c.Level == society.Supreme:
		rank = r.words.nation
	case c.Level == society.High:
		rank = r.words.province
	case c.Level != society.Basic || s.World.Provinces[c.Province].Municipality:
		rank = r.words.city
	}
	zone := sheet.Text(" -")
	if c.Zone != "" {
		zone = sheet.Numeral(c.Zone)
	}
	if c.Level == society.Supreme {
		zone = sheet.Numeral("100000")
	}
	return []sheet.Cell{
		sheet.Text(c.Coded), sheet.Text(rank), sheet.Text(r.words.levels[c.Level]), sheet.Text(c.Code), zone,
		sheet.Numeral(strconv.Itoa(ranks[c.Level])),
	}
}

// ranks are the numbers that the list of codes has for levels: basic courts 1,
// special ones 3.
var ranks = []int{society.Basic: 1, society.Special: 3, society.Intermediate: 2, society.High: 4, society.Supreme: 5}

// rank is a row of LawfirmLog: the more companies a firm serves, the higher it
// stands.
func (r *Renderer) rank(s *society.Shard, i int) []sheet.Cell {
	draw := s.Key.Of("law firm ranking").At(i).Rand()
	served := max(1, 420/(i+5)+draw.IntN(3)-1)
	trouble := draw.IntN(served/8 + 2)
	return []sheet.Cell{
		sheet.Text(s.Firms[i].Name),
		sheet.Numeral(strconv.Itoa(i*s.World.Shards() + s.Number + 1)),
		sheet.Numeral(strconv.Itoa(served)),
		sheet.Numeral(strconv.Itoa(trouble)),
		sheet.Numeral(strconv.Itoa(draw.IntN(trouble/3+2) / 2)),
	}
}

// address is a row of AddrInfo.
func (r *Renderer) address(s *society.Shard, i int) []sheet.Cell {
	a := s.Addresses[i]
	return []sheet.Cell{
		sheet.Text(a.Text), sheet.Text(s.Province(a.County).Name), sheet.Text(s.City(a.County).Name), sheet.Text(s.Counties[a.County].Name),
	}
}

// bureau is where a law firm is registered: the county's bureau of justice, at
// times the city's.
func (r *Renderer) bureau(s *society.Shard, i int, city bool) string {
	county := s.Firms[i].County
	place := s.City(county).Name
	if p := s.Province(county); !p.Municipality {
		place = p.Name + s.World.Space() + place
	}
	if !city {
		place += s.World.Space() + s.Counties[county].Name
	}
	return s.World.Tongue.Authority(s.Key.Of("bureaus of justice").At(county).Rand(), name.Justice, place)
}
