// Package plantest makes programs of paths for the tests of packages that work on
// programs. It knows nothing of the rows: some of the programs have answers, others
// none.
package plantest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ProgramEnding is what a program does with the rows of its last lookup to answer.
type ProgramEnding struct {
	// Do are the operations in order, each reading the one before, the first the
	// lookup's rows.
	Do []plan.Operation
	// Form is the form of the answer.
	Form plan.Form
}

// Endings returns ways in which the rows of a path's last hop answer for one of
// [plan.Targets], in a fixed order. What a lookup of one row finds is read. Of a set
// all rows are counted, added up or listed, or one is read: the end of a ranking or
// the only one; then the same of the rows of each year.
func Endings(d *domain.Domain, last *plan.Hop, target string, years plan.Years) []ProgramEnding {
	t := d.Tool(last.Tool)
	table := d.Table(t.Table)
	c := table.Column(target) // nil for plan.Rows
	form := plan.Form{Style: plan.StyleCount}
	if c != nil {
		form = plan.FormOf(c)
	}
	if t.Returns != domain.Many {
		return []ProgramEnding{{[]plan.Operation{read(target)}, form}}
	}
	var endings []ProgramEnding
	add := func(set []plan.Operation, do ...plan.Operation) {
		endings = append(endings, ProgramEnding{slices.Concat(set, do), form})
	}
	for _, sets := range [][][]plan.Operation{{nil}, ofYears(table, years)} {
		for _, set := range sets {
			add(set, whole(c))
		}
		for _, set := range sets {
			if c == nil {
				continue
			}
			for _, one := range single(table) {
				add(set, one, read(target))
			}
		}
	}
	return endings
}

func read(column string) plan.Operation { return &plan.Project{Columns: []string{column}} }

// whole answers with all rows, for a column or for none.
func whole(c *domain.Column) plan.Operation {
	switch {
	case c == nil:
		return &plan.Count{}
	case c.Kind.Numeric() && c.Kind != domain.KindRatio:
		return &plan.Aggregate{Function: plan.Sum, Column: c.Name}
	}
	return read(c.Name)
}

// single are the ways to take one row of a set.
func single(table *domain.Table) []plan.Operation {
	var all []plan.Operation
	for i := range table.Columns {
		if c := &table.Columns[i]; c.Kind.Numeric() || c.Kind == domain.KindDate {
			all = append(all, &plan.Superlative{Column: c.Name, Order: plan.Max}, &plan.Superlative{Column: c.Name, Order: plan.Min})
		}
	}
	return append(all, &plan.Only{})
}

// ofYears are the filters of a set by the years of its days.
func ofYears(table *domain.Table, years plan.Years) [][]plan.Operation {
	var all [][]plan.Operation
	for i := range table.Columns {
		if c := &table.Columns[i]; c.Kind == domain.KindDate {
			for _, y := range years(table.Name, c.Name) {
				all = append(all, []plan.Operation{&plan.Filter{Column: c.Name, Comparison: plan.Year, Operand: y}})
			}
		}
	}
	return all
}

// Assemble makes the program of a path from a move for each hop but the last and an
// ending for the last, its start unbound. It panics unless there are that many moves.
func Assemble(p plan.Path, moves []plan.Move, e ProgramEnding) *plan.Program {
	prog := new(plan.Program)
	_, _, at := prog.Chain(p, moves)
	for _, op := range e.Do {
		at = prog.Add(op, at)
	}
	prog.Answers = []plan.AnswerSpec{{From: at, Form: e.Form}}
	return prog
}

// Programs returns at most n programs for a path and one of [plan.Targets], their
// starts unbound, no two equal, drawn with r: equal seeds give equal programs in equal
// order. There are fewer than n where draws repeat, at least one for n from 1. The
// error is for a path that is none of the domain's.
func Programs(d *domain.Domain, p plan.Path, target string, n int, years plan.Years, r *rand.Rand) ([]*plan.Program, error) {
	endings := Endings(d, &p.Hops[len(p.Hops)-1], target, years)
	var out []*plan.Program
	for range 4 * n {
		if len(out) == n {
			break
		}
		moves := make([]plan.Move, len(p.Hops)-1)
		for i := range moves {
			all := plan.Moves(d, &p.Hops[i], &p.Hops[i+1], years)
			moves[i] = all[r.IntN(len(all))]
		}
		prog := Assemble(p, moves, endings[r.IntN(len(endings))])
		if _, err := prog.Types(d); err != nil {
			return nil, fmt.Errorf("path %s, target %s: %w", p, target, err)
		}
		if !slices.ContainsFunc(out, prog.Equal) {
			out = append(out, prog)
		}
	}
	return out, nil
}
