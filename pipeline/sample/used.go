package sample

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// used is what one task uses.
type used struct {
	tools, tables    map[string]bool
	transitions      map[Transition]bool
	asked, read      map[Answer]bool
	operators        map[plan.Operator]bool
	cells            map[Cell]bool
	starts, entities map[string]bool
}

// usedBy works out what a task uses: tools from its steps, everything else from its
// plan.
func usedBy(d *domain.Domain, t *task.Task) (*used, error) {
	types, err := t.Plan.Types(d)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	u := &used{
		tools: map[string]bool{}, tables: map[string]bool{}, transitions: map[Transition]bool{},
		asked: map[Answer]bool{}, read: map[Answer]bool{}, operators: map[plan.Operator]bool{}, cells: map[Cell]bool{},
		starts: map[string]bool{}, entities: map[string]bool{},
	}
	for _, s := range t.Steps {
		if s.Tool != "" {
			u.tools[s.Tool] = true
		}
	}
	for _, op := range t.Structure.Operators {
		u.operators[op] = true
		u.cells[Cell{op, t.Structure.Hops}] = true
	}
	at := map[string]plan.Type{}
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		at[n.Name] = types[i]
		u.node(d, t.Plan, n, at)
	}
	for _, a := range t.Plan.Answers {
		u.answer(t.Plan, t.Plan.Node(a.From))
	}
	return u, nil
}

// node adds what one node uses; at has the types of the nodes up to it.
func (u *used) node(d *domain.Domain, p *plan.Program, n *plan.Node, at map[string]plan.Type) {
	call := ""
	switch o := n.Do.(type) {
	case *plan.Start:
		u.starts[o.Entity] = true
	case *plan.Derive:
		u.entities[at[n.From[0]].Entity] = true
	case *plan.Call:
		call = o.Tool
	case *plan.Having:
		call = o.Tool
	}
	if call != "" {
		call = d.Tool(call).Name
		u.tables[d.Tool(call).Table] = true
		u.entities[at[n.From[0]].Entity] = true
		for _, from := range before(p, n.From[0]) {
			u.transitions[Transition{from, call}] = true
		}
	}
	for _, column := range reads(n) {
		for _, tool := range before(p, n.From[0]) {
			u.read[Answer{tool, column}] = true
		}
	}
}

// before returns the lookups a result comes from: those nearest to it, each once.
func before(p *plan.Program, name string) []string {
	var tools []string
	seen := map[string]bool{}
	var walk func(name string)
	walk = func(name string) {
		n := p.Node(name)
		tool := ""
		switch o := n.Do.(type) {
		case *plan.Call:
			tool = o.Tool
		case *plan.Having:
			tool = o.Tool
		}
		if tool != "" {
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

// reads returns the columns a node reads, or plan.Rows where it counts rows.
func reads(n *plan.Node) []string {
	switch o := n.Do.(type) {
	case *plan.Filter:
		return []string{o.Column}
	case *plan.Superlative:
		return []string{o.Column}
	case *plan.Frequent:
		return []string{o.Column}
	case *plan.Aggregate:
		return []string{o.Column}
	case *plan.Project:
		return o.Columns
	case *plan.Count, *plan.Exists:
		return []string{plan.Rows}
	}
	return nil
}

// answer adds what is asked for where a node is the answer: the columns it comes
// from, through whatever is computed of them.
func (u *used) answer(p *plan.Program, n *plan.Node) {
	switch n.Do.(type) {
	case *plan.Project, *plan.Aggregate, *plan.Frequent, *plan.Count, *plan.Exists:
		for _, column := range reads(n) {
			for _, tool := range before(p, n.From[0]) {
				u.asked[Answer{tool, column}] = true
			}
		}
	case *plan.Distinct, *plan.Days, *plan.Arithmetic, *plan.Combine:
		for _, f := range n.From {
			u.answer(p, p.Node(f))
		}
	}
}
