package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

type firmPart struct {
	Name string `parquet:"name"`
	City string `parquet:"city"`
}

func writeParts(t *testing.T, dir string, parts map[string][]firmPart) {
	t.Helper()
	for name, rows := range parts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := parquet.WriteFile(path, rows); err != nil {
			t.Fatal(err)
		}
	}
}

// A directory of parts in Parquet is a table, of which a fault names the part.
func TestParts(t *testing.T) {
	parts := map[string][]firmPart{"part-0.parquet": {{"b", "x"}, {"a", "y"}}, "part-1.parquet": {{"c", "z"}, {"a", "w"}, {"", "v"}}}
	for _, name := range []string{"Firms", "Firms.parquet"} {
		dir := write(t, map[string]string{name + "/_SUCCESS": "", name + "/.part-0.parquet.crc": "x"})
		writeParts(t, filepath.Join(dir, name), parts)
		c, r := load(t, world(), dir)
		if got := c.Table("Firms"); got.Len() != 3 || got.Cell(2, 2).Text() != "z" {
			t.Errorf("%s has %d rows, want a, b and c", name, got.Len())
		}
		want := name + `/part-1.parquet:2: 2 of 5 rows dropped (duplicate_key 1, missing_key 1): name "a" stands in an earlier row: want a key of its own for each row`
		if got := r.Tables[1]; got.Problem != want || got.File != name {
			t.Errorf("problem of %s: %s, want %s", got.File, got.Problem, want)
		}
		raw, _, err := LoadRaw(t.Context(), dir)
		if err != nil || raw.Table("Firms") == nil || raw.Table("Firms").Len() != 5 {
			t.Errorf("LoadRaw = %v, %v, want 5 rows of Firms", raw, err)
		}
		files, err := Files(dir, world())
		if err != nil || len(files) != 1 || len(files[0].Parts()) != 2 || files[0].Parts()[1].Name != name+"/part-1.parquet" {
			t.Errorf("Files = %v, %v, want a directory of two parts", files, err)
		}
		c, _, err = LoadFiles(t.Context(), files, world())
		if err != nil || c.Table("Firms").Len() != 3 {
			t.Errorf("LoadFiles = %v", err)
		}
	}
}

// A directory that is not one of parts alone is not read, and the report says why.
func TestDirectoriesThatAreNoTable(t *testing.T) {
	for name, want := range map[string]string{
		"Firms/year=2009/part-0.parquet": "Firms: not read: want parts in the directory itself, not in year=2009: a column of that name in them",
		"Firms/old/part-0.parquet":       "Firms: not read: want a file, or a directory of parts with .parquet alone, without old",
		"Firms/part-0.csv":               "Firms: not read: want a file, or a directory of parts with .parquet alone, without part-0.csv",
		"Firms/_SUCCESS":                 "Firms: not read: want a file, or a directory of parts with .parquet",
	} {
		dir := write(t, map[string]string{name: "", "Cases.jsonl": `{"number": "1"}`})
		_, r := load(t, world(), dir)
		if got := r.Tables[1].Problem; got != want {
			t.Errorf("%s: problem %q, want %q", name, got, want)
		}
		_, r, err := LoadRaw(t.Context(), dir)
		if err != nil || len(r.Faults) != 1 || r.Faults[0].String() != want {
			t.Errorf("%s: LoadRaw reports %v, %v, want %s", name, r, err, want)
		}
	}
	dir, outside := write(t, map[string]string{"Firms/_SUCCESS": ""}), t.TempDir()
	writeParts(t, outside, map[string][]firmPart{"x.parquet": {{"a", "b"}}})
	if err := os.Symlink(filepath.Join(outside, "x.parquet"), filepath.Join(dir, "Firms", "part-0.parquet")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Load(t.Context(), dir, world()); err == nil || !strings.Contains(err.Error(), "a link out of the directory") {
		t.Errorf("Load of a link out of the parts = %v", err)
	}
}

// The problem of a table without a declaration names the part that is damaged.
func TestDamagedPart(t *testing.T) {
	dir := write(t, map[string]string{"Firms/part-1.parquet": "no table at all"})
	writeParts(t, filepath.Join(dir, "Firms"), map[string][]firmPart{"part-0.parquet": {{"a", "x"}}})
	_, r, err := LoadRaw(t.Context(), dir)
	if err != nil || !strings.HasPrefix(r.Tables[0].Problem, "Firms: part-1.parquet: not a Parquet file") {
		t.Errorf("LoadRaw = %v, problem %q, want one of part-1.parquet", err, r.Tables[0].Problem)
	}
}

// A file that is damaged behind its header leaves the other tables as they are. The problem of its own
// table names it without the directory that it lies in, which is nobody's business.
func TestProblemsNameNoDirectory(t *testing.T) {
	damaged := string(withPage(t, format.Gzip, format.PageHeader{UncompressedPageSize: 100, CompressedPageSize: 3}, []byte("abc")))
	dir := write(t, map[string]string{"Cases.csv": "number\n1\n", "Firms.parquet": damaged, "Laws/part-1.parquet": damaged})
	c, r, err := LoadRaw(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.Table("Cases").Len(); n != 1 {
		t.Errorf("Cases has %d rows, want 1", n)
	}
	problems := r.Problems()
	if len(problems) != 2 || !strings.HasPrefix(problems[0], "Firms.parquet: row group 1") || !strings.HasPrefix(problems[1], "Laws: part-1.parquet: row group 1") {
		t.Errorf("problems %q, want one of Firms.parquet and one of Laws", problems)
	}
	for _, p := range problems {
		if strings.Contains(p, dir) {
			t.Errorf("problem %q names the directory", p)
		}
	}
}
