package lawtext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Texts have a title, the days, chapters, articles and lists.
func TestText(t *testing.T) {
	for language, want := range map[string][]string{
		"zh": {"# ", "自", "起施行\n\n", "\n\n第一条　", "\n\n第二条　", "\n\n（一）", "\n\n## 第一章　总则\n\n"},
		"en": {"# ", ", in force from ", "\n\nArticle 1. ", "\n\nArticle 2. ", "\n\n(a) ", "\n\n## Chapter 1. General Provisions\n\n"},
	} {
		w := LawSpec{Seed: 1, Scale: 0.1, Language: language}
		l, err := w.Law()
		if err != nil {
			t.Fatal(err)
		}
		texts := ""
		for _, f := range Files(l) {
			texts += w.Text(l, f)
		}
		for _, s := range want {
			if !strings.Contains(texts, s) {
				t.Errorf("%s: no %q in the texts", language, s)
			}
		}
	}
}

// Each version has a file of its own, and so has each day of a law.
func TestFiles(t *testing.T) {
	w := LawSpec{Seed: 2, Scale: 1, Language: "zh"}
	l, err := w.Law()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range Files(l) {
		if seen[f.Name] {
			t.Errorf("file %s twice", f.Name)
		}
		seen[f.Name] = true
	}
}

func TestValidate(t *testing.T) {
	got := map[string]string{}
	for _, w := range []LawSpec{{1, 0.01, "zh"}, {1, 20, "en"}, {1, 0.001, "zh"}, {1, 21, "zh"}, {1, 1, "fr"}} {
		got[fmt.Sprint(w)] = fmt.Sprint(w.Validate())
	}
	want := map[string]string{
		"{1 0.01 zh}": "<nil>", "{1 20 en}": "<nil>",
		"{1 0.001 zh}": "scale 0.001: want a number from 0.01 to 20 for statutes",
		"{1 21 zh}":    "scale 21: want a number from 0.01 to 20 for statutes",
		"{1 1 fr}":     `language "fr": want "zh" or "en"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Validate (-want +got):\n%s", diff)
	}
}

// The smallest laws have amendments too.
func TestLawAmendments(t *testing.T) {
	for seed := range uint64(6) {
		l, err := LawSpec{Seed: seed, Scale: SmallestScale, Language: "zh"}.Law()
		if err != nil {
			t.Fatal(err)
		}
		if n := amendments(l); n < leastAmendments {
			t.Errorf("seed %d: %d versions that follow another one, want at least %d", seed, n, leastAmendments)
		}
	}
}
