package method_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// stepping is a model without latency and almost without work: it plans five steps, makes
// a call for each and answers. Which it is to do it tells from the
// number of messages alone, so it suits the methods with one conversation.
type stepping struct {
	native  bool
	planned int // messages up to the first call
}

const answers = "最终答案：该公司的法定代表人是祁远舟。"

func (s stepping) Chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	reply := llm.Reply{Finish: "stop", Usage: llm.TokenUsage{Prompt: 4000, Completion: 40}}
	switch n := len(r.Messages); {
	case n < s.planned:
		reply.Text = "1. 查公司\n2. 查公司\n3. 查公司\n4. 查公司\n5. 查公司\n6. 回答问题"
	case n >= s.planned+10:
		reply.Text = answers
	case s.native:
		reply.Calls = []llm.ToolCall{{ID: "c00000001", Name: "get_company", Arguments: company}}
	default:
		reply.Text = "思考：查这家公司。\n行动：{\"tool\": \"get_company\", \"arguments\": " + company + "}"
	}
	return reply, nil
}

// BenchmarkSolve measures the agent alone: trials of five calls, with a model and tools
// that take next to no time.
func BenchmarkSolve(b *testing.B) {
	tools := toytest.Tools(b)
	for _, m := range []method.Name{method.ReAct, method.PlanAndSolve} {
		for _, c := range method.CallStyles() {
			planned := 2
			if m == method.PlanAndSolve {
				planned = 4
			}
			spec := method.Spec{Method: m, Calls: c, Model: "m", Tools: method.AllTools}
			a, err := method.New(spec, tools.Domain(), stepping{c == method.NativeCalls, planned})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("method=%s/calls=%s", m, c), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					got, err := a.Solve(b.Context(), "青岚机械有限公司的法定代表人是谁？", tools, agent.TrialEnv{Language: "zh"})
					if err != nil || len(got.Calls) != 5 || got.End != agent.Finished {
						b.Fatalf("%+v, %v", got, err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trials/s")
			})
		}
	}
}
