package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Executor runs one program by calling tools one at a time, as an agent would: each call
// requests only the columns that later nodes read. It can run the program from any number
// of start entities and is safe for concurrent use.
type Executor struct {
	domain  *domain.Domain
	tools   tool.Caller
	program *Program
	types   []Type
	nodes   []preparedNode // by node
}

// preparedNode is what a run needs to know of a node.
type preparedNode struct {
	from     []int                       // what it reads, by node
	columns  []any                       // that its call asks for
	derive   func(string) (string, bool) // of a derivation
	strip    func(string) string         // strips names before a filter by name compares them
	neededIf []AnswerCondition           // of the answers that need it, each once
}

// NewExecutor returns an executor of a program that calls the given tools. The error says
// why the program does not fit the domain, as [Program.Types] does. The program must not
// change afterwards.
func NewExecutor(d *domain.Domain, tools tool.Caller, p *Program) (*Executor, error) {
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	x := &Executor{domain: d, tools: tools, program: p, types: types, nodes: make([]preparedNode, len(p.Nodes))}
	for i := range p.Nodes {
		n, prepared := &p.Nodes[i], &x.nodes[i]
		for _, f := range n.From {
			prepared.from = append(prepared.from, p.index(f))
		}
		switch o := n.Do.(type) {
		case *Call:
			prepared.columns = x.needed(n.Name, types[i].Table)
		case *Having:
			prepared.columns = anyOf(d.Table(d.Tool(o.Tool).Table).KeyColumns())
		case *Filter:
			if o.Comparison == Names {
				prepared.strip = d.Entity(types[prepared.from[1]].Entity).Stripper()
			}
		case *Derive:
			prepared.derive = d.Derivation(o.Derivation).Extractor()
		case *DeriveAll:
			prepared.derive = d.Derivation(o.Derivation).Extractor()
		}
	}
	x.setConditions()
	return x, nil
}

// arithmetic returns the first tool declared for an operation; nil if there is none.
func (x *Executor) arithmetic(op domain.ArithmeticOp) *domain.Tool {
	for i := range x.domain.Tools {
		if t := &x.domain.Tools[i]; t.Kind == domain.Arithmetic && t.Operation == op {
			return t
		}
	}
	return nil
}

// anyOf returns names as arguments of a call.
func anyOf(names []string) []any {
	args := make([]any, len(names))
	for i, name := range names {
		args[i] = name
	}
	return args
}

// needed returns the columns of a call's rows that later nodes read, in table order. If
// they read none it returns the table's key, which tells rows apart.
func (x *Executor) needed(name, table string) []any {
	reads := map[string]bool{}
	holders := []string{name}
	for i, n := range x.program.Nodes {
		if len(n.From) == 0 || !slices.Contains(holders, n.From[0]) {
			continue
		}
		for _, c := range n.Columns() {
			reads[c] = true
		}
		if x.types[i].Shape == ShapeRows {
			holders = append(holders, n.Name)
		}
	}
	spec := x.domain.Table(table)
	if len(reads) == 0 {
		return anyOf(spec.KeyColumns())
	}
	var columns []any
	for _, c := range spec.Columns {
		if reads[c.Name] {
			columns = append(columns, c.Name)
		}
	}
	return columns
}

// execution is one run of an executor.
type execution struct {
	*Executor
	ctx   context.Context
	start []string
	node  int
	trace *Trace
	in    []*NodeResult // inputs of the node

	calling  bool // whether arithmetic goes through tools
	rankings map[rankedBy]*ranking
}

