package command_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

// stages are the manifests of a whole run on tables, in the order they are written.
// One on the generated world has generatedStage before them.
var stages = []string{
	"plantree/corpus.manifest.json", "plantree/plantree.manifest.json", "sample/sample.manifest.json",
	"rewrite/rewrite.manifest.json", "check/check.manifest.json", "reviewed/review.manifest.json",
	"bench/baseline/baseline.manifest.json", "dataset/tables.manifest.json", "dataset/export.manifest.json",
}

const generatedStage = "world/world.manifest.json"

// TestKilledRuns kills a run in the middle of each stage, at a moment drawn from the
// time the stage takes, and holds what the next run makes of it to the bytes of a
// run that was left alone, with another number of workers.
func TestKilledRuns(t *testing.T) {
	for name, flags := range map[string][]string{
		"toy":   strings.Fields("-domain toy -paths 2,2,1 -corpus " + os.Getenv("TOY")),
		"world": strings.Fields("-scale 0.01 -depth 3 -paths 6,6,3"),
		"real":  {"-depth", "3", "-paths", "6,6,3", "-corpus", realCorpus(t)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "toy" {
				longtest.Need(t, "runs killed in each stage and made again")
			}
			if flags[len(flags)-1] == "" {
				t.Skip("no real tables: set TASKGROVE_DATA to the directory that holds legalagentbench/corpus")
			}
			stages := stages
			if name == "world" {
				stages = append([]string{generatedStage}, stages...)
			}
			dir := t.TempDir()
			run(t, dir, "bench", append(flags, "-workers", "8")...)
			times := stageTimes(t, filepath.Join(dir, "out", "log.jsonl"))
			killed := 0
			for i := range stages {
				if kill(t, dir, append(flags, "-out", "killed", "-workers", "2"), stages[:i], times[i]) {
					killed++
				}
			}
			if name == "real" && killed < len(stages)/2 {
				t.Errorf("only %d of %d runs were killed before they ended", killed, len(stages))
			}
			run(t, dir, "bench", append(flags, "-out", "killed", "-workers", "1")...)
			if diff := cmp.Diff(contents(t, filepath.Join(dir, "out")), contents(t, filepath.Join(dir, "killed"))); diff != "" {
				t.Errorf("after %d kills the run directory differs (-alone +killed):\n%s", killed, diff)
			}
		})
	}
}

func TestKilledExtension(t *testing.T) { killExtension(t, 4) }

func TestManyKilledExtensions(t *testing.T) {
	longtest.Need(t, "200 extensions killed and made again")
	killExtension(t, 200)
}

