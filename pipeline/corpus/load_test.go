package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// world is a domain of two tables and one retrieval corpus.
func world() *domain.Domain {
	return &domain.Domain{
		Name:      "world",
		Sentinels: []string{"-", "无"},
		Masks:     []string{"某", "*"},
		Tables: []domain.Table{{
			Name: "Cases",
			Key:  "number",
			Columns: []domain.Column{
				{Name: "number", Entity: "case"},
				{Name: "parties", Entity: "company", Separators: []string{",", "、"}},
				{Name: "amount", Kind: domain.KindMoney, Unit: "元", Sentinels: []string{"N/A"}},
				{Name: "share", Kind: domain.KindRatio},
				{Name: "filed", Kind: domain.KindDate},
				{Name: "firms", Kind: domain.KindCount},
			},
		}, {
			Name:    "Firms",
			Key:     "name",
			Columns: []domain.Column{{Name: "name", Entity: "firm"}, {Name: "province", Kind: domain.KindText}, {Name: "city", Kind: domain.KindText}},
		}},
		Passages: []domain.Passages{{Name: "Laws", Field: "contents"}},
		Tools: []domain.Tool{
			{Name: "get_case", Table: "Cases", Match: []domain.LookupMatch{{Columns: []string{"number"}}, {Columns: []string{"parties"}}}},
			{Name: "get_firms", Table: "Firms", Match: []domain.LookupMatch{{Columns: []string{"province", "city"}}}},
		},
	}
}

// write puts files into a new directory.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func load(t testing.TB, d *domain.Domain, dir string) (*Corpus, *LoadReport) {
	t.Helper()
	c, r, err := Load(context.Background(), dir, d)
	if err != nil {
		t.Fatalf("Load = %v", err)
	}
	return c, r
}

// dump writes a corpus and its report for goldens.
func dump(c *Corpus, r *LoadReport) string {
	var w strings.Builder
	for _, f := range r.Faults {
		fmt.Fprintln(&w, f)
	}
	counts, _ := json.Marshal(r.Counts)
	fmt.Fprintf(&w, "%s\n", counts)
	for _, tr := range r.Tables {
		fmt.Fprintf(&w, "\n%s %s: %d rows, %d kept, %d dropped\n", tr.Name, tr.File, tr.Rows, tr.Kept, tr.Dropped)
		if tr.Problem != "" {
			fmt.Fprintf(&w, "  %s\n", tr.Problem)
		}
		for _, cr := range tr.Columns {
			fmt.Fprintf(&w, "  %s: %d observed, %d empty, %d sentinel, %d present, %d unparsed\n",
				cr.Name, cr.Observed, cr.Empty, cr.Sentinel, cr.Present, cr.Unparsed)
		}
		t := c.Table(tr.Name)
		for row := range t.Len() {
			for col := range t.Spec().Columns {
				cell := t.Cell(row, col)
				if cell.Source == "" {
					continue
				}
				fmt.Fprintf(&w, "  %d %s %s %s", row, t.Spec().Columns[col].Name, cell.Source, cell.State)
				for _, v := range cell.Values {
					fmt.Fprintf(&w, " [%s %s]", v.Kind, v)
				}
				fmt.Fprintln(&w)
			}
		}
	}
	for _, pr := range r.Passages {
		fmt.Fprintf(&w, "\n%s %s: %d rows, %d kept, %d dropped\n", pr.Name, pr.File, pr.Rows, pr.Kept, pr.Dropped)
		if pr.Problem != "" {
			fmt.Fprintf(&w, "  %s\n", pr.Problem)
		}
		for _, text := range c.Passages(pr.Name) {
			fmt.Fprintf(&w, "  %q\n", text)
		}
	}
	return w.String()
}

// Each archive holds a corpus directory and what becomes of it: "want" a dump,
// or "error" the error with the directory as DIR.
func TestLoad(t *testing.T) {
	archives, err := filepath.Glob("testdata/load/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			last := &a.Files[len(a.Files)-1]
			for _, f := range a.Files[:len(a.Files)-1] {
				files[f.Name] = string(f.Data)
			}
			dir := write(t, files)
			got := ""
			c, r, err := Load(context.Background(), dir, world())
			switch last.Name {
			case "want":
				if err != nil {
					t.Fatalf("Load = %v", err)
				}
				got = dump(c, r)
			case "error":
				if err == nil || c != nil || r != nil {
					t.Fatalf("Load = %v, %v, nil, want an error alone", c, r)
				}
				got = strings.ReplaceAll(err.Error(), dir, "DIR") + "\n"
			}
			if os.Getenv("UPDATE") == "1" {
				last.Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(last.Data), got); diff != "" {
				t.Errorf("Load (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	if _, _, err := Load(context.Background(), filepath.Join(t.TempDir(), "absent"), world()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load of an absent directory = %v, want %v", err, fs.ErrNotExist)
	}
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "Cases.jsonl")); err != nil {
		t.Skip(err)
	}
	if _, _, err := Load(context.Background(), dir, world()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load of an unreadable file = %v, want %v", err, fs.ErrNotExist)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	dir = write(t, map[string]string{"Cases.jsonl": `{"number":"1"}`})
	if _, _, err := Load(ctx, dir, world()); !errors.Is(err, context.Canceled) {
		t.Errorf("Load in an ended context = %v, want %v", err, context.Canceled)
	}
}

