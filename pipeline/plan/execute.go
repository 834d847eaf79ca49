package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Executor runs one program, over any number of start entities, by calling tools
// one at a time as an agent would: each call asks only for the columns later
// nodes read. It is safe for concurrent use.
type Executor struct {
	domain  *domain.Domain
	tools   tool.Caller
	program *Program
	types   []Type
	at      map[string]int
	from    [][]int       // what each node reads, by node
	columns map[int][]any // columns each call asks for, by node
	derive  map[int]func(string) (string, bool)
	strip   map[int]func(string) string // what filters by name compare names after, by node
	asked   []map[string]bool           // by node: under which truths it is asked for; "" always

	arithmetic map[domain.ArithmeticOp]*domain.Tool // the first that is declared for each
}

// NewExecutor checks the program and prepares it to run. The program must not
// change afterwards.
func NewExecutor(d *domain.Domain, tools tool.Caller, p *Program) (*Executor, error) {
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	x := &Executor{
		domain: d, tools: tools, program: p, types: types,
		at:      make(map[string]int, len(p.Nodes)),
		columns: make(map[int][]any),
		derive:  make(map[int]func(string) (string, bool)),
		strip:   make(map[int]func(string) string),

		arithmetic: make(map[domain.ArithmeticOp]*domain.Tool),
	}
	for i := range d.Tools {
		if t := &d.Tools[i]; t.Kind == domain.Arithmetic && x.arithmetic[t.Operation] == nil {
			x.arithmetic[t.Operation] = t
		}
	}
	for i := range p.Nodes {
		x.at[p.Nodes[i].Name] = i
	}
	for i := range p.Nodes {
		from := make([]int, len(p.Nodes[i].From))
		for j, f := range p.Nodes[i].From {
			from[j] = x.at[f]
		}
		x.from = append(x.from, from)
	}
	x.conditions()
	for i, n := range p.Nodes {
		switch o := n.Do.(type) {
		case *Call:
			x.columns[i] = x.needed(n.Name, types[i].Table)
		case *Having:
			x.columns[i] = []any{d.Table(d.Tool(o.Tool).Table).Key}
		case *Filter:
			if o.Comparison == Names {
				x.strip[i] = d.Entity(types[x.at[n.From[1]]].Entity).Stripper()
			}
		case *Derive:
			x.derive[i] = d.Derivation(o.Derivation).Extractor()
		case *DeriveAll:
			x.derive[i] = d.Derivation(o.Derivation).Extractor()
		}
	}
	return x, nil
}

// needed returns the columns of a call's rows that later nodes read, in table
// order; the table's key where none does, so that rows can be told apart.
func (x *Executor) needed(name, table string) []any {
	reads := map[string]bool{}
	holders := []string{name}
	for _, n := range x.program.Nodes {
		if len(n.From) == 0 || !slices.Contains(holders, n.From[0]) {
			continue
		}
		for _, c := range n.Columns() {
			reads[c] = true
		}
		if x.types[x.at[n.Name]].Shape == ShapeRows {
			holders = append(holders, n.Name)
		}
	}
	spec := x.domain.Table(table)
	if len(reads) == 0 {
		reads[spec.Key] = true
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
	in    []*NodeResult // what the node reads

	calling  bool // whether arithmetic goes through tools
	rankings map[rankedBy]*ranking
}

// Run executes the program from the given start entity, which binds every start;
// nil runs a program whose starts are bound already. A reason other than "" says
// why the data has no valid result, and the trace then ends before the node that
// has none. A node that is read for nothing but answers that are not asked for,
// because a node before it says no, is not run and its result is nil. The error is
// for broken tools and unbound starts alone.
func (x *Executor) Run(ctx context.Context, start []string) (*Trace, Reason, error) {
	e := x.begin(ctx, start)
	e.calling = true
	if start != nil {
		e.trace.Program = x.program.bind(func(int) []string { return start })
	}
	for i := range x.program.Nodes {
		if e.unasked(i) {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		reason, err := e.do(i)
		if err != nil || reason != "" {
			return e.trace, reason, err
		}
	}
	return e.trace, "", nil
}

// RunAll executes the program from the given start entity like [Executor.Run], but
// goes on past a node that has no valid result: the trace holds nil for it and for
// whatever depends on it. Every answer is asked for, and [Trace.RestsOnIdle] knows which
// results come of no choice. It is for programs whose nodes are alternatives, such as [HopAlternatives] makes.
// Arithmetic is done without calls. The trace's program is left unbound.
//
// The first nodes, as many as there are results known, are not run: the trace takes
// the results, gives them their types, and has no calls of theirs.
func (x *Executor) RunAll(ctx context.Context, start []string, known ...*NodeResult) (*Trace, error) {
	e := x.begin(ctx, start)
	e.trace.restsOnIdle = make([]bool, len(x.program.Nodes))
	for i, r := range known {
		r.Type = x.types[i]
		e.trace.Results = append(e.trace.Results, r)
	}
	for i := len(known); i < len(x.program.Nodes); i++ {
		if slices.ContainsFunc(x.from[i], func(j int) bool { return e.trace.Results[j] == nil }) {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		reason, err := e.do(i)
		if err != nil {
			return e.trace, err
		}
		if reason != "" {
			e.trace.Results = append(e.trace.Results, nil)
			continue
		}
		e.trace.restsOnIdle[i] = e.idle(i) ||
			slices.ContainsFunc(x.from[i], func(j int) bool { return e.trace.restsOnIdle[j] })
	}
	return e.trace, nil
}

// idle reports whether the i-th node, which was executed last, had nothing to choose
// between.
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

// do executes the next node, the i-th, and adds its result to the trace if it has
// a valid one.
func (e *execution) do(i int) (Reason, error) {
	n := &e.program.Nodes[i]
	e.node, e.in = i, e.in[:0]
	for _, j := range e.from[i] {
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

// conditions works out under which truths each node is asked for.
func (x *Executor) conditions() {
	x.asked = make([]map[string]bool, len(x.program.Nodes))
	ask := func(name, under string) {
		if i := x.at[name]; x.asked[i] == nil {
			x.asked[i] = map[string]bool{under: true}
		} else {
			x.asked[i][under] = true
		}
	}
	for _, a := range x.program.Answers {
		ask(a.From, a.If)
		if a.If != "" {
			ask(a.If, "")
		}
	}
	for i, n := range slices.Backward(x.program.Nodes) {
		for under := range x.asked[i] {
			for _, f := range n.From {
				ask(f, under)
			}
		}
	}
}

// unasked reports whether all that the i-th node is asked for under turned out to
// be no.
func (e *execution) unasked(i int) bool {
	if slices.ContainsFunc(e.from[i], func(j int) bool { return e.trace.Results[j] == nil }) {
		return true // nobody asks for it, and what it reads was not run
	}
	for under := range e.asked[i] {
		if under == "" || e.at[under] >= i || e.trace.Results[e.at[under]].Truth {
			return false
		}
	}
	return len(e.asked[i]) > 0
}
