package review

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The closed set of statuses.
const (
	Unreviewed                   = task.Unreviewed // nobody has voted on it as it is now
	Pending    task.ReviewStatus = "pending"       // it has votes on its present version, but too few
	Approved   task.ReviewStatus = "approved"      // enough votes, and all approve; or a senior settled it
	Rejected   task.ReviewStatus = "rejected"      // enough votes, and all reject; or a senior settled it
	Disputed   task.ReviewStatus = "disputed"      // votes differ or one is a doubt; a senior has to settle it
	Returned   task.ReviewStatus = "returned"      // a senior returned it for new votes
)

// Statuses returns all statuses, in the order in which reports list them.
func Statuses() []task.ReviewStatus {
	return []task.ReviewStatus{Unreviewed, Pending, Disputed, Returned, Approved, Rejected}
}

// minDeciders is the number of people who have to approve what checks left open.
const minDeciders = 2

// Publishable reports whether checks and people leave nothing open about a task: no check did
// ([task.Open]), or it is approved by at least two reviewers.
func Publishable(t *task.Task) bool {
	return len(t.Open()) == 0 || t.Review.Status == Approved && len(t.Review.Reviewers) >= minDeciders
}

// Rules say which share of the tasks is reviewed, and by how many reviewers each.
type Rules struct {
	// Overlap is the number of reviewers that a task needs, at least 1.
	Overlap int
	// Share is the share of the tasks that are reviewed, in (0, 1].
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

// MaxQuestionExcerpt is the maximum number of bytes of [Item.Question].
const MaxQuestionExcerpt = 2000

// TaskState is the state of one task after the decisions on it. Neither the caller nor the
// board may change it: a later decision gives a new state.
type TaskState struct {
	// Status is the outcome of the votes.
	Status task.ReviewStatus
	// Shown is the digest of the task's present version, which is that of the last edit in
	// force.
	Shown digest.Digest
	// Edits are the edits in force, in order: each changes the result of the one before.
	Edits []*Decision
	// Broken are the names of the checks that the present version fails.
	Broken []string
	// Votes are the votes that count, the last of each reviewer on the present version, by
	// name. Votes before a return do not count, nor do approvals of a task that fails a
	// check.
	Votes []*Decision
	// Settled is the decision that settled a dispute: the last settlement, if nobody voted
	// otherwise after it; nil if there is none. In logs of earlier programs, whose
	// [Decision.Format] is 0, it may be a senior's vote, which is then among Votes too.
	Settled *Decision
	// Stale are the votes that would count if the task had not changed since, in log order.
	Stale []*Decision
	// History is every decision on the task, in log order, withdrawn ones included.
	History []*Decision
	// Agreement is the share of pairs of voters with the same vote, in [0, 1]; nil for
	// fewer than two voters.
	Agreement *float64
	// Sampled reports that the task is among those to be reviewed.
	Sampled bool

	base digest.Digest // of the task as the check stage made it
}

// Withdrawn reports whether a decision of the history was withdrawn.
func (s *TaskState) Withdrawn(id string) bool {
	return slices.ContainsFunc(s.History, func(d *Decision) bool { return d.Kind == Withdraw && d.Withdraws == id }) &&
		replayHistory(s.base, s.History).withdrawn[id]
}

// RejectionReason returns the reason for which a task was rejected: that of the decision that
// settled it, or else the one that most votes give, the first of [Reasons] if several do;
// "" for a task that is not rejected.
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
// count, the settlement, the edits in force, and comments, tries and returns on the present
// version that were not withdrawn. The order is not defined.
func (s *TaskState) InForce() []*Decision {
	all := slices.Concat(s.Votes, s.Edits)
	if s.Settled != nil && s.Settled.Kind.Settles() {
		all = append(all, s.Settled)
	}
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
