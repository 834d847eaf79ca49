package ground

import (
	"context"
	"fmt"
	"slices"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/rival"
)

// picker takes one row of what a lookup finds about an entity, in every way that moves
// do, and the names the rows hold; and it tells which of these ways are worth going:
// not those that a program with one step changed or left out goes too. All legs of
// one lookup share it.
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
	others   [][]int        // by link: the nodes of the most frequent of columns like it

	besides []beside // lookups that find as many rows about the same entities

	found map[string]*picked // by name
}

// beside is another lookup about the same entities.
type beside struct {
	table string
	find  func(name []string) []int32
}

// link is a column by which rows name an entity, or the columns of its parts.
type link struct {
	entity  string
	columns []string
	ids     map[string][]int32 // by table, the tool's and those of lookups near it: the entity each row names
	kin     [][]int32          // for the other columns of the tool's table that could be meant: the same
}

// What a row names where it is not one entity.
const (
	nobody  = -1 // nothing that can be gone on by
	several = -2 // more than one
)

// picked is what the picks come to for one entity.
type picked struct {
	leads []lead    // by pick, those worth going
	sets  [][]int32 // of entities, each once, that leads refer to
	named []naming  // by link
}

// naming is what the rows of a lookup, and those of each lookup or column that could be
// meant, name by a link: entities, each once; nil where one row names nobody.
type naming struct {
	own   []int32
	other [][]int32
}

// lead is where a pick leads.
type lead struct {
	pick, link int32 // by number; the most frequent has the number behind the last pick
	to         int32 // the entity
	set        int32 // the entities it is chosen from, by number; -1 where that is not clear
	near       int32 // the entities that programs near it lead to, by number
}

// picker returns the picker of a lookup about entities of a type.
func (r *reach) picker(toolName, accepts string) (*picker, error) {
	key := toolName + unit + accepts
	if p := r.pickers[key]; p != nil {
		return p, nil
	}
	rows, err := plan.Finder(r.g.corpus, toolName, accepts)
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

// link prepares to go on by columns.
func (r *reach) link(t *domain.Tool, entity string, columns []string) link {
	l := link{entity: entity, columns: columns, ids: map[string][]int32{t.Table: r.ids(t.Table, entity, columns)}}
	if len(columns) == 1 && t.Returns != domain.Field {
		for _, c := range r.g.shorter.Kindred(t.Table, columns[0]) {
			l.kin = append(l.kin, r.ids(t.Table, entity, []string{c}))
		}
	}
	return l
}

// ids returns which entity each row of a table names in the columns, by number.
func (r *reach) ids(table, entity string, columns []string) []int32 {
	names, t := r.entities(entity), r.g.corpus.Table(table)
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = t.Column(c)
	}
	ids := make([]int32, t.Len())
	for row := range ids {
		ids[row] = r.identify(t, names, row, at)
	}
	return ids
}

func (r *reach) identify(t *corpus.Table, names *names, row int, columns []int) int32 {
	name, ok := nameIn(t, row, columns)
	if !ok {
		if len(columns) == 1 && len(t.Cell(row, columns[0]).Values) > 1 {
			return several
		}
		return nobody
	}
	if slices.ContainsFunc(name, func(part string) bool { return corpus.Masked(r.g.domain, part) }) {
		return nobody
	}
	if id, ok := names.id[key(name)]; ok {
		return id
	}
	return nobody
}

func (p *picker) hop(toolName string) *plan.Hop { return &plan.Hop{Tool: toolName, Accepts: p.accepts} }

// alternatives makes one program of all picks and all near them.
func (p *picker) alternatives(r *reach) error {
	prog := new(plan.Program)
	a := &alternatives{prog: prog, start: prog.Add(&plan.Start{Entity: p.accepts}), nodes: map[string]string{}}
	a.add(a.start, &plan.Call{Tool: p.tool.Name})
	for _, pick := range p.picks {
		p.at = append(p.at, a.follow(p.tool.Name, pick.Do))
		near, wide := p.rivals(a, pick)
		p.near, p.wide = append(p.near, near), append(p.wide, wide)
	}
	if err := p.elsewhere(r, a); err != nil {
		return err
	}
	p.commonest(a)
	prog.Answers = []plan.Answer{{From: a.add(a.add(a.start, &plan.Call{Tool: p.tool.Name}), &plan.Project{Columns: p.links[0].columns}), Form: plan.Form{Style: plan.StyleText}}}
	var err error
	p.run, err = plan.NewExecutor(p.g.domain, p.g.tools, prog)
	return err
}

