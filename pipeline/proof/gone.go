package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Gone is the check of unanswerable twins; it takes no other task. Tools are the
// world's, which make the views without a row.
func Gone(w World, tools *tool.Set) Check {
	return newTwins(w, tools).check()
}

func (m *twins) check() Check {
	return Check{
		Name: "gone",
		Doc:  "The answers stand in one row. Without it both executions miss that row and end there, no row or passage that as many lookups lead to holds what it said, no neighbouring plan gives the answers, and the strict grader gives the recorded trace full marks and agents that say nothing, repeat the question, always say the same or list everything none.",
		Run:  m.prove,
	}
}

// prove proves a twin.
func (m *twins) prove(ctx context.Context, t *task.Task) (Finding, error) {
	if t.Twin == nil {
		return Finding{Fault: "invalid: the task is no twin"}, nil
	}
	g, fault, err := m.examine(ctx, t)
	if fault != "" || err != nil {
		return Finding{Fault: fault}, err
	}
	for _, check := range []func(context.Context) (string, error){g.recorded, g.agrees, g.reachable, g.neighbour, g.graded} {
		if fault, err := check(ctx); fault != "" || err != nil {
			return Finding{Fault: fault}, err
		}
	}
	return Finding{Certificate: fmt.Sprintf("without row %d of %s both executions end at %s; %s within %s and %s: none says what it said or gives the answers",
		g.held.row, t.Twin.Table, g.node, plural(g.rows, "row"), plural(g.hops, "hop"), plural(g.neighbours, "near program"))}, nil
}

// absence is a twin under examination: the executions with the row and without.
type absence struct {
	*twins
	task *task.Task
	view tool.Caller
	had  *plan.Trace // with the row, whole
	has  *plan.Trace // without it, up to where it ends
	node string      // where it ends
	held *holding

	hops, rows, neighbours int // what was looked at
}

// examine executes a twin's plan with the row and without it.
func (m *twins) examine(ctx context.Context, t *task.Task) (*absence, string, error) {
	g, fault, err := m.locate(ctx, t)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	if name := g.held.table.Spec().Name; name != t.Twin.Table || g.held.row != t.Twin.Row {
		return nil, fmt.Sprintf("unfounded: the answers stand in row %d of %s: the twin takes row %d of %s away", g.held.row, name, t.Twin.Row, t.Twin.Table), nil
	}
	fault, err = g.remove(ctx)
	return g, fault, err
}

// locate executes a task's plan with every row there and finds the one that its
// answers stand in.
func (m *twins) locate(ctx context.Context, t *task.Task) (*absence, string, error) {
	if fault := m.sound(t); fault != "" {
		return nil, fault, nil
	}
	had, reason, err := m.execute(ctx, m.Tools, t.Plan)
	if err != nil {
		return nil, "", err
	}
	if reason != "" {
		return nil, fmt.Sprintf("unfounded: with every row there the plan has no answer: %s", reason), nil
	}
	held, fault := hold(had)
	if fault != "" {
		return nil, fault, nil
	}
	return &absence{twins: m, task: t, had: had, held: held}, "", nil
}

// remove takes the row of the twin away and executes the plan without it.
func (g *absence) remove(ctx context.Context) (string, error) {
	view, err := g.tools.Without(g.task.Twin.Table, g.task.Twin.Key, g.task.Twin.Row)
	if err != nil {
		return "changed: " + err.Error(), nil
	}
	g.view = view
	return g.end(ctx)
}

// execute runs a plan tool by tool.
func (m *twins) execute(ctx context.Context, tools tool.Caller, p *plan.Program) (*plan.Trace, plan.Reason, error) {
	x, err := plan.NewExecutor(m.Domain, tools, p)
	if err != nil {
		return nil, "", err
	}
	return x.Run(ctx, nil)
}

