package plan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// toy returns the shipped small domain.
func toy(t testing.TB) *domain.Domain { return shipped(t, "toy") }

func shipped(t testing.TB, name string) *domain.Domain {
	t.Helper()
	d, err := domain.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// load reads a corpus directory and makes its tools callable.
func load(t testing.TB, d *domain.Domain, dir string) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	c, s, err := read(d, dir)
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func read(d *domain.Domain, dir string) (*corpus.Corpus, *tool.Set, error) {
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		return nil, nil, err
	}
	s, err := tool.New(c)
	return c, s, err
}

// realCorpus returns the directory of the recovered LegalAgentBench rows, or
// skips the test.
func realCorpus(t testing.TB) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		dir, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for _, err = os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); {
			dir = filepath.Dir(dir)
			_, err = os.Stat(filepath.Join(dir, "go.mod"))
		}
		data = filepath.Join(filepath.Dir(dir), "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real tables at %s: set TASKGROVE_DATA to the folder that holds legalagentbench", dir)
	}
	return dir
}

// toyOnce returns the toy domain, read once: laws ask for it at every drawing.
var toyOnce = sync.OnceValue(func() *domain.Domain {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	return d
})
