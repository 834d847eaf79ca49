// Package privacy finds personal data in a corpus and masks it: identity numbers, mobile numbers,
// e-mail addresses of persons, bank cards and names of natural persons.
//
// [Find] finds numbers and addresses in any text by their form and check digits. [Scan] goes through a
// whole corpus, knows the columns that hold names of persons, and counts what it finds by column. A
// [Masker] replaces what was found: equal values by equal masks wherever they stand, in cells and in
// running text, so that rows that were joined by a value are joined by its mask.
//
// What a company, a court or an authority is called, and its telephone number where the domain says
// whose it is, are no personal data. Names that stand in running text alone are not found: no rule
// tells them from other words with certainty.
package privacy

import (
	"regexp"
	"strings"
)

// Version is the version of the rules. It is raised whenever an equal corpus could give another
// report or other masks than before.
const Version = 1

// DataKind is a kind of personal data.
type DataKind string

// The closed set of kinds.
const (
	Identity DataKind = "identity" // a number that a state gives a person: Chinese of 18 digits, Brazilian CPF
	Mobile   DataKind = "mobile"   // a mobile telephone number of China or Brazil, or any number in international form
	Email    DataKind = "email"    // an e-mail address that is not that of an office
	Card     DataKind = "card"     // a number of a bank card
	Name     DataKind = "name"     // the name of a natural person
)

// DataKinds returns all kinds, in the order of reports.
func DataKinds() []DataKind { return []DataKind{Identity, Mobile, Email, Card, Name} }

// PersonalDatum is a number or an address in a text.
type PersonalDatum struct {
	Kind       DataKind
	Start, End int    // bytes of the text
	Value      string // what equal ones have in common: digits without their spacing, small letters
}

// form is a way in which numbers of a kind are written.
type form struct {
	kind    DataKind
	pattern *regexp.Regexp
	// accept returns the value of a match, "" if it is none. Labelled says that the text, or what
	// stands before the match in it, names such numbers.
	accept func(match string, labelled bool) string
}

// forms are tried in order; a match that overlaps an earlier one is none.
var forms = []form{
	{Email, regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`), acceptEmail},
	{Identity, regexp.MustCompile(`[1-9]\d{16}[\dXx]`), acceptChineseIdentity},
	{Identity, regexp.MustCompile(`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}`), acceptCPF},
	{Card, regexp.MustCompile(`\d{15,19}|\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?`), acceptCard},
	{Mobile, regexp.MustCompile(`(?:(?:\+|00)?86[ -]?)?1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})`), acceptChineseMobile},
	{Mobile, regexp.MustCompile(`(?:\+55 ?)?(?:\(\d{2}\) ?|\d{2} )9[ ]?\d{4}-\d{4}|\+55 ?\d{2} ?9\d{8}`), acceptBrazilianMobile},
	{Mobile, regexp.MustCompile(`\+[1-9]\d{0,2}[ .\-]?(?:\(\d{1,4}\)|\d)[ .\-\d]{5,16}\d`), acceptInternational},
}

// Find returns the numbers and addresses in a text, in order, none of which overlap. Label is what
// the text is called, such as the name of its column; it may be empty. Masks of a [Masker] are not
// found.
func Find(text, label string) []PersonalDatum {
	if !suspect(text) {
		return nil
	}
	var all []PersonalDatum
	labelled := namesCPF(label)
	for _, f := range forms {
		for _, at := range f.pattern.FindAllStringIndex(text, -1) {
			start, end := at[0], at[1]
			if !apart(text, start, end) || overlaps(all, start, end) {
				continue
			}
			if value := f.accept(text[start:end], labelled || namesCPF(text[max(0, start-24):start])); value != "" {
				all = insert(all, PersonalDatum{f.kind, start, end, value})
			}
		}
	}
	return all
}

// suspect reports whether a text may hold what Find looks for.
func suspect(text string) bool {
	digits := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '@':
			return true
		case c >= '0' && c <= '9':
			if digits++; digits >= 8 {
				return true
			}
		case c == ' ' || c == '-' || c == '.' || c == '(' || c == ')' || c == '+':
		default:
			digits = 0
		}
	}
	return false
}

// apart reports whether a match is no part of a longer number, code or word.
func apart(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	if before != "" {
		switch c := before[len(before)-1]; {
		case alphanumeric(c):
			return false
		case strings.IndexByte("-./+", c) >= 0 && len(before) > 1 && alphanumeric(before[len(before)-2]):
			return false
		}
	}
	if after == "" {
		return true
	}
	c := after[0]
	return !alphanumeric(c) && (strings.IndexByte("-./", c) < 0 || len(after) == 1 || !alphanumeric(after[1]))
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func overlaps(all []PersonalDatum, start, end int) bool {
	for _, f := range all {
		if start < f.End && f.Start < end {
			return true
		}
	}
	return false
}

// insert puts a finding in its place.
func insert(all []PersonalDatum, f PersonalDatum) []PersonalDatum {
	i := len(all)
	for i > 0 && all[i-1].Start > f.Start {
		i--
	}
	all = append(all, PersonalDatum{})
	copy(all[i+1:], all[i:])
	all[i] = f
	return all
}

// digitsOf returns the ASCII digits of a text.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
