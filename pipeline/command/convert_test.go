package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam/probe"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Questions that came with their options lose those that give themselves away if their exam is generated,
// and stay as they are if it is not.
func TestGeneratedQuestionsAreBalanced(t *testing.T) {
	biased := func(n int) (all []*task.Task) {
		for i := range n {
			options := []string{"ten days", "two days", "six days", "one day"}
			options[i%4] += " after the notice has arrived"
			var b strings.Builder
			b.WriteString("Question: Within which time must the notice be answered?\n")
			for j, o := range options {
				fmt.Fprintf(&b, "\n%c) %s", 'A'+j, o)
			}
			all = append(all, &task.Task{ID: fmt.Sprintf("%03d", i), Family: task.Exam, Type: task.MultipleChoice, Language: "en", Question: b.String(),
				Choices: &task.Choices{Options: options, Key: []int{i % 4}}, Derivation: &task.Derivation{Source: fmt.Sprint(i)}})
		}
		return all
	}
	beats := func(tasks []*task.Task) bool {
		r := probe.Measure(tasks)
		return slices.ContainsFunc(r.Probes, func(p probe.ProbeAccuracy) bool { return p.Beats })
	}
	for _, n := range []int{8, 40} {
		all := biased(n)
		if kept, dropped := balanced(all, false); len(kept) != n || dropped != nil || !beats(kept) {
			t.Errorf("%d questions of a given exam: kept %d, dropped %d: want all, which the longest option gives away", n, len(kept), len(dropped))
		}
		kept, dropped := balanced(all, true)
		if beats(kept) || len(dropped) == 0 || len(kept)+len(dropped) != n {
			t.Errorf("%d questions of a generated exam: kept %d, dropped %d, a probe beats chance: %v", n, len(kept), len(dropped), beats(kept))
		}
		if u := probe.Measure(kept).Unjudged; u == nil || u.Reason != probe.FewItems {
			t.Errorf("%d questions of which %d are kept have no reason %s", n, len(kept), probe.FewItems)
		}
	}
}
