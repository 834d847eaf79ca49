package plan

import (
	"fmt"
	"slices"

	"taskgrove/pipeline/domain"
)

// Move is what a program does with the rows of one lookup to get the entity the
// next hop is asked about: it narrows a set to one row, if there is a set, and
// takes the entity from it.
type Move struct {
	// Do are the operations in order, each reading the one before, the first the
	// lookup's rows.
	Do []Operation
	// Filtered tells a move that first leaves rows out.
	Filtered bool
}

// Ending is what a program does with the rows of its last lookup to answer.
type Ending struct {
	Move
	// Form is the form of the answer.
	Form Form
}

// Years returns the years, four digits each, that occur in a column of days.
type Years func(table, column string) []string

// Moves returns every way from one hop to the next, in a fixed order: unfiltered
// ones first.
func Moves(d *domain.Domain, from, to *Hop, years Years) []Move {
	t := d.Tool(from.Tool)
	links := HopLinks(d, from, to)
	var moves []Move
	for _, n := range narrow(d, t, years) {
		for _, link := range links {
			moves = append(moves, n.then(&Project{Columns: link}))
		}
	}
	if t.Returns != domain.Many {
		return moves
	}
	for _, link := range links {
		if len(link) == 1 {
			moves = append(moves, Move{Do: []Operation{&Frequent{Column: link[0]}}})
		}
	}
	for _, n := range append(places(d, t), roles(d, from)...) {
		for _, link := range links {
			moves = append(moves, n.then(&Project{Columns: link}))
		}
	}
	return moves
}

// places returns the ways to take the second row of a ranking.
func places(d *domain.Domain, t *domain.Tool) []Move {
	var moves []Move
	for _, c := range rankedColumns(d, t) {
		for _, order := range []Order{Max, Min} {
			moves = append(moves, Move{Do: []Operation{&Superlative{Column: c, Order: order, Rank: 2}}})
		}
	}
	return moves
}

// roles returns the ways to take one of the rows in which the entity asked about
// plays a role: the end of a ranking or the only row.
func roles(d *domain.Domain, h *Hop) []Move {
	t := d.Tool(h.Tool)
	var moves []Move
	for _, role := range Roles(d, t, h.Accepts) {
		set := Move{Do: []Operation{&Filter{Column: role, Comparison: Names}}, Filtered: true}
		for _, c := range rankedColumns(d, t) {
			moves = append(moves, set.then(&Superlative{Column: c, Order: Max}), set.then(&Superlative{Column: c, Order: Min}))
		}
		moves = append(moves, set.then(&Only{}))
	}
	return moves
}

// Roles returns the columns of what a lookup returns that can name the entity it was
// asked about beside those it matched: as plaintiff, as defendant. Order is that of
// the table.
func Roles(d *domain.Domain, t *domain.Tool, accepted string) []string {
	if len(d.Entity(accepted).Parts) > 0 {
		return nil
	}
	var names []string
	for _, link := range Links(d, t, accepted, accepted) {
		names = append(names, link[0])
	}
	return names
}

// rankedColumns returns the columns by which the rows of a lookup can be ranked.
func rankedColumns(d *domain.Domain, t *domain.Tool) []string {
	return columns(d, t, func(c *domain.Column) bool { return c.Kind.Numeric() || c.Kind == domain.KindDate })
}

