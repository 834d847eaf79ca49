package gate

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// identifiers holds the identifiers of a domain, which no person would write.
type identifiers struct {
	words   map[string][]string // of Latin letters: as they are declared, in small letters, by what is left without their joints
	phrases []identifierPhrase  // others
}

// identifierPhrase is an identifier that is not one word, in normal form and in lower case.
type identifierPhrase struct{ text, lower string }

// undraftedIdentifiers holds the identifiers of a domain and a draft, which may contain some of
// them.
type undraftedIdentifiers struct {
	*identifiers
	lower string // the draft in small letters
}

// collectIdentifiers collects the technical names of tools, tables, columns and entity types.
func collectIdentifiers(d *domain.Domain) *identifiers {
	m := &identifiers{words: map[string][]string{}}
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

// add adds a name if it is technical.
func (m *identifiers) add(name string) {
	if !technical(name) {
		return
	}
	lower := strings.ToLower(name)
	if strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == ' ' || r == '(' }) < 0 {
		m.words[joined(lower)] = append(m.words[joined(lower)], lower)
		return
	}
	m.phrases = append(m.phrases, identifierPhrase{normal(name), lower})
}

// has reports whether the draft contains a text, given in lower case.
func (t *undraftedIdentifiers) has(lower string) bool { return strings.Contains(t.lower, lower) }

// technical reports whether a name would not occur in prose: it has an underscore, a digit, a
// capital within a word, or a unit in brackets.
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

// joined removes underscores, hyphens and dots from a word.
func joined(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, word)
}

// codePieces are pieces of code and queries, in normal form.
var codePieces = []string{"select *", "select count", "\":", "\" :", "':", "==", "!=", "&&", "||", "=>", "->", "()", "(\"", "where 1", "json", "sql", "api调用", "api call", "http", "://"}

// machineName reports an identifier of the domain or a piece of code that the draft does not
// have.
func (g *Gate) machineName(q *reading) (Rejection, bool) {
	fault := func(what string) (Rejection, bool) { return Rejection{Tool, what + " stands there", ""}, true }
	for _, p := range g.identifiers.phrases {
		if strings.Contains(q.text, p.text) && !g.identifiers.has(p.lower) {
			return fault(p.text)
		}
	}
	text := strings.ToLower(q.raw)
	for at := 0; at < len(text); {
		n := 0
		for n < len(text)-at && (isNameByte(text[at+n]) || n > 0 && text[at+n] == '-') {
			n++
		}
		if n == 0 {
			at++
			continue
		}
		word := strings.Trim(text[at:at+n], "-")
		at += n
		if g.identifiers.has(word) {
			continue
		}
		declared := g.identifiers.words[joined(word)]
		if slices.ContainsFunc(declared, func(name string) bool { return !g.identifiers.has(name) }) || strings.Contains(strings.Trim(word, "_"), "_") {
			return fault(word)
		}
	}
	for _, piece := range codePieces {
		if strings.Contains(q.bare, piece) && !strings.Contains(g.draft, piece) && (len(piece) > 4 || piece[0] < 'a' || piece[0] > 'z' || containsWhole(q.bare, piece)) {
			return fault(piece)
		}
	}
	return Rejection{}, false
}

// isNameByte reports whether a byte can be part of an identifier.
func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_'
}

// markupPieces are pieces of markup and of instructions to a model, in lower case.
var markupPieces = []string{
	"```", "**", "<|", "|>", "</", "<br", "<script", "<img", "<a ", "](", "[](", "\n#", "\nsystem:", "\nassistant:", "\nuser:", "<think", "### ", "ignore previous", "ignore all previous", "ignore the above", "ignore the previous", "disregard the", "previous instructions", "above instructions", "忽略以上", "忽略上述", "忽略之前", "忽略前面", "系统提示", "system prompt", "www.",
}

// markup reports invisible characters, characters that change the direction of the text, markup
// and instructions to a model, unless the draft contains them.
func (g *Gate) markup(q *reading) (Rejection, bool) {
	for _, r := range q.raw {
		if hidden(r) && !g.draftRunes[r] {
			return Rejection{Markup, "a character that is not seen stands there", ""}, true
		}
	}
	text := "\n" + strings.ToLower(q.raw)
	for _, tag := range markupPieces {
		if strings.Contains(text, tag) && !strings.Contains(g.draft, tag) {
			return Rejection{Markup, tag + " stands there", ""}, true
		}
	}
	return Rejection{}, false
}

// hidden reports whether a character is invisible: a control character (except tab and line
// end), a direction mark, zero-width, private use, or unassigned.
func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\r' || r == '\t':
		return false
	case r == unicode.ReplacementChar, r >= 0xFE00 && r <= 0xFE0F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0x2028, r == 0x2029:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || !unicode.IsGraphic(r) && !unicode.IsSpace(r)
}
