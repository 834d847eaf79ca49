package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// next leases the reviewer a task and answers with it.
func (srv *ReviewServer) next(v *visit) error {
	body, err := pageguard.ReadBody[struct {
		Type string   `json:"type"`
		Skip []string `json:"skip"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	o := review.NextOptions{Type: body.Type, Skip: body.Skip}
	for {
		a, until, why := srv.assign(v, o)
		if a == nil {
			reply(v.w, http.StatusOK, Next{Why: why})
			return nil
		}
		view, err := srv.view(v.r.Context(), v.set, a)
		if editsFail(err) {
			srv.releaseLease(a.task, v.who.Name)
			o.Skip = append(o.Skip, a.task)
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

// editsFail reports whether err says that the edits of a task cannot be made again.
func editsFail(err error) bool {
	var f *refusal
	return errors.As(err, &f) && f.code == codeBroken
}

// assign chooses a task for a reviewer and leases it. If there is none, it returns nil
// and the reason.
func (srv *ReviewServer) assign(v *visit, o review.NextOptions) (a *access, until time.Time, why string) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	now, by := srv.now(), v.who.Name
	id, why := v.set.board.Next(by, v.who.Role, srv.leases, now, o)
	if id == "" {
		return nil, until, why
	}
	until = now.Add(srv.config.Lease)
	srv.leases.Take(id, by, until)
	srv.noteShown(by, id)
	a, _ = srv.accessLocked(v, id) // the board has it
	return a, until, ""
}

// now is the time as decisions and leases record it.
func (srv *ReviewServer) now() time.Time { return srv.config.Now().UTC().Truncate(time.Millisecond) }

// task answers with one task, for one who looks it up.
func (srv *ReviewServer) task(v *visit) error {
	id := v.r.PathValue("id")
	a, err := srv.access(v, id)
	if err != nil {
		return err
	}
	view, err := srv.view(v.r.Context(), v.set, a)
	if err != nil {
		return err
	}
	view.Lease = srv.lookedUp(v.who.Name, id)
	reply(v.w, http.StatusOK, view)
	return nil
}

// lookedUp notes what a reviewer looks at and returns until when he has it.
func (srv *ReviewServer) lookedUp(name, id string) time.Time {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.noteShown(name, id)
	return srv.leases.Until(id, name, srv.now())
}

// step answers with the whole observation of a step, as text.
func (srv *ReviewServer) step(v *visit) error {
	t, err := srv.visibleTask(v.r.Context(), v, v.r.PathValue("id"))
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

// visibleTask returns a task as it is now, to a reviewer who may see all of it.
func (srv *ReviewServer) visibleTask(ctx context.Context, v *visit, id string) (*task.Task, error) {
	a, err := srv.access(v, id)
	if err != nil {
		return nil, err
	}
	if a.blind {
		return nil, refuseHidden()
	}
	return v.set.version(ctx, id, a.standing)
}

// refuseSecondTry refuses another answer.
func refuseSecondTry() error { return invalid("you have seen the reference already") }

// refuseHidden refuses what would tell the reference too early.
func refuseHidden() error {
	return refuse(http.StatusForbidden, codeRole, "the reference is not shown before you have given an answer of your own")
}

// refuseOutdated refuses what was meant for a task as it is no longer.
func refuseOutdated() error {
	return refuse(http.StatusConflict, codeStale, "the task has changed since it was shown to you")
}

// preview answers with what a change would make of a task.
func (srv *ReviewServer) preview(v *visit) error {
	body, err := pageguard.ReadBody[struct {
		Shown  digest.Digest      `json:"shown"`
		Change *review.TaskChange `json:"change"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	if body.Change == nil {
		return invalid("no change: want a change")
	}
	id := v.r.PathValue("id")
	a, err := srv.access(v, id)
	switch {
	case err != nil:
		return err
	case a.blind:
		return refuseHidden()
	case a.standing.Shown != body.Shown:
		return refuseOutdated()
	}
	before, after, fault, err := srv.change(v, a, body.Change)
	if err != nil {
		return err
	}
	answer := Preview{Fault: fault}
	if fault == "" {
		answer.Parts = revision.Compare(before, after)
		answer.View = &View{
			ID: id, Shown: review.Shown(after), Type: after.Type, Language: after.Language, Question: after.Question,
			Status: a.standing.Status, Broken: failedChecks(after), Changed: changed(a.standing),
		}
		v.set.showAnswer(answer.View, after)
	}
	reply(v.w, http.StatusOK, answer)
	return nil
}

// change works out what a change makes of a task as it is now. Each reviewer has one
// change at work at a time.
func (srv *ReviewServer) change(v *visit, a *access, c *review.TaskChange) (before, after *task.Task, fault string, err error) {
	done, err := srv.edits.take(v.r.Context(), v.who.Name)
	if err != nil {
		return nil, nil, "", err
	}
	defer done()
	if before, err = v.set.version(v.r.Context(), a.task, a.standing); err != nil {
		return nil, nil, "", err
	}
	after, fault, err = v.set.edited(v.r.Context(), a.task, before, c)
	return before, after, fault, err
}

// lease keeps a task for the reviewer for another while, unless it is no longer what he
// says he looks at.
func (srv *ReviewServer) lease(v *visit) error {
	body, err := pageguard.ReadBody[struct {
		Shown digest.Digest `json:"shown"`
	}](v.w, v.r)
	if err != nil {
		return err
	}
	until, err := srv.extend(v, v.r.PathValue("id"), body.Shown)
	if err != nil {
		return err
	}
	reply(v.w, http.StatusOK, Leased{Lease: until})
	return nil
}

// extend leases a task that is as the reviewer saw it, if he says how he saw it.
func (srv *ReviewServer) extend(v *visit, id string, shown digest.Digest) (until time.Time, err error) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	a, err := srv.accessLocked(v, id)
	if err != nil {
		return until, err
	}
	if shown != "" && shown != a.standing.Shown {
		return until, refuseOutdated()
	}
	until = srv.now().Add(srv.config.Lease)
	srv.leases.Take(id, v.who.Name, until)
	return until, nil
}

// release gives a task back.
func (srv *ReviewServer) release(v *visit) error {
	srv.releaseLease(v.r.PathValue("id"), v.who.Name)
	reply(v.w, http.StatusOK, Leased{})
	return nil
}
