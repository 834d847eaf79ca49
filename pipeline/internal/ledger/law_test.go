package ledger_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
)

// Whatever is appended and refused, and whatever a killed writer leaves at the end of the
// file before it is opened again: the file is the acknowledged lines in order, and they
// were read in that order.
func TestLaw(t *testing.T) {
	dir := t.TempDir()
	run := 0
	errNo := errors.New("not admitted")
	rapid.Check(t, func(t *rapid.T) {
		run++
		path := filepath.Join(dir, fmt.Sprint(run))
		var want []string
		var f *ledger.Ledger
		var s *state
		reopen := func(tail string) {
			if f != nil {
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, append(lines(want), tail...), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			s = &state{}
			var err error
			if f, err = ledger.Open(path, s.read); err != nil {
				t.Fatal(err)
			}
		}
		reopen("")
		defer func() { f.Close() }()
		content := rapid.StringMatching(`[a-z{}":行]{1,12}`)
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				line := content.Draw(t, "line")
				bad := strings.HasPrefix(line, "bad")
				if err := f.Append([]byte(line), nil); (err != nil) != bad {
					t.Fatalf("Append(%q) = %v", line, err)
				}
				if !bad {
					want = append(want, line)
				}
			},
			"append several": func(t *rapid.T) {
				several := rapid.SliceOfN(content, 0, 4).Draw(t, "lines")
				err := f.AppendFunc(func() (all [][]byte, _ error) {
					for _, line := range several {
						all = append(all, []byte(line))
					}
					return all, nil
				})
				bad := slices.IndexFunc(several, func(line string) bool { return strings.HasPrefix(line, "bad") })
				if (err != nil) != (bad >= 0) {
					t.Fatalf("AppendFunc(%q) = %v", several, err)
				}
				if bad >= 0 {
					several = several[:bad]
				}
				want = append(want, several...)
			},
			"refuse": func(t *rapid.T) {
				err := f.Append([]byte("x"), func() error {
					if !slices.Equal(s.lines, want) {
						t.Fatalf("in admit: %q, want %q", s.lines, want)
					}
					return errNo
				})
				if err != errNo {
					t.Fatalf("Append = %v, want %v", err, errNo)
				}
			},
			"reopen": func(t *rapid.T) {
				// A tail that parses is a line that lacks its end, and is kept.
				reopen(rapid.StringMatching(`([a-z{}":行\x00]{1,12})?`).Filter(func(tail string) bool { return !json.Valid([]byte(tail)) }).Draw(t, "tail"))
			},
			"": func(t *rapid.T) {
				if !slices.Equal(s.lines, want) {
					t.Fatalf("read %q, want %q", s.lines, want)
				}
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(b, lines(want)) {
					t.Fatalf("content %q, want %q", b, lines(want))
				}
			},
		})
	})
}

// lines is the content of a file with these lines.
func lines(want []string) []byte {
	var b bytes.Buffer
	for _, line := range want {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}

// FuzzOpen opens files of any bytes: what is read are their whole lines, in order; what
// is cut off is what is torn; and a file that opened opens again with the same lines
// and takes another.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{"", "a\nb\n", "a\nb", "a\n1", "\n\n", "a\x00\n", "a\x00\nb\n", "\x00\x00", "bad\n", strings.Repeat("x", 70_000) + "\ny"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "lines")
		put(t, path, string(content))
		s := &state{}
		file, err := ledger.Open(path, s.read)
		whole := content[:bytes.LastIndexByte(content, '\n')+1]
		if tail := content[len(whole):]; json.Valid(tail) && !bytes.HasPrefix(tail, []byte("bad")) {
			whole = append(bytes.Clone(content), '\n')
		}
		if err != nil {
			empty := bytes.HasPrefix(whole, []byte("\n")) || bytes.Contains(whole, []byte("\n\n"))
			if !empty && !bytes.Contains(whole, []byte("bad")) && bytes.IndexByte(whole, 0) < 0 {
				t.Fatalf("Open = %v", err)
			}
			holds(t, path, string(content))
			return
		}
		defer file.Close()
		kept := lines(s.lines)
		if rest, ok := bytes.CutPrefix(whole, kept); !ok || len(rest) > 0 && (bytes.Count(rest, []byte("\n")) != 1 || bytes.IndexByte(rest, 0) < 0) {
			t.Fatalf("of %q lines %q are read", content, s.lines)
		}
		holds(t, path, string(kept))
		if err := file.Append([]byte("next"), nil); err != nil {
			t.Fatal(err)
		}
		file.Close()
		_, again := open(t, path)
		if !slices.Equal(again.lines, s.lines) {
			t.Fatalf("opened again: %q, want %q", again.lines, s.lines)
		}
	})
}
