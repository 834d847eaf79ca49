package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// taskFates tells why a release lacks a task, by the task's ID.
type taskFates struct {
	tasks    map[string]bool // the release has it
	dropped  map[string]*task.Dropped
	rejected map[string]*review.PublishedDecision // the last rejection
	retired  map[string]bool                      // the release retired it
}

func newTaskFates(p *Contents) *taskFates {
	a := &taskFates{map[string]bool{}, map[string]*task.Dropped{}, map[string]*review.PublishedDecision{}, map[string]bool{}}
	for _, r := range p.Retired {
		a.retired[r.ID] = true
	}
	for _, t := range p.Tasks {
		a.tasks[t.ID] = true
	}
	for i := range p.Dropped {
		if d := &p.Dropped[i]; d.ID != "" && a.dropped[d.ID] == nil {
			a.dropped[d.ID] = d
		}
	}
	for i := range p.Reviews {
		if v := &p.Reviews[i]; v.Kind == review.Reject || v.Kind == review.SettleReject {
			a.rejected[v.Task], a.rejected[v.Original] = v, v
		}
	}
	delete(a.rejected, "") // from decisions without an original ID
	return a
}

// removalReason says why the new release lacks a task of the old one.
func (a *taskFates) removalReason(t *task.Task) string {
	if d := a.droppedAs(t); d != nil {
		return "removed: " + dropReason(d)
	}
	if v := cmp.Or(a.rejected[t.ID], a.rejected[t.Review.Original]); v != nil {
		said := slices.DeleteFunc([]string{"removed: rejected by " + v.By, string(v.Reason), v.Note}, func(s string) bool { return s == "" })
		return strings.Join(said, ": ")
	}
	switch {
	case t.Twin != nil && a.retired[t.Twin.Of]:
		return "removed: the twin of " + t.Twin.Of + ", which is retired"
	case t.Twin != nil:
		return "removed: the twin of " + t.Twin.Of
	case a.retired[t.Review.Original]:
		return "removed: people made it of " + t.Review.Original + ", which is retired"
	}
	return "removed"
}

// additionReason says why the old release lacks a task of the new one.
func (a *taskFates) additionReason(t *task.Task) string {
	if d := a.droppedAs(t); d != nil {
		return "new: it was " + dropReason(d)
	}
	if t.Twin != nil {
		return "new: the twin of " + t.Twin.Of
	}
	return "new"
}

// droppedAs returns the record of a dropped task, nil if it was not dropped. A task that
// people changed has a record under its original ID, a twin under the ID of its task if the
// release has that.
func (a *taskFates) droppedAs(t *task.Task) *task.Dropped {
	id := t.Review.Original
	if t.Twin != nil && a.tasks[t.Twin.Of] {
		id = t.Twin.Of
	}
	return cmp.Or(a.dropped[t.ID], a.dropped[id])
}

// dropReason says which check dropped a task, or that reviewers did.
func dropReason(d *task.Dropped) string {
	by := "by check " + d.Check
	if d.Check == task.ReviewCheck {
		by = "in review"
	}
	return fmt.Sprintf("dropped %s: %s: %s", by, d.Reason, d.Detail)
}
