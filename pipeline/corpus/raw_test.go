package corpus

import (
	"slices"
	"testing"
)

// Files that no domain declares give the same table in every format of text.
func TestLoadRaw(t *testing.T) {
	for _, tt := range []struct{ file, content string }{
		{"Firms.csv", "name,city\na,x\nb,y\n"},
		{"Firms.tsv", "name\tcity\na\tx\nb\ty\n"},
		{"Firms.jsonl", "{\"name\":\"a\",\"city\":\"x\"}\n{\"name\":\"b\",\"city\":\"y\"}\n"},
		{"Firms.jsonl.gz", gzipped(t, "{\"name\":\"a\",\"city\":\"x\"}\n{\"name\":\"b\",\"city\":\"y\"}\n")},
	} {
		c, r, err := LoadRaw(t.Context(), write(t, map[string]string{tt.file: tt.content}))
		if err != nil {
			t.Errorf("%s: LoadRaw = %v", tt.file, err)
			continue
		}
		if p := r.Problems(); len(p) > 0 {
			t.Errorf("%s: problems %v, want none", tt.file, p)
		}
		table := c.Table("Firms")
		var cells []string
		for row := range table.Len() {
			for _, name := range []string{"name", "city"} {
				cells = append(cells, table.Cell(row, table.Column(name)).Text())
			}
		}
		if want := []string{"a", "x", "b", "y"}; !slices.Equal(cells, want) {
			t.Errorf("%s: cells %q, want %q", tt.file, cells, want)
		}
	}
}
