package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// realCorpus is where the published tables are; "" where they are not.
func realCorpus(t *testing.T) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir, err := filepath.Abs(filepath.Join(data, "legalagentbench", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// TestReal runs the whole pipeline on the published tables: with its defaults in
// Chinese, which must give at least 250 tasks of hop types, and with small quotas in
// English.
func TestReal(t *testing.T) {
	longtest.Need(t, "whole runs on the published tables")
	corpus := realCorpus(t)
	if corpus == "" {
		t.Skip("no real tables: set TASKGROVE_DATA to the directory that holds legalagentbench/corpus")
	}
	for lang, quotas := range map[string][]string{"zh": nil, "en": {"-paths", "12,12,8,4,2"}} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			least := 250
			if quotas != nil {
				least = 70
			}
			enough(t, t.TempDir(), least, 5, append([]string{"-corpus", corpus, "-lang", lang}, quotas...)...)
		})
	}
}

// TestGenerated runs the whole pipeline on a small generated world in English.
func TestGenerated(t *testing.T) { generatedWorld(t, "legal-en", "en") }

// TestGeneratedChinese runs it in Chinese.
func TestGeneratedChinese(t *testing.T) {
	longtest.Need(t, "a whole run in a second language")
	generatedWorld(t, "legal", "zh")
}

// generatedWorld makes a dataset over a generated world and checks that its card says so.
func generatedWorld(t *testing.T, domain, lang string) {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	enough(t, dir, 25, 6, "-domain", domain, "-scale", "0.05", "-seed", "7", "-paths", "4,4,3,2,1", "-writing", "1")
	card := read(t, filepath.Join(dir, "out", "dataset", "README.md"))
	if want := "language " + lang + ", seed 7, scale 0.05."; !strings.Contains(card, want) {
		t.Errorf("the card does not say %q of the tables", want)
	}
}

// enough runs bench and holds what it makes to a number of tasks of so many types and to
// counts that add up.
func enough(t *testing.T, dir string, least, kinds int, flags ...string) {
	t.Helper()
	run(t, dir, "bench", flags...)
	b := read(t, filepath.Join(dir, "out", "dataset", "data", "test.parquet"))
	tasks, err := task.ReadParquet(strings.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]int{}
	for _, task := range tasks {
		types[task.Type]++
	}
	t.Logf("%d tasks: %v", len(tasks), types)
	if len(tasks) < least || len(types) != kinds {
		t.Errorf("%d tasks of types %v, want at least %d of %d", len(tasks), types, least, kinds)
	}
	addsUp(t, filepath.Join(dir, "out", "sample"))
}

// addsUp checks a sampling funnel: every choice that was tried is accepted or dropped,
// there are no more tasks of hops than their paths are to get between them, and 95 % of these
// at least where all paths were found, or the command would say so; and the tasks are those that were sampled, whether taken at once,
// set aside first, or put in the place of others, of which there must be some.
func addsUp(t *testing.T, dir string) {
	t.Helper()
	const entities = 2 // of each path, by default
	var funnel []struct {
		Hops                           int
		Template                       string
		Wanted, Tried, Accepted, Tasks int
		Dropped                        map[string]int
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "funnel.json"))), &funnel); err != nil {
		t.Fatal(err)
	}
	tasks, replaced := 0, 0
	hops, most, all := 0, 0, true // tasks of hops, as many as their paths are to get, whether all paths were found
	for _, f := range funnel {
		ended := f.Accepted
		for reason, n := range f.Dropped {
			if n <= 0 {
				t.Errorf("%d hops %s: %d are dropped for %s, want some or no such reason", f.Hops, f.Template, n, reason)
			}
			ended += n
		}
		if f.Hops > 0 { // a depth may make up for tasks that another lacks
			hops, most, all = hops+f.Tasks, most+f.Accepted*entities, all && f.Accepted == f.Wanted
		}
		if ended != f.Tried {
			t.Errorf("%d hops %s: %d tried, want accepted %d and dropped %v to add up to it, not to %d", f.Hops, f.Template, f.Tried, f.Accepted, f.Dropped, ended)
		}
		tasks += f.Tasks
		replaced += f.Dropped["replaced"]
	}
	if hops > most || 100*hops < 95*most && all {
		t.Errorf("%d tasks of hops, want %d or a few less", hops, most)
	}
	if sampled := strings.Count(read(t, filepath.Join(dir, "tasks.jsonl")), "\n"); tasks != sampled {
		t.Errorf("the funnel has %d tasks, want the %d sampled", tasks, sampled)
	}
	if replaced == 0 {
		t.Error("no choice gave way to another: the counts of exchanges were not tested")
	}
}
