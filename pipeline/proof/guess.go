package proof

import (
	"fmt"
	"math/big"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// guessed checks that values were chosen from more than an answer may name: else who
// makes the right calls and names all they return is right without choosing. A yes or
// no, and which of two, are always one of two, and a count of things is often as small as
// guessable: they may be asked for beside an answer that cannot be guessed, never alone.
func (p *prover) guessed(t *task.Task) string {
	if p.sound(t) != "" || t.Plan.Template != "" {
		return "" // the first check says so; what a template asks for was not chosen
	}
	e := p.relational.evaluate(t.Plan)
	if e.reason != "" {
		return ""
	}
	even, carried := "", false
	for _, a := range e.answers(t.Plan) {
		r := e.of(a.From)
		if n := tallied(r); n != nil && n.Cmp(guessable) <= 0 {
			even = fmt.Sprintf("guess: %s: %s is a count that can be guessed: want more than %s, or another answer beside it", a.From, n.RatString(), guessable.RatString())
			continue
		}
		wanted, offered := max(1, len(r.members())), p.candidates(r)
		most := wanted + score.Slack(len(t.KeyAnswer))
		if offered == wanted || offered > most {
			carried = true
			continue
		}
		fault := fmt.Sprintf("guess: %s: %d values are chosen from %d, and the strict grader takes %d for an answer", a.From, wanted, offered, most)
		switch r.node.Do.(type) {
		case *plan.Exists, *plan.Compare:
			even = fault
		default:
			return fault
		}
	}
	if carried {
		return ""
	}
	return even
}

// guessable is the largest count that is guessed as easily as one of two: of the counts in
// tables many are from 2 to 4.
var guessable = big.NewRat(4, 1)

// tallied returns the number of a count of rows or of different values; nil for any other
// result.
func tallied(r *relation) *big.Rat {
	switch r.node.Do.(type) {
	case *plan.Count, *plan.Distinct:
		return r.data[0].number
	}
	return nil
}

// plenty is more than anybody would name.
const plenty = 1 << 20

// candidates returns how many values somebody names who makes all calls that could
// lead to an answer, whatever is to be chosen on the way, and then all that stands
// where the answer stands; as many as are wanted where nothing is chosen.
func (p *prover) candidates(r *relation) int {
	switch o := r.node.Do.(type) {
	case *plan.Project:
		base := found(r.from[0])
		return p.different(base, o.Columns) * p.ways(base) // all of them, if nothing is left out
	case *plan.DeriveAll:
		return len(r.members()) * p.ways(r)
	case *plan.Having:
		return len(r.from[0].members()) * p.ways(r.from[0])
	case *plan.Combine:
		a, b := len(r.from[0].members()), len(r.from[1].members())
		size := map[plan.Function]int{plan.Union: len(r.members()), plan.Intersection: min(a, b), plan.Difference: a}[o.Function]
		return size * min(plenty, p.ways(r.from[0])*p.ways(r.from[1]))
	}
	return p.ways(r)
}

// ways returns how many results a node could have if choices before it and its own
// were made otherwise, at most plenty. One of several rows or values can be chosen in
// as many ways as there are values, a part of a set in plenty.
func (p *prover) ways(r *relation) int {
	n := 1
	switch o := r.node.Do.(type) {
	case *plan.Start:
	case *plan.Filter, *plan.Superlative, *plan.Only:
		if base := found(r); len(base.rows) == len(r.rows) {
			n = p.ways(base)
		} else {
			n = plenty
		}
	case *plan.Project:
		base := found(r.from[0])
		switch {
		case len(base.rows) == len(r.rows):
			n = p.ways(base)
		case r.single:
			n = p.different(base, o.Columns) * p.ways(base)
		default:
			n = plenty
		}
	case *plan.Frequent:
		base := found(r.from[0])
		n = p.different(base, []string{o.Column}) * p.ways(base)
	case *plan.Mode:
		n = len(r.from[0].members()) * p.ways(r.from[0])
	case *plan.Aggregate:
		if n = p.ways(r.from[0]); o.Function == plan.Minimum || o.Function == plan.Maximum {
			base := found(r.from[0])
			n = p.different(base, []string{o.Column}) * p.ways(base)
		}
	case *plan.Exists:
		n = 2
	case *plan.Compare:
		n = p.ways(r.from[0]) + p.ways(r.from[2])
	case *plan.Having, *plan.Retrieve:
		n = plenty
	case *plan.Combine:
		if n = p.ways(r.from[0]) * p.ways(r.from[1]); o.Function != plan.Union {
			n = plenty
		}
	default:
		for _, in := range r.from {
			n = min(plenty, n*p.ways(in))
		}
	}
	return min(plenty, n)
}

// found returns the lookup that rows were chosen from.
func found(rows *relation) *relation {
	for rows.asked == nil {
		rows = rows.from[0]
	}
	return rows
}

// different returns how many different values stand in columns of rows, the parts of
// an entity being one.
func (p *prover) different(rows *relation, columns []string) int {
	all := &relation{width: len(columns)}
	for _, row := range rows.rows {
		var data []datum
		for _, column := range columns {
			cell, _, _ := p.relational.cell(rows.table, row, column)
			data = append(data, cell...)
		}
		if len(data)%len(columns) == 0 {
			all.data = append(all.data, data...)
		}
	}
	return len(all.members())
}
