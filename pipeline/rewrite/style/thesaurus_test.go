package style

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// declared are the phrases of domains in a language: under "" all, by table those of
// its columns, rows and lookups.
func declared(t *testing.T, lang string, domains ...string) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{"": {}}
	for _, name := range domains {
		d := toytest.Domain(t, name)
		add := func(table string, texts ...domain.Text) {
			if all[table] == nil {
				all[table] = map[string]bool{}
			}
			for _, text := range texts {
				all[table][text.In(lang)], all[""][text.In(lang)] = true, true
			}
		}
		for i := range d.Entities {
			add("", d.Entities[i].Label)
		}
		for i := range d.Derivations {
			add("", d.Derivations[i].Phrase)
		}
		for i := range d.Tables {
			t := &d.Tables[i]
			add(t.Name, t.Row, t.Measure)
			for j := range t.Columns {
				add(t.Name, domain.Text{lang: t.Columns[j].Called(lang)}, t.Columns[j].Whole, t.Columns[j].Clause, t.Columns[j].Event, t.Columns[j].Action)
			}
		}
		for i := range d.Tools {
			add(d.Tools[i].Table, d.Tools[i].Phrase, d.Tools[i].Known)
		}
		for i := range d.Templates {
			for j := range d.Templates[i].Slots {
				add("", d.Templates[i].Slots[j].Phrase)
			}
		}
	}
	return all
}

// A thesaurus says nothing of phrases that no domain declares: such an entry is a slip
// of the pen, or was left behind when a phrase changed.
func TestThesaurusDeclared(t *testing.T) {
	for _, c := range []struct {
		lang    string
		domains []string
	}{
		{"zh", []string{"legal"}}, {"en", []string{"legal", "legal-en"}}, {"zh", []string{"toy"}}, {"en", []string{"toy"}},
	} {
		d := toytest.Domain(t, c.domains[0])
		s, err := Open(c.domains[0], d, c.lang)
		if err != nil {
			t.Fatal(err)
		}
		known := declared(t, c.lang, c.domains...)
		if len(s.thesaurus.phrases) == 0 {
			t.Errorf("%s in %s: no thesaurus", c.domains[0], c.lang)
		}
		for phrase := range s.thesaurus.phrases {
			if !known[""][phrase] {
				t.Errorf("%s in %s: %q is declared nowhere", c.domains[0], c.lang, phrase)
			}
		}
		for table, phrases := range s.thesaurus.tables {
			for phrase := range phrases {
				if !known[table][phrase] {
					t.Errorf("%s in %s: %q is not declared of table %s", c.domains[0], c.lang, phrase, table)
				}
			}
		}
	}
}
