package proof

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// unique checks that the data has exactly one reading of the plan. What the
// evaluation demands of cells, rankings and sets it demands here; beyond it, a
// lookup of one row must find no second, because the tools return the first
// without a word, a set must hold nothing twice, names must be unambiguous, every
// node must have something to choose between, and a chain must not return.
//
// An entity that stands in several tables is no fault: a plan names the table it
// asks by the tool.
func (p *prover) unique(_ context.Context, t *task.Task) (string, error) {
	if fault := Invalid(p.Domain, t); fault != "" {
		return fault, nil
	}
	guards := guardsOf(t.Plan)
	for _, n := range t.Plan.Nodes {
		if guards[n.Name] == nil {
			return "trivial: " + n.Name + ": no answer comes of it", nil
		}
	}
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return string(e.reason) + ": " + e.detail, nil
	}
	for _, r := range e.relations {
		if fault := p.reading(r); fault != "" {
			reason, detail, _ := strings.Cut(fault, ": ")
			return reason + ": " + r.node.Name + ": " + detail, nil
		}
	}
	return "", nil
}

// reading says what leaves the reading of one node open, or "".
func (p *prover) reading(r *relation) string {
	for _, rule := range []func(*relation) string{p.called, p.spelling, p.revisited, returned, repeated, idleness} {
		if fault := rule(r); fault != "" {
			return fault
		}
	}
	return ""
}

// idleness says what a node had nothing to choose between.
func idleness(r *relation) string {
	if what := idle(r); what != "" {
		return "trivial: " + what
	}
	return ""
}

// called checks that a lookup found what the question says: one row, or every row
// of a set, of each entity that a name names. Whether a lookup knows anything at all
// is a matter of names alone.
func (p *prover) called(r *relation) string {
	if r.node.Lookup() == "" {
		return ""
	}
	t := p.Domain.Tool(r.node.Lookup())
	_, rows := r.node.Do.(*plan.Call)
	for _, a := range r.asked {
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

// duplicate checks that no two rows found have keys that differ only in spelling:
// who counts them would count one thing twice.
func duplicate(r *relation) string {
	seen := map[string]int{}
	spec := r.table.Spec()
	column := r.table.Column(spec.Key)
	for _, row := range r.rows {
		c := r.table.Cell(row, column)
		text, ok := textOf(c.Source)
		if !ok || c.State != value.Present {
			continue
		}
		folded := value.Fold(text)
		if other, ok := seen[folded]; ok {
			return fmt.Sprintf("duplicate: rows %d and %d of %s are both %s", other, row, spec.Name, text)
		}
		seen[folded] = row
	}
	return ""
}

// Invalid says why a task's plan cannot be executed at all, or "".
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
