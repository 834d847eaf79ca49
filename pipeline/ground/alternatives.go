package ground

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

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
	p.commonest(a)
	if err := p.elsewhere(r, a); err != nil {
		return err
	}
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
	for _, r := range append(alternative.Dropped(p.g.domain, own), p.g.shorter.Neighbours(own)...) {
		if r.Node == last || r.Change == alternative.Tool {
			continue
		}
		var ops []plan.Operation
		for _, n := range r.Program.Nodes[2 : len(r.Program.Nodes)-1] {
			ops = append(ops, n.Do)
		}
		node := a.follow(p.tool.Name, ops)
		if r.Change == alternative.DropSuperlative {
			wide = node
		} else {
			near = append(near, node)
		}
	}
	return near, wide
}

// elsewhere adds the same picks, and the most frequent of the same columns, of the other
// lookups that could be asked.
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
				if p.frequent[j] >= 0 {
					p.others[j] = append(p.others[j], a.follow(t.Name, []plan.Operation{&plan.Frequent{Column: l.columns[0]}}))
				}
				if l.names[t.Table] == nil {
					l.names[t.Table] = r.naming(t.Table, l.entity, l.columns)
				}
			}
		}
		if some == nil {
			continue
		}
		find, err := r.finder(t.Name, p.accepts)
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