// end executes the plan without the row, tool by tool, and checks where it ends: at
// a lookup or a filter that found that row and no other.
func (g *absence) end(ctx context.Context) (string, error) {
	has, reason, err := g.execute(ctx, g.view, g.task.Plan)
	if err != nil {
		return "", err
	}
	g.has = has
	if reason == "" {
		return fmt.Sprintf("answered: without row %d of %s the plan has an answer all the same", g.held.row, g.task.Twin.Table), nil
	}
	g.node = g.task.Plan.Nodes[len(has.Results)].Name
	found := g.had.Result(g.node)
	if reason != plan.Missing || found == nil || found.Source != g.held.table || len(found.Rows) != 1 || int(found.Rows[0]) != g.held.row {
		return fmt.Sprintf("elsewhere: without row %d of %s the plan ends at %s, %s: want it to miss that row", g.held.row, g.task.Twin.Table, g.node, reason), nil
	}
	return "", nil
}

// recorded compares the twin's record with what the executions give now.
func (g *absence) recorded(ctx context.Context) (string, error) {
	w, fault, err := g.write(ctx)
	if fault != "" || err != nil {
		return fault, err
	}
	question, err := draft.Question(g.Domain, g.task.Plan, g.task.Language)
	if err != nil {
		return "invalid: " + err.Error(), nil
	}
	t := g.task
	for _, c := range []struct {
		name      string
		now, then any
	}{
		{"draft", question, t.Draft}, {"answers", w.Twin.Answers, t.Twin.Answers}, {"steps", w.Steps, t.Steps}, {"id", w.ID, t.ID},
		{"answer", w.Answer, t.Answer}, {"key_answer", w.KeyAnswer, t.KeyAnswer}, {"key_middle", w.KeyMiddle, t.KeyMiddle},
		{"answer_values", w.AnswerValues, t.AnswerValues},
	} {
		if fault := differs(c.name, c.now, c.then); fault != "" {
			return fault, nil
		}
	}
	reply, err := draft.Answer(g.Domain, t.Plan, g.had, t.Language)
	if err != nil {
		return "invalid: " + err.Error(), nil
	}
	had := &task.Task{KeyMiddle: t.KeyMiddle, AnswerValues: t.Twin.Answers, Review: t.Review}
	for _, a := range t.Twin.Answers {
		had.KeyAnswer = append(had.KeyAnswer, a.Text)
	}
	return chosen(had, &task.Task{KeyAnswer: reply.Keys, KeyMiddle: t.KeyMiddle, AnswerValues: reply.Values}), nil
}

// agrees works the plan out over whole tables without the row.
func (g *absence) agrees(context.Context) (string, error) {
	e := g.relational.without(g.held.table, g.held.row).evaluate(g.task.Plan)
	if node, _, _ := strings.Cut(e.detail, " "); e.reason != plan.Missing || node != g.node {
		return fmt.Sprintf("disagree: joins over whole tables end at %s, %q: the tools end at %s, %q", node, e.reason, g.node, plan.Missing), nil
	}
	return "", nil
}

// without returns the relational execution of tables less a row.
func (r *relational) without(t *corpus.Table, row int) *relational {
	less := *r
	less.absent = absent{t, row}
	return &less
}

// absent is a row that is left out of its table; none without a table.
type absent struct {
	table *corpus.Table
	row   int
}

// is reports whether a row is the one left out.
func (a absent) is(t *corpus.Table, row int) bool { return a.table == t && a.row == row }

// reachable looks for what the row said in every row and passage an agent can come
// to from what the question names.
func (g *absence) reachable(ctx context.Context) (string, error) {
	needles := g.held.needles(g.task.Twin.Answers)
	var from []named
	for _, s := range g.task.Plan.Entities() {
		from = append(from, named{s.Entity, s.Value})
	}
	g.hops = g.task.Plan.Structure(g.Domain).Hops
	fault := ""
	shown, err := g.reach.rows(ctx, g.view, from, g.hops, func(t *corpus.Table, row int) bool {
		n, column := find(needles, t, row)
		if n != nil {
			fault = fmt.Sprintf("reachable: %s of row %d of %s, within %s, holds %s", column, row, t.Spec().Name, plural(g.hops, "hop"), n.text)
		}
		return n != nil
	})
	if err != nil || fault != "" {
		return fault, err
	}
	g.rows = shown
	return g.told(needles), nil
}

