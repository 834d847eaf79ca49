package command

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// revisited returns the IDs of kept tasks whose certificates say something else than those of the earlier
// release, in the order of the tasks: rows beside their own have changed, which people may have looked at. It
// is never nil.
func revisited(earlier, now []*task.Task) []string {
	was := map[string]*task.Task{}
	for _, t := range earlier {
		was[t.ID] = t
	}
	ids := []string{}
	for _, t := range now {
		if old := was[t.ID]; old != nil && !slices.Equal(task.BesideWords(old.Checks), task.BesideWords(t.Checks)) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// tasksToRevisit returns the IDs of the tasks of a run directory that are worth a second look; nil for one
// that extends no set.
func tasksToRevisit(f *flags) (map[string]bool, error) {
	x, err := readExtension(f)
	if x == nil || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, id := range x.Revisit {
		ids[id] = true
	}
	return ids, nil
}
