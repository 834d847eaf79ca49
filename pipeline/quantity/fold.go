package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// folded is a text as it is scanned: in one width, in small letters, with one kind of
// brackets and dashes, without Markdown and LaTeX.
type folded struct {
	text string
	from []int32 // by byte of text, where it stands in the original; nil for the same place
	end  int     // of the original
}

// start returns where the byte at i stands in the original.
func (f *folded) start(i int) int {
	if f.from == nil {
		return i
	}
	if i >= len(f.from) {
		return f.end
	}
	return int(f.from[i])
}

// stop returns where the text before the byte at i ends in the original: markup that was
// dropped in between belongs to neither side.
func (f *folded) stop(original string, i int) int {
	if f.from == nil || i == 0 {
		return i
	}
	last := int(f.from[i-1])
	_, size := utf8.DecodeRuneInString(original[last:])
	return last + size
}

// fold prepares a text for scanning. Text that has nothing to fold is not copied.
func fold(text string) *folded {
	if isFolded(text) {
		return &folded{text: text, end: len(text)}
	}
	f := &folder{text: text, to: make([]byte, 0, len(text)), from: make([]int32, 0, len(text))}
	f.run()
	return &folded{text: string(f.to), from: f.from, end: len(text)}
}

// Plain returns a text in the form that [Read] scans: in half width and lower case, with
// plain round brackets and hyphens in place of other forms, without the marks of Markdown
// and LaTeX. Plain(Plain(s)) need not equal Plain(s), since marks can stand within marks.
func Plain(text string) string { return fold(text).text }

// isFolded reports whether a text is of common Chinese characters and punctuation and of
// ASCII without capitals and marks.
func isFolded(text string) bool {
	for _, r := range text {
		switch {
		case r >= '一' && r <= '鿿', r == '。', r == '、', r == '\n':
		case r < ' ' || r > '~' || r >= 'A' && r <= 'Z' || strings.ContainsRune("*`$\\[]{}_", r):
			return false
		}
	}
	return true
}

// folder folds one text.
type folder struct {
	text string
	to   []byte
	from []int32
	math bool // within $…$
}

func (f *folder) put(s string, at int) {
	for i := range len(s) {
		f.to, f.from = append(f.to, s[i]), append(f.from, int32(at))
	}
}

func (f *folder) run() {
	for i := 0; i < len(f.text); {
		if n := f.markup(i); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		f.character(i, r)
		i += size
	}
}

// character folds one character.
func (f *folder) character(i int, r rune) {
	switch {
	case r == utf8.RuneError:
		f.put("|", i)
	case r < utf8.RuneSelf:
		switch {
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		case r == '[' || r == '{':
			r = '('
		case r == ']' || r == '}':
			r = ')'
		case r == '\t' || r == '\v' || r == '\f':
			r = ' '
		case r == '\r':
			r = '\n'
		}
		f.put(string(r), i)
	case r >= '一' && r <= '鿿':
		f.put(f.text[i:i+utf8.RuneLen(r)], i)
	case r == '，':
		f.comma(i)
	default:
		f.rare(i, r)
	}
}

// comma folds a wide comma: between wide digits it divides thousands, elsewhere it
// divides what stands beside it.
func (f *folder) comma(i int) {
	before, _ := utf8.DecodeLastRuneInString(f.text[:i])
	after, _ := utf8.DecodeRuneInString(f.text[i+len("，"):])
	if wideDigit(before) && wideDigit(after) {
		f.put(",", i)
		return
	}
	f.put(", ", i)
}

func wideDigit(r rune) bool { return r >= '０' && r <= '９' }

// rare folds what is neither ASCII nor a common Chinese character.
func (f *folder) rare(i int, r rune) {
	switch r {
	case '〔', '【', '〖', '［', '｛':
		f.put("(", i)
		return
	case '〕', '】', '〗', '］', '｝':
		f.put(")", i)
		return
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－':
		f.put("-", i)
		return
	case '〜', '～', '∼':
		f.put("~", i)
		return
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad':
		return
	case '\u2028', '\u2029', '\u0085':
		f.put("\n", i)
		return
	case '〇':
		f.put("〇", i)
		return
	case '﹪', '٪':
		f.put("%", i)
		return
	}
	if unicode.IsSpace(r) {
		f.blank(i, r)
		return
	}
	if digit, ok := raised[r]; ok {
		if n := len(f.to); n == 0 || f.to[n-1] != '^' && !(n > 1 && f.to[n-2] == '^') {
			f.put("^", i)
		}
		f.put(digit, i)
		return
	}
	narrow := width.Fold.String(f.text[i : i+utf8.RuneLen(r)])
	f.put(strings.ToLower(narrow), i)
}

// blank folds a blank beyond ASCII. A narrow or fixed one between digits divides thousands.
func (f *folder) blank(i int, r rune) {
	after := f.text[i+utf8.RuneLen(r):]
	if strings.ContainsRune("\u00a0\u2009\u202f", r) && len(f.to) > 0 && plainRun(string(f.to[len(f.to)-1:])) == 1 && plainRun(after) == 3 {
		f.put(",", i)
		return
	}
	f.put(" ", i)
}