// alternatives is a program under way in which what alternatives share is there once.
type alternatives struct {
	prog  *plan.Program
	start string
	nodes map[string]string // by what they read and do
}

// add returns the node that does something with what another gives.
func (a *alternatives) add(from string, op plan.Operation) string {
	key := fmt.Sprintf("%s %T %+v", from, op, op)
	if name := a.nodes[key]; name != "" {
		return name
	}
	reads := []string{from}
	if f, ok := op.(*plan.Filter); ok && f.Comparison == plan.Names {
		reads = append(reads, a.start)
	}
	a.nodes[key] = a.prog.Add(op, reads...)
	return a.nodes[key]
}

// follow returns the number of the node at the end of operations on a lookup's rows.
func (a *alternatives) follow(toolName string, ops []plan.Operation) int {
	at := a.add(a.start, &plan.Call{Tool: toolName})
	for _, op := range ops {
		at = a.add(at, op)
	}
	return slices.IndexFunc(a.prog.Nodes, func(n plan.Node) bool { return n.Name == at })
}

// moved is the program that takes a pick of a lookup and goes on by columns.
func (p *picker) moved(toolName string, pick plan.Move, columns []string) *plan.Program {
	move := plan.Move{Do: append(slices.Clone(pick.Do), &plan.Project{Columns: columns})}
	return plan.Legs(*p.hop(toolName), p.accepts, []plan.Move{move})
}

// rivals adds the programs near a pick that ask the same lookup, and returns the nodes
// of the rows they take and of the set that one takes whole.
func (p *picker) rivals(a *alternatives, pick plan.Move) (near []int, wide int) {
	own := p.moved(p.tool.Name, pick, p.links[0].columns)
	last := own.Nodes[len(own.Nodes)-1].Name
	wide = -1
	for _, r := range append(rival.Dropped(p.g.domain, own), p.g.shorter.Neighbours(own)...) {
		if r.Node == last || r.Change == rival.Tool {
			continue
		}
		var ops []plan.Operation
		for _, n := range r.Program.Nodes[2 : len(r.Program.Nodes)-1] {
			ops = append(ops, n.Do)
		}
		node := a.follow(p.tool.Name, ops)
		if r.Change == rival.DropSuperlative {
			wide = node
		} else {
			near = append(near, node)
		}
	}
	return near, wide
}

// elsewhere adds the same picks of the other lookups that could be asked.
func (p *picker) elsewhere(r *reach, a *alternatives) error {
	for i := range p.g.domain.Tools {
		t := &p.g.domain.Tools[i]
		if t == p.tool || t.Returns != p.tool.Returns || !slices.Contains(plan.Accepts(p.g.domain, t), p.accepts) {
			continue
		}
		typed := func(pick plan.Move, l *link) bool {
			_, err := p.moved(t.Name, pick, l.columns).Types(p.g.domain)
			return err == nil
		}
		var some *link
		for j := range p.links {
			if l := &p.links[j]; typed(plan.Move{}, l) || p.tool.Returns == domain.Many && typed(plan.Move{Do: []plan.Operation{&plan.Only{}}}, l) {
				some = l
				if l.ids[t.Table] == nil {
					l.ids[t.Table] = r.ids(t.Table, l.entity, l.columns)
				}
			}
		}
		if some == nil {
			continue
		}
		find, err := plan.Finder(p.g.corpus, t.Name, p.accepts)
		if err != nil {
			return err
		}
		p.besides = append(p.besides, beside{t.Table, find})
		for j, pick := range p.picks {
			if typed(pick, some) {
				p.near[j] = append(p.near[j], a.follow(t.Name, pick.Do))
			}
		}
	}
	return nil
}

