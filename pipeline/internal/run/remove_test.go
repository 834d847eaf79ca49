package run

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Files of a stage that is switched off go with its manifest and its empty directories,
// and nothing else does.
func TestOff(t *testing.T) {
	y, dir := newToy(t, "b a"), t.TempDir()
	r := &Runner{Dir: dir}
	if _, err := r.Run(context.Background(), y.stages()...); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "tree", "mine.txt"), "mine")
	stages := y.stages()[:1]
	stages[0].Off = true
	if v, err := r.Status(t.Context(), stages...); err != nil || len(v) != 1 || v[0].State != Stale {
		t.Errorf("Status before = %v, %v, want one that is stale", v, err)
	}
	report, err := r.Run(context.Background(), stages...)
	if err != nil || len(report.Stages) != 0 {
		t.Fatalf("Run = %v, %v, want no stage", report, err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "tree", "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "mine.txt" {
		t.Errorf("left %q, %v, want mine.txt alone", left, err)
	}
	if v, err := r.Status(t.Context(), stages...); err != nil || len(v) != 0 {
		t.Errorf("Status afterwards = %v, %v, want none", v, err)
	}
	if err := os.Remove(left[0]); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(context.Background(), y.stages()...); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(context.Background(), stages...); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "tree")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is there: %v", err)
	}
}

// Outputs that a stage no longer has go when it runs again.
func TestFormerOutputs(t *testing.T) {
	y, dir := newToy(t, "b a"), t.TempDir()
	r := &Runner{Dir: dir}
	stages := y.stages()[:1]
	run := stages[0].Run
	stages[0].Outputs = append(stages[0].Outputs, "more/extra.txt")
	stages[0].Run = func(ctx context.Context, e *Exec) error {
		w, err := e.Create("more/extra.txt")
		if err != nil {
			return err
		}
		return errors.Join(w.Close(), run(ctx, e))
	}
	if _, err := r.Run(context.Background(), stages...); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "tree", "mine.txt"), "mine")
	if _, err := r.Run(context.Background(), y.stages()[:1]...); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"tree/more": false, "tree/mine.txt": true, "tree/words.txt": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v, want there: %v", name, err, want)
		}
	}
}

// In a directory that cannot be written, stages that are up to date are reported, and
// others are one line that names the directory.
func TestUnwritable(t *testing.T) {
	y, dir := newToy(t, "b a"), t.TempDir()
	r := &Runner{Dir: dir}
	made, err := r.Run(context.Background(), y.stages()...)
	if err != nil {
		t.Fatal(err)
	}
	fault := &os.PathError{Op: "open", Path: filepath.Join(dir, lockName), Err: syscall.EROFS}
	if !IsUnwritable(fault) {
		t.Errorf("IsUnwritable(%v) = false", fault)
	}
	got, err := r.confirm(context.Background(), fault, y.stages())
	if err != nil || len(got.Stages) != len(made.Stages) || got.Stages[0].Funnel.In != made.Stages[0].Funnel.In || got.Stages[0].Ran {
		t.Errorf("confirm = %+v, %v, want the stages of %+v, not run", got, err, made)
	}
	y.version++
	_, err = r.confirm(context.Background(), fault, y.stages())
	if want := dir + " cannot be written (read-only file system), and stage grow is out of date: version 1 → 2"; err == nil || err.Error() != want || !errors.Is(err, syscall.EROFS) {
		t.Errorf("confirm = %v, want %s", err, want)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q: want one line", err)
	}
}

// A stage that is switched off loses its files whatever became of its manifest: there is
// none after a kill, one of an earlier version has no digest, and a damaged one is of no
// use. A kill between the removal of files and that of the manifest does no harm.
func TestOffAfterKill(t *testing.T) {
	manifest := filepath.Join("tree", "grow.manifest.json")
	for what, spoil := range map[string]func(t *testing.T, dir string){
		"no manifest": func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, manifest)); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "tree/html/.grow.index.html.tmp"), "half")
		},
		"a damaged manifest": func(t *testing.T, dir string) { write(t, filepath.Join(dir, manifest), "{") },
		"an old manifest":    func(t *testing.T, dir string) { withoutDigest(t, filepath.Join(dir, manifest)) },
		"no directory of an output": func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, "tree", "html")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			y, dir := newToy(t, "b a"), t.TempDir()
			r := &Runner{Dir: dir}
			stages := y.stages()[:1]
			if _, err := r.Run(context.Background(), stages...); err != nil {
				t.Fatal(err)
			}
			spoil(t, dir)
			stages[0].Off = true
			if v, err := r.Status(t.Context(), stages...); err != nil || len(v) != 1 || v[0].State != Stale {
				t.Errorf("Status before = %v, %v, want one that is stale", v, err)
			}
			for range 2 {
				if _, err := r.Run(context.Background(), stages...); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "tree")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the directory is there: %v, with %q", err, sorted(tree(t, dir)))
			}
		})
	}
}

