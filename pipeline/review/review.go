// Package review is what people decide about tasks: the records they leave, where each
// task stands by them, who looks at which task next, and what the decisions say of the
// task set as a whole.
//
// Decisions are an append-only log, see [Log]. Nothing else is kept: a [Board] is
// worked out from tasks and log, and two processes with the same ones agree.
package review

import (
	"encoding/json"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Decision is one line of the log: something one person said or did. It is a record
// and never changed; what is taken back is taken back by another one.
type Decision struct {
	// ID is chosen by who makes the decision, at random, and names it: a decision that
	// is sent twice is kept once.
	ID string `json:"id"`
	// At is when the decision was made, UTC, to the millisecond.
	At time.Time `json:"at"`
	// By is the reviewer's name.
	By string `json:"by"`
	// Role is what the reviewer was then.
	Role ReviewerRole `json:"role"`
	// Task is the ID of the task as the check stage made it, whatever was changed in it
	// since; "" for Guideline.
	Task string `json:"task,omitempty"`
	// Shown is [Shown] of the task that was on screen; "" for Guideline.
	Shown digest.Digest `json:"shown,omitempty"`
	// Kind says what was decided.
	Kind DecisionKind `json:"kind"`
	// Reason says why in one word, for Reject; it may for Doubt, Comment, Edit and Return.
	Reason DecisionReason `json:"reason,omitempty"`
	// Note is what the reviewer wrote; the whole text of a Guideline.
	Note string `json:"note,omitempty"`
	// Change is what was changed, for Edit alone.
	Change *TaskChange `json:"change,omitempty"`
	// Attempt is the reviewer's own answer, for Try alone.
	Attempt *BlindAnswer `json:"attempt,omitempty"`
	// Withdraws is the ID of the decision that is taken back, for Withdraw alone.
	Withdraws string `json:"withdraws,omitempty"`
	// Answers are the IDs of the comments that a Guideline takes up.
	Answers []string `json:"answers,omitempty"`
	// Guideline is the digest of the guidelines in force.
	Guideline digest.Digest `json:"guideline,omitempty"`
	// Seconds is how long the reviewer was at the task before, pauses left out; 0 where
	// nobody measured it.
	Seconds float64 `json:"seconds,omitempty"`
}

// DecisionKind is what was decided.
type DecisionKind string

// The closed set of kinds. The first three are votes: of those that a reviewer cast on
// one version of a task the last one counts.
const (
	Approve   DecisionKind = "approve"   // the task is right as shown
	Reject    DecisionKind = "reject"    // it is wrong and cannot be mended
	Doubt     DecisionKind = "doubt"     // somebody more experienced should look
	Comment   DecisionKind = "comment"   // a remark
	Edit      DecisionKind = "edit"      // it was changed; votes on it as it was no longer count
	Return    DecisionKind = "return"    // a senior gives it back: votes so far no longer count
	Try       DecisionKind = "try"       // the reviewer's own answer, before the reference was shown
	Withdraw  DecisionKind = "withdraw"  // the reviewer's own decision is taken back
	Guideline DecisionKind = "guideline" // the guidelines were written anew
)

// Vote reports whether the kind says how the task is.
func (k DecisionKind) Vote() bool { return k == Approve || k == Reject || k == Doubt }

// DecisionReason is why, in one word.
type DecisionReason string

// The closed set of reasons. They follow what the annotators of LegalAgentBench checked
// (arXiv 2412.17259, appendix G): accuracy, faithfulness, references.
const (
	WrongAnswer    DecisionReason = "answer"     // the answer is not what the tools give
	Unfaithful     DecisionReason = "question"   // the question asks something else than the plan
	WrongReference DecisionReason = "reference"  // an article, a case or a name of the law is wrong
	Ambiguous      DecisionReason = "ambiguous"  // the question can be read in two ways
	Unnatural      DecisionReason = "unnatural"  // nobody would ask so
	Trivial        DecisionReason = "trivial"    // it is not worth asking
	Duplicate      DecisionReason = "duplicate"  // another task asks the same
	Keywords       DecisionReason = "keywords"   // the keywords do not tell right from wrong
	Unclear        DecisionReason = "guidelines" // the guidelines do not say what to do
	Other          DecisionReason = "other"      // the note says it
)

// Reasons are all reasons, in the order in which a page offers them.
func Reasons() []DecisionReason {
	return []DecisionReason{WrongAnswer, Unfaithful, WrongReference, Ambiguous, Unnatural, Trivial, Duplicate, Keywords, Unclear, Other}
}

// ReviewerRole is what a reviewer may do. Each may do what those before may.
type ReviewerRole string

// The closed set of roles.
const (
	Annotator ReviewerRole = "annotator" // votes, edits, comments
	Senior    ReviewerRole = "senior"    // settles where annotators differ, sends back, sees all votes
	Owner     ReviewerRole = "owner"     // invites, writes the guidelines, exports
)

// Rank orders roles: 1 for an annotator, 2 for a senior, 3 for an owner, 0 for
// anything else.
func (r ReviewerRole) Rank() int {
	switch r {
	case Annotator:
		return 1
	case Senior:
		return 2
	case Owner:
		return 3
	}
	return 0
}

// TaskChange is what a reviewer made of a task. Nil parts are left as they are. Package
// revision applies it.
type TaskChange struct {
	// Question is the new question.
	Question *string `json:"question,omitempty"`
	// Plan is the plan with other arguments, or answers in other forms; its nodes are
	// the same. Draft, answer, keywords and steps follow from it.
	Plan *plan.Program `json:"plan,omitempty"`
	// KeyAnswer are other keywords of the answer, one for each there was.
	KeyAnswer []string `json:"key_answer,omitempty"`
	// KeyMiddle are other keywords of the way there; an empty list that is not nil
	// leaves none.
	KeyMiddle []string `json:"key_middle,omitzero"`
	// Aliases are other ways to write each answer, one list a value, in order.
	Aliases [][]string `json:"aliases,omitempty"`
	// Shown is [Shown] of the task after the change. Who applies the change and comes to
	// another digest has other tables.
	Shown digest.Digest `json:"shown"`
	// Broken names the checks that the changed task fails: it cannot be approved.
	Broken []string `json:"broken,omitempty"`
}

// BlindAnswer is an answer that a reviewer worked out with the tools alone.
type BlindAnswer struct {
	// Answer is what the reviewer wrote.
	Answer string `json:"answer"`
	// Calls is how many tools the reviewer called for it.
	Calls int `json:"calls"`
	// Rate is the strict success rate of the answer, in [0, 1].
	Rate float64 `json:"rate"`
	// Agrees says that the rate is 1.
	Agrees bool `json:"agrees"`
}

// Shown is the digest of what a page shows of a task: all of it but what people decided,
// what stages made it, and the verdicts of checks, which follow from the task and the
// tables. So a changed task has the same digest before it is proved as after, and a
// decision outlives another wording of a certificate. Equal tasks on two machines have
// equal digests.
func Shown(t *task.Task) digest.Digest {
	shown := *t
	shown.Review, shown.Provenance, shown.Checks = task.Review{}, task.Provenance{}, nil
	b, err := json.Marshal(&shown)
	if err != nil {
		// A task with steps that are no JSON; they could not be shown either.
		b = []byte(err.Error())
	}
	return digest.Of("shown", string(b))
}
