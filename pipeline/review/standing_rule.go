package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// historyReplay is the result of reading the decisions on one task in log order: which were
// withdrawn and which edits are in force.
type historyReplay struct {
	base      digest.Digest
	byID      map[string]*Decision // by ID
	withdrawn map[string]bool      // by ID
	edits     []*Decision          // in force, each of what the one before left
}

// replayHistory reads the history of a task. An edit applies only if the version its author saw
// is the current one when the edit arrives. Later withdrawals do not revive it.
func replayHistory(base digest.Digest, history []*Decision) *historyReplay {
	r := &historyReplay{base: base, byID: map[string]*Decision{}, withdrawn: map[string]bool{}}
	for _, d := range history {
		switch d.Kind {
		case Edit:
			if d.Change != nil && d.Shown == r.shown() {
				r.edits = append(r.edits, d)
			}
		case Withdraw:
			if r.withdrawalError(d) == nil {
				r.withdrawn[d.Withdraws] = true
				if n := len(r.edits); n > 0 && r.edits[n-1].ID == d.Withdraws {
					r.edits = r.edits[:n-1]
				}
			}
		}
		r.byID[d.ID] = d
	}
	return r
}

// shown returns the digest of the task as the edits in force leave it.
func (r *historyReplay) shown() digest.Digest {
	if n := len(r.edits); n > 0 {
		return r.edits[n-1].Change.Shown
	}
	return r.base
}

// broken returns the checks that the task fails as the edits in force leave it.
func (r *historyReplay) broken() []string {
	if n := len(r.edits); n > 0 {
		return r.edits[n-1].Change.Broken
	}
	return nil
}

// withdrawalError returns why w cannot withdraw the decision it names; nil if it can.
func (r *historyReplay) withdrawalError(w *Decision) error {
	d := r.byID[w.Withdraws]
	switch {
	case d == nil:
		return fmt.Errorf("decision %q: %w on this task", w.Withdraws, ErrUnknown)
	case d.Kind == Withdraw:
		return errors.New("a withdrawal cannot be withdrawn: make the decision again")
	case r.withdrawn[d.ID]:
		return fmt.Errorf("decision %q was withdrawn already", d.ID)
	case d.By != w.By && (d.Kind != Edit || d.Role != Annotator || w.Role.Rank() < Senior.Rank()):
		return fmt.Errorf("%w: decision %q is %s's", ErrRole, d.ID, d.By)
	}
	if i := slices.Index(r.edits, d); i >= 0 && i < len(r.edits)-1 {
		later := r.edits[i+1]
		return fmt.Errorf("edit %q by %s builds on this one: withdraw that one first", later.ID, later.By)
	}
	return nil
}

// newTaskState returns the state of a task after its history.
func newTaskState(base digest.Digest, history []*Decision, overlap int, sampled bool) *TaskState {
	r := replayHistory(base, history)
	s := &TaskState{Shown: r.shown(), Edits: r.edits, Broken: r.broken(), History: history, Sampled: sampled, base: base}
	standing, returned := r.countedVotes(history, len(s.Broken) > 0)
	var cast []*Decision // votes and settlements on the present version, in log order
	for _, d := range standing {
		switch {
		case d.Shown == s.Shown:
			cast = append(cast, d)
			if d.Kind.Vote() {
				s.Votes = append(s.Votes, d)
			}
		case d.Kind.Vote():
			s.Stale = append(s.Stale, d)
		}
	}
	s.Status, s.Settled = voteOutcome(cast, len(s.Votes), overlap)
	if len(s.Votes) == 0 && returned {
		s.Status = Returned
	}
	slices.SortFunc(s.Votes, func(a, b *Decision) int { return strings.Compare(a.By, b.By) })
	s.Agreement = agreementShare(s.Votes)
	return s
}

// countedVotes returns in log order the last vote or settlement of each reviewer on each
// version of the task that was neither withdrawn nor set aside by a return of that version,
// and whether the version as it is now was returned. A settlement by a reviewer who ever
// voted on the task does not count.
func (r *historyReplay) countedVotes(history []*Decision, broken bool) (votes []*Decision, returned bool) {
	now := r.shown()
	voted := map[string]bool{} // reviewers
	for _, d := range history {
		if d.Kind.Vote() {
			voted[d.By] = true
		}
		switch {
		case r.withdrawn[d.ID]:
		case d.Kind == Return && d.Role.Rank() >= Senior.Rank():
			votes = slices.DeleteFunc(votes, func(v *Decision) bool { return v.Shown == d.Shown })
			returned = returned || d.Shown == now
		case d.Kind.approves() && broken && d.Shown == now:
		case d.Kind.Settles() && (voted[d.By] || d.Role.Rank() < Senior.Rank()):
		case d.Kind.Vote() || d.Kind.Settles():
			votes = slices.DeleteFunc(votes, func(v *Decision) bool { return v.Shown == d.Shown && v.By == d.By })
			votes = append(votes, d)
		}
	}
	return votes, returned
}

// voteOutcome returns the status of a task after decisions in log order, one per reviewer, of
// which so many are votes and the others settlements. If the votes differ, it also returns
// the decision that settled them.
func voteOutcome(cast []*Decision, votes, overlap int) (task.ReviewStatus, *Decision) {
	var approvals, rejections int
	for _, d := range cast {
		switch d.Kind {
		case Approve:
			approvals++
		case Reject:
			rejections++
		}
	}
	switch {
	case votes == 0:
		return Unreviewed, nil
	case approvals < votes && rejections < votes:
		return settledOutcome(cast)
	case votes < overlap:
		return Pending, nil
	}
	return verdict(approvals == votes), nil
}

func verdict(approves bool) task.ReviewStatus {
	if approves {
		return Approved
	}
	return Rejected
}

// settledOutcome returns the status of a task whose votes differ, and the decision that
// settled them: the last that can, if all after it find the same.
func settledOutcome(cast []*Decision) (task.ReviewStatus, *Decision) {
	last := cast[len(cast)-1].Kind
	for _, d := range slices.Backward(cast) {
		if d.Kind == Doubt || d.Kind.approves() != last.approves() {
			break
		}
		if d.canSettle() {
			return verdict(d.Kind.approves()), d
		}
	}
	return Disputed, nil
}

// canSettle reports whether a decision settles votes that differ: a settlement does and, in
// the format of earlier programs, an approval or a rejection by a senior or an owner.
func (d *Decision) canSettle() bool {
	return d.Kind.Settles() || d.Format < CurrentFormat && d.Kind != Doubt && d.Role.Rank() >= Senior.Rank()
}

// agreementShare returns the share of pairs of votes that are equal; nil without pairs.
func agreementShare(votes []*Decision) *float64 {
	pairs, same := 0, 0
	for i, a := range votes {
		for _, b := range votes[:i] {
			pairs++
			if a.Kind == b.Kind {
				same++
			}
		}
	}
	if pairs == 0 {
		return nil
	}
	share := float64(same) / float64(pairs)
	return &share
}
