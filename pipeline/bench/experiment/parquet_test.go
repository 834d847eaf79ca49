package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// hostile is a text that some reader may stumble over.
const hostile = "</script>\u2028\x00\"\\\n\t𠮷野家"

// written is a store of two entrants' attempts at some tasks, one of them hostile.
func written(t *testing.T, n int) (*Store, []*task.Task) {
	t.Helper()
	s, tasks := store(t), asks(n)
	// The order of the file is not that of the tasks.
	for i := len(tasks) - 1; i >= 0; i-- {
		for _, name := range []string{"b", "a"} {
			e, _ := entrant(name, right)
			e.Protocol = map[string]string{"b": "paper"}[name]
			transcript := &agent.Transcript{Answer: fmt.Sprintf("city %d", i), Calls: []agent.ObservedCall{}, End: agent.Finished}
			if i == 1 && name == "b" {
				summary := hostile
				transcript = &agent.Transcript{
					Answer: hostile, Summary: &summary, End: agent.Stuck, Detail: hostile,
					Calls:   []agent.ObservedCall{{Tool: "f", Arguments: []byte(`{"a":1.50}`), Observation: hostile}},
					Replies: []agent.ModelReply{{Phase: agent.Acting, Text: hostile, Fault: agent.BadForm}},
					Tokens:  &score.Tokens{Input: 1 << 40, Output: 2, Total: 3}, Spent: &llm.Spending{Answers: 2, Cost: 1_250_000_000_000},
				}
			}
			ref, err := referenceDigests(tasks[i])
			if err != nil {
				t.Fatal(err)
			}
			put(t, s, &StoredTrial{
				Head: headOf(&e, QuestionDigest(tasks[i]), digest.Of("tools"), 0), Reference: ref, Seconds: 0.25,
				Trial: bench.Trial{Task: tasks[i].ID, Type: tasks[i].Type, Agent: name, Transcript: transcript, Score: score.Grade(task.Reference(tasks[i]), transcript.Attempt())},
			})
		}
	}
	return s, tasks
}

// twice writes a file twice and returns the bytes, which must be the same.
func twice(t *testing.T, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := write(b); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("other bytes the second time")
	}
	if bytes.Contains(first.Bytes(), []byte("parquet-go")) {
		t.Error("the file names the library that wrote it: another version would give other bytes")
	}
	return first.Bytes()
}

