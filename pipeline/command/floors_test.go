package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// A task set on which doing nothing pays, or its own trace does not, is refused with every agent and rate
// named, and with ten tasks each; the file that has the others is named too.
func TestHold(t *testing.T) {
	none, half, one := 0., 0.5, 1.
	trial := func(id string, role score.AgentRole, success, process *float64) bench.Trial {
		return bench.Trial{Task: id, Agent: "a", Role: role, Score: score.Score{Strict: score.Rates{Success: success, Process: process}}}
	}
	many := func(role score.AgentRole, n int, success, process *float64) (all []bench.Trial) {
		for i := range n {
			all = append(all, trial(fmt.Sprintf("t%02d", i), role, success, process))
		}
		return all
	}
	for name, tt := range map[string]struct {
		trials []bench.Trial
		want   []string
	}{
		"sound":          {[]bench.Trial{trial("t1", score.FloorAgent, &none, &half), trial("t1", score.CeilingAgent, &one, &one)}, nil},
		"paid for":       {[]bench.Trial{trial("t1", score.FloorAgent, &half, nil), trial("t2", score.FloorAgent, &one, nil), trial("t3", score.FloorAgent, &one, nil)}, []string{"agent a has mean strict success rate 0.8333 over 3 tasks, from 3 of them: want at most 0.6667: t1, t2, t3"}},
		"not to be done": {[]bench.Trial{trial("t1", score.CeilingAgent, &one, &half)}, []string{"task t1: agent a has strict process rate 0.5000: want 1"}},
		"ten times":      {many(score.FloorAgent, 10, &one, &none), []string{"agent a has mean strict success rate 1.0000 over 10 tasks, from 10 of them: want at most 0.2000: t00, t01, t02, t03, t04, t05, t06, t07, t08, t09"}},
		"often":          {many(score.FloorAgent, 187, &one, &none), []string{"agent a has mean strict success rate 1.0000 over 187 tasks, from 187 of them: want at most 0.0107: t00, t01, t02, t03, t04, t05, t06, t07, t08, t09, and 177 more: see floors.json"}},
		"never":          {many(score.CeilingAgent, 12, &one, &half), []string{"task t09: agent a has strict process rate 0.5000: want 1", "and 2 more: see floors.json"}},
	} {
		dir := t.TempDir()
		b, err := json.Marshal(floorsOf(nil, tt.trials))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(floorsFile))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err = (&run.Runner{Dir: dir}).Run(t.Context(), run.Stage{
			Name: "export", Doc: "hold the floors", Version: 1, Dir: "dataset", Inputs: []run.StageInput{{Name: floorsFile}},
			Run: func(_ context.Context, e *run.Exec) error { return requireFloors(e) },
		})
		if errors.Is(err, errNotPublishable) != (tt.want != nil) {
			t.Errorf("%s: %v, want it refused: %v", name, err, tt.want != nil)
		}
		for _, w := range tt.want {
			if got := strings.ReplaceAll(err.Error(), path, "floors.json"); !slices.Contains(strings.Split(got, "\n"), w) {
				t.Errorf("%s: %v, want a line %q", name, err, w)
			}
		}
	}
}
