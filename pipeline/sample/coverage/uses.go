package coverage

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// uses are the elements that one task uses.
type uses struct {
	tools, tables    map[string]bool
	transitions      map[Transition]bool
	answers, columns map[ToolColumn]bool
	operators        map[plan.Operator]bool
	cells            map[OperatorDepth]bool
	starts, entities map[string]bool
}

// usesOf returns the elements that a task uses: tools from its steps, all others from its
// plan.
func usesOf(d *domain.Domain, t *task.Task) (*uses, error) {
	types, err := t.Plan.Types(d)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	u := &uses{
		tools: map[string]bool{}, tables: map[string]bool{}, transitions: map[Transition]bool{},
		answers: map[ToolColumn]bool{}, columns: map[ToolColumn]bool{}, operators: map[plan.Operator]bool{}, cells: map[OperatorDepth]bool{},
		starts: map[string]bool{}, entities: map[string]bool{},
	}
	for _, s := range t.Steps {
		if s.Tool != "" {
			u.tools[s.Tool] = true
		}
	}
	for _, op := range t.Structure.Operators {
		u.operators[op] = true
		u.cells[OperatorDepth{op, t.Structure.Hops}] = true
	}
	byName := map[string]plan.Type{}
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		byName[n.Name] = types[i]
		u.addNode(d, t.Plan, n, byName)
	}
	for _, a := range t.Plan.Answers {
		u.addAnswer(t.Plan, t.Plan.Node(a.From))
	}
	return u, nil
}

// addNode adds the elements that one node uses. Types has the types of the nodes up to it.
func (u *uses) addNode(d *domain.Domain, p *plan.Program, n *plan.Node, types map[string]plan.Type) {
	switch o := n.Do.(type) {
	case *plan.Start:
		u.starts[o.Entity] = true
	case *plan.Derive:
		u.entities[types[n.From[0]].Entity] = true
	}
	if n.Lookup() != "" {
		call := d.Tool(n.Lookup()).Name
		u.tables[d.Tool(call).Table] = true
		u.entities[types[n.From[0]].Entity] = true
		for _, from := range sources(p, n.From[0]) {
			u.transitions[Transition{from, call}] = true
		}
	}
	for _, column := range columnsRead(n) {
		for _, tool := range sources(p, n.From[0]) {
			u.columns[ToolColumn{tool, column}] = true
		}
	}
}

// sources returns the lookups whose rows a node's result comes from: the nearest of them,
// each once.
func sources(p *plan.Program, name string) []string {
	var tools []string
	seen := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		n := p.Node(name)
		if tool := n.Lookup(); tool != "" {
			if !seen[tool] {
				seen[tool] = true
				tools = append(tools, tool)
			}
			return
		}
		from := n.From
		if _, ok := n.Do.(*plan.Filter); ok {
			from = from[:1] // not the entity it compares with
		}
		for _, f := range from {
			walk(f)
		}
	}
	walk(name)
	return tools
}

// columnsRead returns the columns a node reads, or plan.Rows if it counts rows.
func columnsRead(n *plan.Node) []string {
	switch n.Do.(type) {
	case *plan.Count, *plan.Exists:
		return []string{plan.Rows}
	}
	return n.Columns()
}

// addAnswer adds the columns that the answer, a node, is computed from.
func (u *uses) addAnswer(p *plan.Program, n *plan.Node) {
	for _, column := range columnsRead(n) {
		for _, tool := range sources(p, n.From[0]) {
			u.answers[ToolColumn{tool, column}] = true
		}
	}
	switch n.Do.(type) {
	case *plan.Distinct, *plan.Days, *plan.Arithmetic, *plan.Combine, *plan.Citations, *plan.ReadFact:
		for _, f := range n.From {
			u.addAnswer(p, p.Node(f))
		}
	}
}
