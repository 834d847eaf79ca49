package ground

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/run"
)

// leg is one hop and the moves that lead on from it to the next, with where they
// lead from every entity it has been run from.
type leg struct {
	hop      plan.Hop
	from, at *names // of the entity the hop starts from, and of where it leads
	derive   func(string) (string, bool)
	accepts  *names                      // of what the lookup is asked about
	table    *corpus.Table               // that the lookup looks in
	rows     func(name []string) []int32 // that it finds
	moves    []plan.Move                 // none for the last hop
	run      *plan.Executor              // all moves as alternatives; nil for the last hop
	ends     []int                       // the node each move ends at

	state []int32 // by entity: 0 not run, -1 leads nowhere, else 1 and its place in found
	found [][]way
}

// way is a move by its number and where it leads from some entity. A last hop has
// one, 0 to 0, from every entity for which there are rows.
type way struct{ move, to int32 }

// ways returns the ways from an entity the leg was run from, by move; the caller
// must not change them.
func (l *leg) ways(id int32) []way {
	if l.state[id] <= 0 {
		return nil
	}
	return l.found[l.state[id]-1]
}

// to returns where a move leads from an entity the leg was run from; false where it
// leads nowhere.
func (l *leg) to(id, move int32) (int32, bool) {
	ways := l.ways(id)
	i, ok := slices.BinarySearchFunc(ways, move, func(w way, move int32) int { return cmp.Compare(w.move, move) })
	if !ok {
		return 0, false
	}
	return ways[i].to, true
}

// asked returns the name a lookup is asked about for an entity: the one derived
// from it, if the hop derives one.
func (l *leg) asked(id int32) ([]string, bool) {
	name := l.from.list[id]
	if l.derive == nil {
		return name, true
	}
	derived, ok := l.derive(name[0])
	return []string{derived}, ok
}

// legKey tells legs apart: the hop, and for its moves the next one.
type legKey [2]plan.Hop

func keyOf(p plan.Path, hop int) legKey {
	key := legKey{p.Hops[hop]}
	if hop+1 < len(p.Hops) {
		key[1] = p.Hops[hop+1]
	}
	if hop+1 == len(p.Hops) {
		key[0].Returns = ""
	}
	key[1].Returns = ""
	return key
}

// end stands for where the last hop of a path leads.
var end = &names{list: [][]string{nil}, all: []int32{0}}

// leg returns the leg of a path at a hop.
func (r *reach) leg(p plan.Path, hop int) (*leg, error) {
	key := keyOf(p, hop)
	if l := r.legs[key]; l != nil {
		return l, nil
	}
	h, next := key[0], key[1]
	entity := p.Start
	if hop > 0 {
		entity = p.Hops[hop-1].Returns
	}
	rows, err := plan.Finder(r.g.corpus, h.Tool, h.Accepts)
	if err != nil {
		return nil, err
	}
	l := &leg{hop: h, from: r.entities(entity), at: end, accepts: r.entities(h.Accepts), rows: rows}
	l.table = r.g.corpus.Table(r.g.domain.Tool(h.Tool).Table)
	l.state = make([]int32, len(l.from.list))
	if h.Derivation != "" {
		l.derive = r.g.domain.Derivation(h.Derivation).Extractor()
	}
	if next.Tool != "" {
		l.at = r.entities(h.Returns)
		l.moves = plan.Moves(r.g.domain, &h, &next, r.g.yearsOf)
		prog := plan.Legs(h, entity, l.moves)
		if l.run, err = plan.NewExecutor(r.g.domain, r.g.tools, prog); err != nil {
			return nil, err
		}
		for _, a := range prog.Answers {
			l.ends = append(l.ends, slices.IndexFunc(prog.Nodes, func(n plan.Node) bool { return n.Name == a.From }))
		}
	}
	r.legs[key] = l
	return l, nil
}

// fill runs the leg from every entity it has not been run from.
func (r *reach) fill(ctx context.Context, l *leg, entities []int32) error {
	missing := filter(entities, func(id int32) bool { return l.state[id] == 0 })
	chunks := slices.Collect(slices.Chunk(missing, chunk))
	found, err := run.Map(ctx, r.g.workers, chunks, func(ctx context.Context, _ int, ids []int32) ([][]way, error) {
		out := make([][]way, len(ids))
		for i, id := range ids {
			var err error
			if out[i], err = r.g.ways(ctx, l, id); err != nil {
				return nil, err
			}
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	for i, ids := range chunks {
		for j, id := range ids {
			l.state[id] = -1
			if found[i][j] != nil {
				l.found = append(l.found, found[i][j])
				l.state[id] = int32(len(l.found))
			}
		}
	}
	return nil
}

// ways runs a leg from one entity.
func (g *Grounder) ways(ctx context.Context, l *leg, id int32) ([]way, error) {
	asked, ok := l.asked(id)
	if !ok {
		return nil, nil
	}
	rows := l.rows(asked)
	switch {
	case len(rows) == 0:
		return nil, nil
	case l.run == nil:
		return []way{{0, 0}}, nil
	case g.domain.Tool(l.hop.Tool).Returns != domain.Many:
		rows = rows[:1]
	}
	if reason, err := g.clear(l.hop.Tool, l.hop.Accepts, asked, rows); reason != "" || err != nil {
		return nil, err
	}
	known := []*plan.Result{{Entity: l.from.list[id]}}
	if l.derive != nil {
		known = append(known, &plan.Result{Entity: asked})
	}
	known = append(known, &plan.Result{Source: l.table, Rows: rows})
	trace, err := l.run.RunAll(ctx, nil, known...)
	if err != nil {
		return nil, err
	}
	var ways []way
	for i, node := range l.ends {
		if r := trace.Results[node]; r != nil {
			if to, ok := l.at.id[strings.Join(r.Entity, unit)]; ok {
				ways = append(ways, way{int32(i), to})
			}
		}
	}
	return ways, nil
}
