package infer

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// vocabulary are words of which names of tables and columns consist, with which names without
// any mark between their words are divided.
//
//go:embed words.txt
var vocabulary string

// speller divides names into words.
type speller struct {
	known map[string]bool
	// short are names of tables of two or three letters, which are words at the beginning of other
	// names alone: elsewhere they stand in many words by chance.
	short map[string]bool
	// stems are short forms of tables' names, by the keys that are called after them: comp, of compno, is
	// the company.
	stems map[string]string
}

// keyEnds are what keys are called behind the name of their table.
var keyEnds = []string{"id", "no", "nr", "num", "number", "code", "cd", "key"}

// newSpeller returns a speller that knows the words of tables' names, too.
func newSpeller(tables []Table) speller {
	s := speller{known: map[string]bool{}, short: map[string]bool{}, stems: map[string]string{}}
	for _, w := range strings.Fields(vocabulary) {
		s.known[w], s.known[plural(w)] = true, true
	}
	for _, t := range tables {
		words := marked(t.Name)
		for _, w := range words {
			switch w = strings.ToLower(w); {
			case utf8.RuneCountInString(w) > 3 && s.divide(w) == nil:
				s.known[w], s.known[singular(w)] = true, true
			case len(w) > 1 && len(words) == 1:
				s.short[w] = true
			}
		}
	}
	s.addStems(tables)
	return s
}

// addStems notes the stems of tables' keys. A stem with which the names of two such tables begin says neither:
// of compno, the tables of companies and of components may both have a column.
func (s speller) addStems(tables []Table) {
	for _, t := range tables {
		name := squash(t.Name)
		for _, c := range t.Columns {
			for _, end := range keyEnds {
				stem, ok := strings.CutSuffix(squash(c.Name), end)
				if !ok || len(stem) < 3 || len(stem) > len(name)-2 || !strings.HasPrefix(name, stem) || !s.knows(name) || s.knows(stem) {
					continue
				}
				if other, taken := s.stems[stem]; taken && other != singular(name) {
					s.stems[stem] = ""
				} else {
					s.stems[stem] = singular(name)
				}
			}
		}
	}
}

// knows reports whether a text is a word, or the short form of one that all tables have.
func (s speller) knows(w string) bool { return s.known[w] || abbreviations[w] != "" }

// words returns the words of a name in lower case: divided by marks, at capitals and, where a part
// is no word, by the vocabulary.
func (s speller) words(name string) []string {
	var all []string
	for _, w := range marked(name) {
		w = strings.ToLower(w)
		switch divided := s.divide(w); {
		case s.known[w] || abbreviations[w] != "":
			all = append(all, w)
		case divided != nil:
			all = append(all, divided...)
		default:
			all = append(all, strings.Fields(codeEnd.ReplaceAllString(w, "$1 $2"))...)
		}
	}
	for i, w := range all {
		all[i] = cmp.Or(s.stems[w], abbreviations[w], w)
	}
	return strings.Fields(strings.Join(all, " "))
}

// codeEnd matches a name that ends in a word with which few others end, behind one that nobody knows: unlocode.
var codeEnd = regexp.MustCompile(`^([a-z]{2,})(code|name)$`)

// lastAbbreviations are the short forms with which names without marks end: itemno, foundedyr.
var lastAbbreviations = strings.Fields("no nr num cd yr dt nm amt wt qty pct val cnt")

// firstAbbreviations are the short forms with which names without marks begin: avgspeed, depport.
var firstAbbreviations = strings.Fields("avg arr dep dept cust emp prod inv cat num tot max min ref seq haz")

// divide returns the fewest words of the vocabulary that make up a text; nil if none do.
func (s speller) divide(text string) []string {
	best := make([][]string, len(text)+1)
	best[0] = []string{}
	for to := 1; to <= len(text); to++ {
		for from := max(0, to-16); from < to; from++ {
			w := text[from:to]
			isWord := s.known[w] || s.stems[w] != "" || from == 0 && s.short[w] && to < len(text) ||
				from == 0 && slices.Contains(firstAbbreviations, w) || from > 0 && to == len(text) && slices.Contains(lastAbbreviations, w)
			if best[from] == nil || !isWord {
				continue
			}
			if best[to] == nil || len(best[from])+1 < len(best[to]) {
				best[to] = append(slices.Clone(best[from]), text[from:to])
			}
		}
	}
	return best[len(text)]
}

