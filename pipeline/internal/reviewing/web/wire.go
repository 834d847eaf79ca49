// Package web serves the review page for annotators, seniors and owners. The page shows
// tasks, records decisions in the decision log, calls tools, and proves edits at once.
//
// # Trust
//
// The server trusts a browser only with its session, a cookie that no script can read. The
// server itself determines who decides, in which role and when, the result of an edit and
// the checks that it fails, the grade of an answer and the number of calls before it, and
// which parts of a task are shown. Requests that change anything must come from the page
// itself, under one of the server's own names, and must be JSON. Texts of tables, models
// and people are never executed: answers are JSON with escaped markup, or inert text, and
// the page may run only its own scripts.
//
// Owners and everybody who can read the server's directory can see all data, including
// references that are hidden from reviewers who have not answered yet. Seniors can see them
// in the log.
package web

import (
	"encoding/json"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Me is the answer to GET /api/me: the member who sent the request, and the settings of the
// page.
type Me struct {
	// Name and Role are "" for a visitor who has not joined.
	Name string              `json:"name"`
	Role review.ReviewerRole `json:"role"`
	// Open says that every visitor may join without an invitation, and HasOwner that the team
	// has an owner, so that they join as annotators.
	Open     bool `json:"open"`
	HasOwner bool `json:"has_owner"`
	// Preparing is the progress of preparing the tasks; nil once they are ready.
	Preparing *Preparing `json:"preparing,omitempty"`
	// Language is the language of the tasks, and of the page for a browser of another language
	// than the page has.
	Language string `json:"language,omitempty"`
	// Blind says that reviewers answer a task before they see its reference.
	Blind bool `json:"blind"`
	// Overlap is the number of votes that a task needs.
	Overlap int `json:"overlap"`
	// Types are the types of the tasks, in the order of reports.
	Types []string `json:"types,omitempty"`
	// Revisit is the number of tasks that are worth a second look, see [TaskSet].Revisit.
	Revisit int `json:"revisit,omitempty"`
	// Reasons are the reasons that a decision on a task with a plan can have, and ItemReasons
	// those on an exam item.
	Reasons     []task.ReviewReason `json:"reasons,omitempty"`
	ItemReasons []task.ReviewReason `json:"item_reasons,omitempty"`
	// Days are the names of columns that hold days.
	Days []string `json:"days,omitempty"`
	// Tools are the tools of the console, as OpenAI function definitions.
	Tools []json.RawMessage `json:"tools,omitempty"`
	// Rating is the progress of rating texts; nil if there are none to rate.
	Rating *rating.RoundProgress `json:"rating,omitempty"`
	// Guideline is the guideline in force.
	Guideline Guideline `json:"guideline"`
	// Progress is the reviewer's progress.
	Progress review.ReviewerProgress `json:"progress"`
}

// Preparing is the progress of the stages that prepare the tasks.
type Preparing struct {
	// Stage is the name of the running stage, such as "sample"; "" before the first.
	Stage string `json:"stage"`
	// Done is the number of finished stages, All the number of all stages.
	Done int `json:"done"`
	All  int `json:"all"`
	// Fault is the error for which preparing failed; "" if it has not failed.
	Fault string `json:"fault,omitempty"`
}

// Guideline is the guideline for reviewers.
type Guideline struct {
	// Text is plain text with blank lines between paragraphs. Lines that begin with "# "
	// are headings, lines that begin with "- " are list items.
	Text   string        `json:"text"`
	Digest digest.Digest `json:"digest"`
	// By is the name of the author; "" for the built-in text.
	By string `json:"by,omitempty"`
}

// SourceText is a text that an exam item was made from.
type SourceText struct {
	// Name says what the text is: "official answer".
	Name string `json:"name"`
	// Text is the text as its source has it.
	Text string `json:"text"`
}

// View is one task as a reviewer may see it: the answer to GET /api/tasks/ID. If Blind is
// set, everything that reveals the answer is left out: the fields from Derivation to Rewriter,
// the failed checks, and the decisions of others.
type View struct {
	// ID is the task's original ID, from the check stage.
	ID string `json:"id"`
	// Shown is the digest that a decision on this view must name. It covers the whole task,
	// including parts that are left out here.
	Shown    digest.Digest `json:"shown"`
	Type     string        `json:"type"`
	Language string        `json:"language"`
	Blind    bool          `json:"blind"`
	Question string        `json:"question"`
	// Given are the texts that the question hands over; nil for none.
	Given []draft.GivenText `json:"given,omitempty"`

	// Item says that the task is an exam item, which is answered without tools, and Form what it
	// asks to be chosen of Options and Matches: these are the lists of the question; nil for
	// other tasks, and for an item whose options cannot be told.
	Item    bool              `json:"item,omitempty"`
	Form    choice.AnswerForm `json:"form,omitempty"`
	Options []string          `json:"options,omitempty"`
	Matches []string          `json:"matches,omitempty"`

	// Derivation says how an exam item was made, and Sources are the texts it was made from;
	// nil for other tasks.
	Derivation *task.Derivation `json:"derivation,omitempty"`
	Sources    []SourceText     `json:"sources,omitempty"`

	Draft  string `json:"draft,omitempty"`
	Answer string `json:"answer,omitempty"`
	// Solution says in words how the answer is found, a paragraph a line.
	Solution     string         `json:"solution,omitempty"`
	KeyAnswer    []string       `json:"key_answer,omitempty"`
	KeyMiddle    []string       `json:"key_middle,omitempty"`
	AnswerValues []value.Answer `json:"answer_values,omitempty"`
	Path         string         `json:"path,omitempty"`
	Plan         *plan.Program  `json:"plan,omitempty"`
	Entities     []task.Entity  `json:"entities,omitempty"`
	Steps        []StepView     `json:"steps,omitempty"`
	Checks       []CheckView    `json:"checks,omitempty"`
	// Warnings are the faults that the gates for models' questions find in the question. A
	// task with warnings can be approved.
	Warnings []string `json:"warnings,omitempty"`
	Rewriter string   `json:"rewriter,omitempty"`

	Status task.ReviewStatus `json:"status"`
	// Broken are the checks that the task fails. A task that fails a check cannot be
	// approved.
	Broken []string `json:"broken,omitempty"`
	// Changed are the parts that people changed: question, plan, keywords, aliases.
	Changed []string `json:"changed,omitempty"`
	// Mine is the reviewer's own vote in force; nil if there is none.
	Mine *review.Decision `json:"mine,omitempty"`
	// Settle says that the reviewer may settle the task: it is disputed, and the reviewer is a
	// senior or an owner who never voted on it.
	Settle bool `json:"settle,omitempty"`
	// Votes are the votes in force by reviewers' names, for a reviewer who may see them all
	// on a task whose votes differ or differed: with Settle, or once it was settled.
	Votes []*review.Decision `json:"votes,omitempty"`
	// Settled is the settlement in force, for a reviewer who may see it; nil if there is none.
	Settled *review.Decision `json:"settled,omitempty"`
	// Tried is the reviewer's own answer to this version; nil if there is none.
	Tried *review.BlindAnswer `json:"tried,omitempty"`
	// History are the decisions on the task that the reviewer may see, in log order.
	// The votes of others are among them once the reviewer has voted, and for seniors and
	// owners once the votes differ.
	History []HistoryEntry `json:"history,omitempty"`
	// Lease is the time until which the task is reserved for this reviewer's vote; zero if
	// it is not reserved.
	Lease time.Time `json:"lease,omitzero"`
}

// HistoryEntry is a decision in the history of a task.
type HistoryEntry struct {
	review.Decision
	// Withdrawn reports that the decision was withdrawn, Stale that the task has changed
	// since.
	Withdrawn bool `json:"withdrawn,omitempty"`
	Stale     bool `json:"stale,omitempty"`
	// Round is the round of the review that the decision belongs to, see [review.Rounds].
	Round int32 `json:"round"`
}

// StepView is a step of the trace. Texts longer than [MostText] are cut.
type StepView struct {
	Node      string `json:"node"`
	Op        string `json:"op"`
	Tool      string `json:"tool,omitempty"`
	Arguments string `json:"arguments,omitempty"` // JSON
	// Observation is the result as JSON; a JSON string is shown without quotes.
	Observation string `json:"observation,omitempty"`
	// Length is the number of characters of the whole observation. GET
	// /api/tasks/ID/steps/N, with N from 0, returns the whole observation as plain text.
	Length   int      `json:"length,omitempty"`
	Rows     int      `json:"rows,omitempty"`
	Selected []string `json:"selected,omitempty"`
}

// MostText is the maximum number of characters of an observation in a view.
const MostText = 4000

// CheckView is the verdict of a check with its explanation.
type CheckView struct {
	task.CheckResult
	// Doc states the property that a passing task has.
	Doc string `json:"doc"`
}

// ListRow is one row of a [List].
type ListRow struct {
	ID       string              `json:"id"`
	Type     string              `json:"type"`
	Status   task.ReviewStatus   `json:"status"`
	Question string              `json:"question"` // its beginning
	Votes    int                 `json:"votes"`
	Mine     review.DecisionKind `json:"mine,omitempty"` // the reviewer's own vote
	Changed  bool                `json:"changed,omitempty"`
	Broken   bool                `json:"broken,omitempty"`
	Revisit  bool                `json:"revisit,omitempty"`
}

// List is a page of the list of tasks: the answer to GET /api/tasks with the query
// ?status=&type=&q=&mine=1&revisit=1&offset=&limit= (limit at most 200).
type List struct {
	Rows  []ListRow `json:"rows"`
	Total int       `json:"total"` // number of all matching tasks
}

// Next is the answer to POST /api/next with {"type":"","skip":["ID",…]}, where "" stands for
// any type: the next task for the reviewer, with a lease. If there is none, Task is nil and
// Why is the reason: [review.WhyDone] if no task is left, [review.WhyLeased] if a task that
// is left is leased to another reviewer, and [review.WhySkipped] if all that are left are
// in skip.
type Next struct {
	Task *View  `json:"task"`
	Why  string `json:"why,omitempty"`
}

// Leased is the answer to POST /api/tasks/ID/lease with {"shown":…}, which renews the
// reviewer's lease of the task unless the task has changed since, and to DELETE
// /api/tasks/ID/lease, which ends the lease.
type Leased struct {
	Lease time.Time `json:"lease,omitzero"`
}

// DecisionRequest is the body of POST /api/decisions: a decision without the fields that the
// server fills in.
type DecisionRequest struct {
	ID        string              `json:"id"` // random, at least 16 characters; a repeated request counts once
	Task      string              `json:"task,omitempty"`
	Shown     digest.Digest       `json:"shown,omitempty"`
	Kind      review.DecisionKind `json:"kind"`
	Reason    task.ReviewReason   `json:"reason,omitempty"`
	Note      string              `json:"note,omitempty"`
	Source    string              `json:"source,omitempty"`
	Change    *review.TaskChange  `json:"change,omitempty"` // the server sets its shown and broken
	Answer    string              `json:"answer,omitempty"` // for a try
	Calls     int                 `json:"calls,omitempty"`  // for a try; the server uses its own count instead
	Withdraws string              `json:"withdraws,omitempty"`
	Answers   []string            `json:"answers,omitempty"` // for guidelines
	Seconds   float64             `json:"seconds,omitempty"`
}

// Recorded is the answer to POST /api/decisions, sent once the decision is on disk.
type Recorded struct {
	Decision review.Decision `json:"decision"`
	// Stale says that the task had changed since it was shown: the decision is kept in the
	// history and has no effect. View is then the present version of the task.
	Stale bool `json:"stale,omitempty"`
	// View is the task after the decision, as the reviewer may see it now; nil for
	// guidelines.
	View *View `json:"view,omitempty"`
	// Progress is the reviewer's progress after the decision.
	Progress review.ReviewerProgress `json:"progress"`
}

// Preview is the answer to POST /api/tasks/ID/preview with {"shown":…,"change":…}: the task
// with the change applied. Nothing is recorded.
type Preview struct {
	// View is the whole changed task.
	View *View `json:"view,omitempty"`
	// Fault is the reason for which the change cannot be applied; "" if it can.
	Fault string `json:"fault,omitempty"`
	// Parts are the parts that the change affects, in the order of the view.
	Parts []revision.ChangedPart `json:"parts,omitempty"`
}

// CallResult is the answer to POST /api/call with {"tool":…,"arguments":{…}}.
type CallResult struct {
	Observation string `json:"observation"` // as an agent sees it, cut at [MostCall] characters
	Fault       string `json:"fault,omitempty"`
	Length      int    `json:"length"` // of the whole observation, in characters
}

// MostCall is the maximum number of characters of a result that is sent to the console.
const MostCall = 100_000

// ErrorReply is the body of every answer with a status of 400 and above.
type ErrorReply struct {
	// Error says what is wrong, for people. It contains no data of tables.
	Error string `json:"error"`
	// Code is for the page to test: "join" (401; 403 for an invalid link), "role" (403, also
	// if the reference may not be shown yet), "stale" (409), "broken" (409), "missing" (404),
	// "preparing" (503), "log" (500: the log cannot be written), "invalid" (400 and all other
	// statuses).
	Code string `json:"code"`
}

// InvitationView is an invitation: the answer to POST /api/invites with
// {"role":…,"note":…,"name":…,"uses":…,"days":…}, which only owners may send; 0 uses or days
// mean once and 7 days. GET /api/invites returns a list
// of invitations without links, and DELETE /api/invites/ID ends an invitation.
type InvitationView struct {
	ID     string              `json:"id"`
	Role   review.ReviewerRole `json:"role"`
	Note   string              `json:"note,omitempty"`
	Name   string              `json:"name,omitempty"`   // the existing member whom the link lets in with another browser; "" for new members
	Link   string              `json:"link,omitempty"`   // sent only once and never stored
	Joined []string            `json:"joined,omitempty"` // names of the people who joined with it
	// Uses is how many people it lets join and Used how many it has; Uses is 0 and Expires is
	// zero for invitations of earlier programs, which have no such bounds.
	Uses    int       `json:"uses,omitempty"`
	Used    int       `json:"used,omitempty"`
	Expires time.Time `json:"expires,omitzero"`
	// Ended says that it admits nobody any more.
	Ended bool `json:"ended,omitempty"`
}
