package method_test

import (
	"context"
	"fmt"
	"log"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// oneReply is a model that always gives the same final answer.
type oneReply struct{}

// Chat implements [method.Chatter].
func (oneReply) Chat(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: "Thought: I know this.\nFinal Answer: 42", Finish: "stop"}, nil
}

// noTools fails every call; this model makes none.
type noTools struct{}

// Call implements [tool.Caller].
func (noTools) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, fmt.Errorf("no tools")
}

// A real agent gets an [llm.Client] in place of oneReply.
func ExampleNew() {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	spec := method.Spec{Method: method.ReAct, Calls: method.TextCalls, Model: "some-model", Tools: method.AllTools, Summary: method.WithoutSummary}
	a, err := method.New(spec, d, oneReply{})
	if err != nil {
		log.Fatal(err)
	}
	t, err := a.Solve(context.Background(), "How many cases are there?", noTools{}, agent.TrialEnv{Language: "en"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.End, t.Answer, len(t.Calls))
	// Output: finished 42 0
}
