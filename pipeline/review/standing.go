package review

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The closed set of statuses.
const (
	Unreviewed                   = task.Unreviewed // nobody has voted on it as it is now
	Pending    task.ReviewStatus = "pending"       // some have, too few
	Approved   task.ReviewStatus = "approved"      // all of enough approve, or who settles it does
	Rejected   task.ReviewStatus = "rejected"      // all of enough reject, or who settles it does
	Disputed   task.ReviewStatus = "disputed"      // votes differ or there is a doubt: a senior has to settle it
	Returned   task.ReviewStatus = "returned"      // a senior sent it back
)

// Statuses are all statuses, in the order in which they are reported.
func Statuses() []task.ReviewStatus {
	return []task.ReviewStatus{Unreviewed, Pending, Disputed, Returned, Approved, Rejected}
}

// Rules say how many reviewers a task set needs.
type Rules struct {
	// Overlap is how many reviewers a task needs, from 1.
	Overlap int
	// Share is how much of the tasks is reviewed at all, in (0, 1]; 1 is all of them.
	Share float64
}

// Item is the part of a task that a [Board] holds.
type Item struct {
	// ID is the ID of the task.
	ID string
	// Type is the group that the task is reported in.
	Type string
	// Shown is the digest that [Shown] returns for the task as proved, before any edit.
	Shown digest.Digest
	// Margin is the result of [Margin] for the task: in [0, 1], and the smaller the closer
	// the plan's nearest choice is to choosing otherwise.
	Margin float64
	// Question is the beginning of the task's question, or of its draft if it has no
	// question, at most [MaxQuestionExcerpt] bytes. Lists show it and searches match it.
	Question string
}

// MaxQuestionExcerpt is how many bytes of a question an [Item] has.
const MaxQuestionExcerpt = 2000

// TaskState is the state of one task after the decisions on it. Neither the caller nor the
// board changes its lists.
type TaskState struct {
	// Status is the outcome.
	Status task.ReviewStatus
	// Shown is the digest of the task as it is now: that of the last edit in force.
	Shown digest.Digest
	// Edits are the edits in force, in order: each changes what the one before left.
	Edits []*Decision
	// Broken are the checks that the task fails as it is now.
	Broken []string
	// Votes are the votes that count, the last of each reviewer on the task as it is now,
	// by name. Those before a return do not, nor do approvals of a task that is broken.
	Votes []*Decision
	// Settled is the senior's vote that ended a difference: the last one that approves or
	// rejects, if nobody voted otherwise after it; nil without one.
	Settled *Decision
	// Stale are the votes that would count had the task not changed since, in log order.
	Stale []*Decision
	// History is every decision on the task, in log order, those taken back among them.
	History []*Decision
	// Agreement is the share of pairs of voters that voted alike, in [0, 1]; nil with
	// fewer than two.
	Agreement *float64
	// Sampled says that the task is among those to be reviewed.
	Sampled bool

	base digest.Digest // of the task as the check stage made it
}

// Withdrawn reports whether a decision of the history was taken back.
func (s *TaskState) Withdrawn(id string) bool {
	return slices.ContainsFunc(s.History, func(d *Decision) bool { return d.Kind == Withdraw && d.Withdraws == id }) &&
		replayHistory(s.base, s.History).withdrawn[id]
}

// RejectionReason returns why a task was rejected: the reason of the vote that settled
// it, else the reason that most votes give, the first of [Reasons] if several do; "" for
// a task that is not rejected.
func (s *TaskState) RejectionReason() task.ReviewReason {
	if s.Status != Rejected {
		return ""
	}
	if s.Settled != nil {
		return s.Settled.Reason
	}
	votes := map[task.ReviewReason]int{}
	for _, d := range s.Votes {
		votes[d.Reason]++
	}
	var most task.ReviewReason
	for _, r := range Reasons() {
		if votes[r] > votes[most] || most == "" && votes[r] > 0 {
			most = r
		}
	}
	return most
}

// InForce returns the decisions that hold for the task as it is now: the votes that
// count, the edits in force, and comments, tries and returns on the present version that
// were not withdrawn. The order is not defined.
func (s *TaskState) InForce() []*Decision {
	all := slices.Concat(s.Votes, s.Edits)
	for _, d := range s.History {
		switch d.Kind {
		case Comment, Try, Return:
			if d.Shown == s.Shown && !s.Withdrawn(d.ID) {
				all = append(all, d)
			}
		}
	}
	return all
}
