package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"taskgrove/pipeline/task"
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

// TestReal runs the whole pipeline with its defaults on the published tables, in
// each language.
func TestReal(t *testing.T) {
	corpus := realCorpus(t)
	if corpus == "" {
		t.Skip("no real tables: set TASKGROVE_DATA to the directory that holds legalagentbench/corpus")
	}
	for _, lang := range []string{"zh", "en"} {
		t.Run(lang, func(t *testing.T) {
			enough(t, t.TempDir(), "-corpus", corpus, "-lang", lang)
		})
	}
}

// TestGenerated runs the whole pipeline on a small generated world in each
// language. The dataset says that its tables are generated.
func TestGenerated(t *testing.T) {
	for lang, domain := range map[string]string{"zh": "legal", "en": "legal-en"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			enough(t, dir, "-domain", domain, "-scale", "0.05", "-seed", "7")
			card := read(t, filepath.Join(dir, "out", "dataset", "README.md"))
			if want := "language " + lang + ", seed 7, scale 0.05."; !strings.Contains(card, want) {
				t.Errorf("the card does not say %q of the tables", want)
			}
		})
	}
}

// enough runs bench and holds what it makes to two hundred tasks of five types.
func enough(t *testing.T, dir string, flags ...string) {
	t.Helper()
	cmd, err := filepath.Abs("../../cmd")
	if err != nil {
		t.Fatal(err)
	}
	run(t, dir, cmd, "bench", flags)
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
	if len(tasks) < 200 || len(types) != 5 {
		t.Errorf("%d tasks of types %v, want at least 200 of five", len(tasks), types)
	}
}
