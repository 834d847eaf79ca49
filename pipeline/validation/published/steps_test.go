package published_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/validation/published"
)

var taskFlag = flag.String("task", "", "ID of a task whose steps TestSteps shows")

// TestSteps shows, for who writes a program, what every node of it gave:
//
//	go test ./pipeline/validation/published -run TestSteps -v -task 184
//
// Without the flag it sees that what is shown and what is counted are of one run.
func TestSteps(t *testing.T) {
	l := load(t)
	for _, task := range l.tasks {
		e := l.table.Entry(task.ID)
		if e == nil || *taskFlag != "" && *taskFlag != task.ID {
			continue
		}
		p, trace, o, err := published.Trace(t.Context(), l.completed, e, &task)
		if err != nil {
			t.Fatal(err)
		}
		if (trace == nil) != (o.Verdict == published.Unnamed) || trace != nil && o.Verdict.Executed() != (len(trace.Results) == len(p.Nodes)) {
			t.Errorf("task %s: %s, but %v was traced", task.ID, o.String(), trace)
		}
		if *taskFlag == "" || trace == nil {
			continue
		}
		t.Logf("task %s: %s; keys %q", task.ID, o.String(), task.Keys)
		for i, r := range trace.Results {
			if r != nil {
				t.Logf("%-8s %-12s %4d rows  %.200s", p.Nodes[i].Name, p.Nodes[i].Do.Kind(), len(r.Rows), strings.Join(r.Texts(), " "))
			}
		}
	}
}
