package review

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// leased lists what lasts after now.
func leased(l *Leases, now time.Time) []string {
	var list []string
	for _, e := range slices.SortedFunc(l.live(now), Lease.compare) {
		list = append(list, fmt.Sprint(e.Task, " ", e.By, " ", e.Until.Sub(noon).Hours()))
	}
	return list
}

func openLeases(t *testing.T, path string, now time.Time) *Leases {
	t.Helper()
	l, err := OpenLeases(path, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func take(t *testing.T, l *Leases, task, by string, until time.Time) {
	t.Helper()
	if err := l.Take(task, by, until, nil); err != nil {
		t.Fatal(err)
	}
}

func TestLeases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "review", "leases.jsonl")
	one := openLeases(t, path, noon)
	two := openLeases(t, path, noon)
	take(t, one, "t1", "ann", hour(1))
	take(t, two, "t2", "bo", hour(2))
	take(t, one, "t1", "ann", hour(3)) // longer
	if err := two.Refresh(); err != nil {
		t.Fatal(err)
	}
	if err := one.Refresh(); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*Leases{"one": one, "two": two} {
		if diff := cmp.Diff([]string{"t2 bo 2", "t1 ann 3"}, leased(l, noon)); diff != "" {
			t.Errorf("leases of %s (-want +got):\n%s", name, diff)
		}
	}
	if got := two.Until("t1", "ann", hour(3)); !got.IsZero() {
		t.Errorf("Until at the end = %v, want none", got)
	}
	if got := two.Until("t1", "ann", hour(2)); !got.Equal(hour(3)) {
		t.Errorf("Until = %v, want %v", got, hour(3))
	}
	if err := two.Release("t1", "ann", hour(1)); err != nil {
		t.Fatal(err)
	}
	if err := one.Refresh(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"t2 bo 2"}, leased(one, hour(1))); diff != "" {
		t.Errorf("leases after one was given back (-want +got):\n%s", diff)
	}
	refused := errors.New("no")
	if err := one.Take("t3", "cy", hour(9), func() error { return refused }); err != refused {
		t.Errorf("Take that is not admitted = %v, want %v", err, refused)
	}
	third := openLeases(t, path, hour(1))
	if diff := cmp.Diff([]string{"t2 bo 2"}, leased(third, hour(1))); diff != "" {
		t.Errorf("leases read again (-want +got):\n%s", diff)
	}
}

// A file that nobody needs any more is started afresh, under whoever else has it open.
func TestEndedLeasesAreCleared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leases.jsonl")
	old := openLeases(t, path, noon)
	for i := range 9 {
		take(t, old, fmt.Sprint("t", i), "ann", hour(1))
	}
	took, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	openLeases(t, path, noon.Add(59*time.Minute)) // one ends later
	if b, _ := os.ReadFile(path); string(b) != string(took) {
		t.Fatalf("a file with leases that last was changed:\n%s", b)
	}
	fresh := openLeases(t, path, hour(1))
	if b, _ := os.ReadFile(path); len(b) != 0 {
		t.Fatalf("a file in which all leases have ended holds\n%s", b)
	}
	take(t, fresh, "t1", "bo", hour(2))
	take(t, old, "t2", "ann", hour(3)) // into the new file
	take(t, fresh, "t3", "bo", hour(4))
	if err := errors.Join(old.Refresh(), fresh.Refresh()); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*Leases{"old": old, "fresh": fresh} {
		if diff := cmp.Diff([]string{"t1 bo 2", "t2 ann 3", "t3 bo 4"}, leased(l, hour(1))); diff != "" {
			t.Errorf("leases of %s (-want +got):\n%s", name, diff)
		}
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	if err := old.Take("t4", "ann", hour(5), nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Take after Close = %v, want %v", err, os.ErrClosed)
	}
}

