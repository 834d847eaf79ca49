package corpus

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// small loads firms in three places, some of them partly unknown, in the order of the file.
func small(t testing.TB) *Table {
	d := world()
	d.FileOrder = true
	c, _ := load(t, d, write(t, map[string]string{"Firms.jsonl": `
{"name": "a", "province": "山东省", "city": "东营市"}
{"name": "b", "province": "山东省", "city": "济南市"}
{"name": "c", "province": "山东省"}
{"name": "d", "province": null, "city": "东营市"}
{"name": "e", "province": "山东省", "city": "东营市"}
{"name": "f", "province": "\u5c71\u4e1c\u7701", "city": " - "}
{"name": 7, "province": 7, "city": ""}
{"name": "g", "province": "7", "city": ""}`}))
	return c.Table("Firms")
}

func TestMatch(t *testing.T) {
	firms := small(t)
	tests := []struct {
		column, key string
		want        []int32
	}{
		{"province", "山东省", []int32{0, 1, 2, 4, 5}},
		{"province", "7", []int32{6, 7}},
		{"province", "山东", nil},
		{"province", "null", nil},
		{"city", " - ", []int32{5}},
		{"city", "", []int32{6, 7}},
		{"name", "7", []int32{6}},
		{"name", "", nil},
	}
	for _, tt := range tests {
		if got := firms.Match(firms.Column(tt.column), tt.key); !slices.Equal(got, tt.want) {
			t.Errorf("Match(%q, %q) = %v, want %v", tt.column, tt.key, got, tt.want)
		}
	}
}

func TestMatchAll(t *testing.T) {
	firms := small(t)
	p, c, n := firms.Column("province"), firms.Column("city"), firms.Column("name")
	tests := []struct {
		cols []int
		keys []string
		want []int32
	}{
		{[]int{p, c}, []string{"山东省", "东营市"}, []int32{0, 4}},
		{[]int{c, p}, []string{"东营市", "山东省"}, []int32{0, 4}},
		{[]int{p, c, n}, []string{"山东省", "东营市", "e"}, []int32{4}},
		{[]int{p, c, n}, []string{"山东省", "东营市", "b"}, nil},
		{[]int{p, c}, []string{"山东省", "西安市"}, nil},
		{[]int{c}, []string{"东营市"}, []int32{0, 3, 4}},
		{nil, nil, nil},
	}
	for _, tt := range tests {
		if got := firms.MatchAll(tt.cols, tt.keys); !slices.Equal(got, tt.want) {
			t.Errorf("MatchAll(%v, %q) = %v, want %v", tt.cols, tt.keys, got, tt.want)
		}
	}
}

func TestColumn(t *testing.T) {
	firms := small(t)
	for name, want := range map[string]int{"name": 0, "city": 2, "absent": -1, "": -1} {
		if got := firms.Column(name); got != want {
			t.Errorf("Column(%q) = %d, want %d", name, got, want)
		}
	}
}

// Whatever the cells, a table gives back every source, and an index the rows a
// walk over the table finds.
func TestTableHoldsWhatWasRead(t *testing.T) {
	words := []string{``, `null`, `""`, `"-"`, `"甲"`, `"\u7532"`, `7`, `7.0`, `"7"`, `"甲,乙"`, `true`}
	rapid.Check(t, func(t *rapid.T) {
		type firm struct{ province, city string }
		var firms []firm
		var file strings.Builder
		for i := range rapid.IntRange(0, 40).Draw(t, "rows") {
			f := firm{rapid.SampledFrom(words).Draw(t, "province"), rapid.SampledFrom(words).Draw(t, "city")}
			firms = append(firms, f)
			fmt.Fprintf(&file, `{"name": "n%d"`, i)
			if f.province != "" {
				fmt.Fprintf(&file, `, "province": %s`, f.province)
			}
			if f.city != "" {
				fmt.Fprintf(&file, `, "city": %s`, f.city)
			}
			file.WriteString("}\n")
		}
		b := newBuilder(world(), world().Table("Firms"), "Firms.jsonl")
		b.typed = true
		if err := readJSONL(t.Context(), strings.NewReader(file.String()), b); err != nil {
			t.Fatal(err)
		}
		table, _ := b.finish()
		if table.Len() != len(firms) {
			t.Fatalf("Len() = %d, want %d", table.Len(), len(firms))
		}
		for row, f := range firms {
			if got := (firm{table.Cell(row, 1).Source, table.Cell(row, 2).Source}); got != f {
				t.Fatalf("row %d = %q, want %q", row, got, f)
			}
		}
		key := rapid.SampledFrom([]string{"", "-", "甲", "7", "7.0", "甲,乙", "true", "null"}).Draw(t, "key")
		other := rapid.SampledFrom([]string{"", "甲", "7"}).Draw(t, "other")
		var one, both []int32
		for row, f := range firms {
			if matches(f.province, key) {
				one = append(one, int32(row))
				if matches(f.city, other) {
					both = append(both, int32(row))
				}
			}
		}
		if got := table.Match(1, key); !slices.Equal(got, one) {
			t.Fatalf("Match(%q) = %v, want %v", key, got, one)
		}
		if got := table.MatchAll([]int{1, 2}, []string{key, other}); !slices.Equal(got, both) {
			t.Fatalf("MatchAll(%q, %q) = %v, want %v", key, other, got, both)
		}
	})
}