// Endings returns every way the rows of a path's last hop can answer for a target,
// in a fixed order: unfiltered ones first.
func Endings(d *domain.Domain, last *Hop, target string, years Years) []Ending {
	t := d.Tool(last.Tool)
	var c *domain.Column
	form := Form{Style: StyleCount}
	if target != Rows {
		c = d.Table(t.Table).Column(target)
		form = FormOf(c)
	}
	var endings []Ending
	add := func(m Move) { endings = append(endings, Ending{m, form}) }
	if t.Returns != domain.Many {
		if c != nil {
			add(Move{Do: []Operation{&Project{Columns: []string{target}}}})
		}
		return endings
	}
	for _, set := range filters(d, t, years) {
		switch {
		case c == nil:
			add(set.then(&Count{}))
			continue
		case c.Kind.Numeric() && c.Kind != domain.KindRatio:
			add(set.then(&Aggregate{Function: Sum, Column: target}))
		default:
			add(set.then(&Project{Columns: []string{target}}))
		}
	}
	if c == nil {
		return endings
	}
	for _, one := range narrow(d, t, years) {
		add(one.then(&Project{Columns: []string{target}}))
	}
	slices.SortStableFunc(endings, func(a, b Ending) int { return order(a.Filtered) - order(b.Filtered) })
	return endings
}

func order(filtered bool) int {
	if filtered {
		return 1
	}
	return 0
}

func (m Move) then(op Operation) Move {
	return Move{Do: append(slices.Clone(m.Do), op), Filtered: m.Filtered}
}

// filters returns the ways to take the rows of a lookup of many: all of them, then
// those of each year in each column of days.
func filters(d *domain.Domain, t *domain.Tool, years Years) []Move {
	moves := []Move{{}}
	for _, c := range columns(d, t, func(c *domain.Column) bool { return c.Kind == domain.KindDate }) {
		for _, y := range years(t.Table, c) {
			moves = append(moves, Move{Do: []Operation{&Filter{Column: c, Comparison: Year, Operand: y}}, Filtered: true})
		}
	}
	return moves
}

// narrow returns the ways to get one row of what a lookup returns: nothing to do
// for a lookup of one; for many the end of a ranking or the only row, of all or of
// a year.
func narrow(d *domain.Domain, t *domain.Tool, years Years) []Move {
	if t.Returns != domain.Many {
		return []Move{{}}
	}
	ranked := rankedColumns(d, t)
	var moves []Move
	for _, set := range filters(d, t, years) {
		for _, c := range ranked {
			moves = append(moves, set.then(&Superlative{Column: c, Order: Max}), set.then(&Superlative{Column: c, Order: Min}))
		}
		moves = append(moves, set.then(&Only{}))
	}
	return moves
}

func columns(d *domain.Domain, t *domain.Tool, want func(*domain.Column) bool) []string {
	var names []string
	table := d.Table(t.Table)
	for i := range table.Columns {
		if want(&table.Columns[i]) {
			names = append(names, table.Columns[i].Name)
		}
	}
	return names
}

// Assemble makes the program of a path from a move for each hop but the last and
// an ending for the last, its start unbound. It panics unless there are that many.
func Assemble(p Path, moves []Move, e Ending) *Program {
	prog := new(Program)
	_, asked, rows := prog.Chain(p, moves)
	prog.Answers = []Answer{{From: prog.take(e.Move, asked, rows), Form: e.Form}}
	return prog
}

// Legs returns the program of a single hop and, as alternatives, every one of the
// moves, from the entity the hop starts from to the entity the next one does. Its
// answers are where the moves end, one each in order, in plain text; what moves of
// one call of [Moves] share is there once.
func Legs(h Hop, entity string, moves []Move) *Program {
	prog := new(Program)
	asked := prog.Add(&Start{Entity: entity})
	if h.Derivation != "" {
		asked = prog.Add(&Derive{Derivation: h.Derivation}, asked)
	}
	rows := prog.Add(&Call{Tool: h.Tool}, asked)
	type use struct {
		of string
		do Operation
	}
	shared := map[use]string{}
	for _, m := range moves {
		at := rows
		for _, op := range m.Do {
			u := use{at, op}
			if shared[u] == "" {
				shared[u] = prog.Add(op, reads(op, at, asked)...)
			}
			at = shared[u]
		}
		prog.Answers = append(prog.Answers, Answer{From: at, Form: Form{Style: StyleText}})
	}
	return prog
}

// nodeName names the n-th node, from 1.
func nodeName(n int) string { return fmt.Sprintf("r%d", n) }
