package legislation

import (
	"testing"
)

// The figures of the real laws, beside those of a rough count by lines, which took the lines
// of annexes for paragraphs.
func TestRealFigures(t *testing.T) {
	dir := realTexts(t)
	c, err := Read(t.Context(), dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	articles, branches := 0, 0
	levels := make(map[UnitLevel]int)
	for _, v := range c.Versions {
		articles += v.Articles
	}
	seen := make(map[string]bool)
	for _, p := range c.Provisions {
		if key := p.Version + p.Article; !seen[key] {
			seen[key] = true
			if hasBranch(p) {
				branches++
			}
		}
		level := p.Level
		if level == LevelArticle {
			level = LevelParagraph // one paragraph, or the opening words
		}
		levels[level]++
	}
	for _, tc := range []struct {
		what             string
		got, want, rough int
	}{
		{"versions", len(c.Versions), 224, 224},
		{"laws", len(c.Laws), 110, 110},
		// The manifest counts two lines that begin with a citation.
		{"articles", articles, 13008, 13010},
		{"articles with 之", branches, 106, 106},
		{"entries", len(c.Provisions), 28397, 29195},
		{"paragraphs", levels[LevelParagraph], 20805, 21629},
		{"items", levels[LevelItem], 7549, 7523},
		{"sub-items", levels[LevelSubitem], 43, 43},
	} {
		t.Logf("%s: %d, by the rough count %d", tc.what, tc.got, tc.rough)
		if tc.got != tc.want {
			t.Errorf("%d %s, want %d (rough count %d)", tc.got, tc.what, tc.want, tc.rough)
		}
	}
	for _, f := range c.Faults {
		t.Logf("%s (%s)", f, f.Effect)
	}
}

// hasBranch reports whether a provision is of an article such as 第十二条之一.
func hasBranch(p CitableUnit) bool {
	return len(p.Article) > 0 && p.Article[len(p.Article)-len("条"):] != "条"
}