// killExtension kills a run that extends a set again and again, at moments drawn from the time that it takes, and
// holds each that ends to the bytes of one that was left alone, with another number of workers.
func killExtension(t *testing.T, kills int) {
	dir := t.TempDir()
	if err := copyRun("toy", filepath.Join(dir, "old")); err != nil {
		t.Fatal(err)
	}
	tables := filepath.Join(dir, "tables")
	if err := os.CopyFS(tables, os.DirFS(os.Getenv("TOY"))); err != nil {
		t.Fatal(err)
	}
	cases := filepath.Join(tables, "Case.jsonl")
	later := strings.Replace(read(t, cases), "686550", "686650", 1)
	if err := os.Chmod(cases, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cases, []byte(later), 0o666); err != nil {
		t.Fatal(err)
	}
	args := strings.Fields("-extend old -domain toy -corpus tables -reanswer -add 4 -max-dropped 100")
	extend := func(out string, workers int) *exec.Cmd {
		return process(t, dir, "bench", append(args, "-out", out, "-workers", fmt.Sprint(workers))...)
	}
	stale := func(err error) bool {
		var exit *exec.ExitError
		return errors.As(err, &exit) && exit.ExitCode() == cli.PartlyDone
	}
	began := time.Now()
	if err := extend("out", 2).Run(); !stale(err) {
		t.Fatalf("the extension ends with %v, want exit code %d", err, cli.PartlyDone)
	}
	takes, alone, ended := time.Since(began), contents(t, filepath.Join(dir, "out")), 0
	for killed := 0; killed < kills || ended == 0; {
		c := extend("killed", 1+killed%3)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if killed < kills {
			wait := time.Duration(digest.Rand("kill an extension", fmt.Sprint(killed, ended)).Int64N(int64(takes)))
			kill := time.AfterFunc(wait, func() { c.Process.Kill() })
			defer kill.Stop()
		}
		if err := c.Wait(); !stale(err) {
			if killed++; killed > kills {
				t.Fatalf("after %d kills the extension ends with %v", kills, err)
			}
			continue
		}
		ended++
		if diff := cmp.Diff(alone, contents(t, filepath.Join(dir, "killed"))); diff != "" {
			t.Fatalf("after %d kills the run directory differs (-alone +killed):\n%s", killed, diff)
		}
		if err := os.RemoveAll(filepath.Join(dir, "killed")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d extensions that ended", kills, ended)
}

// TestKilledEvaluation holds the reports of a rehearsed run that was killed on its way, with
// 64 trials at a time, to the bytes of a run that was left alone, with one at a time.
func TestKilledEvaluation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := strings.Fields("-rehearse fallible,clumsy -method react,plan-and-execute -calls both -epochs 2")
	for _, out := range []string{"alone", "killed"} {
		if err := copyRun("small", filepath.Join(dir, out)); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "bench", append(args, "-out", "alone", "-in-flight", "1")...)
	trials := filepath.Join(dir, "killed", "bench", "models", "trials.jsonl")
	for n := range int64(3) {
		c := process(t, dir, "bench", append(args, "-out", "killed", "-in-flight", "64")...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		for appears(trials, ended) {
			if s, err := os.Stat(trials); err != nil || s.Size() > (n+1)*20_000 || len(ended) > 0 {
				break
			}
		}
		c.Process.Kill()
		<-ended
	}
	run(t, dir, "bench", append(args, "-out", "killed", "-in-flight", "64")...)
	for _, name := range []string{"scores.json", "comparisons.jsonl", "changes.jsonl", "report.html", "trials.parquet", "scores.parquet", "run.json"} {
		alone := read(t, filepath.Join(dir, "alone", "bench", "models", name))
		if killed := read(t, filepath.Join(dir, "killed", "bench", "models", name)); killed != alone {
			t.Errorf("%s: %d bytes after kills differ from %d bytes of a run left alone", name, len(killed), len(alone))
		}
	}
}

// stageTimes returns how long each stage of a run took, by its log.
func stageTimes(t *testing.T, name string) (times []time.Duration) {
	t.Helper()
	for line := range strings.Lines(read(t, name)) {
		var stage struct{ Seconds float64 }
		if err := json.Unmarshal([]byte(line), &stage); err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Duration(stage.Seconds*float64(time.Second)))
	}
	return times
}

// appears waits for a file; false if the run ends without it.
func appears(path string, ended chan error) bool {
	for {
		if _, err := os.Stat(path); err == nil {
			return true
		}
		select {
		case err := <-ended:
			ended <- err
			_, statErr := os.Stat(path)
			return statErr == nil
		case <-time.After(time.Millisecond):
		}
	}
}

// kill starts a run, waits until it is in the stage after those that are done, and
// kills it somewhere in the time the stage takes. It reports whether the run was
// still going.
func kill(t *testing.T, dir string, args, done []string, takes time.Duration) bool {
	t.Helper()
	c := process(t, dir, "bench", args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	if n := len(done); n > 0 {
		appears(filepath.Join(dir, "killed", done[n-1]), ended)
	}
	time.Sleep(time.Duration(digest.Rand("kill", fmt.Sprint(len(done))).Int64N(int64(takes) + 1)))
	alive := c.Process.Kill() == nil
	return <-ended != nil && alive
}

// contents returns the digests of a run directory's files, without times and
// settings.
func contents(t *testing.T, root string) map[string]digest.Digest {
	t.Helper()
	files := map[string]digest.Digest{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || unkeyed[name] {
			return err
		}
		b, err := os.ReadFile(path)
		files[name] = digest.Bytes(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < len(stages) {
		t.Fatalf("%s has only %q", root, slices.Sorted(maps.Keys(files)))
	}
	return files
}
