package bench

import (
	"errors"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// twinsType is the type of the row over unanswerable twins, which enter no other row.
const twinsType = "twins"

// toolsForTask returns the tools a task is tried with: for a twin those of its view.
func (o *RunOptions) toolsForTask(t *task.Task, tools tool.Caller) (tool.Caller, error) {
	if t.Twin == nil {
		return tools, nil
	}
	if o.TwinTools == nil {
		return nil, errors.New("task is an unanswerable twin: want TwinTools")
	}
	view, err := o.TwinTools(t.Twin)
	if err != nil {
		return nil, fmt.Errorf("tools without its row: %w", err)
	}
	return view, nil
}

// TwinPairs decides which twins keep the credit for declining: those whose task the same
// agent solved in the same epoch, with strict success 1. Without this an agent that always
// declines would solve every twin. It is not safe for concurrent use.
type TwinPairs struct {
	of     map[string]string // the tasks of twins, by twin
	paired map[string]bool   // these tasks, and whether they are there
	solved map[attemptKey]bool
}

// attemptKey is one of an agent's at a task.
type attemptKey struct {
	task, agent string
	epoch       int
}

// NewTwinPairs returns the pairs of twins and their tasks among these tasks. No attempt
// is recorded yet.
func NewTwinPairs(tasks []*task.Task) *TwinPairs {
	p := &TwinPairs{of: map[string]string{}, paired: map[string]bool{}, solved: map[attemptKey]bool{}}
	for _, t := range tasks {
		if t.Twin != nil {
			p.of[t.ID] = t.Twin.Of
			p.paired[t.Twin.Of] = false
		}
	}
	for _, t := range tasks {
		if _, ok := p.paired[t.ID]; ok && t.Twin == nil {
			p.paired[t.ID] = true
		}
	}
	return p
}

// Record records the strict rates of an attempt. It ignores tasks without a twin.
func (p *TwinPairs) Record(task, agent string, epoch int, strict score.Rates) {
	if p.paired[task] && strict.Success != nil && *strict.Success == 1 {
		p.solved[attemptKey{task, agent, epoch}] = true
	}
}

// Withhold returns the final score of an attempt, after every attempt was recorded: s
// itself, or for a twin without credit, s without the credit. A twin whose task is absent
// becomes unscored.
func (p *TwinPairs) Withhold(task, agent string, epoch int, s score.Score) score.Score {
	of, twin := p.of[task]
	switch {
	case !twin:
	case !p.paired[of]:
		return s.Withhold(score.Unknown)
	case !p.solved[attemptKey{of, agent, epoch}]:
		return s.Withhold(score.Unpaired)
	}
	return s
}

// withholdUnpaired leaves trials of twins the credit that [TwinPairs] does.
func withholdUnpaired(tasks []*task.Task, trials []Trial) {
	p := NewTwinPairs(tasks)
	for i := range trials {
		t := &trials[i]
		p.Record(t.Task, t.Agent, t.Epoch, t.Score.Strict)
	}
	for i := range trials {
		t := &trials[i]
		t.Score = p.Withhold(t.Task, t.Agent, t.Epoch, t.Score)
	}
}

// splitTwins divides tasks into those that have an answer and twins, in order.
func splitTwins(tasks []*task.Task) (answerable, unanswerable []*task.Task) {
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
func twinRow(tasks []*task.Task, trials map[string]*Trial) *score.TypeSummary {
	if len(tasks) == 0 {
		return nil
	}
	all := scoreRows(tasks, trials)
	row := all[len(all)-1]
	row.Type = twinsType
	return &row
}
