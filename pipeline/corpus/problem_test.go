package corpus

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// random returns bytes that have no format.
func random(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return string(b)
}

// A file that gives no row of its table is said in one line, with the remedy.
func TestFilesWithoutRows(t *testing.T) {
	const table, objects = "name,city\na,b\nc,d\n", `{"name": "甲", "city": "乙"}` + "\n" + `{"name": "丙"}` + "\n"
	var courts bytes.Buffer
	type court struct {
		Number string `parquet:"number"`
		Amount int64  `parquet:"amount"`
	}
	if err := parquet.Write(&courts, []court{{"1", 2}, {"3", 4}}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ file, content, want string }{
		{"Firms.csv", "name,city\n\xe9t\xe9,b\n", "Firms.csv:2: 1 of 1 rows dropped (malformed 1): not UTF-8: want text in UTF-8, GB18030 or UTF-16, as iconv -f WINDOWS-1252 -t UTF-8 makes it of that encoding"},
		{"Firms.csv", "PK\x03\x04" + random(100), "Firms.csv: no row: a ZIP archive or an Excel workbook: want the file that is packed in it, or its table saved as CSV in UTF-8"},
		{"Firms.csv", courts.String(), "Firms.csv: no row: Parquet: want the extension .parquet"},
		{"Firms.csv", objects, "Firms.csv: no row: JSON: want the extension .jsonl and one JSON object a line"},
		{"Firms.jsonl", table, "Firms.jsonl:1: 3 of 3 rows dropped (malformed 3): CSV: want the extension .csv"},
		{"Firms.jsonl", "[" + strings.ReplaceAll(strings.TrimSpace(objects), "\n", ",\n") + "]\n", "Firms.jsonl:1: 2 of 2 rows dropped (malformed 2): a JSON list: want its objects alone, one a line"},
		{"Firms.jsonl", "[" + strings.ReplaceAll(strings.TrimSpace(objects), "\n", ",") + "]\n", "Firms.jsonl:1: 1 of 1 rows dropped (malformed 1): a JSON list: want its objects alone, one a line"},
		{"Firms.jsonl", "{\n  \"name\": \"a\"\n}\n{\n  \"name\": \"b\"\n}\n", "Firms.jsonl:1: 6 of 6 rows dropped (malformed 6): a JSON object over several lines: want one JSON object a line"},
		{"Firms.jsonl", "1\n\"a\"\n", "Firms.jsonl:1: 2 of 2 rows dropped (malformed 2): a JSON number: want one JSON object a line"},
		{"Firms.csv", random(5000), "Firms.csv: no row: binary data, not text: want text in UTF-8"},
		{"Firms.jsonl", random(50), "Firms.jsonl: no row: binary data, not text: want text in UTF-8"},
		{"Firms.csv", table + "x\x00,y\nlong enough a line,to make one byte a stray one\n", "Firms.csv:4: 1 of 4 rows dropped (missing_key 1): key name holds the control character U+0000: want a value that names the row"},
		{"Firms.csv", "firm,city\na,b\n", "Firms.csv:2: 1 of 1 rows dropped (missing_key 1): no cell in the key column name, but in firm: want a column name that names the row"},
		{"Firms.jsonl", `{"city": "b"}`, "Firms.jsonl:1: 1 of 1 rows dropped (missing_key 1): no cell in the key column name: want a column name that names the row"},
		{"Firms.parquet", courts.String(), "Firms.parquet:1: 2 of 2 rows dropped (missing_key 2): no cell in the key column name, but in number, amount: want a file of Firms, not of Cases"},
		{"Firms.xlsx", "", "Firms.xlsx: not read: want its sheet saved as Firms.csv"},
		{"Firms.parquet.gz", "", "Firms.parquet.gz: not read: want it unpacked, as Firms.parquet"},
		{"Firms.json", "", "Firms.json: not read: want Firms.jsonl with one JSON object a line"},
		{"firms.CSV", table, "firms.CSV: not read: want the name Firms.csv"},
		{"Firms", table, "Firms: not read: want Firms with .csv, .tsv, .jsonl or .parquet"},
		{"Firms.csv/x", "", "Firms.csv: not read: want a file, not a directory"},
		{"Firms.csv", "", "Firms.csv: no row: the file is empty: want a header row and rows"},
		{"Firms.jsonl", "\ufeff \n\n", "Firms.jsonl: no row: the file is empty: want one JSON object a line"},
		{"Firms.csv", "name,city\n", "Firms.csv: no row: a header alone: want a row a line below the header"},
		{"Firms.csv", "name,city\na,b\na,c\n", `Firms.csv:3: 1 of 2 rows dropped (duplicate_key 1): name "a" stands in an earlier row: want a key of its own for each row`},
		{"Firms.csv", "name,city\n-,b\nx,c\n,d\n", "Firms.csv:2: 2 of 3 rows dropped (missing_key 2): key name is sentinel: want a value that names the row"},
	} {
		_, r := load(t, world(), write(t, map[string]string{tt.file: tt.content, "Cases.jsonl": `{"number": "1"}`}))
		firms := r.Tables[1]
		if firms.Problem != tt.want || strings.Contains(firms.Problem, "\n") {
			t.Errorf("%s of %.60q: problem %q, want %q", tt.file, tt.content, firms.Problem, tt.want)
		}
		if r.Tables[0].Problem != "" {
			t.Errorf("problem of a faultless table = %q, want none", r.Tables[0].Problem)
		}
	}
}

