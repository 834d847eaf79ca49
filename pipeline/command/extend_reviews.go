package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// takeOverReviews begins the log of decisions of a run that extends a set with the decisions on that set,
// unless there is a log. Decisions on retired tasks are about no task of the new set.
func takeOverReviews(f *flags) error {
	if f.Extend == "" || f.dry {
		return nil
	}
	path := logPath(f)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	earlier, err := f.readEarlierSet()
	if err != nil {
		return err
	}
	decisions, err := earlier.decisions()
	if err != nil {
		return fmt.Errorf("-extend: %w", err)
	}
	if len(decisions) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return writeOutput(path, func(w io.Writer) error { return review.WriteDecisions(w, decisions) })
}

// decisions returns what people decided about the set: the log of a run; of a dataset the votes and
// settlements that were made on its tasks as they are.
func (e *earlierSet) decisions() ([]*review.Decision, error) {
	if e.log != "" {
		decisions, _, err := review.ReadLog(e.log)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return decisions, err
	}
	shown := map[string]digest.Digest{}
	for _, t := range e.tasks {
		shown[t.ID] = review.Shown(t)
	}
	var decisions []*review.Decision
	for i, p := range e.reviews {
		if !p.Kind.Vote() && !p.Kind.Settles() || shown[p.Task] != p.Shown {
			continue
		}
		at, err := time.Parse(time.RFC3339, p.At)
		if err != nil {
			return nil, fmt.Errorf("review %d, of task %s: at %q: want a time as in RFC 3339", i+1, p.Task, p.At)
		}
		id := digest.New("published decision").Int("number", i).String("task", p.Task).String("by", p.By).String("at", p.At).Sum()
		decisions = append(decisions, &review.Decision{
			ID: strings.TrimPrefix(string(id), "sha256:")[:32], At: at.UTC(), By: p.By, Role: p.Role, Task: p.Task, Shown: p.Shown,
			Kind: p.Kind, Format: review.CurrentFormat, Reason: p.Reason, Note: p.Note, Source: p.Source, Seconds: p.Seconds,
		})
	}
	return decisions, nil
}
