package plan

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
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

// Years returns the years, four digits each, that occur in a column of days.
type Years func(table, column string) []string

// Moves returns every way from one hop to the next, in a fixed order: those of the
// first of [Picks] with every link, the most frequent name of every link that is one
// column, those of the second of Picks with every link.
func Moves(d *domain.Domain, from, to *Hop, years Years) []Move {
	links := HopLinks(d, from, to)
	first, more := Picks(d, from, years)
	moves := with(first, links)
	if d.Tool(from.Tool).Returns != domain.Many {
		return moves
	}
	for _, link := range links {
		if len(link) == 1 {
			moves = append(moves, Move{Do: []Operation{&Frequent{Column: link[0]}}})
		}
	}
	return append(moves, with(more, links)...)
}

// with returns the moves that take each link from each pick.
func with(picks []Move, links [][]string) []Move {
	var moves []Move
	for _, p := range picks {
		for _, link := range links {
			moves = append(moves, p.then(&Project{Columns: link}))
		}
	}
	return moves
}

// Picks returns the ways to get one row of what a hop's lookup returns, in a fixed
// order: first those of all rows, and of the rows of a year, by the end of a ranking
// or as the only one, unfiltered ones first; then, of a set, the second place of a
// ranking, and those of the rows in which the entity asked about plays a role.
func Picks(d *domain.Domain, h *Hop, years Years) (first, more []Move) {
	t := d.Tool(h.Tool)
	first = narrow(d, t, years)
	if t.Returns == domain.Many {
		more = append(places(d, t), roles(d, h)...)
	}
	return first, more
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

// HopAlternatives returns a program that makes every one of the moves after a single hop,
// side by side. It leads from an entity that the hop accepts to the entities that the next
// hop starts from. Its answers are where the moves end, one for each move in order, as
// plain text. Operations that moves of one call of [Moves] share stand in it once.
func HopAlternatives(h Hop, entity string, moves []Move) *Program {
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
		prog.Answers = append(prog.Answers, AnswerSpec{From: at, Form: Form{Style: StyleText}})
	}
	return prog
}

// nodeName names the n-th node, from 1.
func nodeName(n int) string { return fmt.Sprintf("r%d", n) }
