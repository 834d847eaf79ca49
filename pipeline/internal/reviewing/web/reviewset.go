package web

import (
	"container/list"
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// reviewSet is the tasks under review and where they stand.
type reviewSet struct {
	TaskSet
	board *review.Board // guarded by the server's lock
	items []review.Item
	types []string      // in the order in which they first come
	days  []string      // names of columns that hold days, in the order of the domain
	proof chan struct{} // holds a token for each proof that runs
	round *rating.Round // of texts to rate, guarded by the server's lock; nil if there are none

	mu       sync.Mutex
	versions *list.List // *version, the one used last in front
}

// version is a task as it is after edits, with the verdicts of all checks on it.
type version struct {
	base  string // the ID of the task that was edited
	shown digest.Digest
	task  *task.Task
}

// maxVersions is how many edited tasks are kept in memory.
const maxVersions = 64

func newReviewSet(w TaskSet, rules review.Rules) *reviewSet {
	set := &reviewSet{
		TaskSet: w, items: w.Tasks.Items(), versions: list.New(),
		// Each proof keeps a processor busy: more at once would only slow all of them down.
		proof: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	set.board = review.NewBoard(set.items, rules)
	set.days = dayColumns(w.Domain)
	if len(w.Texts) > 0 {
		set.round = rating.NewRound(w.Texts, rules.Overlap, rules.Share)
	}
	for _, i := range set.items {
		if !slices.Contains(set.types, i.Type) {
			set.types = append(set.types, i.Type)
		}
	}
	return set
}

// dayColumns returns the names of the columns of a domain that hold days, each once.
func dayColumns(d *domain.Domain) []string {
	if d == nil {
		return nil
	}
	var names []string
	for _, t := range d.Tables {
		for _, c := range t.Columns {
			if c.Kind == domain.KindDate && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// version returns a task with the edits in force.
func (set *reviewSet) version(ctx context.Context, id string, s *review.TaskState) (*task.Task, error) {
	if len(s.Edits) == 0 {
		return set.Tasks.Task(id)
	}
	if t := set.cached(id, s.Shown); t != nil {
		return t, nil
	}
	base, err := set.Tasks.Task(id)
	if err != nil {
		return nil, err
	}
	t, fault, err := revision.Chain(ctx, set.editing(), base, s.Edits)
	switch {
	case err != nil:
		return nil, err
	case fault != "":
		return nil, refuse(http.StatusConflict, codeBroken, "the edits of task %s give another task over these tables than they gave: %s", id, fault)
	}
	return set.prove(ctx, id, t)
}

// edited returns a task with a change. If the change cannot be made, fault says why.
func (set *reviewSet) edited(ctx context.Context, id string, t *task.Task, c *review.TaskChange) (changed *task.Task, fault string, err error) {
	changed, fault, err = revision.Apply(ctx, set.editing(), t, c)
	if err != nil || fault != "" {
		return nil, fault, err
	}
	shown := review.Shown(changed)
	if shown == review.Shown(t) {
		return t, "", nil
	}
	if t := set.cached(id, shown); t != nil {
		return t, "", nil
	}
	changed, err = set.prove(ctx, id, changed)
	return changed, "", err
}

func (set *reviewSet) editing() revision.TableAccess {
	return revision.TableAccess{Domain: set.Domain, Tools: set.Tools}
}

// prove returns a copy of an edited task with the verdicts of all checks, and caches it.
func (set *reviewSet) prove(ctx context.Context, id string, t *task.Task) (*task.Task, error) {
	select {
	case set.proof <- struct{}{}:
		defer func() { <-set.proof }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	checks, err := set.Prove(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", id, err)
	}
	checked := *t
	checked.Checks = checks
	set.cache(&version{id, review.Shown(&checked), &checked})
	return &checked, nil
}

// cached returns an edited task that is in memory, or nil.
func (set *reviewSet) cached(id string, shown digest.Digest) *task.Task {
	set.mu.Lock()
	defer set.mu.Unlock()
	for e := set.versions.Front(); e != nil; e = e.Next() {
		if v := e.Value.(*version); v.base == id && v.shown == shown {
			set.versions.MoveToFront(e)
			return v.task
		}
	}
	return nil
}

func (set *reviewSet) cache(v *version) {
	set.mu.Lock()
	defer set.mu.Unlock()
	set.versions.PushFront(v)
	if set.versions.Len() > maxVersions {
		set.versions.Remove(set.versions.Back())
	}
}

// failedChecks returns the names of the checks that a task fails, in the order of its
// verdicts.
func failedChecks(t *task.Task) (names []string) {
	for _, c := range t.Checks {
		if c.Verdict == task.Fail {
			names = append(names, c.Name)
		}
	}
	return names
}
