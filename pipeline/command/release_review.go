package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Outputs of the review and of the built-in agents that a release takes figures from.
const (
	reviewsFile   = reviewedDir + "/reviews.jsonl"
	reviewReport  = reviewedDir + "/report.json"
	reviewDropped = reviewedDir + "/dropped.jsonl"
	scoresFile    = baselineDir + "/scores.json"
)

// addReview adds to a release what people decided and what that comes to.
func addReview(e *run.Exec, r *dataset.Release) error {
	var err error
	if r.Reviews, err = readReviews(e); err != nil {
		return err
	}
	dropped, err := readDropped(e, reviewDropped)
	if err != nil {
		return err
	}
	r.Dropped = append(r.Dropped, dropped...)
	path, err := e.Path(reviewReport)
	if err != nil {
		return err
	}
	var report review.Report
	if err := readJSON(path, &report); err != nil {
		return err
	}
	r.Reviewing = reviewing(&report)
	return nil
}

// readReviews reads the decisions in force; never nil.
func readReviews(e *run.Exec) ([]dataset.Review, error) {
	f, err := e.Open(reviewsFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reviews := []dataset.Review{}
	for d := json.NewDecoder(f); ; {
		var v dataset.Review
		switch err := d.Decode(&v); {
		case err == nil:
			reviews = append(reviews, v)
		case errors.Is(err, io.EOF):
			return reviews, nil
		default:
			return nil, fmt.Errorf("%s: %w", reviewsFile, err)
		}
	}
}

// reviewing is a report as a dataset has it.
func reviewing(report *review.Report) *dataset.Reviewing {
	v := &dataset.Reviewing{
		Overlap: report.Overlap, Stale: report.Stale,
		Sampled: report.Errors.Sampled, Tasks: report.Errors.Tasks, Errors: report.Errors.Rate,
	}
	for _, t := range report.Types {
		v.Types = append(v.Types, dataset.Agreement{Type: t.Type, Summary: t.Agreement})
	}
	for _, k := range report.Rejects {
		v.Rejects = append(v.Rejects, dataset.Count{Name: string(k.Reason), Count: k.Count})
	}
	for _, k := range report.Edits.Reasons {
		v.Edits = append(v.Edits, dataset.Count{Name: string(k.Reason), Count: k.Count})
	}
	return v
}

// readFloors reads how the built-in agents fare on the tasks.
func readFloors(e *run.Exec) (floors []dataset.Floor, err error) {
	path, err := e.Path(scoresFile)
	if err != nil {
		return nil, err
	}
	var report bench.Report
	if err := readJSON(path, &report); err != nil {
		return nil, err
	}
	for _, s := range report.Agents {
		for _, row := range s.Rows {
			if row.Type == score.All && row.Paper.Success.Mean != nil && row.Strict.Success.Mean != nil {
				floors = append(floors, dataset.Floor{
					Agent: s.Agent, Ceiling: s.Role == bench.Ceiling,
					Paper: *row.Paper.Success.Mean, Strict: *row.Strict.Success.Mean,
					PaperProcess: row.Paper.Process.Mean, StrictProcess: row.Strict.Process.Mean,
				})
			}
		}
	}
	return floors, nil
}
