// Package toytest opens domains and corpora for tests, and has the small world of domain toy.
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
	_, s := Load(t, Domain(t, "toy"), dir)
	return s
}

// Domain returns a shipped domain, and fails the test if it cannot be opened.
func Domain(t TB, name string) *domain.Domain {
	t.Helper()
	d, err := domain.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Load returns the corpus that a directory holds and its tools, and fails the test if they
// cannot be loaded.
func Load(t TB, d *domain.Domain, dir string) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tool.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return c, s
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
