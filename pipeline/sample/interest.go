package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// What the interest of a question adds to the gain of a choice. Columns that people ask for
// often count as much as an answer column not yet covered; a matter counts as much as half
// of a tool or transition not yet covered, so that interest decides between choices that
// cover about the same, and coverage between all others.
const (
	usualInterest  = 10
	oftenInterest  = 20
	matterInterest = 50
	// groupInterest is for a long question about all entities of a set in place of one that is
	// chosen among them; half of it for the total of their levels, such as all capitals.
	groupInterest = 60
)

// interest returns the interest of each demand of a path: how often people ask for its
// target, whether the question serves a matter of the domain, and whether a long one is about
// a group.
func (s *Sampler) interest(p plan.Path, demands []plan.Demand) []int {
	last := s.domain.Table(s.domain.Tool(p.Hops[len(p.Hops)-1].Tool).Table)
	byTarget := map[string]int{}
	all := make([]int, len(demands))
	for i, d := range demands {
		n, ok := byTarget[d.Target]
		if !ok {
			n = interestOf(last, d.Target)
			if plan.Serves(s.domain, p, d.Target) {
				n += matterInterest
			}
			byTarget[d.Target] = n
		}
		if d.Operator == "map" && plan.IsLong(s.domain, p) && s.isGroup(p) {
			n += groupInterest
			if c := last.Column(d.Target); c != nil && c.Meaning() == domain.Stock {
				n -= groupInterest / 2
			}
		}
		all[i] = n
	}
	return all
}

// isGroup reports whether the last lookup of a path is about things that the rows before it
// list, such as the subsidiaries of a company.
func (s *Sampler) isGroup(p plan.Path) bool {
	from := &p.Hops[len(p.Hops)-2]
	key := s.domain.Table(s.domain.Tool(from.Tool).Table).Key
	return slices.ContainsFunc(plan.HopLinks(s.domain, from, &p.Hops[len(p.Hops)-1]), func(link []string) bool { return link[0] == key })
}

// interestOf returns how often people ask for a column, or for the number of rows.
func interestOf(t *domain.Table, target string) int {
	c := t.Column(target)
	switch {
	case c == nil, c.Asked == "":
		return usualInterest
	case c.Asked == domain.Often:
		return oftenInterest
	}
	return 0
}
