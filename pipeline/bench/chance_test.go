package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// answered is a task of a family whose last lookup returns so many rows.
func answered(family, answer string, rows int) *task.Task {
	return &task.Task{Family: family, Type: family, AnswerValues: []value.Answer{{Kind: value.Text, Text: answer}}, Steps: []plan.Step{{Tool: "find", Op: "lookup", Rows: rows}, {Tool: "finish", Op: "finish"}}}
}

// Worked by hand: two of four citations are article 1, once with its only paragraph; of the
// changes two of three are of one kind; the versions in force are one of two and of four; and
// a text that stands once is no chance.
func TestChance(t *testing.T) {
	twin := answered("changed", "added", 1)
	twin.Twin = &task.Twin{}
	got := bench.Chance([]*task.Task{
		answered(task.Locate, "第一条", 1), answered(task.Locate, "第一条第一款", 1), answered(task.Locate, "第一条第二款", 1), answered(task.Locate, "第三条", 1),
		answered("changed", "amended", 1), answered("changed", "amended", 1), answered("changed", "added", 1), twin,
		answered("in-force", "1998", 2), answered("in-force", "2011", 4),
		answered(task.Recite, "甲", 1), answered(task.Recite, "乙", 1),
		answered(task.Multihop, "x", 9), answered(task.Multihop, "x", 9), answered(task.Writing, "y", 9), {Type: "1-15"},
	})
	if diff := cmp.Diff(map[string]float64{task.Locate: 0.5, "changed": 2. / 3, "in-force": 0.375}, got); diff != "" {
		t.Errorf("Chance (-want +got):\n%s", diff)
	}
}

// Worked by hand. Of three items with four options two have the key B, so that always B is right in
// 2/3; with three keys a guess is right in 1/4. A claim is guessed in 1/2, a set of three options in
// 1/7, three pairs in 1/6.
func TestChanceOfExams(t *testing.T) {
	choose := func(kind string, key string, options, matches int, positions ...int) *task.Task {
		return &task.Task{Family: task.Exam, Type: kind, KeyAnswer: []string{key}, Choices: &task.Choices{Options: make([]string, options), Matches: make([]string, matches), Key: positions}}
	}
	got := bench.Chance([]*task.Task{
		choose(task.MultipleChoice, "B", 4, 0, 1), choose(task.MultipleChoice, "B", 4, 0, 1), choose(task.MultipleChoice, "C", 4, 0, 2),
		choose(task.Cloze, "A", 4, 0, 0), choose(task.Cloze, "B", 4, 0, 1), choose(task.Cloze, "C", 4, 0, 2),
		choose(task.TrueFalse, "falsa", 2, 0, 1), choose(task.MultipleSelection, "A,B", 3, 0, 0, 1), choose(task.Matching, "A-1,B-2,C-3", 3, 3, 0, 1, 2),
	})
	if diff := cmp.Diff(map[string]float64{task.MultipleChoice: 2. / 3, task.Cloze: 0.25, task.TrueFalse: 0.5, task.MultipleSelection: 1. / 7, task.Matching: 1. / 6}, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("Chance (-want +got):\n%s", diff)
	}
}

// An agent is held to its chance on the types that have one, and to nothing elsewhere.
func TestFloorsOfChance(t *testing.T) {
	zero, one := 0., 1.
	trials := func(kind string, n, lucky int) (all []bench.Trial) {
		for i := range n {
			rate := &zero
			if i < lucky {
				rate = &one
			}
			all = append(all, bench.Trial{Task: fmt.Sprint(kind, i), Type: kind, Agent: "a", Role: score.FloorAgent, Score: score.Score{Strict: score.Rates{Success: rate, Process: rate}}})
		}
		return all
	}
	chance := map[string]float64{"locate": 0.1}
	for _, tt := range []struct {
		name   string
		trials []bench.Trial
		want   string
	}{
		{"at chance", append(trials("locate", 300, 30), trials("1-hop", 300, 0)...), ""},
		{"as much as luck adds", trials("locate", 300, 33), ""},
		{"above chance", trials("locate", 300, 34), "agent a has mean strict success rate 0.1133 over 300 tasks of locate, from 34 of them: want at most 0.1100"},
		{"elsewhere", append(trials("locate", 300, 0), trials("1-hop", 300, 4)...), "agent a has mean strict success rate 0.0133 over 300 tasks, from 4 of them: want at most 0.0100"},
	} {
		got := ""
		if err := bench.CheckBounds(tt.trials, chance); err != nil {
			got = err.Error()
		}
		if (got == "") != (tt.want == "") || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
