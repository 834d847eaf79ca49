package corpus

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Whole names are put together of their parts, whatever the source has in their place; half a name is
// none.
func TestCellsPutTogether(t *testing.T) {
	d := &domain.Domain{Name: "d", Sentinels: []string{"-"}, Tables: []domain.Table{{Name: "People", Key: "id", Names: "name", Columns: []domain.Column{
		{Name: "id", Entity: "person_id"},
		{Name: "name", Entity: "person", Parts: []string{"first", "last"}},
		{Name: "first", Kind: domain.KindText},
		{Name: "last", Kind: domain.KindText},
	}}}}
	want := []string{"Ana Silva", "王伟", "", "", `Jo "J" O'Neil`}
	for file, text := range map[string]string{
		"People.csv":   "id,first,last\n1,Ana, Silva\n2,王,伟\n3,Ana,\n4,-,Silva\n5,\"Jo \"\"J\"\"\",O'Neil\n",
		"People.jsonl": `{"id":1,"first":"Ana","last":"Silva","name":"Eva Souza"}` + "\n" + `{"id":2,"first":"王","last":"伟"}` + "\n" + `{"id":3,"first":"Ana","name":"x"}` + "\n" + `{"id":4,"first":"-","last":"Silva"}` + "\n" + `{"id":5,"first":"Jo \"J\"","last":"O'Neil"}` + "\n",
	} {
		for _, order := range []bool{false, true} {
			d.FileOrder = order
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			c, _, err := Load(context.Background(), dir, d)
			if err != nil {
				t.Fatal(err)
			}
			people := c.Table("People")
			var got []string
			for row := range people.Len() {
				got = append(got, people.Cell(row, people.Column("name")).Text())
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: names are %q, want %q", file, got, want)
			}
			if rows := people.Match(people.Column("name"), "Ana Silva"); len(rows) != 1 {
				t.Errorf("%s: %d rows have the name, want 1: %s", file, len(rows), strings.Join(got, ", "))
			}
		}
	}
}
