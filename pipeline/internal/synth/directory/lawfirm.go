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

// firmRows renders a shard's law firms.
type firmRows struct {
	*society.Shard
	*Renderer
	rows, contacts, bureaus, sizes, profiles, ranking chance.Key

	capitals chance.WeightedSampler
}

func newFirmRows(r *Renderer, s *society.Shard) firmRows {
	of := s.Key.Of
	return firmRows{s, r, of("law firm rows"), of("law firm contacts"), of("bureaus of justice"), of("law firm sizes"), of("law firm profiles"), of("law firm ranking"), capitalWheel()}
}

// firm returns a row of LawfirmInfo. Cells are empty as often as in the real rows; three of 661
// real rows have a clerk's note in place of the address.
func (b firmRows) firm(i int) []tablefile.Cell {
	f := &b.Firms[i]
	draw := b.rows.At(i).Rand()
	tongue := b.World.Names
	province, city, county := b.Province(f.County), b.City(f.County), b.Counties[f.County]
	code := textOrMissing(draw, 3, 371, f.CreditCode)
	head := textOrMissing(draw, 1, 279, f.Head)
	capital := b.capital(draw)
	founded := tablefile.Text(tongue.Date(f.Founded.Date()))
	if draw.IntN(718) == 0 {
		founded = tablefile.None()
	}
	address := tablefile.Text(f.Address)
	if draw.IntN(661) < 3 {
		address = tablefile.Text(b.words.note)
	}
	phone, mail := b.contact(draw, i)
	profile := tablefile.Text("-")
	if chance.Percent(draw, 60) {
		profile = tablefile.Text(b.profileText(draw, i))
	}
	return []tablefile.Cell{
		tablefile.Text(f.Name), code, head, capital, founded, address,
		tablefile.Text(province.Name), tablefile.Text(city.Name), textOrMissing(draw, 1, 223, county.Name),
		phone, mail, profile, textOrMissing(draw, 3, 222, b.bureau(i, draw.IntN(219) < 24)),
	}
}

// contact returns a firm's telephone number, which is mobile for 76 of 469 real firms, and its
// email address, which 210 of 251 real firms lack.
func (b firmRows) contact(r *rand.Rand, i int) (phone, mail tablefile.Cell) {
	f := &b.Firms[i]
	tongue, contacts := b.World.Names, b.contacts.At(i).Rand()
	line, mobile := tongue.Phone(contacts, b.City(f.County).Phone), tongue.Mobile(contacts)
	if r.IntN(469) < 76 {
		line = mobile
	}
	return textOrMissing(r, 6, 475, line), textOrMissing(r, 210, 251, tongue.Email(contacts, b.brand(f)))
}

// brand returns a firm's name without place and kind.
func (b firmRows) brand(f *society.Firm) string {
	brand := strings.TrimSuffix(f.Name, b.words.lawFirm)
	for _, place := range []string{b.City(f.County).Name, b.Province(f.County).BaseName} {
		brand = strings.TrimPrefix(brand, place)
	}
	return brand
}

// capitals returns the registered capitals of law firms, in ten thousands, weighted by their
// frequency among the 888 real rows. Amount 0 stands for all other amounts.
func capitals() []struct{ amount, weight int } {
	return []struct{ amount, weight int }{
		{30, 344}, {100, 129}, {10, 88}, {50, 47}, {1000, 40}, {2000, 17}, {200, 15}, {20, 15}, {40, 10}, {0, 183},
	}
}

func capitalWheel() chance.WeightedSampler {
	var weights []int
	for _, c := range capitals() {
		weights = append(weights, c.weight)
	}
	return chance.NewWeightedSampler(weights)
}

// capital returns a firm's registered capital: null for 5 of 894 real rows, "-" for one.
func (b firmRows) capital(r *rand.Rand) tablefile.Cell {
	missing := r.IntN(894)
	amount := capitals()[b.capitals.Draw(r)].amount
	if amount == 0 {
		if amount = 3 + r.IntN(120); chance.Percent(r, 60) {
			amount *= 10
		}
	}
	switch {
	case missing < 5:
		return tablefile.None()
	case missing == 5:
		return tablefile.Text("-")
	}
	return tablefile.Text(b.World.Names.Capital(int64(amount) * 10_000_00))
}

// bureau returns the authority that registered a firm: the bureau of justice of the county, or
// of the city.
func (b firmRows) bureau(i int, city bool) string {
	county := b.Firms[i].County
	place := b.City(county).Name
	if p := b.Province(county); !p.Municipality {
		place = p.Name + b.World.Space() + place
	}
	if !city {
		place += b.World.Space() + b.Counties[county].Name
	}
	return b.World.Names.Authority(b.bureaus.At(county).Rand(), name.Justice, place)
}

// rank returns a row of LawfirmLog. A firm ranks higher the more listed companies it serves.
// Some of these broke rules, and a few of them are under investigation.
func (b firmRows) rank(i int) []tablefile.Cell {
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
