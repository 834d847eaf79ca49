package review

import (
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/agreement"
)

// StatusReport is what the decisions say of the task set. It is a record: the status page,
// verify status and the dataset card show it. Its lists are empty where there is nothing,
// never nil.
type StatusReport struct {
	// Overlap is how many votes a task needs.
	Overlap int `json:"overlap"`
	// Statuses counts the tasks by status, all statuses in their order.
	Statuses []StatusCount `json:"statuses"`
	// Types counts them by type, in the order of reports; ALL comes last.
	Types []TypeStatus `json:"types"`
	// Reviewers are those who decided anything, by name.
	Reviewers []ReviewerReport `json:"reviewers"`
	// Pairs are how two reviewers agree who voted on the same tasks, by names.
	Pairs []PairReport `json:"pairs"`
	// Errors estimates how many tasks of the whole set are wrong.
	Errors ErrorRate `json:"errors"`
	// Edits counts edits in force by what they changed and by reason.
	Edits EditReport `json:"edits"`
	// Rejects counts rejecting votes that count, on any version, by reason.
	Rejects []ReasonCount `json:"rejects"`
	// Blind is how answers given before the reference was shown agree with it, each reviewer's
	// first to a version of a task; nil where there are none.
	Blind *agreement.Proportion `json:"blind,omitempty"`
	// Feedback are comments with the reason Unclear that were not taken back, in log order:
	// what the guidelines do not say.
	Feedback []Feedback `json:"feedback"`
	// Guidelines are the versions of the guidelines, in log order, the shipped one first.
	Guidelines []GuidelineVersion `json:"guidelines"`
	// Decisions is how many there are; Stale how many votes are on what has since changed and
	// would count otherwise, and Gone how many decisions are on tasks that are not there.
	Decisions   int `json:"decisions"`
	Stale       int `json:"stale"`
	UnknownTask int `json:"gone"`
}

// StatusCount counts tasks of one status.
type StatusCount struct {
	Status TaskStatus `json:"status"`
	Tasks  int        `json:"tasks"`
}

// TypeStatus is one type of task. Its agreement is of the first vote that each reviewer
// cast on a version of a task, before it could be seen how others had voted: one that was
// taken back before anybody else had voted is none, and what a senior said of a version that
// others had voted on is left out, since seniors see their votes.
type TypeStatus struct {
	Type      string                     `json:"type"`
	Tasks     int                        `json:"tasks"`
	Approved  int                        `json:"approved"`
	Rejected  int                        `json:"rejected"`
	Open      int                        `json:"open"` // neither
	Agreement agreement.AgreementSummary `json:"agreement"`
	// Seconds is the median time from a task being shown to the vote; 0 where none was
	// measured.
	Seconds float64 `json:"seconds"`
}

// ReviewerReport is one reviewer.
type ReviewerReport struct {
	Name    string       `json:"name"`
	Role    ReviewerRole `json:"role"`
	Votes   int          `json:"votes"` // that count, on any version
	Approve int          `json:"approve"`
	Reject  int          `json:"reject"`
	Doubt   int          `json:"doubt"`
	Edits   int          `json:"edits"`   // in force
	Tries   int          `json:"tries"`   // answers given before the reference was shown
	Seconds float64      `json:"seconds"` // median a vote; 0 where none was measured
	// With is how often the reviewer's vote was that of each other voter of the same task
	// version, of the votes that agreement is of.
	With agreement.Proportion `json:"with"`
	// Upheld is how often such a vote, but for doubts, was what the task ended with, where it
	// is approved or rejected as it was then.
	Upheld agreement.Proportion `json:"upheld"`
}

// PairReport is two reviewers.
type PairReport struct {
	A     string                     `json:"a"`
	B     string                     `json:"b"`
	Tasks int                        `json:"tasks"` // task versions both voted on
	Raw   float64                    `json:"raw"`
	Kappa agreement.IntervalEstimate `json:"kappa"` // Cohen's
}

// ErrorRate estimates the share of wrong tasks from those that were reviewed: a task is
// wrong that was rejected, or approved otherwise than the check stage made it.
type ErrorRate struct {
	// Sampled is how many tasks are to be reviewed, of Tasks; they are drawn at random.
	Sampled int `json:"sampled"`
	Tasks   int `json:"tasks"`
	// Rate is of those of the sample that are approved or rejected, with its exact interval
	// (Clopper and Pearson, 1934). Until all of the sample are, those that are may be easier
	// or harder than the others; once they are it speaks for all tasks.
	Rate agreement.Proportion `json:"rate"`
}

// EditReport counts edits.
type EditReport struct {
	Tasks   int           `json:"tasks"` // changed tasks
	Parts   []PartCount   `json:"parts"`
	Reasons []ReasonCount `json:"reasons"`
}

// PartCount counts edits of one part: "question", "plan", "keywords", "aliases", each in
// turn.
type PartCount struct {
	Part  string `json:"part"`
	Edits int    `json:"edits"`
}

// ReasonCount counts decisions of one reason; "" is none given. Lists of them are in the
// order of [Reasons], without those that nobody gave.
type ReasonCount struct {
	Reason DecisionReason `json:"reason"`
	Count  int            `json:"count"`
}

// Feedback is a remark on the guidelines.
type Feedback struct {
	ID   string `json:"id"`
	By   string `json:"by"`
	Task string `json:"task"`
	Note string `json:"note"`
	// Taken says that a later version of the guidelines took it up.
	Taken bool `json:"taken"`
}

// GuidelineVersion is one text of the guidelines.
type GuidelineVersion struct {
	Digest digest.Digest `json:"digest"`
	By     string        `json:"by"`    // "" for the shipped one
	Votes  int           `json:"votes"` // votes in the log that were cast by it
}
