package run

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// pendingName returns the name of the file that lists a stage's outputs while the stage has
// no manifest: those that its last run left and those that this run writes, one per line.
// Without it, outputs that a killed run left would stay for ever if the next run has others.
func (s *Stage) pendingName() string { return s.Dir + "/." + s.Name + ".outputs" }

// pending returns the names that the list of a killed run has; nil if there is no list.
func (r *Runner) pending(s *Stage) ([]string, error) {
	f, err := inputfile.Open(r.path(s.pendingName()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return strings.FieldsFunc(string(b), func(c rune) bool { return c == '\n' }), err
}

// writePending makes a list of outputs durable.
func (r *Runner) writePending(s *Stage, names []string) error {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	o, err := create(r.Dir, s, s.pendingName())
	if err != nil {
		return err
	}
	defer o.discard()
	if _, err := io.WriteString(o, strings.Join(names, "\n")+"\n"); err != nil {
		return err
	}
	if err := o.Close(); err != nil {
		return err
	}
	if err := o.place(); err != nil {
		return err
	}
	return syncDir(filepath.Dir(o.path))
}

// forget removes the list of outputs after a run that failed, and directories that are empty
// then, unless an output is there.
func (r *Runner) forget(s *Stage) error {
	names, err := r.pending(s)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := os.Lstat(r.path(name)); err == nil {
			return nil
		}
	}
	return r.removeOutput(s, s.pendingName())
}
