package enforcement

import (
	"fmt"
	"strconv"
	"strings"

	"taskgrove/pipeline/synth/chance"
	"taskgrove/pipeline/synth/name"
	"taskgrove/pipeline/synth/sheet"
	"taskgrove/pipeline/synth/society"
)

// penalty is a row of AdministrativeCase: an amount where the outcome has a fine,
// and "-" where it has none.
func (r *Renderer) penalty(s *society.Shard, i int) []sheet.Cell {
	p := &s.Penalties[i]
	draw := s.Key.Of("penalty rows").At(i).Rand()
	text := s.Key.Of("penalty texts").At(i).Rand()
	slots := r.slots(s, i)
	facts, outcome := sheet.Text("-"), sheet.Text("-")
	if chance.Chance(draw, 87) {
		slots["offence"] = r.text.Expand(text, string(p.Kind), nil)
		facts = sheet.Text(r.text.Expand(text, "fact", slots))
	}
	fine := sheet.Text("-")
	rule := "outcome_unfined"
	if p.Fine > 0 {
		rule = "outcome_fined"
		if fine = sheet.Numeral(plain(p.Fine)); draw.IntN(27) == 0 {
			fine = decimal(p.Fine)
		}
	}
	if draw.IntN(36) > 0 {
		outcome = sheet.Text(r.text.Expand(text, rule, slots))
	}
	authority := sheet.Text("-")
	if p.Authority != "" {
		authority = sheet.Text(p.Authority)
	}
	return []sheet.Cell{
		sheet.Text(s.Companies[p.Company].Name), sheet.Text(r.text.Expand(text, "number", slots)),
		facts, outcome, fine, authority, day(s, p.Day),
	}
}

// slots are the facts of a penalty.
func (r *Renderer) slots(s *society.Shard, i int) map[string]string {
	p := &s.Penalties[i]
	draw := s.Key.Of("penalty facts").At(i).Rand()
	begun := p.Day - society.Day(40+draw.IntN(240))
	found := begun + society.Day(1+draw.IntN(30))
	tongue, city, county := s.World.Tongue, s.City(p.County), s.Counties[p.County]
	slots := map[string]string{
		"company": s.Companies[p.Company].Name,
		"date":    tongue.Date(begun.Date()), "found": tongue.Date(found.Date()),
		"place": city.Name + s.World.Space() + county.Name,
		"days":  strconv.Itoa(3 + draw.IntN(27)), "number": strconv.Itoa(2 + draw.IntN(9)),
		"year": strconv.Itoa(p.Day.Year()), "serial": strconv.Itoa(p.Serial), "padded": fmt.Sprintf("%07d", p.Serial),
		"fine": plain(p.Fine),
		"city": city.Stem, "county": county.Name, "abbr": chineseAbbreviations[p.Kind],
	}
	if r.english {
		slots["abbr"] = englishAbbreviations[p.Kind]
		return slots
	}
	slots["city"], slots["county"] = first(city.Name), first(county.Name)
	slots["capital"] = capitals(p.Fine)
	if p.Fine > 0 && p.Fine%10_000_00 == 0 {
		slots["wan"] = strconv.FormatInt(p.Fine/10_000_00, 10)
	}
	return slots
}

// plain is an amount of cents in 元, with decimals only if it has any.
func plain(cents int64) string {
	text := strconv.FormatInt(cents/100, 10)
	if rest := cents % 100; rest > 0 {
		text += fmt.Sprintf(".%02d", rest)
	}
	return text
}

func first(s string) string { return string([]rune(s)[:1]) }

// What decisions of each kind of authority are numbered by.
var (
	chineseAbbreviations = map[name.Kind]string{
		name.UrbanManagement: "综执", name.Police: "公", name.Fire: "消行", name.Customs: "关缉违", name.Securities: "证监", name.Exchange: "交易监管",
		name.MarketRegulation: "市监", name.Housing: "住建", name.Environment: "环", name.Emergency: "应急", name.Taxation: "税稽",
		name.Transport: "交", name.NaturalResources: "自然资", name.Water: "水", name.Health: "卫", name.Labour: "人社监",
		name.Justice: "司", name.Banking: "银保监",
	}
	englishAbbreviations = map[name.Kind]string{
		name.UrbanManagement: "Urb.", name.Police: "Pol.", name.Fire: "Fire", name.Customs: "Cust.", name.Securities: "Sec.", name.Exchange: "Exch.",
		name.MarketRegulation: "Mkt.", name.Housing: "Hous.", name.Environment: "Env.", name.Emergency: "Safe.", name.Taxation: "Tax",
		name.Transport: "Trans.", name.NaturalResources: "Land", name.Water: "Wat.", name.Health: "Hlth.", name.Labour: "Lab.",
		name.Justice: "Just.", name.Banking: "Bank.",
	}
)

// capitals writes an amount of cents in the formal numerals of Chinese bookkeeping:
// 伍仟元整.
func capitals(cents int64) string {
	const digits = "零壹贰叁肆伍陆柒捌玖"
	digit := func(n int64) string { return string([]rune(digits)[n]) }
	units := []string{"", "拾", "佰", "仟"}
	section := func(n int64) string { // below ten thousand
		var b strings.Builder
		zero := false
		for i, place := 3, int64(1000); i >= 0; i, place = i-1, place/10 {
			switch d := n / place % 10; {
			case d > 0:
				if zero && b.Len() > 0 {
					b.WriteString("零")
				}
				b.WriteString(digit(d) + units[i])
				zero = false
			default:
				zero = true
			}
		}
		return b.String()
	}
	yuan, rest := cents/100, cents%100
	var b strings.Builder
	for _, scale := range []struct {
		of   int64
		name string
	}{{100_000_000, "亿"}, {10_000, "万"}, {1, ""}} {
		part := yuan / scale.of
		yuan %= scale.of
		if part == 0 {
			continue
		}
		if b.Len() > 0 && part < 1000 {
			b.WriteString("零")
		}
		b.WriteString(section(part) + scale.name)
	}
	b.WriteString("元")
	switch {
	case rest == 0:
		b.WriteString("整")
	case rest%10 == 0:
		b.WriteString(digit(rest/10) + "角")
	case rest < 10:
		b.WriteString("零" + digit(rest) + "分")
	default:
		b.WriteString(digit(rest/10) + "角" + digit(rest%10) + "分")
	}
	return b.String()
}
