package bench_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestMarkOf(t *testing.T) {
	half := 0.5
	tokens, spent := &score.Tokens{Input: 3, Output: 4, Total: 7}, &llm.Spending{Answers: 2}
	got := bench.MarkOf(&bench.Trial{
		Task: "t", Type: "1-hop", Agent: "a", Role: score.FloorAgent, Epoch: 2,
		Transcript: &agent.Transcript{Calls: make([]agent.ObservedCall, 3), Tokens: tokens, Spent: spent, End: agent.Stuck},
		Score:      score.Score{Paper: score.Rates{Success: &half}, Strict: score.Rates{Process: &half}},
	})
	want := bench.Mark{
		Task: "t", Type: "1-hop", Agent: "a", Role: score.FloorAgent, Epoch: 2,
		Paper: score.Rates{Success: &half}, Strict: score.Rates{Process: &half},
		End: agent.Stuck, Calls: 3, Tokens: tokens, Spent: spent,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("MarkOf (-want +got):\n%s", diff)
	}
}

// What an agent solved in one epoch earns its twin nothing in another, nor does what
// another agent solved.
func TestPairs(t *testing.T) {
	tasks := []*task.Task{{ID: "t"}, {ID: "w", Twin: &task.Twin{Of: "t", Answers: []value.Answer{{}}}}, {ID: "alone", Twin: &task.Twin{Of: "gone"}}}
	one, most := 1.0, 0.99
	p := bench.NewTwinPairs(tasks)
	p.Record("t", "a", 0, score.Rates{Success: &one})
	p.Record("t", "a", 1, score.Rates{Success: &most})
	p.Record("t", "a", 2, score.Rates{})
	s := score.Score{Strict: score.Rates{Success: &one}, Verdicts: []score.KeywordVerdict{{Keyword: "k", Outcome: score.Credited}}}
	for _, tt := range []struct {
		task, agent string
		epoch       int
		want        score.KeywordOutcome
	}{
		{"w", "a", 0, score.Credited}, {"w", "a", 1, score.Unpaired}, {"w", "a", 2, score.Unpaired}, {"w", "b", 0, score.Unpaired},
		{"alone", "a", 0, score.Unknown}, {"t", "a", 1, score.Credited},
	} {
		if got := p.Withhold(tt.task, tt.agent, tt.epoch, s).Verdicts[0].Outcome; got != tt.want {
			t.Errorf("Withhold(%s, %s, %d) = %s, want %s", tt.task, tt.agent, tt.epoch, got, tt.want)
		}
	}
}
