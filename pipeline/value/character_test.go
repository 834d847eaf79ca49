package value

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestInvisible(t *testing.T) {
	invisible := []rune{0xad, 0x34f, 0x61c, 0x115f, 0x180b, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0x2064, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0061, 0xe0100, 0xe01ef}
	for _, r := range invisible {
		if !Invisible(r) {
			t.Errorf("Invisible(%U) = false, want true", r)
		}
	}
	for _, r := range []rune{0, '\n', 0x1b, ' ', 'a', 0x85, 0xa0, 'é', 0x600, 0x2028, 0x202e, 0x2067, 0x3000, '甲', '（', 0xfff9, 0xfffd, 0x1f600} {
		if Invisible(r) {
			t.Errorf("Invisible(%U) = true, want false", r)
		}
	}
}

func TestFindControl(t *testing.T) {
	for _, tt := range []struct{ text, line, lines string }{
		{"", "", ""},
		{"甲 公司　A\u00a0b\u200b", "", ""},
		{"a\tb", "a tab", ""},
		{"a\nb", "a line end", ""},
		{"a\u2028\u0085\v\f\r", "a line end", ""},
		{"a\x1b[31m", "the control character U+001B", "the control character U+001B"},
		{"a\x00", "the control character U+0000", "the control character U+0000"},
		{"a\n\u007f", "a line end", "the control character U+007F"},
		{"\u009b", "the control character U+009B", "the control character U+009B"},
		{"a\u202eb", "U+202E, which turns the direction of text", "U+202E, which turns the direction of text"},
		{"a\u2066b", "U+2066, which turns the direction of text", "U+2066, which turns the direction of text"},
	} {
		if got := FindControl(tt.text, false); got != tt.line {
			t.Errorf("FindControl(%q, false) = %q, want %q", tt.text, got, tt.line)
		}
		if got := FindControl(tt.text, true); got != tt.lines {
			t.Errorf("FindControl(%q, true) = %q, want %q", tt.text, got, tt.lines)
		}
	}
}

// Every character that Unicode says has no glyph is invisible, a control or space.
func TestEveryFormatCharacterIsKnown(t *testing.T) {
	for _, table := range []*unicode.RangeTable{unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control, unicode.Join_Control, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point} {
		for r := rune(0); r <= unicode.MaxRune; r++ {
			if unicode.Is(table, r) && Control(r) == Invisible(r) {
				t.Errorf("%U: control %v, invisible %v, want one of them", r, Control(r), Invisible(r))
			}
		}
	}
}

// Texts that differ by invisible characters fold to one text, wherever these stand.
func TestFoldStripsInvisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"甲", "公司", "Ａ", "b", " ", "（", "ｶ"}), 0, 8).Draw(t, "parts")
		hidden := make([]string, len(parts))
		for i := range parts {
			hidden[i] = parts[i] + rapid.SampledFrom([]string{"", "\u200b", "\u00ad", "\ufe0f", "\ufeff", "\u200f", "\U000e0100"}).Draw(t, "invisible")
		}
		plain, with := strings.Join(parts, ""), strings.Join(hidden, "")
		if Fold(with) != Fold(plain) || StripInvisible(with) != plain || Fold(Fold(with)) != Fold(with) {
			t.Errorf("Fold(%q) = %q, want Fold(%q) = %q", with, Fold(with), plain, Fold(plain))
		}
	})
}
