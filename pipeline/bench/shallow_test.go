package bench_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// rated returns a trial of an agent that should get nothing.
func rated(agent string, task int, success, process float64) bench.Trial {
	return bench.Trial{Task: fmt.Sprintf("t%03d", task), Agent: agent, Role: score.FloorAgent, Score: score.Score{Strict: score.Rates{Success: &success, Process: &process}}}
}

// Tasks are left out until the rates that were above their bounds are well within them, those that gave
// most first; none where the bounds hold, and none where too many would have to go.
func TestShallow(t *testing.T) {
	for _, test := range []struct {
		name  string
		tasks int
		rate  func(task int) (success, process float64)
		want  []string
	}{
		{"within the bounds", 300, func(i int) (float64, float64) { return asRate(i < 3), asRate(i < 3) }, nil},
		{"two too many", 300, func(i int) (float64, float64) { return asRate(i%60 == 0), 0 }, []string{"t000", "t060", "t120"}},
		{"the largest first", 300, func(i int) (float64, float64) { return 0, []float64{0.1, 0.05, 0.2}[i%3] * asRate(i < 90) }, nil},
		{"one of many small ones", 300, func(i int) (float64, float64) { return 0, 0.1*asRate(i < 85) + 0.6*asRate(i == 200) }, []string{"t200"}},
		{"too many", 300, func(i int) (float64, float64) { return asRate(i < 30), 0 }, nil},
	} {
		var trials []bench.Trial
		for i := range test.tasks {
			success, process := test.rate(i)
			trials = append(trials, rated("a", i, success, process), rated("b", i, 0, 0))
		}
		if got := bench.Shallow(trials, nil); !slices.Equal(got, test.want) {
			t.Errorf("%s: Shallow = %q, want %q", test.name, got, test.want)
		}
	}
}

func asRate(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// An agent that keeps its bound narrowly takes no tasks with it, and where the margin would take too
// many, the bound alone counts.
func TestShallowOfOthers(t *testing.T) {
	var trials []bench.Trial
	for agent := range 6 {
		for i := range 310 {
			solved := i >= 10*agent && i < 10*agent+3 || agent == 0 && i == 300
			trials = append(trials, rated(fmt.Sprint("agent", agent), i, asRate(solved), 0))
		}
	}
	if got, want := bench.Shallow(trials, nil), []string{"t000", "t001"}; !slices.Equal(got, want) {
		t.Errorf("Shallow = %q, want %q", got, want)
	}
	trials = nil
	for i := range 300 { // without six tasks the rate may be 11.76, and 11.17 with the margin
		one := rated("draws", i, asRate(i < 29)/2, 0)
		one.Role = score.ChanceAgent
		trials = append(trials, one)
	}
	if got := bench.Shallow(trials, nil); len(got) != 6 {
		t.Errorf("Shallow = %q, want six tasks, which leave 11.5, since seven are too many", got)
	}
}

// Texts to write are held to their own bound.
func TestShallowTexts(t *testing.T) {
	var trials []bench.Trial
	for i := range 300 {
		one := rated("a", i, asRate(i < 7)*0.95, 0)
		if one.Type = "1-hop"; i < 20 {
			one.Type = task.Writing
		}
		trials = append(trials, one)
	}
	if got := bench.Shallow(trials, nil); len(got) != 2 || got[0] != "t000" {
		t.Errorf("Shallow = %q, want the first two texts", got)
	}
}

// Without the shallow tasks the bounds hold, and they are few.
func TestWithoutShallow(t *testing.T) {
	left := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(200, 400).Draw(t, "tasks")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		var trials []bench.Trial
		for _, agent := range []string{"a", "b"} {
			for i := range n {
				lucky := r.IntN(80) == 0
				trials = append(trials, rated(agent, i, asRate(lucky), asRate(lucky)))
			}
		}
		shallow := bench.Shallow(trials, nil)
		if float64(len(shallow)) > bench.MaxShallowShare*float64(n) {
			t.Fatalf("%d of %d tasks are left out", len(shallow), n)
		}
		if shallow == nil {
			return
		}
		left++
		if bench.CheckBounds(trials, nil) == nil {
			t.Fatalf("%q are left out although the bounds hold", shallow)
		}
		rest := slices.DeleteFunc(slices.Clone(trials), func(trial bench.Trial) bool { return slices.Contains(shallow, trial.Task) })
		if err := bench.CheckBounds(rest, nil); err != nil {
			t.Fatalf("without %q: %v", shallow, err)
		}
	})
	if left == 0 {
		t.Error("no set lost a task: the law was not tested")
	}
}
