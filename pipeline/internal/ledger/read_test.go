package ledger_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Reading takes what is whole, names what cannot be read, and changes nothing, also
// while somebody has the file open.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, content string
		want          []string
		fault         string
	}{
		{"empty", "", nil, ""},
		{"whole", "a\nb\n", []string{"a", "b"}, ""},
		{"torn", "a\nb\nc", []string{"a", "b"}, ""},
		{"zeros", "a\n\x00\x00\x00", []string{"a"}, ""},
		{"bad", "a\nbad 1\nb\nbad 2\n", nil, ":2: "},
	} {
		path := filepath.Join(t.TempDir(), "f")
		put(t, path, tt.content)
		var s state
		err := ledger.Read(path, s.read)
		if tt.fault != "" {
			if err == nil || !strings.Contains(err.Error(), path+tt.fault) {
				t.Errorf("Read(%s) = %v, want an error with %q", tt.name, err, tt.fault)
			}
		} else if diff := cmp.Diff(tt.want, s.lines); err != nil || diff != "" {
			t.Errorf("Read(%s) = %v, lines (-want +got):\n%s", tt.name, err, diff)
		}
		holds(t, path, tt.content)
	}
	path := filepath.Join(t.TempDir(), "f")
	f, _ := open(t, path)
	if err := f.Append([]byte("a"), nil); err != nil {
		t.Fatal(err)
	}
	var s state
	if err := ledger.Read(path, s.read); err != nil || len(s.lines) != 1 {
		t.Errorf("Read of an open ledger = %v, %d lines, want 1", err, len(s.lines))
	}
	if err := ledger.Read(path+"x", s.read); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read of no file = %v, want %v", err, fs.ErrNotExist)
	}
	if err := ledger.Read(t.TempDir(), s.read); err == nil {
		t.Error("Read of a directory = nil, want an error")
	}
}
