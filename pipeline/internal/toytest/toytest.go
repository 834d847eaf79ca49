// Package toytest has the small world of domain toy for tests.
package toytest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Context() context.Context
	Helper()
	Fatal(args ...any)
}

// Tools returns the tools of domain toy over its rows, and fails the test if they
// cannot be loaded.
func Tools(t TB) *tool.Set {
	t.Helper()
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Dir returns the directory of the toy domain's rows. It looks for the module's root
// above the working directory, which go test sets to a package's directory.
func Dir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); !errors.Is(err, fs.ErrNotExist) {
			return filepath.Join(dir, "pipeline", "command", "testdata", "toy"), err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = parent
	}
}
