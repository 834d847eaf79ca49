package lexical

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Bounds of the beam search.
const (
	maxLookups = 5  // lookups in a plan
	beamWidth  = 40 // width of the beam: plans extended in each step
	maxTrials  = 12 // complete plans that are run
)

// planSearch is one beam search.
type planSearch struct {
	*attempt
	found   *entity
	reading *reading
	// demanded is the kind of answer that the question asks for, see [answerKind].
	demanded domain.ColumnKind
	ends     best[completePlan]
	next     best[*state] // partial plans with one more lookup
}

// state is a partial plan that ends in an entity or a set of entities.
type state struct {
	previous  *state
	ops       []plan.Operation // following the operations of before
	entity    string
	set       bool
	hop       *plan.Hop // last hop; nil at the start
	link      []string
	alignment []float64
}

// completePlan is a plan with answers.
type completePlan struct {
	partial *state
	ops     []plan.Operation // following the operations of of, before those of asked
	answers planAnswers
}

// programs returns the best matching plans, best first.
func (w *planSearch) programs() []*plan.Program {
	var beam []*state
	for _, e := range w.found.types {
		beam = append(beam, &state{ops: []plan.Operation{&plan.Start{Entity: e, Value: w.found.parts}}, entity: e, alignment: w.reading.emptyAlignment()})
	}
	w.ends.most = maxTrials
	for range maxLookups {
		w.next = best[*state]{most: beamWidth}
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

// best keeps the most items with the highest scores, in descending order; items of equal score
// stay in the order in which they were added.
type best[T any] struct {
	most   int
	items  []T
	scores []float64
}

// admits reports whether an item with that score would be kept.
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

// hops returns the lookups that accept the entity a plan ends in, in the domain's order,
// without those that would only return to the previous entity.
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

// extend keeps the plans that continue by a lookup and one column of its rows, and the complete
// plans that take answers from those rows.
func (w *planSearch) extend(s *state, h plan.Hop) {
	t := w.domain.Tool(h.Tool)
	var ops []plan.Operation
	if h.Derivation != "" {
		ops = append(ops, &plan.Derive{Derivation: h.Derivation})
	}
	ops = append(ops, &plan.Call{Tool: h.Tool, Each: s.set})
	row := atCost(w.reading.bestAlignment(s.alignment, w.lexicon.lookupWordings(&h)...), costLookup)
	found := rows{tool: t, accepts: h.Accepts, ops: ops, set: s.set || t.Returns == domain.Many, alignment: row}
	for _, r := range w.reductions(&found) {
		w.addComplete(s, &r)
		for i := range w.domain.Entities {
			e := &w.domain.Entities[i]
			for _, link := range plan.Links(w.domain, t, h.Accepts, e.Name) {
				to := state{previous: s, entity: e.Name, set: r.set, hop: withReturns(h, e.Name), link: link}
				last := link[len(link)-1]
				w.addProjection(&r, to, &plan.Project{Columns: link}, w.entityWordings(t, e, last)...)
				if r.set && len(link) == 1 && w.reading.has(cueFrequent) {
					to.set = false
					w.addProjection(&r, to, &plan.Frequent{Column: last}, w.lexicon.terms(false, cueFrequent, w.lexicon.columnName(t, last)))
				}
			}
		}
	}
}

// withReturns returns a copy of a hop with the entity type it returns.
func withReturns(h plan.Hop, entity string) *plan.Hop {
	h.Returns = entity
	return &h
}

// addProjection keeps the plan that continues from rows by an operation with several possible
// wordings, unless it cannot be one of the best.
func (w *planSearch) addProjection(r *rows, to state, op plan.Operation, wordings ...[]term) {
	reached := slices.Max(r.alignment)
	if !slices.ContainsFunc(wordings, func(words []term) bool { gain, _ := w.reading.gain(words); return w.next.admits(reached + gain) }) {
		return
	}
	to.alignment = w.reading.bestAlignment(r.alignment, wordings...)
	if score := slices.Max(to.alignment); w.next.admits(score) {
		to.ops = appended(r.ops, op)
		w.next.add(score, &to)
	}
}

// entityWordings returns the wordings by which a question can refer to the entity in a column:
// the column's name and, if the column identifies the row, the label of the entity type.
func (w *planSearch) entityWordings(t *domain.Tool, e *domain.EntityType, column string) [][]term {
	wordings := [][]term{w.lexicon.terms(false, w.lexicon.columnName(t, column))}
	if column == w.domain.Table(t.Table).Key || len(e.Parts) > 0 {
		wordings = append(wordings, w.lexicon.terms(true, e.Label.In(w.language)))
	}
	return wordings
}

// appended returns a copy of ops with more operations at the end.
func appended(ops []plan.Operation, more ...plan.Operation) []plan.Operation {
	return append(slices.Clone(ops), more...)
}

// rows are the rows of a lookup after filters and rankings.
type rows struct {
	tool      *domain.Tool
	accepts   string
	ops       []plan.Operation // the lookup, its filters and its rankings
	set       bool
	ranked    string // the column that ranked the row; "" for none
	alignment []float64
	rankOnly  []float64 // the alignment before the terms of the ranking column
}

// reductions returns the rows themselves and their reductions that the question has words for: a
// filter, the choice of one row, and both.
func (w *planSearch) reductions(r *rows) []rows {
	all := []rows{*r}
	if !r.set {
		return all
	}
	all = append(all, w.filters(r)...)
	for _, set := range slices.Clone(all) {
		all = append(all, w.singleRows(&set)...)
	}
	return all
}

// filters returns the rows filtered by each literal of the question.
func (w *planSearch) filters(r *rows) (all []rows) {
	table := w.domain.Table(r.tool.Table)
	for i := range table.Columns {
		c := &table.Columns[i]
		for _, t := range w.reading.terms {
			l, ok := w.reading.literals[t.text]
			if ok && applies(c, l.comparison) {
				all = append(all, w.filterBy(r, c, l, t.text))
				if l.comparison == plan.Equals && w.reading.has(cueContains) {
					l.comparison = plan.Contains
					all = append(all, w.filterBy(r, c, l, cueContains, t.text))
				}
			}
		}
		if c.Kind == domain.KindRatio && c.Whole != nil && w.reading.has(cueWhole) {
			kept := *r
			kept.ops = appended(r.ops, &plan.Filter{Column: c.Name, Comparison: plan.Equals, Operand: "100"})
			kept.alignment = w.reading.align(r.alignment, w.lexicon.terms(false, cueWhole))
			all = append(all, kept)
		}
	}
	return all
}

// filterBy filters rows by one column; operator is the wording of the comparison, without the
// column's name.
func (w *planSearch) filterBy(r *rows, c *domain.Column, l literal, operator ...string) rows {
	kept := *r
	kept.ops = appended(r.ops, &plan.Filter{Column: c.Name, Comparison: l.comparison, Operand: l.operand, To: l.to})
	called := c.Called(w.language)
	before := w.lexicon.terms(false, append([]string{called}, operator...)...)
	if w.lexicon.entityFirst {
		kept.alignment = w.reading.align(r.alignment, before)
	} else {
		kept.alignment = w.reading.bestAlignment(r.alignment, before, w.lexicon.terms(false, append(slices.Clone(operator), called)...))
	}
	return kept
}

// applies reports whether a comparison applies to cells of a column.
func applies(c *domain.Column, comparison plan.Comparison) bool {
	switch comparison {
	case plan.Year, plan.Since, plan.Until, plan.During:
		return c.Kind == domain.KindDate
	case plan.Equals:
		return !c.Kind.Numeric() && c.Kind != domain.KindDate && c.Kind != domain.KindProse
	}
	return c.Kind.Numeric()
}

// singleRows returns the single rows that the question has words for: the extremes by each
// column, and the only row.
func (w *planSearch) singleRows(r *rows) (all []rows) {
	add := func(op plan.Operation, column, order string, terms []term) {
		chosen := *r
		chosen.ops, chosen.set, chosen.ranked = appended(r.ops, op), false, column
		chosen.rankOnly = w.reading.align(r.alignment, w.lexicon.terms(false, order))
		chosen.alignment = w.reading.align(r.alignment, terms)
		all = append(all, chosen)
	}
	if w.reading.has(cueOnly) {
		add(&plan.Only{}, "", cueOnly, w.lexicon.terms(false, cueOnly))
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
					add(op, c.Name, cue, w.lexicon.terms(false, c.Called(w.language), cue))
				}
			}
		}
	}
	return all
}