// matches is what an index must agree with, by the standard library's JSON.
func matches(source, key string) bool {
	if source == "" || source == "null" {
		return false
	}
	var text string
	if json.Unmarshal([]byte(source), &text) != nil {
		text = source
	}
	return text == key
}

// A column whose values never repeat loses its dictionary and nothing else.
func TestManyDistinct(t *testing.T) {
	b := newBuilder(world(), world().Table("Firms"), "")
	rows := 2*trialRows + 7
	for i := range rows {
		name, city := fmt.Appendf(nil, `"n%d"`, i), fmt.Appendf(nil, `"c%d"`, min(i, 2*trialRows))
		if err := b.add(t.Context(), i, [][]byte{name, nil, city}); err != nil {
			t.Fatal(err)
		}
	}
	if b.cells[2].codes != nil {
		t.Error("the dictionary of a column of distinct values is still there")
	}
	table, report := b.finish()
	if report.Kept != rows || report.Columns[2].Present != rows {
		t.Fatalf("%d rows, %d cities, want %d", report.Kept, report.Columns[2].Present, rows)
	}
	if got, want := table.Match(2, fmt.Sprint("c", 2*trialRows)), []int32{2 * trialRows, 2*trialRows + 1}; !slices.Equal(got[:2], want) || len(got) != 7 {
		t.Errorf("Match of the repeated city = %v, want 7 rows from %v", got, want)
	}
	if got := table.Cell(trialRows, 2).Text(); got != fmt.Sprint("c", trialRows) {
		t.Errorf("Cell(%d) = %q, want %q", trialRows, got, fmt.Sprint("c", trialRows))
	}
}

// A table of more different cells than fit into memory is refused; cells that repeat count once.
func TestLargestTable(t *testing.T) {
	b := newBuilder(world(), world().Table("Firms"), "")
	b.most = 1 << 20
	city := []byte(`"` + strings.Repeat("c", 100_000) + `"`)
	for i := range 1000 {
		if err := b.add(t.Context(), i, [][]byte{fmt.Appendf(nil, `"%d"`, i), nil, city}); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	for i := 0; err == nil && i < 20; i++ {
		err = b.add(t.Context(), i, [][]byte{fmt.Appendf(nil, `"n%d"`, i), nil, fmt.Appendf(nil, `"%0100000d"`, i)})
	}
	if want := "more than 1 MiB of different cells: want several smaller tables, or fewer columns"; err == nil || err.Error() != want {
		t.Errorf("20 different cells of 100 kB: %v, want %s", err, want)
	}
}

func TestMasked(t *testing.T) {
	c, _ := load(t, world(), write(t, map[string]string{"Firms.csv": "name\n"}))
	for text, want := range map[string]bool{"陈某某": true, "万＊＊": true, "万福": false} {
		if got := c.Masked(text); got != want {
			t.Errorf("Masked(%q) = %v, want %v", text, got, want)
		}
	}
}

// Cells and indexes are made on first use, from any goroutine.
func TestConcurrentUse(t *testing.T) {
	firms := small(t)
	want := firms.Cell(0, 1)
	fresh := small(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for row := range fresh.Len() {
				fresh.Cell(row, 2)
			}
			if diff := cmp.Diff(want, fresh.Cell(0, 1)); diff != "" {
				t.Errorf("Cell (-want +got):\n%s", diff)
			}
			if got := fresh.Match(0, "e"); !slices.Equal(got, []int32{4}) {
				t.Errorf("Match = %v, want [4]", got)
			}
		})
	}
	wg.Wait()
}

func TestCellDoesNotAllocate(t *testing.T) {
	firms := small(t)
	walk := func() {
		for row := range firms.Len() {
			for col := range firms.Spec().Columns {
				firms.Cell(row, col)
			}
			firms.Match(1, "山东省")
		}
	}
	walk()
	if n := testing.AllocsPerRun(10, walk); n != 0 {
		t.Errorf("reading known cells allocates %v times, want 0", n)
	}
}