// raised are the exponents that have characters of their own.
var raised = map[rune]string{'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9", '⁻': "-"}

// markup returns how many bytes of markup begin at a place, 0 for none, and puts what
// they stand for.
func (f *folder) markup(i int) int {
	rest := f.text[i:]
	switch rest[0] {
	case '`':
		return 1
	case '*':
		return f.star(i)
	case '_':
		if strings.HasPrefix(rest, "__") {
			return 2
		}
	case '$':
		return f.dollar(i)
	case '\\':
		return f.command(i)
	case '{':
		if strings.HasPrefix(rest, "{,}") {
			f.put(",", i+1)
			return len("{,}")
		}
		if f.math || f.raises() {
			return 1
		}
	case '}':
		if f.math || strings.Count(f.text[:i], "{") > 0 {
			return 1
		}
	}
	return 0
}

// raises reports whether what was put ends in a mark of exponents.
func (f *folder) raises() bool { return len(f.to) > 0 && f.to[len(f.to)-1] == '^' }

// star drops the stars of emphasis and keeps the one between two factors.
func (f *folder) star(i int) int {
	n := len(f.text[i:]) - len(strings.TrimLeft(f.text[i:], "*"))
	before, _ := utf8.DecodeLastRuneInString(f.text[:i])
	after, _ := utf8.DecodeRuneInString(f.text[i+n:])
	if n == 1 && (unicode.IsDigit(before) && unicode.IsDigit(after) || before == ' ' && after == ' ') {
		f.put("×", i)
	}
	return n
}

// dollar drops the marks around a formula; a dollar before an amount stays. A formula
// has no blank at its ends and no digit behind it, as Pandoc reads it.
func (f *folder) dollar(i int) int {
	rest := f.text[i:]
	if strings.HasPrefix(rest, "$$") {
		f.math = !f.math
		return 2
	}
	if f.math {
		f.math = false
		return 1
	}
	const longest = 200
	end := strings.IndexByte(rest[1:min(len(rest), longest)], '$')
	if end <= 0 {
		return 0
	}
	inner, after := rest[1:1+end], rest[end+2:]
	if strings.ContainsAny(inner[:1]+inner[end-1:], " \n") || after != "" && after[0] >= '0' && after[0] <= '9' || strings.Contains(inner, "\n") {
		return 0
	}
	f.math = true
	return 1
}

// commands are what LaTeX writes for what a text can say plainly; "" drops the command
// and keeps what it is given.
var commands = map[string]string{
	"text": "", "mathrm": "", "mathbf": "", "textbf": "", "boxed": "", "mbox": "", "left": "", "right": "", "displaystyle": "", "rm": "", "quad": " ", "qquad": " ",
	"times": "×", "cdot": "×", "div": "÷", "approx": "≈", "fallingdotseq": "≈", "sim": "~", "pm": "±", "ge": "≥", "geq": "≥", "le": "≤", "leq": "≤", "neq": "≠", "ne": "≠", "gt": ">", "lt": "<",
	"frac": "", "dfrac": "", "rightarrow": "→", "to": "→",
}

// command folds a command or an escaped character of LaTeX or Markdown.
func (f *folder) command(i int) int {
	rest := f.text[i+1:]
	if rest == "" {
		return 0
	}
	switch c := rest[0]; {
	case strings.IndexByte("()[]", c) >= 0:
		f.math = c == '(' || c == '['
		return 2
	case strings.IndexByte(",;:! ", c) >= 0:
		if c == ' ' {
			f.put(" ", i)
		}
		return 2
	case strings.IndexByte("%$#&_*-.+|~", c) >= 0:
		f.put(string(c), i+1)
		return 2
	case c == 'n' && !(len(rest) > 1 && (rest[1]|0x20 >= 'a' && rest[1]|0x20 <= 'z')):
		f.put("\n", i)
		return 2
	}
	name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
	plain, ok := commands[name]
	if !ok {
		return 0
	}
	f.put(plain, i)
	n := 1 + len(name)
	if strings.HasSuffix(name, "frac") {
		return n + f.fraction(i+n)
	}
	if strings.HasPrefix(f.text[i+n:], "{") {
		n++
	}
	return n
}

// fraction puts a slash between the two parts of a fraction that begins at a place.
func (f *folder) fraction(i int) int {
	rest := f.text[i:]
	above, below, ok := strings.Cut(strings.TrimPrefix(rest, "{"), "}{")
	if !ok || !strings.HasPrefix(rest, "{") || strings.ContainsAny(above, "{}") {
		return 0
	}
	end := strings.IndexByte(below, '}')
	if end < 0 || strings.Contains(below[:end], "{") {
		return 0
	}
	for k, r := range above {
		f.character(i+1+k, r)
	}
	divides := i + len("{") + len(above)
	f.put(" ÷ ", divides)
	for k, r := range below[:end] {
		f.character(divides+len("}{")+k, r)
	}
	return len("{}{}") + len(above) + end
}
