package methodtest_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A model whose calls are not all made has no answer, whatever it knows of the task.
func TestTurnsUsedUp(t *testing.T) {
	w := legal(t, 1)
	for _, name := range method.Names() {
		for _, style := range method.CallStyles() {
			a := newAgent(t, method.Spec{Method: name, Calls: style, Turns: 2}, w.domain, methodtest.Chat(model(t, w, methodtest.Competent)))
			perTurn := 1
			if style == method.NativeCalls {
				perTurn = agent.MaxCallsPerReply
			}
			for _, one := range w.tasks {
				got := w.solve(t, a, one, 0)
				if solved := got.Answer == one.Answer; solved != (task.ReferenceTurns(one, perTurn) <= 2) {
					t.Errorf("%s, %s: a task of %d turns, answered %v, end %s after %d calls in 2 turns", name, style, task.ReferenceTurns(one, perTurn), solved, got.End, len(got.Calls))
				}
			}
		}
	}
}

// A fallible model makes the more mistakes the more hops there are, of every kind, and the
// same ones for the same seed.
func TestFallible(t *testing.T) {
	w := legal(t, 1)
	const seeds = 60
	solved, tried, classes := map[int]float64{}, map[int]float64{}, map[failure.Class]int{}
	for seed := range uint64(seeds) {
		script, err := methodtest.Model(w.domain, w.tasks, methodtest.Fallible, seed)
		if err != nil {
			t.Fatal(err)
		}
		style := method.CallStyles()[seed%2]
		a := newAgent(t, method.Spec{Method: method.Names()[seed%3], Calls: style}, w.domain, methodtest.Chat(script))
		for _, one := range w.tasks {
			got := w.solve(t, a, one, 0)
			asked := *one
			asked.Question = one.Draft
			s := score.Grade(task.Reference(&asked), got.Attempt())
			tried[one.Structure.Hops]++
			if got.Answer == one.Answer {
				solved[one.Structure.Hops]++
			}
			classes[failure.Classify(&asked, got, s, w.domain).Class]++
			if seed < 2 {
				if diff := cmp.Diff(got, w.solve(t, a, one, 0)); diff != "" {
					t.Errorf("seed %d: another trial of the same task:\n%s", seed, diff)
				}
			}
		}
	}
	for hops, want := range map[int]float64{1: 0.9, 2: 0.75, 3: 0.6, 4: 0.45, 5: 0.3} {
		got := solved[hops] / tried[hops]
		if deviation := 4 * math.Sqrt(want*(1-want)/tried[hops]); tried[hops] < 60 || math.Abs(got-want) > deviation {
			t.Errorf("%d hops: %.2f of %.0f trials solved, want %.2f ± %.2f", hops, got, tried[hops], want, deviation)
		}
	}
	for _, c := range []failure.Class{failure.Arguments, failure.Planning, failure.WrongTool, failure.Hallucinated, failure.Answering, failure.Form, failure.Refusal, failure.Loop} {
		if classes[c] == 0 {
			t.Errorf("no failure of class %s: %v", c, classes)
		}
	}
}
