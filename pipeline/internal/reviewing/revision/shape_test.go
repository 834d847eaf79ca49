package revision_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Where nodes get their data stays, whatever kind of node it is.
func TestShapeHoldsSources(t *testing.T) {
	f := world(t)
	for name, ops := range map[string][2]plan.Operation{
		"start":      {&plan.Start{Entity: "company", Value: []string{"甲"}}, &plan.Start{Entity: "court", Value: []string{"甲"}}},
		"call":       {&plan.Call{Tool: "a"}, &plan.Call{Tool: "b"}},
		"having":     {&plan.Having{Tool: "a"}, &plan.Having{Tool: "b"}},
		"retrieve":   {&plan.Retrieve{Tool: "a"}, &plan.Retrieve{Tool: "b"}},
		"derive":     {&plan.Derive{Derivation: "a"}, &plan.Derive{Derivation: "b"}},
		"derive all": {&plan.DeriveAll{Derivation: "a"}, &plan.DeriveAll{Derivation: "b"}},
	} {
		base := &task.Task{Plan: &plan.Program{Nodes: []plan.Node{{Name: "r1", Do: ops[0]}}, Answers: []plan.AnswerSpec{{From: "r1"}}}}
		other := &plan.Program{Nodes: []plan.Node{{Name: "r1", Do: ops[1]}}, Answers: base.Plan.Answers}
		if _, fault := f.apply(t, base, &review.TaskChange{Plan: other}); !strings.HasPrefix(fault, "shape: ") {
			t.Errorf("%s from elsewhere: fault %q, want shape", name, fault)
		}
	}
}

// Another form of an answer is another task, made without a fault.
func TestApplyMakesAnotherPlan(t *testing.T) {
	f := world(t)
	i := slices.IndexFunc(f.tasks, func(t *task.Task) bool {
		return len(t.Plan.Answers) == 1 && t.Plan.Answers[0].Form.Style == plan.StyleDate && t.Plan.Answers[0].Form.Layout == ""
	})
	if i < 0 {
		t.Fatal("no task that asks for a day")
	}
	base := f.tasks[i]
	p := copyOf(t, base.Plan)
	p.Answers[0].Form.Layout = plan.LayoutISO
	made, fault := f.apply(t, base, &review.TaskChange{Plan: p})
	if fault != "" || made.ID == base.ID || made.Review.Original != base.ID || !slices.Equal(made.Review.Edits, []string{task.PlanEdited}) ||
		made.Question != base.Question || made.Draft == base.Draft || made.KeyAnswer[0] == base.KeyAnswer[0] || made.AnswerValues[0].Text != made.KeyAnswer[0] {
		t.Errorf("Apply = %+v, %q: want the day in digits, in a task of another ID under the same question", made, fault)
	}
}

// An edit from before a column was renamed leads to the version that its reviewer saw, also where the task itself does
// not read the column.
func TestApplyEditOfEarlierNames(t *testing.T) {
	f := world(t)
	for _, base := range f.tasks {
		for i := range base.Plan.Nodes {
			n := &base.Plan.Nodes[i]
			table := f.tableOf(base.Plan, i)
			if n.Do.Kind() != "project" || len(n.Columns()) != 1 || table == nil {
				continue
			}
			for _, c := range table.Columns {
				p := copyOf(t, base.Plan)
				p.Nodes[i].Do = p.Nodes[i].WithColumn(c.Name)
				seen, fault := f.apply(t, base, &review.TaskChange{Plan: p})
				if fault != "" || c.Name == n.Columns()[0] || slices.ContainsFunc(base.Steps, func(s plan.Step) bool { return bytes.Contains(s.Arguments, []byte(c.Name)) }) {
					continue
				}
				const earlier = "earlier name"
				var of []plan.NodeRename
				for _, n := range seen.Plan.Nodes {
					of = append(of, plan.NodeRename{Node: n.Name, From: earlier, To: c.Name})
				}
				seen.Provenance.Renamed = of // as if it had been made under the earlier name
				d := *f.Domain
				d.Renames = []domain.ColumnRename{{Table: table.Name, From: earlier, To: c.Name}}
				p.Nodes[i].Do = p.Nodes[i].WithColumn(earlier)
				now, fault, err := revision.Apply(context.Background(), revision.TableAccess{Domain: &d, Tools: f.Tools}, base, &review.TaskChange{Plan: p})
				if err != nil || fault != "" {
					t.Fatalf("Apply: %v, %q", err, fault)
				}
				first, second := seen.FirstNames(), now.FirstNames()
				if first.ID, err = seen.Identity(); err != nil {
					t.Fatal(err)
				}
				if review.Shown(first) != review.Shown(second) {
					t.Errorf("the edit leads to %+v with renames %v, want %+v", second, now.Provenance.Renamed, first)
				}
				return
			}
		}
	}
	t.Fatal("no task of which another column can be asked for")
}

// tableOf returns the table of the rows that the first input of a node has; nil if a call does not give them.
func (f *fixture) tableOf(p *plan.Program, node int) *domain.Table {
	for _, from := range p.Nodes[node].From {
		if tool := f.Domain.Tool(p.Node(from).Tool()); tool != nil {
			return f.Domain.Table(tool.Table)
		}
	}
	return nil
}
