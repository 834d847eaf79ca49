package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/review"
)

// python returns the interpreter, or skips the test.
func interpreter(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine")
	}
	return path
}

// save writes files below a directory of the test's.
func save(t *testing.T, files map[string]func(io.Writer) error) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, write := range files {
		var b bytes.Buffer
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(write(&b), os.MkdirAll(filepath.Dir(path), 0o777))
		if err := errors.Join(err, os.WriteFile(path, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The task file for Inspect does with a dataset what its first lines say, against a
// stand-in of inspect_ai that takes the arguments of the real one alone.
func TestInspect(t *testing.T) {
	python := interpreter(t)
	r := release(t)
	first := *r.Tasks[0]
	first.Question, first.KeyAnswer, first.KeyMiddle = hostile, []string{hostile, "12"}, []string{"way"}
	first.AnswerValues = nil
	r.Tasks[0] = &first
	dir := save(t, map[string]func(io.Writer) error{
		InspectFile:   WriteInspect,
		SamplesFile:   func(w io.Writer) error { return WriteSamples(w, r) },
		FunctionsFile: func(w io.Writer) error { return WriteFunctions(w, r) },
	})
	var calls []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		b, _ := io.ReadAll(q.Body)
		calls = append(calls, q.Method+" "+q.URL.Path+" "+string(b))
		switch q.URL.Path {
		case "/get_court":
			io.WriteString(w, `"没有"`)
		case "/get_company_cases":
			http.Error(w, "no such company", http.StatusBadRequest)
		default:
			io.WriteString(w, `{"a": 0.50}`)
		}
	}))
	defer server.Close()
	testdata, err := filepath.Abs(filepath.Join("testdata", "inspect"))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), python, "-B", filepath.Join(testdata, "check.py"), dir, server.URL)
	c.Env = append(os.Environ(), "PYTHONPATH="+testdata)
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("check.py: %v\n%s", err, &stderr)
	}
	var got struct {
		Closed, Open, Told []string
		Metrics            map[string][]float64
		Tools              map[string]struct {
			Required   []string
			Properties map[string]map[string]any
		}
		Samples []struct {
			ID, Input, Path string
			Target          []string
		}
		Call, Text, Fault string
		Right, Silent     map[string]float64
		Stands            [][]any
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	check := func(what string, want, got any) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	check("closed-book solvers", []string{"system_message", "generate"}, got.Closed)
	check("solvers with tools", []string{"system_message", "use_tools", "generate"}, got.Open)
	check("languages of what the model is told", []string{"zh", "en", "en", "en"}, got.Told)
	// Tasks of one path are alike, so that two of them tell no more than one would: a plain
	// error would be 0.3333.
	clustered := []float64{0.6667, 0.4444}
	check("means and errors", map[string][]float64{"bounded": clustered, "process": clustered, "success": clustered}, got.Metrics)
	check("a result as JSON", `{"a": 0.50}`, got.Call)
	check("a result as text", "没有", got.Text)
	check("a fault", "no such company\n", got.Fault)
	check("scores of a right answer", map[string]float64{"success": 1, "process": 1, "bounded": 1}, got.Right)
	check("scores of no answer", map[string]float64{"success": 0, "process": 0, "bounded": 0}, got.Silent)
	check("calls", []string{
		`POST /get_company {"identifier": "东海", "columns": ["a"]}`, `POST /get_court {"identifier": "东海"}`, `POST /get_company_cases {"identifier": "none"}`,
	}, calls)
	check("keywords that stand", []any{true, false, false, false, false, true, true, true, true, false, false, true}, column2(got.Stands))
	if len(got.Samples) != len(r.Tasks) || got.Samples[0].Input != hostile || got.Samples[0].Target[0] != hostile {
		t.Errorf("%d samples, the first %q: want %d, the first %q", len(got.Samples), got.Samples[0].Input, len(r.Tasks), hostile)
	}
	for i, s := range got.Samples {
		if s.Path == "" || s.Path != r.Tasks[i].Path {
			t.Errorf("sample %d has path %q, want %q", i, s.Path, r.Tasks[i].Path)
		}
	}
	if _, ok := got.Tools["finish"]; ok || len(got.Tools) != len(r.workingTools()) {
		t.Errorf("%d tools: want %d and none that ends a trial", len(got.Tools), len(r.workingTools()))
	}
}

// column2 is the last of each row.
func column2(rows [][]any) (last []any) {
	for _, r := range rows {
		last = append(last, r[len(r)-1])
	}
	return last
}

