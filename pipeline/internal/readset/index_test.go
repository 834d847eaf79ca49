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

// Where rows are in the order of their file, another order concerns whatever looks up some of them; elsewhere
// nothing. A table of several domains says for itself which it is.
func TestOrderOfFiles(t *testing.T) {
	for _, kept := range []bool{true, false} {
		d := &domain.Domain{
			Name: "cases", Languages: []string{"en"}, Entities: []domain.EntityType{{Name: "number"}, {Name: "firm"}},
			Tables: []domain.Table{{Name: "Case", Key: "number", FileOrder: kept, Columns: []domain.Column{{Name: "number", Entity: "number"}, {Name: "firm", Entity: "firm"}}}},
		}
		index := func(lines ...string) *readset.LookupIndex {
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
		lines := []string{`{"number": "1", "firm": "A"}`, `{"number": "2", "firm": "A"}`}
		before := index(lines...)
		slices.Reverse(lines)
		r := readset.NewSchema(d).NewRecorder()
		r.Lookup("Case", []string{"firm"}, []string{"A"})
		looked := r.Lookups()
		if got := index(lines...).Since(before).Concern(&looked); got != kept {
			t.Errorf("with the order of the file kept %v, another order concerns a lookup: %v", kept, got)
		}
	}
}
