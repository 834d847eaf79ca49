package web

import (
	"errors"
	"net/http"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// decide records what a reviewer decided and answers once it is on disk. One that was
// recorded before is answered as it was then; it may not have been on disk yet.
func (k *Desk) decide(v *visit) error {
	s, err := read[Submission](v.w, v.r)
	if err != nil {
		return err
	}
	d := k.recorded(s.ID)
	if d != nil {
		if err := k.log.Append(d, nil); !errors.Is(err, review.ErrRepeated) {
			return err
		}
	} else {
		if d, err = k.decision(v, &s); err != nil {
			return err
		}
		var barred error
		err = k.log.Append(d, func() error {
			barred = k.admit(v.room, d)
			return barred
		})
		switch {
		case barred != nil:
			return rejected(barred)
		case errors.Is(err, review.ErrRepeated):
			d = k.recorded(s.ID)
		case err != nil:
			return err
		}
	}
	if d.By != v.who.Name {
		return invalid("decision %s is not yours: want an ID of its own", s.ID)
	}
	return k.acknowledge(v, d)
}

// recorded is the decision of that ID; nil if there is none.
func (k *Desk) recorded(id string) *review.Decision {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.known[id]
}

// mostSeconds is how long anybody can be at one task.
const mostSeconds = 24 * 60 * 60

// decision makes a decision of what was submitted: who, when and in which role are the
// server's to say, and so is what an edit leads to and how an answer is graded.
func (k *Desk) decision(v *visit, s *Submission) (*review.Decision, error) {
	d := &review.Decision{
		ID: s.ID, By: v.who.Name, Role: v.who.Role, Task: s.Task, Shown: s.Shown, Kind: s.Kind, Reason: s.Reason,
		Note: s.Note, Withdraws: s.Withdraws, Answers: s.Answers, Seconds: min(s.Seconds, mostSeconds),
	}
	if s.Kind != review.Edit && s.Change != nil {
		return nil, invalid("a change comes with the kind %q alone", review.Edit)
	}
	var err error
	switch s.Kind {
	case review.Guideline:
	case review.Withdraw:
		err = k.withdrawal(v, d)
	default:
		err = k.onTask(v, s, d)
	}
	if err != nil {
		return nil, err
	}
	d.Guideline, d.At = k.inForce(), k.now()
	if err := d.Validate(); err != nil {
		return nil, invalid("%v", err)
	}
	return d, nil
}

// withdrawal fills in what is taken back: it counts whatever was on screen. An answer is
// not taken back, since the reference has been shown for it.
func (k *Desk) withdrawal(v *visit, d *review.Decision) error {
	of := k.recorded(d.Withdraws)
	if of == nil || of.Task == "" {
		return missing("there is no decision %q to take back", d.Withdraws)
	}
	if of.Kind == review.Try {
		return invalid("an answer is not taken back: the reference was shown for it")
	}
	l, err := k.looking(v.room, v.who, of.Task)
	if err != nil {
		return err
	}
	d.Task, d.Shown = of.Task, l.standing.Shown
	return nil
}

// onTask fills in what the server knows of a decision on a task.
func (k *Desk) onTask(v *visit, s *Submission, d *review.Decision) error {
	l, err := k.looking(v.room, v.who, d.Task)
	if err != nil {
		return err
	}
	switch {
	case d.Kind == review.Try:
		return k.try(v, s, d, l)
	case k.early(d, l.standing):
		if d.Shown != l.standing.Shown {
			return outdated()
		}
		return kept()
	case d.Kind == review.Edit:
		return k.edit(v, s, d, l)
	}
	return nil
}

// early reports whether a decision tells what its reviewer thinks of a reference that was
// kept back from him. On a version that has changed since he may not make it either: the
// task may become again what it was.
func (k *Desk) early(d *review.Decision, s *review.TaskState) bool {
	switch d.Kind {
	case review.Try, review.Comment, review.Doubt, review.Withdraw:
		return false
	}
	return k.config.Blind && !knows(d.By, s, d.Shown)
}

// try grades the reviewer's own answer, by the strict rule.
func (k *Desk) try(v *visit, s *Submission, d *review.Decision, l *looking) error {
	switch {
	case !k.config.Blind:
		return invalid("no answer is asked for: the reference is shown from the start")
	case d.Shown != l.standing.Shown:
		return outdated()
	case !l.blind:
		return seen()
	}
	t, err := v.room.version(v.r.Context(), l.task, l.standing)
	if err != nil {
		return err
	}
	d.Attempt = grade(t, s.Answer, k.called(v.who.Name, l.task, d.Shown))
	return nil
}

// seen refuses another answer.
func seen() error { return invalid("you have seen the reference already") }

func grade(t *task.Task, answer string, calls int) *review.BlindAnswer {
	rates, _ := score.Strict(task.Reference(t), &score.Attempt{Answer: answer})
	a := &review.BlindAnswer{Answer: answer, Calls: calls}
	if rates.Success != nil {
		a.Rate, a.Agrees = *rates.Success, *rates.Success == 1
	}
	return a
}

// edit works out what a change leads to, and which checks that fails.
func (k *Desk) edit(v *visit, s *Submission, d *review.Decision, l *looking) error {
	switch {
	case s.Change == nil:
		return invalid("no change: want one")
	case d.Shown != l.standing.Shown:
		return outdated()
	}
	_, after, fault, err := k.change(v, l, s.Change)
	switch {
	case err != nil:
		return err
	case fault != "":
		return invalid("%s", fault)
	}
	c := *s.Change
	c.Shown, c.Broken = review.Shown(after), broken(after)
	d.Change = &c
	return nil
}

// admit says why a decision may not be recorded. What comes too late may: it says what
// its reviewer thought of what he saw. Of answers sent at once the first one counts.
func (k *Desk) admit(r *room, d *review.Decision) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s, ok := r.board.State(d.Task); ok {
		switch {
		case d.Kind == review.Try && knows(d.By, s, d.Shown):
			return seen()
		case made(d.By, s) >= mostMade:
			return invalid("you have made %d decisions on task %s: want no more", mostMade, d.Task)
		}
	}
	if err := r.board.Admit(d); !errors.Is(err, review.ErrStale) {
		return err
	}
	return nil
}

