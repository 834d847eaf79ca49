package proof

import (
	"context"
	"fmt"
	"strings"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/value"
)

// unique checks that the data has exactly one reading of the plan. What the
// evaluation demands of cells, rankings and sets it demands here; beyond it, a
// lookup of one row must find no second, because the tools return the first
// without a word, a set must hold nothing twice, names must be unambiguous, and a
// chain must not return.
//
// An entity that stands in several tables is no fault: a plan names the table it
// asks by the tool.
func (p *prover) unique(_ context.Context, t *task.Task) (string, error) {
	if fault := p.sound(t); fault != "" {
		return fault, nil
	}
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return string(e.reason) + ": " + e.detail, nil
	}
	for _, r := range e.relations {
		fault := ""
		switch o := r.node.Do.(type) {
		case *plan.Call:
			fault = p.call(r, p.Domain.Tool(o.Tool))
		case *plan.Project:
			fault = returned(r)
		}
		if _, ok := r.node.Do.(*plan.Compare); fault == "" && r.name != nil && !ok {
			fault = p.revisited(r)
		}
		if what := idle(r); fault == "" && what != "" {
			fault = "trivial: " + what
		}
		if fault != "" {
			reason, detail, _ := strings.Cut(fault, ": ")
			return reason + ": " + r.node.Name + ": " + detail, nil
		}
	}
	return "", nil
}

// call checks that a lookup found what the question says: one row, or every row
// of a set, of the one entity that the name names.
func (p *prover) call(r *relation, t *domain.Tool) string {
	for _, a := range r.asked {
		if t.Returns != domain.Many && len(a.found) > 1 {
			return fmt.Sprintf("several: %d rows for %s, of which %s returns the first", len(a.found), strings.Join(a.name, " "), t.Name)
		}
		if fault := p.names.fault(t, p.Corpus.Table(t.Table), r.from[0].entity, a.name, a.found); fault != "" {
			return fault
		}
	}
	return duplicate(r)
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

// revisited checks that the entity a node names is none the chain came through.
func (p *prover) revisited(r *relation) string {
	own := p.names.canonical(r.entity, r.name)
	found := ""
	ancestors(r, func(a *relation) {
		if a.name != nil && a.entity == r.entity && p.names.canonical(a.entity, a.name) == own {
			found = fmt.Sprintf("repeated: %s again, as at %s", strings.Join(r.name, " "), a.node.Name)
		}
	})
	return found
}

// returned checks that the single row a value or link is taken from is none the
// chain took another from before.
func returned(r *relation) string {
	if !r.single {
		return ""
	}
	found := ""
	ancestors(r, func(a *relation) {
		_, project := a.node.Do.(*plan.Project)
		if project && a.single && a.table == r.table && a.rows[0] == r.rows[0] {
			found = fmt.Sprintf("repeated: row %d of %s again, as at %s", r.rows[0], r.table.Spec().Name, a.node.Name)
		}
	})
	return found
}

// ancestors calls f for every relation that r was worked out from.
func ancestors(r *relation, f func(*relation)) {
	for _, a := range r.from {
		f(a)
		ancestors(a, f)
	}
}

// sound says why a task's plan cannot be executed at all, or "".
func (p *prover) sound(t *task.Task) string {
	if t.Plan == nil {
		return "invalid: the task has no plan"
	}
	if _, err := t.Plan.Types(p.Domain); err != nil {
		return "invalid: " + err.Error()
	}
	for _, s := range t.Plan.Entities() {
		if s.Value == nil {
			return fmt.Sprintf("invalid: the start %s is not bound", s.Entity)
		}
	}
	return ""
}
