package analysis_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func ref(x float64) *float64 { return &x }

// toy is a set of two paths of one hop, two of two, two texts and a twin.
func toy() []*task.Task {
	return []*task.Task{
		{ID: "c1", Type: "2-hop", Path: "court----case"}, {ID: "a1", Type: "1-hop", Path: "company"},
		{ID: "a2", Type: "1-hop", Path: "company"}, {ID: "b1", Type: "1-hop", Path: "court"}, {ID: "b2", Type: "1-hop", Path: "court"},
		{ID: "d1", Type: "2-hop", Path: "company----case"}, {ID: "c2", Type: "2-hop", Path: "court----case"},
		{ID: "w1", Type: "writing"}, {ID: "w2", Type: "writing"},
		{ID: "a1-twin", Type: "1-hop", Path: "company", Twin: &task.Twin{Of: "a1"}},
	}
}

// marked returns a mark with one strict success rate, and other figures that follow from
// it.
func marked(task, name string, epoch int, success float64) bench.Mark {
	m := bench.Mark{
		Task: task, Type: "1-hop", Agent: name, Epoch: epoch, End: agent.Finished, Calls: 3,
		Strict: score.Rates{Success: ref(success)}, Paper: score.Rates{Success: ref((1 + success) / 2), Process: ref(0.5)},
		Tokens: &score.Tokens{Input: 100, Output: 10, Total: 110}, Spent: &llm.Spending{Answers: 4, Cost: 2_500_000_000},
	}
	if !strings.HasSuffix(task, "-twin") {
		m.Measures = map[string]float64{
			recall.Rouge1: (1 + success) / 2, recall.Rouge2: success / 2, recall.RougeL: (1 + 3*success) / 4, recall.BLEU: success / 4, recall.Edit: success, recall.EditDistance: 20 * (1 - success),
			recall.BERTPrecision: (1 + success) / 2, recall.BERTRecall: success - 0.25, recall.BERTScore: success / 2,
		}
	}
	if success < 1 {
		m.Failure, m.End = failure.Planning, agent.Exhausted
	}
	return m
}

// hostile is a name that would break a table, a page or a terminal.
const hostile = "b|<b>\u202e\n\x1b[2J"

// toyMarks are of two contestants with two epochs, a floor and a ceiling. Some trials are
// missing, and one task is unscored.
func toyMarks() []bench.Mark {
	var marks []bench.Mark
	for name, rates := range map[string]map[string][2]float64{
		"alpha": {"a1": {1, 1}, "a2": {1, 0}, "b1": {0, 0}, "b2": {1, 1}, "c1": {0.5, 1}, "c2": {0, 0}, "d1": {1, 1}, "w1": {0.5, 0.75}, "a1-twin": {1, 0}},
		hostile: {"a1": {0, 1}, "a2": {0, 0}, "b1": {0, 0}, "b2": {1, 0}, "c1": {0.5, 0.5}, "d1": {1, 1}, "w1": {0.25, 0.25}, "w2": {0, 0}},
	} {
		for task, epochs := range rates {
			for epoch, rate := range epochs {
				m := marked(task, name, epoch, rate)
				if task == "w1" {
					m.Measures[recall.Abstained], m.Measures[recall.BERTScore] = 0, rate-0.5
					m.Opinions = []judge.Opinion{
						{Judge: "one", Rubric: "writing 1", Score: rate, Grades: []judge.Grade{{Criterion: "facts", Points: 4}, {Criterion: "form", Points: epoch}}},
						{Judge: "two", Rubric: "writing 1", Score: rate / 2, Grades: []judge.Grade{{Criterion: "facts", Points: 3 + epoch}}},
					}
				}
				if name == hostile && task == "d1" && epoch == 1 {
					continue // missing
				}
				marks = append(marks, m)
			}
		}
	}
	for _, t := range toy() {
		floor, ceiling := marked(t.ID, "silent", 0, 0), marked(t.ID, "trace", 0, 1)
		floor.Role, ceiling.Role = score.FloorAgent, score.CeilingAgent
		floor.Tokens, floor.Spent, floor.End = nil, nil, agent.External
		marks = append(marks, floor, ceiling)
	}
	unscored := marked("w2", "alpha", 0, 0)
	unscored.Strict, unscored.Paper, unscored.Failure, unscored.Measures = score.Rates{}, score.Rates{}, "", nil
	return append(marks, unscored, marked("gone", "alpha", 0, 1))
}

// golden holds what a writer writes to a file, or with UPDATE=1 makes the file.
func golden(t *testing.T, name string, write func(b *bytes.Buffer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	goldentest.Compare(t, path, b.Bytes())
}
