package name

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// han composes Chinese names.
type han struct {
	placeNames, brands []string    // of two characters
	place, trade       tripleWords // of three
	sounds             map[rune]string
	people             hanPeople
	streets            streets
	trades             []Trade
	englishTrades      []Trade
	modifiers          []modifier
}

// newHan reads pools of characters each followed by its sound: "翊yi 澜lan".
func newHan(l *lists, trades *trades) (*han, error) {
	h := &han{sounds: make(map[rune]string), trades: trades.in("zh"), englishTrades: trades.in("en"), modifiers: trades.modifiers}
	h.pool(l.Sounds)
	var err error
	avoid := make(map[string]bool)
	for _, w := range words(l.Avoid) {
		avoid[w] = true
	}
	refuse := func(word string) bool {
		a, size := utf8.DecodeRuneInString(word)
		b, _ := utf8.DecodeRuneInString(word[size:])
		return h.sounds[a] == h.sounds[b] || avoid[word]
	}
	first, last := h.pool(l.Places["first"]), h.pool(l.Places["last"])
	if h.placeNames, err = compounds("places", first, last, ShortPlaceNames, refuse); err != nil {
		return nil, err
	}
	if h.place, err = newTriples("places", first, last, h.sounds, PlaceNames-ShortPlaceNames); err != nil {
		return nil, err
	}
	first, last = h.pool(l.Brands["first"]), h.pool(l.Brands["last"])
	if h.brands, err = compounds("brands", first, last, ShortBrands, refuse); err != nil {
		return nil, err
	}
	if h.trade, err = newTriples("brands", first, last, h.sounds, Brands-ShortBrands); err != nil {
		return nil, err
	}
	if h.people, err = h.newPeople(l.People); err != nil {
		return nil, err
	}
	h.streets = newStreets(l.Addresses)
	t := &h.streets
	return h, filled("addresses", t.whole, t.roads, t.roadFirst, t.roadLast, t.ways, t.buildingFirst, t.buildingLast, t.halls,
		t.zones, t.townFirst, t.townLast, t.towns)
}

// pool returns the characters of a pool and learns their sounds.
func (h *han) pool(entries string) []string {
	var out []string
	for _, e := range words(entries) {
		c, size := utf8.DecodeRuneInString(e)
		h.sounds[c] = e[size:]
		out = append(out, e[:size])
	}
	return out
}

// union returns the elements of a, and then those of b that are not in a.
func union(a, b []string) []string {
	seen := make(map[string]bool, len(a)+len(b))
	var out []string
	for _, pool := range [][]string{a, b} {
		for _, w := range pool {
			if !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

func (h *han) placeName(i uint64) string {
	if i < ShortPlaceNames {
		return h.placeNames[i]
	}
	return h.place.at(i - ShortPlaceNames)
}

func (h *han) brand(i uint64) string {
	if i < ShortBrands {
		return h.brands[i]
	}
	return h.trade.at(i - ShortBrands)
}

var hanForms = [forms]string{
	Joint: "股份有限公司", Limited: "有限公司", LimitedLiability: "有限责任公司",
	JointGroup: "集团股份有限公司", Group: "集团有限公司", Partnership: "合伙企业（有限合伙）",
	Branch: "有限公司", Works: "厂", Institute: "研究院", Shop: "经营部",
}

func (h *han) company(c CompanyName) string {
	before, trade, after := "", "", ""
	if c.Trade >= 0 {
		trade = h.trades[c.Trade].Name
	}
	if c.Modifier >= 0 {
		if m := &h.modifiers[c.Modifier]; m.after {
			after = m.zh
		} else {
			before = m.zh
		}
	}
	form := hanForms[c.Form]
	switch {
	case c.Form == Branch:
		return c.Brand + before + trade + after + form + c.Place + "分公司"
	case c.Paren && c.Place != "":
		return c.Brand + "（" + c.Place + "）" + before + trade + after + form
	}
	return c.Place + c.Brand + before + trade + after + form
}

func (h *han) abbreviation(c CompanyName) string {
	if c.Trade < 0 {
		return c.Brand + "股份"
	}
	return c.Brand + h.trades[c.Trade].Short
}

func (h *han) lawFirm(brand, place string, partnership bool) string {
	if partnership && place != "" {
		return brand + "（" + place + "）律师事务所"
	}
	return place + brand + "律师事务所"
}

func (h *han) english(c CompanyName) string {
	c.Brand, c.Place = h.romanised(c.Brand), h.romanised(c.Place)
	return englishName(c, h.englishTrades, h.modifiers)
}

// romanised writes a name in Latin letters: "Henglan".
func (h *han) romanised(name string) string {
	s := h.latin(name)
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (h *han) latin(name string) string {
	var b strings.Builder
	for _, c := range name {
		if c < utf8.RuneSelf {
			b.WriteRune(c)
		}
		b.WriteString(h.sounds[c])
	}
	return b.String()
}

func (h *han) date(year, month, day int) string {
	return fmt.Sprintf("%d年%02d月%02d日", year, month, day)
}

func (h *han) amount(cents int64) string {
	switch m := max(cents, -cents); {
	case m >= 1e10-5_000: // rounds to 10000.00万
		return scaled(cents, 8) + "亿"
	case m >= 1e6:
		return scaled(cents, 4) + "万"
	}
	return exactly(cents, 2)
}

func (h *han) capital(cents int64) string { return exactly(cents, 6) + "万" }
