package plan

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// toy returns the shipped small domain.
func toy(t testing.TB) *domain.Domain {
	d := shipped(t, "toy")
	d.FileOrder = true // the cases list rows so
	return d
}

func shipped(t testing.TB, name string) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, name)
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

// newExecutor returns an executor of a program that is valid.
func newExecutor(t rapid.TB, d *domain.Domain, tools tool.Caller, p *Program) *Executor {
	t.Helper()
	x, err := NewExecutor(d, tools, p)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// runOf runs a program over tools that do not fail.
func runOf(t rapid.TB, x *Executor, start []string) (*Trace, Reason) {
	t.Helper()
	trace, reason, err := x.Run(context.Background(), start)
	if err != nil {
		t.Fatal(err)
	}
	return trace, reason
}

// stepsOf returns the steps of a trace.
func stepsOf(t rapid.TB, trace *Trace) []Step {
	t.Helper()
	steps, err := trace.Steps()
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// runAllOf runs every node over tools that do not fail.
func runAllOf(t rapid.TB, x *Executor, start []string, known ...*NodeResult) *Trace {
	t.Helper()
	trace, err := x.RunAll(context.Background(), start, known...)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// asJSON returns the JSON of a record.
func asJSON(t rapid.TB, record any) []byte {
	t.Helper()
	b, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// callOf calls a tool that does not fail.
func callOf(t rapid.TB, tools tool.Caller, c tool.Call) tool.Result {
	t.Helper()
	r, err := tools.Call(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
