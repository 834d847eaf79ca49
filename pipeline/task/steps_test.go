package task

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// executed runs a program over the small world: what one company's cases are worth
// together.
func executed(t *testing.T, d *domain.Domain) (*plan.Trace, *tool.Set) {
	t.Helper()
	_, tools := toytest.Load(t, d, "../command/testdata/toy")
	p := &plan.Program{
		Nodes: []plan.Node{
			{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{"白砾科技有限公司"}}},
			{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company_cases"}},
			{Name: "r3", From: []string{"r2"}, Do: &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}},
		},
		Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleNumber, Unit: "元"}}},
	}
	x, err := plan.NewExecutor(d, tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	return trace, tools
}

// toy returns the shipped small domain.
func toy(t *testing.T) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, "toy")
	return d
}

// The steps of a task end with the call that gives the answer, and each of them
// taken again returns what is recorded.
func TestStepsEndWithTheAnswer(t *testing.T) {
	d := toy(t)
	trace, tools := executed(t, d)
	const answer = "合计21298000元：<“两千万”>。"
	steps, err := Steps(d, trace, answer)
	if err != nil {
		t.Fatal(err)
	}
	own, err := trace.Steps()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(own, steps[:len(steps)-1]); diff != "" {
		t.Errorf("steps before the last (-trace +task):\n%s", diff)
	}
	var called []string
	for _, s := range steps {
		if s.Tool == "" {
			continue
		}
		called = append(called, s.Node+" "+s.Op+" "+s.Tool)
		var args any
		r := json.NewDecoder(bytes.NewReader(s.Arguments))
		r.UseNumber()
		if err := r.Decode(&args); err != nil {
			t.Fatal(err)
		}
		got, err := tools.Call(t.Context(), tool.Call{Tool: s.Tool, Args: args})
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Observation()) != string(s.Observation) {
			t.Errorf("%s(%s) = %s, want %s as recorded", s.Tool, s.Arguments, got.Observation(), s.Observation)
		}
	}
	if diff := cmp.Diff([]string{"r2 call get_company_cases", "r3 sum get_sum", " finish finish"}, called); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	var said struct{ Answer string }
	if err := json.Unmarshal(steps[len(steps)-1].Arguments, &said); err != nil || said.Answer != answer {
		t.Errorf("last call gives %q, %v, want %q", said.Answer, err, answer)
	}
}

// A domain that declares no such tool has nothing to call at the end.
func TestStepsWithoutFinish(t *testing.T) {
	d := toy(t)
	d.Tools = slices.DeleteFunc(d.Tools, func(t domain.Tool) bool { return t.Kind == domain.Finish })
	trace, _ := executed(t, d)
	own, err := trace.Steps()
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Steps(d, trace, "21298000元")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(own, steps); diff != "" {
		t.Errorf("Steps without a call to finish (-trace +task):\n%s", diff)
	}
}
