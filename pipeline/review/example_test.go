package review_test

import (
	"encoding/json"
	"fmt"
	"log"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Two annotators vote on a task and differ; a senior settles it.
func ExampleBoard() {
	shown := digest.Of("a task")
	board := review.NewBoard([]review.Item{{ID: "0123456789ab", Type: "1-hop", Shown: shown}}, review.Rules{Overlap: 2, Share: 1})
	var decisions []*review.Decision
	for i, d := range []review.Decision{
		{By: "ada", Role: review.Annotator, Kind: review.Approve},
		{By: "bo", Role: review.Annotator, Kind: review.Reject, Reason: review.Ambiguous},
		{By: "chen", Role: review.Senior, Kind: review.Reject, Reason: review.Ambiguous},
	} {
		d.ID, d.Task, d.Shown = fmt.Sprintf("decision-%07d", i), "0123456789ab", shown
		d.At = time.Date(2026, 3, 1, 9, i, 0, 0, time.UTC)
		if err := board.Admit(&d); err != nil {
			log.Fatal(err)
		}
		board.Apply(&d)
		decisions = append(decisions, &d)
		state, _ := board.State("0123456789ab")
		fmt.Printf("%s: %s → %s (%d votes)\n", d.By, d.Kind, state.Status, len(state.Votes))
	}
	report := review.NewStatusReport(board, decisions, "")
	fmt.Println(report.Types[0].Rejected, "rejected,", report.Decisions, "decisions")
	// Output:
	// ada: approve → pending (1 votes)
	// bo: reject → disputed (2 votes)
	// chen: reject → rejected (3 votes)
	// 1 rejected, 3 decisions
}

// A dataset publishes a decision under the ID that the task has after edits.
func ExampleDecision_Published() {
	d := &review.Decision{
		ID: "decision-0000001", At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), By: "ada", Role: review.Annotator,
		Task: "0123456789ab", Shown: digest.Digest("sha256:00"), Kind: review.Reject, Reason: review.Trivial, Seconds: 12.5,
	}
	line, err := json.Marshal(d.Published("ba9876543210", "0123456789ab", 1))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
	// Output:
	// {"task":"ba9876543210","original":"0123456789ab","by":"ada","role":"annotator","kind":"reject","reason":"trivial","note":"","source":"","round":1,"at":"2026-03-01T09:00:00.000Z","seconds":12.5,"shown":"sha256:00"}
}
