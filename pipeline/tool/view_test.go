package tool_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// viewed is a table in which rows share keys, parties and spellings of brackets.
const viewed = `{"name": "甲（集团）公司", "short": "甲", "paid（元）": 1, "city": "宁波", "county": "江北", "lawyers": "丙所", "rivals": "丁所"}
{"name": "甲(集团)公司", "short": "甲", "paid（元）": 2, "city": "宁波", "county": "江北", "lawyers": "丁所", "rivals": "丁所"}
{"name": "丙公司", "short": "丙", "city": "宁波", "county": "江东", "rivals": "丙所"}
{"name": "丁公司", "short": "丙公司", "paid（元）": null, "city": "宁波", "county": "江东", "rivals": "丙所"}
`

// less returns the tools over the table with one line left out of its file; -1
// leaves out none.
func less(t testing.TB, line int) *tool.Set {
	t.Helper()
	lines := slices.Collect(strings.Lines(viewed))
	if line >= 0 {
		lines = slices.Delete(lines, line, line+1)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"Firm.jsonl": strings.Join(lines, ""), "Notes.jsonl": toyFiles["Notes.jsonl"]} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, toyDomain(), dir)
}

// keys are the keys of the rows, by number.
var keys = []string{"甲（集团）公司", "甲(集团)公司", "丙公司", "丁公司"}

// A view of a set less a row answers every call as a set over a file that never had
// the row.
func TestWithoutIsAsIfNotInTheFile(t *testing.T) {
	whole := less(t, -1)
	var views []*tool.ReducedSet
	var cut []*tool.Set
	for row, key := range keys {
		v, err := whole.Without("Firm", key, row)
		if err != nil {
			t.Fatal(err)
		}
		views, cut = append(views, v), append(cut, less(t, row))
	}
	names := []string{"firm", "company", "cases", "region", "short_name", "notes", "sum", "finish", "nothing"}
	values := append([]string{"甲", "丙", "甲（集团)公司", "丙所", "丁所", "戊所", "宁波", "江北", "江东"}, keys...)
	differed := false
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.IntRange(0, len(keys)-1).Draw(t, "row")
		args := map[string]any{}
		for _, name := range []string{"identifier", "city", "county", "query", "answer"} {
			if rapid.Bool().Draw(t, name) {
				args[name] = rapid.SampledFrom(values).Draw(t, "value")
			}
		}
		if rapid.Bool().Draw(t, "columns") {
			args["columns"] = rapid.SliceOfN(rapid.SampledFrom([]string{"name", "city", "paid(元)", "nothing"}), 0, 3).Draw(t, "names")
		}
		c := tool.Call{Tool: rapid.SampledFrom(names).Draw(t, "tool"), Args: args}
		got, err := views[row].Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		want, err := cut[row].Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if got.Fault != want.Fault || string(got.Observation()) != string(want.Observation()) {
			t.Errorf("%s(%v) without row %d = %s, want %s", c.Tool, args, row, got.Text(), want.Text())
		}
		all, err := whole.Call(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		differed = differed || string(all.Observation()) != string(got.Observation())
	})
	if !differed && !testing.Short() {
		t.Error("no call was answered otherwise than by the whole set, want some")
	}
}

func TestWithoutExamples(t *testing.T) {
	whole := less(t, -1)
	for _, tt := range []struct {
		row  int
		tool string
		args map[string]any
		want string
	}{
		{2, "firm", map[string]any{"identifier": "丙公司", "columns": []string{"name"}}, `{"name":"丁公司"}`}, // the next of two
		{3, "firm", map[string]any{"identifier": "丁公司"}, `"no \u003crow\u003e"`},                        // the only one
		{0, "firm", map[string]any{"identifier": "甲（集团）公司", "columns": []string{"name"}}, `{"name":"甲(集团)公司"}`},
		{1, "cases", map[string]any{"identifier": "丁所", "columns": []string{"name"}}, `[{"name":"甲（集团）公司"}]`},
		{2, "cases", map[string]any{"identifier": "丁所", "columns": []string{"paid（元）"}}, `[{"paid（元）":1},{"paid（元）":2}]`},
		{0, "short_name", map[string]any{"identifier": "甲(集团)公司"}, `"甲"`},
	} {
		v, err := whole.Without("Firm", keys[tt.row], tt.row)
		if err != nil {
			t.Fatal(err)
		}
		r, err := v.Call(t.Context(), tool.Call{Tool: tt.tool, Args: tt.args})
		if err != nil || string(r.Observation()) != tt.want {
			t.Errorf("%s(%v) without row %d = %s, %v, want %s", tt.tool, tt.args, tt.row, r.Observation(), err, tt.want)
		}
	}
}

