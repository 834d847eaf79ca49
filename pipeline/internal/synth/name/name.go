// Package name composes the proper names of a generated world in one language: provinces,
// cities and counties, roads and addresses, people, brands, companies, law firms and
// authorities. It also formats dates, amounts and telephone numbers.
//
// Identifying names are numbered, not drawn at random: [Namer.PlaceName] and [Namer.Brand] are
// injective, so a world needs no list of used names. Places and brands consist of different
// characters or words, so that a name composed of both can be split in only one way. All other
// names are drawn from a random source that the caller passes.
//
// The lists are in lists/*.yaml. They are invented: no place, brand or person is meant to be
// real.
package name

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Numbers of names of each numbered kind.
const (
	Provinces       = 34         // see [Namer.Province]
	Municipalities  = 6          // see [Namer.Municipality]
	PlaceNames      = 4_000_000  // see [Namer.PlaceName]
	ShortPlaceNames = 12_000     // names below this number have two Han characters, or one word
	Brands          = 30_000_000 // see [Namer.Brand]
	ShortBrands     = 80_000     // brands below this number have two Han characters, or one word
)

// Namer composes the names of one language. It is immutable and safe for concurrent use. Equal
// arguments, including random sources in equal states, give equal names. Use [New] to get one.
type Namer struct {
	language string
	script   script
	lists    *lists
	trades   []Trade
}

// script is the language-dependent part of a Namer. It is implemented by han and latin.
type script interface {
	placeName(i uint64) string
	brand(i uint64) string
	road(r *rand.Rand) string
	building(r *rand.Rand) string
	address(r *rand.Rand, s Site) string
	person(r *rand.Rand) string
	mask(r *rand.Rand, person string) string
	stars(person string) string
	company(c CompanyName) string
	abbreviation(c CompanyName) string
	lawFirm(brand, place string, partnership bool) string
	english(c CompanyName) string
	latin(name string) string // lower-case ASCII letters and digits, for domains
	date(year, month, day int) string
	amount(cents int64) string
	capital(cents int64) string
}

// New returns the names of a language, zh or en. It parses embedded lists, which takes tens of
// milliseconds: call it once per world.
func New(language string) (*Namer, error) {
	if language != "zh" && language != "en" {
		return nil, fmt.Errorf("names in %q: want zh or en", language)
	}
	l, err := loadLists(language)
	if err != nil {
		return nil, err
	}
	trades, err := loadTrades()
	if err != nil {
		return nil, err
	}
	for _, m := range trades.modifiers {
		l.modifiers = append(l.modifiers, m.in(language))
	}
	t := &Namer{language: language, lists: l, trades: trades.in(language)}
	if language == "zh" {
		t.script, err = newHan(l, trades)
	} else {
		t.script, err = newLatin(l, trades)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Language returns the language, zh or en.
func (t *Namer) Language() string { return t.language }

// PlaceName returns the i-th name of a city or county without its kind: "溪屏", "Ashmere". It panics
// unless i is below [PlaceNames]. Stems are distinct, and differ from all provinces, brands and
// generic districts. Stems below [ShortPlaceNames] have two Han characters or one word, others more.
func (t *Namer) PlaceName(i uint64) string {
	within("place name", i, PlaceNames)
	return t.script.placeName(i)
}

// Brand returns the i-th trade name: "恒翊", "Kelvora". It panics unless i is below [Brands].
// Brands are distinct. Brands below [ShortBrands] have two Han characters or one word, others
// more.
func (t *Namer) Brand(i uint64) string {
	within("brand", i, Brands)
	return t.script.brand(i)
}

// within panics unless i is below n.
func within(what string, i, n uint64) {
	if i >= n {
		panic(fmt.Sprintf("%s %d: there are %d", what, i, n))
	}
}

// Join writes several names in one cell. In Chinese the separator is "," or, if second is
// true, "、"; in English it is always "; ".
func (t *Namer) Join(names []string, second bool) string {
	return strings.Join(names, choose(t.lists.Joins, second))
}

// None returns the text for a missing value: "-" or, if second is true, "无" in Chinese and
// "None" in English.
func (t *Namer) None(second bool) string { return choose(t.lists.Nones, second) }
