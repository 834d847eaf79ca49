package ground

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// picker takes one row of what a lookup finds about an entity, in every way that moves
// do, and the names the rows hold; and it tells which of these ways are worth going:
// not those that a program with one step changed or left out goes too. All legs of
// one lookup share it. Pick is safe for concurrent use while nothing else is; what it
// gives is put in found between.
type picker struct {
	g       *Grounder
	tool    *domain.Tool
	accepts string
	table   *corpus.Table
	rows    func(name []string) []int32 // that the lookup finds
	links   []link                      // of every entity type, in the order of types and tables
	picks   []plan.Move
	first   int // how many picks moves have before the most frequent

	run      *plan.Executor // all picks, and those near them, as alternatives
	at       []int          // the node of each pick
	near     [][]int        // by pick: the nodes of the rows that programs near it take
	wide     []int          // by pick: the node of the set it takes an end of; -1 for none
	frequent []int          // by link: the node of the most frequent; -1 for none
	others   [][]int        // by link: the nodes of the most frequent of columns like it, and of other lookups

	besides []beside // lookups that find as many rows about the same entities

	found map[string]*picked // by name
}

// beside is another lookup about the same entities.
type beside struct {
	table string
	find  func(name []string) []int32
}

// picked is what the picks come to for one entity.
type picked struct {
	leads []lead    // by pick, those worth going
	sets  [][]int32 // of entities, each once, that leads refer to
	named []called  // by link, for a lookup of many
}

// called is what the rows of a lookup name by a link, and what those of each lookup or
// column that could be meant do: entities, each once; nil where one row names nobody.
type called struct {
	own   []int32
	other [][]int32
}

// lead is where a pick leads.
type lead struct {
	pick, link int32 // by number; the most frequent has the number behind the last pick
	to         int32 // the entity
	set        int32 // the entities it is chosen from, by number; -1 where that is not clear
	near       int32 // the entities that programs near it lead to, by number; -1 for none
}

// picker returns the picker of a lookup about entities of a type.
func (r *reach) picker(toolName, accepts string) (*picker, error) {
	key := toolName + unit + accepts
	if p := r.pickers[key]; p != nil {
		return p, nil
	}
	rows, err := r.finder(toolName, accepts)
	if err != nil {
		return nil, err
	}
	t := r.g.domain.Tool(toolName)
	p := &picker{g: r.g, tool: t, accepts: accepts, table: r.g.corpus.Table(t.Table), rows: rows, found: map[string]*picked{}}
	first, more := plan.Picks(r.g.domain, p.hop(toolName), r.g.yearsOf)
	p.picks, p.first = append(first, more...), len(first)
	for i := range r.g.domain.Entities {
		e := &r.g.domain.Entities[i]
		for _, columns := range plan.Links(r.g.domain, t, accepts, e.Name) {
			p.links = append(p.links, r.link(t, e.Name, columns))
		}
	}
	if len(p.links) > 0 {
		if err := p.alternatives(r); err != nil {
			return nil, err
		}
	}
	r.pickers[key] = p
	return p, nil
}

func (p *picker) hop(toolName string) *plan.Hop { return &plan.Hop{Tool: toolName, Accepts: p.accepts} }

// pick works out what the picks come to for an entity; nil where the lookup knows
// nothing of it or its name is not clear.
func (p *picker) pick(ctx context.Context, name []string) (*picked, error) {
	rows := p.rows(name)
	if len(rows) == 0 {
		return nil, nil
	}
	if p.tool.Returns != domain.Many {
		rows = rows[:1]
	}
	if reason, err := p.g.clear(p.tool.Name, p.accepts, name, rows); reason != "" || err != nil {
		return nil, err
	}
	trace, err := p.run.RunAll(ctx, nil, &plan.Result{Entity: name}, &plan.Result{Source: p.table, Rows: rows})
	if err != nil {
		return nil, err
	}
	out := &picked{}
	for i := range p.picks {
		p.follow(out, trace, i)
	}
	p.mostFrequent(out, trace)
	for i := 0; i < len(p.links) && p.tool.Returns == domain.Many; i++ {
		out.named = append(out.named, p.call(&p.links[i], name, rows))
	}
	return out, nil
}

