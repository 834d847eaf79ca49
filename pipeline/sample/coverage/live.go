package coverage

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// liveCounts is how many live paths have each element, or could be asked for it.
type liveCounts struct {
	*survey
	tools, tables    map[string]int
	transitions      map[Transition]int
	answers, columns map[ToolColumn]int
	operators        map[plan.Operator]int
	cells            map[OperatorDepth]int
	starts, entities map[string]int

	triedTransitions map[Transition]int    // choices that were grounded
	triedOperators   map[plan.Operator]int // choices that were grounded

	pathed     map[Transition][]plan.Path // paths of two hops, whatever the rows
	degenerate map[[2]string]bool         // by table and column
}

// countLive counts the elements of the live paths.
func (v *survey) countLive() *liveCounts {
	l := &liveCounts{
		survey: v, tools: map[string]int{}, tables: map[string]int{}, transitions: map[Transition]int{},
		answers: map[ToolColumn]int{}, columns: map[ToolColumn]int{}, operators: map[plan.Operator]int{}, cells: map[OperatorDepth]int{},
		starts: map[string]int{}, entities: map[string]int{},
		triedTransitions: map[Transition]int{}, triedOperators: map[plan.Operator]int{},
		pathed: map[Transition][]plan.Path{}, degenerate: map[[2]string]bool{},
	}
	l.findPathed()
	for i, candidates := range v.Live {
		for _, c := range candidates {
			l.addPath(c.Path)
			l.addDemands(&c, i+1)
			l.addTried(&c)
		}
	}
	return l
}

// addPath counts the elements of a path.
func (l *liveCounts) addPath(p plan.Path) {
	tools, tables, entities := map[string]bool{}, map[string]bool{}, map[string]bool{}
	transitions, columns := map[Transition]bool{}, map[ToolColumn]bool{}
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
				columns[ToolColumn{last.Tool, c}] = true
			}
		}
	}
	l.starts[p.Start]++
	addSet(l.tools, tools)
	addSet(l.tables, tables)
	addSet(l.entities, entities)
	addSet(l.transitions, transitions)
	addSet(l.columns, columns)
}

// addDemands counts the elements that a path could be asked for.
func (l *liveCounts) addDemands(c *Candidate, hops int) {
	last := c.Path.Hops[len(c.Path.Hops)-1].Tool
	answers, operators, tools := map[ToolColumn]bool{}, map[plan.Operator]bool{}, map[string]bool{}
	for _, d := range c.Demands {
		if d.Target == plan.Rows || !l.isDegenerate(last, d.Target) {
			answers[ToolColumn{last, d.Target}] = true
		}
		if d.Operator == "" {
			continue
		}
		operators[d.Operator] = true
		for _, op := range implied[d.Operator] {
			operators[op] = true
		}
	}
	if slices.ContainsFunc(c.Path.Hops, func(h plan.Hop) bool { return h.Derivation != "" }) {
		operators["derive"] = true
	}
	for i := range l.domain.Tools {
		if t := &l.domain.Tools[i]; t.Kind == domain.Arithmetic {
			tools[t.Name] = slices.ContainsFunc(operatorsOf[t.Operation], func(op plan.Operator) bool { return operators[op] })
		}
	}
	addSet(l.answers, answers)
	addSet(l.columns, answers)
	addSet(l.operators, operators)
	addSet(l.tools, tools)
	for op := range operators {
		l.cells[OperatorDepth{op, hops}]++
	}
}

// addTried counts the choices of a path that were grounded.
func (l *liveCounts) addTried(c *Candidate) {
	transitions := map[Transition]bool{}
	for i := 1; i < len(c.Path.Hops) && len(c.Tried) > 0; i++ {
		transitions[Transition{c.Path.Hops[i-1].Tool, c.Path.Hops[i].Tool}] = true
	}
	for t := range transitions {
		l.triedTransitions[t] += len(c.Tried)
	}
	for _, d := range c.Tried {
		if d.Operator != "" {
			l.triedOperators[d.Operator]++
		}
	}
}

// implied are the operators that a program with some operator has too.
var implied = map[plan.Operator][]plan.Operator{
	"exists": {"followup"}, "share": {"branches"}, "add": {"branches"}, "subtract": {"branches"}, "multiply": {"branches"},
	"divide": {"branches"}, "compare": {"branches"}, "union": {"branches"}, "intersection": {"branches"}, "difference": {"branches"},
}

// operatorsOf are the operators whose execution needs an arithmetic operation.
var operatorsOf = map[domain.ArithmeticOp][]plan.Operator{
	domain.Sum:      {"add", "average", "sum"},
	domain.Subtract: {"subtract"},
	domain.Multiply: {"multiply"},
	domain.Divide:   {"average", "divide", "share"},
	domain.Rank:     {"kth", "maximum", "minimum", "superlative"},
}