// Whatever stands in the file, it can be leased with.
func TestDamagedLeasesAreCleared(t *testing.T) {
	for _, text := range []string{
		"no lease\n", "{}\n", "\x00\x00\x00", `{"task":"t"}` + "\n", "\n",
		`{"task":"t","by":"ann","until":"2026-03-02T19:00:00Z"}` + "\n" + `{"task":"u","by":` + "\n",
		`{"task":"t","by":"ann","until":"2026-03-02T19:00:00Z"} {}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "leases.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l := openLeases(t, path, noon)
		take(t, l, "t", "bo", hour(1))
		if diff := cmp.Diff([]string{"t bo 1"}, leased(l, noon)); diff != "" {
			t.Errorf("leases after %q (-want +got):\n%s", text, diff)
		}
	}
	torn := filepath.Join(t.TempDir(), "leases.jsonl")
	if err := os.WriteFile(torn, []byte(`{"task":"t","by":"ann","until":"2026-03-02T19:00:00Z"}`+"\n"+`{"task":"u`), 0o600); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"t ann 7"}, leased(openLeases(t, torn, noon), noon)); diff != "" {
		t.Errorf("leases before a torn line (-want +got):\n%s", diff)
	}
}

// A lease that was made while the clock was a year ahead keeps a task from nobody.
func TestLeasesOfAClockThatWasAhead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leases.jsonl")
	l := openLeases(t, path, noon)
	take(t, l, "t1", "ann", noon.AddDate(1, 0, 0))
	take(t, l, "t2", "bo", noon.Add(MostLease))
	for _, l := range []*Leases{l, openLeases(t, path, noon)} {
		if diff := cmp.Diff([]string{"t2 bo 24"}, leased(l, noon)); diff != "" || !l.Until("t1", "ann", noon).IsZero() {
			t.Errorf("leases (-want +got):\n%s", diff)
		}
	}
	take(t, l, "t1", "ann", hour(1))
	if got := l.Until("t1", "ann", noon); !got.Equal(hour(1)) {
		t.Errorf("Until of one that was taken again = %v, want %v", got, hour(1))
	}
}

// What keeps a file from being opened passes, and leases go on.
func TestLeasesRecover(t *testing.T) {
	path := filepath.Join(t.TempDir(), "leases.jsonl")
	l := openLeases(t, path, noon)
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := l.Take("t1", "ann", hour(1), nil); err == nil {
			t.Fatal("Take from a directory succeeded")
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	take(t, l, "t1", "ann", hour(1))
	if err := l.Refresh(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"t1 ann 1"}, leased(l, noon)); diff != "" {
		t.Errorf("leases (-want +got):\n%s", diff)
	}
}

func TestLeasesWithoutAPlace(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenLeases(dir, noon); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("OpenLeases(a directory) = %v, want an error that names it", err)
	}
}

// Leases in a file and leases in memory come to the same, through any number of
// processes.
func TestLeasesAreTheSameEverywhere(t *testing.T) {
	dir := t.TempDir()
	runs := 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		path := filepath.Join(dir, fmt.Sprint(runs))
		var open []*Leases
		defer func() {
			for _, l := range open {
				l.Close()
			}
		}()
		want, now := NewLeases(), noon
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			if len(open) == 0 || rapid.IntRange(0, 5).Draw(t, "opens") == 0 {
				l, err := OpenLeases(path, now)
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, l)
			}
			l := rapid.SampledFrom(open).Draw(t, "process")
			task, by := fmt.Sprint("t", rapid.IntRange(0, 2).Draw(t, "task")), rapid.SampledFrom([]string{"ann", "界\"\n<"}).Draw(t, "by")
			if rapid.Bool().Draw(t, "takes") {
				until := now.Add(time.Duration(rapid.IntRange(1, 5).Draw(t, "until")) * time.Hour)
				if err := errors.Join(l.Take(task, by, until, nil), want.Take(task, by, until, nil)); err != nil {
					t.Fatal(err)
				}
			} else if err := errors.Join(l.Refresh(), l.Release(task, by, now), want.Release(task, by, now)); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "passes")) * time.Hour)
			for _, l := range open {
				if err := l.Refresh(); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(leased(want, now), leased(l, now)); diff != "" {
					t.Fatalf("leases (-want +got):\n%s", diff)
				}
			}
		}
	})
}

// Whatever a file holds, it is read or started afresh, and can be leased with.
func FuzzOpenLeases(f *testing.F) {
	const lease = `{"task":"t","by":"ann","until":"2026-03-02T19:00:00Z"}`
	f.Add([]byte(lease + "\n" + `{"task":"t","by":"ann"}` + "\n"))
	f.Add([]byte(lease + "\n" + lease[:20]))
	f.Add([]byte("\x00\n" + lease + "\n\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "leases.jsonl")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		l := openLeases(t, path, noon)
		take(t, l, "t", "bo", hour(1))
		again := openLeases(t, path, noon)
		if diff := cmp.Diff(leased(l, noon), leased(again, noon)); diff != "" || again.Until("t", "bo", noon) != hour(1) {
			t.Errorf("leases read again (-want +got):\n%s", diff)
		}
	})
}
