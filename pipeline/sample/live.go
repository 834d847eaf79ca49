package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// live is how many live paths have each element, or could be asked for it.
type live struct {
	*survey
	tools, tables    map[string]int
	transitions      map[Transition]int
	answers, columns map[Answer]int
	operators        map[plan.Operator]int
	cells            map[Cell]int
	starts, entities map[string]int

	triedTransitions map[Transition]int    // choices handed out
	triedOperators   map[plan.Operator]int // choices handed out

	pathed     map[Transition][]plan.Path // paths of two hops, whatever the rows
	degenerate map[[2]string]bool         // by table and column
}

// count goes through the live paths.
func (v *survey) count() *live {
	l := &live{
		survey: v, tools: map[string]int{}, tables: map[string]int{}, transitions: map[Transition]int{},
		answers: map[Answer]int{}, columns: map[Answer]int{}, operators: map[plan.Operator]int{}, cells: map[Cell]int{},
		starts: map[string]int{}, entities: map[string]int{},
		triedTransitions: map[Transition]int{}, triedOperators: map[plan.Operator]int{},
		pathed: map[Transition][]plan.Path{}, degenerate: map[[2]string]bool{},
	}
	l.pairs()
	for i, d := range v.live {
		for _, c := range d.candidates {
			l.path(c.path)
			l.demands(c, i+1)
			l.tried(c)
		}
	}
	return l
}

// path counts what a path has.
func (l *live) path(p plan.Path) {
	tools, tables, entities := map[string]bool{}, map[string]bool{}, map[string]bool{}
	transitions, columns := map[Transition]bool{}, map[Answer]bool{}
	for i := range p.Hops {
		h := &p.Hops[i]
		tools[h.Tool] = true
		tables[l.domain.Tool(h.Tool).Table] = true
		entities[h.Accepts] = true
		if h.Derivation != "" {
			entities[l.domain.Derivation(h.Derivation).From] = true
		}
		if i == 0 {
			continue
		}
		last := &p.Hops[i-1]
		transitions[Transition{last.Tool, h.Tool}] = true
		for _, link := range plan.HopLinks(l.domain, last, h) {
			for _, c := range link {
				columns[Answer{last.Tool, c}] = true
			}
		}
	}
	l.starts[p.Start]++
	add(l.tools, tools)
	add(l.tables, tables)
	add(l.entities, entities)
	add(l.transitions, transitions)
	add(l.columns, columns)
}

// demands counts what a path could be asked for.
func (l *live) demands(c *candidate, hops int) {
	last := c.path.Hops[len(c.path.Hops)-1].Tool
	answers, operators, tools := map[Answer]bool{}, map[plan.Operator]bool{}, map[string]bool{}
	for _, d := range c.asking.demands {
		if d.Target == plan.Rows || !l.isDegenerate(last, d.Target) {
			answers[Answer{last, d.Target}] = true
		}
		if d.Operator == "" {
			continue
		}
		operators[d.Operator] = true
		for _, op := range comesWith[d.Operator] {
			operators[op] = true
		}
	}
	if slices.ContainsFunc(c.path.Hops, func(h plan.Hop) bool { return h.Derivation != "" }) {
		operators["derive"] = true
	}
	for i := range l.domain.Tools {
		if t := &l.domain.Tools[i]; t.Kind == domain.Arithmetic {
			tools[t.Name] = slices.ContainsFunc(asksFor[t.Operation], func(op plan.Operator) bool { return operators[op] })
		}
	}
	add(l.answers, answers)
	add(l.columns, answers)
	add(l.operators, operators)
	add(l.tools, tools)
	for op := range operators {
		l.cells[Cell{op, hops}]++
	}
}

// tried counts the choices of a path that were handed out.
func (l *live) tried(c *candidate) {
	transitions := map[Transition]bool{}
	for i := 1; i < len(c.path.Hops) && len(c.tried) > 0; i++ {
		transitions[Transition{c.path.Hops[i-1].Tool, c.path.Hops[i].Tool}] = true
	}
	for t := range transitions {
		l.triedTransitions[t] += len(c.tried)
	}
	for _, n := range c.tried {
		if op := c.asking.demands[n].Operator; op != "" {
			l.triedOperators[op]++
		}
	}
}

// comesWith are operators that another brings along.
var comesWith = map[plan.Operator][]plan.Operator{
	"exists": {"followup"}, "share": {"branches"}, "add": {"branches"}, "subtract": {"branches"}, "multiply": {"branches"},
	"divide": {"branches"}, "compare": {"branches"}, "union": {"branches"}, "intersection": {"branches"}, "difference": {"branches"},
}

// asksFor are the operators whose execution calls for an arithmetic operation.
var asksFor = map[domain.Operation][]plan.Operator{
	domain.Sum:      {"add", "average", "sum"},
	domain.Subtract: {"subtract"},
	domain.Multiply: {"multiply"},
	domain.Divide:   {"average", "divide", "share"},
	domain.Rank:     {"kth", "maximum", "minimum", "superlative"},
}

// add counts the elements of a set.
func add[E comparable](counts map[E]int, set map[E]bool) {
	for e, in := range set {
		if in {
			counts[e]++
		}
	}
}

