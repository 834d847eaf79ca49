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
	return moves
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
		case numeric(c) && c.Kind != domain.KindRatio:
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
	ranked := columns(d, t, func(c *domain.Column) bool { return numeric(c) || c.Kind == domain.KindDate })
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
	if len(moves) != len(p.Hops)-1 {
		panic(fmt.Sprintf("plan: %d moves for %d hops", len(moves), len(p.Hops)))
	}
	prog := new(Program)
	at := prog.add(&Start{Entity: p.Start})
	for i, h := range p.Hops {
		m := e.Move
		if i < len(moves) {
			m = moves[i]
		}
		at = prog.hop(h, m, at)
	}
	prog.Answers = []Answer{{From: at, Form: e.Form}}
	return prog
}

// Legs returns the program of a single hop and, as alternatives, every one of the
// moves, from the entity the hop starts from to the entity the next one does. Its
// answers are where the moves end, one each in order, in plain text; what moves of
// one call of [Moves] share is there once.
func Legs(h Hop, entity string, moves []Move) *Program {
	prog := new(Program)
	rows := prog.hop(h, Move{}, prog.add(&Start{Entity: entity}))
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
				shared[u] = prog.add(op, at)
			}
			at = shared[u]
		}
		prog.Answers = append(prog.Answers, Answer{From: at, Form: Form{Style: StyleText}})
	}
	return prog
}

func (p *Program) hop(h Hop, m Move, at string) string {
	if h.Derivation != "" {
		at = p.add(&Derive{Derivation: h.Derivation}, at)
	}
	at = p.add(&Call{Tool: h.Tool}, at)
	for _, op := range m.Do {
		at = p.add(op, at)
	}
	return at
}

func (p *Program) add(op Operation, from ...string) string {
	name := fmt.Sprintf("r%d", len(p.Nodes)+1)
	p.Nodes = append(p.Nodes, Node{Name: name, From: from, Do: op})
	return name
}
