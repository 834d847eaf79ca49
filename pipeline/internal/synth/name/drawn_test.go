package name

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func source(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

func TestPersons(t *testing.T) {
	forms := map[string][3]*regexp.Regexp{
		"zh": {regexp.MustCompile(`^\p{Han}{2,4}$`), regexp.MustCompile(`^\p{Han}{1,2}(某{1,2}|\*{1,2})$`), regexp.MustCompile(`^\p{Han}{1,2}\*{1,2}$`)},
		"en": {regexp.MustCompile(`^[A-Z][a-z]+ [A-Z][a-z]+$`), regexp.MustCompile(`^([A-Z]\*\*\* [A-Z][a-z]+|[A-Z][a-z]+ \*\*\*)$`), regexp.MustCompile(`^[A-Z][a-z]+ \*\*\*$`)},
	}
	for _, language := range languages {
		g := tongue(t, language)
		rapid.Check(t, func(t *rapid.T) {
			r := source(t)
			person := g.Person(r)
			for i, text := range []string{person, g.Mask(r, person), g.Stars(person)} {
				if !forms[language][i].MatchString(text) {
					t.Fatalf("%s is %s", person, text)
				}
			}
		})
	}
}

func TestStarsKeepTheSurname(t *testing.T) {
	for _, tc := range []struct{ language, person, want string }{
		{"zh", "陈景怡", "陈**"}, {"zh", "刘岩", "刘*"}, {"zh", "欧阳岩", "欧阳*"}, {"zh", "上官文华", "上官**"},
		{"en", "Clara Harrow", "Harrow ***"},
	} {
		if got := tongue(t, tc.language).Stars(tc.person); got != tc.want {
			t.Errorf("Stars(%s) = %s, want %s", tc.person, got, tc.want)
		}
	}
}

// Surnames are as unequal as real ones: the first ten have between a quarter and
// two fifths of 20,000 people.
func TestSurnamesAreSkewed(t *testing.T) {
	g := tongue(t, "zh")
	first := g.script.(*han).people.surnames[:10]
	r := rand.New(rand.NewPCG(1, 1))
	const n = 20_000
	common, two := 0, 0
	distinct := make(map[string]bool)
	for range n {
		p := g.Person(r)
		distinct[p] = true
		if c, _ := utf8.DecodeRuneInString(p); slices.Contains(first, string(c)) {
			common++
		}
		if utf8.RuneCountInString(p) == 2 {
			two++
		}
	}
	if common < n/4 || common > n*2/5 || two < n/8 || two > n/4 || len(distinct) < n*3/4 {
		t.Errorf("of %d people %d have a common surname, %d two characters, %d names are distinct", n, common, two, len(distinct))
	}
}

// An address names the city, or the county where that is enough, and what stands
// behind the place is not empty.
func TestAddresses(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		rapid.Check(t, func(t *rapid.T) {
			r := source(t)
			number := rapid.Uint64Range(0, PlaceNames-1)
			s := Site{
				Province: g.Province(rapid.IntRange(0, Provinces-1).Draw(t, "province")).Name,
				City:     g.City(g.PlaceName(number.Draw(t, "city"))), County: g.County(g.PlaceName(number.Draw(t, "county"))), Unique: true,
			}
			switch rapid.IntRange(0, 3).Draw(t, "site") {
			case 0:
				s.County, s.Unique = g.GenericDistrict(rapid.IntRange(0, 60).Draw(t, "district")), false
			case 1:
				s.County, s.Unique = "", rapid.Bool().Draw(t, "unique")
			case 2:
				m := g.Municipality(rapid.IntRange(0, Municipalities-1).Draw(t, "municipality")).Name
				s.Province, s.City, s.Municipality = m, m, true
			}
			text := g.Address(r, s)
			if !strings.Contains(text, s.City) && !(s.Unique && s.County != "" && strings.Contains(text, s.County)) {
				t.Fatalf("%s is in no place of %+v", text, s)
			}
			if s.Municipality && strings.Count(text, s.City) > 1 {
				t.Fatalf("%s names the municipality twice", text)
			}
			if n := utf8.RuneCountInString(text); language == "zh" && (n < 8 || n > 45) || n > 160 {
				t.Fatalf("%s has %d characters", text, n)
			}
			if strings.Contains(text, ", ,") || strings.HasPrefix(text, ",") || strings.HasSuffix(text, ", ") || strings.Contains(text, "  ") {
				t.Fatalf("%s has a hole", text)
			}
		})
	}
}