// A file without rows is no problem of a table that may be empty, unless it is no file of the format.
func TestMayBeEmpty(t *testing.T) {
	d := world()
	d.Tables[1].MayBeEmpty = true
	for _, tt := range []struct{ file, content, want string }{
		{"Firms.csv", "", ""},
		{"Firms.csv", "name,city\n", ""},
		{"Firms.jsonl", "", ""},
		{"Firms.jsonl", "PK\x03\x04", "Firms.jsonl: no row: "},
		{"Firms.csv", "name,city\n-,b\n", "Firms.csv:2: 1 of 1 rows dropped"},
	} {
		_, r := load(t, d, write(t, map[string]string{tt.file: tt.content, "Cases.jsonl": `{"number": "1"}`}))
		if got := r.Tables[1].Problem; !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s of %q: problem %q, want %q", tt.file, tt.content, got, tt.want)
		}
	}
}

// A stray file beside a table's own is no problem of the table, and extensions in upper case
// are read.
func TestUpperCaseExtensions(t *testing.T) {
	dir := write(t, map[string]string{"Firms.CSV": "name,city\na,b\n", "Firms.xlsx": "", "Cases.JSONL": `{"number": "1"}`, "Laws.Jsonl": `"x"`})
	c, r := load(t, world(), dir)
	if got := fmt.Sprint(c.Table("Firms").Len(), c.Table("Cases").Len(), len(c.Passages("Laws"))); got != "1 1 1" {
		t.Errorf("rows and passages = %s, want 1 1 1", got)
	}
	for _, tr := range r.Tables {
		if tr.Problem != "" {
			t.Errorf("problem %q, want none", tr.Problem)
		}
	}
	if _, err := Files(write(t, map[string]string{"Firms.CSV": "", "Firms.csv": ""}), world()); err == nil {
		t.Error("two files of one table are taken")
	}
}

// A folder with no file of a table names the files that seem to be one.
func TestNoFile(t *testing.T) {
	dir := write(t, map[string]string{"Firms.xlsx": "", "Cases.jsonl.bz2": "", "readme.txt": ""})
	_, _, err := Load(context.Background(), dir, world())
	want := dir + ": no file of domain world: want files named after its tables, such as Cases.jsonl\n" +
		"Cases.jsonl.bz2: not read: want it unpacked, as Cases.jsonl\n" +
		"Firms.xlsx: not read: want its sheet saved as Firms.csv"
	if err == nil || err.Error() != want {
		t.Errorf("Load = %v, want %s", err, want)
	}
}

// Characters that act on a terminal or on the direction of text never leave a cell, and
// invisible ones are taken out of it.
func TestCleanCells(t *testing.T) {
	d := world()
	d.Tables[1].Columns = append(d.Tables[1].Columns, d.Tables[1].Columns[2])
	d.Tables[1].Columns[3].Name, d.Tables[1].Columns[3].Kind = "story", "prose"
	c, r := load(t, d, write(t, map[string]string{"Firms.jsonl": strings.Join([]string{
		`{"na\u200bme": "甲\u200b公司", "city": "北\u00ad京", "story": "a\nb\tc\ufeff"}`,
		`{"name": "甲公司", "city": "b"}`,
		`{"name": "\u202e乙公司"}`,
		`{"name": "丙公司", "city": "\u001b[2J", "province": "x\u0085y", "story": "\u2066"}`,
		`{"name": "丁公司", "city": " a\n", "province": "\u200b", "story": "\u001b"}`,
	}, "\n"), "Cases.csv": "number,parties\n1,\"甲公司,\n乙公司\"\n2,\"甲\n公司\"\n", "Laws.jsonl": `"第一条\u200b\n"` + "\n" + `"\u001b"`}))
	var got []string
	for _, name := range []string{"Firms", "Cases"} {
		table := c.Table(name)
		for row := range table.Len() {
			var cells []string
			for col := range table.Spec().Columns {
				cells = append(cells, table.Source(row, col))
			}
			got = append(got, strings.TrimRight(strings.Join(cells, " "), " "))
		}
	}
	want := []string{
		`"丁公司" "" " a\n"`,
		`"丙公司"`,
		`"甲公司"  "北京" "a\nb\tc"`,
		`"1" "甲公司,\n乙公司"`,
		`"2"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sources (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"第一条\n"}, c.Passages("Laws")); diff != "" {
		t.Errorf("passages (-want +got):\n%s", diff)
	}
	counts := map[LoadReason]int{ControlCharacter: 5, InvisibleCharacter: 4, DuplicateKey: 1, MissingKey: 1, Malformed: 1}
	if diff := cmp.Diff(counts, r.Counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s\n%v", diff, r.Faults)
	}
}

// A look at first bytes spares no cell the cleaning that it needs.
func TestSuspectMissesNothing(t *testing.T) {
	var r reading
	for c := rune(0); c <= 0x10ffff; c++ {
		if c >= 0xd800 && c < 0xe000 || c < ' ' || c == '"' || c == '\\' {
			continue
		}
		source := []byte(`"a` + string(c) + `a"`)
		kept, what := r.clean(source)
		if want := value.Control(c) || value.Invisible(c); (what != "") != want {
			t.Fatalf("clean(%q) = %s, %q, want a change: %v", source, kept, what, want)
		}
	}
}

// A file that is large enough to be cut is not taken for another encoding.
func TestHeadIsCutBetweenCharacters(t *testing.T) {
	for pad := range 3 {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, []byte(strings.Repeat("a", pad)+strings.Repeat("甲", sniffed/3+9)), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		text, err := openText(t.Context(), f)
		if err != nil || text.why != (cause{}) || len(text.head) < sniffed-3 {
			t.Errorf("text %+v, error %v, want no cause", text, err)
		}
	}
}
