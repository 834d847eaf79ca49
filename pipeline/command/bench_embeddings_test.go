package command_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// provisions are passages of which the embedding of one is as near as can be to that of
// the same text, and far from the others', whatever they say.
var provisions = []string{"甲法第一条：买卖合同应当公平。", "甲法第二条：出卖人交付标的物。", "乙法第一条：公司是企业法人。"}

// reader is a user with a corpus that is passages alone, and an embedding server.
func reader(t *testing.T) (u *user, server *llmtest.ModelServer, corpus string) {
	t.Helper()
	u = newUser(t)
	server = llmtest.Start(t, llmtest.ServerOptions{Key: secret})
	u.vars["OPENAI_BASE_URL"] = server.URL
	corpus = t.TempDir()
	var lines strings.Builder
	for _, p := range provisions {
		fmt.Fprintf(&lines, "{\"contents\": %q}\n", p)
	}
	if err := os.WriteFile(filepath.Join(corpus, "LegalArticle.jsonl"), []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return u, server, corpus
}

// retrieving is an agent that answers with the passage that is nearest to the question.
func retrieving(t *testing.T) (url string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			Question string
			Turns    []struct{ Observation string }
		}
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		reply := map[string]any{"calls": []any{map[string]any{
			"tool": "legal_article_retriever", "arguments": map[string]any{"identifier": m.Question, "k": 1},
		}}}
		if len(m.Turns) > 0 {
			reply = map[string]any{"answer": m.Turns[0].Observation}
		}
		if err := json.NewEncoder(w).Encode(reply); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestEmbeddings has passages ranked by a model for the agents of a run, pays for each text
// once, and tells of a server that is away, none of which shows the key.
func TestEmbeddings(t *testing.T) {
	t.Parallel()
	u, server, corpus := reader(t)
	tasks := filepath.Join(t.TempDir(), "tasks.json")
	one := fmt.Sprintf(`[{"id": 1, "question": %q, "answer": "-", "key": [%[1]q], "key_middle": [], "type": "1-hop", "way": "-"}]`, provisions[1])
	if err := os.WriteFile(tasks, []byte(one), 0o666); err != nil {
		t.Fatal(err)
	}
	bench := func(run string, more ...string) (int, string, string) {
		args := []string{"-domain", "legal", "-corpus", corpus, "-tasks", tasks, "-run", run, "-agent", "r=" + retrieving(t)}
		return u.run(benchCommand(), append(args, more...)...)
	}
	code, stdout, stderr := bench("ranked", "-embeddings", llmtest.DefaultEmbedder, "-fail-below", "paper.success=1")
	asked := server.Calls()
	if code != cli.Done || asked != 1 {
		t.Errorf("bench by embeddings exits with %d after %d requests, want %d after 1, of which the question is a text:\n%s%s", code, asked, cli.Done, stdout, stderr)
	}
	if code, _, _ := bench("again", "-embeddings", llmtest.DefaultEmbedder); code != cli.Done || server.Calls() != asked {
		t.Errorf("bench by embeddings that are paid for exits with %d after %d more requests", code, server.Calls()-asked)
	}
	code, _, stderr = bench("unknown", "-embeddings", "nobody")
	if code != cli.PartlyDone || !strings.Contains(stderr, "missing 1; running again tries them\n  r: model 1: ") {
		t.Errorf("bench by embeddings of a model that there is not exits with %d:\n%s", code, stderr)
	}
	u.vars["OPENAI_API_KEY"] = ""
	code, _, stderr = bench("unable", "-embeddings", llmtest.DefaultEmbedder, "-endpoint", server.URL+",key=OTHER_KEY")
	if code != cli.Failed || !strings.Contains(stderr, "want it in the environment variable OTHER_KEY") {
		t.Errorf("bench by embeddings without a key exits with %d:\n%s", code, stderr)
	}
	if code, _, stderr := bench("unable", "-model", "m", "-agent", "k="+server.URL+",key=OTHER_KEY"); code != cli.Misused {
		t.Errorf("bench of an agent without its key exits with %d:\n%s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(u.out, "bench", "unable")); !os.IsNotExist(err) {
		t.Errorf("a run that could not begin: %v, want no directory", err)
	}
	if code, _, stderr = u.run(benchCommand(), "-rehearse", "competent", "-embeddings", "m"); code != cli.Misused {
		t.Errorf("bench by embeddings of a model that is played exits with %d:\n%s", code, stderr)
	}
	u.keepsSecret()
}

// TestServeEmbeddings has agents get passages as a model ranks them.
func TestServeEmbeddings(t *testing.T) {
	t.Parallel()
	_, server, corpus := reader(t)
	line := toolServer(t, []string{"OPENAI_BASE_URL=" + server.URL, "OPENAI_API_KEY=" + secret},
		"-domain", "legal", "-corpus", corpus, "-listen", "127.0.0.1:0", "-embeddings", llmtest.DefaultEmbedder)
	at := strings.TrimSuffix(strings.TrimPrefix(line(), "tools at "), "/tools")
	for _, p := range provisions {
		body, err := json.Marshal(map[string]any{"identifier": p, "k": 1})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		status, answer := ask(t, "POST", at+"/law_api/legal_article_retriever", string(body), "")
		if err := json.Unmarshal([]byte(answer), &found); err != nil || status != 200 || len(found) != 1 || found[0] != p {
			t.Errorf("legal_article_retriever(%q) = %d %s, want the passage itself", p, status, answer)
		}
	}
	if server.Calls() != 1 {
		t.Errorf("%d requests for three passages and three queries of the same texts, want 1", server.Calls())
	}
}