// call returns what the rows about an entity name by a link, and what those of other
// lookups about it do.
func (p *picker) call(l *link, name []string, rows []int32) called {
	c := called{own: l.names[p.tool.Table].of(rows)}
	if c.own == nil {
		return c
	}
	for _, kin := range l.kin {
		c.other = append(c.other, kin.of(rows))
	}
	for _, b := range p.besides {
		if names := l.names[b.table]; names != nil {
			c.other = append(c.other, names.of(b.find(name)))
		}
	}
	return c
}

// follow adds where a pick leads that is worth going.
func (p *picker) follow(out *picked, trace *plan.Trace, pick int) {
	r := trace.Results[p.at[pick]]
	if r == nil || trace.Vain(p.at[pick]) {
		return
	}
	own := p.tool.Table
	for i := range p.links {
		l := &p.links[i]
		to := l.names[own].one[r.Rows[0]]
		if to < 0 {
			continue
		}
		var near []int32
		for _, kin := range l.kin {
			near = append(near, kin.one[r.Rows[0]])
		}
		for _, node := range p.near[pick] {
			if other := trace.Results[node]; other != nil {
				if names := l.names[other.Source.Spec().Name]; names != nil {
					near = append(near, names.one[other.Rows[0]])
				}
			}
		}
		set := int32(-1)
		if wide := p.wide[pick]; wide >= 0 {
			set = out.set(l.names[own].of(trace.Results[wide].Rows))
		}
		out.lead(lead{pick: int32(pick), link: int32(i), to: to, set: set}, near)
	}
}

// mostFrequent adds where the most frequent leads that is worth going.
func (p *picker) mostFrequent(out *picked, trace *plan.Trace) {
	for i, node := range p.frequent {
		if node < 0 || trace.Results[node] == nil || trace.Vain(node) {
			continue
		}
		all := p.links[i].names[p.tool.Table].of(trace.Results[1].Rows)
		if all == nil {
			continue // a name that is masked could be anybody's
		}
		names := p.g.reach.entities(p.links[i].entity)
		to, ok := names.id[key(trace.Results[node].Entity)]
		if !ok {
			continue
		}
		var near []int32
		for _, node := range p.others[i] {
			if r := trace.Results[node]; r != nil {
				if id, ok := names.id[key(r.Entity)]; ok {
					near = append(near, id)
				}
			}
		}
		out.lead(lead{pick: int32(len(p.picks)), link: int32(i), to: to, set: out.set(all)}, near)
	}
}

// lead adds a lead, but not one that a program near leads to the same entity as, or
// that is chosen from nothing else: whatever the next lookup is, it would not be gone.
func (p *picked) lead(l lead, near []int32) {
	near = slices.DeleteFunc(near, func(id int32) bool { return id < 0 })
	if slices.Contains(near, l.to) || len(p.of(l.set)) == 1 {
		return
	}
	slices.Sort(near)
	l.near = p.set(slices.Clip(slices.Compact(near)))
	p.leads = append(p.leads, l)
}

// of returns the set of a number, nil for -1.
func (p *picked) of(set int32) []int32 {
	if set < 0 {
		return nil
	}
	return p.sets[set]
}

// set returns the number of a set, -1 for none. Sets are few, at most as many as there are
// picks: it looks at all of them.
func (p *picked) set(ids []int32) int32 {
	if len(ids) == 0 {
		return -1
	}
	i := slices.IndexFunc(p.sets, func(set []int32) bool { return slices.Equal(set, ids) })
	if i < 0 {
		i = len(p.sets)
		p.sets = append(p.sets, ids)
	}
	return int32(i)
}
