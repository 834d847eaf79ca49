package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// absences tell why a release has not a task, each by the task's ID.
type absences struct {
	tasks    map[string]bool // that it has
	dropped  map[string]*task.Dropped
	rejected map[string]*review.PublishedDecision // the last rejection
}

func absencesOf(p *Contents) *absences {
	a := &absences{map[string]bool{}, map[string]*task.Dropped{}, map[string]*review.PublishedDecision{}}
	for _, t := range p.Tasks {
		a.tasks[t.ID] = true
	}
	for i := range p.Dropped {
		if d := &p.Dropped[i]; d.ID != "" && a.dropped[d.ID] == nil {
			a.dropped[d.ID] = d
		}
	}
	for i := range p.Reviews {
		if v := &p.Reviews[i]; v.Kind == review.Reject {
			a.rejected[v.Task], a.rejected[v.Original] = v, v
		}
	}
	delete(a.rejected, "") // nobody's ID
	return a
}

// removed says why the release has not the task of the one before.
func (a *absences) removed(t *task.Task) string {
	if d := a.drop(t); d != nil {
		return "removed: " + whyDropped(d)
	}
	if v := cmp.Or(a.rejected[t.ID], a.rejected[t.Review.Original]); v != nil {
		said := slices.DeleteFunc([]string{"removed: rejected by " + v.By, string(v.Reason), v.Note}, func(s string) bool { return s == "" })
		return strings.Join(said, ": ")
	}
	if t.Twin != nil {
		return "removed: the twin of " + t.Twin.Of
	}
	return "removed"
}

// added says why the release had not the task that the one after it has.
func (a *absences) added(t *task.Task) string {
	if d := a.drop(t); d != nil {
		return "new: it was " + whyDropped(d)
	}
	if t.Twin != nil {
		return "new: the twin of " + t.Twin.Of
	}
	return "new"
}

// drop returns what dropped a task, nil if nothing did. One that people changed is
// dropped under the ID it had before; a twin under that of its task, where that is kept.
func (a *absences) drop(t *task.Task) *task.Dropped {
	id := t.Review.Original
	if t.Twin != nil && a.tasks[t.Twin.Of] {
		id = t.Twin.Of
	}
	return cmp.Or(a.dropped[t.ID], a.dropped[id])
}

// whyDropped says which check dropped a task, or that people did.
func whyDropped(d *task.Dropped) string {
	by := "by check " + d.Check
	if d.Check == task.ReviewCheck {
		by = "in review"
	}
	return fmt.Sprintf("dropped %s: %s: %s", by, d.Reason, d.Detail)
}
