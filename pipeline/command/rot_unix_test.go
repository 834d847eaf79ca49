//go:build unix

package command_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

// rotFlags are those of the small whole runs that are killed and rotted.
var rotFlags = strings.Fields("-scale 0.05 -paths 6,5,3 -depth 3 -writing 2")

// wholeRun makes a run directory that was left alone, and returns how long that took.
func wholeRun(t *testing.T) (dir string, took time.Duration) {
	t.Helper()
	dir = t.TempDir()
	begun := time.Now()
	run(t, dir, "bench", rotFlags...)
	return dir, time.Since(begun)
}

// TestManyKills kills runs by each signal with 1, 2 and 8 processors at 132 moments, and
// holds what the last run of each chain makes of it to the bytes of a run that was left
// alone.
func TestManyKills(t *testing.T) {
	longtest.Need(t, "132 runs killed and made again")
	whole, took := wholeRun(t)
	want := contents(t, filepath.Join(whole, "out"))
	draw := rand.New(rand.NewPCG(1, 132))
	killed, chains, differ := 0, 0, 0
	for killed < 132 {
		chains++
		dir := t.TempDir()
		for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT} {
			for _, processors := range []string{"1", "2", "8"} {
				c := process(t, dir, "bench", rotFlags...)
				c.Env = append(os.Environ(), "GOMAXPROCS="+processors)
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				// Each run of a chain goes on from the one before, so that a part of the
				// time is enough to reach all stages.
				time.Sleep(time.Duration(draw.Int64N(int64(took)/3 + 1)))
				_ = c.Process.Signal(signal)
				if c.Wait() != nil {
					killed++
				}
			}
		}
		run(t, dir, "bench", rotFlags...)
		if diff := cmp.Diff(want, contents(t, filepath.Join(dir, "out"))); diff != "" {
			differ++
			t.Errorf("chain %d differs (-alone +killed):\n%s", chains, diff)
		}
		left := temporaryFiles(t, dir)
		if len(left) > 0 {
			t.Errorf("chain %d left %q", chains, left)
		}
	}
	t.Logf("%d kills, %d chains, %d trees differ", killed, chains, differ)
}

// temporaryFiles returns the files below a directory that are no outputs.
func temporaryFiles(t *testing.T, dir string) (left []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".tmp") {
			left = append(left, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// rots are ways in which a file is spoilt.
var rots = []struct {
	name string
	rot  func(path string, b []byte, draw *rand.Rand) error
}{
	{"deleted", func(path string, _ []byte, _ *rand.Rand) error { return os.Remove(path) }},
	{"emptied", func(path string, _ []byte, _ *rand.Rand) error { return os.WriteFile(path, nil, 0o666) }},
	{"halved", func(path string, b []byte, _ *rand.Rand) error { return os.WriteFile(path, b[:len(b)/2], 0o666) }},
	{"bit flipped, old time", flipBit},
	{"appended", func(path string, b []byte, _ *rand.Rand) error {
		return os.WriteFile(path, append(bytes.Clone(b), '\n'), 0o666)
	}},
	{"zeroed", func(path string, b []byte, _ *rand.Rand) error {
		return os.WriteFile(path, make([]byte, len(b)), 0o666)
	}},
	{"doubled", func(path string, b []byte, _ *rand.Rand) error {
		return os.WriteFile(path, append(bytes.Clone(b), b...), 0o666)
	}},
	{"a directory", func(path string, _ []byte, _ *rand.Rand) error {
		return errors.Join(os.Remove(path), os.Mkdir(path, 0o777))
	}},
	{"a link", func(path string, _ []byte, _ *rand.Rand) error {
		return errors.Join(os.Remove(path), os.Symlink("/nowhere", path))
	}},
}

// flipBit flips a bit of a file and keeps its modification time.
func flipBit(path string, b []byte, draw *rand.Rand) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if len(b) == 0 {
		return nil
	}
	b = bytes.Clone(b)
	b[draw.IntN(len(b))] ^= 1 << draw.IntN(8)
	return errors.Join(os.WriteFile(path, b, 0o666), os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// rotted counts what became of spoilt files.
type rotted struct {
	mended  int      // made again, to the same bytes
	refused []string // named by a command that failed
	kept    []string // neither: the run directory differs, and nothing was said
}

// try spoils a file, runs bench and puts the run directory back.
func (r *rotted) try(t *testing.T, dir string, want map[string]string, name, how string, rot func() error) {
	t.Helper()
	if err := rot(); err != nil {
		t.Fatal(err)
	}
	c := process(t, dir, "bench", rotFlags...)
	said, err := c.CombinedOutput()
	what := name + " " + how
	same := cmp.Equal(want, files(t, dir))
	var exit *exec.ExitError
	switch {
	case err == nil && same:
		r.mended++
		return
	case errors.As(err, &exit) && exit.ExitCode() == 1 && bytes.Contains(said, []byte(filepath.Base(name))):
		r.refused = append(r.refused, what)
	default:
		r.kept = append(r.kept, what)
		t.Errorf("%s: %v, same %v\n%s", what, err, same, said)
	}
	restore(t, dir, want)
}

// files returns the contents of a run directory's files but those that hold times and
// settings.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	root := filepath.Join(dir, "out")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || unkeyed[name] && name != "config.json" {
			return err
		}
		b, err := os.ReadFile(path)
		all[name] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return all
}

// restore puts the files of a run directory back.
func restore(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		path := filepath.Join(dir, "out", name)
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
		if b, err := os.ReadFile(path); err == nil && string(b) == text {
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRot spoils one file of a complete run at a time, 107 in all, and holds the next
// run to the bytes that there were, or to an error that names the file.
func TestRot(t *testing.T) {
	longtest.Need(t, "107 files spoilt one at a time")
	dir, _ := wholeRun(t)
	want := files(t, dir)
	names := slices.Sorted(maps.Keys(want))
	draw := rand.New(rand.NewPCG(1, 107))
	var r rotted
	for i := range 107 {
		name, way := names[draw.IntN(len(names))], rots[i%len(rots)]
		if name == "config.json" && way.name == "bit flipped, old time" {
			continue // people may write other settings there, and they are printed
		}
		path := filepath.Join(dir, "out", name)
		r.try(t, dir, want, name, way.name, func() error { return way.rot(path, []byte(want[name]), draw) })
	}
	t.Logf("%d files: %d made again, %d refused, %d kept or published: %s", 107, r.mended, len(r.refused), len(r.kept), strings.Join(r.refused, "; "))
}

// TestFlippedManifests flips a bit of one manifest at a time, 90 in all: its stage runs
// again, and nothing of it is published.
func TestFlippedManifests(t *testing.T) {
	longtest.Need(t, "90 manifests with a flipped bit")
	dir, _ := wholeRun(t)
	want := files(t, dir)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(want)), func(name string) bool { return !strings.HasSuffix(name, ".manifest.json") })
	draw := rand.New(rand.NewPCG(1, 90))
	var r rotted
	for i := range 90 {
		name := names[i%len(names)]
		path := filepath.Join(dir, "out", name)
		r.try(t, dir, want, name, fmt.Sprint("flip ", i), func() error { return flipBit(path, []byte(want[name]), draw) })
	}
	t.Logf("90 flips: %d made again, %d refused, %d kept or published", r.mended, len(r.refused), len(r.kept))
}
