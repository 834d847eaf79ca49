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
	renumbered, equalPairs := 0, 0
	changed := make(map[string]bool)
	for _, change := range c.Changes {
		if change.Kind == Renumbered {
			renumbered++
		}
		if change.Kind != Unchanged {
			changed[change.ToVersion] = true
		}
	}
	for _, v := range c.Versions {
		if v.Previous != "" && !changed[v.Name] {
			equalPairs++
		}
	}
	twice, elsewhere := repetitions(c)
	dated, promulgated := forceClauses(t, dir)
	for _, tc := range []struct {
		what             string
		got, want, rough int
	}{
		{"versions", len(c.Versions), 224, 224},
		{"laws", len(c.Laws), 110, 110},
		// The manifest counts two lines that begin with a citation.
		{"articles", articles, 13008, 13010},
		{"articles with 之", branches, 106, 106},
		// Annexes and what amendments quote hold none.
		{"entries", len(c.Provisions), 28373, 29195},
		{"paragraphs", levels[LevelParagraph], 20781, 21629},
		{"items", levels[LevelItem], 7549, 7523},
		{"sub-items", levels[LevelSubitem], 43, 43},
		// Lines of HTML in annexes stand often, and are no entries.
		{"entries that stand twice in their version", twice, 325, 724},
		{"entries that stand in another version, in percent", elsewhere, 76, 72},
		// The rough count compared texts, and neither width nor quotation marks.
		{"articles renumbered alike", renumbered, 870, 782},
		{"successive pairs of equal articles", equalPairs, 38, 32},
		{"versions with a clause on their entry into force", dated + promulgated, 169, 165},
		{"of these, in force from their promulgation", promulgated, 48, 48},
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

// repetitions counts the provisions whose text stands twice in their version, and the share,
// in percent, of those whose text stands in another version too.
func repetitions(c *Collection) (twice, elsewhere int) {
	within := make(map[[2]string]int)
	versions := make(map[string]map[string]bool)
	for _, p := range c.Provisions {
		text := fold(p.Text)
		within[[2]string{p.Version, text}]++
		if versions[text] == nil {
			versions[text] = make(map[string]bool)
		}
		versions[text][p.Version] = true
	}
	for _, p := range c.Provisions {
		if within[[2]string{p.Version, fold(p.Text)}] > 1 {
			twice++
		}
		if len(versions[fold(p.Text)]) > 1 {
			elsewhere++
		}
	}
	return twice, elsewhere * 100 / len(c.Provisions)
}

// forceClauses counts the real texts by what their clause on the entry into force names.
func forceClauses(t *testing.T, dir string) (day, promulgation int) {
	l, err := list(dir)
	if err != nil {
		t.Fatal(err)
	}
	docs, err := readTexts(t.Context(), dir, l.texts, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		switch clause, ok := d.force(); {
		case ok && clause.onPromulgation:
			promulgation++
		case ok:
			day++
		}
	}
	return day, promulgation
}

// hasBranch reports whether a provision is of an article such as 第十二条之一.
func hasBranch(p CitableUnit) bool {
	return len(p.Article) > 0 && p.Article[len(p.Article)-len("条"):] != "条"
}
