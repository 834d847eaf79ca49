package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// entry is a line of log.jsonl: one run of one stage, complete or not. It is
// for people; nothing in the pipeline reads it.
type entry struct {
	Time     string        `json:"time,omitempty"`     // when the stage began, RFC 3339, UTC
	Seconds  float64       `json:"seconds,omitempty"`  // how long it took
	Stage    string        `json:"stage"`              // its name
	Dir      string        `json:"dir"`                // its directory
	Key      digest.Digest `json:"key"`                // what its manifest has if it is done
	Outcome  string        `json:"outcome"`            // done, failed, interrupted
	Error    string        `json:"error,omitempty"`    // why it is not done
	Reasons  []string      `json:"reasons"`            // why it ran; at least one
	Workers  int           `json:"workers"`            // goroutines it could use
	Go       string        `json:"go"`                 // version of Go
	Platform string        `json:"platform"`           // operating system/architecture
	Revision string        `json:"revision,omitempty"` // of the source, "+" behind it if it was changed

	r     *Runner
	begun time.Time
}

// begin notes that a stage starts.
func (r *Runner) begin(s *Stage, in *inspection) *entry {
	e := &entry{
		Stage:    s.Name,
		Dir:      s.Dir,
		Key:      in.want.Key,
		Reasons:  in.reasons,
		Workers:  r.workers(),
		Go:       runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Revision: revision(),
		r:        r,
	}
	if r.Clock != nil {
		e.begun = r.Clock()
		e.Time = e.begun.UTC().Format(time.RFC3339)
	}
	return e
}

// end notes how it ended and appends the line.
func (e *entry) end(ctx context.Context, err error) error {
	e.Outcome = "done"
	if err != nil {
		e.Outcome, e.Error = "failed", err.Error()
		if ctx.Err() != nil {
			e.Outcome = "interrupted"
		}
	}
	if e.r.Clock != nil {
		e.Seconds = e.r.Clock().Sub(e.begun).Round(time.Millisecond).Seconds()
	}
	line, err := encode(e, "")
	if err != nil {
		return err
	}
	if err := appendLine(e.r.path(logName), line); err != nil {
		return fmt.Errorf("%s: %w", logName, cause(err))
	}
	return nil
}

// appendLine adds a line to a file. A last line that a killed process left torn
// is ended first.
func appendLine(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	var last [1]byte
	if _, err := f.Seek(-1, io.SeekEnd); err == nil {
		if _, err := f.Read(last[:]); err == nil && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

// revision is the version-control revision the program was built from, as far
// as the Go command recorded it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var rev, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return rev + changed
}