// commonest adds the most frequent of the columns gone on by, and of those like them.
func (p *picker) commonest(a *alternatives) {
	for _, l := range p.links {
		node, others := -1, []int(nil)
		if p.tool.Returns == domain.Many && len(l.columns) == 1 {
			node = a.follow(p.tool.Name, []plan.Operation{&plan.Frequent{Column: l.columns[0]}})
			for _, c := range p.g.shorter.Kindred(p.tool.Table, l.columns[0]) {
				others = append(others, a.follow(p.tool.Name, []plan.Operation{&plan.Frequent{Column: c}}))
			}
		}
		p.frequent, p.others = append(p.frequent, node), append(p.others, others)
	}
}

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
	for i := range p.links {
		out.named = append(out.named, p.naming(&p.links[i], name, rows))
	}
	return out, nil
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
		to := l.ids[own][r.Rows[0]]
		if to < 0 {
			continue
		}
		near := []int32{}
		for _, ids := range l.kin {
			near = append(near, ids[r.Rows[0]])
		}
		for _, node := range p.near[pick] {
			if other := trace.Results[node]; other != nil {
				if ids := l.ids[other.Source.Spec().Name]; ids != nil {
					near = append(near, ids[other.Rows[0]])
				}
			}
		}
		set := int32(-1)
		if wide := p.wide[pick]; wide >= 0 {
			set = out.set(l.names(own, trace.Results[wide].Rows, true))
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
		names := p.g.reach.entities(p.links[i].entity)
		to, ok := names.id[key(trace.Results[node].Entity)]
		if !ok {
			continue
		}
		near := []int32{}
		for _, node := range p.others[i] {
			if r := trace.Results[node]; r != nil {
				if id, ok := names.id[key(r.Entity)]; ok {
					near = append(near, id)
				}
			}
		}
		set := out.set(p.links[i].names(p.tool.Table, trace.Results[1].Rows, true))
		out.lead(lead{pick: int32(len(p.picks)), link: int32(i), to: to, set: set}, near)
	}
}

// lead adds a lead, but not one that a program near leads to the same entity as, or
// that is chosen from nothing else.
func (p *picked) lead(l lead, near []int32) {
	if slices.Contains(near, l.to) || l.set >= 0 && len(p.sets[l.set]) == 1 {
		return
	}
	slices.Sort(near)
	near = slices.DeleteFunc(slices.Compact(near), func(id int32) bool { return id < 0 })
	l.near = p.set(near)
	p.leads = append(p.leads, l)
}

// set returns the number of a set, -1 for nil.
func (p *picked) set(ids []int32) int32 {
	if ids == nil {
		return -1
	}
	i := slices.IndexFunc(p.sets, func(set []int32) bool { return slices.Equal(set, ids) })
	if i < 0 {
		i = len(p.sets)
		p.sets = append(p.sets, ids)
	}
	return int32(i)
}

// naming returns what the rows about an entity name by a link, and what those of other
// lookups about it do.
func (p *picker) naming(l *link, name []string, rows []int32) naming {
	n := naming{own: l.names(p.tool.Table, rows, false)}
	if n.own == nil {
		return n
	}
	for _, ids := range l.kin {
		n.other = append(n.other, named(ids, rows, true))
	}
	for _, e := range p.besides {
		if ids := l.ids[e.table]; ids != nil {
			n.other = append(n.other, named(ids, e.find(name), true))
		}
	}
	return n
}

// names returns the entities rows name, each once; nil where one names nobody, or, if
// only single ones count, several.
func (l *link) names(table string, rows []int32, single bool) []int32 {
	return named(l.ids[table], rows, single)
}

func named(of, rows []int32, single bool) []int32 {
	ids := []int32{}
	for _, row := range rows {
		switch id := of[row]; {
		case id == nobody || id == several && single:
			return nil
		case id >= 0 && !slices.Contains(ids, id):
			ids = append(ids, id)
		}
	}
	return ids
}
