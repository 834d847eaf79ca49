package bench_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// reader knows the answers to some questions.
type reader map[string]string

func (r reader) Solve(_ context.Context, question string, _ tool.Caller, _ agent.TrialEnv) (*agent.Transcript, error) {
	return &agent.Transcript{Answer: r[question], Calls: []agent.ObservedCall{}, End: agent.Finished}, nil
}

// What an agent solves of drafts and questions is compared by type; twins and tasks
// without a question count for nothing.
func TestObscure(t *testing.T) {
	one := func(kind, draft, question string, keys ...string) *task.Task {
		return &task.Task{ID: draft, Type: kind, Language: "en", Draft: draft, Question: question, KeyAnswer: keys}
	}
	known := reader{
		"Who leads": "Ada", "Which one": "Bob Dunn", "Which, then": "Bob Dunn",
		"Both": "Cleo and Dora", "Both of them": "Cleo", "Who": "Ada",
	}
	twin := one("1-hop", "Who", "Who", "Ada")
	twin.Twin = &task.Twin{}
	tasks := []*task.Task{
		one("2-hop", "Who leads", "Who is in charge", "Ada"),
		one("2-hop", "Which one", "Which, then", "Bob Dunn"),
		one("1-hop", "Both", "Both of them", "Cleo", "Dora"),
		one("writing", "A letter", "A letter, please", "Eve"),
		twin, one("1-hop", "Who", "", "Ada"),
	}
	for _, workers := range []int{1, 4} {
		got, err := bench.MeasureObscurity(context.Background(), tasks, "reader", known, nil, bench.RunOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		half, quarter := 0.5, 0.5
		want := &bench.Obscurity{Agent: "reader", Types: []bench.ObscurityRow{
			{Type: "1-hop", Tasks: 1, Draft: 1, Question: 0.5, Reduction: &half},
			{Type: "2-hop", Tasks: 2, Draft: 1, Question: 0.5, Reduction: &half},
			{Type: "writing", Tasks: 1},
		}, All: bench.ObscurityRow{Tasks: 4, Draft: 0.75, Question: 0.375, Reduction: &quarter}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Obscure (-want +got):\n%s", diff)
		}
		var text strings.Builder
		if err := got.Write(&text); err != nil || !strings.Contains(text.String(), "all            4     75.0%     37.5%     50.0%") {
			t.Errorf("%v\n%s", err, text.String())
		}
	}
}