func TestWithoutRefuses(t *testing.T) {
	whole := less(t, -1)
	for _, tt := range []struct {
		table, key string
		row        int
		want       string
	}{
		{"Nothing", "", 0, `table "Nothing": not declared by the domain`},
		{"Firm", "丙公司", 4, "row 4 of Firm: want one of the table's 4 rows, numbered from 0"},
		{"Firm", "丙公司", -1, "row -1 of Firm: want one of the table's 4 rows, numbered from 0"},
		{"Firm", "丙公司", 3, `row 3 of Firm has the key "丁公司": want "丙公司"`},
	} {
		v, err := whole.Without(tt.table, tt.key, tt.row)
		if v != nil || err == nil || err.Error() != tt.want {
			t.Errorf("Without(%q, %q, %d) = %v, %v, want the error %q", tt.table, tt.key, tt.row, v, err, tt.want)
		}
	}
}

// Many views of one set are called at once; none sees another's row as missing.
func TestViewsAreConcurrent(t *testing.T) {
	whole := less(t, -1)
	var workers sync.WaitGroup
	for row, key := range keys {
		v, err := whole.Without("Firm", key, row)
		if err != nil {
			t.Fatal(err)
		}
		workers.Go(func() {
			for range 200 {
				for other, name := range keys {
					r, err := v.Call(t.Context(), tool.Call{Tool: "region", Args: map[string]any{"city": "宁波", "county": []string{"江北", "江东"}[other/2]}})
					if err != nil {
						t.Error(err)
						return
					}
					want := []int32{int32(other/2) * 2, int32(other/2)*2 + 1}
					want = slices.DeleteFunc(want, func(r int32) bool { return int(r) == row })
					if d := cmp.Diff(want, r.Rows); d != "" {
						t.Errorf("the region of %s without row %d (-want +got):\n%s", name, row, d)
						return
					}
				}
			}
		})
	}
	workers.Wait()
}

// A view costs no more over a large table than over a small one.
func BenchmarkWithout(b *testing.B) {
	for _, rows := range []int{100, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			var lines strings.Builder
			for i := range rows {
				fmt.Fprintf(&lines, "{\"name\": \"公司%d\", \"city\": \"宁波\"}\n", i)
			}
			dir := b.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "Firm.jsonl"), []byte(lines.String()), 0o644); err != nil {
				b.Fatal(err)
			}
			whole := load(b, toyDomain(), dir)
			c := tool.Call{Tool: "firm", Args: map[string]any{"identifier": "公司7"}}
			b.ReportAllocs()
			for b.Loop() {
				v, err := whole.Without("Firm", "公司7", 7)
				if err != nil {
					b.Fatal(err)
				}
				if r, err := v.Call(b.Context(), c); err != nil || r.Fault != tool.FaultMissing {
					b.Fatalf("%s, %v, want nothing", r.Text(), err)
				}
			}
		})
	}
}

// No two keys of several columns read alike.
func TestKeysReadApart(t *testing.T) {
	d := &domain.Domain{Name: "shop", Tables: []domain.Table{{
		Name: "Lines", Keys: []string{"order", "product"},
		Columns: []domain.Column{{Name: "order", Entity: "order"}, {Name: "product", Entity: "product"}},
	}}}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Lines.csv"), []byte("order,product\n\"a, b\",c\na,\"b, c\"\na,b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for row := range c.Table("Lines").Len() {
		keys = append(keys, tool.Key(c.Table("Lines"), row))
	}
	slices.Sort(keys)
	if want := []string{`"a, b", c`, `a, "b, c"`, "a, b"}; !slices.Equal(keys, want) {
		t.Errorf("the keys are %q, want %q", keys, want)
	}
}
