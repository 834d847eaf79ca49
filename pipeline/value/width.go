package value

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// narrow returns the text in canonical width, without space around it.
func narrow(text string) string { return strings.TrimSpace(unwidened(strings.TrimSpace(text))) }

// What folding changes is the ideographic space and the block of halfwidth and
// fullwidth forms, U+FF00 to U+FFEF, whose characters all begin with one byte. Of those
// the forms of ASCII are all that most texts have.
const (
	wideSpace = "\u3000"
	wideForms = 0xef
	wideFirst = '！' // U+FF01, of which ASCII has '!'
	wideLast  = '～'
)

// unwidened returns the text in canonical width, as [width.Fold] does. Text that has
// nothing to narrow, as most cells, is not copied.
func unwidened(text string) string {
	if !strings.Contains(text, wideSpace) && strings.IndexByte(text, wideForms) < 0 {
		return text
	}
	folded := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], wideSpace):
			folded = append(folded, ' ')
			i += len(wideSpace)
		case text[i] == wideForms:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r < wideFirst || r > wideLast {
				return width.Fold.String(text)
			}
			folded = append(folded, byte(r-wideFirst+'!'))
			i += size
		default:
			folded = append(folded, text[i])
			i++
		}
	}
	return string(folded)
}
