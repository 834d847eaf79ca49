package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// hostile is text that stumbles readers and that pages and spreadsheets act on.
const hostile = "<script>alert('x')</script>|`\"\n\u202eelpmaxe =1+2 \\ \u2028 𠮷\x00"

// source is text as a JSON string that escapes nothing but what it must.
func source(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\x00", `\u0000`).Replace(text) + `"`
}

func mustDomain(t testing.TB, name string) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, name)
	return d
}

// loaded reads files of the toy domain, by table.
func loaded(t testing.TB, d *domain.Domain, files map[string]string) *corpus.Corpus {
	t.Helper()
	dir, err := os.MkdirTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Whatever cells a table holds, the file that is written of it is read as the same
// corpus, bytes of sources and all, and is the same the second time.
func TestTablesComeBack(t *testing.T) {
	sources := []string{"", "null", `""`, `" "`, `"-"`, `"甲"`, `12`, `"12"`, `0.50`, `-1e3`, `true`, source(hostile), source(strings.Repeat("长", 3000))}
	d := mustDomain(t, "toy")
	rapid.Check(t, func(r *rapid.T) {
		columns := []string{"所属行业", "法定代表人", "注册资本", "员工人数"}
		given := map[string][]string{}
		for _, c := range columns {
			given[c] = rapid.SliceOfNDistinct(rapid.SampledFrom(sources), 1, 4, rapid.ID[string]).Draw(r, c)
		}
		var lines strings.Builder
		for i := range rapid.IntRange(0, 300).Draw(r, "rows") {
			fmt.Fprintf(&lines, `{"公司名称":"公司%d"`, i)
			for n, c := range columns {
				if source := given[c][(i+n)%len(given[c])]; source != "" {
					fmt.Fprintf(&lines, ",%s:%s", jsonText(c), source)
				}
			}
			lines.WriteString("}\n")
		}
		before := loaded(t, d, map[string]string{"Company.jsonl": lines.String()})
		var b, again bytes.Buffer
		if err := errors.Join(WriteTable(context.Background(), &b, before.Table("Company")), WriteTable(context.Background(), &again, before.Table("Company"))); err != nil {
			r.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) {
			r.Fatal("the file is other bytes the second time")
		}
		after := loaded(t, d, map[string]string{"Company.parquet": b.String()})
		if before.Digest() != after.Digest() {
			was, is := before.Table("Company"), after.Table("Company")
			if was.Len() != is.Len() {
				r.Fatalf("%d rows, want %d", is.Len(), was.Len())
			}
			for row := range was.Len() {
				for col, c := range was.Spec().Columns {
					if was.Source(row, col) != is.Source(row, col) {
						r.Fatalf("row %d, %s: %q, want %q", row, c.Name, is.Source(row, col), was.Source(row, col))
					}
				}
			}
			r.Fatal("another digest with the same cells")
		}
	})
}

// A text that its source spells with escapes it does not need has none in the file;
// from there on it stays as it is.
func TestEscapesAreSpeltOut(t *testing.T) {
	d := mustDomain(t, "toy")
	c := loaded(t, d, map[string]string{"Company.jsonl": `{"公司名称":"\u4e2d\u003c"}`})
	var b bytes.Buffer
	if err := WriteTable(t.Context(), &b, c.Table("Company")); err != nil {
		t.Fatal(err)
	}
	after := loaded(t, d, map[string]string{"Company.parquet": b.String()})
	if got, want := after.Table("Company").Source(0, 0), `"中<"`; got != want {
		t.Errorf("a source with escapes comes back as %s, want %s", got, want)
	}
}

func TestTableNames(t *testing.T) {
	for _, tt := range []struct{ names, want string }{
		{"CompanyInfo 公司 a.b", ""},
		{"a/b", "holds '/'"},
		{"a:b", "holds ':'"},
		{"nul\x00", "holds '\\x00'"},
		{"\u202eabc", "holds '\\u202e'"},
		{"a[1]", "holds '['"},
		{"nul", "is a device"},
		{"Com1.x", "is a device"},
		{"console auxiliary", ""},
		{".hidden", "begins or ends with a mark"},
		{"-rf", "begins or ends with a mark"},
		{"Case case", "cannot tell apart"},
		{strings.Repeat("长", 67), "has 201 bytes"},
		{"a\xff", "not UTF-8"},
	} {
		err := ValidateTables(strings.Split(tt.names, " "))
		if (tt.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ValidateTables(%q) = %v, want %q", tt.names, err, tt.want)
		}
	}
	if err := ValidateTables([]string{" a", ""}); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("ValidateTables of two bad names = %v, want both said", err)
	}
}

func TestWriteTableEnds(t *testing.T) {
	var lines strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&lines, "{\"公司名称\":\"公司%d\"}\n", i)
	}
	c := loaded(t, mustDomain(t, "toy"), map[string]string{"Company.jsonl": lines.String()})
	if err := WriteTable(t.Context(), full{}, c.Table("Company")); !errors.Is(err, errFull) {
		t.Errorf("WriteTable on a full disk = %v, want %v", err, errFull)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := WriteTable(ctx, new(bytes.Buffer), c.Table("Company")); !errors.Is(err, context.Canceled) {
		t.Errorf("WriteTable after the end = %v, want %v", err, context.Canceled)
	}
}

func TestPassagesComeBack(t *testing.T) {
	texts := []string{"一", hostile, strings.Repeat("二 ", 1_000_000), ""}
	var b bytes.Buffer
	if err := WritePassages(t.Context(), &b, "Law", "text", texts); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range read(t, b.Bytes()) {
		got = append(got, row["text"].(string))
	}
	want, _ := json.Marshal(texts)
	if is, _ := json.Marshal(got); string(is) != string(want) {
		t.Errorf("passages read are %.200s, want %.200s", is, want)
	}
}

// read reads a flat Parquet file of optional texts and numbers as rows by column.
func read(t testing.TB, b []byte) (rows []map[string]any) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	names := f.Schema().Columns()
	for _, g := range f.RowGroups() {
		r := g.Rows()
		defer r.Close()
		buffer := make([]parquet.Row, 10)
		for {
			n, err := r.ReadRows(buffer)
			for _, row := range buffer[:n] {
				m := map[string]any{}
				for _, v := range row {
					name := names[v.Column()][0]
					switch {
					case v.IsNull():
						m[name] = nil
					case v.Kind() == parquet.ByteArray:
						m[name] = string(v.ByteArray())
					case v.Kind() == parquet.Int32:
						m[name] = v.Int32()
					default:
						m[name] = v.Double()
					}
				}
				rows = append(rows, m)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return rows
}
