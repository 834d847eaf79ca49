//go:build unix

package command_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
)

// nobody is a user who owns nothing here.
const nobody = 65534

// readOnly returns a directory with a copy of a run that its processes cannot write: its
// files and directories are for reading only and, if this process may write all files, its
// commands run as nobody.
func readOnly(t *testing.T, prepare func(dir string)) (dir string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "read-only")
	if err != nil {
		t.Fatal(err)
	}
	setModes := func(files, dirs fs.FileMode) {
		if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				return os.Chmod(path, dirs)
			}
			return os.Chmod(path, files)
		}); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(func() {
		setModes(0o644, 0o755)
		os.RemoveAll(dir)
	})
	if err := copyRun("small", filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	prepare(dir)
	setModes(0o444, 0o555)
	return dir
}

// asNobody has a command run by a user who cannot write the directory.
func asNobody(c *exec.Cmd) *exec.Cmd {
	if os.Geteuid() == 0 {
		// The program lies where nobody may look, and this process is the same program.
		c.Path = "/proc/self/exe"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		c.Env = append(os.Environ(), "TMPDIR=/tmp")
	}
	return c
}

// On a read-only copy that is up to date whatever only reads works, and what has to write
// says so in one line with the directory.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/exe"); err != nil && os.Geteuid() == 0 {
		t.Skip("this user can write all files")
	}
	dir := readOnly(t, func(dir string) {
		run(t, dir, "bench", "-agent", "lexical", "-limit", "3")
	})
	for _, args := range []string{
		"bench", "bench -n", "bench report", "bench score -tasks out/check/tasks.jsonl -answers out/check/tasks.jsonl",
		"verify", "verify check", "verify status", "plantree", "sample",
		"verify check -replay out/dataset/data/test.parquet",
	} {
		words := strings.Fields(args)
		c := asNobody(process(t, dir, words[0], words[1:]...))
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	for args, want := range map[string]string{
		"bench -seed 2":                 "bench: out cannot be written (permission denied), and stage sample is out of date: parameter seed 1 → 2\n",
		"bench -agent lexical -limit 4": "out/bench/models cannot be written",
		"verify -twins":                 "verify: out cannot be written (permission denied), and stage twin is out of date: never run\n",
	} {
		words := strings.Fields(args)
		c := asNobody(process(t, dir, words[0], words[1:]...))
		var stderr bytes.Buffer
		c.Stderr = &stderr
		err := c.Run()
		last := stderr.String()
		last = last[strings.LastIndexByte(strings.TrimSuffix(last, "\n"), '\n')+1:]
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(last, want)) {
			t.Errorf("%s: %v, %q, want %q", args, err, stderr.String(), want)
		}
	}
}

// A page over a read-only copy shows what was decided, and records nothing.
func TestReadOnlyServe(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/exe"); err != nil && os.Geteuid() == 0 {
		t.Skip("this user can write all files")
	}
	dir := readOnly(t, func(string) {})
	s := startServingWith(t, asNobody(process(t, dir, "verify", "serve", "-listen", "127.0.0.1:0")), 1)
	var me web.Me
	if status := s.ask("POST", "/api/join", map[string]string{"name": "An"}, &me); status != http.StatusOK {
		t.Fatalf("join: %d\n%s", status, &s.stderr)
	}
	s.ready()
	var refused web.ErrorReply
	decision := json.RawMessage(`{"id":"0123456789abcdef","kind":"guideline","note":"x"}`)
	if status := s.ask("POST", "/api/decisions", decision, &refused); status != http.StatusForbidden || !strings.Contains(refused.Error, "cannot be written") {
		t.Errorf("a decision: %d, %+v, want %d", status, refused, http.StatusForbidden)
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := <-s.ended; err != nil {
		t.Errorf("verify serve: %v\n%s", err, &s.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "review")); err == nil {
		t.Error("a directory was made")
	}
}

// Of two servers that start at the same moment in a fresh directory one says who the other
// is.
func TestServeTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"serve", "-domain", "toy", "-corpus", os.Getenv("TOY"), "-paths", "2,2,1", "-listen", "127.0.0.1:0"}
	type end struct {
		pid  int
		said string
	}
	ended := make(chan end, 2)
	var both [2]*exec.Cmd
	for i := range both {
		both[i] = process(t, dir, "verify", args...)
		var stderr bytes.Buffer
		both[i].Stderr = &stderr
		if err := both[i].Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			_ = both[i].Wait()
			ended <- end{both[i].Process.Pid, stderr.String()}
		}()
	}
	first := <-ended
	want := "another server or import is at work on these decisions"
	if !strings.Contains(first.said, want) {
		t.Errorf("the second says %q, want %s", first.said, want)
	}
	for _, c := range both {
		if c.Process.Pid != first.pid {
			third, err := process(t, dir, "verify", args...).CombinedOutput()
			if who := fmt.Sprintf("(process %d, http://127.0.0.1:", c.Process.Pid); err == nil || !strings.Contains(string(third), who) {
				t.Errorf("a third one says %q, %v, want %s", third, err, who)
			}
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	<-ended
}
