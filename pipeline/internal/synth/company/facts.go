package company

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// facts returns the slots that texts about a company can use. A fact that does not hold is
// absent.
func (b *shardRenderer) facts(i int) map[string]string {
	s, t := b.shard, b.shard.World.Names
	c := &s.Companies[i]
	trade := &t.Trades()[c.NameParts.Trade]
	f := map[string]string{
		"name": c.Name, "brand": c.Brand, "former": c.Former,
		"founded": b.terms.date(c.Founded), "year": strconv.Itoa(c.Founded.Year()), "iso": c.Founded.Time().Format("2006-01-02"),
		"capital": t.Capital(c.Capital), "head": c.Head, "credit": c.CreditCode, "address": c.Address,
		"city": s.City(c.County).Name, "place": b.place(c.County),
		"trade": trade.Name, "lower_trade": strings.ToLower(trade.Name), "division": trade.Division,
	}
	if c.Former != "" {
		f["renamed"], f["renamed_year"] = b.terms.date(c.Renamed), strconv.Itoa(c.Renamed.Year())
	}
	if c.Listed != nil {
		f["short"], f["code"] = c.Listed.Short, c.Listed.Code
		f["listed"], f["listed_year"] = b.terms.date(c.Listed.Day), strconv.Itoa(c.Listed.Day.Year())
		f["exchange"] = b.exchangeNames[c.Listed.Market]
		if n := b.subsidiaryCount[i]; n > 1 {
			f["subsidiaries"] = strconv.Itoa(int(n))
		}
	}
	b.addYears(f, i)
	b.addParent(f, i)
	b.addProducts(f, i)
	if c.Former == "" || b.keptTrade(c) {
		f["steady_year"], f["first_ware"], f["always"] = f["year"], f["p1"], f["doing"]
	}
	return f
}

// keptTrade reports whether a renamed company kept its trade.
func (b *shardRenderer) keptTrade(c *society.Company) bool {
	was := c.NameParts
	for _, form := range []name.LegalForm{was.Form, name.LimitedLiability} {
		was.Form = form
		for m := -1; m < len(b.shard.World.Names.Modifiers()); m++ {
			was.Modifier = m
			if b.shard.World.Names.Company(was) == c.Former {
				return true
			}
		}
	}
	return false
}

// addYears adds the company's age, and a streak of years that it is old enough for.
func (b *shardRenderer) addYears(f map[string]string, i int) {
	years := lastDay.Year() - b.shard.Companies[i].Founded.Year() - 1
	if years >= 3 {
		f["streak"] = strconv.Itoa(3 + b.keys.wares.At(i).Rand().IntN(min(years, 10)-2))
	}
	if years >= 8 {
		f["years"] = b.terms.Years
	}
}

// place returns a county's city, with the province unless they are the same.
func (b *shardRenderer) place(county int) string {
	city, province := b.shard.City(county).Name, b.shard.Province(county)
	if province.Municipality {
		return city
	}
	return strings.NewReplacer("{city}", city, "{province}", province.Name).Replace(b.terms.Place)
}

// addParent adds the parent of a company: its owner if it holds everything, its holder if it
// holds more than half, according to the table of holdings.
func (b *shardRenderer) addParent(f map[string]string, i int) {
	p := b.shard.Companies[i].Parent
	if p < 0 {
		return
	}
	f["parent"] = b.shard.Companies[p].Name
	if l := b.shard.Companies[p].Listed; l != nil {
		f["parent_code"] = l.Code
	}
	if b.holdingOf[i] < 0 {
		return
	}
	switch share := b.shard.Holdings[b.holdingOf[i]].Share; {
	case share == 100_00:
		f["owner"], f["whole"] = f["parent"], "100"
	case share > 50_00:
		f["holder"], f["share"] = f["parent"], strings.TrimSuffix(tablefile.Decimal(int64(share), 2), ".0")
	}
}

// slots of what a company makes or does, of further services, and of what it buys.
var (
	wareSlots     = []string{"p1", "p2", "p3", "p4"}
	serviceSlots  = []string{"s1", "s2", "s3"}
	materialSlots = []string{"m1", "m2"}
)

// wareSlot is the slot of a company's first product, by business.
var wareSlot = map[business]string{makes: "made", yields: "yielded", sells: "sold", builds: "built", offers: "offered"}

// addProducts adds what a company does: its trade's products, or services if it offers them.
func (b *shardRenderer) addProducts(f map[string]string, i int) {
	trade := &b.shard.World.Names.Trades()[b.shard.Companies[i].NameParts.Trade]
	does := b.businesses[trade.Section]
	r := b.keys.wares.At(i).Rand()
	services := sample(r, trade.Services, len(serviceSlots))
	wares := sample(r, trade.Products, len(wareSlots))
	if does == offers {
		all := sample(r, trade.Services, len(trade.Services))
		n := min(3, len(all)-2)
		wares, services = append(all[:n:n], wares[0]), all[n:]
	}
	for k, slots := range [][]string{wareSlots, serviceSlots, materialSlots} {
		phrases := [][]string{wares, services, sample(r, trade.Materials, len(materialSlots))}[k]
		for j, slot := range slots[:min(len(slots), len(phrases))] {
			f[slot] = phrases[j]
		}
	}
	f[wareSlot[does]] = wares[0]
	if does == makes || does == yields || does == builds {
		f["tangible"] = wares[0]
	}
	n := 2 + r.IntN(2)
	if does == offers {
		n = min(n, len(wares)-1)
	}
	f["wares"] = b.terms.list(wares[:min(n, len(wares))])
	patterns := b.scopes.Doing[does]
	f["doing"] = b.tidy.Replace(fill(b.in(patterns[r.IntN(len(patterns))]), f["wares"]))
}

// profile returns the profile of a registration: its data in prose, or an advertisement.
func (b *shardRenderer) profile(i int, d registration, scope string) string {
	f := b.facts(i)
	if n, err := strconv.Atoi(d.staff); err == nil && n >= 10 {
		f["staff"] = d.staff
	}
	r := wordSource(b.keys.promotions, i)
	if !d.template {
		text := b.write(r, "profile", f)
		if d.indented {
			return "    " + text
		}
		return text
	}
	f["standing"] = b.terms.Standing.of(d.status)
	f["scope"] = strings.TrimRight(scope, "。.")
	if !d.division {
		delete(f, "division")
	}
	return b.write(r, "template", f)
}

// write returns a text of a rule without doubled punctuation where a value ends a sentence.
func (b *shardRenderer) write(r *rand.Rand, rule string, facts map[string]string) string {
	return strings.TrimRight(b.tidy.Replace(b.grammar.Expand(r, rule, facts)), " ")
}
