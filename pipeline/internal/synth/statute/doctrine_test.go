package statute

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// Each doctrine has a condition and says what the court or a party does about it, in as many wordings
// in both languages, and with the same numbers. No other article has a condition without its consequence.
func TestDoctrinesHaveConditionAndConsequence(t *testing.T) {
	operative := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`不予|驳回|不得|无权|有权|不承担|不构成|不负|不发生效力|消灭|应当|视为|可以|由|只能|不支付|不享有|不是|减少|清偿|约束力|不视为|不具有|只支持|仅对|自行|为准|认定|只就|终止|拒绝|按照`),
		"en": regexp.MustCompile(`\b(shall|may|no|not|neither|nothing|void|bound|extinguished|reduced|discharged|entitled|owes|owe|bears|bear|is presumed|deemed|lawful|only|fails|free of interest|reckoned|apportioned|abates|determine|alone|paid|dismissed|right|limitation has run)\b`),
	}
	numbers := map[string]map[string]string{
		"zh": {"一年": "1 year", "三年": "3 years"},
		"en": {"one year": "1 year", "three years": "3 years"},
	}
	all, err := readGeneralPart()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range all {
		for _, a := range s.Articles {
			if a.ID != "" && (seen[a.ID] || len(a.Wordings) < 2) {
				t.Errorf("%s is stated twice or has one wording alone", a.ID)
			}
			seen[a.ID] = true
			if (a.ID == "") != (a.Heading["zh"] == "") || (a.ID == "") != (a.Heading["en"] == "") {
				t.Errorf("%q is headed %v: want doctrines and no others headed, in both languages", a.ID, a.Heading)
			}
			if (a.More["zh"] == "") != (a.More["en"] == "") {
				t.Errorf("%s has more in one language", a.ID)
			}
			for _, w := range a.Wordings {
				var periods [2][]string
				for i, language := range languages {
					text := w[language]
					if text.If == "" && a.ID != "" || text.Then == "" {
						t.Errorf("%s in %s: %+v: want a condition and a consequence", a.ID, language, text)
					}
					if text.If != "" && !operative[language].MatchString(text.Then) {
						t.Errorf("%s in %s: %q follows: want what the court or a party does", a.ID, language, text.Then)
					}
					for word, number := range numbers[language] {
						if strings.Contains(text.If+text.Then, word) {
							periods[i] = append(periods[i], number)
						}
					}
				}
				if !slices.Equal(periods[0], periods[1]) {
					t.Errorf("%s: %q in %v: want the same periods", a.ID, periods, languages)
				}
			}
		}
	}
}

// A national law has exactly the number of passages asked for, and its general part as the last of them, in
// a form that domains read as law in force; without it, its statutes are those of New.
func TestNewNational(t *testing.T) {
	for language, name := range map[string]string{"zh": "legal", "en": "legal-en"} {
		d, err := domain.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		ref := d.Passage("LegalArticle").Reference
		read := ref.Reader()
		l, err := NewNational(chance.New(3), language, "Republic of Lanland", 1500, 5)
		if err != nil {
			t.Fatal(err)
		}
		same, err := New(chance.New(3), language, "Republic of Lanland", "", 1500-len(l.general), 5)
		if err != nil {
			t.Fatal(err)
		}
		passages := make([]string, l.Articles())
		for i := range passages {
			passages[i] = l.Article(i)
			if i < same.Articles() && passages[i] != same.Article(i) {
				t.Errorf("%s: passage %d is not that of New", language, i)
			}
		}
		if len(passages) != 1500 || len(l.general) == 0 {
			t.Fatalf("%s: %d passages, %d of the general part", language, len(passages), len(l.general))
		}
		editions := domain.NewEditions(ref, passages)
		for _, g := range l.general {
			text := passages[g.Index]
			h, ok := read(text)
			if !ok || !strings.Contains(text, g.Rule) || strings.Contains(text, "{") {
				t.Errorf("%s: %q is not read, or not its own", language, text)
			}
			if got := editions.Force(h.Work, h.Part, h.Wording, g.Version.Format(time.DateOnly)); got != domain.InForce {
				t.Errorf("%s: %q is %s on its first day", language, text, got)
			}
			if d, ok := l.Doctrine(g.id, g.Version); ok != (g.id != "") || ok && d.Index != g.Index {
				t.Errorf("%s: doctrine %q is %+v, %v", language, g.id, d, ok)
			}
			if _, ok := l.Doctrine(g.id, g.Version.AddDate(0, 0, -1)); ok {
				t.Errorf("%s: doctrine %q was in force before it was", language, g.id)
			}
			if g.Version.Year() > 1997 {
				t.Errorf("%s: %s is in force from %v", language, g.Title, g.Version)
			}
		}
		if slices.ContainsFunc(l.Statutes, func(s Statute) bool { return s.Title == l.general[0].Title }) {
			t.Errorf("%s: two statutes are called %s", language, l.general[0].Title)
		}
		if small, err := NewNational(chance.New(3), language, "Republic of Lanland", 300, 5); err != nil || small.general != nil || small.Articles() != 300 {
			t.Errorf("%s: a law of 300 articles has a general part: %v", language, err)
		}
	}
}
