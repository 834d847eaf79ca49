package command

import (
	"time"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// milliseconds is RFC 3339 to the millisecond, which decisions are made to.
const milliseconds = "2006-01-02T15:04:05.000Z07:00"

// reviewRows returns the decisions that hold for tasks as they are now, in log order.
func reviewRows(board *review.Board, tasks []*task.Task, all []settled, decisions []*review.Decision) []dataset.Review {
	now := make(map[string]*task.Task, len(tasks)) // what is kept, by the ID that decisions name
	holds := map[string]bool{}                     // by the decision's ID
	for i, t := range tasks {
		now[t.ID] = all[i].kept
		if standing, ok := board.Standing(t.ID); ok {
			inForce(standing, holds)
		}
	}
	rows := []dataset.Review{}
	for _, d := range decisions {
		if !holds[d.ID] {
			continue
		}
		row := dataset.Review{
			Task: d.Task, By: d.By, Role: string(d.Role), Kind: string(d.Kind), Reason: string(d.Reason), Note: d.Note,
			At: d.At.UTC().Truncate(time.Millisecond).Format(milliseconds), Seconds: d.Seconds, Shown: string(d.Shown),
		}
		if t := now[d.Task]; t != nil {
			row.Task, row.Original = t.ID, t.Review.Original
		}
		rows = append(rows, row)
	}
	return rows
}

// inForce marks the decisions on a task that were not taken back and are on what it is
// now, and the edits that made it so.
func inForce(s *review.Standing, holds map[string]bool) {
	for _, d := range s.Votes {
		holds[d.ID] = true
	}
	for _, d := range s.Edits {
		holds[d.ID] = true
	}
	for _, d := range s.History {
		switch d.Kind {
		case review.Comment, review.Try, review.Return:
			if d.Shown == s.Shown && !s.Withdrawn(d.ID) {
				holds[d.ID] = true
			}
		}
	}
}
