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
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// room is the tasks under review and where they stand.
type room struct {
	World
	board *review.Board // guarded by the desk's lock
	items []review.Item
	types []string // in the order in which they first come
	proof chan struct{}

	mu       sync.Mutex
	versions *list.List // *version, the one used last in front
}

// version is a task as it is after edits, with the verdicts of all checks on it.
type version struct {
	base  string // the ID of the task that was edited
	shown digest.Digest
	task  *task.Task
}

// mostVersions is how many edited tasks are kept in memory.
const mostVersions = 64

func newRoom(w World, rules review.Rules) *room {
	r := &room{
		World: w, items: w.Tasks.Items(), versions: list.New(),
		// Each proof keeps a processor busy: more at once would only slow all of them down.
		proof: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	r.board = review.NewBoard(r.items, rules)
	for _, i := range r.items {
		if !slices.Contains(r.types, i.Type) {
			r.types = append(r.types, i.Type)
		}
	}
	return r
}

// version returns a task as its standing says it is now.
func (r *room) version(ctx context.Context, id string, s *review.TaskState) (*task.Task, error) {
	if len(s.Edits) == 0 {
		return r.Tasks.Task(id)
	}
	if t := r.kept(id, s.Shown); t != nil {
		return t, nil
	}
	base, err := r.Tasks.Task(id)
	if err != nil {
		return nil, err
	}
	t, fault, err := revision.Chain(ctx, r.editing(), base, s.Edits)
	switch {
	case err != nil:
		return nil, err
	case fault != "":
		return nil, refuse(http.StatusConflict, codeBroken, "the edits of task %s do not give over these tables what they gave: %s", id, fault)
	}
	return r.proved(ctx, id, t)
}

// edited returns a task with a change. The fault says why there is no such task.
func (r *room) edited(ctx context.Context, id string, t *task.Task, c *review.TaskChange) (changed *task.Task, fault string, err error) {
	changed, fault, err = revision.Apply(ctx, r.editing(), t, c)
	if err != nil || fault != "" {
		return nil, fault, err
	}
	shown := review.Shown(changed)
	if shown == review.Shown(t) {
		return t, "", nil
	}
	if kept := r.kept(id, shown); kept != nil {
		return kept, "", nil
	}
	changed, err = r.proved(ctx, id, changed)
	return changed, "", err
}

func (r *room) editing() revision.World { return revision.World{Domain: r.Domain, Tools: r.Tools} }

// proved returns a copy of an edited task with the verdicts of all checks, and keeps it.
func (r *room) proved(ctx context.Context, id string, t *task.Task) (*task.Task, error) {
	select {
	case r.proof <- struct{}{}:
		defer func() { <-r.proof }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	checks, err := r.Prove(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", id, err)
	}
	checked := *t
	checked.Checks = checks
	r.keep(&version{id, review.Shown(&checked), &checked})
	return &checked, nil
}

// kept returns an edited task that is in memory, or nil.
func (r *room) kept(id string, shown digest.Digest) *task.Task {
	r.mu.Lock()
	defer r.mu.Unlock()
	for e := r.versions.Front(); e != nil; e = e.Next() {
		if v := e.Value.(*version); v.base == id && v.shown == shown {
			r.versions.MoveToFront(e)
			return v.task
		}
	}
	return nil
}

func (r *room) keep(v *version) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.versions.PushFront(v)
	if r.versions.Len() > mostVersions {
		r.versions.Remove(r.versions.Back())
	}
}

// broken are the checks that a task fails, in the order of its verdicts.
func broken(t *task.Task) (names []string) {
	for _, c := range t.Checks {
		if c.Verdict != task.Pass {
			names = append(names, c.Name)
		}
	}
	return names
}
