package name

import (
	"math/rand/v2"
	"strings"
)

// latinPeople are the pools that names of people are drawn from.
type latinPeople struct {
	surnames []string // the commonest first
	given    []string
}

func newLatinPeople(pools map[string]string) (latinPeople, error) {
	p := latinPeople{words(pools["surnames"]), words(pools["first"])}
	return p, filled("people", p.surnames, p.given)
}

func (e *latin) person(r *rand.Rand) string {
	n := len(e.people.surnames)
	return draw(r, e.people.given) + " " + e.people.surnames[min(r.IntN(n), r.IntN(n))]
}

// Of a hundred masked names 95 keep the surname whole and the first letter.
func (e *latin) mask(_ *rand.Rand, person string) string {
	given, surname, _ := strings.Cut(person, " ")
	return given[:1] + "*** " + surname
}

func (e *latin) stars(person string) string {
	_, surname, _ := strings.Cut(person, " ")
	return surname + " ***"
}