// marked divides a name at marks, at digits and at capitals: "UnitsInStock", "unit_price", "HTTPCode".
func marked(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
			word = nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i == 0:
		case unicode.IsUpper(r) && unicode.IsLower(runes[i-1]),
			unicode.IsUpper(r) && unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !(i+2 == len(runes) && runes[i+1] == 's'),
			unicode.Is(unicode.Han, r) != unicode.Is(unicode.Han, runes[i-1]):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// abbreviations are short forms in names.
var abbreviations = map[string]string{
	"acct": "account", "addr": "address", "amt": "amount", "avg": "average", "bal": "balance", "cat": "category", "cd": "code",
	"arr": "arrival", "dep": "departure", "cnt": "count", "cntry": "country", "ctry": "country", "cust": "customer", "dept": "department", "desc": "description", "descr": "description", "dist": "distance",
	"dob": "birth date", "doc": "document", "dt": "date", "emp": "employee", "ext": "extension", "fname": "first name", "lname": "last name", "freq": "frequency", "haz": "hazard",
	"inv": "invoice", "lang": "language", "lat": "latitude", "lng": "longitude", "lon": "longitude", "loc": "location", "max": "maximum", "min": "minimum", "manuf": "manufacturer",
	"mfr": "manufacturer", "mgr": "manager", "msg": "message", "nm": "name", "num": "number", "no": "number", "nr": "number", "nbr": "number", "org": "organization",
	"pct": "percent", "perc": "percent", "pmt": "payment", "pos": "position", "prereq": "prerequisite", "prod": "product", "pwd": "password", "qty": "quantity", "ref": "reference",
	"reg": "region", "rep": "representative", "seq": "sequence", "tel": "phone", "temp": "temperature", "tot": "total", "txn": "transaction", "trans": "transaction", "uom": "unit", "val": "value", "vol": "volume",
	"wt": "weight", "yr": "year", "ymd": "date", "ts": "time", "pk": "id", "identifier": "id", "birthdate": "birth date", "birthday": "birth date",
}

// singular returns the singular of an English noun.
func singular(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	switch {
	case strings.HasSuffix(w, "noses"), strings.HasSuffix(w, "theses"):
		return strings.TrimSuffix(w, "es") + "is"
	case !strings.HasSuffix(w, "s") || len(w) < 4, strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return strings.TrimSuffix(w, "ies") + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "uses"):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}

// irregular are plurals with their singulars, and words that are both.
var irregular = map[string]string{
	"people": "person", "men": "man", "women": "woman", "children": "child", "series": "series", "news": "news", "data": "data", "media": "media",
	"aircraft": "aircraft", "spacecraft": "spacecraft", "fish": "fish", "sheep": "sheep", "livestock": "livestock", "baggage": "baggage", "luggage": "luggage", "furniture": "furniture", "software": "software",
	"species": "species", "sales": "sale", "status": "status", "address": "address", "analyses": "analysis", "movies": "movie", "cookies": "cookie",
	"demographics": "demographics", "staff": "staff", "equipment": "equipment", "inventory": "inventory", "houses": "house", "courses": "course", "warehouses": "warehouse",
	"causes": "cause", "licenses": "license", "expenses": "expense", "purchases": "purchase", "leaves": "leave", "nurses": "nurse", "spouses": "spouse",
}

// plural returns the plural of an English noun.
func plural(w string) string {
	for p, s := range irregularPlurals {
		if s == w {
			return p
		}
	}
	switch {
	case irregular[w] == w && w != "address" && w != "status" && w != "inventory":
		return w
	case strings.HasSuffix(w, "sis"):
		return strings.TrimSuffix(w, "is") + "es"
	case strings.HasSuffix(w, "y") && len(w) > 2 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return strings.TrimSuffix(w, "y") + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

// irregularPlurals are the plurals that are not formed by rule.
var irregularPlurals = map[string]string{"people": "person", "men": "man", "women": "woman", "children": "child", "analyses": "analysis"}

// squash returns a name without marks, in lower case, for comparison.
func squash(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// isHan reports whether a text has Chinese characters.
func isHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// hasWord reports whether one of the words is in a list of words separated by blanks.
func hasWord(words []string, list string) bool {
	all := strings.Fields(list)
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(all, w) || slices.Contains(all, singular(w)) })
}

// endsIn reports whether the last of the words, or the last two, are in a list of words separated
// by bars.
func endsIn(words []string, list string) bool {
	all := strings.Split(list, "|")
	for n := 1; n <= min(3, len(words)); n++ {
		if slices.Contains(all, strings.Join(words[len(words)-n:], " ")) {
			return true
		}
	}
	return false
}

// hanEndsIn reports whether a Chinese name ends in one of the names separated by bars.
func hanEndsIn(name, list string) bool {
	return slices.ContainsFunc(strings.Split(list, "|"), func(end string) bool { return strings.HasSuffix(name, end) })
}
