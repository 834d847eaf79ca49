package lexical

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Bounds of the walk.
const (
	most   = 5  // lookups in a plan
	width  = 40 // plans that are extended at a time
	trials = 12 // plans that are run
)

// planSearch is one beam search under way.
type planSearch struct {
	*attempt
	found   *entity
	reading *reading
	// demanded is the kind of answer asked for, see [demanded].
	demanded domain.ColumnKind
	ends     best[completePlan]
	next     best[*state] // what the plans under way become
}

// state is a plan that leads to an entity or a set of entities.
type state struct {
	before *state
	ops    []plan.Operation // behind those of before
	entity string
	set    bool
	hop    *plan.Hop // the last one; nil at the start
	link   []string
	row    []float64
}

// completePlan is a complete plan.
type completePlan struct {
	of    *state
	ops   []plan.Operation // behind those of of, up to rows or to what is asked
	asked planAnswers
}

// programs returns the plans that match best, best first.
func (w *planSearch) programs() []*plan.Program {
	var beam []*state
	for _, e := range w.found.types {
		beam = append(beam, &state{ops: []plan.Operation{&plan.Start{Entity: e, Value: w.found.parts}}, entity: e, row: w.reading.first()})
	}
	w.ends.most = trials
	for range most {
		w.next = best[*state]{most: width}
		for _, s := range beam {
			for _, h := range w.hops(s) {
				w.extend(s, h)
			}
		}
		beam = w.next.items
	}
	var programs []*plan.Program
	for i := range w.ends.items {
		programs = append(programs, w.ends.items[i].program(w.domain))
	}
	return programs
}

// best keeps so many of the items that score most, best first; of those that score as
// much, those that came first.
type best[T any] struct {
	most   int
	items  []T
	scores []float64
}

// admits reports whether an item of that score would be kept.
func (b *best[T]) admits(score float64) bool {
	return len(b.items) < b.most || score > b.scores[len(b.scores)-1]
}

// add keeps an item if it is one of the best.
func (b *best[T]) add(score float64, item T) {
	if !b.admits(score) {
		return
	}
	at := len(b.scores)
	for at > 0 && b.scores[at-1] < score {
		at--
	}
	b.items, b.scores = slices.Insert(b.items, at, item), slices.Insert(b.scores, at, score)
	if len(b.items) > b.most {
		b.items, b.scores = b.items[:b.most], b.scores[:b.most]
	}
}

// hops returns the lookups that can be asked about what a plan leads to, in the
// domain's order, without those that only return where the plan came from.
func (w *planSearch) hops(s *state) (hops []plan.Hop) {
	add := func(derivation, accepts string) {
		for i := range w.domain.Tools {
			t := &w.domain.Tools[i]
			h := plan.Hop{Derivation: derivation, Accepts: accepts, Tool: t.Name}
			if !slices.Contains(plan.Accepts(w.domain, t), accepts) {
				continue
			}
			if s.hop == nil || slices.ContainsFunc(plan.HopLinks(w.domain, s.hop, &h), func(link []string) bool { return slices.Equal(link, s.link) }) {
				hops = append(hops, h)
			}
		}
	}
	add("", s.entity)
	for i := range w.domain.Derivations {
		if v := &w.domain.Derivations[i]; v.From == s.entity && v.Pattern != "" && !s.set {
			add(v.Name, v.To)
		}
	}
	return hops
}

// extend keeps the plans that go on by a lookup and one column of what it found, and the
// complete ones that ask for something of it.
func (w *planSearch) extend(s *state, h plan.Hop) {
	t := w.domain.Tool(h.Tool)
	var ops []plan.Operation
	if h.Derivation != "" {
		ops = append(ops, &plan.Derive{Derivation: h.Derivation})
	}
	ops = append(ops, &plan.Call{Tool: h.Tool, Each: s.set})
	row := atCost(w.reading.best(s.row, w.lexicon.lookup(&h)...), costLookup)
	found := rows{tool: t, accepts: h.Accepts, ops: ops, set: s.set || t.Returns == domain.Many, row: row}
	for _, r := range w.narrowed(&found) {
		w.finish(s, &r)
		for i := range w.domain.Entities {
			e := &w.domain.Entities[i]
			for _, link := range plan.Links(w.domain, t, h.Accepts, e.Name) {
				to := state{before: s, entity: e.Name, set: r.set, hop: returning(h, e.Name), link: link}
				last := link[len(link)-1]
				w.lead(&r, to, &plan.Project{Columns: link}, w.named(t, e, last)...)
				if r.set && len(link) == 1 && w.reading.has(cueFrequent) {
					to.set = false
					w.lead(&r, to, &plan.Frequent{Column: last}, w.lexicon.terms(false, cueFrequent, w.lexicon.called(t, last)))
				}
			}
		}
	}
}

// returning is a hop with what it returns.
func returning(h plan.Hop, entity string) *plan.Hop {
	h.Returns = entity
	return &h
}

