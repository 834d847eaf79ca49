package name

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// latin composes English names.
type latin struct {
	stems, brands []string // of one word
	adjectives    []string // before a stem
	features      []string // after a stem
	coined        []string // the brands of one word that mean nothing
	images        []string // the brands of one word that mean something
	people        people
	streets       streets
	trades        []Trade
	modifiers     []modifier
}

func newLatin(l *lists, trades *trades) (*latin, error) {
	e := &latin{trades: trades.in("en"), modifiers: trades.modifiers, people: newPeople(l.People), streets: newStreets(l.Addresses)}
	avoid := make(map[string]bool)
	for _, w := range words(l.Avoid) {
		avoid[w] = true
	}
	refuse := func(word string) bool { return avoid[word] }
	var err error
	if e.stems, err = compounds("places", words(l.Places["first"]), words(l.Places["last"]), ShortStems, refuse); err != nil {
		return nil, err
	}
	e.adjectives, e.features = words(l.Places["adjectives"]), words(l.Places["features"])
	if n := len(e.adjectives) + len(e.features) + len(e.adjectives)*len(e.features); (n+1)*ShortStems < Stems {
		return nil, fmt.Errorf("places: %d ways to add words to a stem: want %d", n, Stems/ShortStems)
	}
	coined, err := compounds("coined brands", words(l.Brands["first"]), words(l.Brands["last"]), ShortBrands-evocative, refuse)
	if err != nil {
		return nil, err
	}
	images, err := compounds("evocative brands", words(l.Brands["images"]), words(l.Brands["endings"]), evocative, refuse)
	if err != nil {
		return nil, err
	}
	e.brands = shuffled(slices.Concat(coined, images))
	e.coined, e.images = coined, images
	return e, nil
}

// evocative is how many short brands are of two English words, like Brightforge.
// The others are coined.
const evocative = 22_000

// shuffled lists words in another order, neighbours far apart.
func shuffled(in []string) []string {
	n := uint64(len(in))
	step := stride(n)
	out := make([]string, n)
	for i := range n {
		out[i] = in[i*step%n]
	}
	return out
}

func (e *latin) stem(i uint64) string {
	word := e.stems[i%ShortStems]
	way := int(i / ShortStems)
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

func (e *latin) company(c Company) string { return englishName(c, e.trades, e.modifiers) }

func (e *latin) english(c Company) string { return e.company(c) }

// englishName composes a company's name of words.
func englishName(c Company, trades []Trade, modifiers []modifier) string {
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

func (e *latin) abbreviation(c Company) string {
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
		if c >= 'a' && c <= 'z' {
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
	case m >= 1e11:
		return scaled(cents, 9) + " billion"
	case m >= 1e8:
		return scaled(cents, 6) + " million"
	}
	return exactly(cents, 2)
}

func (e *latin) capital(cents int64) string { return exactly(cents, 8) + " million" }

func (e *latin) person(r *rand.Rand) string {
	return drawSkewed(r, e.people.first) + " " + drawSkewed(r, e.people.surnames)
}

func (e *latin) mask(r *rand.Rand, person string) string {
	given, surname, _ := strings.Cut(person, " ")
	if r.IntN(3) == 0 {
		return surname + " ***"
	}
	return given[:1] + "*** " + surname
}

func (e *latin) stars(person string) string {
	_, surname, _ := strings.Cut(person, " ")
	return surname + " ***"
}

func (e *latin) road(r *rand.Rand) string {
	return draw(r, e.streets.roads) + " " + drawSkewed(r, e.streets.ways)
}

func (e *latin) building(r *rand.Rand) string {
	return draw(r, e.streets.buildings) + " " + draw(r, e.streets.halls)
}

func (e *latin) address(r *rand.Rand, s Site) string {
	area := ""
	if s.County != "" && (s.Unique || r.IntN(100) < 70) {
		area = s.County
	}
	if !s.Unique || s.County == "" || r.IntN(100) >= 18 {
		area = strings.TrimPrefix(area+", ", ", ") + s.City
		if !s.Municipality && r.IntN(100) < 60 {
			area += ", " + s.Province
		}
	}
	street := strconv.Itoa(number(r)) + " " + e.road(r)
	switch n := r.IntN(100); {
	case n < 20:
		street = e.building(r) + ", " + street
	case n < 50:
		street = "Room " + strconv.Itoa(100*(1+r.IntN(24))+1+r.IntN(24)) + ", " + e.building(r) + ", " + street
	case n < 60:
		street = "Building " + strconv.Itoa(1+r.IntN(12)) + ", " + street
	}
	return street + ", " + area
}
