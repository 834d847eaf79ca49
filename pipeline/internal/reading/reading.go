// Package reading makes the other readings that the words of a question allow.
//
// A reading is a program, or another extent of its lookups, that a careful person could
// take the question for: "that company" is another company, the industry is the register's
// and not the listing's, the cases of a company are all rulings to which it is a party, "more
// than" includes its bound. [Of] lists the readings of a program. A task is sound only if
// each of them gives the same answers as the program, or none, because then the reader finds
// that it was not meant; another collection of rows must give the same answers, because its
// reader would not find the right one ([Reading.Misleads]). Package ground chooses entities
// for which this holds ([Comparer] runs readings by tools), and package proof checks it for
// every task by its own execution.
//
// Some readings need no program because they cannot differ. "The only" holds at its place in
// the chain, so with it at another place, or without the filter before it, the rows are the
// same single row or there is no result. Places of a ranking are counted from the end that
// the question names, and ties have no result.
package reading

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Reading is one way to read a question other than as its program.
type Reading struct {
	// Program is well-typed and bound like the original. Unchanged operations are shared with
	// it, and nodes that no answer needs are removed.
	Program *plan.Program
	// Extents are the lookups, by name, that find other rows than their own; nil for none.
	Extents map[string]Extent
	// Ambiguity is the kind of words that allow the reading.
	Ambiguity Ambiguity
	// Node names the node of the original that the reading takes differently, and To what it
	// takes it for, in the plan's own terms: a node, a lookup and its column, columns, an
	// interval.
	Node, To string
}

// String returns the node, the kind and what the reading takes the node for: "r5 antecedent
// r1".
func (r *Reading) String() string { return r.Node + " " + string(r.Ambiguity) + " " + r.To }

// Misleads reports whether the reading spoils a question although it has no answer, for a
// reason. Who takes "the cases of a company" for those to which it is a party, of which there
// are two, is asked for "the case" and cannot know which of them is filed under the company.
// Who finds no row at all looks for others.
func (r *Reading) Misleads(reason plan.Reason) bool {
	return r.Ambiguity == Collection && reason != "" && reason != plan.Missing
}

// Ambiguity is a kind of words that allow several readings.
type Ambiguity string

// The closed set of kinds.
const (
	// Antecedent is a reference to another entity of the same kind: "that company".
	Antecedent Ambiguity = "antecedent"
	// Source is a column of the same name in another table about the same entity, if the
	// question does not say the table.
	Source Ambiguity = "source"
	// Role is a column that names an entity in a role in the row ("the buyer"), for a
	// column that only files the row under one ("the company of the order").
	Role Ambiguity = "role"
	// Column is another day of the same row, whose name includes the words of the question.
	Column Ambiguity = "column"
	// Collection is a narrower or wider collection of rows about an entity: the rows that
	// name it in another column than the one by which the lookup finds them.
	Collection Ambiguity = "collection"
	// Bound is an interval with or without its ends.
	Bound Ambiguity = "bound"
)

// Extent says which rows a lookup of many rows finds for an entity in a reading.
type Extent struct {
	// Columns are columns in which a row may name the entity, alone or beside others.
	Columns []string
	// Own reports whether the rows that the tool returns belong, too.
	Own bool
}

// Of returns the readings, other than the program itself, that the words of its draft in a
// language allow: first those of [Antecedent], then, in node order, those of the other kinds.
// It returns nil for a program that fills a template, which says where every value stands.
// The error is that of [draft.Question].
func Of(d *domain.Domain, p *plan.Program, lang string) ([]Reading, error) {
	if p.Template != "" {
		return nil, nil
	}
	implicit, err := draft.ImplicitIn(d, p, lang)
	if err != nil {
		return nil, err
	}
	return of(d, p, lang, implicit)
}

// of returns the readings for a draft that leaves its reader to infer the given parts.
func of(d *domain.Domain, p *plan.Program, lang string, implicit draft.Implicit) ([]Reading, error) {
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	s := &set{d: d, of: p, lang: lang, types: types, implicit: implicit}
	for _, name := range implicit.Antecedents {
		s.antecedents(name)
	}
	for i := range p.Nodes {
		s.sources(i)
		s.roles(i)
		s.days(i)
		s.collections(i)
		s.bounds(i)
	}
	return s.list, nil
}

// set collects the different readings of a program, in order.
type set struct {
	d        *domain.Domain
	of       *plan.Program
	lang     string
	types    []plan.Type
	implicit draft.Implicit
	list     []Reading
}

