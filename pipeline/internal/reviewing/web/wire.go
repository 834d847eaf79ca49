// Package web serves the review page: one page for annotators, seniors and owners, over
// the decision log, with tools to call and edits that are proved at once.
//
// # What a browser is trusted with
//
// Nothing but its session, which is a cookie that no script can read. Who decides, in
// which role and when, what an edit leads to and which checks that fails, how an answer is
// graded and after how many calls, and what of a task may be seen are the server's to say.
// What changes anything has to come from the page itself, under one of the server's own
// names and as JSON. Texts of tables, models and people are data all the way: answers are
// JSON with markup escaped, or inert text, and the page may run its own scripts alone.
//
// Whoever can read the server's directory or is an owner can see everything, also where the
// reference is kept back from those who have not answered yet; so can seniors in the log.
package web

import (
	"encoding/json"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Me is the answer to GET /api/me: who asks, and what the page needs to know once.
type Me struct {
	// Name and Role are "" for one who has not joined.
	Name string              `json:"name"`
	Role review.ReviewerRole `json:"role"`
	// Open says that whoever reaches the page may join as an owner, without an invitation.
	Open bool `json:"open"`
	// Preparing is what is being made ready; nil once there are tasks.
	Preparing *Preparing `json:"preparing,omitempty"`
	// Language is that of the tasks, in which the page begins.
	Language string `json:"language,omitempty"`
	// Blind says that answers are given before the reference is shown.
	Blind bool `json:"blind"`
	// Overlap is how many votes a task needs.
	Overlap int `json:"overlap"`
	// Types are the types of the tasks, in the order of reports.
	Types []string `json:"types,omitempty"`
	// Reasons are those that can be given.
	Reasons []task.ReviewReason `json:"reasons,omitempty"`
	// Tools are the tools of the console, as OpenAI function definitions.
	Tools []json.RawMessage `json:"tools,omitempty"`
	// Guideline is the text in force.
	Guideline Guideline `json:"guideline"`
	// Progress is how far the reviewer is.
	Progress review.ReviewerProgress `json:"progress"`
}

// Preparing is what is being made ready.
type Preparing struct {
	// Stage is the stage that runs: "sample"; "" before the first.
	Stage string `json:"stage"`
	// Done and All count stages.
	Done int `json:"done"`
	All  int `json:"all"`
	// Fault is why there will be no tasks; "" while there may be.
	Fault string `json:"fault,omitempty"`
}

// Guideline is what reviewers go by.
type Guideline struct {
	// Text is plain text with blank lines between paragraphs; lines that begin with "# "
	// are headings and those with "- " points.
	Text   string        `json:"text"`
	Digest digest.Digest `json:"digest"`
	// By is who wrote it; "" for the text that is shipped.
	By string `json:"by,omitempty"`
}

// View is one task as a reviewer may see it: the answer to GET /api/tasks/ID. Where
// Blind is set all that would tell the answer is left out: all fields from Draft to
// Rewriter, which checks are failed, and what others decided.
type View struct {
	// ID is the task's as the check stage made it.
	ID string `json:"id"`
	// Shown is what a decision on this view has to name. It is of the whole task, also
	// where part of it is left out here.
	Shown    digest.Digest `json:"shown"`
	Type     string        `json:"type"`
	Language string        `json:"language"`
	Blind    bool          `json:"blind"`
	Question string        `json:"question"`

	Draft        string         `json:"draft,omitempty"`
	Answer       string         `json:"answer,omitempty"`
	KeyAnswer    []string       `json:"key_answer,omitempty"`
	KeyMiddle    []string       `json:"key_middle,omitempty"`
	AnswerValues []value.Answer `json:"answer_values,omitempty"`
	Path         string         `json:"path,omitempty"`
	Plan         *plan.Program  `json:"plan,omitempty"`
	Entities     []task.Entity  `json:"entities,omitempty"`
	Steps        []StepView     `json:"steps,omitempty"`
	Checks       []CheckView    `json:"checks,omitempty"`
	// Warnings are what the gates that a model's questions pass find in the question;
	// none of them keeps a task from being approved.
	Warnings []string `json:"warnings,omitempty"`
	Rewriter string   `json:"rewriter,omitempty"`

	Status task.ReviewStatus `json:"status"`
	// Broken are the checks that the task fails: while there are any it cannot be approved.
	Broken []string `json:"broken,omitempty"`
	// Changed says which parts people changed: question, plan, keywords, aliases.
	Changed []string `json:"changed,omitempty"`
	// Mine is the reviewer's own vote that counts; nil without one.
	Mine *review.Decision `json:"mine,omitempty"`
	// Tried is the reviewer's own answer to this version; nil without one.
	Tried *review.BlindAnswer `json:"tried,omitempty"`
	// History is what the reviewer may see of the decisions on the task, in log order:
	// annotators see the votes of others once they have voted themselves.
	History []HistoryEntry `json:"history,omitempty"`
	// Lease is until when nobody else is given the task for this reviewer's vote; zero
	// where it was only looked up.
	Lease time.Time `json:"lease,omitzero"`
}

// HistoryEntry is a decision of the history.
type HistoryEntry struct {
	review.Decision
	// Withdrawn says that it was taken back, Stale that the task has changed since.
	Withdrawn bool `json:"withdrawn,omitempty"`
	Stale     bool `json:"stale,omitempty"`
}

// StepView is a step of the trace. Texts longer than [MostText] are cut.
type StepView struct {
	Node      string `json:"node"`
	Op        string `json:"op"`
	Tool      string `json:"tool,omitempty"`
	Arguments string `json:"arguments,omitempty"` // JSON
	// Observation is JSON as text; for a text, that text.
	Observation string `json:"observation,omitempty"`
	// Length is how many characters the observation has, also where it is cut; the rest
	// is had from GET /api/tasks/ID/steps/N, N from 0, as plain text.
	Length   int      `json:"length,omitempty"`
	Rows     int      `json:"rows,omitempty"`
	Selected []string `json:"selected,omitempty"`
}

// MostText is how many characters of an observation are sent with a view.
const MostText = 4000

// CheckView is the verdict of a check with what it means.
type CheckView struct {
	task.CheckResult
	// Doc says what a task that passes has proved.
	Doc string `json:"doc"`
}

// ListRow is one line of the list of tasks: the answer to GET /api/tasks is a List.
type ListRow struct {
	ID       string              `json:"id"`
	Type     string              `json:"type"`
	Status   task.ReviewStatus   `json:"status"`
	Question string              `json:"question"` // its beginning
	Votes    int                 `json:"votes"`
	Mine     review.DecisionKind `json:"mine,omitempty"` // the reviewer's own vote
	Changed  bool                `json:"changed,omitempty"`
	Broken   bool                `json:"broken,omitempty"`
}

// List is a part of the list of tasks, which is asked for by ?status=&type=&q=&mine=1
// &offset=&limit= (limit at most 200).
type List struct {
	Rows  []ListRow `json:"rows"`
	Total int       `json:"total"` // of those that match
}

// Next is the answer to POST /api/next with {"type":"","skip":["ID",…]}: the next task
// for the reviewer, leased; nil Task where there is none, and then Why says why.
type Next struct {
	Task *View  `json:"task"`
	Why  string `json:"why,omitempty"` // "done": nothing is left; "leased": others have what is left; "skipped": what is left was skipped
}

// Leased is the answer to POST /api/tasks/ID/lease with {"shown":…}, which keeps the
// task for the reviewer for another while, unless it has changed since it was shown, and
// to DELETE /api/tasks/ID/lease, which gives it back.
type Leased struct {
	Lease time.Time `json:"lease,omitzero"`
}

// DecisionRequest is the body of POST /api/decisions: a decision less what the server knows.
type DecisionRequest struct {
	ID        string              `json:"id"` // at random, at least 16 characters; sent again it counts once
	Task      string              `json:"task,omitempty"`
	Shown     digest.Digest       `json:"shown,omitempty"`
	Kind      review.DecisionKind `json:"kind"`
	Reason    task.ReviewReason   `json:"reason,omitempty"`
	Note      string              `json:"note,omitempty"`
	Change    *review.TaskChange  `json:"change,omitempty"` // its shown and broken are the server's
	Answer    string              `json:"answer,omitempty"` // for a try
	Calls     int                 `json:"calls,omitempty"`  // for a try; the server goes by its own count
	Withdraws string              `json:"withdraws,omitempty"`
	Answers   []string            `json:"answers,omitempty"` // for guidelines
	Seconds   float64             `json:"seconds,omitempty"`
}

// Recorded is the answer to it, sent once the decision is on disk.
type Recorded struct {
	Decision review.Decision `json:"decision"`
	// Stale says that the task had changed from what was shown: the decision is kept in
	// the history and counts for nothing. View then has the task as it is.
	Stale bool `json:"stale,omitempty"`
	// View is the task after the decision, as the reviewer may see it now; nil for
	// guidelines.
	View *View `json:"view,omitempty"`
	// Progress is how far the reviewer is now.
	Progress review.ReviewerProgress `json:"progress"`
}

// Preview is the answer to POST /api/tasks/ID/preview with {"shown":…,"change":…}: what
// the change would make of the task. Nothing is recorded.
type Preview struct {
	// View is the task as it would be, all of it shown.
	View *View `json:"view,omitempty"`
	// Fault is why there is no such task: the plan cannot be run; "" where there is.
	Fault string `json:"fault,omitempty"`
	// Parts are what would be other than now, in the order of the view.
	Parts []revision.ChangedPart `json:"parts,omitempty"`
}

// CallResult is the answer to POST /api/call with {"tool":…,"arguments":{…}}.
type CallResult struct {
	Observation string `json:"observation"` // as an agent reads it
	Fault       string `json:"fault,omitempty"`
	Length      int    `json:"length"` // characters; the text is cut at [MostCall]
}

// MostCall is how many characters of a result the console is sent.
const MostCall = 100_000

// ErrorReply is the body of every answer with a status of 400 and above.
type ErrorReply struct {
	// Error says what is wrong, for people; it holds no cell of a table.
	Error string `json:"error"`
	// Code is what a page can test for: "join" (401; 403 for a link that is none), "role" (403,
	// also where the reference is not to be shown yet), "stale" (409), "broken" (409), "missing"
	// (404), "preparing" (503), "log" (500: the log cannot be written), "invalid" (400, and any
	// other status).
	Code string `json:"code"`
}

// InvitationView is a link that somebody can join by: the answer to POST /api/invites with
// {"role":…,"note":…,"name":…}, which an owner may send. GET /api/invites is a list of
// them, without links, and DELETE /api/invites/ID ends one.
type InvitationView struct {
	ID     string              `json:"id"`
	Role   review.ReviewerRole `json:"role"`
	Note   string              `json:"note,omitempty"`
	Name   string              `json:"name,omitempty"`   // who alone may join by it, in another browser; "" for new members
	Link   string              `json:"link,omitempty"`   // given once: no file has it
	Joined []string            `json:"joined,omitempty"` // who came by it
	Ended  bool                `json:"ended,omitempty"`
}
