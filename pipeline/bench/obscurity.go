package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Obscurity measures how much rewriting hides the tasks' paths from an agent that uses only
// the words of a question: it compares the agent's success on the drafts with its success
// on the rewritten questions.
type Obscurity struct {
	// Agent is the agent's name.
	Agent string `json:"agent"`
	// Types has one row per type of task, in the order of [score.CompareTypes]; never nil.
	Types []ObscurityRow `json:"types"`
	// All is the row over all tasks; its Type is "".
	All ObscurityRow `json:"all"`
}

// ObscurityRow has the rates over one type of task.
type ObscurityRow struct {
	// Type is the type of task.
	Type string `json:"type"`
	// Tasks is the number of tasks.
	Tasks int `json:"tasks"`
	// Draft and Question are the mean strict success rates on drafts and on questions, in
	// [0, 1].
	Draft    float64 `json:"draft"`
	Question float64 `json:"question"`
	// Reduction is 1 - Question/Draft, negative if Question is higher; nil if Draft is 0.
	Reduction *float64 `json:"cut"`
}

// MeasureObscurity lets an agent, whose name is used in errors and in the result, try the
// draft and the question of every task and compares the rates. It leaves out unanswerable
// twins and tasks without a question. Of the options it uses Domain, Workers and Done. The
// result does not depend on the number of workers. The error is the first task's at which
// the agent fails, or the cause of ctx.
func MeasureObscurity(ctx context.Context, tasks []*task.Task, name string, solver agent.Agent, tools tool.Caller, o RunOptions) (*Obscurity, error) {
	tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return t.Twin != nil || t.Question == "" })
	rates, err := run.Map(ctx, o.Workers, tasks, func(ctx context.Context, _ int, t *task.Task) (rates [2]float64, err error) {
		for i, question := range []string{t.Draft, t.Question} {
			tried, err := solver.Solve(ctx, question, tools, agent.TrialEnv{Domain: o.Domain, Language: t.Language})
			if err != nil {
				return rates, fmt.Errorf("task %s: agent %s: %w", t.ID, name, err)
			}
			r := task.Reference(t)
			r.Question = question
			if got, _ := score.Strict(r, tried.Attempt()); got.Success != nil {
				rates[i] = *got.Success
			}
		}
		if o.Done != nil {
			o.Done()
		}
		return rates, nil
	})
	if err != nil {
		return nil, err
	}
	ob := &Obscurity{Agent: name, Types: []ObscurityRow{}}
	for i, t := range tasks {
		at := slices.IndexFunc(ob.Types, func(h ObscurityRow) bool { return h.Type == t.Type })
		if at < 0 {
			at = len(ob.Types)
			ob.Types = append(ob.Types, ObscurityRow{Type: t.Type})
		}
		ob.Types[at].add(rates[i])
		ob.All.add(rates[i])
	}
	slices.SortFunc(ob.Types, func(a, b ObscurityRow) int { return score.CompareTypes(a.Type, b.Type) })
	for i := range ob.Types {
		ob.Types[i].finish()
	}
	ob.All.finish()
	return ob, nil
}

// add adds one task's rates; until finish, the means are sums.
func (h *ObscurityRow) add(rates [2]float64) {
	h.Tasks++
	h.Draft += rates[0]
	h.Question += rates[1]
}

func (h *ObscurityRow) finish() {
	if h.Tasks == 0 {
		return
	}
	h.Draft /= float64(h.Tasks)
	h.Question /= float64(h.Tasks)
	if h.Draft > 0 {
		cut := 1 - h.Question/h.Draft
		h.Reduction = &cut
	}
}

// Write writes the rates as a table for people: one row per type, then the row over all
// tasks. The error is the writer's.
func (ob *Obscurity) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%-10s %5s %9s %9s %9s\n", ob.Agent, "tasks", "draft", "question", "less"); err != nil {
		return err
	}
	for _, h := range append(slices.Clone(ob.Types), ob.All) {
		less := "-"
		if h.Reduction != nil {
			less = formatPercent(*h.Reduction)
		}
		kind := h.Type
		if kind == "" {
			kind = "all"
		}
		if _, err := fmt.Fprintf(w, "%-10s %5d %9s %9s %9s\n", kind, h.Tasks, formatPercent(h.Draft), formatPercent(h.Question), less); err != nil {
			return err
		}
	}
	return nil
}

// formatPercent writes a share with one decimal place.
func formatPercent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + "%" }
