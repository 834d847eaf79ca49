package command_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// encoderServer is a Text Embeddings Inference whose tokens are the characters of a text. It refuses
// texts once it has encoded most of them; negative for never.
type encoderServer struct {
	mu      sync.Mutex
	most    int
	encoded []string
}

func (s *encoderServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ask struct{ Inputs []string }
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&ask); err != nil || len(ask.Inputs) != 1 {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
	}
	var answer any
	switch r.URL.Path {
	case "/info":
		answer = map[string]any{"model_id": "m", "model_sha": "1", "max_input_length": 512}
	case "/tokenize":
		var tokens []map[string]any
		for i, c := range ask.Inputs[0] {
			tokens = append(tokens, map[string]any{"special": false, "start": i, "stop": i + len(string(c))})
		}
		answer = []any{tokens}
	case "/embed_all":
		if s.most >= 0 && len(s.encoded) >= s.most {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		s.encoded = append(s.encoded, ask.Inputs[0])
		var states [][]float32
		for _, c := range ask.Inputs[0] {
			states = append(states, []float32{1, float32(c%97) / 97, float32(c % 2)})
		}
		answer = [][][]float32{states}
	}
	json.NewEncoder(w).Encode(answer)
}

// everyType are tasks of several types in the published form.
const everyType = `[{"id": "a", "question": "乙公司。", "answer": "乙公司。", "key": ["乙公司"], "key_middle": [], "type": "1-1", "way": "x"},
{"id": "b", "question": "甲公司的地址？", "answer": "沧京市。", "key": ["沧京市"], "key_middle": [], "type": "2-1", "way": "x----y"},
{"id": "c", "question": "甲公司的地址在哪？", "answer": "沧京市。", "key": ["沧京市"], "key_middle": [], "type": "5-1", "way": "x----y----z"},
{"id": "d", "question": "请写一份答辩状：丙公司。", "answer": "丁公司不欠款。", "key": ["丁公司"], "key_middle": [], "type": "", "way": "b"}]`

// A run is encoded over all types of tasks. What was encoded before the server fails is not encoded
// again, and the report has the same bytes as one made at once, with any number of workers.
func TestEncodedRunGoesOn(t *testing.T) {
	t.Parallel()
	report := func(server *encoderServer, workers string, interrupted bool) string {
		at := httptest.NewServer(server)
		defer at.Close()
		c := &critic{t: t, dir: t.TempDir()}
		c.bench(cli.Done, "run", "-agent", "echo", "-agent", "silent", "-tasks", c.file("tasks.json", everyType), "-workers", workers)
		if interrupted {
			if _, said := c.bench(cli.Failed, "report", "-encoder", at.URL); !strings.Contains(said, "status 400") || !strings.Contains(said, "are kept in") {
				t.Errorf("a server that fails: said %s", said)
			}
			server.mu.Lock()
			server.most = -1
			server.mu.Unlock()
		}
		c.bench(cli.Done, "report", "-encoder", at.URL, "-workers", workers)
		b, err := os.ReadFile(filepath.Join(c.dir, "out", "bench", "models", "scores.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	once, broken := &encoderServer{most: -1}, &encoderServer{most: 4}
	want := report(once, "1", false)
	if diff := cmp.Diff(want, report(broken, "4", true)); diff != "" {
		t.Errorf("report of an interrupted encoding (-want +got):\n%s", diff)
	}
	// Of the interrupted one, the reference in work is encoded once more.
	if n, most := len(broken.encoded), len(once.encoded)+1; n > most {
		t.Errorf("%d texts encoded after an interruption, want at most %d:\n%q", n, most, broken.encoded)
	}
	for _, text := range []string{"乙公司。", "丁公司不欠款。"} {
		if n := len(slices.DeleteFunc(slices.Clone(once.encoded), func(s string) bool { return s != text })); n != 1 {
			t.Errorf("%s is encoded %d times, want once", text, n)
		}
	}
	var a analysis.Analysis
	if err := json.Unmarshal([]byte(want), &a); err != nil {
		t.Fatal(err)
	}
	for _, one := range a.Agents {
		for _, row := range one.Rows {
			for _, name := range []string{recall.BERTPrecision, recall.BERTRecall, recall.BERTScore} {
				mean, n := figure(&row, name)
				if n != row.Tasks || one.Agent == "silent" && *mean != 0 || one.Agent == "echo" && !(*mean > 0) || one.Agent == "echo" && row.Type == "1-hop" && *mean != 1 {
					t.Errorf("%s, %s: %s of %v over %d of %d tasks", one.Agent, row.Type, name, mean, n, row.Tasks)
				}
			}
		}
	}
}
