package name

import "math/rand/v2"

// Person draws a person's name: 2 or 3 Han characters, rarely 4, or a given name
// and a surname. Surnames are as unequally common as real ones. Names repeat.
func (t *Namer) Person(r *rand.Rand) string { return t.script.person(r) }

// Mask hides part of a person's name as court documents do: 陈某某 or 陈**, "C***
// Harrow" or "Harrow ***". Masked names have 某 or * in them, names do not.
func (t *Namer) Mask(r *rand.Rand, person string) string { return t.script.mask(r, person) }

// Stars masks a person's name as enforcement registers do. The surname stays. In Chinese
// one asterisk stands for each character of the given name; in English three asterisks
// stand for the whole: 陈**, "Harrow ***".
func (t *Namer) Stars(person string) string { return t.script.stars(person) }