// told looks for a passage that tells what the row said of something the plan asks
// about.
func (g *absence) told(needles []needle) string {
	var about []string
	for _, r := range g.has.Results {
		if r != nil && r.Entity != nil {
			about = append(about, value.Fold(r.Entity[len(r.Entity)-1]))
		}
	}
	for _, p := range g.Domain.Passages {
		for i, folded := range g.passages()[p.Name] {
			if !slices.ContainsFunc(about, func(name string) bool { return strings.Contains(folded, name) }) {
				continue
			}
			for j := range needles {
				if needles[j].stands(folded) {
					return fmt.Sprintf("reachable: passage %d of %s holds %s", i+1, p.Name, needles[j].text)
				}
			}
		}
	}
	return ""
}

// neighbour looks for a program near the plan that gives the answers without the
// row.
func (g *absence) neighbour(ctx context.Context) (string, error) {
	rivals := append(alternative.Neighbours(g.Domain, g.task.Plan), alternative.Dropped(g.Domain, g.task.Plan)...)
	g.neighbours = len(rivals)
	r, _, err := alternative.Agreeing(ctx, g.Domain, g.view, alternative.Said(g.had), rivals)
	if err != nil || r == nil {
		return "", err
	}
	return fmt.Sprintf("neighbour: without the row the plan with %s gives the answers", r), nil
}

// graded runs the strict grader over agents that know nothing and over the recorded
// trace.
func (g *absence) graded(ctx context.Context) (string, error) {
	for _, who := range slices.Sorted(maps.Keys(g.ignorant)) {
		rates, err := g.rates(ctx, g.ignorant[who])
		if err != nil {
			return "", err
		}
		if rates.Success == nil || *rates.Success != 0 {
			return fmt.Sprintf("guess: the strict grader gives %s a success rate of %s: want 0", who, percent(rates.Success)), nil
		}
	}
	rates, err := g.rates(ctx, agent.Replay{Steps: g.task.Steps, Answer: g.task.Answer})
	if err != nil {
		return "", err
	}
	if rates.Success == nil || *rates.Success != 1 || rates.Process == nil || *rates.Process != 1 {
		return fmt.Sprintf("missed: the strict grader gives the recorded trace a success rate of %s and a process rate of %s: want 100 %%", percent(rates.Success), percent(rates.Process)), nil
	}
	return "", nil
}

func (g *absence) rates(ctx context.Context, a agent.Agent) (score.Rates, error) {
	t := g.task
	transcript, err := a.Solve(ctx, t.Question, g.view, agent.Env{Domain: g.Domain, Language: t.Language})
	if err != nil {
		return score.Rates{}, err
	}
	return score.Grade(task.Reference(t), transcript.Attempt()).Strict, nil
}

// missed are the calls of the node where the plan ends, with what they return
// without the row; none for a node that makes none.
func (g *absence) missed(ctx context.Context) ([]plan.Step, error) {
	all, err := g.had.Steps()
	if err != nil {
		return nil, err
	}
	var steps []plan.Step
	for _, s := range all {
		if s.Node != g.node || s.Tool == "" {
			continue
		}
		var args any
		if err := json.Unmarshal(s.Arguments, &args); err != nil {
			return nil, err
		}
		r, err := g.view.Call(ctx, tool.Call{Tool: s.Tool, Args: args})
		if err != nil {
			return nil, err
		}
		steps = append(steps, plan.Step{Node: s.Node, Op: s.Op, Tool: s.Tool, Arguments: s.Arguments, Observation: r.Observation()})
	}
	return steps, nil
}
