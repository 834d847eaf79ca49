package dataset

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/review"
)

func reviewColumns() []column {
	return []column{
		{name: "task", doc: "ID of the task as the dataset has it, or would have it."},
		{name: "original", doc: "ID of the task before people changed its plan; empty where they did not."},
		{name: "by", doc: "The reviewer."},
		{name: "role", doc: "What the reviewer was then: annotator, senior or owner."},
		{name: "kind", doc: "What was decided: approve, reject, doubt, comment, edit, return, or try, which is an answer of the reviewer's own."},
		{name: "reason", doc: "Why, in one word; may be empty."},
		{name: "note", doc: "What the reviewer wrote."},
		{name: "source", doc: "Where the reviewer looked something up besides the tools: an official source of law or a glossary; may be empty."},
		{name: "round", doc: "The round of the task's review, from 1: what follows an edit or a return belongs to the next.", integer: true},
		{name: "at", doc: "When, RFC 3339 in UTC."},
		{name: "seconds", doc: "How long the reviewer was at the task, pauses left out; 0 where nobody measured it.", number: true},
		{name: "shown", doc: "Digest of the task that was on screen."},
	}
}

// WriteReviews writes decisions as a Parquet file, one row each, in the given order.
func WriteReviews(w io.Writer, reviews []review.PublishedDecision) error {
	for i, r := range reviews {
		for _, s := range []string{r.Task, r.Original, r.By, string(r.Role), string(r.Kind), string(r.Reason), r.Note, r.Source, r.At, string(r.Shown)} {
			if !utf8.ValidString(s) {
				return fmt.Errorf("review %d, of task %s: text that is not UTF-8", i+1, r.Task)
			}
		}
	}
	return writeRecords(w, "Review", reviews)
}
