package plan

import (
	"strings"

	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Move is the chain of operations that leads from the rows of one lookup to the entity
// passed to the next hop: it narrows a set of rows to one row and takes the entity from it.
type Move struct {
	// Do holds the operations in order. The first reads the lookup's rows, each other the
	// result of the operation before it.
	Do []Operation
	// Filtered is true if the move starts with a filter.
	Filtered bool
}

// Unusual reports whether people would seldom choose a row as a move does: by a later place of
// a ranking.
func (m *Move) Unusual() bool {
	return slices.ContainsFunc(m.Do, func(op Operation) bool {
		o, ok := op.(*Superlative)
		return ok && o.Rank > 1
	})
}

// ChoosesRow reports whether a move takes a row at an end of a ranking, or near it.
func (m *Move) ChoosesRow() bool {
	return slices.ContainsFunc(m.Do, func(op Operation) bool { _, ok := op.(*Superlative); return ok })
}

// Years is a function that returns the years, of four digits each, that occur in a column
// of days, in a fixed order.
type Years func(table, column string) []string

// Moves returns every move from one hop to the next, in a fixed order: each row that
// [Picks] returns first, with each link ([HopLinks]); then the most frequent name for
// each link of one column that rows can be grouped by; then each row that Picks returns second, with each link. The
// last two groups exist only for lookups that return a set.
func Moves(d *domain.Domain, from, to *Hop, years Years) []Move {
	links := HopLinks(d, from, to)
	first, more := Picks(d, from, years)
	moves := with(first, links)
	if d.Tool(from.Tool).Returns != domain.Many {
		return moves
	}
	for _, link := range links {
		if Countable(d, d.Table(d.Tool(from.Tool).Table), link) {
			moves = append(moves, Move{Do: []Operation{&Frequent{Column: link[0]}}})
		}
	}
	return append(moves, with(more, links)...)
}

// Countable reports whether questions go on from the most frequent name of a link: the link is
// one column, by which rows can be grouped, and the domain declares no matters. Nobody who has one
// in hand looks for whoever occurs most often.
func Countable(d *domain.Domain, t *domain.Table, link []string) bool {
	return len(d.Matters) == 0 && len(link) == 1 && t.Column(link[0]).Groups() && !strings.Contains(t.Column(link[0]).Entity, ".")
}

// with returns the moves that take each link from the row of each pick.
func with(picks []Move, links [][]string) []Move {
	var moves []Move
	for _, p := range picks {
		for _, link := range links {
			moves = append(moves, p.then(&Project{Columns: link}))
		}
	}
	return moves
}

// Picks returns the moves that narrow the rows of a hop's lookup to one row, in a fixed
// order. The moves in first take the row at an end of a ranking, or the only row: of all
// rows, and then of the rows of each year. The moves in more exist only if the lookup
// returns a set: they take the row in the second place of a ranking, or a row among those
// that name the looked-up entity in a role ([Roles]). Years gives the years of a column. Where the
// domain declares matters, a row at an end is the latest or the largest of all, and no row is in the
// second place: "the order of 2020" is known by its number to whoever knows of it.
func Picks(d *domain.Domain, h *Hop, years Years) (first, more []Move) {
	t := d.Tool(h.Tool)
	first = narrow(d, t, years)
	if t.Returns == domain.Many {
		more = append(places(d, t), roles(d, h)...)
	}
	return first, more
}

// places returns the moves that take the second row of a ranking from its upper end: people
// ask on about the second highest amount or the second latest case, hardly about the second
// lowest.
func places(d *domain.Domain, t *domain.Tool) []Move {
	if len(d.Matters) > 0 {
		return nil
	}
	var moves []Move
	for _, c := range rankedColumns(d, t) {
		moves = append(moves, Move{Do: []Operation{&Superlative{Column: c, Order: Max, Rank: 2}}})
	}
	return moves
}

// roles returns the moves that take one of the rows that name the looked-up entity in a
// role: an end of a ranking, or the only row unless the lookup is plural.
func roles(d *domain.Domain, h *Hop) []Move {
	t := d.Tool(h.Tool)
	var moves []Move
	for _, role := range Roles(d, t, h.Accepts) {
		set := Move{Do: []Operation{&Filter{Column: role, Comparison: Names}}, Filtered: true}
		for _, end := range ends(d, t) {
			moves = append(moves, set.then(end))
		}
		if !t.Plural {
			moves = append(moves, set.then(&Only{}))
		}
	}
	return moves
}

// Roles returns, in table order, the columns besides the matched ones that can name the
// entity given to a lookup, such as buyer and seller. For an entity of several parts
// it returns nil.
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

// rankedColumns returns the columns by which a row of a lookup is chosen, see [Chooses].
func rankedColumns(d *domain.Domain, t *domain.Tool) []string {
	return columns(d, t, func(c *domain.Column) bool { return Chooses(d, t.Table, c) })
}

// Chooses reports whether an end of a ranking by a column chooses a row of a table: the table is
// ranked by it ([domain.Domain.Ranks]) and, where the domain declares matters, it is no share, of
// which many have the largest, 100 %.
func Chooses(d *domain.Domain, table string, c *domain.Column) bool {
	return d.Ranks(table, c) && (c.Kind != domain.KindRatio || len(d.Matters) == 0)
}

// ends returns the operations that take the row at an end of a ranking: the latest and the
// earliest, but of amounts and shares only the largest, since nobody asks on about the
// smallest.
func ends(d *domain.Domain, t *domain.Tool) []Operation {
	var all []Operation
	for _, c := range rankedColumns(d, t) {
		all = append(all, &Superlative{Column: c, Order: Max})
		if d.Table(t.Table).Column(c).Kind == domain.KindDate && len(d.Matters) == 0 {
			all = append(all, &Superlative{Column: c, Order: Min})
		}
	}
	return all
}

func (m Move) then(op Operation) Move {
	return Move{Do: append(slices.Clone(m.Do), op), Filtered: m.Filtered}
}

// filters returns the moves that select rows of a lookup that returns a set: all rows, then
// the rows of each year in each column of days by which rows are ranked, where the domain declares
// no matters.
func filters(d *domain.Domain, t *domain.Tool, years Years) []Move {
	moves := []Move{{}}
	if len(d.Matters) > 0 {
		return moves
	}
	for _, c := range columns(d, t, func(c *domain.Column) bool { return c.Kind == domain.KindDate && d.Ranks(t.Table, c) }) {
		for _, y := range years(t.Table, c) {
			moves = append(moves, Move{Do: []Operation{&Filter{Column: c, Comparison: Year, Operand: y}}, Filtered: true})
		}
	}
	return moves
}

// narrow returns the moves that narrow a lookup's rows to one: the empty move for a lookup
// of one row, otherwise an end of a ranking or the only row, of all rows or of a year. A
// plural lookup has no only row of all, and one that is so in each year none of a year.
func narrow(d *domain.Domain, t *domain.Tool, years Years) []Move {
	if t.Returns != domain.Many {
		return []Move{{}}
	}
	var moves []Move
	for _, set := range filters(d, t, years) {
		for _, end := range ends(d, t) {
			moves = append(moves, set.then(end))
		}
		if set.Filtered && !t.Yearly || !t.Plural {
			moves = append(moves, set.then(&Only{}))
		}
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

// HopAlternatives returns a program that makes one hop and then all the given moves in
// parallel. It leads from an entity of the given type to the entities that the next hop
// starts from. It has one answer for each move, in order: the result of the move as plain
// text. Operations that moves from the same call of [Moves] share occur in it once.
func HopAlternatives(h Hop, entity string, moves []Move) *Program {
	prog := new(Program)
	asked := prog.Add(&Start{Entity: entity})
	if h.Derivation != "" {
		asked = prog.Add(&Derive{Derivation: h.Derivation}, asked)
	}
	rows := prog.Add(&Call{Tool: h.Tool}, asked)
	type use struct { // an operation on a node
		node string
		do   Operation
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