// lead keeps the plan that goes on from rows by an operation, which a question can speak
// of in several ways, unless it cannot be one of the best.
func (w *planSearch) lead(r *rows, to state, op plan.Operation, ways ...[]term) {
	reached := slices.Max(r.row)
	if !slices.ContainsFunc(ways, func(way []term) bool { gain, _ := w.reading.gain(way); return w.next.admits(reached + gain) }) {
		return
	}
	to.row = w.reading.best(r.row, ways...)
	if score := slices.Max(to.row); w.next.admits(score) {
		to.ops = with(r.ops, op)
		w.next.add(score, &to)
	}
}

// named returns the ways a question can call the entity in a column: by the column,
// and, where it names the row itself, by what such an entity is.
func (w *planSearch) named(t *domain.Tool, e *domain.EntityType, column string) [][]term {
	ways := [][]term{w.lexicon.terms(false, w.lexicon.called(t, column))}
	if column == w.domain.Table(t.Table).Key || len(e.Parts) > 0 {
		ways = append(ways, w.lexicon.terms(true, e.Label.In(w.language)))
	}
	return ways
}

func with(ops []plan.Operation, more ...plan.Operation) []plan.Operation {
	return append(slices.Clone(ops), more...)
}

// rows is what a lookup found, or what is left of it.
type rows struct {
	tool    *domain.Tool
	accepts string
	ops     []plan.Operation // of the lookup and what narrows it
	set     bool
	ranked  string // the column that picked the row; "" for none
	row     []float64
	open    []float64 // the alignment before the column that picked the row
}

// narrowed returns the ways to leave rows out for which the question has the words:
// none, a filter, a pick of one row, and both.
func (w *planSearch) narrowed(r *rows) []rows {
	all := []rows{*r}
	if !r.set {
		return all
	}
	all = append(all, w.filtered(r)...)
	for _, set := range slices.Clone(all) {
		all = append(all, w.picked(&set)...)
	}
	return all
}

// filtered returns the filters by the literals of the question.
func (w *planSearch) filtered(r *rows) (all []rows) {
	table := w.domain.Table(r.tool.Table)
	for i := range table.Columns {
		c := &table.Columns[i]
		for _, t := range w.reading.terms {
			l, ok := w.reading.literals[t.text]
			if ok && fits(c, l.comparison) {
				all = append(all, w.keeping(r, c, l, t.text))
				if l.comparison == plan.Equals && w.reading.has(cueContains) {
					l.comparison = plan.Contains
					all = append(all, w.keeping(r, c, l, cueContains, t.text))
				}
			}
		}
		if c.Kind == domain.KindRatio && c.Whole != nil && w.reading.has(cueWhole) {
			kept := *r
			kept.ops = with(r.ops, &plan.Filter{Column: c.Name, Comparison: plan.Equals, Operand: "100"})
			kept.row = w.reading.align(r.row, w.lexicon.terms(false, cueWhole))
			all = append(all, kept)
		}
	}
	return all
}

// keeping filters rows by one column; said is what says so beside it.
func (w *planSearch) keeping(r *rows, c *domain.Column, l literal, said ...string) rows {
	kept := *r
	kept.ops = with(r.ops, &plan.Filter{Column: c.Name, Comparison: l.comparison, Operand: l.operand, To: l.to})
	called := c.Called(w.language)
	before := w.lexicon.terms(false, append([]string{called}, said...)...)
	if w.lexicon.entityFirst {
		kept.row = w.reading.align(r.row, before)
	} else {
		kept.row = w.reading.best(r.row, before, w.lexicon.terms(false, append(slices.Clone(said), called)...))
	}
	return kept
}

// fits reports whether cells of a column can be compared so.
func fits(c *domain.Column, comparison plan.Comparison) bool {
	switch comparison {
	case plan.Year, plan.Since, plan.Until, plan.During:
		return c.Kind == domain.KindDate
	case plan.Equals:
		return !c.Kind.Numeric() && c.Kind != domain.KindDate && c.Kind != domain.KindProse
	}
	return c.Kind.Numeric()
}

// picked returns the rankings and the only row that the question has words for.
func (w *planSearch) picked(r *rows) (all []rows) {
	one := func(op plan.Operation, column, order string, terms []term) {
		pick := *r
		pick.ops, pick.set, pick.ranked = with(r.ops, op), false, column
		pick.open = w.reading.align(r.row, w.lexicon.terms(false, order))
		pick.row = w.reading.align(r.row, terms)
		all = append(all, pick)
	}
	if w.reading.has(cueOnly) {
		one(&plan.Only{}, "", cueOnly, w.lexicon.terms(false, cueOnly))
	}
	table := w.domain.Table(r.tool.Table)
	for i := range table.Columns {
		c := &table.Columns[i]
		if !c.Kind.Numeric() && c.Kind != domain.KindDate {
			continue
		}
		for _, order := range []plan.Order{plan.Max, plan.Min} {
			for rank := range 5 {
				cue := map[plan.Order]string{plan.Max: cueMax, plan.Min: cueMin}[order]
				op := &plan.Superlative{Column: c.Name, Order: order}
				if rank > 0 {
					op.Rank, cue = rank+1, rankCue(cue, rank+1)
				}
				if w.reading.has(cue) {
					one(op, c.Name, cue, w.lexicon.terms(false, c.Called(w.language), cue))
				}
			}
		}
	}
	return all
}
