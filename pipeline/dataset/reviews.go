package dataset

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/agreement"
)

// Review is one decision of a reviewer, as a row and as a line of JSON.
type Review struct {
	// Task is the ID of the task as the dataset has it, or would if it were in it.
	Task string `json:"task" parquet:"task"`
	// Original is the ID that the task had before people changed its plan; "" where they
	// did not.
	Original string `json:"original" parquet:"original"`
	// By is the reviewer's name, and Role what the reviewer was then.
	By   string `json:"by" parquet:"by"`
	Role string `json:"role" parquet:"role"`
	// Kind says what was decided, and Reason why in one word; it may be empty.
	Kind   string `json:"kind" parquet:"kind"`
	Reason string `json:"reason" parquet:"reason"`
	// Note is what the reviewer wrote.
	Note string `json:"note" parquet:"note"`
	// At is when, as RFC 3339 in UTC.
	At string `json:"at" parquet:"at"`
	// Seconds is how long the reviewer was at the task; 0 where nobody measured it.
	Seconds float64 `json:"seconds" parquet:"seconds"`
	// Shown is the digest of the task that was on screen.
	Shown string `json:"shown" parquet:"shown"`
}

func reviewColumns() []column {
	return []column{
		{name: "task", doc: "ID of the task as the dataset has it, or would have it."},
		{name: "original", doc: "ID of the task before people changed its plan; empty where they did not."},
		{name: "by", doc: "The reviewer."},
		{name: "role", doc: "What the reviewer was then: annotator, senior or owner."},
		{name: "kind", doc: "What was decided: approve, reject, doubt, comment, edit, return, or try, which is an answer of the reviewer's own."},
		{name: "reason", doc: "Why, in one word; may be empty."},
		{name: "note", doc: "What the reviewer wrote."},
		{name: "at", doc: "When, RFC 3339 in UTC."},
		{name: "seconds", doc: "How long the reviewer was at the task, pauses left out; 0 where nobody measured it.", number: true},
		{name: "shown", doc: "Digest of the task that was on screen."},
	}
}

// WriteReviews writes decisions as a Parquet file, a row for each, in the given order.
func WriteReviews(w io.Writer, reviews []Review) error {
	for i, r := range reviews {
		for _, s := range []string{r.Task, r.Original, r.By, r.Role, r.Kind, r.Reason, r.Note, r.At, r.Shown} {
			if !utf8.ValidString(s) {
				return fmt.Errorf("review %d, of task %s: text that is not UTF-8", i+1, r.Task)
			}
		}
	}
	return writeRecords(w, reviews)
}

// Reviewing is what the decisions of people say of the task set.
type Reviewing struct {
	// Overlap is how many votes a task needs.
	Overlap int
	// Types is how reviewers agree, by type of task, all of them last.
	Types []Agreement
	// Sampled is how many of Tasks are to be reviewed, drawn at random, and Errors is how
	// many of those that are approved or rejected were rejected, or changed before.
	Sampled, Tasks int
	Errors         agreement.Proportion
	// Rejects and Edits count rejections and changes by reason.
	Rejects, Edits []Count
	// Stale is how many votes are on what has since changed.
	Stale int
}

// Count is how many there are of something.
type Count struct {
	Name  string
	Count int
}

// Agreement is how reviewers agree on tasks of one type.
type Agreement struct {
	Type string
	agreement.Summary
}
