package sample

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// restraint is a property of choices that few of a sample may have.
type restraint uint8

// The restraints; behind them, one for each of [coverage.OperatorGroups].
const (
	aimless    restraint = iota // serves no matter of the domain
	seldom                      // asks for a column that people seldom ask for
	coded                       // starts from a code by which people seldom name a thing
	ofOperator                  // the first of those of operators
)

// restraintKinds is the number of restraints.
const restraintKinds = int(ofOperator) + coverage.OperatorGroupCount

// restraints are the restraints of a choice.
type restraints [restraintKinds]bool

// ofDemand returns the restraints without those of the path as such.
func (r restraints) ofDemand() restraints {
	r[coded] = false
	return r
}

// restraintsOf returns the restraints of a demand of a path. Where the domain declares no
// matters, no choice is aimless and operators have no restraints.
func restraintsOf(d *domain.Domain, p plan.Path, demand plan.Demand) restraints {
	c := d.Table(d.Tool(p.Hops[len(p.Hops)-1].Tool).Table).Column(demand.Target)
	var has restraints
	has[seldom] = c != nil && c.Asked == domain.Seldom
	has[coded] = d.Entity(p.Start).Named == domain.Seldom
	if len(d.Matters) == 0 {
		return has
	}
	has[aimless] = !plan.Serves(d, p, demand.Target)
	for i, g := range coverage.OperatorGroups() {
		has[int(ofOperator)+i] = slices.Contains(g.Operators, demand.Operator)
	}
	return has
}

// restrained counts accepted choices by restraint, and keeps the limits.
type restrained struct {
	used, limits restraintCounts
	on           bool // whether there are limits
	barred       bool // whether a choice was left out for a limit
}

// restraintCounts are numbers of choices by restraint.
type restraintCounts [restraintKinds]int

// limit sets the limits for a number of choices.
func (r *restrained) limit(choices int) {
	r.on = true
	r.limits = restraintCounts{aimless: coverage.AimlessLimit(choices), seldom: coverage.SeldomLimit(choices), coded: coverage.CodedLimit(choices)}
	for i, g := range coverage.OperatorGroups() {
		r.limits[int(ofOperator)+i] = g.Limit(choices)
	}
}

// use counts a choice n times.
func (r *restrained) use(has restraints, n int) {
	for i, is := range has {
		if is {
			r.used[i] += n
		}
	}
}

// admits reports whether a choice may be accepted, in the place of others.
func (r *restrained) admits(has restraints, drop ...restraints) bool {
	for i, is := range has {
		if r.on && is && r.used[i] >= r.limits[i] && !slices.ContainsFunc(drop, func(d restraints) bool { return d[i] }) {
			return false
		}
	}
	return true
}

// exchanges reports whether choices may be accepted together in the place of others: of each
// restraint no more have it than the limit says, or than had it.
func (r *restrained) exchanges(add, drop []restraints) bool {
	if !r.on {
		return true
	}
	after := *r
	for _, has := range drop {
		after.use(has, -1)
	}
	for _, has := range add {
		after.use(has, 1)
	}
	for i := range after.used {
		if after.used[i] > max(r.limits[i], r.used[i]) {
			return false
		}
	}
	return true
}

// restoring returns a function that restores the limits in force now.
func (r *restrained) restoring() func() {
	limits := r.limits
	r.barred = false
	return func() { r.limits, r.barred = limits, false }
}

// raise raises the limits that left choices out, by n choices; false if none did.
func (r *restrained) raise(n int) bool {
	if !r.barred {
		return false
	}
	r.barred = false
	for i := range r.limits {
		if r.used[i] >= r.limits[i] {
			r.limits[i] = r.used[i] + n
		}
	}
	return true
}
