package casetext

import (
	"math/rand/v2"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// Day returns a day as cases write it: 2020年3月5日, 5 March 2020.
func (d *Docket) Day(t time.Time) string { return d.writer.day(t) }

// Money returns a sum as cases write it: 3500元, 3,500 yuan.
func (d *Docket) Money(yuan int) string { return d.writer.money(yuan) }

// Title returns a law's title as it stands in a sentence: 《…法》, … Act.
func (d *Docket) Title(law string) string { return d.writer.title(law) }

// Parties names two parties by their roles: people, or companies of different names.
func (d *Docket) Parties(r *rand.Rand, roles [2]string) (names [2]string) {
	return d.writer.parties(r, roles)
}

// Courts returns the names of the courts of first instance, at least one.
func (d *Docket) Courts() []string {
	list := make([]string, len(d.writer.courts))
	for i, c := range d.writer.courts {
		list[i] = c.Name
	}
	return list
}

// parties names two parties by their roles.
func (t *writer) parties(r *rand.Rand, roles [2]string) (names [2]string) {
	first := r.IntN(name.ShortBrands)
	brands := [2]int{first, (first + 1 + r.IntN(name.ShortBrands-1)) % name.ShortBrands}
	for n, role := range roles {
		if t.person.MatchString(role) {
			names[n] = t.names.Person(r)
		} else {
			names[n] = t.names.Company(name.CompanyName{Brand: t.names.Brand(uint64(brands[n])), Trade: -1, Modifier: -1, Form: name.Limited})
		}
	}
	return names
}
