package name

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestForRefusesOtherLanguages(t *testing.T) {
	if _, err := New("de"); err == nil || !strings.Contains(err.Error(), "want zh or en") {
		t.Errorf("For(de) = %v, want zh or en", err)
	}
}

// Numbered names are distinct: all short ones, a stretch of the long ones, a sample
// of all, and any two.
func TestNumberedNamesAreDistinct(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		for _, kind := range []struct {
			name     string
			of       func(uint64) string
			short, n uint64
		}{{"Stem", g.PlaceName, ShortPlaceNames, PlaceNames}, {"Brand", g.Brand, ShortBrands, Brands}} {
			t.Run(language+"/"+kind.name, func(t *testing.T) {
				seen := make(map[string]uint64)
				stretch := kind.short + 100_000
				for n := range stretch + 200_000 {
					i := n
					if n >= stretch {
						i = stretch + (n-stretch)*((kind.n-stretch)/200_000)
					}
					text := kind.of(i)
					if other, ok := seen[text]; ok {
						t.Fatalf("%d and %d are both %s", other, i, text)
					}
					seen[text] = i
					if short := length(language, text) == map[string]int{"zh": 2, "en": 1}[language]; short != (i < kind.short) {
						t.Fatalf("%d is %s", i, text)
					}
				}
				number := rapid.Uint64Range(0, kind.n-1)
				rapid.Check(t, func(t *rapid.T) {
					i := number.Draw(t, "i")
					near := rapid.SampledFrom([]uint64{1, kind.short, 22_000, 60_000, uint64(len(seen))}).Draw(t, "apart")
					j := rapid.OneOf(number, rapid.Just((i+near)%kind.n)).Draw(t, "j")
					if i != j && kind.of(i) == kind.of(j) {
						t.Fatalf("%d and %d are both %s", i, j, kind.of(i))
					}
				})
			})
		}
	}
}

// length counts characters or words.
func length(language, text string) int {
	if language == "zh" {
		return utf8.RuneCountInString(text)
	}
	return len(strings.Fields(text))
}

func TestNumberedNamesEnd(t *testing.T) {
	g := tongue(t, "zh")
	for what, call := range map[string]func(){
		"place name": func() { g.PlaceName(PlaceNames) },
		"brand":      func() { g.Brand(Brands) },
		"province":   func() { g.Province(-1) },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.Contains(text, what) {
					t.Errorf("%s out of range: panic %q", what, text)
				}
			}()
			call()
		}()
	}
}

// Characters of brands stand in no name of a place, and every character that is
// romanised has one sound.
func TestHanPools(t *testing.T) {
	l, err := loadLists("zh")
	if err != nil {
		t.Fatal(err)
	}
	entry := regexp.MustCompile(`^\p{Han}[a-z]+$`)
	sounds := make(map[string]string)
	of := func(pool string) []string {
		var out []string
		for _, e := range words(pool) {
			if !entry.MatchString(e) {
				t.Errorf("%q: want a character and its sound", e)
				continue
			}
			c, size := utf8.DecodeRuneInString(e)
			if other, ok := sounds[string(c)]; ok && other != e[size:] {
				t.Errorf("%c sounds like %s and like %s", c, other, e[size:])
			}
			sounds[string(c)] = e[size:]
			if slices.Contains(out, string(c)) {
				t.Errorf("%c stands twice in a pool", c)
			}
			out = append(out, string(c))
		}
		return out
	}
	first, last := of(l.Places["first"]), of(l.Places["last"])
	places := slices.Concat(first, last)
	brands := slices.Concat(of(l.Brands["first"]), of(l.Brands["last"]))
	for _, pool := range []string{"surnames", "first", "last", "single"} {
		of(l.People[pool])
	}
	of(l.Sounds)
	for _, c := range brands {
		if slices.Contains(places, c) {
			t.Errorf("%s is a character of places and of brands", c)
		}
	}
	for _, p := range slices.Concat(l.Provinces, l.Municipalities) {
		c := []rune(p.BaseName)
		if len(c) != 2 || slices.Contains(places, string(c[1])) {
			t.Errorf("%s could be a base name", p.BaseName)
		}
		for _, c := range c {
			if slices.Contains(brands, string(c)) {
				t.Errorf("%s has a character of brands", p.BaseName)
			}
			if sounds[string(c)] == "" {
				t.Errorf("%c of %s has no sound", c, p.BaseName)
			}
		}
	}
	for _, surname := range words(l.People["rare"]) {
		for _, c := range surname {
			if sounds[string(c)] == "" {
				t.Errorf("%c of %s has no sound", c, surname)
			}
		}
	}
}

