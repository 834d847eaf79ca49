package web

import (
	"errors"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/pageguard"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// decide records what a reviewer decided, and answers once it is on disk. A decision
// that is sent again, under the same ID, is answered as the first time.
func (srv *ReviewServer) decide(v *visit) error {
	sub, err := pageguard.ReadBody[DecisionRequest](v.w, v.r)
	if err != nil {
		return err
	}
	if srv.log == nil {
		return refuse(http.StatusForbidden, codeRole, "nothing is recorded here: %s cannot be written", srv.config.Dir)
	}
	d := srv.recorded(sub.ID)
	if d == nil {
		if d, err = srv.compose(v, &sub); err != nil {
			return err
		}
	}
	// The log alone says whether the ID is new. It is asked about a recorded decision too,
	// because its answer comes only when that decision is on disk.
	err = srv.log.Append(d, func() error { return srv.admit(v.set, d) })
	if errors.Is(err, review.ErrRepeated) {
		d, err = srv.recorded(sub.ID), nil
	}
	if err != nil {
		return err
	}
	if d.By != v.who.Name {
		return invalid("decision %s is not yours: send yours under an ID of its own", sub.ID)
	}
	return srv.acknowledge(v, d)
}

// recorded returns the decision with an ID, or nil.
func (srv *ReviewServer) recorded(id string) *review.Decision {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return srv.byID[id]
}

// maxSeconds is the longest time that a decision can have taken.
const maxSeconds = 24 * 60 * 60

// compose makes a decision of a submission. The server says who decides, when and in
// which role, what an edit leads to and how an answer is graded.
func (srv *ReviewServer) compose(v *visit, sub *DecisionRequest) (*review.Decision, error) {
	if sub.Kind != review.Edit && sub.Change != nil {
		return nil, invalid("a change comes with the kind %q alone", review.Edit)
	}
	d := &review.Decision{
		ID: sub.ID, By: v.who.Name, Role: v.who.Role, Task: sub.Task, Shown: sub.Shown, Kind: sub.Kind, Format: review.CurrentFormat, Reason: sub.Reason,
		Note: sub.Note, Source: sub.Source, Withdraws: sub.Withdraws, Answers: sub.Answers, Seconds: min(sub.Seconds, maxSeconds),
	}
	if d.Kind == review.Withdraw {
		target, err := srv.withdrawn(d.Withdraws)
		if err != nil {
			return nil, err
		}
		d.Task = target.Task
	}
	if d.Kind != review.Guideline {
		a, err := srv.access(v, d.Task)
		if err != nil {
			return nil, err
		}
		if err := srv.complete(v, sub, d, a); err != nil {
			return nil, err
		}
	}
	d.Guideline, d.At = srv.guidelineDigest(), srv.now()
	if err := d.Validate(); err != nil {
		return nil, invalid("%v", err)
	}
	return d, nil
}

// withdrawn returns the decision that is to be taken back. An answer cannot be, since
// the reference has been shown for it.
func (srv *ReviewServer) withdrawn(id string) (*review.Decision, error) {
	target := srv.recorded(id)
	switch {
	case target == nil || target.Task == "":
		return nil, missing("there is no decision %q to take back", id)
	case target.Kind == review.Try:
		return nil, invalid("an answer is not taken back: the reference was shown for it")
	}
	return target, nil
}

// complete fills in what the server knows of a decision on a task.
func (srv *ReviewServer) complete(v *visit, sub *DecisionRequest, d *review.Decision, a *access) error {
	switch {
	case d.Kind == review.Withdraw:
		d.Shown = a.standing.Shown // it counts whatever was on screen
		return nil
	case d.Kind == review.Try:
		return srv.gradeTry(v, sub, d, a)
	case srv.needsOwnAnswer(d, a):
		if d.Shown != a.standing.Shown {
			return refuseOutdated()
		}
		return refuseHidden()
	case d.Kind == review.Edit:
		return srv.makeEdit(v, sub, d, a)
	}
	return nil
}

// needsOwnAnswer reports whether d judges the reference before its reviewer, who works
// blind, has answered. This holds for versions that have changed since, too, because an
// edit can be taken back.
func (srv *ReviewServer) needsOwnAnswer(d *review.Decision, a *access) bool {
	switch d.Kind {
	case review.Try, review.Comment, review.Doubt, review.Withdraw:
		return false
	}
	return srv.config.Blind && !knowsReference(d.By, a.standing, d.Shown)
}

// gradeTry grades the reviewer's own answer, by the strict rule.
func (srv *ReviewServer) gradeTry(v *visit, sub *DecisionRequest, d *review.Decision, a *access) error {
	switch {
	case !srv.config.Blind:
		return invalid("no answer is asked for: the reference is shown from the start")
	case d.Shown != a.standing.Shown:
		return refuseOutdated()
	case !a.blind:
		return refuseSecondTry()
	}
	t, err := v.set.version(v.r.Context(), a.task, a.standing)
	if err != nil {
		return err
	}
	d.Attempt = gradeAnswer(t, sub.Answer, srv.toolCalls(v.who.Name, a.task, d.Shown))
	return nil
}

func gradeAnswer(t *task.Task, answer string, calls int) *review.BlindAnswer {
	a := &review.BlindAnswer{Answer: answer, Calls: calls}
	if rate := task.Grade(t, &score.Attempt{Answer: answer}).Strict.Success; rate != nil {
		a.Rate, a.Agrees = *rate, *rate == 1
	}
	if it, ok := task.ChoiceItem(t); ok {
		a.Chosen = task.Chosen(it, answer)
	}
	return a
}

// makeEdit works out what a change leads to, and which checks the outcome fails.
func (srv *ReviewServer) makeEdit(v *visit, sub *DecisionRequest, d *review.Decision, a *access) error {
	switch {
	case sub.Change == nil:
		return invalid("the edit has no change")
	case d.Shown != a.standing.Shown:
		return refuseOutdated()
	}
	_, after, fault, err := srv.change(v, a, sub.Change)
	switch {
	case err != nil:
		return err
	case fault != "":
		return invalid("%s", fault)
	}
	c := *sub.Change
	c.Shown, c.Broken = review.Shown(after), failedChecks(after)
	d.Change = &c
	return nil
}

// admit returns the refusal of a decision that may not be recorded, or nil. A decision
// on a version that has changed since may be: it says what its reviewer thought of what
// he saw. Of answers that are sent at once the first one counts. The log calls admit, so
// that it goes by all decisions recorded before.
func (srv *ReviewServer) admit(set *reviewSet, d *review.Decision) error {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if s, ok := set.board.State(d.Task); ok {
		switch {
		case d.Kind == review.Try && knowsReference(d.By, s, d.Shown):
			return refuseSecondTry()
		case countBy(d.By, s) >= maxDecisions:
			return invalid("you have made %d decisions on task %s, which is the most there can be", maxDecisions, d.Task)
		}
	}
	switch err := set.board.Admit(d); {
	case err == nil, errors.Is(err, review.ErrStale):
		return nil
	case errors.Is(err, review.ErrRole):
		return refuse(http.StatusForbidden, codeRole, "%v", err)
	case errors.Is(err, review.ErrBroken):
		return refuse(http.StatusConflict, codeBroken, "%v", err)
	case errors.Is(err, review.ErrUnknown):
		return missing("%v", err)
	default:
		return invalid("%v", err)
	}
}

// maxDecisions is how many decisions one reviewer can make on a task: whoever looks at
// it is sent all of them.
const maxDecisions = 200

// countBy counts a reviewer's decisions on a task.
func countBy(name string, s *review.TaskState) (n int) {
	for _, d := range s.History {
		if d.By == name {
			n++
		}
	}
	return n
}

// acknowledge answers that a decision is on disk, and shows what has come of it.
func (srv *ReviewServer) acknowledge(v *visit, d *review.Decision) error {
	a, stale, progress := srv.settle(v, d)
	answer := Recorded{Decision: *d, Stale: stale, Progress: progress}
	if a != nil {
		var err error
		if answer.View, err = srv.view(v.r.Context(), v.set, a); err != nil {
			// The decision is recorded all the same, and the task is not there to be seen.
			srv.config.Log.Warn("no view", "task", d.Task, "error", err)
		}
	}
	reply(v.w, http.StatusOK, answer)
	return nil
}

// settle ends the lease of a task that was voted on or settled. It returns what the reviewer may
// see of the task now, nil for a decision on none, whether the decision came too late,
// and how far the reviewer is.
func (srv *ReviewServer) settle(v *visit, d *review.Decision) (a *access, stale bool, p review.ReviewerProgress) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if d.Task != "" {
		if d.Kind.Vote() || d.Kind.Settles() {
			srv.leases.Release(d.Task, d.By)
		}
		a, _ = srv.accessLocked(v, d.Task) // the board has it, since it admitted d
	}
	return a, srv.late[d.ID], v.set.board.Progress(v.who.Name, v.who.Role)
}

// guidelineDigest returns the digest of the guideline in force.
func (srv *ReviewServer) guidelineDigest() digest.Digest {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	return srv.guideline.Digest
}

// releaseLease ends a lease.
func (srv *ReviewServer) releaseLease(id, by string) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.leases.Release(id, by)
}

// attention is the task that a reviewer was shown last, and how often he has called a
// tool for each task.
type attention struct {
	task  string
	calls map[shownTask]int
}

// shownTask is a version of a task.
type shownTask struct {
	task  string
	shown digest.Digest
}

// noteShown notes which task a reviewer was shown last. The caller holds the lock.
func (srv *ReviewServer) noteShown(name, id string) {
	a := srv.attention[name]
	if a == nil {
		a = &attention{calls: map[shownTask]int{}}
		srv.attention[name] = a
	}
	a.task = id
}

// toolCalls returns how often a reviewer has called a tool for a version of a task.
func (srv *ReviewServer) toolCalls(name, id string, shown digest.Digest) int {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if a := srv.attention[name]; a != nil {
		return a.calls[shownTask{id, shown}]
	}
	return 0
}
