package grammar

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// kind is the kind of a piece.
type kind uint8

const (
	literal   kind = iota // the text itself
	number                // a number in [lo, hi]
	slotValue             // the value of a slot
	ruleText              // a text of a rule
	ruleList              // lo to hi texts of a rule
)

// piece is a part of an alternative.
type piece struct {
	kind     kind
	capital  bool
	optional bool
	id       int    // index of the rule or slot, set by the compiler
	chance   int    // probability in percent, if optional
	lo, hi   int    // bounds of a number, or of the length of a list
	text     string // literal text, or name of a rule or slot
	between  string // separator in a list
	last     string // separator before the last text of a list
}

// wrong is a fault in a text, without its position.
type wrong struct{ what, wanted string }

// form matches the text between braces: a number, or the capital sign, the slot sign and a
// name, then a probability or a list's length and separators.
var form = regexp.MustCompile(
	`^(?:#([0-9]+)-([0-9]+)|(\^?)(\$?)([a-z][a-z0-9_]*)(?:(\?)([0-9]*)|\*([0-9]+)(?:-([0-9]+))?\|([^|]*)(?:\|([^|]*))?)?)$`)

// most bounds the numbers in a notation: the texts of a list, and what {#…} draws.
const (
	mostTexts  = 100
	mostNumber = 1_000_000_000_000
)

// parse splits a text into pieces. Adjacent literals form one piece.
func parse(text string) ([]piece, *wrong) {
	var pieces []piece
	var lit strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "{}")
		if i < 0 {
			i = len(text)
		}
		lit.WriteString(text[:i])
		text = text[i:]
		switch {
		case text == "":
		case strings.HasPrefix(text, "{{"), strings.HasPrefix(text, "}}"):
			lit.WriteByte(text[0])
			text = text[2:]
		case text[0] == '}':
			return nil, &wrong{"a } that closes nothing", "}} for a brace"}
		default:
			end := strings.IndexByte(text, '}')
			if end < 0 {
				return nil, &wrong{fmt.Sprintf("%q has no }", text), "{…}, or {{ for a brace"}
			}
			p, w := parsePiece(text[1:end])
			if w != nil {
				return nil, w
			}
			if lit.Len() > 0 {
				pieces = append(pieces, piece{kind: literal, text: lit.String()})
				lit.Reset()
			}
			pieces = append(pieces, p)
			text = text[end+1:]
		}
	}
	if lit.Len() > 0 {
		pieces = append(pieces, piece{kind: literal, text: lit.String()})
	}
	return pieces, nil
}

// parsePiece parses the text between braces.
func parsePiece(inside string) (piece, *wrong) {
	m := form.FindStringSubmatch(inside)
	if m == nil {
		return piece{}, &wrong{fmt.Sprintf("%q means nothing", "{"+inside+"}"),
			"{rule}, {$slot}, {rule?30}, {rule*2-4|, }, {^…} or {#2-9}, names in a-z, 0-9 and _"}
	}
	p := piece{kind: ruleText, capital: m[3] != "", optional: m[6] != "", text: m[5]}
	if m[4] != "" {
		p.kind = slotValue
	}
	bad := func(what, wanted string) (piece, *wrong) {
		return piece{}, &wrong{fmt.Sprintf("%q: %s", "{"+inside+"}", what), wanted}
	}
	switch {
	case m[1] != "":
		p = piece{kind: number, lo: count(m[1]), hi: count(m[2])}
		if p.lo > p.hi || p.hi > mostNumber {
			return bad("no such range", fmt.Sprintf("a smaller and a larger number, up to %d", mostNumber))
		}
	case m[6] != "" && m[7] == "":
		p.chance = 50
	case m[6] != "":
		if p.chance = count(m[7]); p.chance < 1 || p.chance > 100 {
			return bad("no such chance", "1 to 100, how many times of 100")
		}
	case m[8] != "":
		if p.kind == slotValue {
			return bad("a list of one value", "a rule, which has many texts")
		}
		p.kind, p.between, p.last = ruleList, m[10], m[11]
		if strings.Count(inside, "|") == 1 {
			p.last = p.between
		}
		p.lo, p.hi = count(m[8]), count(m[8])
		if m[9] != "" {
			p.hi = count(m[9])
		}
		if p.lo < 1 || p.lo > p.hi || p.hi > mostTexts {
			return bad("no such number of texts", fmt.Sprintf("a smaller and a larger number from 1 to %d", mostTexts))
		}
	}
	return p, nil
}

// count returns the number that digits denote, or a number above every bound.
func count(digits string) int {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > mostNumber {
		return mostNumber + 1
	}
	return int(n)
}
