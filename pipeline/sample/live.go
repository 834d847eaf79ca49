package sample

import (
	"slices"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/value"
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

	pathed     map[Transition]bool // on a path, whatever the rows
	degenerate map[[2]string]bool  // by table and column
}

// count goes through the live paths.
func (v *survey) count() *live {
	l := &live{
		survey: v, tools: map[string]int{}, tables: map[string]int{}, transitions: map[Transition]int{},
		answers: map[Answer]int{}, columns: map[Answer]int{}, operators: map[plan.Operator]int{}, cells: map[Cell]int{},
		starts: map[string]int{}, entities: map[string]int{},
		triedTransitions: map[Transition]int{}, triedOperators: map[plan.Operator]int{},
		pathed: map[Transition]bool{}, degenerate: map[[2]string]bool{},
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
		l.pathed[Transition{p.Hops[0].Tool, p.Hops[1].Tool}] = true
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
	case !l.pathed[t]:
		return Unlinked
	case l.whyTable(l.domain.Tool(t.From).Table) == EmptyTable || l.whyTable(l.domain.Tool(t.To).Table) == EmptyTable:
		return EmptyTable
	}
	return Unled
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
