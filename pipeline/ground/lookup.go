package ground

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// lookup is one tool asked about entities of one type, with every way to choose one of
// the rows it finds and every way such a row names an entity to go on by. It works out,
// entity by entity, which next entities it offers, and leaves out those that a program
// with one step changed or left out comes to too. All transitions from the lookup share
// it. Its methods candidatesOf and find are safe for concurrent use while nothing else is.
type lookup struct {
	g       *Grounder
	tool    *domain.Tool
	accepts string
	table   *corpus.Table
	rows    func(name []string) []int32 // that the tool finds
	knows   func() []bool               // by entity asked about: whether rows finds some
	choices []rowChoice                 // in the order of [plan.Picks]
	first   int                         // how many of the choices are of Picks' first result
	links   []link                      // of every entity type, in the order of types and tables

	executor  *plan.Executor // of the program of all choices, and of those near them
	others    []otherLookup  // that find as many rows about the same entities
	known     []knownBy      // lookups of one row about the same entities in other tables
	otherwise []knownBy      // what people ask about an entity of which this lookup knows nothing

	about      *entityIndex         // the entities that it can be asked about
	candidates *sparse[*candidates] // by entity asked about
}

// rowChoice is one way to choose a row. Numbers are of nodes of the lookup's program.
type rowChoice struct {
	plan.Move
	node int   // of the chosen row
	near []int // of the rows that programs near it choose
	set  int   // of the rows it takes an end of; -1 for none
}

// link is a column by which rows name an entity, or the columns of its parts. Numbers
// are of nodes of the lookup's program.
type link struct {
	entity  string
	columns []string
	refs    map[string]*references // by table: the tool's and those of other lookups
	similar []*references          // of the other columns of the tool's table that could be meant

	frequent     int   // of the most frequent entity; -1 for none
	frequentNear []int // of the most frequent of similar columns and of other lookups
}

// otherLookup is another lookup about the same entities.
type otherLookup struct {
	table string
	find  func(name []string) []int32
}

// knownBy is a lookup of one row, in another table than that of the lookup it accompanies.
type knownBy struct {
	tool    *domain.Tool
	columns []*domain.Column // that it returns and people ask for, the frequent ones alone if there are any
	find    func(name []string) []int32
}

// absent reports whether the lookup finds nothing about an entity that a lookup of one row
// finds in another table.
func (l *lookup) absent(name []string) bool {
	return len(l.rows(name)) == 0 && slices.ContainsFunc(l.known, func(k knownBy) bool { return len(k.find(name)) > 0 })
}

// candidates are the next entities that a lookup about one entity offers.
type candidates struct {
	single []candidate    // by choice and link
	sets   [][]int32      // of entities, each once, that candidates refer to
	all    []candidateSet // by link, for a lookup of many
}

// candidate is a next entity, reached by choosing a row or, with the choice
// len(lookup.choices), by taking the most frequent entity of a link.
type candidate struct {
	choice, link int32 // by number
	entity       int32
	from         int32 // the set it is chosen from, by number; -1 if that is not clear
	near         int32 // the set that programs near it lead to, by number; -1 for none
}

// candidateSet is all entities that the rows name by one link; nil if a row names none.
type candidateSet struct {
	ids  []int32
	near [][]int32 // that a similar column or another lookup names instead
}

// lookup returns the lookup of a tool about entities of a type.
func (r *reach) lookup(toolName, accepts string) (*lookup, error) {
	key := toolName + separator + accepts
	if l := r.lookups[key]; l != nil {
		return l, nil
	}
	rows, err := r.finder(toolName, accepts)
	if err != nil {
		return nil, err
	}
	t := r.g.domain.Tool(toolName)
	l := &lookup{g: r.g, tool: t, accepts: accepts, table: r.g.corpus.Table(t.Table), rows: rows, about: r.entities(accepts)}
	l.candidates = newSparse[*candidates](len(l.about.list))
	l.knows = sync.OnceValue(func() []bool { return each(l.about.list, func(name []string) bool { return len(l.rows(name)) > 0 }) })
	first, more := plan.Picks(r.g.domain, &plan.Hop{Tool: toolName, Accepts: accepts}, r.g.yearsOf)
	l.first = len(first)
	for _, move := range append(first, more...) {
		l.choices = append(l.choices, rowChoice{Move: move})
	}
	if l.known, err = r.knownBy(t, accepts); err != nil {
		return nil, err
	}
	if l.otherwise, err = r.otherwise(t, accepts); err != nil {
		return nil, err
	}
	for i := range r.g.domain.Entities {
		e := &r.g.domain.Entities[i]
		for _, columns := range plan.Links(r.g.domain, t, accepts, e.Name) {
			l.links = append(l.links, r.link(t, e.Name, columns))
		}
	}
	if len(l.links) > 0 {
		if err := l.compile(r); err != nil {
			return nil, err
		}
	}
	r.lookups[key] = l
	return l, nil
}

