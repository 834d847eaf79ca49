package ledger_test

import (
	"bytes"
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

// Whatever several who have one file open do in whatever order, and whatever killed
// writers leave at the end of it in between: the file is the acknowledged lines in
// order, and everybody knows a beginning of it, all of it after a look.
func TestLaw(t *testing.T) {
	dir := t.TempDir()
	run := 0
	errNo := errors.New("not admitted")
	rapid.Check(t, func(t *rapid.T) {
		run++
		path := filepath.Join(dir, fmt.Sprint(run))
		var files [3]*ledger.File
		var states [3]*state
		var want []string
		reopen := func(i int) {
			if files[i] != nil {
				if err := files[i].Close(); err != nil {
					t.Fatal(err)
				}
			}
			states[i] = &state{}
			f, err := ledger.Open(path, states[i].read, ledger.Options{Unsynced: i == 2})
			if err != nil {
				t.Fatal(err)
			}
			files[i] = f
			if !slices.Equal(states[i].lines, want) {
				t.Fatalf("opened: %q, want %q", states[i].lines, want)
			}
		}
		for i := range files {
			reopen(i)
		}
		defer func() {
			for _, f := range files {
				f.Close()
			}
		}()
		who := rapid.IntRange(0, len(files)-1)
		content := rapid.StringMatching(`[a-z{}":行]{1,12}`)
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				i, line := who.Draw(t, "who"), content.Draw(t, "line")
				bad := strings.HasPrefix(line, "bad")
				err := files[i].Append([]byte(line), nil)
				if (err != nil) != bad {
					t.Fatalf("Append(%q) = %v", line, err)
				}
				if !bad {
					want = append(want, line)
				}
				if !slices.Equal(states[i].lines, want) {
					t.Fatalf("after Append: %q, want %q", states[i].lines, want)
				}
			},
			"refuse": func(t *rapid.T) {
				i := who.Draw(t, "who")
				err := files[i].Append([]byte("x"), func() error {
					if !slices.Equal(states[i].lines, want) {
						t.Fatalf("in admit: %q, want %q", states[i].lines, want)
					}
					return errNo
				})
				if err != errNo {
					t.Fatalf("Append = %v, want %v", err, errNo)
				}
			},
			"refresh": func(t *rapid.T) {
				i := who.Draw(t, "who")
				if err := files[i].Refresh(); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(states[i].lines, want) {
					t.Fatalf("after Refresh: %q, want %q", states[i].lines, want)
				}
			},
			"reopen": func(t *rapid.T) { reopen(who.Draw(t, "who")) },
			"tear": func(t *rapid.T) {
				tail := rapid.StringMatching(`[a-z{}":行\x00]{1,12}`).Draw(t, "tail")
				f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if _, err := f.WriteString(tail); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) {
				for i, s := range states {
					if len(s.lines) > len(want) || !slices.Equal(s.lines, want[:len(s.lines)]) {
						t.Fatalf("%d knows %q, the lines are %q", i, s.lines, want)
					}
				}
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if all := lines(want); !bytes.HasPrefix(b, all) || bytes.ContainsRune(b[len(all):], '\n') {
					t.Fatalf("content %q, want %q and a torn end at most", b, all)
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
	for _, s := range []string{"", "a\nb\n", "a\nb", "\n\n", "a\x00\n", "a\x00\nb\n", "\x00\x00", "bad\n", strings.Repeat("x", 70_000) + "\ny"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "lines")
		put(t, path, string(content))
		s := &state{}
		file, err := ledger.Open(path, s.read, ledger.Options{Unsynced: true})
		whole := content[:bytes.LastIndexByte(content, '\n')+1]
		if err != nil {
			if !bytes.Contains(whole, []byte("bad")) && bytes.IndexByte(whole, 0) < 0 {
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
		_, again := open(t, path)
		if !slices.Equal(again.lines, s.lines) {
			t.Fatalf("opened again: %q, want %q", again.lines, s.lines)
		}
	})
}
