// Package review has the decisions that people make about tasks: their records, the state
// of each task after them, the choice of the task that a reviewer gets next, and a report
// on the whole task set.
//
// Decisions are an append-only log, see [Log]. Nothing else is stored: a [Board] is
// computed from tasks and log, and two processes with the same tasks and log have equal
// boards.
package review

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Decision is one line of the log: a vote, an edit, a comment or another act of one
// reviewer. A recorded decision is never changed; another decision withdraws it.
type Decision struct {
	// ID is chosen at random by the reviewer's client, so that a decision that is sent twice
	// is recorded once.
	ID string `json:"id"`
	// At is the time of the decision, UTC, to the millisecond.
	At time.Time `json:"at"`
	// By is the reviewer's name.
	By string `json:"by"`
	// Role is the reviewer's role at that time.
	Role ReviewerRole `json:"role"`
	// Task is the ID of the task as proved, before any edit; "" for Guideline.
	Task string `json:"task,omitempty"`
	// Shown is the digest that [Shown] returns for the version on screen; "" for Guideline.
	Shown digest.Digest `json:"shown,omitempty"`
	// Kind is the kind of the decision.
	Kind DecisionKind `json:"kind"`
	// Format is [CurrentFormat] for a decision that is made now. It is 0 in logs of earlier
	// programs, which had no kind for settling: there the vote of a senior or an owner on a
	// disputed task settled it.
	Format int `json:"format,omitempty"`
	// Reason is required for Reject and SettleReject, and optional for Doubt, SettleApprove,
	// Comment, Edit and Return.
	Reason task.ReviewReason `json:"reason,omitempty"`
	// Note is the reviewer's text; for a Guideline, all of the new guidelines.
	Note string `json:"note,omitempty"`
	// Source says where the reviewer looked something up besides the tools: an official source of
	// law or a glossary, with its address or place. "" for nothing, and always for Try, Withdraw
	// and Guideline.
	Source string `json:"source,omitempty"`
	// Change is the change of the task, only for Edit.
	Change *TaskChange `json:"change,omitempty"`
	// Attempt is the reviewer's own answer, only for Try.
	Attempt *BlindAnswer `json:"attempt,omitempty"`
	// Withdraws is the ID of the withdrawn decision, only for Withdraw.
	Withdraws string `json:"withdraws,omitempty"`
	// Answers are the IDs of the comments that a Guideline answers.
	Answers []string `json:"answers,omitempty"`
	// Guideline is the digest of the guidelines in force.
	Guideline digest.Digest `json:"guideline,omitempty"`
	// Seconds is the time that the reviewer spent on the task before, without pauses; 0 if
	// it was not measured.
	Seconds float64 `json:"seconds,omitempty"`
}

// CurrentFormat is the [Decision.Format] of decisions that are made now.
const CurrentFormat = 2

// DecisionKind is the kind of a decision.
type DecisionKind string

// The closed set of kinds. The first three are votes; the last vote of a reviewer on one
// version of a task counts. The next two are the settlements, by which a senior or an owner
// who never voted on a disputed task decides it.
const (
	Approve       DecisionKind = "approve"        // the task is right as shown
	Reject        DecisionKind = "reject"         // the task is wrong and cannot be corrected
	Doubt         DecisionKind = "doubt"          // somebody more experienced should decide
	SettleApprove DecisionKind = "settle-approve" // the votes differ, and the task is right
	SettleReject  DecisionKind = "settle-reject"  // the votes differ, and the task is wrong
	Comment       DecisionKind = "comment"        // a remark
	Edit          DecisionKind = "edit"           // the task was changed; votes on the earlier version no longer count
	Return        DecisionKind = "return"         // a senior returns the task: votes so far no longer count
	Try           DecisionKind = "try"            // the reviewer's own answer, before the reference was shown
	Withdraw      DecisionKind = "withdraw"       // withdraws an earlier decision
	Guideline     DecisionKind = "guideline"      // new guidelines
)

// Vote reports whether the kind is a vote: Approve, Reject or Doubt.
func (k DecisionKind) Vote() bool { return k == Approve || k == Reject || k == Doubt }

// Settles reports whether the kind is a settlement: SettleApprove or SettleReject.
func (k DecisionKind) Settles() bool { return k == SettleApprove || k == SettleReject }

// approves reports whether a vote or a settlement finds the task right.
func (k DecisionKind) approves() bool { return k == Approve || k == SettleApprove }