// pairs finds the transitions of all paths, live or not: those of paths of two hops.
func (l *live) pairs() {
	g, err := plan.NewGraph(l.domain)
	if err != nil {
		panic("sample: a domain with paths has no graph: " + err.Error())
	}
	for p := range g.Paths(2) {
		t := Transition{p.Hops[0].Tool, p.Hops[1].Tool}
		l.pathed[t] = append(l.pathed[t], p)
	}
}

// isDegenerate reports whether a column of a lookup's table holds no value that
// could be an answer, or a single one in all rows.
func (l *live) isDegenerate(tool, column string) bool {
	table := l.domain.Tool(tool).Table
	key := [2]string{table, column}
	is, ok := l.degenerate[key]
	if !ok {
		is = degenerate(l.corpus.Table(table), column)
		l.degenerate[key] = is
	}
	return is
}

func degenerate(t *corpus.Table, column string) bool {
	only := ""
	for cell := range t.Cells(t.Column(column)) {
		if cell.State != value.Present {
			continue
		}
		if only != "" && cell.Source != only {
			return false
		}
		only = cell.Source
	}
	return true
}

func (l *live) whyTool(name string) Reason {
	t := l.domain.Tool(name)
	switch t.Kind {
	case domain.Finish:
		return ""
	case domain.Retriever:
		if slices.ContainsFunc(l.domain.Templates, func(x domain.Template) bool {
			return slices.ContainsFunc(x.Steps, func(s domain.TemplateStep) bool { return s.Retrieve == name })
		}) {
			return ""
		}
		return Unwritten
	case domain.Arithmetic:
		return Unsuited
	}
	return l.whyTable(t.Table)
}

func (l *live) whyTable(name string) Reason {
	if l.corpus.Table(name).Len() == 0 {
		return EmptyTable
	}
	return Unled
}

func (l *live) whyTransition(t Transition) Reason {
	switch {
	case l.pathed[t] == nil:
		return Unlinked
	case l.whyTable(l.domain.Tool(t.From).Table) == EmptyTable || l.whyTable(l.domain.Tool(t.To).Table) == EmptyTable:
		return EmptyTable
	case slices.ContainsFunc(l.pathed[t], l.led):
		return Unproved
	}
	return Unled
}

// led reports whether some row of the first of two lookups names an entity that the second
// knows, or from which one that it knows is derived, and is found by another entity.
func (l *live) led(p plan.Path) bool {
	from, to := &p.Hops[0], &p.Hops[1]
	find, err := plan.Finder(l.corpus, to.Tool, to.Accepts)
	if err != nil {
		panic("sample: a path of a domain that was checked: " + err.Error())
	}
	derive := func(name string) (string, bool) { return name, true }
	if to.Derivation != "" {
		derive = l.domain.Derivation(to.Derivation).Extractor()
	}
	tool := l.domain.Tool(from.Tool)
	t := l.corpus.Table(tool.Table)
	back := func(row int, name []string) bool {
		return !slices.ContainsFunc(tool.Match, func(m domain.Match) bool {
			return plan.Matched(l.domain, tool, from.Accepts, m.Columns[0]) &&
				slices.ContainsFunc(named(t, row, m.Columns), func(asked []string) bool {
					return from.Accepts != from.Returns || !slices.Equal(asked, name)
				})
		})
	}
	for _, link := range plan.HopLinks(l.domain, from, to) {
		for row := range t.Len() {
			if slices.ContainsFunc(named(t, row, link), func(name []string) bool {
				derived, ok := derive(name[0])
				return ok && !back(row, name) && len(find(append([]string{derived}, name[1:]...))) > 0
			}) {
				return true
			}
		}
	}
	return false
}

// named returns the entities a row names: in one column, each that stands there; in one
// column for each part, the one whose parts stand there alone.
func named(t *corpus.Table, row int, columns []string) [][]string {
	var parts []string
	for _, column := range columns {
		values := t.Cell(row, t.Column(column)).Values
		if len(columns) > 1 && len(values) != 1 {
			return nil
		}
		for _, v := range values {
			parts = append(parts, v.Text)
		}
	}
	return slices.Collect(slices.Chunk(parts, len(columns)))
}

func (l *live) whyAnswer(a Answer) Reason {
	t := l.domain.Tool(a.Tool)
	switch {
	case l.tools[a.Tool] == 0:
		return l.whyTable(t.Table)
	case a.Column == plan.Rows:
		return Unsuited
	case l.domain.Table(t.Table).Column(a.Column).Kind == domain.KindProse:
		return Prose
	case l.isDegenerate(a.Tool, a.Column):
		return Degenerate
	}
	return Matched
}

// written are the operators that only texts to write have.
var written = []plan.Operator{"cite", "extract", "retrieve"}

func (l *live) whyOperator(op plan.Operator) Reason {
	switch {
	case !slices.Contains(written, op):
		return Unsuited
	case len(l.domain.Templates) == 0:
		return Unwritten
	}
	return ""
}

// whyCell holds texts to write to no depth.
func (l *live) whyCell(c Cell) Reason {
	if slices.Contains(written, c.Operator) {
		return Unwritten
	}
	return Unsuited
}

func (l *live) whyEntity(name string) Reason {
	accepted := slices.ContainsFunc(l.domain.Tools, func(t domain.Tool) bool { return slices.Contains(plan.Accepts(l.domain, &t), name) })
	derived := slices.ContainsFunc(l.domain.Derivations, func(x domain.Derivation) bool { return x.Pattern != "" && x.From == name })
	if !accepted && !derived {
		return Unlinked
	}
	return Unled
}
