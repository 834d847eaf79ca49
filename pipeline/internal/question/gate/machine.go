package gate

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// machine are the names that machines of a domain call things by, and that no person
// writes.
type machine struct {
	words   map[string][]string // of Latin letters: as they are declared, in small letters, by what is left without their joints
	phrases []named             // others
}

// named is a name in normal form and as it is declared, in small letters.
type named struct{ text, lower string }

// tools are the names of machines that a draft does not have.
type tools struct {
	*machine
	lower string // the draft in small letters
}

// newMachine takes up what no person writes: the names of tools and tables and of
// columns and entity types that are no plain words.
func newMachine(d *domain.Domain) *machine {
	m := &machine{words: map[string][]string{}}
	for i := range d.Tools {
		m.add(d.Tools[i].Name)
		for _, a := range d.Tools[i].Aliases {
			m.add(a)
		}
	}
	for i := range d.Tables {
		m.add(d.Tables[i].Name)
		for j := range d.Tables[i].Columns {
			m.add(d.Tables[i].Columns[j].Name)
		}
	}
	for i := range d.Entities {
		m.add(d.Entities[i].Name)
	}
	return m
}

// add takes a name up if it is technical.
func (m *machine) add(name string) {
	if !technical(name) {
		return
	}
	lower := strings.ToLower(name)
	if strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == ' ' || r == '(' }) < 0 {
		m.words[joined(lower)] = append(m.words[joined(lower)], lower)
		return
	}
	m.phrases = append(m.phrases, named{normal(name), lower})
}

// has reports whether the draft has a text, in small letters.
func (t *tools) has(lower string) bool { return strings.Contains(t.lower, lower) }

// technical reports whether a name is none that a sentence would have: with an
// underscore or a digit, with a capital inside a word, or with a unit in brackets.
func technical(name string) bool {
	last := ' '
	for _, r := range name {
		if r == '_' || unicode.IsDigit(r) || unicode.IsUpper(r) && unicode.IsLower(last) {
			return true
		}
		last = r
	}
	return strings.HasSuffix(name, "）") || strings.HasSuffix(name, ")")
}

// joined returns a word without what holds its parts together.
func joined(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, word)
}

// queries are pieces of what is written for machines, in normal form.
var queries = []string{"select *", "select count", "\":", "\" :", "':", "==", "!=", "&&", "||", "=>", "->", "()", "(\"", "where 1", "json", "sql", "api调用", "api call", "http", "://"}

// machinery looks for names and pieces of what is written for machines.
func (g *Gate) machinery(q *reading) (Fault, bool) {
	fault := func(what string) (Fault, bool) { return Fault{Tool, what + " stands there", ""}, true }
	for _, p := range g.tools.phrases {
		if strings.Contains(q.text, p.text) && !g.tools.has(p.lower) {
			return fault(p.text)
		}
	}
	text := strings.ToLower(q.raw)
	for at := 0; at < len(text); {
		n := 0
		for n < len(text)-at && (wordly(text[at+n]) || n > 0 && text[at+n] == '-') {
			n++
		}
		if n == 0 {
			at++
			continue
		}
		word := strings.Trim(text[at:at+n], "-")
		at += n
		if g.tools.has(word) {
			continue
		}
		declared := g.tools.words[joined(word)]
		if slices.ContainsFunc(declared, func(name string) bool { return !g.tools.has(name) }) || strings.Contains(strings.Trim(word, "_"), "_") {
			return fault(word)
		}
	}
	for _, piece := range queries {
		if strings.Contains(q.bare, piece) && !strings.Contains(g.draft, piece) && (len(piece) > 4 || piece[0] < 'a' || piece[0] > 'z' || states(q.bare, piece)) {
			return fault(piece)
		}
	}
	return Fault{}, false
}

// wordly reports whether a byte belongs to a name of a machine's.
func wordly(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// tags are pieces of markup and of orders to a model, in small letters.
var tags = []string{
	"```", "**", "<|", "|>", "</", "<br", "<script", "<img", "<a ", "](", "[](", "\n#", "\nsystem:", "\nassistant:", "\nuser:", "<think", "### ", "ignore previous", "ignore all previous", "ignore the above", "ignore the previous", "disregard the", "previous instructions", "above instructions", "忽略以上", "忽略上述", "忽略之前", "忽略前面", "系统提示", "system prompt", "www.",
}

// markup looks for what no question holds: characters that are not seen or turn the
// text around, tags, orders to a model. What the draft has may stay.
func (g *Gate) markup(q *reading) (Fault, bool) {
	for _, r := range q.raw {
		if hidden(r) && !g.marks[r] {
			return Fault{Markup, "a character that is not seen stands there", ""}, true
		}
	}
	text := "\n" + strings.ToLower(q.raw)
	for _, tag := range tags {
		if strings.Contains(text, tag) && !strings.Contains(g.draft, tag) {
			return Fault{Markup, tag + " stands there", ""}, true
		}
	}
	return Fault{}, false
}

// hidden reports whether a character is a control other than the end of a line, a mark
// of direction, of no width, for private use, or none at all.
func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\r' || r == '\t':
		return false
	case r == unicode.ReplacementChar, r >= 0xFE00 && r <= 0xFE0F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0x2028, r == 0x2029:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || !unicode.IsGraphic(r) && !unicode.IsSpace(r)
}