// The closed set of reasons. They follow the criteria of LegalAgentBench's annotators
// (arXiv 2412.17259, appendix G): accuracy, faithfulness, references.
const (
	WrongAnswer    task.ReviewReason = "answer"     // the answer differs from the tools' results
	Unfaithful     task.ReviewReason = "question"   // the question asks for something else than the plan
	WrongReference task.ReviewReason = "reference"  // a cited article, case or legal name is wrong
	Ambiguous      task.ReviewReason = "ambiguous"  // the question can be read in two ways
	Outdated       task.ReviewReason = "outdated"   // the law has changed since the exam
	Unnatural      task.ReviewReason = "unnatural"  // nobody would phrase it like that
	Trivial        task.ReviewReason = "trivial"    // the question is not worth asking
	Duplicate      task.ReviewReason = "duplicate"  // another task asks for the same
	Keywords       task.ReviewReason = "keywords"   // the keywords do not distinguish right answers from wrong ones
	Unclear        task.ReviewReason = "guidelines" // the guidelines do not cover the case
	Other          task.ReviewReason = "other"      // a reason given in the note
)

// Reasons returns all reasons, in the order of reports.
func Reasons() []task.ReviewReason {
	return []task.ReviewReason{WrongAnswer, Unfaithful, WrongReference, Ambiguous, Outdated, Unnatural, Trivial, Duplicate, Keywords, Unclear, Other}
}

// PlanReasons returns the reasons for tasks with a plan, at most ten, in the order in which the
// page offers them.
func PlanReasons() []task.ReviewReason {
	return slices.DeleteFunc(Reasons(), func(r task.ReviewReason) bool { return r == Outdated })
}

// ItemReasons returns the reasons for exam items, in the order in which the page offers them:
// first those of [WrongKeyReasons].
func ItemReasons() []task.ReviewReason {
	return append(WrongKeyReasons(), WrongReference, Unnatural, Trivial, Duplicate, Unclear, Other)
}

// WrongKeyReasons returns the reasons that say that an exam item's key is wrong: the law never
// said so, another option can be right too, or the law has changed. They are the kinds of wrong
// keys that LegalBench.PT counts (arXiv 2502.16357).
func WrongKeyReasons() []task.ReviewReason {
	return []task.ReviewReason{WrongAnswer, Ambiguous, Outdated}
}

// ReviewerRole determines the acts that a reviewer is allowed. Each role includes the
// earlier ones.
type ReviewerRole string

// The closed set of roles.
const (
	Annotator ReviewerRole = "annotator" // votes, edits, comments
	Senior    ReviewerRole = "senior"    // settles disputes, returns tasks, sees all votes
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

// TaskChange is a reviewer's change of a task. Nil parts are unchanged. Package revision
// applies it.
type TaskChange struct {
	// Question is the new question.
	Question *string `json:"question,omitempty"`
	// Plan is the plan with other arguments or answer forms but the same nodes. Draft,
	// answer, keywords and steps follow from it.
	Plan *plan.Program `json:"plan,omitempty"`
	// KeyAnswer are the new keywords of the answer, as many as before.
	KeyAnswer []string `json:"key_answer,omitempty"`
	// KeyMiddle are the new keywords of intermediate steps; an empty list that is not nil
	// removes them.
	KeyMiddle []string `json:"key_middle,omitzero"`
	// Aliases are alternative spellings of each answer, one list per value, in order.
	Aliases [][]string `json:"aliases,omitempty"`
	// Shown is [Shown] of the task after the change. A program that applies the change and
	// gets another digest has other tables.
	Shown digest.Digest `json:"shown"`
	// Broken names the checks that the changed task fails; nil if it passes all. A task
	// that fails one cannot be approved.
	Broken []string `json:"broken,omitempty"`
}

// BlindAnswer is a reviewer's own answer, found with the tools alone before the reference
// was shown.
type BlindAnswer struct {
	// Answer is the answer that the reviewer wrote.
	Answer string `json:"answer"`
	// Calls is the number of tool calls.
	Calls int `json:"calls"`
	// Rate is the strict success rate of the answer, in [0, 1].
	Rate float64 `json:"rate"`
	// Agrees reports that Rate is 1.
	Agrees bool `json:"agrees"`
	// Chosen is what the answer to an exam item chooses, as [task.Chosen] writes it: letters,
	// pairs, or the word for true or false. It is empty for other tasks, and for an answer that
	// chooses nothing or leaves open what it chooses.
	Chosen []string `json:"chosen,omitempty"`
}

// Shown returns the digest of a version of a task as the page shows it: the whole task
// without review, provenance and checks. So proving a task, or another wording of a
// certificate, or another name of a column, leaves the digest as it is, and decisions stay valid. Equal tasks have equal
// digests on every machine.
func Shown(t *task.Task) digest.Digest {
	shown := *t.FirstNames()
	shown.Review, shown.Provenance, shown.Checks = task.Review{}, task.Provenance{}, nil
	b, err := json.Marshal(&shown)
	if err != nil {
		// The steps are not valid JSON; the page could not show them either.
		b = []byte(err.Error())
	}
	return digest.Of("shown", string(b))
}