// No brand or base name has a character beside one that sounds the same.
func TestHanNeighboursDiffer(t *testing.T) {
	g := tongue(t, "zh")
	h := g.script.(*han)
	for n := range uint64(30_000) {
		for _, text := range []string{g.PlaceName(n * 133 % PlaceNames), g.Brand(n * 997 % Brands)} {
			c := []rune(text)
			for i := 1; i < len(c); i++ {
				if h.sounds[c[i]] == h.sounds[c[i-1]] {
					t.Fatalf("%s: %c sounds like %c", text, c[i], c[i-1])
				}
			}
		}
	}
}

func TestProvinces(t *testing.T) {
	shorts := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`^[^\P{Han}京津冀晋内辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵黔云藏陕甘青宁新兵军]$`),
		"en": regexp.MustCompile(`^[A-Z]{2}$`),
	}
	for _, language := range languages {
		g := tongue(t, language)
		var all []ProvinceName
		for i := range Provinces {
			all = append(all, g.Province(i))
		}
		for i := range Municipalities {
			all = append(all, g.Municipality(i))
		}
		seen := make(map[string]bool)
		for _, p := range all {
			if !strings.HasPrefix(p.Name, p.BaseName) || p.Name == p.BaseName {
				t.Errorf("%s: %s does not begin with %s", language, p.Name, p.BaseName)
			}
			if !shorts[language].MatchString(p.Short) {
				t.Errorf("%s: %s is short for %s", language, p.Short, p.Name)
			}
			for _, text := range []string{p.Name, p.BaseName, p.Short} {
				if seen[text] {
					t.Errorf("%s: %s twice", language, text)
				}
				seen[text] = true
			}
		}
	}
}

// Worlds of the two languages are one world, so what is counted and chosen from is
// the same in both.
func TestLanguagesAgree(t *testing.T) {
	zh, en := tongue(t, "zh"), tongue(t, "en")
	type shape struct {
		ID                            string
		Weight                        int
		Products, Services, Materials int
		Modifiers                     []int
		Forms                         []LegalForm
	}
	shapes := func(g *Namer) (all []shape) {
		for _, x := range g.Trades() {
			all = append(all, shape{x.ID, x.Weight, len(x.Products), len(x.Services), len(x.Materials), x.Modifiers, x.Forms})
		}
		return all
	}
	if diff := cmp.Diff(shapes(zh), shapes(en)); diff != "" {
		t.Errorf("trades (-zh +en):\n%s", diff)
	}
	if a, b := len(zh.Modifiers()), len(en.Modifiers()); a != b || a < 20 {
		t.Errorf("%d and %d modifiers", a, b)
	}
	if a, b := zh.GenericDistricts(), en.GenericDistricts(); a != b || a < 20 {
		t.Errorf("%d and %d generic districts", a, b)
	}
	for i := range 2000 {
		if a, b := zh.AreaCode(i), en.AreaCode(i); a != b {
			t.Fatalf("area %d: %s and %s", i, a, b)
		}
	}
	if zh.Language() != "zh" || en.Language() != "en" {
		t.Errorf("languages %s and %s", zh.Language(), en.Language())
	}
}

// A generic district is no district of a base name.
func TestGenericDistricts(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		seen := make(map[string]bool)
		for i := range g.GenericDistricts() {
			seen[g.GenericDistrict(i)] = true
		}
		if len(seen) != g.GenericDistricts() {
			t.Errorf("%s: %d of %d generic districts are distinct", language, len(seen), g.GenericDistricts())
		}
		if g.GenericDistrict(0) != g.GenericDistrict(g.GenericDistricts()) {
			t.Errorf("%s: generic districts do not repeat", language)
		}
		for i := range uint64(ShortPlaceNames) {
			if text := g.District(g.PlaceName(i)); seen[text] {
				t.Errorf("%s: %s is generic and has a base name of its own", language, text)
			}
		}
	}
}

func TestKindsOfPlace(t *testing.T) {
	for language, want := range map[string][]string{
		"zh": {"溪屏市", "溪屏县", "溪屏区", "溪屏市"},
		"en": {"溪屏 City", "溪屏 County", "溪屏 District", "溪屏 City"},
	} {
		g := tongue(t, language)
		got := []string{g.City("溪屏"), g.County("溪屏"), g.District("溪屏"), g.CountyCity("溪屏")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", language, diff)
		}
	}
}

// Equal sources give equal names.
func TestDrawnNamesRepeat(t *testing.T) {
	for _, language := range languages {
		g, again := tongue(t, language), tongue(t, language)
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
			all := func(g *Namer) (out []string) {
				r := rand.New(rand.NewPCG(a, b))
				p := g.Person(r)
				site := Site{Province: g.Province(3).Name, City: g.City(g.PlaceName(4)), County: g.County(g.PlaceName(5)), Unique: true}
				return []string{p, g.Mask(r, p), g.Road(r), g.Building(r), g.Address(r, site), g.Phone(r, "0324"), g.Mobile(r), g.Email(r, g.Brand(6)), g.Authority(r, Fire, site.City)}
			}
			if diff := cmp.Diff(all(g), all(again)); diff != "" {
				t.Fatal(diff)
			}
		})
	}
}
