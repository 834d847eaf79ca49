package domain_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/schemas"
)

// Rows are not grouped by what each is called, and only texts and entities can be what rows are
// called.
func TestNamesOfRows(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"domain.yaml", "tables.yaml", "tools.yaml"} {
		b, err := fs.ReadFile(schemas.FS, "toy/"+name)
		if err != nil {
			t.Fatal(err)
		}
		files["d/"+name] = &fstest.MapFile{Data: b}
	}
	plain, err := domain.Load(files, "d")
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(files["d/tables.yaml"].Data), "    columns:\n")
	load := func(names string) (*domain.Domain, error) {
		files["d/tables.yaml"] = &fstest.MapFile{Data: []byte(first + "    names: " + names + "\n    columns:\n" + rest)}
		return domain.Load(files, "d")
	}
	tried := 0
	for _, c := range plain.Tables[0].Columns {
		d, err := load(c.Name)
		if c.Kind != "" && c.Kind != domain.KindText || c.Sense != "" {
			if err == nil {
				t.Errorf("rows are called by %s, which holds %s %s", c.Name, c.Kind, c.Sense)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Groups() {
			tried++
			if d.Tables[0].Column(c.Name).Groups() {
				t.Errorf("rows are grouped by %s, which they are called by", c.Name)
			}
		}
	}
	if tried == 0 {
		t.Error("no column that groups was tried")
	}
	if _, err := load("nothing"); err == nil || !strings.Contains(err.Error(), `names "nothing" is not a column`) {
		t.Errorf("a name that is no column: %v", err)
	}
}
