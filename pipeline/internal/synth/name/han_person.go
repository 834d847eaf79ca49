package name

import (
	"math"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// hanPeople holds the pools of names of people.
type hanPeople struct {
	surnames    []string // the commonest first
	rare        []string // surnames of two characters
	first, last []string // characters of a given name of two
	single      []string // given names of one
}

func (h *han) newPeople(pools map[string]string) (hanPeople, error) {
	p := hanPeople{
		surnames: h.pool(pools["surnames"]), rare: words(pools["rare"]),
		first: h.pool(pools["first"]), last: h.pool(pools["last"]), single: h.pool(pools["single"]),
	}
	return p, filled("people", p.surnames, p.rare, p.first, p.last, p.single)
}

// Of a hundred names about sixteen have two characters. Surnames of two are rarer
// than one in two hundred.
func (h *han) person(r *rand.Rand) string {
	p := &h.people
	surname := drawSurname(r, p.surnames)
	if r.IntN(250) == 0 {
		surname = draw(r, p.rare)
	}
	if r.IntN(6) == 0 {
		return surname + draw(r, p.single)
	}
	first, last := draw(r, p.first), draw(r, p.last)
	for first == last {
		last = draw(r, p.last)
	}
	return surname + first + last
}

// drawSurname draws from a pool that is ordered by frequency: of 250 surnames, the first
// belongs to a tenth of all people and the first ten to three tenths.
func drawSurname(r *rand.Rand, pool []string) string {
	u := r.Float64()
	return pool[int(u*u*math.Sqrt(u)*float64(len(pool)))]
}

// Of a hundred masked names in rulings 98 have 某.
func (h *han) mask(r *rand.Rand, person string) string {
	surname, rest := h.split(person)
	switch n := r.IntN(100); {
	case n < 2:
		return surname + strings.Repeat("*", rest)
	case n < 5:
		return surname + "某"
	}
	return surname + "某某"
}

func (h *han) stars(person string) string {
	surname, rest := h.split(person)
	return surname + strings.Repeat("*", rest)
}

// split returns a person's surname and the number of characters of the given name.
func (h *han) split(person string) (surname string, rest int) {
	n := utf8.RuneCountInString(person)
	for _, s := range h.people.rare {
		if given, ok := strings.CutPrefix(person, s); ok && given != "" {
			return s, n - utf8.RuneCountInString(s)
		}
	}
	_, size := utf8.DecodeRuneInString(person)
	return person[:size], n - 1
}
