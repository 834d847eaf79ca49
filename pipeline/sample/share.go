package sample

import (
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Share is a number of choices of a sample that should ask by an operator, serve a matter, or call one of some
// tools. It is a specification.
type Share struct {
	// Hops is the depth of the choices; 0 for any.
	Hops int
	// Tools are lookups of which the choices call at least one; nil for other shares.
	Tools []string
	// Operator is the operator that the choices demand; "" for a share of a matter or of tools.
	Operator plan.Operator
	// Matter is the name of the matter that the choices serve; "" for a share of an operator or of tools.
	Matter string
	// Wanted is how many such choices there should be at least, as far as the quotas of the
	// depths leave room and the tables have such questions.
	Wanted int
}

// Matches reports whether a choice counts towards the share.
func (s *Share) Matches(d *domain.Domain, c Choice) bool {
	if s.Hops > 0 && len(c.Path.Hops) != s.Hops {
		return false
	}
	if s.Tools != nil {
		return slices.ContainsFunc(c.Path.Hops, func(h plan.Hop) bool { return slices.Contains(s.Tools, h.Tool) })
	}
	if s.Matter != "" {
		return slices.Contains(plan.MattersServed(d, c.Path, c.Target), s.Matter)
	}
	return c.Operator == s.Operator
}

// shareWeight is what a choice of a share that is not filled is worth: more than all that other
// elements of a choice can be worth together.
const shareWeight = 3000

// sharesOf returns the elements of the shares that a choice counts towards.
func (s *Sampler) sharesOf(c Choice) []int32 {
	var has []int32
	for i := range s.shares {
		if s.shares[i].Matches(s.domain, c) {
			has = append(has, s.elements.share(i, s.shares[i].Wanted))
		}
	}
	return has
}

// share returns the element of a share.
func (e *elements) share(i, wanted int) int32 {
	id := e.id(element{shareAxis, strconv.Itoa(i), ""})
	e.wanted[id] = wanted
	return id
}

// lacks reports whether some element is that of a share which is not filled.
func (e *elements) lacks(has []int32) bool {
	return slices.ContainsFunc(has, func(id int32) bool { return e.axes[id] == shareAxis && e.used[id] < e.wanted[id] })
}
