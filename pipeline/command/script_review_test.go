package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// reviewItems adds to the log of a run what a person decides on its exam items, in their order:
// review DIR NAME ANSWERS VOTES. An answer before the key is r (right), w (wrong) or - (none), a vote
// a (approve), f, m or o (reject for a wrong answer, an ambiguous or an outdated question) or -.
func reviewItems(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: review DIR NAME ANSWERS VOTES")
	}
	dir := ts.MkAbs(args[0])
	in, err := os.Open(filepath.Join(dir, "check", "tasks.jsonl"))
	ts.Check(err)
	tasks, err := task.Read(in, in.Name())
	in.Close()
	ts.Check(err)
	var log []*review.Decision
	add := func(t *task.Task, d review.Decision) {
		d.ID, d.By, d.Role, d.Task, d.Shown, d.Format = fmt.Sprintf("decision-%s-%04d", args[1], len(log)), args[1], review.Annotator, t.ID, review.Shown(t), review.CurrentFormat
		d.At = time.Date(2026, 1, 2, 3, 4, len(log), 0, time.UTC)
		ts.Check(d.Validate())
		log = append(log, &d)
	}
	for i, t := range tasks {
		if i < len(args[2]) && args[2][i] != '-' {
			add(t, review.Decision{Kind: review.Try, Attempt: answerOf(t, args[2][i] == 'r')})
		}
		if i < len(args[3]) && args[3][i] != '-' {
			if reason, rejects := map[byte]task.ReviewReason{'f': review.WrongAnswer, 'm': review.Ambiguous, 'o': review.Outdated}[args[3][i]]; rejects {
				add(t, review.Decision{Kind: review.Reject, Reason: reason})
			} else {
				add(t, review.Decision{Kind: review.Approve})
			}
		}
	}
	ts.Check(os.MkdirAll(filepath.Join(dir, "review"), 0o777))
	out, err := os.OpenFile(filepath.Join(dir, "review", "decisions.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	ts.Check(review.WriteDecisions(out, log))
	ts.Check(out.Close())
}

// answerOf returns a right answer to an item, or the first wrong one.
func answerOf(t *task.Task, right bool) *review.BlindAnswer {
	it, _ := task.ChoiceItem(t)
	for _, said := range append([]string{strings.Join(t.KeyAnswer, ", "), "A", "B", "A-1"}, it.Options...) {
		rate := *task.Grade(t, &score.Attempt{Answer: said}).Strict.Success
		if chosen := task.Chosen(it, said); chosen != nil && (rate == 1) == right {
			return &review.BlindAnswer{Answer: said, Rate: rate, Agrees: right, Chosen: slices.Clone(chosen)}
		}
	}
	panic("no such answer to item " + t.ID)
}
