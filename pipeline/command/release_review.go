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

// addReview adds to a release what people decided, and the report on it.
func addReview(e *run.Exec, r *dataset.Release) error {
	reviews, err := readLines[review.PublishedDecision](e, reviewsFile)
	if err != nil {
		return err
	}
	r.Reviews = append([]review.PublishedDecision{}, reviews...) // never nil: there is a file of none
	dropped, err := readLines[task.Dropped](e, reviewDropped)
	if err != nil {
		return err
	}
	r.Dropped = append(r.Dropped, dropped...)
	return readInput(e, reviewReport, &r.ReviewReport)
}

// readBaselines reads how the built-in agents fare on the tasks, without agents that
// have no success rate.
func readBaselines(e *run.Exec) ([]dataset.Baseline, error) {
	var report bench.Report
	if err := readInput(e, scoresFile, &report); err != nil {
		return nil, err
	}
	var baselines []dataset.Baseline
	for _, s := range report.Agents {
		for _, row := range s.Rows {
			if row.Type == score.All && row.Paper.Success.Mean != nil && row.Strict.Success.Mean != nil {
				baselines = append(baselines, dataset.Baseline{Agent: s.Agent, Ceiling: s.Role == bench.Ceiling, Overall: row})
			}
		}
	}
	return baselines, nil
}