// withoutDigest makes a manifest one of an earlier version, which recorded no digest of it.
func withoutDigest(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile(`,\s*"digest": "[^"]*"\s*}\s*$`).ReplaceAllString(string(b), "\n}\n")
	if old == string(b) {
		t.Fatalf("no digest in %s", b)
	}
	write(t, name, old)
}

// Outputs that a stage no longer has go also if the manifest is of an earlier version, and,
// if they are declared as former outputs, if there is no manifest.
func TestFormerOutputsAfterKill(t *testing.T) {
	for what, spoil := range map[string]func(t *testing.T, manifest string, s *Stage){
		"an old manifest": func(t *testing.T, manifest string, _ *Stage) { withoutDigest(t, manifest) },
		"no manifest": func(t *testing.T, manifest string, s *Stage) {
			if err := os.Remove(manifest); err != nil {
				t.Fatal(err)
			}
			s.Former = []string{"html/index.html"}
		},
	} {
		y, dir := newToy(t, "b a"), t.TempDir()
		r := &Runner{Dir: dir}
		stages := y.stages()[:1]
		if _, err := r.Run(context.Background(), stages...); err != nil {
			t.Fatal(err)
		}
		spoil(t, filepath.Join(dir, "tree", "grow.manifest.json"), &stages[0])
		stages[0].Outputs = []string{"words.txt"}
		stages[0].Run = func(_ context.Context, e *Exec) error { return writeOutput(e, "words.txt", "a") }
		if _, err := r.Run(context.Background(), stages...); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "tree", "html")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the former output is there: %v", what, err)
		}
	}
}

// Failed items do not keep a run in a directory that cannot be written from being read, and
// are counted.
func TestUnwritableWithFailedItems(t *testing.T) {
	y, dir := newToy(t, "b a"), t.TempDir()
	y.onWeigh = func(_ context.Context, e *Exec) error {
		e.Funnel().In++
		e.Funnel().Fail("timeout", 1)
		return nil
	}
	r := &Runner{Dir: dir}
	if _, err := r.Run(context.Background(), y.stages()...); err != nil {
		t.Fatal(err)
	}
	got, err := r.confirm(context.Background(), &os.PathError{Op: "open", Path: dir, Err: syscall.EROFS}, y.stages())
	if err != nil || got.Failed() != 1 {
		t.Errorf("confirm = %+v, %v, want one failed item", got, err)
	}
}

// A stage without outputs leaves nothing behind if it fails.
func TestNoOutputsAfterFailure(t *testing.T) {
	dir := t.TempDir()
	s := Stage{Name: "world", Doc: "writes tables", Version: 1, Dir: "world", Run: func(context.Context, *Exec) error { return errors.New("no disk") }}
	if _, err := (&Runner{Dir: dir}).Run(t.Context(), s); err == nil {
		t.Fatal("a stage that fails ends without an error")
	}
	if left, err := os.ReadDir(filepath.Join(dir, "world")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, %v is left, want nothing", left, err)
	}
}

// Whatever the point at which a run with other outputs is killed, a later run with others
// again leaves its own outputs alone there, besides the files of people.
func TestOtherOutputsAfterKill(t *testing.T) {
	stage := func(outputs ...string) Stage {
		return Stage{Name: "world", Doc: "writes tables", Version: 1, Dir: "world", Outputs: outputs, Run: func(_ context.Context, e *Exec) error {
			for _, o := range outputs {
				if err := writeOutput(e, o, o); err != nil {
					return err
				}
			}
			return nil
		}}
	}
	dir := t.TempDir()
	if _, err := (&Runner{Dir: dir}).Run(t.Context(), stage("a.txt", "more/a.txt", "both.txt")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "world", "mine.txt"), "mine")
	killed := map[string]string{} // directories as the kill leaves them, by point
	r := &Runner{Dir: dir, at: func(point string) {
		killed[point] = t.TempDir()
		if err := os.CopyFS(killed[point], os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}}
	if _, err := r.Run(t.Context(), stage("b.txt", "more/b.txt", "both.txt")); err != nil {
		t.Fatal(err)
	}
	if len(killed) < 7 {
		t.Errorf("%d points, want at least 7", len(killed))
	}
	for point, dir := range killed {
		for _, next := range []Stage{stage("c.txt"), {Name: "world", Doc: "writes tables", Version: 1, Dir: "world", Off: true, Run: stage().Run}} {
			copied := t.TempDir()
			if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			if _, err := (&Runner{Dir: copied}).Run(t.Context(), next); err != nil {
				t.Fatal(err)
			}
			want := []string{"world/c.txt", "world/mine.txt", "world/world.manifest.json"}
			if next.Off {
				// A stage that is off declares none of the outputs, and the first manifest is gone.
				want = []string{"world/mine.txt"}
			}
			if got := sorted(tree(t, copied)); !slices.Equal(got, want) {
				t.Errorf("killed at %q, then off %v: files %q, want %q", point, next.Off, got, want)
			}
		}
	}
}
