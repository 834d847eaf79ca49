package command_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
)

// TestRetrievers compares BM25 with embeddings on two texts of which each, without its citations, is a
// passage: one that it cites, and one that it does not. Nothing is asked of a server without
// -embeddings, and each text is paid for once.
func TestRetrievers(t *testing.T) {
	t.Parallel()
	u, server, corpus := reader(t)
	abstracts := fmt.Sprintf("{\"文件名\": \"1\", \"案号\": \"（2019）苏0599民初1号\", \"文本摘要\": %q}\n{\"文件名\": \"2\", \"案号\": \"（2019）苏0599民初2号\", \"文本摘要\": %q}\n",
		provisions[0]+"《甲法》第一条", provisions[1]+"《乙法》第一条")
	if err := os.WriteFile(filepath.Join(corpus, "LegalAbstract.jsonl"), []byte(abstracts), 0o666); err != nil {
		t.Fatal(err)
	}
	tasks := filepath.Join(t.TempDir(), "tasks.json")
	if err := os.WriteFile(tasks, []byte(`[{"id": 1, "question": "?", "answer": "-", "key": ["-"], "key_middle": [], "type": "1-hop", "way": "-"}]`), 0o666); err != nil {
		t.Fatal(err)
	}
	compare := func(more ...string) (int, [][]string, string) {
		var stdout, stderr bytes.Buffer
		code := benchCommand().Exec(t.Context(), cli.Env{
			Args:   append([]string{"retrievers", "-domain", "legal", "-corpus", corpus, "-tasks", tasks, "-depth", "1", "-out", u.out, "-format", "csv"}, more...),
			Stdout: &stdout, Stderr: &stderr, Now: time.Now, Getenv: func(name string) string { return u.vars[name] },
		})
		u.said.WriteString(stdout.String() + stderr.String())
		lines, err := csv.NewReader(&stdout).ReadAll()
		if err != nil {
			t.Error(err)
		}
		var got [][]string
		for _, line := range lines[min(1, len(lines)):] {
			got = append(got, slices.Concat(line[:5], line[6:8]))
		}
		return code, got, stderr.String()
	}
	code, got, stderr := compare()
	if code != cli.Done || len(got) != 4 || server.Calls() != 0 {
		t.Errorf("bench retrievers exits with %d and %q after %d requests, want %d and four depths of bm25 after none:\n%s", code, got, server.Calls(), cli.Done, stderr)
	}
	code, got, stderr = compare("-embeddings", llmtest.DefaultEmbedder)
	// The nearest passage is the text itself; the other of the second query is among three passages anyway.
	want := [][]string{
		{"LegalArticle", "3", "texts", llmtest.DefaultEmbedder, "2", "1", "50.0"}, {"LegalArticle", "3", "texts", llmtest.DefaultEmbedder, "2", "3", "100.0"},
		{"LegalArticle", "3", "texts", llmtest.DefaultEmbedder, "2", "5", "100.0"}, {"LegalArticle", "3", "texts", llmtest.DefaultEmbedder, "2", "10", "100.0"},
	}
	if diff := cmp.Diff(want, got[min(4, len(got)):]); diff != "" || code != cli.Done {
		t.Errorf("by embeddings it exits with %d (-want +got):\n%s%s", code, diff, stderr)
	}
	asked := server.Calls()
	if code, _, _ := compare("-embeddings", llmtest.DefaultEmbedder, "-limit", "1"); code != cli.Done || asked != 1 || server.Calls() != asked {
		t.Errorf("bench retrievers exits with %d after %d requests and %d more, want 1 in all: the queries are passages, and paid for", code, asked, server.Calls()-asked)
	}
	if code, _, stderr := compare("-embeddings", "nobody"); code != cli.Failed || !strings.Contains(stderr, "nobody") {
		t.Errorf("a model that there is not: exit %d:\n%s", code, stderr)
	}
	for _, args := range [][]string{{"-endpoint", server.URL}, {"-limit", "-1"}, {"-format", "html"}} {
		if code, _, stderr := compare(args...); code != cli.Misused {
			t.Errorf("%s: exit %d, want %d:\n%s", args, code, cli.Misused, stderr)
		}
	}
	if err := os.Remove(filepath.Join(corpus, "LegalAbstract.jsonl")); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := compare(); code != cli.Failed || !strings.Contains(stderr, "nothing here rests on passages") {
		t.Errorf("without texts that cite: exit %d:\n%s", code, stderr)
	}
	u.keepsSecret()
}
