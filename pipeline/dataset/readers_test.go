package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// readers returns node and the directory that the readers' modules are installed
// in, or skips the test.
func readers(t *testing.T) (node, dir string) {
	t.Helper()
	dir = os.Getenv("TASKGROVE_READERS")
	if dir == "" {
		dir = filepath.Join("testdata", "readers")
	}
	for _, module := range []string{"hyparquet", "@duckdb/node-api"} {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", module)); err != nil {
			t.Skipf("no module %s in %s: run npm install there, see testdata/readers/README.md", module, dir)
		}
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine")
	}
	return node, dir
}

// compare runs a script over two files and returns what it printed. The script
// is copied beside the modules, where node looks for them.
func compare(t *testing.T, node, dir, script, parquet, jsonl string) (string, error) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "readers", script))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.CreateTemp(dir, "read-*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, f.Name(), parquet, jsonl).CombinedOutput()
	return string(out), err
}

// DuckDB and a reader in JavaScript see in the Parquet file what the JSONL says.
func TestOthersReadTheSameRows(t *testing.T) {
	node, dir := readers(t)
	tasks := made(t)
	odd := *tasks[0]
	odd.ID, odd.KeyMiddle, odd.Checks = "odd", nil, nil
	odd.KeyAnswer = []string{"", "𠮷野家\t\"", strings.Repeat("长", 100_000)}
	tasks = append(tasks, &odd)
	save := func(name string, tasks []*task.Task, write func(*bytes.Buffer, []*task.Task) error) string {
		var b bytes.Buffer
		if err := write(&b, tasks); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	parquet := func(b *bytes.Buffer, tasks []*task.Task) error { return task.WriteParquet(b, tasks) }
	jsonl := func(b *bytes.Buffer, tasks []*task.Task) error { return task.Write(b, tasks) }
	file := save("it's.parquet", tasks, parquet)
	out, err := compare(t, node, dir, "read.mjs", file, save("tasks.jsonl", tasks, jsonl))
	if want := "duckdb: 10 rows equal\nhyparquet: 10 rows equal\n"; err != nil || out != want {
		t.Errorf("readers say %q, %v, want %q", out, err, want)
	}
	other := odd
	other.KeyMiddle = []string{} // null is not empty
	changed := append(append([]*task.Task{}, tasks[:len(tasks)-1]...), &other)
	out, err = compare(t, node, dir, "read.mjs", file, save("tasks.jsonl", changed, jsonl))
	if err == nil || strings.Count(out, "row 10: key_middle is ") != 2 {
		t.Errorf("readers of changed tasks say %q, %v, want that both differ", out, err)
	}
}

// They see in the files of tools, reviews and tables what went in, hostile text and
// cells of two million bytes among it; a column of numbers has their sources.
func TestOthersReadTheOtherFiles(t *testing.T) {
	node, dir := readers(t)
	const readable = "<script>alert('x')</script>|`\" =1+2 \\ 𠮷" // as a cell that is read
	r := reviewed(t)
	r.Reviews = append(r.Reviews, review.PublishedDecision{
		Task: hostile, Original: hostile, By: hostile, Role: hostile, Kind: hostile, Reason: hostile,
		Note: strings.Repeat("长", 700_000), At: hostile, Seconds: 0.25, Shown: hostile,
	})
	c := loaded(t, mustDomain(t, "toy"), map[string]string{"Company.jsonl": `{"公司名称":"a","所属行业":` + source(readable) + `,"注册资本":0.50,"员工人数":12,"母公司":null}
{"公司名称":"b","所属行业":` + source(strings.Repeat("长", 700_000)) + `,"注册资本":"0.50"}
{"公司名称":"c","注册资本":true}
`})
	var reviews, tools, table bytes.Buffer
	texts := []string{hostile, "", "二"}
	var passages bytes.Buffer
	if err := errors.Join(
		WriteReviews(&reviews, r.Reviews), WriteTools(&tools, r.Tools),
		WriteTable(t.Context(), &table, c.Table("Company")), WritePassages(t.Context(), &passages, "Law", "text", texts),
	); err != nil {
		t.Fatal(err)
	}
	var wantReviews, wantTools, wantPassages []string
	line := func(v any) string {
		b, err := json.Marshal(v)
		return string(must(b, err))
	}
	for _, v := range r.Reviews {
		wantReviews = append(wantReviews, line(v))
	}
	for _, k := range r.Tools {
		for _, lang := range []string{"en", "zh"} {
			wantTools = append(wantTools, `{"name":`+line(k.Name)+`,"language":`+line(lang)+`,"kind":`+line(k.Kind)+`,"returns":`+line(k.Returns)+
				`,"description":`+line(k.Descriptions[lang])+`,"function":`+line(string(k.Functions[lang]))+`}`)
		}
	}
	for _, text := range texts {
		wantPassages = append(wantPassages, `{"text":`+line(text)+`}`)
	}
	wantTable := []string{
		`{"公司名称":"a","所属行业":` + line(readable) + `,"法定代表人":null,"注册资本":"0.5","成立日期":null,"员工人数":"12","母公司":"null","母公司持股比例":null}`,
		`{"公司名称":"b","所属行业":` + line(strings.Repeat("长", 700_000)) + `,"法定代表人":null,"注册资本":"0.5","成立日期":null,"员工人数":null,"母公司":null,"母公司持股比例":null}`,
		`{"公司名称":"c","所属行业":null,"法定代表人":null,"注册资本":"\"true\"","成立日期":null,"员工人数":null,"母公司":null,"母公司持股比例":null}`,
	}
	for name, tt := range map[string]struct {
		parquet *bytes.Buffer
		want    []string
	}{
		"reviews": {&reviews, wantReviews}, "tools": {&tools, wantTools}, "table": {&table, wantTable}, "passages": {&passages, wantPassages},
	} {
		file, jsonl := filepath.Join(t.TempDir(), name+".parquet"), filepath.Join(t.TempDir(), name+".jsonl")
		if err := errors.Join(os.WriteFile(file, tt.parquet.Bytes(), 0o666), os.WriteFile(jsonl, []byte(strings.Join(tt.want, "\n")), 0o666)); err != nil {
			t.Fatal(err)
		}
		out, err := compare(t, node, dir, "rows.mjs", file, jsonl)
		if want := fmt.Sprintf("duckdb: %d rows equal\nhyparquet: %d rows equal\n", len(tt.want), len(tt.want)); err != nil || out != want {
			t.Errorf("%s: readers say %.2000s, %v, want %q", name, out, err, want)
		}
	}
}
