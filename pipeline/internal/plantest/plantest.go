// Package plantest makes programs from paths, for tests of packages that work on programs.
// It does not look at the rows, so some of the programs have no answer.
package plantest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ProgramEnding is the chain of operations that leads from the rows of a program's last
// lookup to its answer.
type ProgramEnding struct {
	// Do holds the operations in order. The first reads the lookup's rows, each other the
	// result of the operation before it.
	Do []plan.Operation
	// Form is the form of the answer.
	Form plan.Form
}

// Endings returns endings that answer one of [plan.Targets] from the rows of a path's last
// hop, in a fixed order. For a lookup of one row, the ending reads the row. For a set, the
// endings count, aggregate or list all rows, or read one: an end of a ranking or the only
// row; then the same for the rows of each year.
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

// whole returns the endings that use all rows, for a column or for none.
func whole(c *domain.Column) plan.Operation {
	switch {
	case c == nil:
		return &plan.Count{}
	case c.Kind.Numeric() && c.Kind != domain.KindRatio:
		return &plan.Aggregate{Function: plan.Sum, Column: c.Name}
	}
	return read(c.Name)
}

// single returns the moves that take one row of a set.
func single(table *domain.Table) []plan.Operation {
	var all []plan.Operation
	for i := range table.Columns {
		if c := &table.Columns[i]; c.Kind.Numeric() || c.Kind == domain.KindDate {
			all = append(all, &plan.Superlative{Column: c.Name, Order: plan.Max}, &plan.Superlative{Column: c.Name, Order: plan.Min})
		}
	}
	return append(all, &plan.Only{})
}

// ofYears returns the filters of a set by the years of its days.
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

// Assemble makes the program of a path from a move for each hop except the last, and an
// ending for the last. Its start is unbound. It panics unless there is one move fewer than
// hops.
func Assemble(p plan.Path, moves []plan.Move, e ProgramEnding) *plan.Program {
	prog := new(plan.Program)
	_, _, at := prog.Chain(p, moves)
	for _, op := range e.Do {
		at = prog.Add(op, at)
	}
	prog.Answers = []plan.AnswerSpec{{From: at, Form: e.Form}}
	return prog
}

// EveryNth yields every n-th of the paths that [plan.Graph.Paths] yields, the n-th first.
func EveryNth(g *plan.Graph, hops, n int) iter.Seq[plan.Path] {
	return func(yield func(plan.Path) bool) {
		at := 0
		g.Grow(hops, func(p plan.Path) bool {
			if len(p.Hops) < hops {
				return true
			}
			at++
			return at%n == 0
		})(yield)
	}
}

// Programs returns at most n different programs for a path and one of [plan.Targets], drawn
// with r. Their starts are unbound. Equal seeds give equal programs in equal order. There
// are fewer than n if draws repeat, but at least one for n >= 1, and none if a hop has no moves.
// Programs returns an error
// for a path that does not belong to the domain.
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
			if len(all) == 0 {
				return nil, nil // no row of a lookup can be chosen
			}
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
