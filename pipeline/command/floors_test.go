package command

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// A task set on which doing nothing pays, or its own trace does not, is refused with
// every agent, rate and task named.
func TestHold(t *testing.T) {
	none, half, one := 0., 0.5, 1.
	trial := func(id string, role score.AgentRole, success, process *float64) bench.Trial {
		return bench.Trial{Task: id, Agent: "a", Role: role, Score: score.Score{Strict: score.Rates{Success: success, Process: process}}}
	}
	for name, tt := range map[string]struct {
		trials []bench.Trial
		want   []string
	}{
		"sound":          {[]bench.Trial{trial("t1", score.FloorAgent, &none, &half), trial("t1", score.CeilingAgent, &one, &one)}, nil},
		"paid for":       {[]bench.Trial{trial("t1", score.FloorAgent, &half, nil), trial("t2", score.FloorAgent, &one, nil), trial("t3", score.FloorAgent, &one, nil)}, []string{"agent a has mean strict success rate 0.8333 over 3 tasks, from 3 of them: want at most 0.6667: t1, t2, t3"}},
		"not to be done": {[]bench.Trial{trial("t1", score.CeilingAgent, &one, &half)}, []string{"task t1: agent a has strict process rate 0.5000: want 1"}},
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
			if !strings.Contains(err.Error(), "\n"+w) {
				t.Errorf("%s: %v, want a line %q", name, err, w)
			}
		}
	}
}

// A list of more than ten is cut, and the file that has all of it is named.
func TestShortFault(t *testing.T) {
	for _, tt := range []struct{ fault, want string }{
		{"want at most 0.1: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10", "want at most 0.1: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"},
		{"agent a: want at most 0.1: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", "agent a: want at most 0.1: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more: see floors.json"},
		{"no list", "no list"},
	} {
		if got := shortFault(tt.fault, "floors.json"); got != tt.want {
			t.Errorf("shortFault(%q) = %q, want %q", tt.fault, got, tt.want)
		}
	}
}
