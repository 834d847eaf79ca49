package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// folded is a text in the form in which it is scanned: in one width, in lower case, with one kind
// of brackets and hyphens, without Markdown and LaTeX.
type folded struct {
	text string
	from []int32 // by byte of text, its offset in the original; nil if the texts are equal
	end  int     // length of the original
}

// start returns the offset in the original of the byte at i.
func (f *folded) start(i int) int {
	if f.from == nil {
		return i
	}
	if i >= len(f.from) {
		return f.end
	}
	return int(f.from[i])
}

// stop returns the offset in the original at which the text before the byte at i ends. Markup that
// was dropped in between belongs to neither side.
func (f *folded) stop(original string, i int) int {
	if f.from == nil || i == 0 {
		return i
	}
	last := int(f.from[i-1])
	_, size := utf8.DecodeRuneInString(original[last:])
	return last + size
}

// fold prepares a text for scanning. A text that is already folded is not copied.
func fold(text string) *folded {
	if isPlain(text) {
		return &folded{text: text, end: len(text)}
	}
	f := &folder{text: text, to: make([]byte, 0, len(text)), from: make([]int32, 0, len(text))}
	f.run()
	return &folded{text: string(f.to), from: f.from, end: len(text)}
}

// Normalize returns a text in the form that [Read] scans: in half width and lower case,
// with plain round brackets and hyphens in place of other forms, without the marks of
// Markdown and LaTeX. Normalize(Normalize(s)) need not equal Normalize(s), since markup
// can be nested.
func Normalize(text string) string { return fold(text).text }

// isPlain reports whether a text consists of common Chinese characters and punctuation and of
// ASCII without capitals and markup, so that folding does not change it.
func isPlain(text string) bool {
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
	math bool // whether the text at hand is within $…$
}

// write appends folded text that came from a place in the original.
func (f *folder) write(s string, at int) {
	for i := range len(s) {
		f.to, f.from = append(f.to, s[i]), append(f.from, int32(at))
	}
}