// rowsOf reads a file by the library, names of columns included.
func rowsOf(t *testing.T, file []byte) (columns []string, rows []map[string]any, groups int) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Schema().Fields() {
		columns = append(columns, c.Name())
	}
	r := parquet.NewReader(f)
	defer r.Close()
	for range f.NumRows() {
		row := map[string]any{}
		if err := r.Read(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return columns, rows, len(f.RowGroups())
}

var spentColumns = []string{"tokens_input", "tokens_output", "tokens_total", "answers", "cost"}

// Attempts from before there were protocols are by the one that their agent is said to have.
func TestTrialsParquetNamesProtocol(t *testing.T) {
	s, tasks := written(t, 1)
	agents := s.Agents()
	for i := range agents {
		agents[i].Protocol = "taskgrove"
	}
	var b bytes.Buffer
	if err := WriteTrialsParquet(&b, s, ReadOptions{Tasks: tasks, Agents: agents}); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := rowsOf(t, b.Bytes())
	if len(rows) != 2 || rows[0]["protocol"] != "taskgrove" || rows[1]["protocol"] != "paper" {
		t.Errorf("rows %v, want protocol taskgrove of a, whose attempts name none, and paper of b, whose do", rows)
	}
}

func TestTrialsParquet(t *testing.T) {
	s, tasks := written(t, 2)
	file := twice(t, func(b *bytes.Buffer) error { return WriteTrialsParquet(b, s, ReadOptions{Tasks: tasks}) })
	columns, rows, _ := rowsOf(t, file)
	want := append(strings.Fields("task type agent role model method calls protocol epoch end detail answer summary turns said"), spentColumns...)
	if diff := cmp.Diff(want, columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	var order []string
	for _, r := range rows {
		order = append(order, fmt.Sprint(r["task"], r["agent"]))
	}
	if diff := cmp.Diff([]string{"t0a", "t0b", "t1a", "t1b"}, order); diff != "" {
		t.Errorf("order of rows (-want +got):\n%s", diff)
	}
	text := func(v any) string { b, _ := compactJSON(v); return b }
	a, _, _ := s.Get(AttemptKey(QuestionDigest(tasks[1]), digest.Of("tools"), digest.Of("entrant", "b"), 0))
	wantRows := []map[string]any{
		{"task": "t1", "type": "1-hop", "agent": "a", "role": "", "model": "m-a", "method": "react", "calls": "text", "protocol": "", "epoch": int32(0), "end": "finished", "detail": "", "answer": "city 1", "summary": nil,
			"turns": "[]", "said": "null", "tokens_input": nil, "tokens_output": nil, "tokens_total": nil, "answers": nil, "cost": nil},
		{"task": "t1", "type": "1-hop", "agent": "b", "role": "", "model": "m-b", "method": "react", "calls": "text", "protocol": "paper", "epoch": int32(0), "end": "stuck", "detail": hostile, "answer": hostile, "summary": hostile,
			"turns": text(a.Trial.Transcript.Calls), "said": text(a.Trial.Transcript.Replies), "tokens_input": int64(1 << 40), "tokens_output": int64(2), "tokens_total": int64(3), "answers": int64(2), "cost": 1.25},
	}
	if diff := cmp.Diff(wantRows, rows[2:]); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	readers(t, file, rows)
}

func TestScoresParquet(t *testing.T) {
	half, cost := 0.5, &llm.Spending{Answers: 1, Cost: 3}
	marks := []bench.Mark{
		{Task: "t", Type: "1-hop", Agent: "a", Epoch: 1, End: agent.Finished},
		{Task: hostile, Type: "2-hop", Agent: "b", Role: score.FloorAgent, Strict: score.Rates{Success: &half}, Paper: score.Rates{Process: &half}, End: agent.Exhausted, Calls: 10,
			Tokens: &score.Tokens{Input: 1, Output: 2, Total: 3}, Spent: cost, Failure: failure.Loop, Measures: map[string]float64{"b": 1, "a": 0.5}, Recital: wording.Mixed, Selection: &bench.Selection{Offered: 2, Lacked: []string{hostile}}, Domains: &bench.DomainUse{Unneeded: 1, Others: []string{hostile}}, Opinions: []judge.Opinion{{Judge: hostile, Score: 1}}},
	}
	file := twice(t, func(b *bytes.Buffer) error { return WriteScoresParquet(b, marks) })
	columns, rows, _ := rowsOf(t, file)
	want := append(strings.Fields("task type agent role epoch strict_success strict_process paper_success paper_process end failure turns"), append(spentColumns, "measures", "recital", "selection", "domains", "opinions")...)
	if diff := cmp.Diff(want, columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	text := func(v any) string { b, _ := compactJSON(v); return b }
	wantRows := []map[string]any{
		{"task": "t", "type": "1-hop", "agent": "a", "role": "", "epoch": int32(1), "strict_success": nil, "strict_process": nil, "paper_success": nil, "paper_process": nil, "end": "finished", "failure": "", "turns": int32(0),
			"tokens_input": nil, "tokens_output": nil, "tokens_total": nil, "answers": nil, "cost": nil, "measures": nil, "recital": nil, "selection": nil, "domains": nil, "opinions": nil},
		{"task": hostile, "type": "2-hop", "agent": "b", "role": "floor", "epoch": int32(0), "strict_success": 0.5, "strict_process": nil, "paper_success": nil, "paper_process": 0.5, "end": "exhausted", "failure": "loop", "turns": int32(10),
			"tokens_input": int64(1), "tokens_output": int64(2), "tokens_total": int64(3), "answers": int64(1), "cost": 3e-12, "measures": `{"a":0.5,"b":1}`, "recital": "mixed", "selection": text(marks[1].Selection), "domains": text(marks[1].Domains), "opinions": text(marks[1].Opinions)},
	}
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if _, none, _ := rowsOf(t, twice(t, func(b *bytes.Buffer) error { return WriteScoresParquet(b, nil) })); len(none) != 0 {
		t.Errorf("%d rows of no marks", len(none))
	}
	readers(t, file, rows)
}

// Groups are bounded in rows and in bytes.
func TestParquetGroups(t *testing.T) {
	marks := make([]bench.Mark, 2*groupRows+1)
	file := twice(t, func(b *bytes.Buffer) error { return WriteScoresParquet(b, marks) })
	if _, rows, groups := rowsOf(t, file); len(rows) != len(marks) || groups != 3 {
		t.Errorf("%d rows in %d groups, want %d in 3", len(rows), groups, len(marks))
	}
	s, tasks := store(t), asks(1)
	for i := range 5 {
		e, _ := entrant(fmt.Sprint(i), right)
		put(t, s, &StoredTrial{Head: headOf(&e, QuestionDigest(tasks[0]), "", 0), Trial: bench.Trial{Task: "t0", Agent: e.Name,
			Transcript: &agent.Transcript{Calls: []agent.ObservedCall{{Arguments: []byte("{}"), Observation: strings.Repeat("a", groupBytes/2)}}}}})
	}
	var b bytes.Buffer
	if err := WriteTrialsParquet(&b, s, ReadOptions{Tasks: tasks}); err != nil {
		t.Fatal(err)
	}
	if _, rows, groups := rowsOf(t, b.Bytes()); len(rows) != 5 || groups != 3 {
		t.Errorf("%d rows in %d groups, want 5 in 3", len(rows), groups)
	}
}

// readers holds what DuckDB and a reader in JavaScript see in a file to its rows.
func readers(t *testing.T, file []byte, rows []map[string]any) {
	t.Helper()
	dir := os.Getenv("TASKGROVE_READERS")
	if dir == "" {
		dir = filepath.Join("..", "..", "dataset", "testdata", "readers")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine")
	}
	for _, module := range []string{"hyparquet", "@duckdb/node-api"} {
		if _, err := os.Stat(filepath.Join(dir, "node_modules", module)); err != nil {
			t.Skipf("no module %s in %s: run npm install there, see dataset/testdata/readers/README.md", module, dir)
		}
	}
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "rows.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.CreateTemp(dir, "read-*.mjs") // where node looks for the modules
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(script.Name())
	if _, err := script.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := script.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), node, script.Name(), path).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		var want, got []map[string]any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			w := map[string]any{}
			for name, v := range r {
				switch v := v.(type) {
				case int64:
					w[name] = fmt.Sprint(v)
				case int32:
					w[name] = float64(v)
				default:
					w[name] = v
				}
			}
			want = append(want, w)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reader %d (-want +got):\n%s", i, diff)
		}
	}
}
