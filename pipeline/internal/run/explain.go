package run

import (
	"context"
	"fmt"
	"io"
)

// Freshness says whether a stage is up to date.
type Freshness string

// The closed set of states.
const (
	Fresh Freshness = "up to date"
	Stale Freshness = "stale"
	Maybe Freshness = "may be stale" // a stage above is stale, and its outputs may come out the same
)

// A StageStatus says whether [Runner.Run] would run a stage.
type StageStatus struct {
	Stage   string    // name of the stage
	State   Freshness // whether it would run
	Reasons []string  // why it is not up to date; nil if it is
}

// Status returns, for each stage other than those that are off and have no files, whether Run would run it, with reasons. It writes
// nothing, takes no lock and does not need the run directory to exist. It fails as Validate
// does, for unreadable files and when ctx ends; a missing input is a reason, not an error.
func (r *Runner) Status(ctx context.Context, stages ...Stage) ([]StageStatus, error) {
	if err := Validate(stages...); err != nil {
		return nil, err
	}
	c := make(contents)
	pending := make(map[string]string)
	var verdicts []StageStatus
	for i := range stages {
		s := &stages[i]
		in, err := inspect(ctx, r.Dir, c, s, pending)
		if err != nil {
			return nil, fmt.Errorf("stage %s: %w", s.Name, err)
		}
		if s.Off && len(in.reasons) == 0 {
			continue
		}
		v := StageStatus{Stage: s.Name, State: Fresh, Reasons: in.reasons}
		for _, name := range in.missing {
			v.Reasons = append(v.Reasons, fmt.Sprintf("input %s is missing", name))
		}
		switch {
		case len(v.Reasons) > 0:
			v.State = Stale
		case len(in.changes) > 0:
			v.State = Maybe
		}
		for _, c := range in.changes {
			v.Reasons = append(v.Reasons, c.String())
		}
		if v.State != Fresh {
			for _, name := range s.writes() {
				pending[name] = s.Name
			}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// Explain prints the result of Status, one line per stage with its reasons indented below,
// and returns it.
func (r *Runner) Explain(ctx context.Context, w io.Writer, stages ...Stage) ([]StageStatus, error) {
	verdicts, err := r.Status(ctx, stages...)
	if err != nil {
		return nil, err
	}
	for _, v := range verdicts {
		if _, err := fmt.Fprintf(w, "%s: %s\n", v.Stage, v.State); err != nil {
			return nil, err
		}
		for _, reason := range v.Reasons {
			if _, err := fmt.Fprintf(w, "  %s\n", reason); err != nil {
				return nil, err
			}
		}
	}
	return verdicts, nil
}
