package command

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// peopleMarks grades the answers that people gave to exam items before they saw the key, as agents'
// answers are graded: the first of each person to an item as it is now. Agents of marks are the
// people's names. The log is read only if there are items.
func peopleMarks(f *flags, tasks []*task.Task) (marks []bench.Mark, err error) {
	items := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { _, ok := task.ChoiceItem(t); return !ok })
	if len(items) == 0 {
		return nil, nil
	}
	made, err := readMadeDecisions(f)
	if err != nil {
		return nil, err
	}
	of := map[string][]*review.Decision{} // by the ID that reviewers saw
	for _, d := range made.decisions {
		of[d.Task] = append(of[d.Task], d)
	}
	for _, t := range items {
		for _, d := range review.FirstAnswers(of[cmp.Or(t.Review.Original, t.ID)], review.Shown(t)) {
			s := task.Grade(t, &score.Attempt{Answer: d.Attempt.Answer})
			marks = append(marks, bench.Mark{Task: t.ID, Type: t.Type, Agent: d.By, Paper: s.Paper, Strict: s.Strict, End: agent.Finished})
		}
	}
	return marks, nil
}
