package command

import (
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Outputs of the review and of the built-in agents that a release takes figures from.
const (
	reviewsFile   = reviewedDir + "/reviews.jsonl"
	reviewReport  = reviewedDir + "/report.json"
	reviewDropped = reviewedDir + "/dropped.jsonl"
	scoresFile    = baselineDir + "/scores.json"
)

// addReview adds to a release the reviewers' decisions and the report on them.
func addReview(e *run.Exec, r *dataset.Release) error {
	reviews, err := readLines[review.PublishedDecision](e, reviewsFile)
	if err != nil {
		return err
	}
	r.Reviews = append([]review.PublishedDecision{}, reviews...) // never nil: an empty file is written for none
	dropped, err := readLines[task.Dropped](e, reviewDropped)
	if err != nil {
		return err
	}
	r.Dropped = append(r.Dropped, dropped...)
	return readInput(e, reviewReport, &r.ReviewReport)
}

// readBaselines reads the scores of the built-in agents.
func readBaselines(e *run.Exec) ([]score.AgentScores, error) {
	var report bench.Report
	err := readInput(e, scoresFile, &report)
	return report.Agents, err
}
