// Package privacy finds personal data in a corpus and masks it: identity numbers, mobile numbers,
// e-mail addresses of persons, bank cards and names of natural persons.
//
// [Find] finds numbers and addresses in any text by their form and check digits. [Scan] goes through a
// whole corpus, knows the columns that hold names of persons, and counts what it finds by column. A
// [Masker] replaces what was found: equal values by equal masks wherever they stand, in cells and in
// running text, so that rows that were joined by a value are joined by its mask.
//
// What a company or an authority is called, and its telephone number where the domain says
// whose it is, are no personal data. Names that stand in running text alone are not found: no rule
// tells them from other words with certainty.
package privacy

import (
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Version is the version of the rules. It is raised whenever an equal corpus could give another
// report or other masks than before.
const Version = 3

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
	digits  int    // how many digits a match has at least, with nothing but spacing between them
	with    string // some character of which stands in each match; "" for any
	pattern *lazyregexp.Regexp
	// accept returns the value of a match, "" if it is none. Context is what may say which numbers
	// they are: what the text is called, and what stands before the match in it.
	accept func(match, context string) string
}

// forms are tried in order; a match that overlaps an earlier one is none.
var forms = []form{
	{Email, 0, "@", lazyregexp.New(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`), acceptEmail},
	{Identity, 17, "", lazyregexp.New(`[1-9]\d{16}[\dXx]`), acceptChineseIdentity},
	{Identity, 11, "", lazyregexp.New(`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{11}`), acceptCPF},
	{Card, 15, "", lazyregexp.New(`\d{15,19}|\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?`), acceptCard},
	{Mobile, 11, "", lazyregexp.New(`(?:(?:\+|00)?86[ -]?)?1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})`), acceptChineseMobile},
	{Mobile, 11, "-+", lazyregexp.New(`(?:\+55 ?)?(?:\(\d{2}\) ?|\d{2} )9[ ]?\d{4}-\d{4}|\+55 ?\d{2} ?9\d{8}`), acceptBrazilianMobile},
	{Mobile, 8, "+", lazyregexp.New(`\+[1-9]\d{0,2}[ .\-]?(?:\(\d{1,4}\)|\d)[ .\-\d]{5,16}\d`), acceptInternational},
}

// Find returns the numbers and addresses in a text, in order, none of which overlap. Label is what
// the text is called, such as the name of its column; it may be empty. Full-width digits count as
// others do. Masks of a [Masker] are not found.
func Find(text, label string) []PersonalDatum {
	if !isWide(text) {
		return find(text, label)
	}
	narrow, from := halfWidth(text)
	all := find(narrow, label)
	for i := range all {
		all[i].Start, all[i].End = from[all[i].Start], from[all[i].End]
	}
	return all
}

// find is Find in a text of half width.
func find(text, label string) []PersonalDatum {
	var all []PersonalDatum
	together := digitsTogether(text)
	for _, f := range forms {
		if together < f.digits || f.with != "" && !strings.ContainsAny(text, f.with) {
			continue
		}
		for _, at := range f.pattern.FindAllStringIndex(text, -1) {
			start, end := at[0], at[1]
			if !apart(text, start, end) || overlaps(all, start, end) {
				continue
			}
			if value := f.accept(text[start:end], label+" "+text[max(0, start-24):start]); value != "" {
				all = insert(all, PersonalDatum{f.kind, start, end, value})
			}
		}
	}
	return all
}

// digitsTogether returns how many digits stand together at most, with nothing but spacing between.
func digitsTogether(text string) int {
	most, digits := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
			most = max(most, digits)
		case c == ' ' || c == '-' || c == '.' || c == '(' || c == ')' || c == '+':
		default:
			digits = 0
		}
	}
	return most
}

// isWide reports whether a text has full-width digits or a full-width sign of addresses.
func isWide(text string) bool {
	const lead = "\xef\xbc" // of U+FF00 to U+FF3F
	for {
		_, after, ok := strings.Cut(text, lead)
		if !ok || after == "" {
			return false
		}
		if c := after[0]; c >= 0x90 && c <= 0x99 || c == 0xa0 {
			return true
		}
		text = after
	}
}

// halfWidth returns a text with half-width letters, digits and punctuation, and for each of its bytes
// and its end where that stands in the text.
func halfWidth(text string) (narrow string, from []int) {
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		part := text[i : i+size]
		if r >= '！' && r <= '～' {
			part = string(r - '！' + '!')
		}
		b.WriteString(part)
		for j := range len(part) {
			from = append(from, i+j)
		}
	}
	return b.String(), append(from, len(text))
}

// apart reports whether a match is no part of a longer number, code or word.
func apart(text string, start, end int) bool {
	return !continues(text[:start]) && !begins(text[end:])
}

// continues reports whether a number could go on what stands before it: a letter, a digit, or a sign
// that joins it to one. A point joins it to digits alone: Tel.13800138000.
func continues(before string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	if len(before) > 1 {
		if c := before[len(before)-2]; (last == '-' || last == '+') && alphanumeric(c) || last == '.' && isDigit(c) {
			return true
		}
	}
	return alphanumeric(last)
}

// begins reports whether what stands behind a number could go on with it.
func begins(after string) bool {
	switch {
	case after == "":
		return false
	case len(after) > 1 && (after[0] == '-' && alphanumeric(after[1]) || after[0] == '.' && isDigit(after[1])):
		return true
	}
	return alphanumeric(after[0])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func alphanumeric(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
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
