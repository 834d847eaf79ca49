package plan

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Distance returns how far the rows of a path's last lookup are from what a question names.
// Every entity on the way counts one, and so do the rows of a last lookup that returns a set.
// One that is chosen among rows of which there are several by nature counts two, unless the question names what the rows
// are of: "the largest order of Acme" is as far as "the parent of Acme". A lookup of one row by
// one of its own names, a ticker or a code, counts nothing. Whole says
// that the last lookup is asked about all entities that the rows before it name, so that neither
// one of them nor one of its rows is chosen.
func Distance(d *domain.Domain, p Path, whole bool) int {
	n := 0
	for i, h := range p.Hops {
		t := d.Tool(h.Tool)
		if h.Derivation != "" {
			n++
		}
		step := 1
		if t.Plural && n > 0 && !(whole && i >= len(p.Hops)-2) {
			step = 2
		}
		switch {
		case t.Returns == domain.Many:
			n += step
		case i < len(p.Hops)-1 && !slices.ContainsFunc(HopLinks(d, &h, &p.Hops[i+1]), func(link []string) bool {
			return slices.Equal(link, []string{d.Table(t.Table).Key})
		}):
			n += step
		}
	}
	return n
}

// Reaches reports whether people ask for a column of the path's last lookup, or for the number
// of its rows, from where the path starts, see [domain.Column.Reach]; for the facts of a column,
// whether they ask for one of them.
func Reaches(d *domain.Domain, p Path, demand Demand) bool {
	c := d.Table(d.Tool(p.Hops[len(p.Hops)-1].Tool).Table).Column(demand.Target)
	if c != nil && demand.Operator == "fact" && len(ReachedFacts(d, p, c)) == 0 {
		return false
	}
	return c == nil || c.Reach == 0 || Distance(d, p, demand.Whole()) <= c.Reach
}

// ReachedFacts returns the facts of a column of the path's last lookup that people ask for from where
// the path starts, in the order of the domain, see [domain.Fact.Named].
func ReachedFacts(d *domain.Domain, p Path, c *domain.Column) []*domain.Fact {
	far := Distance(d, p, false)
	var reached []*domain.Fact
	for i := range c.Facts {
		if f := &c.Facts[i]; !f.Named || far == 0 {
			reached = append(reached, f)
		}
	}
	return reached
}

// Whole reports whether the demand is about all entities that the rows before the last lookup
// name.
func (demand Demand) Whole() bool { return demand.Operator == "map" || demand.Operator == "having" }

// IsLong reports whether a path has more than two lookups in a domain that declares
// matters. Questions of long paths make at most one choice by a ranking.
func IsLong(d *domain.Domain, p Path) bool {
	return len(p.Hops) > 2 && len(d.Matters) > 0
}

// Choices returns how many rows or names a program chooses by a ranking or by how often they
// occur.
func (p *Program) Choices() int {
	n := 0
	for i := range p.Nodes {
		n += choices(p.Nodes[i].Do)
	}
	return n
}

// Choices returns how many rows or names a move of a long path ([IsLong]), from a hop, chooses
// by a ranking or by how often they occur; false if nobody makes the choice so far along: at a
// later place, at the lower end, in a year, or by a level or a share of what the question does
// not name.
func (m *Move) Choices(d *domain.Domain, p Path, hop int) (n int, usual bool) {
	table := d.Table(d.Tool(p.Hops[hop].Tool).Table)
	year := false
	for _, op := range m.Do {
		switch o := op.(type) {
		case *Filter:
			year = o.Comparison == Year
		case *Superlative:
			if o.Rank > 1 || o.Order == Min || year {
				return 0, false
			}
			if s := table.Column(o.Column).Meaning(); (s == domain.Stock || s == domain.Share) && Distance(d, Path{Start: p.Start, Hops: p.Hops[:hop+1]}, false) > 1 {
				return 0, false
			}
		}
		n += choices(op)
	}
	return n, true
}

func choices(op Operation) int {
	switch op.(type) {
	case *Superlative, *Frequent, *Mode:
		return 1
	}
	return 0
}
