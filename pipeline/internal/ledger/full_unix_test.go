//go:build unix

package ledger

import (
	"bytes"
	"errors"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// fullVariable tells a process of the test that its files may be limited.
const fullVariable = "TASKGROVE_LEDGER_FULL"

// When the disk is full in the middle of a line, that line is refused and cut off, and
// once there is room the next one is taken. The limit holds for all files of a process,
// those of package testing too: it is another process that has it.
func TestFull(t *testing.T) {
	if os.Getenv(fullVariable) == "" {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFull$")
		c.Env = append(os.Environ(), fullVariable+"=1")
		if out, err := c.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	t.Cleanup(func() { signal.Reset(syscall.SIGXFSZ) })
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	f, lines := opened(t)
	for room := uint64(0); room < 100; room++ {
		limit := old
		limit.Cur = uint64(f.end) + room
		if limit.Cur > math.MaxInt32 {
			t.Fatal("no limit")
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		err := f.Append(bytes.Repeat([]byte("x"), 100), nil)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
			t.Fatal(err)
		}
		if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), f.path) {
			t.Fatalf("Append with room for %d bytes = %v, want %v", room, err, syscall.EFBIG)
		}
		if got := content(t, f.path); got != strings.Join(*lines, "\n")+"\n" {
			t.Fatalf("content %q, want the lines %q", got, *lines)
		}
		if err := f.Append([]byte("next"), nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(*lines) != 101 {
		t.Errorf("%d lines, want 101", len(*lines))
	}
}
