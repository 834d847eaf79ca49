package ground

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// compile makes one program of all choices of the lookup and of all programs near them,
// so that one execution finds the candidates of an entity.
func (l *lookup) compile(r *reach) error {
	prog := new(plan.Program)
	s := &sharedProgram{prog: prog, start: prog.Add(&plan.Start{Entity: l.accepts}), nodes: map[string]string{}}
	rows := s.add(s.start, &plan.Call{Tool: l.tool.Name})
	for i := range l.choices {
		c := &l.choices[i]
		c.node = s.addAll(l.tool.Name, c.Do)
		l.compileNear(s, c)
	}
	l.compileMostFrequent(s)
	if err := l.compileOthers(r, s); err != nil {
		return err
	}
	// A program needs an answer to be well-typed; nobody reads this one.
	prog.Answers = []plan.AnswerSpec{{From: s.add(rows, &plan.Project{Columns: l.links[0].columns}), Form: plan.Form{Style: plan.StyleText}}}
	var err error
	l.executor, err = plan.NewExecutor(l.g.domain, l.g.tools, prog)
	return err
}

// sharedProgram is a program of alternatives under construction. Alternatives that begin
// alike share their nodes.
type sharedProgram struct {
	prog  *plan.Program
	start string
	nodes map[string]string // by what they read and do
}

// add returns the node that applies an operation to another node's result.
func (s *sharedProgram) add(from string, op plan.Operation) string {
	key := fmt.Sprintf("%s %T %+v", from, op, op)
	if name := s.nodes[key]; name != "" {
		return name
	}
	reads := []string{from}
	if f, ok := op.(*plan.Filter); ok && f.Comparison == plan.Names {
		reads = append(reads, s.start)
	}
	s.nodes[key] = s.prog.Add(op, reads...)
	return s.nodes[key]
}

// addAll returns the number of the node at the end of operations on a lookup's rows.
func (s *sharedProgram) addAll(toolName string, ops []plan.Operation) int {
	at := s.add(s.start, &plan.Call{Tool: toolName})
	for _, op := range ops {
		at = s.add(at, op)
	}
	return slices.IndexFunc(s.prog.Nodes, func(n plan.Node) bool { return n.Name == at })
}

// choiceProgram is the program that makes a choice among the rows of a tool and goes on
// by columns.
func (l *lookup) choiceProgram(toolName string, choice plan.Move, columns []string) *plan.Program {
	move := plan.Move{Do: append(slices.Clone(choice.Do), &plan.Project{Columns: columns})}
	return plan.HopAlternatives(plan.Hop{Tool: toolName, Accepts: l.accepts}, l.accepts, []plan.Move{move})
}

// compileNear adds the programs near a choice that ask the same tool, and sets the nodes
// of the rows they choose and of the set that one of them takes whole.
func (l *lookup) compileNear(s *sharedProgram, c *rowChoice) {
	own := l.choiceProgram(l.tool.Name, c.Move, l.links[0].columns)
	last := own.Nodes[len(own.Nodes)-1].Name
	c.set = -1
	for _, r := range append(alternative.Dropped(l.g.domain, own), l.g.shorter.Neighbours(own)...) {
		if r.Node == last || r.Change == alternative.Tool {
			continue // link.similar and compileOthers have these
		}
		var ops []plan.Operation
		for _, n := range r.Program.Nodes[2 : len(r.Program.Nodes)-1] { // without start, call and project
			ops = append(ops, n.Do)
		}
		node := s.addAll(l.tool.Name, ops)
		if r.Change == alternative.DropSuperlative {
			c.set = node
		} else {
			c.near = append(c.near, node)
		}
	}
}

// compileMostFrequent adds the most frequent entity of each link and of columns similar
// to it.
func (l *lookup) compileMostFrequent(s *sharedProgram) {
	for i := range l.links {
		k := &l.links[i]
		k.frequent = -1
		if l.tool.Returns == domain.Many && plan.Countable(l.g.domain, l.table.Spec(), k.columns) {
			k.frequent = s.addAll(l.tool.Name, []plan.Operation{&plan.Frequent{Column: k.columns[0]}})
			for _, c := range l.g.shorter.SimilarColumns(l.tool.Table, k.columns[0]) {
				if !plan.Countable(l.g.domain, l.table.Spec(), []string{c}) {
					continue
				}
				k.frequentNear = append(k.frequentNear, s.addAll(l.tool.Name, []plan.Operation{&plan.Frequent{Column: c}}))
			}
		}
	}
}

// compileOthers adds the same choices, and the most frequent of the same columns, of the
// other tools that could be asked.
func (l *lookup) compileOthers(r *reach, s *sharedProgram) error {
	for i := range l.g.domain.Tools {
		t := &l.g.domain.Tools[i]
		if t == l.tool || t.Returns != l.tool.Returns || !slices.Contains(plan.Accepts(l.g.domain, t), l.accepts) {
			continue
		}
		typed := func(choice plan.Move, k *link) bool {
			_, err := l.choiceProgram(t.Name, choice, k.columns).Types(l.g.domain)
			return err == nil
		}
		var shared *link // that both tools have
		for j := range l.links {
			if k := &l.links[j]; typed(plan.Move{}, k) || l.tool.Returns == domain.Many && typed(plan.Move{Do: []plan.Operation{&plan.Only{}}}, k) {
				shared = k
				if k.frequent >= 0 && plan.Countable(l.g.domain, l.g.domain.Table(t.Table), k.columns) {
					k.frequentNear = append(k.frequentNear, s.addAll(t.Name, []plan.Operation{&plan.Frequent{Column: k.columns[0]}}))
				}
				if k.refs[t.Table] == nil {
					k.refs[t.Table] = r.references(t.Table, k.entity, k.columns)
				}
			}
		}
		if shared == nil {
			continue
		}
		find, err := r.finder(t.Name, l.accepts)
		if err != nil {
			return err
		}
		l.others = append(l.others, otherLookup{t.Table, find})
		for j := range l.choices {
			if c := &l.choices[j]; typed(c.Move, shared) {
				c.near = append(c.near, s.addAll(t.Name, c.Do))
			}
		}
	}
	return nil
}
