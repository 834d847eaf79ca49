package inputfile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if b, err := ReadFile(path); err != nil || string(b) != "text" {
		t.Errorf("ReadFile(%q) = %q, %v, want its content", path, b, err)
	}
	if err := os.Symlink(path, filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if b, err := ReadFile(filepath.Join(dir, "link")); err != nil || string(b) != "text" {
		t.Errorf("ReadFile of a link = %q, %v, want the content", b, err)
	}
	if _, err := Open(filepath.Join(dir, "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of no file = %v, want %v", err, fs.ErrNotExist)
	}
	var path2 *fs.PathError
	if _, err := Open(dir); !errors.As(err, &path2) || err.Error() != "open "+dir+": a directory: want a regular file" {
		t.Errorf("Open(%q) = %v, want it refused", dir, err)
	}
}

func TestReadFS(t *testing.T) {
	fsys := fstest.MapFS{"small": {Data: []byte("12345")}, "most": {Data: make([]byte, MaxYAML)}, "more": {Data: make([]byte, MaxYAML+1)}, "b/c": {}}
	for _, tt := range []struct {
		name        string
		size        int
		plain, yaml string
	}{
		{"small", 5, "", ""},
		{"most", MaxYAML, "", ""},
		{"more", MaxYAML + 1, "", "read more: more than 16777216 bytes: want a smaller file"},
		{"b", 0, "open b: a directory: want a regular file", "open b: a directory: want a regular file"},
		{"none", 0, "open none: file does not exist", "open none: file does not exist"},
	} {
		b, err := ReadFS(fsys, tt.name)
		if got := errorText(err); got != tt.plain || len(b) != tt.size {
			t.Errorf("ReadFS(%q) = %d bytes, %s, want %d, %s", tt.name, len(b), got, tt.size, tt.plain)
		}
		if _, err := ReadYAMLFS(fsys, tt.name); errorText(err) != tt.yaml {
			t.Errorf("ReadYAMLFS(%q) = %v, want %s", tt.name, err, tt.yaml)
		}
	}
}

// Nothing opens a file past this package: os.Open waits for the writer of a FIFO.
func TestOnlyPlaceToOpenFiles(t *testing.T) {
	opens := regexp.MustCompile(`\bos\.(?:Open\((?:[^d)]|d[^i)])|ReadFile\()|tls\.LoadX509KeyPair`) // directories are opened as dir
	root := filepath.Join("..", "..")
	walked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if name := filepath.Base(filepath.Dir(path)); name == "inputfile" || strings.HasSuffix(name, "test") {
			return nil
		}
		walked++
		source, err := os.ReadFile(path)
		if at := opens.FindIndex(source); at != nil {
			t.Errorf("%s:%d: %s: want a function of this package", path, 1+bytes.Count(source[:at[0]], []byte("\n")), source[at[0]:at[1]])
		}
		return err
	})
	if err != nil || walked < 100 {
		t.Errorf("%d files looked at, error %v", walked, err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// endless has no end and ends ctx after some bytes.
type endless struct {
	stop func()
	left int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left--; e.left == 0 {
		e.stop()
	}
	return len(p), nil
}

// Reading what has no end ends with the context.
func TestReadingEndsWithContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	if _, err := io.Copy(io.Discard, NewReader(ctx, &endless{stop, 3})); !errors.Is(err, context.Canceled) {
		t.Errorf("copy of an endless file = %v, want %v", err, context.Canceled)
	}
	reason := errors.New("reason")
	why, end := context.WithCancelCause(t.Context())
	end(reason)
	if _, err := NewReader(why, strings.NewReader("a")).Read(make([]byte, 1)); !errors.Is(err, reason) {
		t.Errorf("Read = %v, want %v", err, reason)
	}
}
