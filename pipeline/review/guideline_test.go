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
		if headings != 7 || points != 11 {
			t.Errorf("guidelines in %q have %d headings and %d points, want 7 and 11 as in the other language", lang, headings, points)
		}
	}
	// What the annotators of LegalAgentBench were told (arXiv 2412.17259, appendix G).
	for topic, words := range map[string][2]string{
		"conflicts of interest": {"回避", "gain from the outcome"},
		"ethics":                {"伦理", "do harm"},
		"accuracy":              {"自己调用工具查一遍", "Call the tools yourself"},
		"faithfulness":          {"与草稿对照", "It says what the draft says"},
		"references":            {"法条、案号、法院名称", "Articles, case numbers, courts"},
		"up-to-date law":        {"时效", "Date of the law"},
		"official sources":      {"官方来源", "official source"},
		"glossaries":            {"术语表", "glossary"},
		"the source recorded":   {"查阅来源", "Looked up in"},
		"keywords":              {"关键词", "Keywords"},
		"doubts":                {"存疑", "Raise a doubt"},
		"rounds":                {"每一轮都留在记录里", "every round stays in the history"},
		"seniors":               {"资深人员", "a senior"},
		"feedback":              {"指南未说明", "guidelines unclear"},
	} {
		for i, lang := range []string{"zh", "en"} {
			if !strings.Contains(DefaultGuideline(lang), words[i]) {
				t.Errorf("guidelines in %q say nothing of %s: no %q", lang, topic, words[i])
			}
		}
	}
	if DefaultGuideline("fr") != DefaultGuideline("en") || DefaultGuideline("zh") == DefaultGuideline("en") {
		t.Error("languages other than Chinese are not in English")
	}
}
