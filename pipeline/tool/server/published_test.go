package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/tool/server"
	"github.com/taskgrove/taskgrove/schemas"
)

// recorded is a call as a published agent made it, and what it read.
type recorded struct {
	Tool        string `json:"tool"`
	Args        any    `json:"args"`
	Observation string `json:"observation,omitempty"`
}

// answered is what testdata/published.py says of a call.
type answered struct {
	Status int    `json:"status"`
	Body   string `json:"body"`
	Text   string `json:"text"`
}

// published makes calls with the client in Python, or skips the test.
func published(t testing.TB, base string, calls []recorded) []answered {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine")
	}
	var in bytes.Buffer
	for _, c := range calls {
		b, err := json.Marshal(recorded{Tool: c.Tool, Args: c.Args})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(b, '\n'))
	}
	c := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "published.py"), base)
	var stderr bytes.Buffer
	c.Stdin, c.Stderr = &in, &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	var answers []answered
	for line := range bytes.Lines(out) {
		var a answered
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(calls) {
		t.Fatalf("%d answers to %d calls", len(answers), len(calls))
	}
	return answers
}

// The published client gets what it reads as Python, a fault's own words among them, with
// the header that it sends its publishers, and with a URL that has the token.
func TestPublishedClient(t *testing.T) {
	open := listen(t, serve(t, nil))
	closed := listen(t, serve(t, func(c *server.Config) { c.Token = token(t) }))
	calls := []recorded{
		{"firm", map[string]any{"name": "乙公司"}, `{'name': '乙公司', 'city': '宁波', 'paid': 12345678901234567890}`},
		{"city_firms", map[string]any{"name": "宁波", "columns": []string{"paid"}}, `[{'paid': 0.1}, {'paid': 12345678901234567890}]`},
		{"city_of", map[string]any{"name": "甲公司"}, `宁波`},
		{"firm", map[string]any{"name": "丁公司", "columns": []string{"1", "2", "3", "4", "5", "6"}}, `没有<数据>`},
		{"firm", map[string]any{"name": "甲公司", "columns": []string{"无"}}, `没有这一列`},
		{"firm", map[string]any{"name": "甲公司", "columns": []string{"1", "2", "3", "4", "5", "6"}}, `{'name': '甲公司', 'city': '宁波', 'paid': 0.1}`},
		{"notes", "买卖", `['买卖合同纠纷']`},
		{"add", []any{1, "2.50"}, `3.5`},
		{"firm", nil, `参数错误`},
		{"Final (Answer)", map[string]any{}, `参数错误`},
	}
	for name, base := range map[string]string{"open": open, "token": strings.Replace(closed, "//", "//agent:"+secret+"@", 1)} {
		for i, a := range published(t, base+"/law_api", calls) {
			if a.Status != 200 || a.Text != calls[i].Observation {
				t.Errorf("%s: %s(%v) = %+v, want 200 and %s", name, calls[i].Tool, calls[i].Args, a, calls[i].Observation)
			}
		}
	}
	for i, a := range published(t, closed+"/law_api", calls) {
		if a.Status != 401 || a.Text != "工具调用发生错误, 请检查传入工具的参数是否正确!" {
			t.Errorf("without the token: %s(%v) = %+v, want 401", calls[i].Tool, calls[i].Args, a)
		}
	}
}

// Over the real tables, every recorded call of the published agents has over HTTP what
// the tools return in the process, as the client in Python sends it; and the
// trajectories get the recorded text, letter for letter, for as many calls as the
// tables and passages of the recording can give it.
func TestRecordedCalls(t *testing.T) {
	dir := dataDir(t)
	d, err := domain.Load(schemas.FS, "legal")
	if err != nil {
		t.Fatal(err)
	}
	set, err := load(t.Context(), d, filepath.Join(dir, "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(config(d, set))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(dir, "tool_calls.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var calls []recorded
	for line := range bytes.Lines(file) {
		var c recorded
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.UseNumber()
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		calls = append(calls, c)
	}
	same := 0
	for i, a := range published(t, listen(t, s)+"/law_api", calls) {
		c := calls[i]
		want, err := set.Call(t.Context(), tool.Published(tool.Call{Tool: c.Tool, Args: c.Args}))
		if err != nil {
			t.Fatal(err)
		}
		if a.Status != 200 || a.Body != string(want.Observation()) {
			t.Errorf("call %d: %s(%v) = %d %.300s, want 200 %.300s", i+1, c.Tool, c.Args, a.Status, a.Body, want.Observation())
		}
		if a.Text == c.Observation {
			same++
		}
	}
	const alike = 1460
	if same != alike {
		t.Errorf("%d of %d calls have the recorded text, want %d", same, len(calls), alike)
	}
}

// dataDir returns the folder of the real LegalAgentBench data; the test is skipped where
// there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	root := os.Getenv("TASKGROVE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data") // beside the module
	}
	dir := filepath.Join(root, "legalagentbench")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no real data: set TASKGROVE_DATA to the folder that holds legalagentbench")
	}
	return dir
}
