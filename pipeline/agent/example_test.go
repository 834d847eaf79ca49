package agent_test

import (
	"context"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// lookupAgent calls one tool with a fixed name and answers with what it reads.
type lookupAgent struct{ tool, name, column string }

// Solve implements [agent.Agent].
func (a lookupAgent) Solve(ctx context.Context, _ string, tools tool.Caller, _ agent.TrialEnv) (*agent.Transcript, error) {
	got, err := tools.Call(ctx, tool.Call{Tool: a.tool, Args: map[string]any{"identifier": a.name, "columns": []any{a.column}}})
	if err != nil {
		return nil, err // broken tools; a call that finds nothing is a result
	}
	turn := agent.ObservedCall{Tool: a.tool, Observation: got.Text(), Fault: got.Fault}
	return &agent.Transcript{Answer: got.Text(), Calls: []agent.ObservedCall{turn}, End: agent.Finished}, nil
}

// An agent of one's own sees the question and the tools of a domain.
func ExampleAgent() {
	ctx := context.Background()
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	c, _, err := corpus.Load(ctx, "../command/testdata/toy", d)
	if err != nil {
		log.Fatal(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		log.Fatal(err)
	}
	a := lookupAgent{tool: "get_company", name: "青岚机械有限公司", column: "法定代表人"}
	t, err := a.Solve(ctx, "青岚机械有限公司的法定代表人是谁？", tools, agent.TrialEnv{Domain: d, Language: "zh"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.End, t.Answer)
	// Output:
	// finished {"法定代表人":"祁远舟"}
}
