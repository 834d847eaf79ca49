package readset_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
)

// cases is a domain of cases, which a lookup finds by number and another by firm.
func cases() *domain.Domain {
	lookup := func(name, column string) domain.Tool {
		return domain.Tool{
			Name: name, Kind: domain.Lookup, Table: "Case", Returns: domain.Many, Inputs: []domain.ToolInput{{Name: "name", Type: domain.InputString}},
			Match: []domain.LookupMatch{{Columns: []string{column}, Inputs: []string{"name"}}},
		}
	}
	return &domain.Domain{
		Name: "cases", Languages: []string{"en"}, Entities: []domain.EntityType{{Name: "number"}, {Name: "firm"}},
		Tables: []domain.Table{{Name: "Case", Key: "number", Columns: []domain.Column{{Name: "number", Entity: "number"}, {Name: "firm", Entity: "firm"}, {Name: "cause"}}}},
		Tools:  []domain.Tool{lookup("case", "number"), lookup("cases", "firm")},
	}
}

// index returns the index of rows.
func index(t *testing.T, d *domain.Domain, lines ...string) *readset.LookupIndex {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Case.jsonl"), []byte(strings.Join(lines, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return readset.NewLookupIndex(readset.NewSchema(d), c)
}

// Names are those of new and changed rows, and not of every row that has one of them.
func TestNames(t *testing.T) {
	d := cases()
	before := index(t, d, `{"number": "1", "firm": "A"}`, `{"number": "2", "firm": "A"}`, `{"number": "3", "firm": "A"}`)
	changes := index(t, d, `{"number": "1", "firm": "A"}`, `{"number": "2", "firm": "A", "cause": "rent"}`, `{"number": "4", "firm": "A"}`).Since(before)
	if got := changes.Names("number"); !slices.Equal(got, []string{"2", "4"}) {
		t.Errorf("numbers %q, want those of the changed row and the new one", got)
	}
	if got := changes.Names("firm"); !slices.Equal(got, []string{"A"}) {
		t.Errorf("firms %q, want the one with other cases", got)
	}
}

// Where rows are in the order of their file, another order concerns whatever looks up some of them; elsewhere
// nothing. A table of several domains says for itself which it is.
func TestOrderOfFiles(t *testing.T) {
	for _, kept := range []bool{true, false} {
		d := cases()
		d.Tables[0].FileOrder = kept
		lines := []string{`{"number": "1", "firm": "A"}`, `{"number": "2", "firm": "A"}`}
		before := index(t, d, lines...)
		slices.Reverse(lines)
		r := readset.NewSchema(d).NewRecorder()
		r.Lookup("Case", []string{"firm"}, []string{"A"})
		looked := r.Lookups()
		if got := index(t, d, lines...).Since(before).Concern(&looked); got != kept {
			t.Errorf("with the order of the file kept %v, another order concerns a lookup: %v", kept, got)
		}
	}
}
