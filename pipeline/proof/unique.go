package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// unique checks that the plan has exactly one reading over the data. The evaluation already
// requires cells with values, rankings without ties and sets that are not empty. Beyond that,
// a lookup of one row must match only one row, because the tools silently return the first;
// a set must hold nothing twice; names must be unambiguous; every node must have something
// to choose between, but for a text to write; and no chain may return to an earlier entity or row.
//
// An entity may occur in several tables, because the tool determines the table.
func (p *prover) unique(_ context.Context, t *task.Task) (string, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return fault, nil
	}
	guards, told := guardsOf(t.Plan), p.told(t.Plan)
	for _, n := range t.Plan.Nodes {
		if guards[n.Name] == nil && !told[n.Name] {
			return "trivial: " + n.Name + ": no answer comes of it", nil
		}
	}
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return string(e.reason) + ": " + e.detail, nil
	}
	for _, r := range e.relations {
		if fault := p.reading(e, t.Plan, r); fault != "" {
			reason, detail, _ := strings.Cut(fault, ": ")
			return reason + ": " + r.node.Name + ": " + detail, nil
		}
	}
	return "", nil
}

// told returns the nodes of which something stands in the question or in the text of a template
// besides its answers.
func (p *prover) told(program *plan.Program) map[string]bool {
	told := map[string]bool{}
	t := p.Domain.Template(program.Template)
	if t == nil {
		return told
	}
	for _, g := range t.Given {
		told[g.Name] = true
	}
	for _, name := range slices.Concat(t.Facts, t.Points) {
		told[name] = true
	}
	if t.CitedOn != "" {
		told[t.CitedOn] = true // what is cited hangs on it
	}
	for _, n := range slices.Backward(program.Nodes) {
		for _, from := range n.From {
			told[from] = told[from] || told[n.Name]
		}
	}
	return told
}

// reading returns the fault that makes the reading of one node of an evaluated program ambiguous,
// or "".
func (p *prover) reading(e *evaluation, program *plan.Program, r *relation) string {
	revisited := func(r *relation) string { return p.revisited(e, program, r) }
	rules := []func(*relation) string{p.called, p.spelling, revisited, returned, repeated}
	if t := p.Domain.Template(program.Template); t == nil || t.Question() {
		rules = append(rules, idleness) // a text to write asks for the same of every entity
	}
	for _, rule := range rules {
		if fault := rule(r); fault != "" {
			return fault
		}
	}
	return ""
}

// idleness returns a fault if a node had nothing to choose between.
func idleness(r *relation) string {
	if what := idle(r); what != "" {
		return "trivial: " + what
	}
	return ""
}

// called checks the rows of a lookup: a lookup of one row must match only one, the name of
// each entity must be unambiguous, and no two rows may have the same key. For a having,
// which only asks whether there are rows, it checks the names alone.
func (p *prover) called(r *relation) string {
	if r.node.Lookup() == "" {
		return ""
	}
	t := p.Domain.Tool(r.node.Lookup())
	_, rows := r.node.Do.(*plan.Call)
	for _, a := range r.lookups {
		if rows && t.Returns != domain.Many && len(a.found) > 1 {
			return fmt.Sprintf("several: %d rows for %s, of which %s returns the first", len(a.found), strings.Join(a.name, " "), t.Name)
		}
		if ambiguity := p.names.Ambiguity(t, r.from[0].entity, a.name, a.found); ambiguity != "" {
			return "ambiguous: " + ambiguity
		}
	}
	if rows {
		return duplicate(r)
	}
	return ""
}

// duplicate checks that no two rows have keys that differ only in spelling, because a count
// would count the same thing twice.
func duplicate(r *relation) string {
	seen := map[string]int{}
	spec := r.table.Spec()
	for _, row := range r.rows {
		texts, ok := textsOf(r.table, row, keyColumns(r.table))
		if !ok {
			continue
		}
		folded := value.Fold(strings.Join(texts, "\x00"))
		if other, ok := seen[folded]; ok {
			return fmt.Sprintf("duplicate: rows %d and %d of %s are both %s", other, row, spec.Name, strings.Join(texts, " "))
		}
		seen[folded] = row
	}
	return ""
}

// keyColumns returns the numbers of the columns that name a table's rows.
func keyColumns(t *corpus.Table) []int {
	var columns []int
	for _, name := range t.Spec().KeyColumns() {
		columns = append(columns, t.Column(name))
	}
	return columns
}

// Invalid returns the fault that makes a task's plan impossible to execute: it is missing,
// ill-typed or has an unbound start. It returns "" if there is none.
func Invalid(d *domain.Domain, t *task.Task) string {
	if t.Plan == nil {
		return "invalid: the task has no plan"
	}
	if _, err := t.Plan.Types(d); err != nil {
		return "invalid: " + err.Error()
	}
	for _, s := range t.Plan.Entities() {
		if s.Value == nil {
			return fmt.Sprintf("invalid: the start %s is not bound", s.Entity)
		}
	}
	return ""
}
