package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// params are those of the toy pipeline's first stage.
type params struct {
	Seed   int   `json:"seed"`
	Quotas []int `json:"quotas"`
}

// toy is a pipeline of three stages: words of an external file are sorted
// (grow), counted (weigh) and listed (tell). Each adds its name to ran.
type toy struct {
	words   string // path of the external file
	version int
	params  params
	ran     []string
	onWeigh func(context.Context, *Exec) error // called by weigh first, if not nil
}

func newToy(t testing.TB, words string) *toy {
	t.Helper()
	y := &toy{words: filepath.Join(t.TempDir(), "words.txt"), version: 1, params: params{Seed: 1, Quotas: []int{40, 30}}}
	write(t, y.words, words)
	return y
}

func (y *toy) stages() []Stage {
	return []Stage{
		{
			Name: "grow", Doc: "sorts words", Version: y.version, Dir: "tree", Params: y.params,
			Inputs:  []StageInput{{Name: "corpus/words.txt", Path: y.words}},
			Outputs: []string{"words.txt", "html/index.html"},
			Run: func(_ context.Context, e *Exec) error {
				y.ran = append(y.ran, "grow")
				words, err := readWords(e, "corpus/words.txt")
				if err != nil {
					return err
				}
				kept := make(map[string]bool)
				for _, w := range words {
					e.Funnel().In++
					if kept[w] {
						e.Funnel().Drop("duplicate", 1)
						continue
					}
					kept[w] = true
					e.Funnel().Out++
				}
				if err := writeOutput(e, "words.txt", strings.Join(sorted(kept), "\n")); err != nil {
					return err
				}
				return writeOutput(e, "html/index.html", fmt.Sprintf("<p>%d</p>", y.params.Seed))
			},
		},
		{
			Name: "weigh", Doc: "counts words", Version: 1, Dir: "sample",
			Inputs:  []StageInput{{Name: "tree/words.txt"}},
			Outputs: []string{"count.txt"},
			Run: func(ctx context.Context, e *Exec) error {
				y.ran = append(y.ran, "weigh")
				if y.onWeigh != nil {
					if err := y.onWeigh(ctx, e); err != nil {
						return err
					}
				}
				words, err := readWords(e, "tree/words.txt")
				if err != nil {
					return err
				}
				return writeOutput(e, "count.txt", fmt.Sprint(len(words)))
			},
		},
		{
			Name: "tell", Doc: "lists words", Version: 1, Dir: "sample",
			Inputs:  []StageInput{{Name: "sample/count.txt"}, {Name: "review/decisions.jsonl", Optional: true}},
			Outputs: []string{"list.txt"},
			Run: func(_ context.Context, e *Exec) error {
				y.ran = append(y.ran, "tell")
				f, err := e.Open("review/decisions.jsonl")
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				decided := err == nil
				f.Close()
				words, err := readWords(e, "sample/count.txt")
				if err != nil {
					return err
				}
				return writeOutput(e, "list.txt", fmt.Sprint(words, decided))
			},
		},
	}
}

// run brings the toy up to date and returns the stages that ran.
func (y *toy) run(t testing.TB, dir string) []string {
	t.Helper()
	y.ran = nil
	r := &Runner{Dir: dir}
	if _, err := r.Run(t.Context(), y.stages()...); err != nil {
		t.Fatal(err)
	}
	return y.ran
}

func readWords(e *Exec, name string) ([]string, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return strings.Fields(string(b)), err
}

func writeOutput(e *Exec, name, s string) error {
	w, err := e.Create(name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, s); err != nil {
		return err
	}
	return w.Close()
}

func write(t testing.TB, path, s string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(s), 0o666); err != nil {
		t.Fatal(err)
	}
}

// tree returns all files below dir by name, except the log and the lock.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == logName || d.Name() == lockName {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFreshAndStale(t *testing.T) {
	y := newToy(t, "ape bee ape")
	dir := t.TempDir()
	step := func(what string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, y.run(t, dir)); diff != "" {
			t.Errorf("%s: stages that ran (-want +got):\n%s", what, diff)
		}
		if got := y.run(t, dir); got != nil {
			t.Errorf("%s, again: %v ran, want none", what, got)
		}
	}
	step("first run", "grow", "weigh", "tell")
	write(t, y.words, "ape cow")
	step("other words, as many", "grow", "weigh")
	write(t, y.words, "cow  ape")
	step("another order", "grow")
	y.params.Seed = 2
	step("another parameter", "grow")
	y.version = 2
	step("another version", "grow")
	write(t, filepath.Join(dir, "sample/count.txt"), "7")
	step("output edited", "weigh")
	if err := os.Remove(filepath.Join(dir, "tree/html/index.html")); err != nil {
		t.Fatal(err)
	}
	step("output removed", "grow")
	write(t, filepath.Join(dir, "review/decisions.jsonl"), "")
	step("optional input appears", "tell")
	if got := tree(t, dir)["sample/list.txt"]; got != "[2] true" {
		t.Errorf("list.txt = %q, want %q", got, "[2] true")
	}
}