// add adds a changed copy of the program if it is well-typed and new.
func (s *set) add(p *plan.Program, kind Ambiguity, node, to string) {
	prune(p)
	if p.Equal(s.of) || slices.ContainsFunc(s.list, func(r Reading) bool { return r.Extents == nil && p.Equal(r.Program) }) {
		return
	}
	if _, err := p.Types(s.d); err == nil {
		s.list = append(s.list, Reading{Program: p, Ambiguity: kind, Node: node, To: to})
	}
}

// collections adds the readings in which a lookup of many rows, called by the i-th node, finds
// the rows that name the entity in another column: in addition to its own rows, and in their
// place. All calls of the lookup are read alike.
func (s *set) collections(i int) {
	n := &s.of.Nodes[i]
	t := s.d.Tool(n.Lookup())
	if t == nil || t.Returns != domain.Many || slices.ContainsFunc(s.list, func(r Reading) bool { _, ok := r.Extents[t.Name]; return ok }) {
		return
	}
	columns := s.unmatched(t, s.types[s.index(n.From[0])].Entity)
	if len(columns) == 0 {
		return
	}
	for _, own := range []bool{true, false} {
		to := t.Name + " by " + strings.Join(columns, ", ")
		if own {
			to += " too"
		}
		s.list = append(s.list, Reading{
			Program: s.of, Extents: map[string]Extent{t.Name: {Columns: columns, Own: own}}, Ambiguity: Collection, Node: n.Name, To: to,
		})
	}
}

// unmatched returns the columns in which the rows of a lookup can name the entity that it is
// given, except the key, because a row is not about the entity that it is, and those that a
// lookup of the table matches, because its phrase says so.
func (s *set) unmatched(t *domain.Tool, entity string) []string {
	table := s.d.Table(t.Table)
	return slices.DeleteFunc(plan.Roles(s.d, t, entity), func(column string) bool {
		return column == table.Key || slices.ContainsFunc(s.d.Tools, func(o domain.Tool) bool {
			return o.Table == t.Table && plan.Matched(s.d, &o, entity, column)
		})
	})
}

// roles adds the readings in which the i-th node, which works on a column that only files the
// rows, works on another column of the same entity type.
func (s *set) roles(i int) {
	n := &s.of.Nodes[i]
	if len(n.Columns()) != 1 {
		return
	}
	rows := s.types[s.index(n.From[0])]
	table := s.d.Table(rows.Table)
	own := table.Column(n.Columns()[0])
	if own.Meaning() != domain.Filing {
		return
	}
	for _, name := range rows.Columns {
		if name != own.Name && table.Column(name).Entity == own.Entity {
			s.add(replace(s.of, i, n.WithColumn(name)), Role, n.Name, name)
		}
	}
}

// days adds the readings in which the i-th node works on another day of the same rows whose
// name includes the name of its own: "filing date" for "date".
func (s *set) days(i int) {
	n := &s.of.Nodes[i]
	if len(n.Columns()) != 1 {
		return
	}
	rows := s.types[s.index(n.From[0])]
	table := s.d.Table(rows.Table)
	own := table.Column(n.Columns()[0])
	if own.Kind != domain.KindDate {
		return
	}
	for _, name := range rows.Columns {
		c := table.Column(name)
		if c.Kind == domain.KindDate && domain.IncludesName(c.Called(s.lang), own.Called(s.lang)) {
			s.add(replace(s.of, i, n.WithColumn(name)), Column, n.Name, name)
		}
	}
}

// index returns the number of the node of that name.
func (s *set) index(name string) int { return index(s.of, name) }

// index returns the number of a program's node of that name.
func index(p *plan.Program, name string) int {
	return slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Name == name })
}

// clone returns a copy whose nodes can be changed; operations are shared.
func clone(p *plan.Program) *plan.Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	return &q
}

// replace returns a copy in which the i-th node has another operation.
func replace(p *plan.Program, i int, do plan.Operation) *plan.Program {
	q := clone(p)
	q.Nodes[i].Do = do
	return q
}

// insert puts nodes before the i-th node of a program, whose nodes must be its own.
func insert(p *plan.Program, i int, nodes ...plan.Node) {
	p.Nodes = slices.Insert(p.Nodes, i, nodes...)
}

// fresh returns a name for a new node made from another.
func fresh(name string, n int) string { return fmt.Sprintf("%s.%d", name, n) }

// prune removes the nodes that no answer needs.
func prune(p *plan.Program) {
	needed := map[string]bool{}
	for _, a := range p.Answers {
		needed[a.From], needed[a.Condition().Result] = true, true
	}
	for _, n := range slices.Backward(p.Nodes) {
		if needed[n.Name] {
			for _, f := range n.From {
				needed[f] = true
			}
		}
	}
	p.Nodes = slices.DeleteFunc(p.Nodes, func(n plan.Node) bool { return !needed[n.Name] })
}
