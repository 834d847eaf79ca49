// Package name composes the proper names of a generated world in one language:
// provinces, cities and counties, roads and addresses, people, brands, companies,
// law firms and authorities, and the way dates, amounts and telephone numbers are
// written there.
//
// Names that identify something are numbered instead of drawn: [Tongue.Stem] and
// [Tongue.Brand] are injective in their number, so a world needs no list of the
// names taken. Places and brands are made of different characters or words, which
// keeps a name composed of both readable in one way only. The rest is drawn from a
// source the caller hands in.
//
// The lists are in lists/*.yaml. They are made up: no place, brand or person is
// meant to be a real one.
package name

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// How many names there are of each numbered kind.
const (
	Provinces      = 34         // see [Tongue.Province]
	Municipalities = 6          // see [Tongue.Municipality]
	Stems          = 4_000_000  // see [Tongue.Stem]
	ShortStems     = 12_000     // the stems of two Han characters, or one word, are those below
	Brands         = 30_000_000 // see [Tongue.Brand]
	ShortBrands    = 80_000     // the brands of two Han characters, or one word, are those below
)

// Tongue is a language's names. It is immutable: all methods are safe for
// concurrent use, and equal arguments (and sources in equal states) give equal
// names. Get one from [For].
type Tongue struct {
	language string
	speech   speech
	lists    *lists
	trades   []Trade
}

// speech is what the languages do differently. It is implemented by han and
// latin.
type speech interface {
	stem(i uint64) string
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

// For returns the names of a language, zh or en. It reads the embedded lists,
// which takes tens of milliseconds: call it once for a world.
func For(language string) (*Tongue, error) {
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
	t := &Tongue{language: language, lists: l, trades: trades.in(language)}
	if language == "zh" {
		t.speech, err = newHan(l, trades)
	} else {
		t.speech, err = newLatin(l, trades)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Language is zh or en.
func (t *Tongue) Language() string { return t.language }

// Stem returns the i-th name of a city or county without its kind, i below
// [Stems]: "溪屏", "Ashmere". No two are equal, none equals a province, a brand or
// a generic district. Those below [ShortStems] have two Han characters or one
// word, the others more.
func (t *Tongue) Stem(i uint64) string {
	within("stem", i, Stems)
	return t.speech.stem(i)
}

// Brand returns the i-th trade name, i below [Brands]: "恒翊", "Kelvora". No two are
// equal. Those below [ShortBrands] have two Han characters or one word, the others
// more.
func (t *Tongue) Brand(i uint64) string {
	within("brand", i, Brands)
	return t.speech.brand(i)
}

// within panics where a caller asks for a name that there is not.
func within(what string, i, n uint64) {
	if i >= n {
		panic(fmt.Sprintf("%s %d: there are %d", what, i, n))
	}
}

// Join writes several names in one cell as the source does: in Chinese with a
// comma, or with 、 when second, in English always with "; ".
func (t *Tongue) Join(names []string, second bool) string {
	return strings.Join(names, pick(t.lists.Joins, second))
}

// None is what the source writes where there is nothing: "-", or when second "无"
// in Chinese and "None" in English.
func (t *Tongue) None(second bool) string { return pick(t.lists.Nones, second) }
