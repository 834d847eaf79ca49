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

func tongue(t testing.TB, language string) *Namer {
	t.Helper()
	g, err := New(language)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// index finds a line of business.
func index(t *testing.T, g *Namer, id string) int {
	t.Helper()
	i := slices.IndexFunc(g.Trades(), func(x Trade) bool { return x.ID == id })
	if i < 0 {
		t.Fatalf("no trade %s", id)
	}
	return i
}

func TestCompanies(t *testing.T) {
	zh, en := tongue(t, "zh"), tongue(t, "en")
	materials, water := index(t, zh, "advanced-materials"), index(t, zh, "water")
	before, after := slices.Index(zh.Modifiers(), "国际"), slices.Index(zh.Modifiers(), "工程")
	for _, tc := range []struct {
		of                CompanyName // in both languages, but for brand and place
		zh, english, en   string
		placed, bracketed bool
	}{
		{CompanyName{Trade: materials, Modifier: -1, Form: Joint}, "恒翊新材料科技股份有限公司", "Hengyi Advanced Materials Co., Ltd.", "Kelvora Advanced Materials Co., Ltd.", false, false},
		{CompanyName{Trade: materials, Modifier: before, Form: JointGroup}, "溪屏恒翊国际新材料科技集团股份有限公司", "Xiping Hengyi International Advanced Materials Group Co., Ltd.", "Ashmere Kelvora International Advanced Materials Group Co., Ltd.", true, false},
		{CompanyName{Trade: water, Modifier: after, Form: Limited}, "恒翊（溪屏）水务工程有限公司", "Hengyi (Xiping) Water Engineering Ltd.", "Kelvora (Ashmere) Water Engineering Ltd.", true, true},
		{CompanyName{Trade: water, Modifier: -1, Form: LimitedLiability}, "恒翊水务有限责任公司", "Hengyi Water LLC", "Kelvora Water LLC", false, true},
		{CompanyName{Trade: -1, Modifier: after, Form: Group}, "恒翊工程集团有限公司", "Hengyi Engineering Group Ltd.", "Kelvora Engineering Group Ltd.", false, false},
		{CompanyName{Trade: -1, Modifier: -1, Form: Joint}, "恒翊股份有限公司", "Hengyi Co., Ltd.", "Kelvora Co., Ltd.", false, false},
		{CompanyName{Trade: water, Modifier: -1, Form: Branch}, "恒翊水务有限公司溪屏分公司", "Hengyi Water Ltd., Xiping Branch", "Kelvora Water Ltd., Ashmere Branch", true, true},
		{CompanyName{Trade: water, Modifier: -1, Form: Branch}, "恒翊水务有限公司分公司", "Hengyi Water Ltd., Branch", "Kelvora Water Ltd., Branch", false, false},
		{CompanyName{Trade: water, Modifier: -1, Form: Partnership}, "溪屏恒翊水务合伙企业（有限合伙）", "Xiping Hengyi Water LP", "Ashmere Kelvora Water LP", true, false},
		{CompanyName{Trade: materials, Modifier: -1, Form: Works}, "溪屏恒翊新材料科技厂", "Xiping Hengyi Advanced Materials Works", "Ashmere Kelvora Advanced Materials Works", true, false},
		{CompanyName{Trade: water, Modifier: -1, Form: Institute}, "溪屏恒翊水务研究院", "Xiping Hengyi Water Research Institute", "Ashmere Kelvora Water Research Institute", true, false},
		{CompanyName{Trade: water, Modifier: -1, Form: Shop}, "恒翊水务经营部", "Hengyi Water Trading House", "Kelvora Water Trading House", false, false},
	} {
		c := tc.of
		c.Brand, c.Paren = "恒翊", tc.bracketed
		if tc.placed {
			c.Place = "溪屏"
		}
		if got := zh.Company(c); got != tc.zh {
			t.Errorf("Company(%+v) = %s, want %s", c, got, tc.zh)
		}
		if got := zh.English(c); got != tc.english {
			t.Errorf("English(%+v) = %s, want %s", c, got, tc.english)
		}
		c.Brand = "Kelvora"
		if tc.placed {
			c.Place = "Ashmere"
		}
		if got := en.Company(c); got != tc.en {
			t.Errorf("Company(%+v) = %s, want %s", c, got, tc.en)
		}
		if got := en.English(c); got != tc.en {
			t.Errorf("English(%+v) = %s, want %s", c, got, tc.en)
		}
	}
}

func TestShortNames(t *testing.T) {
	zh, en := tongue(t, "zh"), tongue(t, "en")
	c := CompanyName{Brand: "恒翊", Place: "溪屏", Trade: index(t, zh, "advanced-materials"), Modifier: -1}
	d := c
	d.Brand = "Kelvora"
	bare := CompanyName{Brand: "恒翊", Trade: -1, Modifier: -1}
	for _, tc := range []struct{ got, want string }{
		{zh.Abbreviation(c), "恒翊新材"}, {zh.Abbreviation(bare), "恒翊股份"}, {en.Abbreviation(d), "Kelvora Materials"},
		{en.Abbreviation(CompanyName{Brand: "Kelvora", Trade: -1}), "Kelvora"},
		{zh.LawFirm("恒翊", "溪屏", false), "溪屏恒翊律师事务所"}, {zh.LawFirm("恒翊", "溪屏市", false), "溪屏市恒翊律师事务所"},
		{zh.LawFirm("恒翊", "溪屏", true), "恒翊（溪屏）律师事务所"}, {zh.LawFirm("恒翊", "", true), "恒翊律师事务所"},
		{en.LawFirm("Kelvora", "Ashmere", false), "Ashmere Kelvora Law Firm"}, {en.LawFirm("Kelvora", "", false), "Kelvora Law Firm"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
	if got := en.LawFirm("Kelvora", "Ashmere", true); !strings.HasPrefix(got, "Kelvora & ") || !strings.HasSuffix(got, " LLP (Ashmere)") {
		t.Errorf("a partnership is %s", got)
	}
}

// tails are what can follow the brand of a company without a place, by what it was
// composed of. Two of them that are equal are a fault.
func tails(t *testing.T, g *Namer) map[string]CompanyName {
	const brand = "@"
	all := make(map[string]CompanyName)
	for trade := -1; trade < len(g.Trades()); trade++ {
		for modifier := -1; modifier < len(g.Modifiers()); modifier++ {
			for form := range forms {
				c := CompanyName{Brand: brand, Trade: trade, Modifier: modifier, Form: form}
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
	h := g.script.(*han)
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
	e := g.script.(*latin)
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
	note("places", e.placeNames)
	note("places", e.adjectives)
	note("places", e.features)
	note("brands", e.brands)
	for i := range Provinces {
		note("provinces", []string{g.Province(i).BaseName})
	}
	for i := range Municipalities {
		note("provinces", []string{g.Municipality(i).BaseName})
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
		place := rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Uint64Range(0, PlaceNames-1))
		company := rapid.Custom(func(t *rapid.T) CompanyName {
			c := CompanyName{
				Brand: g.Brand(brand.Draw(t, "brand")), Trade: rapid.IntRange(-1, len(g.Trades())-1).Draw(t, "trade"),
				Modifier: rapid.IntRange(-1, len(g.Modifiers())-1).Draw(t, "modifier"), Form: LegalForm(rapid.IntRange(0, int(forms)-1).Draw(t, "form")),
			}
			switch rapid.IntRange(0, 3).Draw(t, "where") {
			case 0:
				c.Place = g.PlaceName(place.Draw(t, "place"))
			case 1:
				c.Place = g.Province(rapid.IntRange(0, Provinces-1).Draw(t, "province")).BaseName
			case 2:
				c.Place, c.Paren = g.PlaceName(place.Draw(t, "place")), c.Form != Branch
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
		for _, image := range g.script.(*latin).images {
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
				g.Company(CompanyName{Brand: g.Brand(i * 7919 % Brands), Place: g.PlaceName(i * 127 % PlaceNames), Trade: r.IntN(100), Modifier: r.IntN(20), Form: LegalForm(r.IntN(5)), Paren: i%8 == 0})
			}
		})
	}
}
