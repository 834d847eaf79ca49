package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Plain stands, where operators are chosen, for questions that ask for their target alone. It
// is no operator of [Operators].
const Plain Operator = "plain"

// Unselected is the reason of a program that uses what a [Selection] leaves out.
const Unselected Reason = "unselected"

// Selection says which tools, columns and operators questions may use. The zero value allows
// everything. It is a specification.
type Selection struct {
	// Tools are the names of lookups and retrievers; nil for all.
	Tools []string
	// Columns are those that a question may ask for, filter, rank or add up; nil for all. The
	// columns by which one lookup leads to the next are none of them.
	Columns []TableColumn
	// Operators are those that a program may have, wherever it has them; nil for all. A program
	// without any has [Plain].
	Operators []Operator
}

// TableColumn names a column of a table.
type TableColumn struct{ Table, Column string }

// AllowsPath reports whether a path calls only tools of the selection.
func (s *Selection) AllowsPath(p Path) bool {
	return !slices.ContainsFunc(p.Hops, func(h Hop) bool { return !s.allowsTool(h.Tool) })
}

// AllowsDemand reports whether a demand made of a path's last lookup is of the selection.
func (s *Selection) AllowsDemand(d *domain.Domain, p Path, demand Demand) bool {
	table := d.Tool(p.Hops[len(p.Hops)-1].Tool).Table
	return (demand.Target == Rows || s.allowsColumn(table, demand.Target)) && s.allowsOperators(demand.Operator)
}

// Allows reports whether a program uses nothing but tools, columns and operators of the
// selection. It panics unless the program passes [Program.Types].
func (s *Selection) Allows(d *domain.Domain, p *Program) bool {
	if s.Tools == nil && s.Columns == nil && s.Operators == nil {
		return true
	}
	if !s.AllowsTools(p) || !s.allowsOperators(p.Structure(d).Operators...) {
		return false
	}
	return !slices.ContainsFunc(p.UsedColumns(d), func(c TableColumn) bool { return !s.allowsColumn(c.Table, c.Column) })
}

// AllowsTools reports whether a program calls only tools of the selection.
func (s *Selection) AllowsTools(p *Program) bool {
	return !slices.ContainsFunc(p.Tools(), func(tool string) bool { return !s.allowsTool(tool) })
}

func (s *Selection) allowsTool(name string) bool {
	return s.Tools == nil || slices.Contains(s.Tools, name)
}

func (s *Selection) allowsColumn(table, column string) bool {
	return s.Columns == nil || slices.Contains(s.Columns, TableColumn{table, column})
}

// allowsOperators reports whether all of some operators are allowed; of none, and of "", whether
// plain questions are.
func (s *Selection) allowsOperators(ops ...Operator) bool {
	if s.Operators == nil {
		return true
	}
	if len(ops) == 0 || len(ops) == 1 && ops[0] == "" {
		return slices.Contains(s.Operators, Plain)
	}
	return !slices.ContainsFunc(ops, func(op Operator) bool { return !slices.Contains(s.Operators, op) })
}

// UsedColumns returns the columns that a program asks for, filters, ranks or computes with, in the
// order of its nodes, with repetitions. Those that only lead to the next lookup are left out. It
// panics unless the program passes [Program.Types].
func (p *Program) UsedColumns(d *domain.Domain) []TableColumn {
	types, err := p.Types(d)
	if err != nil {
		panic("plan: columns of an invalid program: " + err.Error())
	}
	tables := map[string]string{}
	for i := range p.Nodes {
		tables[p.Nodes[i].Name] = types[i].Table
	}
	var used []TableColumn
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if _, ok := n.Do.(*Project); ok && p.onlyLeadsOn(n.Name) {
			continue
		}
		for _, c := range n.Columns() {
			used = append(used, TableColumn{tables[n.From[0]], c})
		}
	}
	return used
}

// onlyLeadsOn reports whether a result is no answer and is read by lookups and derivations alone.
func (p *Program) onlyLeadsOn(name string) bool {
	if slices.ContainsFunc(p.Answers, func(a AnswerSpec) bool { return a.From == name }) {
		return false
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if !slices.Contains(n.From, name) {
			continue
		}
		switch n.Do.(type) {
		case *Call, *Having, *Derive, *DeriveAll:
		default:
			return false
		}
	}
	return true
}