func TestDigest(t *testing.T) {
	sum := func(files map[string]string) string {
		c, _ := load(t, world(), write(t, files))
		first := c.Digest()
		if second := c.Digest(); second != first {
			t.Errorf("two digests of one corpus differ: %s, %s", first, second)
		}
		return string(first)
	}
	base := map[string]string{"Firms.jsonl": `{"name":"a","city":"b"}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"x"`}
	same := []map[string]string{
		{"Firms.csv": "name\nz\n", "Cases.jsonl": "", "Laws.jsonl": `"x"`},
		{"Firms.jsonl": "\n" + ` {"city":"b", "name":"a", "colour":1}` + "\n{\n" + `{"name":"c"}` + "\n" + `{"name":"a"}`, "Laws.jsonl": `{"contents":"x"}`, "note": ""},
		{"Firms.jsonl": base["Firms.jsonl"], "Laws.jsonl": base["Laws.jsonl"], "Cases.jsonl": ""},
		{"Firms.jsonl": `{"name":"c"}` + "\n" + `{"name":"a","city":"b"}`, "Laws.jsonl": `"x"`},
	}
	want := sum(base)
	for _, files := range same[1:] {
		if got := sum(files); got != want {
			t.Errorf("Digest of %q = %s, want %s", files, got, want)
		}
	}
	seen := map[string]map[string]string{want: base}
	for _, files := range []map[string]string{
		same[0],
		{"Firms.jsonl": `{"name":"a","province":"b"}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"x"`},
		{"Firms.jsonl": `{"name":"a","city":"b"}` + "\n" + `{"name":"c","city":null}`, "Laws.jsonl": `"x"`},
		{"Firms.jsonl": `{"name":"a"}` + "\n" + `{"name":"c","city":"b"}`, "Laws.jsonl": `"x"`},
		{"Firms.jsonl": `{"name":"a","city":"b"}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"y"`},
		{"Firms.jsonl": `{"name":"a","city":"b"}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"x"` + "\n" + `"x"`},
		{"Firms.jsonl": `{"name":"a","city":1}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"x"`},
		{"Firms.jsonl": `{"name":"a","city":1.0}` + "\n" + `{"name":"c"}`, "Laws.jsonl": `"x"`},
		{"Firms.jsonl": `{"name":"a","city":"b"}` + "\n" + `{"name":"c"}`},
	} {
		got := sum(files)
		if other, ok := seen[got]; ok {
			t.Errorf("Digest of %q = that of %q, want another", files, other)
		}
		seen[got] = files
	}
}

func TestStateOfUnobserved(t *testing.T) {
	if got := small(t).Cell(2, 2); got.State != value.Unobserved || got.Source != "" || got.Values != nil {
		t.Errorf("Cell nobody observed = %+v, want the zero Cell", got)
	}
}

// A key of several columns names rows by all of them; rows are in the order of its parts.
func TestCompositeKey(t *testing.T) {
	d := &domain.Domain{Name: "shop", Sentinels: []string{"-"}, Tables: []domain.Table{{
		Name: "Lines", Keys: []string{"order", "product"},
		Columns: []domain.Column{{Name: "order", Entity: "order"}, {Name: "product", Entity: "product"}, {Name: "quantity", Kind: domain.KindCount}},
	}}}
	c, r := load(t, d, write(t, map[string]string{"Lines.csv": "order,product,quantity\n10,2,5\n9,11,6\n9,2,7\n10,2,8\n1,02,1\n-,3,1\n4,,1\n10,\"2\u200b\",9\n"}))
	var got []string
	for row := range c.Table("Lines").Len() {
		got = append(got, strings.Join([]string{c.Table("Lines").Cell(row, 0).Text(), c.Table("Lines").Cell(row, 1).Text(), c.Table("Lines").Cell(row, 2).Text()}, " "))
	}
	if diff := cmp.Diff([]string{"1 02 1", "9 2 7", "9 11 6", "10 2 5"}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	var faults []string
	for _, f := range r.Faults {
		faults = append(faults, f.String())
	}
	if diff := cmp.Diff([]string{
		`Lines.csv:5: order "10" and product "2" stand together in an earlier row: want a key of its own for each row`,
		`Lines.csv:7: key order is sentinel: want a value that names the row`,
		`Lines.csv:8: key product is empty: want a value that names the row`,
		`Lines.csv:9: order "10" and product "2" stand together in an earlier row: want a key of its own for each row`,
		`Lines.csv:9: column product holds invisible characters, which are not read: want text without them`,
	}, faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// A point in time in a column of days is its day; a cell that is none is counted and quoted.
func TestPointsInTime(t *testing.T) {
	_, r := load(t, world(), write(t, map[string]string{"Cases.csv": "number,filed\n1,1996-07-04 14:03:00.000\n2,2021-03-05T23:30:00+01:00\n3,2021/3/5 14:00\n4,soon\n5,1996-07-04\n"}))
	got := r.Tables[0].Columns[4]
	if got.Present != 5 || got.Unparsed != 1 || got.Unread != "soon" {
		t.Errorf("cells %+v, want 5 of which 1 is no day, such as soon", got)
	}
}