// The calls that the Berkeley form has are Python, with the arguments of the steps.
func TestAnswersArePython(t *testing.T) {
	python := interpreter(t)
	r := release(t)
	odd := *r.Tasks[0]
	odd.Steps = append(odd.Steps[:1:1], odd.Steps[1])
	odd.Steps[1].Arguments = json.RawMessage(`{"identifier":` + string(must(json.Marshal(hostile+"</é"))) + `,"columns":["a",-1.50e3,true,false,null,{"b":[]}]}`)
	r.Tasks[0] = &odd
	dir := save(t, map[string]func(io.Writer) error{"answers.jsonl": func(w io.Writer) error { return WriteGroundTruth(w, r) }})
	const script = `
import ast, json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    [turn] = json.loads(line)["ground_truth"]
    for text in turn:
        call = ast.parse(text, mode="eval").body
        args = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
        print(json.dumps([call.func.id, args], sort_keys=True))
`
	c := exec.CommandContext(t.Context(), python, "-c", script, filepath.Join(dir, "answers.jsonl"))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	n := 0
	for _, k := range r.Tasks {
		for _, s := range r.calls(k) {
			var name string
			var got, want map[string]any
			if err := json.Unmarshal([]byte(lines[n]), &[]any{&name, &got}); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(s.Arguments, &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); name != s.Tool || diff != "" {
				t.Errorf("call %d is of %s with other arguments (-want +got):\n%s\nwant %s", n+1, name, diff, s.Tool)
			}
			n++
		}
	}
	if n != len(lines) {
		t.Errorf("%d calls, want %d", len(lines), n)
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// Questions, answers and documents go together: the same IDs in the same order, and
// every function that is called has its document.
func TestBFCLFilesFit(t *testing.T) {
	r := release(t)
	var questions, answers, docs bytes.Buffer
	if err := errors.Join(WriteQuestions(&questions, r), WriteGroundTruth(&answers, r), WriteDocs(&docs, r)); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(docs.String()) {
		var f struct {
			Name       string
			Parameters struct {
				Type       string
				Properties map[string]struct{ Type string }
			}
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		known[f.Name] = true
		if f.Parameters.Type != "dict" {
			t.Errorf("parameters of %s are a %s, want a dict", f.Name, f.Parameters.Type)
		}
		for name, p := range f.Parameters.Properties {
			switch p.Type {
			case "string", "integer", "float", "boolean", "array", "any":
			default:
				t.Errorf("parameter %s of %s is of type %q, which the form has not", name, f.Name, p.Type)
			}
		}
	}
	asked, given := strings.Split(questions.String(), "\n"), strings.Split(answers.String(), "\n")
	for i, k := range r.Tasks {
		var q struct {
			ID, Task string
			Question [][]struct{ Role, Content string }
			Path     []string
		}
		var a struct {
			ID          string
			GroundTruth [][]string `json:"ground_truth"`
		}
		if err := errors.Join(json.Unmarshal([]byte(asked[i]), &q), json.Unmarshal([]byte(given[i]), &a)); err != nil {
			t.Fatal(err)
		}
		if q.ID != a.ID || q.Task != k.ID || q.Question[0][0].Content != k.Question || len(q.Question) != len(a.GroundTruth) || len(q.Path) != len(a.GroundTruth[0]) || len(q.Path) == 0 {
			t.Errorf("question %s does not fit its answer %s or task %s", asked[i], given[i], k.ID)
		}
		for _, p := range q.Path {
			if name := strings.TrimPrefix(p, bfclClass+"."); !known[name] {
				t.Errorf("function %s is called and has no document", name)
			}
		}
	}
}

// Hostile text in every field of tools and reviews is read back as it is.
func TestHostileRecords(t *testing.T) {
	v := review.PublishedDecision{
		Task: hostile, Original: hostile, By: hostile, Role: hostile, Kind: hostile, Reason: hostile,
		Note: strings.Repeat(hostile, 50_000), Source: hostile, Round: 2, At: hostile, Seconds: 1.5, Shown: hostile,
	}
	var b bytes.Buffer
	if err := WriteReviews(&b, []review.PublishedDecision{v, {}}); err != nil {
		t.Fatal(err)
	}
	rows := read(t, b.Bytes())
	for _, c := range reviewColumns() {
		want := any(hostile)
		switch c.name {
		case "note":
			want = v.Note
		case "seconds":
			want = 1.5
		case "round":
			want = int32(2)
		}
		if rows[0][c.name] != want {
			t.Errorf("column %s comes back as %.40q, want %.40q", c.name, rows[0][c.name], want)
		}
	}
	if len(rows) != 2 || len(rows[0]) != len(reviewColumns()) {
		t.Errorf("%d rows of %d columns, want 2 of %d", len(rows), len(rows[0]), len(reviewColumns()))
	}
	if err := WriteReviews(io.Discard, []review.PublishedDecision{{Note: "a\xff"}}); err == nil {
		t.Error("a note that is not UTF-8 is written, want an error")
	}
	b.Reset()
	k := ToolDescription{Name: "a", Kind: hostile, Returns: hostile, Descriptions: map[string]string{"zh": hostile}, Functions: map[string]json.RawMessage{"zh": must(json.Marshal(hostile))}}
	if err := WriteTools(&b, []ToolDescription{k}); err != nil {
		t.Fatal(err)
	}
	row := read(t, b.Bytes())[0]
	want := map[string]any{"name": "a", "language": "zh", "kind": hostile, "returns": hostile, "description": hostile, "function": string(k.Functions["zh"])}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("tool (-want +got):\n%s", diff)
	}
	if len(row) != len(toolColumns()) {
		t.Errorf("%d columns documented, want %d", len(toolColumns()), len(row))
	}
}

// What a form has no place for stays out of it: twins have no answer to score.
func TestFormsHaveTasksAlone(t *testing.T) {
	r := twinned(t)
	for name, write := range map[string]func(io.Writer, *Release) error{"samples": WriteSamples, "questions": WriteQuestions, "answers": WriteGroundTruth} {
		var with, without bytes.Buffer
		bare := *r
		bare.Twins = nil
		if err := errors.Join(write(&with, r), write(&without, &bare)); err != nil {
			t.Fatal(err)
		}
		if with.String() != without.String() || strings.Count(with.String(), "\n") != len(r.Tasks) {
			t.Errorf("%s: other lines with twins, or not one a task", name)
		}
	}
}
