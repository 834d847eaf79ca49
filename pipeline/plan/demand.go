package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Demand is the request that a question makes of a path's last lookup: for a column of
// the rows found or for their number, with or without an operation.
type Demand struct {
	// Target is the column asked for, or [Rows].
	Target string `json:"target"`
	// Operator is the operation that the question asks for beyond the chain of lookups;
	// "" if it asks for the target alone.
	Operator Operator `json:"operator,omitempty"`
}

// Demands returns the demands that the domain allows for a path, whatever the data: each
// of [Targets] in order, first alone and then with each operator that suits it, in the
// order of [Operators]. Columns of prose come last, each with the operators that read it:
// citations and fact. Operators that only accompany others (derive, branches, followup) are
// left out, and so are columns out of reach ([Reaches]).
func Demands(d *domain.Domain, p Path) []Demand {
	s := newOperatorFit(d, p)
	var all []Demand
	for _, target := range Targets(d, p) {
		all = append(all, Demand{Target: target})
		for _, op := range Operators() {
			if s.suits(target, op) {
				all = append(all, Demand{target, op})
			}
		}
	}
	for _, c := range proseTargets(d, p) {
		if c.Cites != "" {
			all = append(all, Demand{c.Name, "citations"})
		}
		if c.Facts != nil {
			all = append(all, Demand{c.Name, "fact"})
		}
	}
	return slices.DeleteFunc(all, func(demand Demand) bool { return !Reaches(d, p, demand) })
}

// operatorFit tells which operators suit a path.
type operatorFit struct {
	domain  *domain.Domain
	last    *Hop
	table   *domain.Table
	columns int  // columns that are asked for more than seldom
	many    bool // the last lookup returns a set
	plural  bool // which has several rows by nature
	yearly  bool // and in each year
	sets    bool // the lookup before it returns a set and names entities of one part in a column
	again   bool // the path has two lookups, and the last also accepts the start entity
	days    int  // columns of days
	ranked  int  // columns of days and numbers by which rows are ranked
	dated   int  // those of days
	texts   int  // columns of texts and names
	groups  int  // columns of texts and names that rows can be grouped by
	parts   int  // columns of texts whose parts have a meaning
	joins   bool // the lookup before the last names entities in a column that is no identifier
	known   bool // people ask whether the last lookup finds anything
	forks   bool // and go on to ask something else if it does not
	matters bool // the domain declares matters, so that questions are those that people ask
	roles   int  // columns that can name the entity looked up
	ratio   bool // some column is a ratio
	near    bool // the rows are of what the question names
}

func newOperatorFit(d *domain.Domain, p Path) *operatorFit {
	last := &p.Hops[len(p.Hops)-1]
	t := d.Tool(last.Tool)
	near := len(d.Matters) == 0 || Distance(d, p, false) <= 1
	s := &operatorFit{domain: d, last: last, table: d.Table(t.Table), many: t.Returns == domain.Many, plural: t.Plural, yearly: t.Yearly, near: near}
	s.known = t.Known != nil || !slices.ContainsFunc(d.Tools, func(t domain.Tool) bool { return t.Known != nil })
	s.forks = s.known && (t.Otherwise != nil || !slices.ContainsFunc(d.Tools, func(t domain.Tool) bool { return t.Otherwise != nil }))
	s.matters = len(d.Matters) > 0
	if n := len(p.Hops); s.matters && slices.ContainsFunc(p.Hops[:n-1], func(h Hop) bool { return h.Tool == last.Tool }) {
		s.forks = false // a parent has a subsidiary, and is listed
	}
	if n := len(p.Hops); n > 1 && d.Tool(p.Hops[n-2].Tool).Returns == domain.Many && last.Derivation == "" {
		s.sets = len(d.Entity(last.Accepts).Parts) == 0
		s.joins = s.sets && slices.ContainsFunc(HopLinks(d, &p.Hops[n-2], last), func(link []string) bool {
			return d.Table(d.Tool(p.Hops[n-2].Tool).Table).Column(link[0]).Meaning() != domain.Identifier
		})
	}
	s.again = len(p.Hops) == 2 && last.Derivation == "" && len(d.Entity(p.Start).Parts) == 0 && slices.Contains(Accepts(d, t), p.Start)
	for _, name := range Targets(d, p) {
		c := s.table.Column(name)
		switch {
		case c == nil:
		case c.Kind == domain.KindDate:
			s.days++
		case c.Kind.Numeric():
			s.ratio = s.ratio || c.Kind == domain.KindRatio
		default:
			s.texts++
			if c.Groups() && c.Name != s.table.Key && !strings.Contains(c.Entity, ".") {
				s.groups++
			}
			if c.HasParts() {
				s.parts++
			}
		}
		if c != nil && c.Entity == last.Accepts {
			s.roles++
		}
		if c != nil && c.Asked != domain.Seldom {
			s.columns++
		}
		if c != nil && d.Ranks(s.table.Name, c) {
			s.ranked++
			if c.Kind == domain.KindDate {
				s.dated++
			}
		}
	}
	return s
}