func (f *folder) run() {
	for i := 0; i < len(f.text); {
		if n := f.foldMarkup(i); n > 0 {
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		f.foldCharacter(i, r)
		i += size
	}
}

// foldCharacter folds one character.
func (f *folder) foldCharacter(i int, r rune) {
	switch {
	case r == utf8.RuneError:
		f.write("|", i)
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
		f.write(string(r), i)
	case r >= '一' && r <= '鿿':
		f.write(f.text[i:i+utf8.RuneLen(r)], i)
	case r == '，':
		f.foldComma(i)
	default:
		f.foldRare(i, r)
	}
}

// foldComma folds a full-width comma: between full-width digits it separates thousands, elsewhere
// phrases.
func (f *folder) foldComma(i int) {
	before, _ := utf8.DecodeLastRuneInString(f.text[:i])
	after, _ := utf8.DecodeRuneInString(f.text[i+len("，"):])
	if wideDigit(before) && wideDigit(after) {
		f.write(",", i)
		return
	}
	f.write(", ", i)
}

func wideDigit(r rune) bool { return r >= '０' && r <= '９' }

// foldRare folds a character that is neither ASCII nor a common Chinese character.
func (f *folder) foldRare(i int, r rune) {
	switch r {
	case '〔', '【', '〖', '［', '｛':
		f.write("(", i)
		return
	case '〕', '】', '〗', '］', '｝':
		f.write(")", i)
		return
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－':
		f.write("-", i)
		return
	case '〜', '～', '∼':
		f.write("~", i)
		return
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad':
		return
	case '\u2028', '\u2029', '\u0085':
		f.write("\n", i)
		return
	case '〇':
		f.write("〇", i)
		return
	case '﹪', '٪':
		f.write("%", i)
		return
	}
	if unicode.IsSpace(r) {
		f.foldBlank(i, r)
		return
	}
	if digit, ok := superscripts[r]; ok {
		if n := len(f.to); n == 0 || f.to[n-1] != '^' && !(n > 1 && f.to[n-2] == '^') {
			f.write("^", i)
		}
		f.write(digit, i)
		return
	}
	narrow := width.Fold.String(f.text[i : i+utf8.RuneLen(r)])
	f.write(strings.ToLower(narrow), i)
}

// foldBlank folds a space beyond ASCII. A narrow or no-break space between digits separates
// thousands.
func (f *folder) foldBlank(i int, r rune) {
	after := f.text[i+utf8.RuneLen(r):]
	if strings.ContainsRune("\u00a0\u2009\u202f", r) && len(f.to) > 0 && plainRun(string(f.to[len(f.to)-1:])) == 1 && plainRun(after) == 3 {
		f.write(",", i)
		return
	}
	f.write(" ", i)
}

// superscripts are the superscript characters of exponents.
var superscripts = map[rune]string{'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9", '⁻': "-"}

// foldMarkup folds the markup at a place and returns its size; 0 if there is none.
func (f *folder) foldMarkup(i int) int {
	rest := f.text[i:]
	switch rest[0] {
	case '`':
		return 1
	case '*':
		return f.foldStars(i)
	case '_':
		if strings.HasPrefix(rest, "__") {
			return 2
		}
	case '$':
		return f.foldDollar(i)
	case '\\':
		return f.foldCommand(i)
	case '{':
		if strings.HasPrefix(rest, "{,}") {
			f.write(",", i+1)
			return len("{,}")
		}
		if f.math || len(f.to) > 0 && f.to[len(f.to)-1] == '^' {
			return 1
		}
	case '}':
		if f.math || strings.Count(f.text[:i], "{") > 0 {
			return 1
		}
	}
	return 0
}

// foldStars drops the asterisks of emphasis and keeps an asterisk between two factors.
func (f *folder) foldStars(i int) int {
	n := len(f.text[i:]) - len(strings.TrimLeft(f.text[i:], "*"))
	before, _ := utf8.DecodeLastRuneInString(f.text[:i])
	after, _ := utf8.DecodeRuneInString(f.text[i+n:])
	if n == 1 && (unicode.IsDigit(before) && unicode.IsDigit(after) || before == ' ' && after == ' ') {
		f.write("×", i)
	}
	return n
}

// foldDollar drops the dollar signs around a formula and keeps those before amounts. A formula has
// no space at its ends and no digit behind it, as in Pandoc.
func (f *folder) foldDollar(i int) int {
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

// latexCommands are the plain forms of LaTeX commands; "" drops the command and keeps its
// argument.
var latexCommands = map[string]string{
	"text": "", "mathrm": "", "mathbf": "", "textbf": "", "boxed": "", "mbox": "", "left": "", "right": "", "displaystyle": "", "rm": "", "quad": " ", "qquad": " ",
	"times": "×", "cdot": "×", "div": "÷", "approx": "≈", "fallingdotseq": "≈", "sim": "~", "pm": "±", "ge": "≥", "geq": "≥", "le": "≤", "leq": "≤", "neq": "≠", "ne": "≠", "gt": ">", "lt": "<",
	"frac": "", "dfrac": "", "rightarrow": "→", "to": "→",
}

// foldCommand folds a LaTeX command, or an escaped character of LaTeX or Markdown.
func (f *folder) foldCommand(i int) int {
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
			f.write(" ", i)
		}
		return 2
	case strings.IndexByte("%$#&_*-.+|~", c) >= 0:
		f.write(string(c), i+1)
		return 2
	case c == 'n' && !(len(rest) > 1 && (rest[1]|0x20 >= 'a' && rest[1]|0x20 <= 'z')):
		f.write("\n", i)
		return 2
	}
	name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
	plain, ok := latexCommands[name]
	if !ok {
		return 0
	}
	f.write(plain, i)
	n := 1 + len(name)
	if strings.HasSuffix(name, "frac") {
		return n + f.foldFraction(i+n)
	}
	if strings.HasPrefix(f.text[i+n:], "{") {
		n++
	}
	return n
}

// foldFraction writes the arguments of a fraction at a place with a division sign between them,
// and returns their size; 0 if they are not plain.
func (f *folder) foldFraction(i int) int {
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
		f.foldCharacter(i+1+k, r)
	}
	divides := i + len("{") + len(above)
	f.write(" ÷ ", divides)
	for k, r := range below[:end] {
		f.foldCharacter(divides+len("}{")+k, r)
	}
	return len("{}{}") + len(above) + end
}
