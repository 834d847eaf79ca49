package plan

import (
	"cmp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Matters returns the matters of the domain that a program serves best, in the order declared;
// nil if it serves none. A matter is served ([domain.Domain.MattersOf]) by each of the answers
// that the program can have together, those left out that are on the way to another
// ([Program.OnTheWay]), and the better, the further to the front of its tables
// the table of the first answer stands ([domain.Matter.Place]). Matters panics unless the
// program passes [Program.Types].
func (p *Program) Matters(d *domain.Domain) []*domain.Matter {
	types, err := p.Types(d)
	if err != nil {
		panic("plan: matters of an invalid program: " + err.Error())
	}
	byNode := map[string]Type{}
	for i := range p.Nodes {
		byNode[p.Nodes[i].Name] = types[i]
	}
	lookups := p.matterLookups(byNode)
	var all []*domain.Matter // of the answers so far
	first, end := true, ""
	for _, a := range p.Answers {
		table, target := p.asked(a.From, byNode)
		if a.Unless != "" || table == "" || byNode[a.From].Shape == ShapeTruth || p.OnTheWay(a.From) {
			continue
		}
		for _, start := range p.Entities() {
			found := d.MattersOf(start.Entity, lookups, table, target)
			if !first {
				found = slices.DeleteFunc(found, func(m *domain.Matter) bool { return !slices.Contains(all, m) })
			}
			if all, first = found, false; len(all) == 0 {
				return nil
			}
		}
		end = cmp.Or(end, table)
	}
	if len(all) == 0 {
		return nil
	}
	return bestServed(all, end)
}

// bestServed returns those of some matters, at least one, in whose tables a table stands furthest to
// the front. It may change the slice.
func bestServed(all []*domain.Matter, table string) []*domain.Matter {
	best := slices.MinFunc(all, func(a, b *domain.Matter) int { return cmp.Compare(a.Place(table), b.Place(table)) }).Place(table)
	return slices.DeleteFunc(all, func(m *domain.Matter) bool { return m.Place(table) > best })
}

// OnTheWay reports whether an answer is of rows that lead on to another answer: the number of the
// order of whose shop a question asks for the address.
func (p *Program) OnTheWay(answer string) bool {
	from := p.Node(answer).From
	if len(from) == 0 {
		return false
	}
	return slices.ContainsFunc(p.Answers, func(other AnswerSpec) bool {
		if p.Lookups(other.From) <= p.Lookups(answer) {
			return false
		}
		for n := p.Node(other.From); len(n.From) > 0; n = p.Node(n.From[0]) {
			if n.From[0] == from[0] {
				return true
			}
		}
		return false
	})
}

// matterLookups returns the lookups of a program, in the order of its nodes.
func (p *Program) matterLookups(types map[string]Type) []domain.MatterLookup {
	var all []domain.MatterLookup
	for i := range p.Nodes {
		n := &p.Nodes[i]
		tool := n.Lookup()
		if tool == "" {
			continue
		}
		l := domain.MatterLookup{Tool: tool, Entity: types[n.From[0]].Entity}
		for at := p.Node(n.From[0]); len(at.From) > 0; at = p.Node(at.From[0]) {
			if _, derived := at.Do.(*Derive); !derived && l.Found == "" {
				l.Found = types[at.Name].Entity
			}
			if other := at.Lookup(); other != "" {
				if l.From == "" {
					l.From, l.By = other, types[at.From[0]].Entity
				}
				l.Again = l.Again || other == tool
			}
		}
		all = append(all, l)
	}
	return all
}

// asked returns the table and the column, or [Rows], of the rows that an answer is made of:
// of the first, if it is made of several; "" if there are none.
func (p *Program) asked(answer string, types map[string]Type) (table, target string) {
	target = Rows
	for n := p.Node(answer); len(n.From) > 0; n = p.Node(n.From[0]) {
		if columns := n.Columns(); len(columns) > 0 {
			target = columns[0]
		}
		if in := types[n.From[0]]; in.Table != "" && in.Shape == ShapeRows {
			return in.Table, target
		}
	}
	return "", ""
}

// Asked returns the table and the column, or [Rows], of the rows that an answer is made of: of
// the first, if it is made of several; "" if it is made of none. A text that is read is a column.
// It panics unless the program passes [Program.Types].
func (p *Program) Asked(d *domain.Domain, answer string) (table, target string) {
	types, err := p.Types(d)
	if err != nil {
		panic("plan: answers of an invalid program: " + err.Error())
	}
	byNode := map[string]Type{}
	for i := range p.Nodes {
		byNode[p.Nodes[i].Name] = types[i]
	}
	return p.asked(answer, byNode)
}

// mattersAlong returns the matters that questions of a path can serve.
func mattersAlong(d *domain.Domain, p Path) []*domain.Matter {
	lookups := make([]domain.MatterLookup, len(p.Hops))
	for i, h := range p.Hops {
		lookups[i] = domain.MatterLookup{
			Tool: h.Tool, Entity: h.Accepts,
			Again: slices.ContainsFunc(p.Hops[:i], func(other Hop) bool { return other.Tool == h.Tool }),
		}
		if i > 0 {
			before := &p.Hops[i-1]
			lookups[i].From, lookups[i].By, lookups[i].Found = before.Tool, before.Accepts, before.Returns
		}
	}
	return d.MattersAlong(p.Start, lookups)
}

// MattersServed returns the names of the matters of the domain that a question about a target of
// a path serves best, as [Program.Matters] has them for a question that asks for it alone; nil for
// none.
func MattersServed(d *domain.Domain, p Path, target string) []string {
	table := d.Tool(p.Hops[len(p.Hops)-1].Tool).Table
	all := slices.DeleteFunc(mattersAlong(d, p), func(m *domain.Matter) bool { return !m.Decides(table, target) })
	if len(all) == 0 {
		return nil
	}
	var names []string
	for _, m := range bestServed(all, table) {
		names = append(names, m.Name)
	}
	return names
}

// Serves reports whether a question about all of some targets of a path serves a matter of the
// domain; false if the domain declares none.
func Serves(d *domain.Domain, p Path, targets ...string) bool {
	table := d.Tool(p.Hops[len(p.Hops)-1].Tool).Table
	return slices.ContainsFunc(mattersAlong(d, p), func(m *domain.Matter) bool {
		return !slices.ContainsFunc(targets, func(target string) bool { return !m.Decides(table, target) })
	})
}

// Aimed returns the demands of a path that have an aim, in their order. All have one where the path
// has [AimlessHops] or less, or the domain declares no matters; else those whose target decides a
// matter of the path. Where the path is long ([IsLong]), the target must also be within farthest and be
// asked for as people ask so far along (usualFar). Aimed may change the slice.
func Aimed(d *domain.Domain, p Path, demands []Demand) []Demand {
	if len(p.Hops) <= AimlessHops || len(d.Matters) == 0 {
		return demands
	}
	if !IsLong(d, p) {
		return slices.DeleteFunc(demands, func(demand Demand) bool { return !Serves(d, p, demand.Target) })
	}
	return slices.DeleteFunc(demands, func(demand Demand) bool {
		return !usualFar(demand, len(p.Hops)) || Distance(d, p, demand.Whole()) > farthest || !Serves(d, p, demand.Target)
	})
}

// farthest is the largest [Distance] at which long questions ask for anything.
const farthest = 5

// usualFar reports whether people ask for what an operator gives at the end of a long path: not
// for a later place, the smallest, rows of a year, in a role, within bounds or with a value of another column, which of
// two has more, or what is computed of a row; from farHops on, neither for a mean, an absence or what depends on a yes
// or no.
func usualFar(demand Demand, hops int) bool {
	switch demand.Operator {
	case "kth", "year", "role", "only", "threshold", "interval", "period", "containment", "equality", "minimum", "unstated", "compare", "days", "subtract", "multiply", "share":
		return false
	case "exists":
		return hops < farHops && demand.Target != Rows
	case "none", "average", "frequent", "add", "divide":
		return hops < farHops
	}
	return true
}

// farHops is the number of lookups from which on questions ask for less.
const farHops = 4

// AimlessHops is the largest number of lookups that a question makes one after the other if it
// serves no matter, where the domain declares matters: nobody goes further without an aim.
const AimlessHops = 1

// Aims reports whether a path, or the beginning of one, is short enough to serve no matter of
// the domain, or leads along one. No path aims that starts from a type from which no matter does.
func Aims(d *domain.Domain, p Path) bool {
	if len(d.Matters) > 0 && !slices.ContainsFunc(d.Matters, func(m domain.Matter) bool { return m.Starts == nil || slices.Contains(m.Starts, p.Start) }) {
		return false
	}
	return len(p.Hops) <= AimlessHops || len(d.Matters) == 0 || len(mattersAlong(d, p)) > 0
}
