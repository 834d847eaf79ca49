package review

import (
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// StatusReport summarises the decisions on a task set. The status page, verify status and
// the dataset card show it. Its lists may be empty but are never nil.
type StatusReport struct {
	// Overlap is the number of votes that a task needs.
	Overlap int `json:"overlap"`
	// Statuses counts the tasks of each status, in the order of [Statuses].
	Statuses []StatusCount `json:"statuses"`
	// Types counts the tasks of each type, in the order of reports; ALL comes last.
	Types []TypeStatus `json:"types"`
	// Reviewers are the authors of decisions, by name.
	Reviewers []ReviewerReport `json:"reviewers"`
	// Pairs has the agreement of each two reviewers who voted on the same tasks, by their
	// names.
	Pairs []PairReport `json:"pairs"`
	// Errors estimates the share of wrong tasks in the whole set.
	Errors ErrorRate `json:"errors"`
	// Edits counts edits in force by changed part and by reason.
	Edits EditReport `json:"edits"`
	// Rejects counts rejecting votes that count, on any version, by reason.
	Rejects []ReasonCount `json:"rejects"`
	// Blind is the share of answers given before the reference was shown that agree with it,
	// counting each reviewer's first answer to a version of a task; nil without any.
	Blind *agreement.Proportion `json:"blind,omitempty"`
	// Exam has what people found about exam items; nil without such items.
	Exam *ExamReport `json:"exam,omitempty"`
	// Feedback has the comments with the reason Unclear that were not withdrawn, in log
	// order: questions that the guidelines leave open.
	Feedback []Feedback `json:"feedback"`
	// Guidelines are the versions of the guidelines, in log order, the shipped one first.
	Guidelines []GuidelineVersion `json:"guidelines"`
	// Decisions counts all decisions, Stale the votes that would count if their task had not
	// changed since, and UnknownTask the decisions on tasks that are not in the set.
	Decisions   int `json:"decisions"`
	Stale       int `json:"stale"`
	UnknownTask int `json:"gone"`
}

// StatusCount counts tasks of one status.
type StatusCount struct {
	Status task.ReviewStatus `json:"status"` // of Statuses
	Tasks  int               `json:"tasks"`  // number of tasks
}

// TypeStatus is the status of the tasks of one type. Its agreement is computed from
// independent votes: the first vote of each reviewer on a version of a task. A vote that
// was withdrawn before anybody else voted does not count as the first. A senior's or owner's
// vote is left out if the votes on that version had differed before, since seniors see the
// votes on disputed tasks; in logs of earlier programs, whose [Decision.Format] is 0, if
// there were any votes, since seniors saw all.
type TypeStatus struct {
	Type      string            `json:"type"`      // the type; score.All for the row over all tasks
	Tasks     int               `json:"tasks"`     // number of tasks
	Approved  int               `json:"approved"`  // approved tasks
	Rejected  int               `json:"rejected"`  // rejected tasks
	Open      int               `json:"open"`      // neither approved nor rejected
	Agreement agreement.Summary `json:"agreement"` // of the reviewers
	// Seconds is the median time from showing a task to the vote; 0 if none was measured.
	Seconds float64 `json:"seconds"`
}

// ReviewerReport has the figures of one reviewer.
type ReviewerReport struct {
	Name    string       `json:"name"`    // the reviewer's name
	Role    ReviewerRole `json:"role"`    // in the reviewer's last decision
	Votes   int          `json:"votes"`   // votes that count, on any version
	Approve int          `json:"approve"` // of these, approving
	Reject  int          `json:"reject"`  // of these, rejecting
	Doubt   int          `json:"doubt"`   // of these, doubts
	Edits   int          `json:"edits"`   // edits in force
	Tries   int          `json:"tries"`   // answers given before the reference was shown
	Seconds float64      `json:"seconds"` // median per vote; 0 if none was measured
	// With is the share of equal votes among all pairs of an independent vote of the
	// reviewer and another vote on the same version of a task.
	With agreement.Proportion `json:"with"`
	// Upheld is the share of independent votes, doubts left out, that equal the outcome of
	// the task, among votes on versions that were approved or rejected.
	Upheld agreement.Proportion `json:"upheld"`
}

// PairReport has the agreement of two reviewers.
type PairReport struct {
	A     string                     `json:"a"`     // name of a reviewer
	B     string                     `json:"b"`     // name of the other, after A in byte order
	Tasks int                        `json:"tasks"` // versions of tasks that both voted on
	Raw   float64                    `json:"raw"`   // share of these with equal votes, in [0, 1]
	Kappa agreement.IntervalEstimate `json:"kappa"` // Cohen's kappa
}

// ErrorRate estimates the share of wrong tasks from the reviewed ones. A task was wrong if
// it was rejected, or changed and then approved.
type ErrorRate struct {
	// Sampled is the size of the sample to be reviewed, drawn at random from Tasks.
	Sampled int `json:"sampled"`
	// Tasks is the number of all tasks.
	Tasks int `json:"tasks"`
	// Rate is the share of wrong tasks among the approved or rejected tasks of the sample,
	// with its exact interval (Clopper and Pearson, 1934). It estimates that of all tasks
	// once the whole sample is decided; before, decided tasks may be easier or harder than
	// the others.
	Rate agreement.Proportion `json:"rate"`
}

// EditReport counts the edits in force. Its lists are not nil.
type EditReport struct {
	Tasks   int           `json:"tasks"`   // changed tasks
	Parts   []PartCount   `json:"parts"`   // question, plan, keywords, aliases
	Reasons []ReasonCount `json:"reasons"` // by reason
}

// PartCount counts edits of one part: "question", "plan", "keywords" or "aliases".
type PartCount struct {
	Part  string `json:"part"`  // the changed part
	Edits int    `json:"edits"` // number of edits
}

// ReasonCount counts decisions with one reason. Lists are in the order of [Reasons], with
// decisions without a reason ("") last, and leave out reasons that nobody gave.
type ReasonCount struct {
	Reason task.ReviewReason `json:"reason"` // "" for decisions without a reason
	Count  int               `json:"count"`  // number of decisions
}

// Feedback is a reviewer's question about the guidelines.
type Feedback struct {
	// ID is the ID of the comment, unique in the log.
	ID string `json:"id"`
	// By is the name of the reviewer who wrote it.
	By string `json:"by"`
	// Task is the ID of the task that raised the question; never "".
	Task string `json:"task"`
	// Note is the question.
	Note string `json:"note"`
	// Taken reports that a later version of the guidelines answers the question.
	Taken bool `json:"taken"`
}

// GuidelineVersion is one version of the guidelines.
type GuidelineVersion struct {
	Digest digest.Digest `json:"digest"` // as GuidelineDigest returns it
	By     string        `json:"by"`     // the member who wrote it; "" for the shipped version
	Votes  int           `json:"votes"`  // votes in the log that were cast under this version
}
