//go:build unix

package command_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A hostile is one case of a table of hostile inputs or damaged files. Its try returns
// every fault of the product, or nil.
type hostile struct {
	name string
	try  func(dir string) error // in an empty directory of its own
}

// tryAll tries the cases of a table, as many at a time as there are processors, and logs
// how many failed. Unless TASKGROVE_LONG is set it takes a few of them at even distances.
func tryAll(t *testing.T, what string, few int, cases []hostile) {
	t.Helper()
	step := 1
	if os.Getenv("TASKGROVE_LONG") == "" {
		step = max(1, len(cases)/few)
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	tried, failed := 0, 0
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for i := 0; i < len(cases); i += step {
		c, dir := cases[i], t.TempDir()
		slots <- true
		group.Go(func() {
			defer func() { <-slots }()
			err := c.try(dir)
			mu.Lock()
			defer mu.Unlock()
			tried++
			if err != nil {
				failed++
				t.Errorf("%s: %v", c.name, err)
			}
		})
	}
	group.Wait()
	t.Logf("%s: %d of %d tried, %d failures", what, tried, len(cases), failed)
}

// An outcome is what becomes of a command.
type outcome struct {
	code           int
	stdout, stderr string
	took           time.Duration // of processors, which other work beside it does not change
	memory         int64         // the most that was resident at a time, in bytes; 0 where nobody counts it
}

// The bounds of a command with hostile inputs of ordinary size.
const (
	hostileTime   = 30 * time.Second
	hostileWait   = 2 * time.Minute // until a command counts as hanging, on a busy machine
	hostileMemory = 400 << 20
)

// attempt runs a command to its end, or kills it when it hangs.
func attempt(t *testing.T, dir, name string, args ...string) outcome {
	ctx, stop := context.WithTimeout(t.Context(), hostileWait)
	defer stop()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	return outcomeOf(c)
}

// outcomeOf runs a command that nobody has started to its end. It collects garbage as often as
// its users' commands do, whatever the environment of the tests says, so that its memory is theirs.
func outcomeOf(c *exec.Cmd) outcome {
	c.Env = append(c.Environ(), "GOGC=100")
	var stdout, stderr bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &stdout
	}
	c.Stderr = &stderr
	if err := c.Run(); c.ProcessState == nil {
		return outcome{code: -1, stderr: err.Error()}
	}
	o := outcome{code: c.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String(), took: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" {
		o.memory = usage.Maxrss << 10
	}
	return o
}

// faults returns what no input may do to a command: it hangs, crashes, takes too much
// memory, ends with a code that is not documented or writes characters that a terminal obeys.
func (o outcome) faults() error {
	var errs []error
	switch o.code {
	case cli.Done, cli.Failed, cli.Misused, cli.PartlyDone:
	default:
		errs = append(errs, fmt.Errorf("exit code %d: want 0, 1, 2 or 3", o.code))
	}
	for _, sign := range []string{"panic: ", "goroutine ", "fatal error: ", "runtime error: "} {
		if strings.Contains(o.stderr, sign) {
			errs = append(errs, errors.New("it crashes"))
			break
		}
	}
	if o.took > hostileTime {
		errs = append(errs, fmt.Errorf("it takes %v of processors: want at most %v", o.took.Round(time.Second), hostileTime))
	}
	if o.memory > hostileMemory {
		errs = append(errs, fmt.Errorf("it takes %d MB: want at most %d", o.memory>>20, hostileMemory>>20))
	}
	for _, text := range []string{o.stdout, o.stderr} {
		if what := value.FindControl(text, true); what != "" {
			errs = append(errs, fmt.Errorf("it prints %s", what))
		}
	}
	if o.code != cli.Done && o.stderr == "" {
		errs = append(errs, errors.New("it fails without a word"))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%w\n%s", err, o)
	}
	return nil
}

// String shows an outcome in messages.
func (o outcome) String() string {
	return fmt.Sprintf("exit code %d after %v of processors, %d MB, stderr:\n%.2000s", o.code, o.took.Round(time.Millisecond), o.memory>>20, o.stderr)
}

// wants compares an outcome with an exit code and words that stderr must have.
func (o outcome) wants(code int, words string) error {
	if o.code == code && strings.Contains(o.stderr, words) {
		return nil
	}
	return fmt.Errorf("want exit code %d and %q, not %s", code, words, o)
}

// writeFiles writes files below a directory.
func writeFiles(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// toyTables returns the files of the toy world's tables.
func toyTables(t *testing.T) map[string]string {
	t.Helper()
	tables := map[string]string{}
	for _, name := range []string{"Case", "Company", "Court"} {
		tables[name+".jsonl"] = read(t, filepath.Join(os.Getenv("TOY"), name+".jsonl"))
	}
	return tables
}