// suits reports whether an operator suits a target of the path.
func (s *operatorFit) suits(target string, op Operator) bool {
	c := s.table.Column(target) // nil for Rows
	number := c != nil && c.Kind.Numeric()
	ratio := number && c.Kind == domain.KindRatio
	day := c != nil && c.Kind == domain.KindDate
	if c != nil && c.Asked == domain.Seldom {
		return false
	}
	named := c != nil && !number && !day
	if named {
		_, part := columnEntity(c)
		named = part == ""
	}
	switch op {
	case "columns":
		return c != nil && s.columns > 2
	case "days":
		return day && s.days > 1 && (!s.matters || !s.many && s.related(c, op))
	case "conversion":
		return number && c.Kind == domain.KindMoney && len(s.domain.LargerUnits(c)) > 0
	case "layout":
		return day
	case "add", "subtract", "divide", "multiply":
		return number && s.related(c, op)
	case "share":
		return number && !ratio && (s.many && c.Adds() && s.dated > 0 && !s.matters || s.related(c, op))
	case "compare": // nobody asks about whichever of two has more
		return named && s.many && s.again && !s.matters
	case "exists": // where matters are declared, for what is asked far along too, but for no party of a chosen case
		if s.matters && s.many {
			return s.forks && c != nil && c.Adds() && c.Asked == domain.Often
		}
		return s.forks && !(s.matters && s.joins) && (c == nil || !s.many && (c.Reach == 0 || c.Reach > 2 || !s.matters))
	case "unstated":
		return c != nil && !s.many && s.columns > 2
	case "count":
		return c == nil
	case "none":
		return c == nil && s.many
	case "having":
		return s.joins && s.known && (c == nil || !s.many && c.Name == s.first())
	case "map": // labels and percentages of many, without whose they are, tell nobody anything
		nameless := ratio || c != nil && c.Meaning() == domain.Label
		return s.sets && (c == nil || !day && (number || s.table.Lists(c)) && !(s.matters && nameless))
	}
	if !s.many {
		return false
	}
	switch op {
	case "list":
		return named && s.table.Lists(c) && (!s.matters || s.plural || s.near)
	case "sum":
		return number && c.Adds()
	case "maximum", "minimum": // people ask whose it is, too
		return number && !s.matters
	case "average":
		return number && !s.matters
	case "distinct":
		return named && c.Groups() && !s.matters
	case "frequent":
		return named && c.Groups() && !s.matters
	case "intersection":
		return named && s.table.Compares(c) && s.near
	case "union", "difference": // nobody asks for what two unrelated ones have together, or only one of them
		return named && s.table.Compares(c) && !s.matters
	case "superlative":
		return c != nil && s.ranked > 0
	case "kth":
		return c != nil && s.ranked > 0 && !s.matters
	case "only":
		return c != nil && !s.plural
	case "year":
		return s.dated > 0 && (!s.matters || s.yearly && c == nil)
	case "period":
		return s.dated > 0 && !s.matters
	case "threshold":
		return s.ranked > s.dated && s.rows(c)
	case "interval":
		return s.ranked > s.dated && !s.matters
	case "ownership":
		return s.ratio && !ratio && (!s.matters || c == nil || c.Adds() || c.Name == s.table.Key)
	case "equality":
		return s.rows(c) && (s.groups > 1 || s.groups > 0 && (c == nil || !c.Groups() || c.Name == s.table.Key))
	case "containment":
		return (c == nil || !s.matters) && (s.parts > 1 || s.parts > 0 && (c == nil || !c.HasParts()))
	case "role":
		return s.roles > 0 && (c == nil || c.Kind != domain.KindDate || !s.matters)
	}
	return false
}

