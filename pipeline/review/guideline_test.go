package review

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The page shows headings, points and paragraphs, and a screen has room for no more.
func TestDefaultGuideline(t *testing.T) {
	for lang, most := range map[string]int{"zh": 1000, "en": 3000} {
		text := DefaultGuideline(lang)
		if n := utf8.RuneCountInString(text); n < 300 || n > most {
			t.Errorf("guidelines in %q have %d characters, want up to %d", lang, n, most)
		}
		headings, points := 0, 0
		for line := range strings.Lines(text) {
			switch {
			case strings.HasPrefix(line, "# "):
				headings++
			case strings.HasPrefix(line, "- "):
				points++
			case line != "\n" && (line[0] == '#' || line[0] == '-' || line[0] == ' ' || strings.Contains(line, "**")):
				t.Errorf("guidelines in %q have a line of another form: %q", lang, line)
			}
		}
		if headings != 6 || points != 8 {
			t.Errorf("guidelines in %q have %d headings and %d points, want 6 and 8 as in the other language", lang, headings, points)
		}
	}
	if DefaultGuideline("fr") != DefaultGuideline("en") || DefaultGuideline("zh") == DefaultGuideline("en") {
		t.Error("languages other than Chinese are not in English")
	}
}
