package published_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/validation/published"
)

// The report of the published tasks: which of them programs cover, which run over
// the recovered tables, and whose fault each disagreement is. A program that does
// not give the published keys over what the recorded calls show says why, one that
// does has nothing to explain.
func TestPublished(t *testing.T) {
	l := load(t)
	var report published.ReplayReport
	for _, task := range l.tasks {
		line := published.TaskLine{Task: task.ID, Type: task.Type}
		if e := l.table.Entry(task.ID); e != nil {
			line.Entry = e
			line.Recovered = run(t, l.recovered, e, &task)
			line.Recorded = run(t, l.completed, e, &task)
			if agrees := line.Recorded.Verdict == published.Agree; agrees != (e.Fault == "") {
				t.Errorf("testdata/tasks.yaml:%d: task %s: %s with fault %q: want a fault exactly where it does not agree",
					e.Line, e.ID, line.Recorded, e.Fault)
			}
		}
		report = append(report, line)
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "report.golden")
	goldentest.Compare(t, golden, b.String())
}

func run(t testing.TB, w *published.ReplayWorld, e *published.Entry, task *published.PublishedTask) *published.ProgramOutcome {
	t.Helper()
	o, err := published.Run(t.Context(), w, e, task)
	if err != nil {
		t.Fatal(err)
	}
	return &o
}
