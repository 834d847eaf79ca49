package ledger_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// sealed returns lines as programs write them.
func sealed(n int) (lines []string) {
	for i := range n {
		lines = append(lines, string(ledger.Seal(fmt.Appendf(nil, `{"id":%d}`, i+1))))
	}
	return lines
}

// written returns the path of a ledger of n sealed lines that was closed.
func written(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	f, err := ledger.Open(path, func([]byte, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range sealed(n) {
		if err := f.Append([]byte(line), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// reads are the ways to read a ledger: they must agree on every file.
var reads = map[string]func(path string, read func([]byte, int) error) error{
	"Read": ledger.Read,
	"Open": func(path string, read func([]byte, int) error) error {
		f, err := ledger.Open(path, read)
		if err != nil {
			return err
		}
		return f.Close()
	},
}

// Lines that are gone, changed or in another order are an error for readers and writers
// alike, which leaves the files as they are; a ledger that went on from what is recorded is
// none. Accept makes what is there the truth.
func TestRecord(t *testing.T) {
	lines := sealed(12)
	for _, tt := range []struct {
		name    string
		content []string // nil for no file
		want    string   // of the error; "" for none
	}{
		{"gone", nil, "it is gone, and had 12 lines"},
		{"emptied", []string{}, "it has 0 bytes in 0 lines"},
		{"short", lines[:11], "in 11 lines, and had"},
		{"without its beginning", lines[1:], "in 11 lines, and had"},
		{"swapped", slices.Concat(lines[:3], []string{lines[4], lines[3]}, lines[5:]), "are not the 12 lines that it had"},
		{"a line twice", slices.Concat(lines[:3], lines[2:]), "are not the 12 lines that it had"},
		{"another line", slices.Concat(lines[:3], sealed(9)[8:], lines[4:]), "are not the 12 lines that it had"},
		{"as it was", lines, ""},
		{"longer", sealed(14), ""},
	} {
		for name, read := range reads {
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				path := written(t, 12)
				if tt.content == nil {
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
				} else {
					text := ""
					for _, line := range tt.content {
						text += line + "\n"
					}
					put(t, path, text)
				}
				err := read(path, func([]byte, int) error { return nil })
				if tt.want == "" {
					if err != nil {
						t.Error(err)
					}
					return
				}
				if !errors.Is(err, ledger.ErrLost) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "restore it from a copy") {
					t.Fatalf("error %v, want ErrLost with %q and the remedy", err, tt.want)
				}
				if _, err := os.Stat(path); tt.content == nil && !errors.Is(err, os.ErrNotExist) {
					t.Error("a ledger that is gone was made anew")
				}
				if err := ledger.Accept(path); err != nil {
					t.Fatal(err)
				}
				if err := reads["Open"](path, func([]byte, int) error { return nil }); err != nil {
					t.Errorf("after Accept: %v", err)
				}
			})
		}
	}
}

// Each bit of a sealed ledger and of its record counts.
func TestEachBitCounts(t *testing.T) {
	path := written(t, 3)
	for _, name := range []string{path, path + ledger.RecordSuffix} {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range whole {
			for bit := range 8 {
				b := bytes.Clone(whole)
				b[i] ^= 1 << bit
				put(t, name, string(b))
				if err := ledger.Read(path, func(line []byte, _ int) error { return ledger.Verify(line) }); err == nil {
					t.Fatalf("%s: bit %d of byte %d was changed, and nobody noticed:\n%s", filepath.Base(name), bit, i, b)
				}
			}
		}
		put(t, name, string(whole))
	}
}

// The record lags behind the ledger by an eighth at most, and never leads.
func TestRecordLags(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	f, _ := open(t, path)
	for n, line := range sealed(200) {
		if err := f.Append([]byte(line), nil); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path + ledger.RecordSuffix)
		if err != nil {
			t.Fatal(err)
		}
		var lines int
		if _, err := fmt.Sscanf(string(b), `{"lines":%d,`, &lines); err != nil {
			t.Fatal(err)
		}
		if lines > n+1 || lines < (n+1)*8/9 {
			t.Fatalf("the record has %d lines and the ledger %d", lines, n+1)
		}
	}
}

// A reader records what it read, for a ledger that came without a record.
func TestRecordByReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	put(t, path, strings.Join(sealed(3), "\n")+"\n")
	if err := ledger.Record(path); err != nil {
		t.Fatal(err)
	}
	put(t, path, "")
	if err := ledger.Read(path, (&state{}).read); !errors.Is(err, ledger.ErrLost) {
		t.Errorf("Read of the emptied ledger = %v, want ErrLost", err)
	}
	if err := ledger.Record(path); !errors.Is(err, ledger.ErrLost) {
		t.Errorf("Record of the emptied ledger = %v, want ErrLost", err)
	}
}

// While a writer has the ledger open it alone keeps the record: what is in the file may not
// be on disk yet, and is cut off if it cannot be synced.
func TestRecordWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	f, _ := open(t, path)
	put(t, path, sealed(1)[0]+"\n")
	if err := ledger.Record(path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ledger.RecordSuffix); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a record of lines that their writer has not synced: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := ledger.Record(path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + ledger.RecordSuffix); err != nil {
		t.Errorf("no record once the ledger was closed: %v", err)
	}
}

// A whole last line that lost its end is kept and gets it; one that breaks off is moved
// beside the ledger.
func TestLastLine(t *testing.T) {
	lines := sealed(2)
	text := strings.Join(lines, "\n")
	for name, read := range reads {
		t.Run(name, func(t *testing.T) {
			for cut := range len(lines[1]) {
				path := filepath.Join(t.TempDir(), "log.jsonl")
				put(t, path, text[:len(text)-cut])
				s := &state{}
				if err := read(path, s.read); err != nil {
					t.Fatal(err)
				}
				kept := 1
				if cut == 0 {
					kept = 2
				}
				if !slices.Equal(s.lines, lines[:kept]) {
					t.Fatalf("%d bytes cut off: read %q, want %q", cut, s.lines, lines[:kept])
				}
				if name == "Open" {
					holds(t, path, strings.Join(lines[:kept], "\n")+"\n")
				}
				if name == "Open" && cut > 0 {
					holds(t, path+ledger.TornSuffix, lines[1][:len(lines[1])-cut]+"\n")
				}
			}
		})
	}
}

// The line end that a recorded ledger lost comes back.
func TestLostEnd(t *testing.T) {
	path := written(t, 3)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, string(whole[:len(whole)-1]))
	if err := ledger.Read(path, (&state{}).read); err != nil {
		t.Fatal(err)
	}
	_, s := open(t, path)
	if len(s.lines) != 3 {
		t.Errorf("%d lines, want 3", len(s.lines))
	}
	holds(t, path, string(whole))
}

// Seal adds a checksum that Unseal takes off; lines without one pass as they are.
func TestSeal(t *testing.T) {
	object := []byte(`{"a":"b"}`)
	line := ledger.Seal(object)
	if want := `{"a":"b","sum":"`; !strings.HasPrefix(string(line), want) {
		t.Errorf("Seal(%s) = %s, want %s…", object, line, want)
	}
	for _, l := range [][]byte{line, object} {
		if got, err := ledger.Unseal(l); err != nil || !bytes.Equal(got, object) {
			t.Errorf("Unseal(%s) = %s, %v, want %s", l, got, err, object)
		}
	}
}