// Run executes the program. Start is the name of the entity that binds every start, one
// string for each part; nil is for a program whose starts are already bound. A reason
// other than "" says why the data has no valid result; the trace then ends before the
// node without a result. A node that only serves answers that the question does not
// ask for ([AnswerSpec.Asked]) is not run, and its result is nil. The error means that a tool is broken, ctx is done, or
// a start is unbound; the trace then ends before the node that failed.
func (x *Executor) Run(ctx context.Context, start []string) (*Trace, Reason, error) {
	e := x.begin(ctx, start)
	e.calling = true
	if start != nil {
		e.trace.Program = x.program.bind(func(int) []string { return start })
	}
	for i := range x.program.Nodes {
		if e.unneeded(i) {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		reason, err := e.runNode(i)
		if err != nil || reason != "" {
			return e.trace, reason, err
		}
	}
	return e.trace, "", nil
}

// RunAll executes the program from the given start entity like [Executor.Run], but
// continues past a node without a valid result: the trace holds nil for that node and for
// each node that depends on it. Conditions of answers are ignored, arithmetic makes no
// calls, and the trace's program is left unbound. [Trace.RestsOnIdle] reports which
// results depend on an idle choice. RunAll is meant for programs whose nodes are
// alternatives, such as the program of [HopAlternatives].
//
// The results in known stand for the first nodes, which are not run: the trace takes the
// results over, sets their types and has no calls for those nodes. The error, and the
// trace with it, is as for Run.
func (x *Executor) RunAll(ctx context.Context, start []string, known ...*NodeResult) (*Trace, error) {
	e := x.begin(ctx, start)
	e.trace.restsOnIdle = make([]bool, len(x.program.Nodes))
	for i, r := range known {
		r.Type = x.types[i]
		e.trace.Results = append(e.trace.Results, r)
	}
	for i := len(known); i < len(x.program.Nodes); i++ {
		if slices.ContainsFunc(x.nodes[i].from, func(j int) bool { return e.trace.Results[j] == nil }) {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		reason, err := e.runNode(i)
		if err != nil {
			return e.trace, err
		}
		if reason != "" {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		e.trace.restsOnIdle[i] = e.idle(i) ||
			slices.ContainsFunc(x.nodes[i].from, func(j int) bool { return e.trace.restsOnIdle[j] })
	}
	return e.trace, nil
}

// idle reports whether the i-th node, which must be the last one executed, had nothing to
// choose between.
func (e *execution) idle(i int) bool {
	in := make([]Outcome, len(e.in))
	for j, r := range e.in {
		in[j] = r
	}
	return e.program.Nodes[i].Idle(in, e.trace.Results[i]) != ""
}

func (x *Executor) begin(ctx context.Context, start []string) *execution {
	t := &Trace{Program: x.program, Results: make([]*NodeResult, 0, len(x.program.Nodes)), calls: make(map[int][]toolCall)}
	return &execution{Executor: x, ctx: ctx, start: start, trace: t}
}

// runNode executes the next node, the i-th, and adds its result to the trace if it is
// valid.
func (e *execution) runNode(i int) (Reason, error) {
	n := &e.program.Nodes[i]
	e.node, e.in = i, e.in[:0]
	for _, j := range e.nodes[i].from {
		e.in = append(e.in, e.trace.Results[j])
	}
	r, reason, err := n.Do.run(e, n, e.in)
	if err != nil {
		return "", fmt.Errorf("node %q (%s): %w", n.Name, n.Do.Kind(), err)
	}
	if reason != "" {
		return reason, nil
	}
	r.Type = e.types[i]
	e.trace.Results = append(e.trace.Results, r)
	return "", nil
}

// setConditions sets, for each node, the conditions of the answers that depend on it.
func (x *Executor) setConditions() {
	ask := func(name string, under AnswerCondition) {
		if n := &x.nodes[x.program.index(name)]; !slices.Contains(n.neededIf, under) {
			n.neededIf = append(n.neededIf, under)
		}
	}
	for _, a := range x.program.Answers {
		under := a.Condition()
		ask(a.From, under)
		if under.Result != "" {
			ask(under.Result, AnswerCondition{})
		}
	}
	for i, n := range slices.Backward(x.program.Nodes) {
		for _, under := range x.nodes[i].neededIf {
			for _, f := range n.From {
				ask(f, under)
			}
		}
	}
}

// unneeded reports whether every answer that needs the i-th node has a condition that
// turned out not to hold.
func (e *execution) unneeded(i int) bool {
	n := &e.nodes[i]
	if slices.ContainsFunc(n.from, func(j int) bool { return e.trace.Results[j] == nil }) {
		return true // one of its inputs was not run
	}
	for _, under := range n.neededIf {
		if under.Result == "" {
			return false
		}
		if on := e.program.index(under.Result); on >= i || e.trace.Results[on].Truth == under.Truth {
			return false
		}
	}
	return len(n.neededIf) > 0
}
