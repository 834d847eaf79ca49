package value

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Invisible reports whether a character shows nothing and takes no room, so that texts with
// and without it look the same: zero-width spaces and joiners, soft hyphens, variation
// selectors, direction marks and tags. They are the default ignorable code points of
// Unicode (UAX #44, section 5.7) except those that [Control] reports.
func Invisible(r rune) bool {
	switch {
	case r < softHyphen:
		return false
	case r >= 0x3000 && r < 0xd800: // most of East Asia
		return r == hangulFiller
	case r >= '\uff00' && r < '\ufff0':
		return r == halfwidthFiller
	case Control(r):
		return false
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r), r >= '\ufff9' && r <= '\ufffb', r >= 0x13430 && r <= 0x1345f:
		return false // format characters that show
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// The first invisible character, and the only ones in two blocks.
const (
	softHyphen      = '\u00ad'
	hangulFiller    = '\u3164'
	halfwidthFiller = '\uffa0'
)

// Control reports whether a character acts on the text around it or on a terminal: control
// characters (C0, DEL and C1, so tabs and line ends too), the line and paragraph
// separators, and the marks that embed, override or isolate a direction of writing
// (U+202A to U+202E and U+2066 to U+2069).
func Control(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 ||
		r >= '\u2028' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// FindControl returns a description of the first character of a text for which [Control] is
// true, such as "the control character U+001B"; "" if there is none. With lines, it passes
// over tabs and line ends, which texts of several lines have.
func FindControl(text string, lines bool) string {
	for _, r := range text {
		if Control(r) && !(lines && unicode.IsSpace(r)) {
			return describe(r)
		}
	}
	return ""
}

// describe names a character for which Control is true.
func describe(r rune) string {
	switch {
	case r == '\t':
		return "a tab"
	case unicode.IsSpace(r):
		return "a line end"
	case r > 0xa0:
		return fmt.Sprintf("U+%04X, which turns the direction of text", r)
	}
	return fmt.Sprintf("the control character U+%04X", r)
}

// StripInvisible returns the text without the characters that [Invisible] reports. Text
// without any is not copied.
func StripInvisible(text string) string {
	// Most texts are ASCII or common Chinese characters, which are decided without decoding.
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if Invisible(r) {
			return strings.Map(func(r rune) rune {
				if Invisible(r) {
					return -1
				}
				return r
			}, text)
		}
		i += size
	}
	return text
}
