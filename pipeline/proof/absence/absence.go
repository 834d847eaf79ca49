// Package absence makes unanswerable twins of proved tasks and proves that they have no
// answer. A twin asks the same question about tables that lack one row, the row that holds
// the answer. The right reply is that the answer cannot be found.
//
// The proof has five parts. The executions reproduce the twin's record. Both executions, by
// tools and by joins over whole tables, miss the row and end there. No row or passage within
// the plan's number of lookups holds a value of the row. No neighbouring plan gives the
// answers. The strict grader credits the recorded trace and no ignorant agent.
package absence

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
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Check returns the check of unanswerable twins. Every task that is not a twin fails it.
// Tools are the tools over the full tables; Check derives from them the tools that lack a
// row.
func Check(w proof.Sources, tools *tool.Set) proof.Check {
	return newProver(w, tools).check()
}

func (p *prover) check() proof.Check {
	return proof.Check{
		Name: "gone",
		Doc:  "The answers stand in one row. Without it both executions miss that row and end there, no row or passage that as many lookups lead to holds what it said, no neighbouring plan gives the answers, and the strict grader gives the recorded trace full marks and agents that say nothing, repeat the question, always say the same or list everything none.",
		Run:  p.prove,
	}
}

// prove runs the check on a twin.
func (p *prover) prove(ctx context.Context, t *task.Task) (proof.Finding, error) {
	if t.Twin == nil {
		return proof.Finding{Fault: "invalid: the task is no twin"}, nil
	}
	g, fault, err := p.examine(ctx, t)
	if fault != "" || err != nil {
		return proof.Finding{Fault: fault}, err
	}
	for _, check := range []func(context.Context) (string, error){g.recorded, g.joinsAgree, g.reachable, g.neighbour, g.graded} {
		if fault, err := check(ctx); fault != "" || err != nil {
			return proof.Finding{Fault: fault}, err
		}
	}
	return proof.Finding{Certificate: fmt.Sprintf("without row %d of %s both executions end at %s; %s within %s and %s: none says what it said or gives the answers",
		g.row.number, t.Twin.Table, g.node, plural(g.rows, "row"), plural(g.hops, "hop"), plural(g.neighbours, "near program"))}, nil
}

// removal is a task whose answer row is removed, with its executions with the row and
// without it.
type removal struct {
	*prover
	task    *task.Task
	row     *answerRow
	view    tool.Caller // the tools without the row
	with    *plan.Trace // the execution with the row, to its end
	without *plan.Trace // the execution without it, up to the node where it ends
	node    string      // the node where the execution without the row ends

	hops, rows, neighbours int // extent of the proof, for its certificate
}

// examine executes a twin's plan with the row and without it.
func (p *prover) examine(ctx context.Context, t *task.Task) (*removal, string, error) {
	g, fault, err := p.locate(ctx, t)
	if fault != "" || err != nil {
		return nil, fault, err
	}
	if name := g.row.table.Spec().Name; name != t.Twin.Table || g.row.number != t.Twin.Row {
		return nil, fmt.Sprintf("unfounded: the answers stand in row %d of %s: the twin takes row %d of %s away", g.row.number, name, t.Twin.Row, t.Twin.Table), nil
	}
	fault, err = g.remove(ctx)
	return g, fault, err
}

// locate executes a task's plan over the full tables and finds the row that holds its
// answers.
func (p *prover) locate(ctx context.Context, t *task.Task) (*removal, string, error) {
	if fault := proof.Invalid(p.Domain, t); fault != "" {
		return nil, fault, nil
	}
	had, reason, err := p.execute(ctx, p.Tools, t.Plan)
	if err != nil {
		return nil, "", err
	}
	if reason != "" {
		return nil, fmt.Sprintf("unfounded: with every row there the plan has no answer: %s", reason), nil
	}
	row, fault := rowOf(had)
	if fault != "" {
		return nil, fault, nil
	}
	return &removal{prover: p, task: t, with: had, row: row}, "", nil
}

// remove removes the row of the twin and executes the plan without it.
func (g *removal) remove(ctx context.Context) (string, error) {
	view, err := g.tools.Without(g.task.Twin.Table, g.task.Twin.Key, g.task.Twin.Row)
	if err != nil {
		return "changed: " + err.Error(), nil
	}
	g.view = view
	return g.end(ctx)
}

// execute runs a plan by tool calls.
func (p *prover) execute(ctx context.Context, tools tool.Caller, program *plan.Program) (*plan.Trace, plan.Reason, error) {
	x, err := plan.NewExecutor(p.Domain, tools, program)
	if err != nil {
		return nil, "", err
	}
	return x.Run(ctx, nil)
}

