package directory

import (
	"math/rand/v2"
	"strconv"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/sheet"
	"taskgrove/pipeline/synth/society"
)

// capitals are the registered capitals of law firms in ten thousands, with how many
// of the 888 real ones have them; any other amount has the rest.
var capitals = []struct{ amount, weight int }{
	{30, 344}, {100, 129}, {10, 88}, {50, 47}, {1000, 40}, {2000, 17}, {200, 15}, {20, 15}, {40, 10}, {0, 183},
}

// firm is a row of LawfirmInfo.
func (r *Renderer) firm(s *society.Shard, i int) []sheet.Cell {
	f := &s.Firms[i]
	draw := s.Key.Of("law firm rows").At(i).Rand()
	tongue := s.World.Tongue
	or := func(missing, of int, text string) sheet.Cell {
		if draw.IntN(of) < missing {
			return sheet.Text("-")
		}
		return sheet.Text(text)
	}
	capital := r.capital(s, draw)
	province, city, county := s.Province(f.County), s.City(f.County), s.Counties[f.County]
	contacts := s.Key.Of("law firm contacts").At(i).Rand()
	phone := tongue.Phone(contacts, city.Phone)
	if chance.Chance(draw, 17) {
		phone = tongue.Mobile(contacts)
	}
	profile := sheet.Text("-")
	if chance.Chance(draw, 60) {
		profile = sheet.Text(r.tell(s, i))
	}
	founded := sheet.Text(tongue.Date(f.Founded.Date()))
	if draw.IntN(718) == 0 {
		founded = sheet.None()
	}
	address := sheet.Text(f.Address)
	if draw.IntN(220) == 0 && r.words.charter != "" {
		address = sheet.Text(r.words.charter)
	}
	return []sheet.Cell{
		sheet.Text(f.Name),
		or(3, 371, f.Code),
		or(1, 279, f.Head),
		capital,
		founded,
		address,
		sheet.Text(province.Name), sheet.Text(city.Name), or(1, 223, county.Name),
		or(6, 475, phone),
		or(210, 251, tongue.Email(contacts, "law"+strconv.Itoa(i))),
		profile,
		or(3, 222, r.bureau(s, i, chance.Chance(draw, 11))),
	}
}

// capital is a firm's registered capital.
func (r *Renderer) capital(s *society.Shard, draw *rand.Rand) sheet.Cell {
	switch n := draw.IntN(894); {
	case n < 5:
		return sheet.None()
	case n == 5:
		return sheet.Text("-")
	}
	weights := make([]int, len(capitals))
	for i, c := range capitals {
		weights[i] = c.weight
	}
	amount := capitals[chance.Pick(draw, weights)].amount
	if amount == 0 {
		amount = 3 + draw.IntN(120)
		if chance.Chance(draw, 30) {
			amount *= 10
		}
	}
	return sheet.Text(s.World.Tongue.Capital(int64(amount) * 1_000_000))
}

// tell writes a firm's profile.
func (r *Renderer) tell(s *society.Shard, i int) string {
	f := &s.Firms[i]
	year, _, _ := f.Founded.Date()
	lawyers := 5 + f.Stature*3/2
	slots := map[string]string{
		"firm": f.Name, "head": f.Head, "year": strconv.Itoa(year), "city": s.City(f.County).Name,
		"lawyers": strconv.Itoa(lawyers), "staff": strconv.Itoa(lawyers + 4 + lawyers/4),
		"area": strconv.Itoa(200 + lawyers*18), "bureau": r.bureau(s, i, false),
	}
	if lawyers > 60 {
		slots["large"] = strconv.Itoa(2 + lawyers/60)
	}
	return r.profile.Expand(s.Key.Of("law firm profiles").At(i).Rand(), "profile", slots)
}
