package sample

import (
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
)

// interest returns the interest of each demand of a path: how often people ask for its
// target, and whether the question serves a matter of the domain.
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
		all[i] = n
	}
	return all
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
