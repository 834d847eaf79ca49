package directory

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// bar is a shard's law firms.
type bar struct {
	*society.Shard
	*Renderer
	rows, contacts, bureaus, sizes, profiles, ranking chance.Key

	capitals chance.Wheel
}

func barOf(r *Renderer, s *society.Shard) bar {
	of := s.Key.Of
	return bar{s, r, of("law firm rows"), of("law firm contacts"), of("bureaus of justice"), of("law firm sizes"), of("law firm profiles"), of("law firm ranking"), capitalWheel()}
}

// firm is a row of LawfirmInfo. What is missing is missing in as many rows as of
// the real ones; three of 661 have a clerk's note where the address should be.
func (b bar) firm(i int) []tablefile.Cell {
	f := &b.Firms[i]
	draw := b.rows.At(i).Rand()
	tongue := b.World.Tongue
	province, city, county := b.Province(f.County), b.City(f.County), b.Counties[f.County]
	code := orNot(draw, 3, 371, f.Code)
	head := orNot(draw, 1, 279, f.Head)
	capital := b.capital(draw)
	founded := tablefile.Text(tongue.Date(f.Founded.Date()))
	if draw.IntN(718) == 0 {
		founded = tablefile.None()
	}
	address := tablefile.Text(f.Address)
	if draw.IntN(661) < 3 {
		address = tablefile.Text(b.words.note)
	}
	phone, mail := b.reach(draw, i)
	profile := tablefile.Text("-")
	if chance.Chance(draw, 60) {
		profile = tablefile.Text(b.tell(draw, i))
	}
	return []tablefile.Cell{
		tablefile.Text(f.Name), code, head, capital, founded, address,
		tablefile.Text(province.Name), tablefile.Text(city.Name), orNot(draw, 1, 223, county.Name),
		phone, mail, profile, orNot(draw, 3, 222, b.bureau(i, draw.IntN(219) < 24)),
	}
}

// reach is a firm's telephone number, a mobile one for 76 of 469 real firms, and
// its email address, which 210 of 251 do not give.
func (b bar) reach(r *rand.Rand, i int) (phone, mail tablefile.Cell) {
	f := &b.Firms[i]
	tongue, contacts := b.World.Tongue, b.contacts.At(i).Rand()
	line, mobile := tongue.Phone(contacts, b.City(f.County).Phone), tongue.Mobile(contacts)
	if r.IntN(469) < 76 {
		line = mobile
	}
	return orNot(r, 6, 475, line), orNot(r, 210, 251, tongue.Email(contacts, b.brand(f)))
}

// brand is a firm's name without its place and its kind.
func (b bar) brand(f *society.Firm) string {
	brand := strings.TrimSuffix(f.Name, b.words.lawFirm)
	for _, place := range []string{b.City(f.County).Name, b.Province(f.County).Stem} {
		brand = strings.TrimPrefix(brand, place)
	}
	return brand
}

// capitals are the registered capitals of law firms in ten thousands, with how many
// of the 888 real ones have them; any other amount has the rest.
func capitals() []struct{ amount, weight int } {
	return []struct{ amount, weight int }{
		{30, 344}, {100, 129}, {10, 88}, {50, 47}, {1000, 40}, {2000, 17}, {200, 15}, {20, 15}, {40, 10}, {0, 183},
	}
}

func capitalWheel() chance.Wheel {
	var weights []int
	for _, c := range capitals() {
		weights = append(weights, c.weight)
	}
	return chance.NewWheel(weights)
}

// capital is a firm's registered capital: null for 5 of 894 real ones, "-" for one.
func (b bar) capital(r *rand.Rand) tablefile.Cell {
	missing := r.IntN(894)
	amount := capitals()[b.capitals.Pick(r)].amount
	if amount == 0 {
		if amount = 3 + r.IntN(120); chance.Chance(r, 60) {
			amount *= 10
		}
	}
	switch {
	case missing < 5:
		return tablefile.None()
	case missing == 5:
		return tablefile.Text("-")
	}
	return tablefile.Text(b.World.Tongue.Capital(int64(amount) * 10_000_00))
}

// bureau is where a law firm is registered: the county's bureau of justice, at
// times the city's.
func (b bar) bureau(i int, city bool) string {
	county := b.Firms[i].County
	place := b.City(county).Name
	if p := b.Province(county); !p.Municipality {
		place = p.Name + b.World.Space() + place
	}
	if !city {
		place += b.World.Space() + b.Counties[county].Name
	}
	return b.World.Tongue.Authority(b.bureaus.At(county).Rand(), name.Justice, place)
}

// rank is a row of LawfirmLog: the more listed companies a firm serves, the higher
// it stands. Of those it serves some broke rules, and of these few are
// investigated.
func (b bar) rank(i int) []tablefile.Cell {
	draw := b.ranking.At(i).Rand()
	served := max(1, 240/(i+3)-3+draw.IntN(3))
	trouble := min(served, draw.IntN(served/3+2))
	return []tablefile.Cell{
		tablefile.Text(b.Firms[i].Name),
		tablefile.Numeral(strconv.Itoa(i*b.World.Shards() + b.Number + 1)),
		tablefile.Numeral(strconv.Itoa(served)),
		tablefile.Numeral(strconv.Itoa(trouble)),
		tablefile.Numeral(strconv.Itoa(draw.IntN(trouble/3+2) / 2)),
	}
}