// knownBy returns the lookups of one row about entities of a type in other tables than a
// tool's, those with the largest tables first.
func (r *reach) knownBy(than *domain.Tool, accepts string) ([]knownBy, error) {
	var all []knownBy
	for i := range r.g.domain.Tools {
		t := &r.g.domain.Tools[i]
		if t.Returns == domain.Many || t.Table == than.Table || !slices.Contains(plan.Accepts(r.g.domain, t), accepts) {
			continue
		}
		find, err := r.finder(t.Name, accepts)
		if err != nil {
			return nil, err
		}
		if columns := r.askedOf(t, accepts); len(columns) > 0 {
			all = append(all, knownBy{t, columns, find})
		}
	}
	slices.SortStableFunc(all, func(a, b knownBy) int {
		return cmp.Compare(r.g.corpus.Table(b.tool.Table).Len(), r.g.corpus.Table(a.tool.Table).Len())
	})
	return all, nil
}

// otherwise returns the lookups that tell about entities of a type of which a tool knows nothing,
// in the order declared, with the amounts that people ask for often of a lookup of several rows.
func (r *reach) otherwise(t *domain.Tool, accepts string) ([]knownBy, error) {
	var all []knownBy
	for _, name := range t.Otherwise {
		o := r.g.domain.Tool(name)
		if !slices.Contains(plan.Accepts(r.g.domain, o), accepts) {
			continue
		}
		find, err := r.finder(o.Name, accepts)
		if err != nil {
			return nil, err
		}
		columns := r.askedOf(o, accepts)
		if o.Returns == domain.Many {
			columns = slices.DeleteFunc(columns, func(c *domain.Column) bool { return !c.Adds() })
		}
		if len(columns) > 0 {
			all = append(all, knownBy{o, columns, find})
		}
	}
	return all, nil
}

// askedOf returns the columns that a lookup about entities of a type returns and people ask
// for, in table order: those they ask for often, or else all they do not ask for seldom.
func (r *reach) askedOf(t *domain.Tool, accepts string) []*domain.Column {
	var often, others []*domain.Column
	hop := plan.Path{Start: accepts, Hops: []plan.Hop{{Accepts: accepts, Tool: t.Name}}}
	for _, name := range plan.Targets(r.g.domain, hop) {
		switch col := r.g.domain.Table(t.Table).Column(name); {
		case col == nil || strings.Contains(col.Entity, "."):
		case col.Asked == domain.Often:
			often = append(often, col)
		case col.Asked == "":
			others = append(others, col)
		}
	}
	if len(often) > 0 {
		return often
	}
	return others
}

// link returns the link of columns of a tool's table.
func (r *reach) link(t *domain.Tool, entity string, columns []string) link {
	l := link{entity: entity, columns: columns, refs: map[string]*references{t.Table: r.references(t.Table, entity, columns)}}
	if len(columns) == 1 && t.Returns != domain.Field {
		for _, c := range r.g.shorter.SimilarColumns(t.Table, columns[0]) {
			l.similar = append(l.similar, r.references(t.Table, entity, []string{c}))
		}
	}
	return l
}

// finder returns a function from an entity's name to the rows a lookup finds about it.
// Unlike [plan.Finder] it finds no row where the tool reports none because the single
// field it returns is empty.
func (r *reach) finder(toolName, entity string) (func(name []string) []int32, error) {
	find, err := plan.Finder(r.g.corpus, toolName, entity)
	t := r.g.domain.Tool(toolName)
	if err != nil || t.Returns != domain.Field {
		return find, err
	}
	table := r.g.corpus.Table(t.Table)
	column := table.Column(t.Column)
	return func(name []string) []int32 {
		rows := find(name)
		if len(rows) > 0 && table.Cell(int(rows[0]), column).Source == "" {
			return nil
		}
		return rows
	}, nil
}

// candidatesOf returns the candidates of an entity as find does, which it calls once for an entity
// that the tables name.
func (l *lookup) candidatesOf(ctx context.Context, name []string) (*candidates, error) {
	id, ok := l.about.id[joined(name)]
	if !ok {
		return l.find(ctx, name)
	}
	found, _, err := l.candidates.get(id, func() (*candidates, bool, error) {
		found, err := l.find(ctx, name)
		return found, found != nil, err
	})
	return found, err
}