// rows reports whether a target is how many or, unless there are many each year, which rows a filter
// keeps; true where the domain declares no matters. An end of a ranking within bounds is nothing that
// people ask for.
func (s *operatorFit) rows(c *domain.Column) bool {
	return !s.matters || c == nil || c.Name == s.table.Key && !s.yearly
}

// related reports whether a column has a second quantity to be combined with. Where the
// domain declares no relations, units decide when a program is composed.
func (s *operatorFit) related(c *domain.Column, op Operator) bool {
	if len(s.domain.Relations) == 0 {
		return true
	}
	return slices.ContainsFunc(s.domain.RelationsOf(domain.RelationOperation(op), s.table.Name, c.Name), func(r *domain.Relation) bool {
		return about(s.domain, s.domain.Tool(s.last.Tool), s.last.Accepts, r.Of) && slices.ContainsFunc(s.domain.Tools, func(t domain.Tool) bool {
			return about(s.domain, &t, s.last.Accepts, r.By)
		})
	})
}

// about reports whether a lookup that is given an entity finds rows of which a quantity is
// the entity's own.
func about(d *domain.Domain, t *domain.Tool, accepted string, q domain.RelatedQuantity) bool {
	if q.Table != t.Table || !slices.Contains(Accepts(d, t), accepted) {
		return false
	}
	return q.About == "" || Matched(d, t, accepted, q.About)
}

// Relates reports whether the domain declares a relation of an operation between two
// quantities that lookups return about the same entity, of type accepted: a column of the
// rows of one lookup, and a column of the rows of the same or another lookup.
func Relates(d *domain.Domain, op Operator, accepted string, of *domain.Tool, column string, by *domain.Tool, other string) bool {
	return slices.ContainsFunc(d.RelationsOf(domain.RelationOperation(op), of.Table, column), func(r *domain.Relation) bool {
		return r.By.Column == other && about(d, of, accepted, r.Of) && about(d, by, accepted, r.By)
	})
}

// first returns the first column that a lookup of one row can be asked for.
func (s *operatorFit) first() string {
	for i := range s.table.Columns {
		if c := &s.table.Columns[i]; c.Kind != domain.KindProse {
			return c.Name
		}
	}
	return ""
}

// Chain appends a path to the program, up to the rows of its last lookup. Between every
// two hops it puts the [Move] that leads from the one to the other. It returns the names
// of the start node, of the node that holds the entity passed to the last lookup, and of
// the last lookup. It panics unless there is one move fewer than hops.
func (p *Program) Chain(path Path, moves []Move) (start, asked, rows string) {
	if len(moves) != len(path.Hops)-1 {
		panic(fmt.Sprintf("plan: %d moves for a path of %d hops: want one move fewer than hops", len(moves), len(path.Hops)))
	}
	start = p.Add(&Start{Entity: path.Start})
	asked = start
	for i, h := range path.Hops {
		if h.Derivation != "" {
			asked = p.Add(&Derive{Derivation: h.Derivation}, asked)
		}
		rows = p.Add(&Call{Tool: h.Tool}, asked)
		if i < len(moves) {
			asked = p.addMove(moves[i], asked, rows)
		}
	}
	return start, asked, rows
}

// addMove appends a move over the rows that a lookup returned for the entity asked, and
// returns the name of its last node.
func (p *Program) addMove(m Move, asked, rows string) string {
	at := rows
	for _, op := range m.Do {
		at = p.Add(op, reads(op, at, asked)...)
	}
	return at
}

// reads returns the names of the nodes that an operation of a move reads: the node before
// it and, for a filter by name, the entity passed to the lookup.
func reads(op Operation, at, asked string) []string {
	if f, ok := op.(*Filter); ok && f.Comparison == Names {
		return []string{at, asked}
	}
	return []string{at}
}

// Add appends a node that reads the nodes named in from, and returns the name it gives the
// new node.
func (p *Program) Add(op Operation, from ...string) string {
	name := nodeName(len(p.Nodes) + 1)
	p.Nodes = append(p.Nodes, Node{Name: name, From: slices.Clone(from), Do: op})
	return name
}
