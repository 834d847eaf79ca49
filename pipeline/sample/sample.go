// Package sample chooses the paths of the planning tree that become tasks, and the demand
// made of each, depth by depth, for the widest coverage of tools, of transitions from tool
// to tool, of answer columns and of operators.
package sample

import (
	"cmp"
	"math"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Choice is a path and the demand made of its last lookup: a target and an operator.
type Choice struct {
	Path plan.Path `json:"path"` // the path, of the planning tree
	plan.Demand
}

// Sampler hands out choices of one depth at a time, best first, and once the quotas are
// filled, exchanges that cover more. It is not safe for concurrent use. Begin with the
// deepest paths: they have the most transitions, and elements that few paths have are best
// covered by paths that have other elements too; the shallow paths, with one transition
// each, then fill gaps.
//
// The next choice is the one with the largest product of the cube of its gain and its
// trust. The cube favours choices that fill several gaps at once, even after failures.
//
//   - Gain is the sum of the weights of the choice's elements that no accepted choice of any
//     depth has: tools, transitions, the start type, the answer column, the operator, and the
//     operator at this depth. A transition weighs more the fewer paths have it. To this comes
//     the interest of the question: more for a column that people ask for often, and for a
//     choice that serves a matter ([domain.Matter]); and its balance: more for a start type, an
//     operator or a kind of answer that accepted choices have less often than others.
//   - Trust is the product of the rates of success of the choice's elements. A choice that
//     fails covers nothing, and its failure is blamed on its elements, on each in proportion
//     to how often it failed before: so an operator that suits no table is found out, and the
//     paths it was tried on are not given up for it.
//
// Ties go to the path that was handed out the fewest times, then to the one whose
// transitions and start type are accepted the fewest times, then to the smallest path ID.
//
// If every choice were accepted and all weights were equal, the choices of one depth would
// cover at least 1-1/e of the elements, not yet covered by earlier depths, that the best
// choice of as many paths could cover (Nemhauser, Wolsey and Fisher, 1978). Package
// coverage compares the sample with an upper bound afterwards.
type Sampler struct {
	domain   *domain.Domain
	shares   []Share
	elements elements
	snapshot snapshot // of when gains were last computed
	depths   []*depth
	begun    *depth    // the one whose choices are handed out; nil for none
	pending  *proposal // handed out last and not yet accepted

	allows     func(...Swap) bool // whether swaps may be made together; nil if all may
	proves     func(Choice) bool  // whether the tasks of a choice in reserve pass their proof; nil if all do
	restrained restrained
}

// depth is one depth that was begun.
type depth struct {
	candidates []*candidate // by path ID
	lists      map[string]*demandList
	accepted   []*accepted // in the order accepted
	reserve    []*accepted // became tasks, not in the sample

	// A failure only lowers trust. So until a choice is accepted gains stay, and what a
	// candidate was worth when it was last evaluated is an upper bound of what it is worth.
	valued         bool  // gains and bounds are up to date
	worthBounds    []int // by candidate, an upper bound of the worth of its proposals; -1 for none left
	exchangeBounds []int // by candidate, the same of its exchanges; -1 for none
}

// candidate is a path and what has become of its choices.
type candidate struct {
	path   plan.Path
	has    []int32 // its elements whatever is asked, each once
	list   *demandList
	tried  []int  // demands handed out, by number in list
	record record // of the path as such
}

// demandList is what some paths can be asked for. Paths with the same demands share one.
type demandList struct {
	demands  []plan.Demand
	interest []int        // of each demand, as [Sampler.interest] has it
	restrain []restraints // of each demand
	has      [][]int32    // elements of each demand
	plain    int32        // the element of no operator at this depth
	columns  int32        // the element of several columns at this depth
	gains    []int        // of each demand, its interest included, when last computed
	most     int          // the largest of gains
	fills    []int        // demands that fill a gap, by number
}

// accepted is an accepted choice.
type accepted struct {
	choice    Choice
	candidate *candidate
	has       []int32
	restrain  restraints
}

// New returns a sampler that has accepted nothing and prefers choices of shares that are not
// filled.
func New(d *domain.Domain, shares ...Share) *Sampler {
	return &Sampler{domain: d, shares: shares, elements: elements{ids: map[element]int32{}}}
}

// Begin makes [Sampler.Next] hand out the choices of a depth: each path with each of its
// demands, those of [plan.Demands] if demands is nil. The paths are different, have the same
// number of hops, and no depth is begun twice; a path without demands is left out. Choices
// accepted at other depths stay accepted.
func (s *Sampler) Begin(paths []plan.Path, demands func(plan.Path) []plan.Demand) {
	if demands == nil {
		demands = func(p plan.Path) []plan.Demand { return plan.Demands(s.domain, p) }
	}
	s.blamePending()
	s.begun = &depth{lists: map[string]*demandList{}}
	s.depths = append(s.depths, s.begun)
	for _, p := range paths {
		if ds := demands(p); len(ds) > 0 {
			s.begun.candidates = append(s.begun.candidates, &candidate{path: p, has: s.elements.ofPath(p), list: s.listFor(s.begun, p, ds)})
		}
	}
	slices.SortFunc(s.begun.candidates, func(a, b *candidate) int { return cmp.Compare(a.path.ID, b.path.ID) })
	s.invalidate()
}

// Resume makes [Sampler.Next] hand out the choices of a depth that was begun before.
func (s *Sampler) Resume(hops int) {
	s.blamePending()
	s.begun = nil // without candidates
	for _, d := range s.depths {
		if len(d.candidates) > 0 && len(d.candidates[0].path.Hops) == hops {
			s.begun = d
		}
	}
}

// invalidate makes all depths compute gains again, since those of elements have changed.
func (s *Sampler) invalidate() {
	for _, d := range s.depths {
		d.valued = false
	}
}

// Next returns the best untried choice of the depth begun or resumed last, which then counts as tried;
// false when none is left.
func (s *Sampler) Next() (Choice, bool) {
	if s.begun == nil {
		return Choice{}, false
	}
	s.blamePending()
	s.updateGains(s.begun)
	best := new(proposal)
	evaluate := func(i int) {
		var t proposal
		if t, s.begun.worthBounds[i] = s.evaluate(s.begun.candidates[i], best.worth); t.candidate != nil && (best.candidate == nil || t.before(best)) {
			best = &t
		}
	}
	// The candidate with the largest bound comes first: it may still be worth that, and then
	// most of the others need not be evaluated.
	top := largest(s.begun.worthBounds)
	if top < 0 {
		return Choice{}, false
	}
	evaluate(top)
	for i, most := range s.begun.worthBounds {
		if i != top && most >= best.worth {
			evaluate(i)
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.handOut(best), true
}

// largest returns the index of the first of the largest numbers, -1 for none.
func largest(numbers []int) int {
	if len(numbers) == 0 {
		return -1
	}
	return slices.Index(numbers, slices.Max(numbers))
}

// Accept records that a choice became tasks: its elements count as covered, and so do the
// operators of its tasks. A choice may be accepted after the next one was handed out; until
// then it counts as failed. Accept panics for a choice that the sampler did not hand out.
func (s *Sampler) Accept(c Choice, operators ...plan.Operator) {
	d, at, demand := s.find(c)
	has := slices.Concat(at.has, at.list.has[demand])
	if s.pending != nil && s.pending.candidate == at && s.pending.demand == demand {
		s.pending = nil
	}
	s.elements.credit(&at.record, has)
	for _, op := range operators {
		has = s.elements.with(has, s.elements.ofOperator(op, len(c.Path.Hops))...)
	}
	s.elements.use(has, 1)
	a := &accepted{choice: c, candidate: at, has: has, restrain: at.list.restrain[demand]}
	s.restrained.use(a.restrain, 1)
	d.accepted = append(d.accepted, a)
	s.wantTexts(d)
	s.invalidate()
}

// wantTexts says how many choices of a depth should ask for the contents of a text, given how
// many are accepted.
func (s *Sampler) wantTexts(d *depth) {
	if len(d.candidates) > 0 {
		hops := len(d.candidates[0].path.Hops)
		s.elements.wanted[s.elements.text(hops)] = max(1, (len(d.accepted)+textShare(hops)-1)/textShare(hops))
	}
}

// find returns where a choice that was handed out comes from. It panics for any other.
func (s *Sampler) find(c Choice) (d *depth, at *candidate, demand int) {
	for _, d := range s.depths {
		i, ok := slices.BinarySearchFunc(d.candidates, c.Path.ID, func(c *candidate, id string) int { return cmp.Compare(c.path.ID, id) })
		if !ok {
			continue
		}
		at := d.candidates[i]
		for _, n := range at.tried {
			if at.list.demands[n] == c.Demand {
				return d, at, n
			}
		}
	}
	panic("sample: a choice that was never handed out: " + c.Path.String())
}

// proposal is a candidate with a demand that may be handed out next.
type proposal struct {
	candidate *candidate
	demand    int // by number
	worth     int // of gain and trust
	overlap   int // how often accepted choices have its transitions and start type
}

func (t *proposal) before(u *proposal) bool {
	return cmp.Or(
		cmp.Compare(u.worth, t.worth),
		cmp.Compare(len(t.candidate.tried), len(u.candidate.tried)),
		cmp.Compare(t.overlap, u.overlap),
		cmp.Compare(t.candidate.path.ID, u.candidate.path.ID),
	) < 0
}

// updateGains computes the gains of elements and, unless they are up to date, of the demands
// of a depth.
func (s *Sampler) updateGains(d *depth) {
	s.elements.update(&s.snapshot)
	if d.valued {
		return
	}
	for _, l := range d.lists {
		l.most, l.fills = 0, l.fills[:0]
		for i, has := range l.has {
			l.gains[i] = s.snapshot.gain(has) + l.interest[i]
			if l.demands[i].Operator == "" && plainShare*s.elements.used[l.plain] < len(d.accepted) {
				l.gains[i] += plainWeight
			}
			if l.demands[i].Operator == "columns" && columnsShare*s.elements.used[l.columns] <= len(d.accepted) {
				l.gains[i] += columnsWeight
			}
			l.most = max(l.most, l.gains[i])
			if s.elements.fills(has) {
				l.fills = append(l.fills, i)
			}
		}
	}
	d.worthBounds, d.exchangeBounds = d.worthBounds[:0], d.exchangeBounds[:0]
	for range d.candidates {
		d.worthBounds, d.exchangeBounds = append(d.worthBounds, math.MaxInt), append(d.exchangeBounds, math.MaxInt)
	}
	d.valued = true
}

// At least one in plainShare choices of a depth should demand no operator, as people ask. Where
// matters are declared, such a question about one row may ask for several columns of it. While there
// are fewer, one more is worth plainWeight.
const (
	plainShare  = 4
	plainWeight = 30
)

// At least one in columnsShare choices of a depth should ask for several facts of a row, as
// people do. While there are fewer, one more is worth columnsWeight.
const (
	columnsShare  = 5
	columnsWeight = 60
)

// evaluate returns the best untried proposal of a candidate and an upper bound of its worth.
// The proposal has no candidate, and the bound is -1, if none is left; it has no candidate
// either if it is certainly worth less than least. The gains of the depth are up to date.
func (s *Sampler) evaluate(c *candidate, least int) (best proposal, most int) {
	if len(c.tried) == len(c.list.demands) {
		return proposal{}, -1
	}
	gain := s.snapshot.gain(c.has)
	largest := cube(gain + c.list.most)
	if largest*unit < least { // trust is at most unit
		return proposal{}, largest * unit
	}
	trust := s.snapshot.trust(c.record.rate(), c.has)
	if largest*trust < least {
		return proposal{}, largest * trust
	}
	fewest := 0
	for i, has := range c.list.has {
		if slices.Contains(c.tried, i) {
			continue
		}
		if !s.restrained.admits(c.list.restrain[i]) && !s.elements.lacks(has) {
			s.restrained.barred = true
			continue
		}
		worth := cube(gain+c.list.gains[i]) * trust
		if worth < max(least, best.worth) {
			most = max(most, worth)
			continue
		}
		worth = s.snapshot.trust(worth, has)
		most = max(most, worth)
		asked := s.elements.used[has[0]]
		if best.candidate == nil || worth > best.worth || worth == best.worth && asked < fewest {
			best, fewest = proposal{candidate: c, demand: i, worth: worth}, asked
		}
	}
	best.overlap = s.elements.overlap(c.has)
	return best, most
}

// cube favours large gains: with rates of success as low as one in twenty, plain gain would
// prefer paths that add nothing to paths that are hard to ground.
func cube(gain int) int { return gain * gain * gain }

// trust returns the trust in a candidate, whatever is asked of it, in parts of unit.
func (s *Sampler) trust(c *candidate) int {
	return s.elements.trust(c.record.rate(), c.has)
}

// handOut hands out the choice of a proposal.
func (s *Sampler) handOut(t *proposal) Choice {
	c := t.candidate
	c.tried = append(c.tried, t.demand)
	s.pending = t
	return Choice{Path: c.path, Demand: c.list.demands[t.demand]}
}

// blamePending blames the choice handed out last, unless it was accepted.
func (s *Sampler) blamePending() {
	if t := s.pending; t != nil {
		s.elements.blame(&t.candidate.record, t.candidate.has, t.candidate.list.has[t.demand])
		s.pending = nil
	}
}
