package company

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// facts returns the slots that texts about a company can use. A fact that does not hold is
// absent.
func (b *book) facts(i int) map[string]string {
	s, t := b.shard, b.shard.World.Tongue
	c := &s.Companies[i]
	trade := &t.Trades()[c.Make.Trade]
	f := map[string]string{
		"name": c.Name, "brand": c.Brand, "former": c.Former,
		"founded": b.terms.date(c.Founded), "year": strconv.Itoa(c.Founded.Year()), "iso": c.Founded.Time().Format("2006-01-02"),
		"capital": t.Capital(c.Capital), "head": c.Head, "credit": c.Credit, "address": c.Address,
		"city": s.City(c.County).Name, "place": b.place(c.County),
		"trade": trade.Name, "lower_trade": strings.ToLower(trade.Name), "division": trade.Division,
	}
	if c.Former != "" {
		f["renamed"], f["renamed_year"] = b.terms.date(c.Renamed), strconv.Itoa(c.Renamed.Year())
	}
	if c.Listed != nil {
		f["short"], f["code"] = c.Listed.Short, c.Listed.Code
		f["listed"], f["listed_year"] = b.terms.date(c.Listed.Day), strconv.Itoa(c.Listed.Day.Year())
		f["exchange"] = b.floors[c.Listed.Market]
		if n := b.owns[i]; n > 1 {
			f["subsidiaries"] = strconv.Itoa(int(n))
		}
	}
	b.age(f, i)
	b.kin(f, i)
	b.work(f, i)
	if c.Former == "" || b.kept(c) {
		f["steady_year"], f["first_ware"], f["always"] = f["year"], f["p1"], f["doing"]
	}
	return f
}

// kept reports whether a renamed company kept its trade.
func (b *book) kept(c *society.Company) bool {
	was := c.Make
	for _, form := range []name.LegalForm{was.Form, name.LimitedLiability} {
		was.Form = form
		for m := -1; m < len(b.shard.World.Tongue.Modifiers()); m++ {
			was.Modifier = m
			if b.shard.World.Tongue.Company(was) == c.Former {
				return true
			}
		}
	}
	return false
}

// age lets texts tell of years gone by: of a streak of some where there were as
// many, and of many.
func (b *book) age(f map[string]string, i int) {
	years := lastDay.Year() - b.shard.Companies[i].Founded.Year() - 1
	if years >= 3 {
		f["streak"] = strconv.Itoa(3 + b.keys.wares.At(i).Rand().IntN(min(years, 10)-2))
	}
	if years >= 8 {
		f["years"] = b.terms.Years
	}
}

// place is a county's city, after its province where that is another.
func (b *book) place(county int) string {
	city, province := b.shard.City(county).Name, b.shard.Province(county)
	if province.Municipality {
		return city
	}
	return strings.NewReplacer("{city}", city, "{province}", province.Name).Replace(b.terms.Place)
}

// kin adds the parent of a company, its owner (holding everything) or its holder (more than
// half), as the table of holdings has it.
func (b *book) kin(f map[string]string, i int) {
	p := b.shard.Companies[i].Parent
	if p < 0 {
		return
	}
	f["parent"] = b.shard.Companies[p].Name
	if l := b.shard.Companies[p].Listed; l != nil {
		f["parent_code"] = l.Code
	}
	if b.held[i] < 0 {
		return
	}
	switch share := b.shard.Holdings[b.held[i]].Share; {
	case share == 100_00:
		f["owner"], f["whole"] = f["parent"], "100"
	case share > 50_00:
		f["holder"], f["share"] = f["parent"], strings.TrimSuffix(decimal(int64(share), 2), ".0")
	}
}

// slots of what a company makes or does, of further services, and of what it buys.
var (
	wareSlots     = []string{"p1", "p2", "p3", "p4"}
	serviceSlots  = []string{"s1", "s2", "s3"}
	materialSlots = []string{"m1", "m2"}
)

// ware is the slot that has a company's first ware, by what it does with it.
var ware = map[business]string{makes: "made", yields: "yielded", sells: "sold", builds: "built", offers: "offered"}

// work tells what a company does: with its trade's products, or where it offers
// services, with those.
func (b *book) work(f map[string]string, i int) {
	trade := &b.shard.World.Tongue.Trades()[b.shard.Companies[i].Make.Trade]
	does := b.businesses[trade.Section]
	r := b.keys.wares.At(i).Rand()
	services := pickSome(r, trade.Services, len(serviceSlots))
	wares := pickSome(r, trade.Products, len(wareSlots))
	if does == offers {
		all := pickSome(r, trade.Services, len(trade.Services))
		n := min(3, len(all)-2)
		wares, services = append(all[:n:n], wares[0]), all[n:]
	}
	for k, slots := range [][]string{wareSlots, serviceSlots, materialSlots} {
		phrases := [][]string{wares, services, pickSome(r, trade.Materials, len(materialSlots))}[k]
		for j, slot := range slots[:min(len(slots), len(phrases))] {
			f[slot] = phrases[j]
		}
	}
	f[ware[does]] = wares[0]
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

// profile is a registration's: the row once more in prose, or praise.
func (b *book) profile(i int, d registration, scope string) string {
	f := b.facts(i)
	if n, err := strconv.Atoi(d.staff); err == nil && n >= 10 {
		f["staff"] = d.staff
	}
	r := words(b.keys.promotions, i)
	if !d.template {
		text := b.write(r, "profile", f)
		if d.indented {
			return "    " + text
		}
		return text
	}
	f["standing"] = b.terms.Standing.of(d.standing)
	f["scope"] = strings.TrimRight(scope, "。.")
	if !d.division {
		delete(f, "division")
	}
	return b.write(r, "template", f)
}

// write returns a text of a rule without doubled punctuation where a value ends a sentence.
func (b *book) write(r *rand.Rand, rule string, facts map[string]string) string {
	return strings.TrimRight(b.tidy.Replace(b.grammar.Expand(r, rule, facts)), " ")
}
