package corpus

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

type record struct {
	Name    string    `parquet:"name"`
	Text    *string   `parquet:"text,optional"`
	Whole   int64     `parquet:"whole"`
	Small   uint32    `parquet:"small"`
	Amount  *float64  `parquet:"amount,optional"`
	Price   int64     `parquet:"price,decimal(2:18)"`
	Day     int32     `parquet:"day,date"`
	Filed   time.Time `parquet:"filed,timestamp"`
	Yes     bool      `parquet:"yes"`
	Bytes   []byte    `parquet:"bytes"`
	List    []string  `parquet:"list,list"`
	Unasked string    `parquet:"unasked"`
}

func recordDomain() *domain.Domain {
	d := &domain.Domain{Name: "records", FileOrder: true, Tables: []domain.Table{{Name: "R", Key: "name"}}}
	for _, name := range []string{"name", "text", "whole", "small", "amount", "price", "day", "filed", "yes", "bytes", "list", "absent"} {
		d.Tables[0].Columns = append(d.Tables[0].Columns, domain.Column{Name: name, Kind: domain.KindText})
	}
	return d
}

func records() []record {
	text, amount, nan := "山\"东\n", 740564.5, math.NaN()
	day := time.Date(2019, 12, 11, 0, 0, 0, 0, time.UTC)
	return []record{
		{Name: "a", Text: &text, Whole: -7, Small: math.MaxUint32, Amount: &amount, Price: -12345, Day: int32(day.Unix() / 86400), Filed: day, Yes: true, Bytes: []byte("x"), List: []string{"p", "q"}, Unasked: "u"},
		{Name: "b", Filed: day.Add(90 * time.Minute), Amount: &nan, Unasked: "u"},
		{Name: "a", Unasked: "u"},
		{Name: "c", Bytes: []byte{0xff}, Unasked: "u"},
		{Name: "d", Day: -1, Price: 1e17, Unasked: "u"},
	}
}

func writeParquet(t testing.TB, rows []record, options ...parquet.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "R.parquet")
	var b bytes.Buffer
	w := parquet.NewGenericWriter[record](&b, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestParquet(t *testing.T) {
	for name, options := range map[string][]parquet.WriterOption{
		"one group":  nil,
		"two a rows": {parquet.MaxRowsPerRowGroup(2)},
		"snappy":     {parquet.Compression(&parquet.Snappy)},
	} {
		c, r := load(t, recordDomain(), filepath.Dir(writeParquet(t, records(), options...)))
		var got [][]string
		table := c.Table("R")
		for row := range table.Len() {
			var sources []string
			for col := range table.Spec().Columns {
				sources = append(sources, table.Cell(row, col).Source)
			}
			got = append(got, sources)
		}
		want := [][]string{
			{`"a"`, `"山\"东\n"`, `-7`, `4294967295`, `740564.5`, `-123.45`, `"2019-12-11"`, `"2019-12-11 00:00:00"`, `true`, `"x"`, ``, ``},
			{`"b"`, `null`, `0`, `0`, `null`, `0`, `"1970-01-01"`, `"2019-12-11 01:30:00"`, `false`, `""`, ``, ``},
			{`"c"`, `null`, `0`, `0`, `null`, `0`, `"1970-01-01"`, got[2][7], `false`, ``, ``, ``},
			{`"d"`, `null`, `0`, `0`, `null`, `1000000000000000`, `"1969-12-31"`, got[3][7], `false`, `""`, ``, ``},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var faults []string
		for _, f := range r.Faults {
			faults = append(faults, f.String())
		}
		wantFaults := []string{
			`R.parquet:1: column list holds a list or an object, 5 times: want a string, a number, true, false or null`,
			`R.parquet:1: unknown column "unasked", 5 times: want a column of R`,
			`R.parquet:3: name "a" stands in an earlier row: want a key of its own for each row`,
			`R.parquet:4: column bytes holds bytes that are not UTF-8: want text`,
		}
		if diff := cmp.Diff(wantFaults, faults); diff != "" {
			t.Errorf("%s: faults (-want +got):\n%s", name, diff)
		}
	}
}

func TestUnscaled(t *testing.T) {
	tests := []struct {
		v    parquet.Value
		want int64
	}{
		{parquet.Int32Value(-5), -5},
		{parquet.Int64Value(1 << 40), 1 << 40},
		{parquet.ByteArrayValue([]byte{0x30, 0x39}), 12345},
		{parquet.FixedLenByteArrayValue([]byte{0xff, 0xff, 0xcf, 0xc7}), -12345},
		{parquet.ByteArrayValue(nil), 0},
	}
	for _, tt := range tests {
		if got := unscaled(tt.v); got.Int64() != tt.want {
			t.Errorf("unscaled(%v) = %v, want %d", tt.v.GoString(), got, tt.want)
		}
	}
}

// Damage anywhere in a file is an error, or goes unnoticed where the format has
// no checksum; it never ends the program.
func TestParquetDamage(t *testing.T) {
	path := writeParquet(t, records())
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := 0; at < len(sound); at += 7 {
		damaged := bytes.Clone(sound)
		damaged[at] ^= 0x55
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Load(context.Background(), filepath.Dir(path), recordDomain()); err != nil {
			refused++
			if !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("Load of a file damaged at %d = %v, want the file's name first", at, err)
			}
		}
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

// Passages are a column of a Parquet file; other columns are let be.
func TestParquetPassages(t *testing.T) {
	type law struct {
		ID       int64   `parquet:"id"`
		Contents *string `parquet:"contents,optional"`
	}
	type other struct {
		Contents []string `parquet:"contents,list"`
	}
	type none struct {
		Text string `parquet:"text"`
	}
	first, blank, second := "第一条\n", " ", "第二条"
	dir := t.TempDir()
	path := filepath.Join(dir, "Laws.parquet")
	if err := parquet.WriteFile(path, []law{{1, &first}, {2, nil}, {3, &blank}, {4, &second}}); err != nil {
		t.Fatal(err)
	}
	c, r := load(t, world(), dir)
	if diff := cmp.Diff([]string{first, second}, c.Passages("Laws")); diff != "" {
		t.Errorf("Passages (-want +got):\n%s", diff)
	}
	want := []PassagesReport{{Name: "Laws", File: "Laws.parquet", Rows: 4, Kept: 2, Dropped: 2, Drops: map[LoadReason]int{MissingText: 2}, Problem: `Laws.parquet:2: 2 of 4 rows dropped (missing_text 2): no text: want a string in field "contents"`}}
	if diff := cmp.Diff(want, r.Passages); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	var faults []string
	for _, f := range r.Faults {
		faults = append(faults, f.String())
	}
	if diff := cmp.Diff([]string{`Laws.parquet:2: no text: want a string in field "contents"`, `Laws.parquet:3: no text: want a string in field "contents"`}, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}

	if err := parquet.WriteFile(path, []other{{[]string{"a"}}}); err != nil {
		t.Fatal(err)
	}
	if _, r := load(t, world(), dir); r.Counts[MissingText] != 1 || len(r.Faults) != 1 {
		t.Errorf("Load of lists reports %v, want one row without text", r.Faults)
	}
	if err := parquet.WriteFile(path, []none{{"a"}}); err != nil {
		t.Fatal(err)
	}
	wantErr := path + `: no column "contents": want the column that holds the texts`
	if _, _, err := Load(context.Background(), dir, world()); err == nil || err.Error() != wantErr {
		t.Errorf("Load without the column = %v, want %s", err, wantErr)
	}
}