// end executes the plan by tool calls without the row, and checks that it ends at a lookup
// or filter that found only that row.
func (g *removal) end(ctx context.Context) (string, error) {
	has, reason, err := g.execute(ctx, g.view, g.task.Plan)
	if err != nil {
		return "", err
	}
	g.without = has
	if reason == "" {
		return fmt.Sprintf("answered: without row %d of %s the plan has an answer all the same", g.row.number, g.task.Twin.Table), nil
	}
	g.node = g.task.Plan.Nodes[len(has.Results)].Name
	found := g.with.Result(g.node)
	if reason != plan.Missing || found == nil || found.Source != g.row.table || len(found.Rows) != 1 || int(found.Rows[0]) != g.row.number {
		return fmt.Sprintf("elsewhere: without row %d of %s the plan ends at %s, %s: want it to miss that row", g.row.number, g.task.Twin.Table, g.node, reason), nil
	}
	return "", nil
}

// recorded compares the twin's record with the record that the executions give.
func (g *removal) recorded(ctx context.Context) (string, error) {
	w, fault, err := g.twinTask(ctx)
	if fault != "" || err != nil {
		return fault, err
	}
	question, err := draft.Question(g.Domain, g.task.Plan, g.task.Language, g.task.Given...)
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
		if fault := proof.CompareRecords(c.name, c.now, c.then); fault != "" {
			return fault, nil
		}
	}
	reply, err := g.reference()
	if err != nil {
		return "invalid: " + err.Error(), nil
	}
	had := &task.Task{KeyMiddle: t.KeyMiddle, AnswerValues: t.Twin.Answers, Review: t.Review}
	for _, a := range t.Twin.Answers {
		had.KeyAnswer = append(had.KeyAnswer, a.Text)
	}
	return proof.CompareChosen(had, &task.Task{KeyAnswer: reply.Keys, KeyMiddle: t.KeyMiddle, AnswerValues: reply.Values}), nil
}

// joinsAgree evaluates the plan by joins over whole tables without the row, and checks that
// it ends at the same node.
func (g *removal) joinsAgree(context.Context) (string, error) {
	node, reason := g.joins.EndWithout(g.task.Plan, g.row.table, g.row.number)
	if reason != plan.Missing || node != g.node {
		return fmt.Sprintf("disagree: joins over whole tables end at %s, %q: the tools end at %s, %q", node, reason, g.node, plan.Missing), nil
	}
	return "", nil
}

// reachable searches for the removed values in every row and passage that an agent can reach
// from the start entities.
func (g *removal) reachable(ctx context.Context) (string, error) {
	targets := g.row.targets(g.task.Twin.Answers)
	var from []entity
	for _, s := range g.task.Plan.Entities() {
		from = append(from, entity{s.Entity, s.Value})
	}
	g.hops = g.task.Plan.Structure(g.Domain).Hops
	fault := ""
	shown, err := g.explorer.rows(ctx, g.view, from, g.hops, func(t *corpus.Table, row int) bool {
		n, column := find(targets, t, row)
		if n != nil {
			fault = fmt.Sprintf("reachable: %s of row %d of %s, within %s, holds %s", column, row, t.Spec().Name, plural(g.hops, "hop"), n.text)
		}
		return n != nil
	})
	if err != nil || fault != "" {
		return fault, err
	}
	g.rows = shown
	return g.inPassage(targets), nil
}

// inPassage searches for a passage that names an entity of the plan and holds a removed
// value.
func (g *removal) inPassage(targets []target) string {
	var about []string
	for _, r := range g.without.Results {
		if r != nil && r.Entity != nil {
			about = append(about, value.Fold(r.Entity[len(r.Entity)-1]))
		}
	}
	for _, p := range g.Domain.Passages {
		for i, folded := range g.passages()[p.Name] {
			if !slices.ContainsFunc(about, func(name string) bool { return strings.Contains(folded, name) }) {
				continue
			}
			for j := range targets {
				if targets[j].standsIn(folded) {
					return fmt.Sprintf("reachable: passage %d of %s holds %s", i+1, p.Name, targets[j].text)
				}
			}
		}
	}
	return ""
}

// neighbour searches for a neighbouring program that gives the answers without the row.
func (g *removal) neighbour(ctx context.Context) (string, error) {
	rivals := append(alternative.Neighbours(g.Domain, g.task.Plan), alternative.Dropped(g.Domain, g.task.Plan)...)
	g.neighbours = len(rivals)
	r, _, err := alternative.Agreeing(ctx, g.Domain, g.view, alternative.Answers(g.with), rivals)
	if err != nil || r == nil {
		return "", err
	}
	return fmt.Sprintf("neighbour: without the row the plan with %s gives the answers", r), nil
}

// graded runs the strict grader over ignorant agents, which must earn nothing, and over the
// recorded trace, which must earn everything.
func (g *removal) graded(ctx context.Context) (string, error) {
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

func (g *removal) rates(ctx context.Context, a agent.Agent) (score.Rates, error) {
	t := g.task
	transcript, err := a.Solve(ctx, t.Question, g.view, agent.TrialEnv{Domain: g.Domain, Language: t.Language})
	if err != nil {
		return score.Rates{}, err
	}
	return score.Grade(task.Reference(t), transcript.Attempt()).Strict, nil
}

// missedCalls returns the tool calls of the node where the plan ends, with their results
// without the row; none if the node calls no tool.
func (g *removal) missedCalls(ctx context.Context) ([]plan.Step, error) {
	all, err := g.with.Steps()
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
