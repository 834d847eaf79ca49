package name

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// latin composes English names.
type latin struct {
	placeNames, brands []string // of one word
	adjectives         []string // before a base name
	features           []string // after a base name
	coined             []string // the brands of one word that mean nothing
	images             []string // the brands of one word that mean something
	people             latinPeople
	streets            streets
	trades             []Trade
	modifiers          []modifier
}

func newLatin(l *lists, trades *trades) (*latin, error) {
	e := &latin{trades: trades.in("en"), modifiers: trades.modifiers, streets: newStreets(l.Addresses)}
	avoid := make(map[string]bool)
	for _, w := range words(l.Avoid) {
		avoid[w] = true
	}
	refuse := func(word string) bool { return avoid[word] || tripled(word) }
	var err error
	if e.people, err = newLatinPeople(l.People); err != nil {
		return nil, err
	}
	if e.placeNames, err = compounds("places", words(l.Places["first"]), words(l.Places["last"]), ShortPlaceNames, refuse); err != nil {
		return nil, err
	}
	e.adjectives, e.features = words(l.Places["adjectives"]), words(l.Places["features"])
	if n := len(e.adjectives) + len(e.features) + len(e.adjectives)*len(e.features); (n+1)*ShortPlaceNames < PlaceNames {
		return nil, fmt.Errorf("places: %d ways to add words to a place name: want %d", n, PlaceNames/ShortPlaceNames)
	}
	coined, err := compounds("coined brands", words(l.Brands["first"]), words(l.Brands["last"]), ShortBrands-evocativeBrands, refuse)
	if err != nil {
		return nil, err
	}
	images, err := compounds("evocative brands", words(l.Brands["images"]), words(l.Brands["endings"]), evocativeBrands, refuse)
	if err != nil {
		return nil, err
	}
	e.brands = shuffled(slices.Concat(coined, images))
	e.coined, e.images = coined, images
	s := &e.streets
	return e, filled("addresses", s.roads, s.roadFirst, s.roadLast, s.ways, s.buildingFirst, s.halls, s.zones, s.townFirst, s.townLast)
}

// evocativeBrands is the number of short brands composed of two English words, such as
// Brightforge. The others are coined words.
const evocativeBrands = 20_000

// tripled reports whether a letter occurs three times in a row, as in gulllight.
func tripled(word string) bool {
	for i := 2; i < len(word); i++ {
		if word[i] == word[i-1] && word[i] == word[i-2] {
			return true
		}
	}
	return false
}

// shuffled returns words in an order in which neighbours are far apart.
func shuffled(in []string) []string {
	n := uint64(len(in))
	step := stride(n)
	out := make([]string, n)
	for i := range n {
		out[i] = in[i*step%n]
	}
	return out
}

func (e *latin) placeName(i uint64) string {
	word := e.placeNames[i%ShortPlaceNames]
	way := int(i / ShortPlaceNames)
	if way == 0 {
		return word
	}
	way--
	a, f := len(e.adjectives), len(e.features)
	switch {
	case way < a:
		return e.adjectives[way] + " " + word
	case way < a+f:
		return word + " " + e.features[way-a]
	}
	way -= a + f
	return e.adjectives[way%a] + " " + word + " " + e.features[way/a]
}

func (e *latin) brand(i uint64) string {
	if i < ShortBrands {
		return e.brands[i]
	}
	i -= ShortBrands
	n := uint64(len(e.coined))
	first := i % n
	return e.coined[first] + " " + e.images[(i/n+first*7919)%uint64(len(e.images))]
}

var latinForms = [forms]string{
	Joint: "Co., Ltd.", Limited: "Ltd.", LimitedLiability: "LLC",
	JointGroup: "Group Co., Ltd.", Group: "Group Ltd.", Partnership: "LP",
	Branch: "Ltd.", Works: "Works", Institute: "Research Institute", Shop: "Trading House",
}

func (e *latin) company(c CompanyName) string { return englishName(c, e.trades, e.modifiers) }

func (e *latin) english(c CompanyName) string { return e.company(c) }

// englishName composes a company's name of words.
func englishName(c CompanyName, trades []Trade, modifiers []modifier) string {
	before, trade, after := "", "", ""
	if c.Trade >= 0 {
		trade = trades[c.Trade].Name + " "
	}
	if c.Modifier >= 0 {
		if m := &modifiers[c.Modifier]; m.after {
			after = m.en + " "
		} else {
			before = m.en + " "
		}
	}
	form := latinForms[c.Form]
	switch {
	case c.Form == Branch && c.Place != "":
		return c.Brand + " " + before + trade + after + form + ", " + c.Place + " Branch"
	case c.Form == Branch:
		return c.Brand + " " + before + trade + after + form + ", Branch"
	case c.Place == "":
		return c.Brand + " " + before + trade + after + form
	case c.Paren:
		return c.Brand + " (" + c.Place + ") " + before + trade + after + form
	}
	return c.Place + " " + c.Brand + " " + before + trade + after + form
}

func (e *latin) abbreviation(c CompanyName) string {
	if c.Trade < 0 {
		return c.Brand
	}
	return c.Brand + " " + e.trades[c.Trade].Short
}

func (e *latin) lawFirm(brand, place string, partnership bool) string {
	if !partnership {
		return strings.TrimPrefix(place+" ", " ") + brand + " Law Firm"
	}
	h := fnv.New64a()
	h.Write([]byte(brand))
	name := brand + " & " + e.people.surnames[h.Sum64()%uint64(len(e.people.surnames))] + " LLP"
	if place != "" {
		name += " (" + place + ")"
	}
	return name
}

func (e *latin) latin(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (e *latin) date(year, month, day int) string {
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

func (e *latin) amount(cents int64) string {
	switch m := max(cents, -cents); {
	case m >= 1e11-500_000: // rounds to 1000.00 million
		return scaled(cents, 9) + " billion"
	case m >= 1e8:
		return scaled(cents, 6) + " million"
	}
	return exactly(cents, 2)
}

func (e *latin) capital(cents int64) string {
	if max(cents, -cents) < 1e8 {
		return exactly(cents, 2)
	}
	return exactly(cents, 8) + " million"
}
