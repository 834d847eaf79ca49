package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// WriteTrials writes trials as JSONL, one per line, in the given order. The error is the
// writer's, or names a trial that has no JSON.
func WriteTrials(w io.Writer, trials []Trial) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range trials {
		if err := e.Encode(&trials[i]); err != nil {
			return fmt.Errorf("task %s: agent %s: %w", trials[i].Task, trials[i].Agent, err)
		}
	}
	return b.Flush()
}

// ReadTrials reads trials that [WriteTrials] wrote, in file order. The error joins one
// error for each line that is not a trial, which begins with name and the line; the
// result is nil then.
func ReadTrials(b []byte, name string) ([]Trial, error) {
	list, faults := parseRecords(b, name)
	var trials []Trial
	for _, r := range list {
		var t Trial
		err := json.Unmarshal(r.raw, &t)
		switch {
		case err != nil:
			faults = append(faults, lineFault(name, r.line, err.Error(), "a trial as JSON"))
		case t.Task == "" || t.Agent == "" || t.Transcript == nil:
			faults = append(faults, lineFault(name, r.line, "no task, agent or transcript", "a trial as JSON"))
		default:
			trials = append(trials, t)
		}
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	return trials, nil
}
