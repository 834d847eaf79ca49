//go:build unix

package inputfile

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Files whose reading need not end are refused at once, by whatever name.
func TestSpecialFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(in("fifo"), 0o666); err != nil {
		t.Skip(err)
	}
	l, err := net.Listen("unix", in("socket"))
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	for name, target := range map[string]string{"zero": "/dev/zero", "pipe": "fifo"} {
		if err := os.Symlink(target, in(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"fifo": "a FIFO", "pipe": "a FIFO", "socket": "a socket", "zero": "a device"} {
		done := make(chan [2]error, 1)
		go func() {
			_, opened := ReadFile(in(name))
			_, read := ReadFS(os.DirFS(dir), name)
			done <- [2]error{opened, read}
		}()
		select {
		case errs := <-done:
			for i, shown := range []string{in(name), name} {
				if err := errs[i]; err == nil || err.Error() != "open "+shown+": "+want+": want a regular file" {
					t.Errorf("reading %s = %v, want %s refused", name, err, want)
				}
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s was waited for", name)
		}
	}
}
