package infer_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// Whatever columns are left out, the draft is a domain, or the correction is refused.
func TestLeftOutColumns(t *testing.T) {
	albums, artists := [][]string{{"AlbumId", "Title", "ArtistId"}}, [][]string{{"ArtistId", "Name"}}
	for i := range 40 {
		albums = append(albums, []string{fmt.Sprint(i + 1), fmt.Sprintf("Album of %c%c", 'A'+i%26, 'a'+i/2), fmt.Sprint(i%20 + 1)})
	}
	for i := range 20 {
		artists = append(artists, []string{fmt.Sprint(i + 1), fmt.Sprintf("Artist %c%c", 'A'+i, 'b'+i)})
	}
	for _, tt := range []struct {
		columns  []string // of Artist
		declared []string // the key that a database declares
		key      string
		names    string
		fault    string
	}{
		{nil, nil, "ArtistId", "Name", ""},
		{[]string{"ArtistId"}, nil, "Name", "", ""},
		{[]string{"ArtistId"}, []string{"ArtistId"}, "Name", "", ""},
		{[]string{"Name"}, nil, "ArtistId", "", ""},
		{[]string{"ArtistId", "Name"}, nil, "", "", "table Artist: a column that names its rows is left out, and no other does: want it kept, or the table left out"},
	} {
		tables := tablesOf([]sheet{{"Album", albums}, {"Artist", artists}})
		tables[1].Key = tt.declared
		var c infer.Corrections
		for _, name := range tt.columns {
			c.Columns = append(c.Columns, infer.ColumnCorrection{Table: "Artist", Column: name, LeaveOut: true})
		}
		d, err := infer.Infer(tables, infer.Options{Name: "drafted", Corrections: c})
		if err != nil || tt.fault != "" {
			if fmt.Sprint(err) != tt.fault {
				t.Errorf("without %q: %v, want %s", tt.columns, err, tt.fault)
			}
			continue
		}
		var b bytes.Buffer
		if err := d.Write(&b); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "domain.yaml"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		loaded, err := domain.Open(dir)
		if err != nil {
			t.Errorf("without %q the draft is no domain: %v", tt.columns, err)
			continue
		}
		if spec := loaded.Table("Artist"); spec.Key != tt.key || spec.Names != tt.names {
			t.Errorf("without %q: key %s, names %q, want %s and %q", tt.columns, spec.Key, spec.Names, tt.key, tt.names)
		}
	}
}