// The styles come about as often as in the 54 real rows of AddrInfo: 34 begin with
// the province, 10 with the city; 30 of 46 name the county, 35 of 45 the city; half
// of 73 registered addresses are no longer than 21 characters.
func TestAddressStyles(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		const n = 5000
		var province, county, city int
		var lengths []int
		r := rand.New(rand.NewPCG(1, 1))
		distinct := make(map[string]bool)
		for i := range uint64(n) {
			s := Site{Province: g.Province(int(i) % Provinces).Name, City: g.City(g.PlaceName(i)), County: g.County(g.PlaceName(ShortPlaceNames - 1 - i)), Unique: true}
			text := g.Address(r, s)
			for count, part := range map[*int]string{&province: s.Province, &city: s.City, &county: s.County} {
				if strings.Contains(text, part) {
					*count++
				}
			}
			lengths = append(lengths, utf8.RuneCountInString(text))
			distinct[strings.NewReplacer(s.Province, "", s.City, "", s.County, "").Replace(text)] = true
		}
		slices.Sort(lengths)
		t.Logf("%s: province %d%%, city %d%%, county %d%%, lengths %d/%d/%d/%d/%d, %d streets of %d distinct", language, province*100/n, city*100/n, county*100/n,
			lengths[0], lengths[n/10], lengths[n/2], lengths[n*9/10], lengths[n-1], len(distinct), n)
		for what, share := range map[string][3]int{"province": {province, 55, 70}, "city": {city, 70, 85}, "county": {county, 58, 72}} {
			if p := share[0] * 100 / n; p < share[1] || p > share[2] {
				t.Errorf("%s: %d%% name the %s, want %d to %d", language, p, what, share[1], share[2])
			}
		}
		if median := lengths[n/2]; language == "zh" && (median < 18 || median > 24) {
			t.Errorf("median length %d", median)
		}
		if len(distinct) < n*95/100 {
			t.Errorf("%s: %d of %d streets are distinct", language, len(distinct), n)
		}
	}
}

func TestContacts(t *testing.T) {
	fixed := regexp.MustCompile(`^0\d{2,3}-[2-8]\d{6,7}(-8\d{3})?$`)
	mobile := regexp.MustCompile(`^1\d{10}$`)
	mail := regexp.MustCompile(`^[a-z0-9]+@[a-z0-9-]+(\.[a-z]{2,3}){1,2}$`)
	site := regexp.MustCompile(`^www\.[a-z0-9-]+(\.[a-z]{2,3}){1,2}$`)
	for _, language := range languages {
		g, other := tongue(t, language), tongue(t, language)
		rapid.Check(t, func(t *rapid.T) {
			r := source(t)
			brand := g.Brand(rapid.Uint64Range(0, Brands-1).Draw(t, "brand"))
			city := rapid.IntRange(0, 1e6).Draw(t, "city")
			for text, want := range map[string]*regexp.Regexp{
				g.Phone(r, g.AreaCode(city)): fixed, g.Phone(r, g.CapitalAreaCode(city)): fixed,
				g.Mobile(r): mobile, g.Email(r, brand): mail, g.Website(brand): site, g.Email(r, "law17"): mail,
			} {
				if !want.MatchString(text) {
					t.Fatalf("%s does not look like %s", text, want)
				}
			}
			if again := other.Website(brand); g.Website(brand) != again {
				t.Fatalf("a brand has two sites, %s and %s", g.Website(brand), again)
			}
		})
	}
}

// All numbers of an area have seven digits or all have eight.
func TestAreasHaveOneLength(t *testing.T) {
	g := tongue(t, "zh")
	r := rand.New(rand.NewPCG(1, 1))
	short := 0
	const areas = 200
	for i := range areas {
		lengths := make(map[int]bool)
		for range 20 {
			_, number, _ := strings.Cut(g.Phone(r, g.AreaCode(i)), "-")
			number, _, _ = strings.Cut(number, "-")
			lengths[len(number)] = true
		}
		if len(lengths) != 1 {
			t.Errorf("area %s has numbers of lengths %v", g.AreaCode(i), lengths)
		}
		if lengths[7] {
			short++
		}
	}
	if short < areas/5 || short > areas*2/5 {
		t.Errorf("%d of %d areas have seven digits", short, areas)
	}
}

func TestAuthorities(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		place := g.City(g.PlaceName(1))
		for _, k := range AuthorityKinds() {
			r := rand.New(rand.NewPCG(1, 1))
			for range 20 {
				if text := g.Authority(r, k, place); strings.Count(text, place) != 1 || strings.ContainsAny(text, "$%") {
					t.Errorf("%s: the authority of kind %s in %s is %s", language, k, place, text)
				}
			}
			if text := g.Authority(r, k, ""); text == "" || strings.ContainsAny(text, "$%") {
				t.Errorf("%s: the nation's authority of kind %s is %q", language, k, text)
			}
		}
	}
}

// Firms of different brands or places have different names.
func TestLawFirmIsInjective(t *testing.T) {
	for _, language := range languages {
		g := tongue(t, language)
		rapid.Check(t, func(t *rapid.T) {
			type firm struct {
				brand, place string
				partnership  bool
			}
			brand := rapid.OneOf(rapid.Uint64Range(0, 2), rapid.Uint64Range(0, Brands-1))
			draw := rapid.Custom(func(t *rapid.T) firm {
				place := g.PlaceName(rapid.OneOf(rapid.Uint64Range(0, 2), rapid.Uint64Range(0, PlaceNames-1)).Draw(t, "place"))
				f := firm{g.Brand(brand.Draw(t, "brand")), rapid.SampledFrom([]string{"", place, g.City(place)}).Draw(t, "place"), rapid.Bool().Draw(t, "partnership")}
				if language == "zh" && f.place == "" {
					f.partnership = false
				}
				return f
			})
			a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
			name := func(f firm) string { return g.LawFirm(f.brand, f.place, f.partnership) }
			if (name(a) == name(b)) != (a == b) {
				t.Fatalf("%+v is %s, %+v is %s", a, name(a), b, name(b))
			}
		})
	}
}
