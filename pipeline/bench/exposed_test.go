package bench_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// rated returns a trial of an agent that should get nothing.
func rated(agent string, task int, success, process float64) bench.Trial {
	return bench.Trial{Task: fmt.Sprintf("t%03d", task), Agent: agent, Role: score.FloorAgent, Score: score.Score{Strict: score.Rates{Success: &success, Process: &process}}}
}

// As few tasks as bring the rates well within their bounds are left out, those that gave most first;
// none where the bounds hold, and none where too many would have to go.
func TestExposed(t *testing.T) {
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
		if got := bench.Exposed(trials, nil); !slices.Equal(got, test.want) {
			t.Errorf("%s: Exposed = %q, want %q", test.name, got, test.want)
		}
	}
}

func asRate(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Without the exposed tasks the bounds hold, and they are few.
func TestExposedKeepsBounds(t *testing.T) {
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
		exposed := bench.Exposed(trials, nil)
		if float64(len(exposed)) > bench.MaxExposedShare*float64(n) {
			t.Fatalf("%d of %d tasks are left out", len(exposed), n)
		}
		if exposed == nil {
			return
		}
		left++
		if bench.CheckBounds(trials, nil) == nil {
			t.Fatalf("%q are left out although the bounds hold", exposed)
		}
		rest := slices.DeleteFunc(slices.Clone(trials), func(trial bench.Trial) bool { return slices.Contains(exposed, trial.Task) })
		if err := bench.CheckBounds(rest, nil); err != nil {
			t.Fatalf("without %q: %v", exposed, err)
		}
	})
	if left == 0 {
		t.Error("no set lost a task: the law was not tested")
	}
}
