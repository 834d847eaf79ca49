package plan

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Structure describes a program's shape, for balancing and reports.
type Structure struct {
	// Hops is the number of lookups and retrievals on the longest chain of dependent nodes.
	Hops int `json:"hops"`
	// Fanout is the largest number of nodes that read the same result.
	Fanout int `json:"fanout"`
	// Operators are the program's operators, from [Operators], sorted and without
	// repetitions; never nil. A plain chain of lookups has none.
	Operators []Operator `json:"operators"`
}

// Operator is a request that a question can make beyond a chain of lookups; [Operators]
// lists them all. Coverage counts operators. An operator need not be an operation: each
// comparison of a filter is an operator of its own, and some operators describe an answer
// or the shape of the program.
type Operator string

// Operators returns the closed set of operators, sorted.
func Operators() []Operator {
	return []Operator{
		"add", "average", "branches", "citations", "cite", "columns", "compare", "containment", "conversion", "count", "covering", "days", "derive",
		"difference", "distinct", "divide", "equality", "exists", "extract", "fact", "followup", "frequent", "having", "intersection",
		"interval", "kth", "layout", "list", "map", "maximum", "minimum", "multiply", "none", "only", "ownership", "period", "retrieve",
		"role", "share", "stated", "subtract", "sum", "superlative", "threshold", "union", "unstated", "year",
	}
}

// Structure returns the program's shape. It panics unless the program passes
// [Program.Types].
func (p *Program) Structure(d *domain.Domain) Structure {
	types, err := p.Types(d)
	if err != nil {
		panic("plan: structure of an invalid program: " + err.Error())
	}
	depth := map[string]int{}
	readers := map[string]int{}
	s := Structure{Operators: p.operators(d, types)}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		deepest := 0
		for j, f := range n.From {
			deepest = max(deepest, depth[f])
			if !slices.Contains(n.From[:j], f) {
				readers[f]++
			}
			s.Fanout = max(s.Fanout, readers[f])
		}
		if n.Tool() != "" {
			deepest++
		}
		depth[n.Name] = deepest
		s.Hops = max(s.Hops, deepest)
	}
	return s
}

// Lookups returns the number of lookups and retrievals on the longest chain that leads to
// the named node and includes it; 0 if there is no such node.
func (p *Program) Lookups(name string) int {
	n := p.Node(name)
	if n == nil {
		return 0
	}
	most := 0
	for _, f := range n.From {
		most = max(most, p.Lookups(f))
	}
	if n.Tool() != "" {
		most++
	}
	return most
}

// operators returns the program's operators, sorted and without repetitions.
func (p *Program) operators(d *domain.Domain, types []Type) []Operator {
	ops := []Operator{}
	at := map[string]int{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		at[n.Name] = i
		ops = append(ops, operatorsOf(d, n, types[i])...)
		if p.countsNone(n) {
			ops = append(ops, "none")
		}
		if p.joinsBranches(n) {
			ops = append(ops, "branches")
		}
	}
	projected := map[string]bool{} // nodes of rows that an answer is read from
	for _, a := range p.Answers {
		n, t := &p.Nodes[at[a.From]], types[at[a.From]]
		if _, ok := n.Do.(*Project); ok {
			if projected[n.From[0]] {
				ops = append(ops, "columns")
			}
			projected[n.From[0]] = true
		}
		if t.Shape == ShapeValues && t.Many {
			ops = append(ops, "list")
		}
		if a.If != "" || a.Unless != "" {
			ops = append(ops, "followup")
		}
		if a.Form.Layout != "" {
			ops = append(ops, "layout")
		}
		if a.Form.Style == StyleNumber && a.Form.Unit != t.Unit {
			ops = append(ops, "conversion")
		}
	}
	slices.Sort(ops)
	return slices.Compact(ops)
}

// operatorsOf returns the operators of one node.
func operatorsOf(d *domain.Domain, n *Node, t Type) []Operator {
	switch o := n.Do.(type) {
	case *Start, *Record, *Tiered, *Recognize: // of templates alone
		return nil
	case *Project:
		if o.Unstated {
			return []Operator{"unstated"}
		}
		return nil
	case *Call:
		if o.Each {
			return []Operator{"map"}
		}
		return nil
	case *DeriveAll:
		return []Operator{"derive"}
	case *Mode:
		return []Operator{"frequent"}
	case *Filter:
		return []Operator{o.operator(d.Table(t.Table).Column(o.Column))}
	case *Superlative:
		if o.Rank > 0 {
			return []Operator{"kth"}
		}
	}
	return []Operator{Operator(n.Do.Kind())}
}

// operator returns the operator of a comparison with a column.
func (o *Filter) operator(c *domain.Column) Operator {
	switch o.Comparison {
	case Year:
		return "year"
	case Since, Until, During:
		return "period"
	case Above, Below, AtLeast, AtMost:
		return "threshold"
	case Within:
		return "interval"
	case Contains:
		return "containment"
	case Names:
		return "role"
	case Stated:
		return "stated"
	}
	if c.Kind == domain.KindRatio && o.Operand == "100" {
		return "ownership"
	}
	return "equality"
}

// countsNone reports whether a node counts rows of which there may be none.
func (p *Program) countsNone(n *Node) bool {
	if _, ok := n.Do.(*Count); !ok {
		return false
	}
	switch o := p.Node(n.From[0]).Do.(type) {
	case *Call:
		return o.Empty
	case *Filter:
		return o.Empty
	}
	return false
}

// joinsBranches reports whether a node reads the results of different lookups.
func (p *Program) joinsBranches(n *Node) bool {
	var calls []string
	for _, f := range n.From {
		calls = append(calls, p.lookup(f))
	}
	calls = slices.DeleteFunc(calls, func(c string) bool { return c == "" })
	return len(calls) > 1 && slices.ContainsFunc(calls[1:], func(c string) bool { return c != calls[0] })
}

// lookup returns the name of the last lookup or retrieval that a result comes from, ""
// if there is none.
func (p *Program) lookup(name string) string {
	n := p.Node(name)
	if n.Tool() != "" {
		return n.Name
	}
	if len(n.From) == 0 {
		return ""
	}
	return p.lookup(n.From[0])
}

// String returns the program as one line of JSON, for messages. It panics if the program
// cannot be encoded.
func (p *Program) String() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic("plan: encode program: " + err.Error())
	}
	return string(b)
}

// Equal reports whether two programs are the same, including the values of their starts. A
// nil program equals only nil.
func (p *Program) Equal(q *Program) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.Template == q.Template && slices.Equal(p.Answers, q.Answers) && slices.EqualFunc(p.Nodes, q.Nodes, func(a, b Node) bool {
		return a.Name == b.Name && slices.Equal(a.From, b.From) && (a.Do == b.Do || reflect.DeepEqual(a.Do, b.Do))
	})
}

// Tools returns the names of the lookups and retrievers called, in node order, with
// repetitions; nil if there are none.
func (p *Program) Tools() []string {
	var names []string
	for i := range p.Nodes {
		if name := p.Nodes[i].Tool(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Entities returns the start entities, in node order; an unbound one is nil.
func (p *Program) Entities() []Start {
	var starts []Start
	for _, n := range p.Nodes {
		if s, ok := n.Do.(*Start); ok {
			starts = append(starts, *s)
		}
	}
	return starts
}
