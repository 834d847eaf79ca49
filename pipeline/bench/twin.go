package bench

import (
	"errors"
	"fmt"

	"taskgrove/pipeline/score"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/tool"
)

// twins is the type of the row over unanswerable twins, which enter no other row.
const twins = "twins"

// toolsFor returns the tools a task is tried with: for a twin those of its view.
func (o *Options) toolsFor(t *task.Task, tools tool.Caller) (tool.Caller, error) {
	if t.Twin == nil {
		return tools, nil
	}
	if o.View == nil {
		return nil, errors.New("an unanswerable twin, and no view of the tools without its row")
	}
	view, err := o.View(t.Twin)
	if err != nil {
		return nil, fmt.Errorf("tools without its row: %w", err)
	}
	return view, nil
}

// pair leaves a twin's trial the credit for declining only where the same agent
// solved the task it is the twin of, by the strict rule and whole: an agent that
// always declines would be right about every twin. Without the task in the set a
// twin is not scored.
func pair(tasks []*task.Task, trials []Trial) {
	of := map[string]string{} // the tasks of twins, by twin
	there := map[string]bool{}
	for _, t := range tasks {
		if t.Twin != nil {
			of[t.ID] = t.Twin.Of
		} else {
			there[t.ID] = true
		}
	}
	type attempt struct{ task, agent string }
	solved := map[attempt]bool{}
	for i := range trials {
		t := &trials[i]
		if s := t.Score.Strict.Success; s != nil && *s == 1 {
			solved[attempt{t.Task, t.Agent}] = true
		}
	}
	for i := range trials {
		t := &trials[i]
		task, twin := of[t.Task]
		switch {
		case !twin:
		case !there[task]:
			t.Score = t.Score.Withhold(score.Unknown)
		case !solved[attempt{task, t.Agent}]:
			t.Score = t.Score.Withhold(score.Unpaired)
		}
	}
}

// apart divides tasks into those that have an answer and twins, in order.
func apart(tasks []*task.Task) (answerable, unanswerable []*task.Task) {
	for _, t := range tasks {
		if t.Twin == nil {
			answerable = append(answerable, t)
		} else {
			unanswerable = append(unanswerable, t)
		}
	}
	return answerable, unanswerable
}

// twinRow summarises an agent's trials of twins; nil where there are none.
func twinRow(tasks []*task.Task, trials map[string]*Trial) *score.Row {
	if len(tasks) == 0 {
		return nil
	}
	all := rows(tasks, trials)
	row := all[len(all)-1]
	row.Type = twins
	return &row
}

// all returns the rows for people: by type, over all that have an answer, and over
// twins if there are any.
func (s *Standing) all() []score.Row {
	if s.Twins == nil {
		return s.Rows
	}
	return append(s.Rows[:len(s.Rows):len(s.Rows)], *s.Twins)
}