// addSet counts the elements of a set.
func addSet[E comparable](counts map[E]int, set map[E]bool) {
	for e, in := range set {
		if in {
			counts[e]++
		}
	}
}

// findPathed finds the transitions of all paths, live or not: every prefix of a path is a
// path, so the paths of two hops have all of them.
func (l *liveCounts) findPathed() {
	g, err := plan.NewGraph(l.domain)
	if err != nil {
		panic("coverage: a domain with paths has no graph: " + err.Error())
	}
	for p := range g.Paths(2) {
		t := Transition{p.Hops[0].Tool, p.Hops[1].Tool}
		l.pathed[t] = append(l.pathed[t], p)
	}
}

// isDegenerate reports whether a column of a lookup's table holds no value, or the same
// value in all rows.
func (l *liveCounts) isDegenerate(tool, column string) bool {
	table := l.domain.Tool(tool).Table
	key := [2]string{table, column}
	is, ok := l.degenerate[key]
	if !ok {
		is = degenerate(l.Corpus.Table(table), column)
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

// whyTool and the methods below return why no live path has an element, or "" if it is
// attainable in some other way.
func (l *liveCounts) whyTool(name string) Obstacle {
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

func (l *liveCounts) whyTable(name string) Obstacle {
	if l.Corpus.Table(name).Len() == 0 {
		return EmptyTable
	}
	return Unled
}

func (l *liveCounts) whyTransition(t Transition) Obstacle {
	switch {
	case l.pathed[t] == nil:
		return Unlinked
	case l.whyTable(l.domain.Tool(t.From).Table) == EmptyTable || l.whyTable(l.domain.Tool(t.To).Table) == EmptyTable:
		return EmptyTable
	case slices.ContainsFunc(l.pathed[t], l.rowsLead):
		return Unproved
	}
	return Unled
}

// rowsLead reports whether some row of the first of two lookups leads to the second: the
// row names an entity that the second finds, directly or by the path's derivation, and the
// row itself is found by another entity.
func (l *liveCounts) rowsLead(p plan.Path) bool {
	from, to := &p.Hops[0], &p.Hops[1]
	find, err := plan.Finder(l.Corpus, to.Tool, to.Accepts)
	if err != nil {
		panic("coverage: a path of a domain that was checked: " + err.Error())
	}
	derive := func(name string) (string, bool) { return name, true }
	if to.Derivation != "" {
		derive = l.domain.Derivation(to.Derivation).Extractor()
	}
	tool := l.domain.Tool(from.Tool)
	t := l.Corpus.Table(tool.Table)
	back := func(row int, name []string) bool {
		return !slices.ContainsFunc(tool.Match, func(m domain.LookupMatch) bool {
			return plan.Matched(l.domain, tool, from.Accepts, m.Columns[0]) &&
				slices.ContainsFunc(entitiesNamed(t, row, m.Columns), func(key []string) bool {
					return from.Accepts != from.Returns || !slices.Equal(key, name)
				})
		})
	}
	for _, link := range plan.HopLinks(l.domain, from, to) {
		for row := range t.Len() {
			if slices.ContainsFunc(entitiesNamed(t, row, link), func(name []string) bool {
				derived, ok := derive(name[0])
				return ok && !back(row, name) && len(find(append([]string{derived}, name[1:]...))) > 0
			}) {
				return true
			}
		}
	}
	return false
}

// entitiesNamed returns the entities a row names. A single column names one entity for each
// of its values; several columns, one for each part of a name, name one entity if each
// holds one value.
func entitiesNamed(t *corpus.Table, row int, columns []string) [][]string {
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

func (l *liveCounts) whyAnswer(a ToolColumn) Obstacle {
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

// textOperators are the operators that only texts to write have.
var textOperators = []plan.Operator{"cite", "extract", "retrieve"}

func (l *liveCounts) whyOperator(op plan.Operator) Obstacle {
	switch {
	case !slices.Contains(textOperators, op):
		return Unsuited
	case len(l.domain.Templates) == 0:
		return Unwritten
	}
	return ""
}

// whyOperatorDepth returns the obstacle; operators of texts to write have no depth.
func (l *liveCounts) whyOperatorDepth(c OperatorDepth) Obstacle {
	if slices.Contains(textOperators, c.Operator) {
		return Unwritten
	}
	return Unsuited
}

func (l *liveCounts) whyEntity(name string) Obstacle {
	accepted := slices.ContainsFunc(l.domain.Tools, func(t domain.Tool) bool { return slices.Contains(plan.Accepts(l.domain, &t), name) })
	derived := slices.ContainsFunc(l.domain.Derivations, func(x domain.Derivation) bool { return x.Pattern != "" && x.From == name })
	if !accepted && !derived {
		return Unlinked
	}
	return Unled
}