// find returns the candidates of an entity; nil if the lookup finds no row about it or
// its name is ambiguous.
func (l *lookup) find(ctx context.Context, name []string) (*candidates, error) {
	rows := l.rows(name)
	if len(rows) == 0 {
		return nil, nil
	}
	if l.tool.Returns != domain.Many {
		rows = rows[:1]
	}
	if reason, err := l.g.checkSubject(l.tool.Name, l.accepts, name, rows); reason != "" || err != nil {
		return nil, err
	}
	trace, err := l.executor.RunAll(ctx, nil, &plan.NodeResult{Entity: name}, &plan.NodeResult{Source: l.table, Rows: rows})
	if err != nil {
		return nil, err
	}
	out := &candidates{}
	for i := range l.choices {
		l.addChosen(out, trace, i)
	}
	l.addMostFrequent(out, trace)
	for i := 0; i < len(l.links) && l.tool.Returns == domain.Many; i++ {
		out.all = append(out.all, l.setFor(&l.links[i], name, rows))
	}
	return out, nil
}

// setFor returns the entities that the rows about an entity name by a link.
func (l *lookup) setFor(k *link, name []string, rows []int32) candidateSet {
	s := candidateSet{ids: k.refs[l.tool.Table].entities(rows)}
	if s.ids == nil {
		return s
	}
	for _, refs := range k.similar {
		s.near = append(s.near, refs.entities(rows))
	}
	for _, o := range l.others {
		if refs := k.refs[o.table]; refs != nil {
			s.near = append(s.near, refs.entities(o.find(name)))
		}
	}
	return s
}

// addChosen adds the entities that the row of a choice names.
func (l *lookup) addChosen(out *candidates, trace *plan.Trace, number int) {
	choice := &l.choices[number]
	chosen := trace.Results[choice.node]
	if chosen == nil || trace.RestsOnIdle(choice.node) {
		return
	}
	row := chosen.Rows[0]
	for i := range l.links {
		k := &l.links[i]
		refs := k.refs[l.tool.Table]
		to := refs.single[row]
		if to < 0 {
			continue
		}
		var near []int32
		for _, similar := range k.similar {
			near = append(near, similar.single[row])
		}
		for _, node := range choice.near {
			if other := trace.Results[node]; other != nil {
				if refs := k.refs[other.Source.Spec().Name]; refs != nil {
					near = append(near, refs.single[other.Rows[0]])
				}
			}
		}
		from := int32(-1)
		if choice.set >= 0 {
			from = out.setNumber(refs.entities(trace.Results[choice.set].Rows))
		}
		out.add(candidate{choice: int32(number), link: int32(i), entity: to, from: from}, near)
	}
}

// addMostFrequent adds the most frequent entity of each link.
func (l *lookup) addMostFrequent(out *candidates, trace *plan.Trace) {
	for i := range l.links {
		k := &l.links[i]
		if k.frequent < 0 || trace.Results[k.frequent] == nil || trace.RestsOnIdle(k.frequent) {
			continue
		}
		all := k.refs[l.tool.Table].entities(trace.Results[1].Rows)
		if all == nil {
			continue // a masked name could be anybody's
		}
		index := l.g.reach.entities(k.entity)
		to, ok := index.id[joined(trace.Results[k.frequent].Entity)]
		if !ok {
			continue
		}
		var near []int32
		for _, node := range k.frequentNear {
			if r := trace.Results[node]; r != nil {
				if id, ok := index.id[joined(r.Entity)]; ok {
					near = append(near, id)
				}
			}
		}
		out.add(candidate{choice: int32(len(l.choices)), link: int32(i), entity: to, from: out.setNumber(all)}, near)
	}
}

// add adds a candidate unless it is vain whatever the next lookup is: a program near it
// leads to the same entity, or it is the only one to choose from.
func (c *candidates) add(k candidate, near []int32) {
	near = slices.DeleteFunc(near, func(id int32) bool { return id < 0 })
	if slices.Contains(near, k.entity) || len(c.set(k.from)) == 1 {
		return
	}
	slices.Sort(near)
	k.near = c.setNumber(slices.Clip(slices.Compact(near)))
	c.single = append(c.single, k)
}

// set returns the set of a number; nil for -1.
func (c *candidates) set(number int32) []int32 {
	if number < 0 {
		return nil
	}
	return c.sets[number]
}

// setNumber returns the number of a set, which it adds if it is new; -1 for an empty
// one. It compares with all sets: they are at most as many as choices.
func (c *candidates) setNumber(ids []int32) int32 {
	if len(ids) == 0 {
		return -1
	}
	i := slices.IndexFunc(c.sets, func(set []int32) bool { return slices.Equal(set, ids) })
	if i < 0 {
		i = len(c.sets)
		c.sets = append(c.sets, ids)
	}
	return int32(i)
}
