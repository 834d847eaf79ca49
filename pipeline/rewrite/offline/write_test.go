package offline

import (
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/rewrite/style"
)

// shipped are the shipped domains with the languages their questions are put in.
var shipped = map[string][]string{"legal": {"zh", "en"}, "legal-en": {"en"}, "toy": {"zh", "en"}}

func open(t testing.TB, name, lang string) (*domain.Domain, *style.Style) {
	t.Helper()
	d, err := domain.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// Every rule of a style is of use.
func TestRules(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			_, s := open(t, name, lang)
			if unused := s.Grammar.Unused(Rules(s)...); len(unused) > 0 {
				t.Errorf("%s in %s: rules %q are of no use", name, lang, unused)
			}
		}
	}
}
