package tool_test

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/schemas"
)

// legal returns the tools of the legal world over the real data, in whose order the published
// tools found rows.
func legal(t testing.TB, dir string, opts ...tool.Option) *tool.Set {
	t.Helper()
	d, err := domain.Load(schemas.FS, "legal")
	if err != nil {
		t.Fatal(err)
	}
	d.FileOrder = true
	return load(t, d, filepath.Join(dir, "corpus"), opts...)
}

func load(t testing.TB, d *domain.Domain, dir string, opts ...tool.Option) *tool.Set {
	t.Helper()
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := tool.New(c, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// dataDir returns the folder of the real LegalAgentBench data; the test is
// skipped where there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	root := os.Getenv("TASKGROVE_DATA")
	if root == "" {
		dir, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				break
			}
			if dir == filepath.Dir(dir) {
				t.Skip("no go.mod above the package: set TASKGROVE_DATA to the folder of the real data")
			}
			dir = filepath.Dir(dir)
		}
		root = filepath.Join(filepath.Dir(dir), "shared", "data")
	}
	dir := filepath.Join(root, "legalagentbench")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real data at %s: set TASKGROVE_DATA to its folder", dir)
	}
	return dir
}

// lines calls each with every line of a file, however long.
func lines(t testing.TB, path string, each func([]byte) error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		b, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			t.Fatalf("%s:%d: %v", path, n, err)
		}
		if len(b) > 0 {
			if err := each(b); err != nil {
				t.Fatalf("%s:%d: %v", path, n, err)
			}
		}
		if err == io.EOF {
			return
		}
	}
}
