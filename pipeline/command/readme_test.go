package command_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	console = regexp.MustCompile("(?s)```console\n(.*?)```")
	runs    = regexp.MustCompile(`^\$ go run \./cmd/([a-z]+)(.*)$`)
)

// TestReadme runs the README's console blocks, in order and in one directory, and
// holds their results to what the README shows. UPDATE=1 writes what they print. It
// runs commands built as go run builds them, since a whole run under the race
// detector takes minutes.
func TestReadme(t *testing.T) {
	const path = "../../README.md"
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), built(t)
	if err := os.Symlink(filepath.Join(root, "pipeline"), filepath.Join(dir, "pipeline")); err != nil {
		t.Fatal(err)
	}
	blocks := 0
	got := console.ReplaceAllStringFunc(string(readme), func(block string) string {
		blocks++
		var b strings.Builder
		b.WriteString("```console\n")
		for line := range strings.Lines(console.FindStringSubmatch(block)[1]) {
			m := runs.FindStringSubmatch(strings.TrimSpace(line))
			if m == nil {
				continue
			}
			b.WriteString(line)
			c := exec.CommandContext(t.Context(), filepath.Join(bin, m[1]), strings.Fields(m[2])...)
			c.Dir = dir
			b.WriteString(printed(t, c))
		}
		b.WriteString("```")
		return b.String()
	})
	if blocks == 0 {
		t.Fatalf("%s has no console block: want at least one", path)
	}
	if got == string(readme) {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md shows other results than its commands print (UPDATE=1 writes them):\n%s", got)
}

// built builds the commands as go run builds them and returns their directory.
func built(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./cmd/...")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/...: %v\n%s", err, out)
	}
	return bin
}

// run runs a command as a process of its own and returns its stdout.
func run(t *testing.T, dir, cmd, name string, args []string) string {
	t.Helper()
	return printed(t, process(t, dir, cmd, name, args...))
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

// process is a command as a process of its own: this test program under the
// command's name.
func process(t *testing.T, dir, cmd, name string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), exe)
	c.Args = append([]string{name}, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "CMD="+cmd)
	return c
}
