package command_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
)

// testMain runs the tests. Its Run sets environment variables for the commands and for
// their flags here: CMD is the directory of the commands' manuals, TOY that of the tables
// of the toy world, STATUTES that of the texts of two made-up statutes, PORTUGUESE of three in Portuguese, GOVERNING those of
// statutes and of cases that cite them, ENCODER a tiny encoder, and SHARED holds the runs of [sharedRuns].
type testMain struct{ *testing.M }

func (m testMain) Run() int {
	shared, err := os.MkdirTemp("", "command-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(shared)
	for name, dir := range map[string]string{"CMD": "../../cmd", "TOY": "testdata/toy", "STATUTES": "testdata/statutes", "PORTUGUESE": "testdata/statutes_pt", "GOVERNING": "testdata/governing", "ENCODER": "../score/bert/onnx/testdata/tiny", "SHARED": shared} {
		if dir, err = filepath.Abs(dir); err != nil {
			panic(err)
		}
		if err := os.Setenv(name, dir); err != nil {
			panic(err)
		}
	}
	return browsertest.Run(m.M)
}

// sharedRuns are run directories that tests copy. The first test that wants one has it made.
var sharedRuns = map[string]func() (string, error){
	// Whole runs of the toy world.
	"toy":   runOnce("bench -domain toy -corpus $TOY -paths 8,8,6 -workers 8"),
	"small": runOnce("bench -domain toy -corpus $TOY -paths 2,2,1 -workers 8"),
	// The tasks of fewer paths, before anybody has rewritten them.
	"sampled": runOnce("sample -domain toy -corpus $TOY -paths 6,3,2 -depth 3"),
}

// runOnce returns the directory of a run that a command makes when it is first asked for.
func runOnce(line string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		dir, err := os.MkdirTemp(os.Getenv("SHARED"), "run")
		if err != nil {
			return "", err
		}
		words := strings.Fields(line)
		for i, w := range words {
			words[i] = os.ExpandEnv(w)
		}
		c := exec.Command(words[0], words[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", line, err, out)
		}
		return filepath.Join(dir, "out"), nil
	})
}

// copyRun copies one of [sharedRuns] to a directory that is not there yet.
func copyRun(name, to string) error {
	from, err := sharedRuns[name]()
	if err != nil {
		return err
	}
	return os.CopyFS(to, os.DirFS(from))
}

// startFrom returns a directory with a copy of one of [sharedRuns] as out.
func startFrom(t *testing.T, name string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := copyRun(name, filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a command as a process of its own and returns its stdout.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	return printed(t, process(t, dir, name, args...))
}

// printed runs a command and returns its stdout.
func printed(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", c.Args, err, &stderr)
	}
	return stdout.String()
}

// process is a command as a process of its own: this test program under the command's
// name, which [testscript.Main] puts in PATH.
func process(t *testing.T, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	return c
}

// read returns the content of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
