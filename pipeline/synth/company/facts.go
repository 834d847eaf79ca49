package company

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// facts are the slots that texts about a company can use. One that does not hold,
// or that the register keeps to itself, is absent.
func (b *book) facts(i int) map[string]string {
	s, t := b.shard, b.shard.World.Tongue
	c := &s.Companies[i]
	trade := &t.Trades()[c.Make.Trade]
	f := map[string]string{
		"name": c.Name, "brand": c.Brand, "former": c.Former,
		"founded": b.terms.date(c.Founded), "year": strconv.Itoa(c.Founded.Year()), "iso": c.Founded.Time().Format("2006-01-02"),
		"capital": t.Capital(c.Capital), "head": c.Head, "credit": c.Credit, "address": c.Address,
		"city": s.City(c.County).Name, "province": s.Province(c.County).Name, "county": s.Counties[c.County].Name,
		"trade": trade.Name, "division": trade.Division, "group": trade.Group, "section": trade.Section,
	}
	if c.Former != "" {
		f["renamed"], f["renamed_year"] = b.terms.date(c.Renamed), strconv.Itoa(c.Renamed.Year())
	}
	if c.Listed != nil {
		f["short"], f["code"] = c.Listed.Short, c.Listed.Code
		f["listed"], f["listed_year"] = b.terms.date(c.Listed.Day), strconv.Itoa(c.Listed.Day.Year())
		f["exchange"], f["market"] = b.floors[c.Listed.Market], b.markets[c.Listed.Market]
		f["industry"] = trade.Market
		if n := b.owns[i]; n > 1 {
			f["subsidiaries"] = strconv.Itoa(int(n))
		}
	} else {
		f["unlisted"] = c.Brand
	}
	if p := c.Parent; p >= 0 {
		f["parent"] = s.Companies[p].Name
		if l := s.Companies[p].Listed; l != nil {
			f["parent_short"], f["parent_code"] = l.Short, l.Code
		}
		b.stake(f, i)
	}
	b.wares(f, i)
	f["scope"] = b.scope(i, f)
	return f
}

// stake tells how much of a company its parent holds: "whole", or "share" for most.
func (b *book) stake(f map[string]string, i int) {
	if b.held[i] < 0 {
		return
	}
	switch share := b.shard.Holdings[b.held[i]].Share; {
	case share == 100_00:
		f["whole"] = "100"
	case share > 50_00:
		f["share"] = strings.TrimSuffix(decimal(int64(share), 2), ".0")
	}
}

// wares are what a company makes, does and buys: p1, p2 …, s1 … and m1 …, and the
// first of each in lists.
func (b *book) wares(f map[string]string, i int) {
	trade := &b.shard.World.Tongue.Trades()[b.shard.Companies[i].Make.Trade]
	r := b.keys.scope.At(i).Rand()
	for _, w := range []struct {
		letter, list string
		phrases      []string
		slots        []string
	}{
		{"p", "products", trade.Products, []string{"p1", "p2", "p3", "p4", "p5"}},
		{"s", "services", trade.Services, []string{"s1", "s2", "s3", "s4"}},
		{"m", "materials", trade.Materials, []string{"m1", "m2", "m3"}},
	} {
		chosen := pickSome(r, w.phrases, len(w.slots))
		for k, phrase := range chosen {
			f[w.slots[k]] = phrase
		}
		f[w.list] = b.terms.list(chosen[:min(len(chosen), 2+r.IntN(2))])
	}
}

// pickSome draws n different phrases, or all.
func pickSome(r *rand.Rand, phrases []string, n int) []string {
	order := r.Perm(len(phrases))
	out := make([]string, 0, n)
	for _, k := range order[:min(n, len(order))] {
		out = append(out, phrases[k])
	}
	return out
}

// scope is what a company's registration lets it do. It is one text in every table
// that has the company.
func (b *book) scope(i int, f map[string]string) string {
	if done := f["scope"]; done != "" {
		return done
	}
	rule := "scope"
	if b.shard.Companies[i].Listed != nil {
		rule = "scope_listed"
	}
	return b.grammar.Expand(words(b.keys.items, i), rule, f)
}

// profile is a registration's: the row once more in prose, or praise.
func (b *book) profile(i int, d registration) string {
	f := b.facts(i)
	rule := "profile"
	if d.template {
		rule = "template"
		f["standing"] = [...]string{b.terms.Standing.Active, b.terms.Standing.Trading, b.terms.Standing.Gone}[d.standing]
		f["scope"] = strings.TrimRight(f["scope"], "。.")
		if !d.division {
			delete(f, "division")
		}
	}
	if n, err := strconv.Atoi(d.staff); err == nil && n >= 10 {
		f["staff"] = d.staff
	}
	text := b.grammar.Expand(words(b.keys.promotions, i), rule, f)
	if d.indented && !d.template {
		return "    " + text
	}
	return text
}
