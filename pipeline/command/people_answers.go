package command

import (
	"cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// peopleMarks grades the answers that people gave to exam items before they saw the key, as agents'
// answers are graded: the first of each person to an item as it is now. Agents of marks are the
// people's names.
func peopleMarks(tasks []*task.Task, decisions []*review.Decision) (marks []bench.Mark) {
	of := map[string][]*review.Decision{} // by the ID that reviewers saw
	for _, d := range decisions {
		of[d.Task] = append(of[d.Task], d)
	}
	for _, t := range tasks {
		if _, ok := task.ChoiceItem(t); !ok {
			continue
		}
		for _, d := range review.FirstAnswers(of[cmp.Or(t.Review.Original, t.ID)], review.Shown(t)) {
			s := task.Grade(t, &score.Attempt{Answer: d.Attempt.Answer})
			marks = append(marks, bench.Mark{Task: t.ID, Type: t.Type, Agent: d.By, Paper: s.Paper, Strict: s.Strict, End: agent.Finished})
		}
	}
	return marks
}
