package published_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/validation/published"
	"github.com/taskgrove/taskgrove/schemas"
)

// dataDir returns the folder of the real LegalAgentBench data; the test is
// skipped where there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	root := os.Getenv("TASKGROVE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(root, "legalagentbench")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real data: set TASKGROVE_DATA to its folder (%v)", err)
	}
	return dir
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// legal returns the legal domain.
func legal(t testing.TB) *domain.Domain {
	t.Helper()
	d, err := legalOnce()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// legalOnce reads the legal domain once: many cases ask for it. Tables keep their order, in which
// the published tools found rows.
var legalOnce = sync.OnceValues(func() (*domain.Domain, error) {
	d, err := domain.Load(schemas.FS, "legal")
	if err == nil {
		d.FileOrder = true
	}
	return d, err
})

// loaded is the published data and the table of programs.
type loaded struct {
	tasks     []published.PublishedTask
	table     *published.ProgramTable
	recovered *published.ReplayWorld // the tables as they were recovered
	completed *published.ReplayWorld // completed by what recorded calls show
}

func load(t testing.TB) *loaded {
	t.Helper()
	dir := dataDir(t)
	d := legal(t)
	l := &loaded{}
	var err error
	if l.tasks, err = published.ReadTasks(readFile(t, filepath.Join(dir, "tasks.json")), "tasks.json"); err != nil {
		t.Fatal(err)
	}
	if l.table, err = published.Read(readFile(t, "testdata/tasks.yaml"), "testdata/tasks.yaml", d); err != nil {
		t.Fatal(err)
	}
	r, err := published.ReadRecording(readFile(t, filepath.Join(dir, "tool_calls.jsonl")), "tool_calls.jsonl", d)
	if err != nil {
		t.Fatal(err)
	}
	c, tools := open(t, filepath.Join(dir, "corpus"), d)
	names := published.NewNames(c, l.table.Patterns)
	l.recovered = &published.ReplayWorld{Domain: d, Names: names, Tools: tools, Recording: r}
	whole := t.TempDir()
	if err := r.Complete(c, whole); err != nil {
		t.Fatal(err)
	}
	c, tools = open(t, whole, d)
	l.completed = &published.ReplayWorld{Domain: d, Names: names, Tools: r.Caller(c, tools), Recording: r}
	return l
}

func open(t testing.TB, dir string, d *domain.Domain) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	c, s := toytest.Load(t, d, dir)
	return c, s
}