// mostMade is how many decisions one reviewer makes on a task: whoever looks at it is sent
// all of them.
const mostMade = 200

// made counts a reviewer's decisions on a task.
func made(by string, s *review.TaskState) (n int) {
	for _, d := range s.History {
		if d.By == by {
			n++
		}
	}
	return n
}

// rejected is the refusal for what is not admitted.
func rejected(err error) error {
	var f *refusal
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, review.ErrRole):
		return refuse(http.StatusForbidden, codeRole, "%v", err)
	case errors.Is(err, review.ErrBroken):
		return refuse(http.StatusConflict, codeBroken, "%v", err)
	case errors.Is(err, review.ErrUnknown):
		return missing("%v", err)
	}
	return invalid("%v", err)
}

// acknowledge answers that a decision is on disk.
func (k *Desk) acknowledge(v *visit, d *review.Decision) error {
	answer := Recorded{Decision: *d}
	if d.Task != "" {
		if d.Kind.Vote() {
			k.giveBack(d.Task, d.By)
		}
		l, err := k.looking(v.room, v.who, d.Task)
		if err != nil {
			return err
		}
		if answer.View, err = k.view(v.r.Context(), v.room, l); err != nil {
			// The decision is recorded all the same, and the task is not there to be seen.
			k.config.Log.Warn("no view", "task", d.Task, "error", err)
		}
	}
	answer.Stale, answer.Progress = k.outcome(v, d)
	reply(v.w, http.StatusOK, answer)
	return nil
}

// outcome is whether a decision came too late, and how far its reviewer is.
func (k *Desk) outcome(v *visit, d *review.Decision) (stale bool, p Progress) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.late[d.ID], progress(v.room, v.who)
}

// inForce is the digest of the guidelines.
func (k *Desk) inForce() digest.Digest {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.guideline.Digest
}

// giveBack ends a lease.
func (k *Desk) giveBack(id, by string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.leases.Release(id, by)
}

// attention is what a reviewer looks at, and how often he has called a tool for it.
type attention struct {
	task  string
	calls map[sight]int
}

// sight is a task as it was shown.
type sight struct {
	task  string
	shown digest.Digest
}

// turned notes which task a reviewer was shown last. The caller holds the lock.
func (k *Desk) turned(name, id string) {
	a := k.attention[name]
	if a == nil {
		a = &attention{calls: map[sight]int{}}
		k.attention[name] = a
	}
	a.task = id
}

// called is how often a reviewer has called a tool for a task as it is.
func (k *Desk) called(name, id string, shown digest.Digest) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a := k.attention[name]; a != nil {
		return a.calls[sight{id, shown}]
	}
	return 0
}
