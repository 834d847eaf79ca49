package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// next leases the reviewer a task and answers with it.
func (k *Desk) next(v *visit) error {
	asked, err := read[struct {
		Type string   `json:"type"`
		Skip []string `json:"skip"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	o := review.NextOptions{Type: asked.Type, Skip: asked.Skip}
	for {
		l, until, why := k.assign(v, o)
		if l == nil {
			reply(v.w, http.StatusOK, Next{Why: why})
			return nil
		}
		view, err := k.view(v.r.Context(), v.room, l)
		if gone(err) {
			k.giveBack(l.task, v.who.Name)
			o.Skip = append(o.Skip, l.task)
			continue
		}
		if err != nil {
			return err
		}
		view.Lease = until
		reply(v.w, http.StatusOK, Next{Task: view})
		return nil
	}
}

// gone reports whether an error is of a task whose edits cannot be made again.
func gone(err error) bool {
	var f *refusal
	return errors.As(err, &f) && f.code == codeBroken
}

// assign chooses a task for a reviewer and leases it. If there is none, it returns nil
// and the reason.
func (k *Desk) assign(v *visit, o review.NextOptions) (l *looking, until time.Time, why string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, by := k.now(), v.who.Name
	id, why := v.room.board.Next(by, v.who.Role, k.leases, now, o)
	if id == "" {
		return nil, until, why
	}
	until = now.Add(k.config.Lease)
	k.leases.Take(id, by, until)
	k.turned(by, id)
	l, _ = k.look(v.room, v.who, id) // the board has it
	return l, until, ""
}

// now is the time as decisions and leases record it.
func (k *Desk) now() time.Time { return k.config.Now().UTC().Truncate(time.Millisecond) }

// task answers with one task, for one who looks it up.
func (k *Desk) task(v *visit) error {
	id := v.r.PathValue("id")
	l, err := k.looking(v.room, v.who, id)
	if err != nil {
		return err
	}
	view, err := k.view(v.r.Context(), v.room, l)
	if err != nil {
		return err
	}
	view.Lease = k.lookedUp(v.who.Name, id)
	reply(v.w, http.StatusOK, view)
	return nil
}

// lookedUp notes what a reviewer looks at and returns until when he has it.
func (k *Desk) lookedUp(name, id string) time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.turned(name, id)
	return k.leases.Until(id, name, k.now())
}

// step answers with the whole observation of a step, as text.
func (k *Desk) step(v *visit) error {
	t, err := k.open(v.r.Context(), v, v.r.PathValue("id"))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(v.r.PathValue("n"))
	if err != nil || n < 0 || n >= len(t.Steps) {
		return missing("there is no step %q: want 0 to %d", v.r.PathValue("n"), len(t.Steps)-1)
	}
	v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	v.w.Header().Set("Content-Security-Policy", inert)
	_, _ = strings.NewReader(observation(&t.Steps[n])).WriteTo(v.w)
	return nil
}

// open returns a task as it is now, to one who may see all of it.
func (k *Desk) open(ctx context.Context, v *visit, id string) (*task.Task, error) {
	l, err := k.looking(v.room, v.who, id)
	if err != nil {
		return nil, err
	}
	if l.blind {
		return nil, kept()
	}
	return v.room.version(ctx, id, l.standing)
}

// kept refuses what would tell the reference too early.
func kept() error {
	return refuse(http.StatusForbidden, codeRole, "the reference is not shown before you have given an answer of your own")
}

// outdated refuses what was meant for a task as it is no longer.
func outdated() error {
	return refuse(http.StatusConflict, codeStale, "the task has changed since it was shown to you")
}

// preview answers with what a change would make of a task.
func (k *Desk) preview(v *visit) error {
	asked, err := read[struct {
		Shown  digest.Digest      `json:"shown"`
		Change *review.TaskChange `json:"change"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	if asked.Change == nil {
		return invalid("no change: want one")
	}
	id := v.r.PathValue("id")
	l, err := k.looking(v.room, v.who, id)
	switch {
	case err != nil:
		return err
	case l.blind:
		return kept()
	case l.standing.Shown != asked.Shown:
		return outdated()
	}
	before, after, fault, err := k.change(v, l, asked.Change)
	if err != nil {
		return err
	}
	answer := Preview{Fault: fault}
	if fault == "" {
		answer.Parts = revision.Compare(before, after)
		answer.View = &View{
			ID: id, Shown: review.Shown(after), Type: after.Type, Language: after.Language, Question: after.Question,
			Status: l.standing.Status, Broken: broken(after), Changed: changed(l.standing),
		}
		v.room.fill(answer.View, after)
	}
	reply(v.w, http.StatusOK, answer)
	return nil
}

// change works out what a change makes of a task as it is now. One reviewer has one at
// work at a time.
func (k *Desk) change(v *visit, l *looking, c *review.TaskChange) (before, after *task.Task, fault string, err error) {
	done, err := k.edits.take(v.r.Context(), v.who.Name)
	if err != nil {
		return nil, nil, "", err
	}
	defer done()
	if before, err = v.room.version(v.r.Context(), l.task, l.standing); err != nil {
		return nil, nil, "", err
	}
	after, fault, err = v.room.edited(v.r.Context(), l.task, before, c)
	return before, after, fault, err
}

// lease keeps a task for the reviewer for another while, unless it is no longer what he
// says he looks at.
func (k *Desk) lease(v *visit) error {
	asked, err := read[struct {
		Shown digest.Digest `json:"shown"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	until, err := k.extend(v, v.r.PathValue("id"), asked.Shown)
	if err != nil {
		return err
	}
	reply(v.w, http.StatusOK, Leased{Lease: until})
	return nil
}

// extend leases a task that is as the reviewer saw it, if he says how he saw it.
func (k *Desk) extend(v *visit, id string, shown digest.Digest) (until time.Time, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	l, err := k.look(v.room, v.who, id)
	if err != nil {
		return until, err
	}
	if shown != "" && shown != l.standing.Shown {
		return until, outdated()
	}
	until = k.now().Add(k.config.Lease)
	k.leases.Take(id, v.who.Name, until)
	return until, nil
}

// release gives a task back.
func (k *Desk) release(v *visit) error {
	k.giveBack(v.r.PathValue("id"), v.who.Name)
	reply(v.w, http.StatusOK, Leased{})
	return nil
}
