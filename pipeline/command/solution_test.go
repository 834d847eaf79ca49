package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/solutiontest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Every task of a dataset has its solution, in which everything stands in its steps.
func TestDatasetsHaveSolutions(t *testing.T) {
	t.Parallel()
	d := toytest.Domain(t, "toy")
	for _, run := range []string{"toy", "small"} {
		b, err := os.ReadFile(filepath.Join(startFrom(t, run), "out", "dataset", dataset.TasksFile))
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := task.ReadParquet(bytes.NewReader(b), int64(len(b)))
		if err != nil || len(tasks) == 0 {
			t.Fatalf("%s: %d tasks, %v", run, len(tasks), err)
		}
		for _, x := range tasks {
			words, err := os.ReadFile(filepath.Join("..", "solution", "words", x.Language+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range solutiontest.Faults(d, x, x.Solution, string(words)+" 第一二三四五六七八九十 second third fourth fifth") {
				t.Errorf("%s: %s: %s\n%s", run, x.ID, fault, x.Solution)
			}
		}
	}
}