// The path of an external file, the run directory, the worker count and the
// clock show in no byte.
func TestSameBytesElsewhere(t *testing.T) {
	var trees []map[string]string
	for workers := range 2 {
		y := newToy(t, "ape bee ape")
		dir := t.TempDir()
		r := &Runner{Dir: dir, Workers: workers + 1, Clock: func() time.Time { return time.Unix(int64(workers), 0) }}
		if _, err := r.Run(t.Context(), y.stages()...); err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree(t, dir))
	}
	if diff := cmp.Diff(trees[0], trees[1]); diff != "" {
		t.Errorf("two runs differ:\n%s", diff)
	}
}

func TestManifestGolden(t *testing.T) {
	y := newToy(t, "ape bee ape")
	dir := t.TempDir()
	y.run(t, dir)
	golden(t, "grow.manifest.json", tree(t, dir)["tree/grow.manifest.json"])
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") == "1" {
		write(t, path, got)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestReport(t *testing.T) {
	y := newToy(t, "ape bee ape")
	r := &Runner{Dir: t.TempDir()}
	_, err := r.Run(t.Context(), y.stages()[0])
	if err != nil {
		t.Fatal(err)
	}
	fail := 1
	y.onWeigh = func(_ context.Context, e *Exec) error {
		e.Funnel().In = fail
		e.Funnel().Fail("timeout", fail)
		return nil
	}
	got, err := r.Run(t.Context(), y.stages()...)
	if err != nil {
		t.Fatal(err)
	}
	want := RunReport{[]StageOutcome{
		{Stage: "grow", Dir: "tree", Funnel: Funnel{In: 3, Out: 2, Dropped: map[string]int{"duplicate": 1}}},
		{Stage: "weigh", Dir: "sample", Ran: true, Reasons: []string{"never run"}, Funnel: Funnel{In: 1, Failed: map[string]int{"timeout": 1}}},
		{Stage: "tell", Dir: "sample", Ran: true, Reasons: []string{"never run"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if got.Failed() != 1 {
		t.Errorf("Failed() = %d, want 1", got.Failed())
	}
	// Failed items are tried again, and what they change nothing in stops there.
	fail = 0
	got, err = r.Run(t.Context(), y.stages()...)
	if err != nil || got.Failed() != 0 || !got.Stages[1].Ran || got.Stages[2].Ran {
		t.Errorf("run after failed items: %+v, %v, want only weigh to run", got, err)
	}
}

func TestStageErrors(t *testing.T) {
	for _, tc := range []struct {
		name string
		run  func(context.Context, *Exec) error
		want string
	}{
		{"its own", func(context.Context, *Exec) error { return errors.New("no oxen") }, "stage weigh: no oxen"},
		{"undeclared input", func(_ context.Context, e *Exec) error {
			_, err := e.Open("corpus/words.txt")
			return err
		}, "stage weigh: input corpus/words.txt is not declared"},
		{"undeclared output", func(_ context.Context, e *Exec) error {
			return writeOutput(e, "list.txt", "")
		}, "stage weigh: output sample/list.txt is not declared"},
		{"output twice", func(_ context.Context, e *Exec) error {
			return errors.Join(writeOutput(e, "count.txt", ""), writeOutput(e, "count.txt", ""))
		}, "stage weigh: output sample/count.txt is created twice"},
		{"write after close", func(_ context.Context, e *Exec) error {
			w, err := e.Create("count.txt")
			if err != nil {
				return err
			}
			w.Close()
			_, err = w.Write([]byte("x"))
			return err
		}, "stage weigh: output sample/count.txt: file already closed"},
		{"funnel leaks", func(_ context.Context, e *Exec) error {
			*e.Funnel() = Funnel{In: 3, Out: 1, Dropped: map[string]int{"tie": 1}}
			return nil
		}, "stage weigh: funnel: 3 in, but 1 out + 1 dropped + 0 failed"},
		{"funnel below zero", func(_ context.Context, e *Exec) error {
			*e.Funnel() = Funnel{In: 0, Out: 1, Dropped: map[string]int{"tie": -1}}
			return nil
		}, `stage weigh: funnel: "tie" counts -1 items`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			y := newToy(t, "ape")
			dir := t.TempDir()
			y.run(t, dir)
			before := tree(t, dir)
			delete(before, "sample/weigh.manifest.json")
			write(t, y.words, "ape bee")
			y.run(t, t.TempDir()) // the toy itself is sound
			grown := y.stages()[0]
			y.onWeigh = tc.run
			_, err := (&Runner{Dir: dir}).Run(t.Context(), y.stages()...)
			if err == nil || err.Error() != tc.want {
				t.Errorf("Run: %v, want %s", err, tc.want)
			}
			after := tree(t, dir)
			delete(after, "sample/.weigh.outputs") // until the stage succeeds
			for _, name := range grown.writes() {
				delete(before, name)
				delete(after, name)
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("files after the failure, manifest and grow's aside (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOutputNotCreated(t *testing.T) {
	s := Stage{
		Name: "idle", Doc: "does nothing", Version: 1, Dir: "x", Outputs: []string{"y"},
		Run: func(context.Context, *Exec) error { return nil },
	}
	_, err := (&Runner{Dir: t.TempDir()}).Run(t.Context(), s)
	if want := "stage idle: output x/y was not created"; err == nil || err.Error() != want {
		t.Errorf("Run: %v, want %s", err, want)
	}
}

// A stage removes what its killed runs left, under whatever name, and nothing
// of another's.
func TestLeftovers(t *testing.T) {
	y := newToy(t, "ape")
	dir := t.TempDir()
	y.run(t, dir)
	want := sorted(tree(t, dir))
	write(t, filepath.Join(dir, "tree/.grow.graph.json.tmp"), "half")
	write(t, filepath.Join(dir, "tree/html/.grow.index.html.tmp"), "half")
	write(t, filepath.Join(dir, "tree/.growth.x.tmp"), "half")
	y.version = 2
	y.run(t, dir)
	want = slices.Sorted(slices.Values(append(want, "tree/.growth.x.tmp")))
	if diff := cmp.Diff(want, sorted(tree(t, dir))); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestMissingInputs(t *testing.T) {
	s := Stage{
		Name: "idle", Doc: "does nothing", Version: 1, Dir: "x",
		Inputs: []StageInput{{Name: "a"}, {Name: "b", Path: filepath.Join(t.TempDir(), "b")}, {Name: "c", Optional: true}},
		Run:    func(context.Context, *Exec) error { return errors.New("ran") },
	}
	dir := t.TempDir()
	_, err := (&Runner{Dir: dir}).Run(t.Context(), s)
	if want := "stage idle: no such file: input a, b"; err == nil || err.Error() != want {
		t.Errorf("Run: %v, want %s", err, want)
	}
	if got := tree(t, dir); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}

// A stage that reads one thing and is keyed by another would be fresh with
// wrong outputs.
func TestInputChangesMeanwhile(t *testing.T) {
	y := newToy(t, "ape")
	dir := t.TempDir()
	y.onWeigh = func(context.Context, *Exec) error {
		return os.WriteFile(filepath.Join(dir, "tree/words.txt"), []byte("cow cow"), 0o666)
	}
	_, err := (&Runner{Dir: dir}).Run(t.Context(), y.stages()...)
	if want := "stage weigh: input tree/words.txt changed while the stage ran"; err == nil || err.Error() != want {
		t.Errorf("Run: %v, want %s", err, want)
	}
	if _, ok := tree(t, dir)["sample/weigh.manifest.json"]; ok {
		t.Error("the stage has a manifest")
	}
	y.onWeigh = nil
	if diff := cmp.Diff([]string{"grow", "weigh", "tell"}, y.run(t, dir)); diff != "" {
		t.Errorf("stages that ran afterwards (-want +got):\n%s", diff)
	}
}

func TestInterrupted(t *testing.T) {
	y := newToy(t, "ape")
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("interrupted")
	y.onWeigh = func(context.Context, *Exec) error { cancel(why); return nil }
	report, err := (&Runner{Dir: dir}).Run(ctx, y.stages()...)
	if !errors.Is(err, why) || len(report.Stages) != 1 {
		t.Errorf("Run: %+v, %v, want only grow done, and %v", report, err, why)
	}
	if got := sorted(tree(t, dir)); len(got) != 3 {
		t.Errorf("files after the interruption: %v, want those of grow", got)
	}
	y.ran = nil
	if _, err := (&Runner{Dir: dir}).Run(ctx, y.stages()...); !errors.Is(err, why) || y.ran != nil {
		t.Errorf("Run with an ended context: %v, %v ran, want %v and none", err, y.ran, why)
	}
}

func TestLock(t *testing.T) {
	y := newToy(t, "ape")
	dir := t.TempDir()
	var second error
	y.onWeigh = func(ctx context.Context, _ *Exec) error {
		_, second = (&Runner{Dir: dir}).Run(ctx, y.stages()...)
		return nil
	}
	y.run(t, dir)
	want := fmt.Sprintf("%s: in use by another process (%d): wait for it to end or choose another directory", dir, os.Getpid())
	if !errors.Is(second, ErrLocked) || second.Error() != want {
		t.Errorf("second Run: %v, want %s", second, want)
	}
	y.run(t, dir) // released
}

// sorted returns a map's keys in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Whoever watches is told of every stage, in order, also of those that are up to date.
func TestWatch(t *testing.T) {
	var told []string
	r := &Runner{Dir: t.TempDir(), Watch: func(stage string) { told = append(told, stage) }}
	stage := func(name string) Stage {
		return Stage{Name: name, Doc: "does nothing", Version: 1, Dir: name, Run: func(context.Context, *Exec) error { return nil }}
	}
	for range 2 {
		if _, err := r.Run(t.Context(), stage("first"), stage("second")); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"first", "second", "first", "second"}, told); diff != "" {
		t.Errorf("told of stages (-want +got):\n%s", diff)
	}
}