// What a CSV reader would take for one long name or cell is said to be that.
func TestCSVSwallows(t *testing.T) {
	dir := write(t, map[string]string{"Firms.csv": "name,city\ra,b\rc,d\r"})
	want := filepath.Join(dir, "Firms.csv") + ": header row: a carriage return in a name: want lines that end in a line feed"
	if _, _, err := Load(context.Background(), dir, world()); err == nil || err.Error() != want {
		t.Errorf("Load = %v, want %s", err, want)
	}
	_, r := load(t, world(), write(t, map[string]string{"Firms.csv": "name,city\na,\"b\nc,d\ne,f\n"}))
	want = `Firms.csv:2: extraneous or missing " in quoted-field, which takes the lines up to 4 with it: want a CSV record (RFC 4180)`
	if len(r.Faults) != 3 || r.Faults[0].String() != want || r.Faults[2].String() != "Firms.csv:4: taken by the open quote of line 2: want that quote closed" {
		t.Errorf("Load reports %v, want %s and the lines that it takes", r.Faults, want)
	}
	if firms := r.Tables[1]; firms.Rows != 3 || firms.Dropped != 3 {
		t.Errorf("%d of %d rows dropped, want each of the 3 lines", firms.Dropped, firms.Rows)
	}
}

func TestFiles(t *testing.T) {
	dir := write(t, map[string]string{"Firms.csv": "name\n", "Cases.jsonl": "", "Laws.jsonl": "", "x.csv": "", ".Cases.csv": ""})
	got, err := Files(dir, world())
	if err != nil {
		t.Fatal(err)
	}
	var want []DataFile
	for _, name := range []string{"Cases.jsonl", "Firms.csv", "Laws.jsonl"} {
		want = append(want, DataFile{Name: name, Path: filepath.Join(dir, name), Holds: strings.TrimSuffix(name, filepath.Ext(name))})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Files (-want +got):\n%s", diff)
	}
}

// Files that are known are read whatever lies beside them.
func TestLoadFiles(t *testing.T) {
	dir := write(t, map[string]string{"Firms.csv": "name\na\n", "Firms.jsonl": "{}", "Cases.csv": "number\n1\n", "note.txt": ""})
	files := []DataFile{{Name: "Firms.csv", Path: filepath.Join(dir, "Firms.csv"), Holds: "Firms"}}
	c, r, err := LoadFiles(context.Background(), files, world())
	if err != nil {
		t.Fatal(err)
	}
	if c.Table("Firms").Len() != 1 || c.Table("Cases").Len() != 0 || len(r.Faults) > 0 {
		t.Errorf("LoadFiles = %d firms, %d cases, faults %v, want 1, 0, none", c.Table("Firms").Len(), c.Table("Cases").Len(), r.Faults)
	}
	files[0].Path += ".gone"
	if _, _, err := LoadFiles(context.Background(), files, world()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("LoadFiles of an absent file = %v, want %v", err, fs.ErrNotExist)
	}
}

func TestLongLinesAndMarks(t *testing.T) {
	long := strings.Repeat("长", 1<<20)
	dir := write(t, map[string]string{
		"Cases.jsonl": "\ufeff{\"number\":\"" + long + "\"}\r\n{\"number\":\"2\"}",
		"Firms.csv":   "\ufeffname,city\r\n" + long + ",甲\r\n",
	})
	c, r := load(t, world(), dir)
	if len(r.Faults) > 0 || c.Table("Cases").Len() != 2 || c.Table("Firms").Len() != 1 {
		t.Fatalf("Load = %d and %d rows, faults %v, want 2 and 1, none", c.Table("Cases").Len(), c.Table("Firms").Len(), r.Faults)
	}
	if got := c.Table("Cases").Cell(1, 0).Text(); got != long {
		t.Errorf("a cell of %d bytes came back with %d", len(long), len(got))
	}
	if got := c.Table("Firms").Cell(0, 0).Text(); got != long {
		t.Errorf("a cell of %d bytes came back with %d", len(long), len(got))
	}
}

// More faults of one reason than are kept are still counted.
// Readers in other languages iterate over a list; null is none.
func TestReportHasNoNull(t *testing.T) {
	_, r := load(t, world(), write(t, map[string]string{"Cases.jsonl": "{\"number\":\"2\"}"}))
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 || strings.Contains(string(b), "null") {
		t.Errorf("report of faultless tables = %s, want no fault and no null", b)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	var b bytes.Buffer
	for i := range 3 * maxFaults {
		fmt.Fprintf(&b, "{\"column%d\": 1}\n", i)
	}
	_, r := load(t, world(), write(t, map[string]string{"Cases.jsonl": b.String()}))
	if len(r.Faults) != 2*maxFaults || r.Counts[MissingKey] != 3*maxFaults || r.Counts[UnknownColumn] != 3*maxFaults {
		t.Errorf("Load = %d faults, counts %v, want %d, and %d of each", len(r.Faults), r.Counts, 2*maxFaults, 3*maxFaults)
	}
}
