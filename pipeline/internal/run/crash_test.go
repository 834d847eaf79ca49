//go:build unix

package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

// Environment of a test process that runs the pipeline of [crashStages] and
// comes to a bad end.
const (
	childDir   = "RUN_TEST_DIR"   // its run directory; the process is a child if it is set
	childDie   = "RUN_TEST_DIE"   // the number of the point at which it kills itself
	childLimit = "RUN_TEST_LIMIT" // how many bytes a file may have
	childLines = "RUN_TEST_LINES" // how many lines an output has; lines if not set
	childHold  = "RUN_TEST_HOLD"  // set: says "held" while it has the lock, and waits to be killed
)

// lines is enough for an output to take several buffers.
const lines = 6000

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		child(dir)
		return
	}
	os.Exit(longtest.Run(m))
}

// child runs the pipeline as its environment says.
func child(dir string) {
	if limit, err := strconv.ParseUint(os.Getenv(childLimit), 10, 64); err == nil {
		// Without the signal, a write beyond the limit fails with EFBIG, as one
		// on a full disk does with ENOSPC.
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			panic(err)
		}
	}
	die, err := strconv.Atoi(os.Getenv(childDie))
	if err != nil {
		die = -1
	}
	n := 0
	at := func(string) {
		if n == die {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		n++
		if os.Getenv(childHold) != "" {
			fmt.Println("held")
			select {}
		}
	}
	count, err := strconv.Atoi(os.Getenv(childLines))
	if err != nil {
		count = lines
	}
	r := &Runner{Dir: dir, at: at}
	if _, err := r.Run(context.Background(), crashStages(1, count, at)...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// crashStages is a pipeline of two stages with outputs of that many lines; at is
// called in the middle of each.
func crashStages(version, lines int, at func(string)) []Stage {
	stage := func(name string, in []StageInput, outputs ...string) Stage {
		return Stage{
			Name: name, Doc: "writes numbers", Version: version, Dir: name, Inputs: in, Outputs: outputs,
			Run: func(_ context.Context, e *Exec) error {
				sum := 0
				for _, i := range in {
					f, err := e.Open(i.Name)
					if err != nil {
						return err
					}
					defer f.Close()
					n, err := io.Copy(io.Discard, f)
					if err != nil {
						return err
					}
					sum += int(n)
				}
				for _, o := range outputs {
					w, err := e.Create(o)
					if err != nil {
						return err
					}
					defer w.Close()
					for i := range lines {
						fmt.Fprintln(w, o, version, sum, i)
						if i == lines/2 {
							at("middle of " + o)
						}
					}
				}
				return nil
			},
		}
	}
	return []Stage{
		stage("first", nil, "a.txt", "deep/b.txt"),
		stage("second", []StageInput{{Name: "first/a.txt"}, {Name: "first/deep/b.txt"}}, "c.txt"),
	}
}

func command(t *testing.T, dir string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	return cmd
}

// reference is what the pipeline writes when nothing happens to it.
func reference(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	complete(t, dir, 1)
	return tree(t, dir)
}

func complete(t *testing.T, dir string, version int) {
	t.Helper()
	if _, err := (&Runner{Dir: dir}).Run(t.Context(), crashStages(version, lines, func(string) {})...); err != nil {
		t.Fatal(err)
	}
}

// consistent checks that each manifest there is matches its outputs.
func consistent(t *testing.T, dir string) {
	t.Helper()
	verdicts, err := (&Runner{Dir: dir}).Status(t.Context(), crashStages(1, lines, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		for _, reason := range v.Reasons {
			if strings.HasPrefix(reason, "output") || strings.HasPrefix(reason, "manifest") {
				t.Errorf("after the kill, %s: %s", v.Stage, reason)
			}
		}
	}
}

// The process is killed at each point in turn, on an empty directory and on one
// with the outputs of another version; then the next run is undisturbed.
func TestKilledAtEachPoint(t *testing.T) {
	want := reference(t)
	for _, before := range []int{0, 2} {
		points := 0
		for ; ; points++ {
			dir := t.TempDir()
			if before > 0 {
				complete(t, dir, before)
			}
			err := command(t, dir, fmt.Sprintf("%s=%d", childDie, points)).Run()
			if err == nil {
				break
			}
			if !killed(err) {
				t.Fatalf("point %d: %v, want a kill", points, err)
			}
			consistent(t, dir)
			complete(t, dir, 1)
			if diff := cmp.Diff(sorted(want), sorted(tree(t, dir))); diff != "" {
				t.Errorf("killed at point %d of version %d: files (-want +got):\n%s", points, before, diff)
			}
			for name, s := range tree(t, dir) {
				if s != want[name] {
					t.Errorf("killed at point %d of version %d: %s differs", points, before, name)
				}
			}
		}
		if points < 12 {
			t.Errorf("%d points, want at least 12: the pipeline reports too few", points)
		}
	}
}

// The same at moments of the clock's choosing, several kills in a row.
func TestKilledAtRandom(t *testing.T) {
	want := reference(t)
	dir := t.TempDir()
	kills := 0
	for i := range 40 {
		cmd := command(t, dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		cmd.Process.Kill()
		if killed(cmd.Wait()) {
			kills++
		}
		consistent(t, dir)
		if i%4 == 3 {
			complete(t, dir, 1)
			if got := tree(t, dir); !cmp.Equal(got, want) {
				t.Fatalf("after %d kills the bytes differ in files %v", kills, sorted(got))
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d of 40 processes were killed before they were done", kills)
}

func killed(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// A disk that fills up while outputs or the manifest are written. The stages
// look at no error of a write themselves.
func TestNoRoom(t *testing.T) {
	want := reference(t)
	for _, tc := range []struct {
		env  []string
		err  string
		left []string
	}{
		{[]string{childLimit + "=80000"}, "stage first: output first/a.txt: file too large", nil},
		{[]string{childLimit + "=100", childLines + "=1"}, "stage first: output first/first.manifest.json: file too large",
			[]string{"first/.first.outputs", "first/a.txt", "first/deep/b.txt"}},
	} {
		dir := t.TempDir()
		out, err := command(t, dir, tc.env...).CombinedOutput()
		if err == nil || strings.TrimSpace(string(out)) != tc.err {
			t.Errorf("%v: %v, printed %s, want %s", tc.env, err, out, tc.err)
		}
		if diff := cmp.Diff(tc.left, sorted(tree(t, dir))); diff != "" {
			t.Errorf("%v: files left behind (-want +got):\n%s", tc.env, diff)
		}
		complete(t, dir, 1)
		if got := tree(t, dir); !cmp.Equal(got, want) {
			t.Errorf("%v: the bytes differ after a run with room", tc.env)
		}
	}
}

// The lock is the kernel's: another process is kept out, and a dead one isn't.
func TestLockOfAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	cmd := command(t, dir, childHold+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	if _, err := (&Runner{Dir: dir}).Run(t.Context(), crashStages(1, lines, nil)...); !errors.Is(err, ErrLocked) {
		t.Errorf("Run while another process has the lock: %v, want %v", err, ErrLocked)
	}
	cmd.Process.Kill()
	cmd.Wait()
	complete(t, dir, 1)
}
