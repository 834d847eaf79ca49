package name

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// languages are those names are tested in.
var languages = []string{"zh", "en"}

func tongue(t testing.TB, language string) *Tongue {
	t.Helper()
	g, err := For(language)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tails are what can follow the brand of a company without a place, by what it was
// composed of. Two of them that are equal are a fault.
func tails(t *testing.T, g *Tongue) map[string]Company {
	const brand = "@"
	all := make(map[string]Company)
	for trade := -1; trade < len(g.Trades()); trade++ {
		for modifier := -1; modifier < len(g.Modifiers()); modifier++ {
			for form := range forms {
				c := Company{Brand: brand, Trade: trade, Modifier: modifier, Form: form}
				tail := strings.TrimPrefix(g.Company(c), brand)
				if other, ok := all[tail]; ok {
					t.Errorf("%+v and %+v both end in %q", other, c, tail)
				}
				all[tail] = c
			}
		}
	}
	return all
}

// A Chinese brand has two characters or three, so a tail must not be another one
// behind a character that a brand can end with.
func TestHanBrandEndsInOnePlace(t *testing.T) {
	g := tongue(t, "zh")
	h := g.speech.(*han)
	ends := make(map[string]bool)
	for _, c := range h.trade.last {
		ends[c] = true
	}
	all := tails(t, g)
	if len(all) < 20_000 {
		t.Fatalf("%d tails", len(all))
	}
	for tail, c := range all {
		_, size := utf8.DecodeRuneInString(tail)
		if other, ok := all[tail[size:]]; ok && ends[tail[:size]] {
			t.Errorf("a brand's last character and %+v read like %+v: %s", other, c, tail)
		}
	}
}

// English brands and places end where a word begins that neither has.
func TestLatinWordsAreOfOneKind(t *testing.T) {
	g := tongue(t, "en")
	e := g.speech.(*latin)
	kinds := make(map[string]string)
	note := func(kind string, pool []string) {
		for _, text := range pool {
			for _, word := range strings.Fields(text) {
				if other, ok := kinds[word]; ok && other != kind {
					t.Errorf("%s is a word of %s and of %s", word, other, kind)
				}
				kinds[word] = kind
			}
		}
	}
	note("stems", e.stems)
	note("stems", e.adjectives)
	note("stems", e.features)
	note("brands", e.brands)
	for i := range Provinces {
		note("provinces", []string{g.Province(i).Stem})
	}
	for i := range Municipalities {
		note("provinces", []string{g.Municipality(i).Stem})
	}
	var rest []string
	for tail := range tails(t, g) {
		rest = append(rest, tail)
	}
	slices.Sort(rest)
	note("tails", rest)
}

// What a company is composed of can be told from its name.
func TestCompanyIsInjective(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		// Few brands and places, so that names that are alike come up.
		brand := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, Brands-1))
		place := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, Stems-1))
		company := rapid.Custom(func(t *rapid.T) Company {
			c := Company{
				Brand: g.Brand(brand.Draw(t, "brand")), Trade: rapid.IntRange(-1, len(g.Trades())-1).Draw(t, "trade"),
				Modifier: rapid.IntRange(-1, len(g.Modifiers())-1).Draw(t, "modifier"), Form: Form(rapid.IntRange(0, int(forms)-1).Draw(t, "form")),
			}
			switch rapid.IntRange(0, 3).Draw(t, "where") {
			case 0:
				c.Place = g.Stem(place.Draw(t, "place"))
			case 1:
				c.Place = g.Province(rapid.IntRange(0, Provinces-1).Draw(t, "province")).Stem
			case 2:
				c.Place, c.Paren = g.Stem(place.Draw(t, "place")), c.Form != Branch
			}
			return c
		})
		t.Run(language, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				a := company.Draw(t, "a")
				b := a
				other := company.Draw(t, "b")
				for i, take := range []func(){
					func() { b.Brand = other.Brand }, func() { b.Place, b.Paren = other.Place, other.Paren },
					func() { b.Trade = other.Trade }, func() { b.Modifier = other.Modifier },
					func() { b.Form = other.Form; b.Paren = b.Paren && b.Form != Branch },
				} {
					if rapid.Bool().Draw(t, []string{"brand", "place", "trade", "modifier", "form"}[i]+" too") {
						take()
					}
				}
				if a.Form == Branch {
					a.Paren = false
				}
				if b.Form == Branch {
					b.Paren = false
				}
				if (g.Company(a) == g.Company(b)) != (a == b) {
					t.Fatalf("%+v is %s, %+v is %s", a, g.Company(a), b, g.Company(b))
				}
			})
		})
	}
}

// Abbreviations tell brand and trade, and a brand of two words is not one and a
// trade.
func TestAbbreviationIsInjective(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		shorts := map[string]string{"股份": "no trade"}
		for _, trade := range g.Trades() {
			if other, ok := shorts[trade.Short]; ok {
				t.Errorf("%s: %s is short for %s and %s", language, trade.Short, other, trade.ID)
			}
			shorts[trade.Short] = trade.ID
			if language == "zh" && utf8.RuneCountInString(trade.Short) != 2 {
				t.Errorf("%s is not two characters", trade.Short)
			}
			if language == "en" && strings.Contains(trade.Short, " ") {
				t.Errorf("%s is not one word", trade.Short)
			}
		}
		if language == "zh" {
			continue
		}
		for _, image := range g.speech.(*latin).images {
			if id, ok := shorts[image]; ok {
				t.Errorf("%s is a brand's second word and short for %s", image, id)
			}
		}
	}
}

func BenchmarkCompany(b *testing.B) {
	for _, language := range languages {
		g := tongue(b, language)
		r := rand.New(rand.NewPCG(1, 1))
		var i uint64
		b.Run(language, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				i++
				g.Company(Company{Brand: g.Brand(i * 7919 % Brands), Place: g.Stem(i * 127 % Stems), Trade: r.IntN(100), Modifier: r.IntN(20), Form: Form(r.IntN(5)), Paren: i%8 == 0})
			}
		})
	}
}
