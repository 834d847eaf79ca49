package demand

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// opened returns a shipped domain and its style in a language.
func opened(t testing.TB, name, lang string) (*domain.Domain, *style.Style) {
	t.Helper()
	d := toytest.Domain(t, name)
	s, err := style.Open(name, d, lang)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// A catalogue names every kind of record, every column, what texts cite and state, and every
// word of the JSON form; the example in the prompt can be read.
func TestCatalogue(t *testing.T) {
	for _, name := range []string{"legal", "legal-en", "toy"} {
		d := toytest.Domain(t, name)
		for _, lang := range d.Languages {
			text := Catalogue(styled(t, d, lang), d)
			w := newVocabulary(styled(t, d, lang), d)
			seen := map[string]bool{}
			for i := range w.domain.Tables {
				table := &w.domain.Tables[i]
				if record := w.recordName(table); seen[record] || !strings.Contains(text, "- "+record) {
					t.Errorf("%s, %s: record %q is not there by a name of its own", name, lang, record)
				} else {
					seen[record] = true
				}
				for j := range table.Columns {
					c := w.columnName(table, &table.Columns[j])
					for _, other := range w.alternatives(table, c.Column) {
						if found := w.columns(ColumnName{other, c.Record}); !slices.Equal(found, []columnRef{{i, j}}) {
							t.Errorf("%s, %s: %q of %s means %v, want %s", name, lang, other, c.Record, found, c.Column)
						}
					}
					if found := w.columns(c); !slices.Equal(found, []columnRef{{i, j}}) || !strings.Contains(text, c.Column) {
						t.Errorf("%s, %s: %s means %v, want one column", name, lang, asJSON(c), found)
					}
				}
			}
			for _, word := range formWords(t) {
				// Read where a model writes them, but not offered beside value and superlative.
				if word == string(Minimum) || word == string(Maximum) {
					continue
				}
				if !strings.Contains(text, "\n- "+word+": ") {
					t.Errorf("%s, %s: %q is not explained", name, lang, word)
				}
			}
			for _, table := range d.Tables {
				for _, col := range table.Columns {
					if whole := col.Whole.In(lang); whole != "" && !strings.Contains(text, col.Called(lang)+" ("+w.recordName(&table)+") equals 100"+col.Unit) {
						t.Errorf("%s, %s: %q is not explained", name, lang, whole)
					}
				}
			}
			_, s := opened(t, name, lang)
			for l := range strings.Lines(s.Prompts.Parse) {
				if !strings.HasPrefix(l, `{"about"`) {
					continue
				}
				if _, err := Parse(l); err != nil {
					t.Errorf("%s, %s: the example %s cannot be read: %v", name, lang, l, err)
				}
			}
		}
	}
}

// formWords are the words of the JSON form's closed sets.
func formWords(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, w := range expressionKinds {
		all = append(all, string(w))
	}
	for _, c := range comparisons {
		all = append(all, string(c))
	}
	for _, d := range operatorKinds {
		all = append(all, string(d))
	}
	return all
}
