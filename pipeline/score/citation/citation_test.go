package citation

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestGrade(t *testing.T) {
	for _, tt := range []struct{ reference, answer, want string }{
		{"第十二条第二款第（三）项", "第十二条第二款第三项", "article paragraph item subitem"},
		{"第十二条第二款第（三）项", "第十二条第二款第（四）项", "article paragraph"},
		{"第十二条第二款第（三）项", "第十二条第一款第（三）项", "article"},
		{"第十二条第二款第（三）项", "第十三条第二款第（三）项", ""},
		{"第十二条第二款第（三）项", "第十二条第二款", "article paragraph"},
		{"第十二条第二款", "第十二条第二款第（三）项", "article paragraph"},
		{"第十二条", "第十二条", "article paragraph item subitem"},
		{"第十二条", "第十二条第一款", "article paragraph item subitem"},
		{"第十二条", "第十二条第二款", "article"},
		{"第十二条第（三）项", "第十二条第一款第（三）项", "article paragraph item subitem"},
		{"第十二条第一款", "第十二条", "article"},
		{"第十二条", "第十二条之一", ""},
		{"第十二条第二款", "第十二条第一款、第二款", "article"},
		{"第十二条", "第十二条、第十三条", ""},
		{"第十二条", "无法确定", ""},
		{"Article 12(2)(c)", "条序号: 12\n款序号: 2\n项序号: 3", "article paragraph item subitem"},
		{"Article 12(2)(i)", "Article 12, paragraph 2, item 1", "article paragraph item subitem"},
		{"Article 12(2)(i)", "Article 12, paragraph 2, item 9", "article paragraph item subitem"},
		{"art. 12, caput", "art. 12", "article paragraph item subitem"},
		{"art. 12, caput", "art. 12, § 1º", "article"},
		{"art. 12, caput", "Article: 12\nParagraph: 1", "article"},
		{"art. 12", "art. 12, § 1º", "article"},
		{"art. 12, parágrafo único", "art. 12, § 1º", "article paragraph item subitem"},
		{"art. 12, inciso III", "art. 12, inciso IV", "article paragraph"},
	} {
		reference, err := ParseProvision(tt.reference)
		if err != nil {
			t.Fatal(err)
		}
		got := Grade(reference, Parse(tt.answer, ""))
		if s := words(got); s != tt.want {
			t.Errorf("Grade(%s, %q) = %q, want %q", tt.reference, tt.answer, s, tt.want)
		}
	}
}

// words lists the levels that are right.
func words(a Accuracy) (s string) {
	for _, l := range Levels() {
		if a.At(l) {
			if s != "" {
				s += " "
			}
			s += l.String()
		}
	}
	return s
}

func TestGradeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reference, other := drawn(t, "reference"), drawn(t, "answer")
		if rapid.Bool().Draw(t, "same article") {
			other.Numbers[Article] = reference.Numbers[Article]
		}
		a := Grade(reference, &CitedAnswer{Provision: other, Found: true})
		for _, l := range Levels()[1:] {
			if a.At(l) && !a.At(l-1) {
				t.Errorf("%s and %s: right at %s and not at %s", reference, other, l, l-1)
			}
		}
		for _, l := range Levels() { // what an answer names beyond the levels it is wrong at is no matter
			cut := other
			cut.Numbers[Subitem] = Number{}
			if l < Subitem && a.At(l) != Grade(reference, &CitedAnswer{Provision: cut, Found: true}).At(l) {
				t.Errorf("%s and %s: a sub-item changes %s", reference, other, l)
			}
			hedged := Grade(reference, &CitedAnswer{Provision: other, Found: true, Hedged: true, HedgedAt: l})
			if hedged.At(l) {
				t.Errorf("%s: right at %s, where the answer names several", reference, l)
			}
		}
		if !Grade(reference, &CitedAnswer{Provision: reference, Found: true}).Exact() {
			t.Errorf("%s is not right for itself", reference)
		}
		if Grade(reference, new(CitedAnswer)) != (Accuracy{}) {
			t.Errorf("%s: no citation is right", reference)
		}
	})
}

func TestChance(t *testing.T) {
	references := []Provision{at(1), at(1, 2), at(1, 1), at(3, 1, 2), at(3, 1, 2), at(4)}
	got := Chance(references)
	want := LevelRates{N: 6, Article: 3. / 6, Paragraph: 2. / 6, Item: 2. / 6, Subitem: 2. / 6}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Chance (-want +got):\n%s", diff)
	}
	if got := Chance(nil); got != (LevelRates{}) {
		t.Errorf("Chance of nothing = %+v, want zeros", got)
	}
	first := Constant(&CitedAnswer{Provision: at(1), Found: true}, references)
	if want := (LevelRates{N: 6, Article: 3. / 6, Paragraph: 1. / 6, Item: 1. / 6, Subitem: 1. / 6}); first != want {
		t.Errorf("always article 1: %+v, want %+v", first, want)
	}
}

// No constant answer exceeds chance, and one reaches it at each level.
func TestChanceBoundsConstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var references []Provision
		caput := rapid.Bool().Draw(t, "caput")
		for i := range rapid.IntRange(1, 12).Draw(t, "references") {
			p := drawn(t, fmt.Sprint(i))
			p.Numbers[Article] = Number{Main: p.At(Article).Main%3 + 1}
			p.Caput = caput
			references = append(references, p)
		}
		chance := Chance(references)
		var best LevelRates
		for _, p := range references {
			for _, number := range []Number{p.At(Paragraph), {Main: 1}} {
				if !p.At(Paragraph).IsZero() || p.Caput {
					number = p.At(Paragraph)
				}
				p.Numbers[Paragraph] = number
				r := Constant(&CitedAnswer{Provision: p, Found: true}, references)
				best.Article, best.Paragraph = max(best.Article, r.Article), max(best.Paragraph, r.Paragraph)
				best.Item, best.Subitem = max(best.Item, r.Item), max(best.Subitem, r.Subitem)
			}
		}
		best.N = chance.N
		if diff := cmp.Diff(best, chance); diff != "" {
			t.Errorf("the best constants of %v, and chance (-constants +chance):\n%s", references, diff)
		}
	})
}
