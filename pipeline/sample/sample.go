// Package sample chooses which paths of the planning tree become tasks and what is
// asked of them, depth by depth, for the widest coverage of tools, of transitions
// from tool to tool, of answer columns and of operators.
package sample

import (
	"cmp"
	"math"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Choice is a path and what its last lookup is asked for.
type Choice struct {
	// Path is the path.
	Path plan.Path `json:"path"`
	// Demand is what is asked: a target and an operator.
	plan.Demand
}

// Sampler hands out choices of one depth at a time, best first, and when the quotas
// are filled, exchanges that cover more. It is a worker for one goroutine. Depths
// are best begun with the deepest: there a path has the most transitions, there are
// the most paths to choose from, and what only few paths have is best taken where it
// comes with others; the shallow paths, a transition each, fill what is left.
//
// The next choice is the one with the largest cube of gain, times trust: with the
// cube it is tried long for what fills several gaps at once before less will do.
// Its gain is the sum of the weights of what it has and no accepted choice of any depth: tools,
// transitions, the start type, the answer column, the operator, and the operator at
// this depth. A transition is worth the more the fewer paths have it. Its trust is
// the product of how well what it has did so far. What is rejected covers nothing,
// and is blamed on its parts: on each in proportion to how often it failed before,
// so that an operator that suits no table is found out and the paths it was tried
// on are not given up for it. Among equals come first the path handed out the fewest
// times, then the one whose transitions and start type are accepted the fewest
// times, then the smallest path ID.
//
// Were all choices accepted and all weights alike, those of one depth would cover,
// of what the depths begun before left open, at least 1-1/e of what the best equally
// many could (Nemhauser, Wolsey and Fisher, 1978). How much the sample covers is
// held against an upper bound by package coverage.
type Sampler struct {
	domain   *domain.Domain
	elements elements
	quotes   quotes // when a depth was last valued
	depths   []*depth
	begun    *depth // the last of depths
	pending  *turn  // handed out last and not yet accepted
}

// depth is one depth begun.
type depth struct {
	candidates []*candidate // by path ID
	lists      map[string]*asking
	accepted   []*accepted // in the order accepted
	reserve    []*accepted // became tasks and are kept beside

	// What is only rejected lowers trust alone. So until anything is accepted the gains
	// stay, and what a candidate was worth when it was last weighed is the most it can be.
	valued bool  // gains and bounds are of what is accepted now
	worths []int // by candidate, the most its turn can be worth; -1 for none left
	swaps  []int // by candidate, the most an exchange can; -1 for none

	places []*[2]place // by candidate, the two where least is lost; nil where that is not known
}

// candidate is a path and what has become of it.
type candidate struct {
	path   plan.Path
	has    []int32 // elements it has whatever is asked of it, each once
	asking *asking
	tried  []int  // demands handed out, by number in asking
	record record // of the path as such
}

// asking is what can be asked of some paths, one list for all that have the same.
type asking struct {
	demands []plan.Demand
	has     [][]int32 // elements, by demand
	plain   int32     // the element of no operator at this depth
	gains   []int     // by demand, when last valued
	most    int       // the largest of gains
	fills   []int     // demands that fill a gap, by number
}

// accepted is an accepted choice.
type accepted struct {
	choice    Choice
	candidate *candidate
	has       []int32
}

// New returns a sampler that has accepted nothing.
func New(d *domain.Domain) *Sampler {
	return &Sampler{domain: d, elements: elements{ids: map[element]int32{}}}
}

// Begin makes the choices of a depth the ones that [Sampler.Next] hands out: each
// path with each of its demands, those of [plan.Demands] where demands is nil. Paths
// are of one number of hops, another than those begun before, each there once; one
// without demands is left out. What was accepted at other depths stays.
func (s *Sampler) Begin(paths []plan.Path, demands func(plan.Path) []plan.Demand) {
	if demands == nil {
		demands = func(p plan.Path) []plan.Demand { return plan.Demands(s.domain, p) }
	}
	s.settle()
	s.begun = &depth{lists: map[string]*asking{}}
	s.depths = append(s.depths, s.begun)
	for _, p := range paths {
		if ds := demands(p); len(ds) > 0 {
			s.begun.candidates = append(s.begun.candidates, &candidate{path: p, has: s.elements.ofPath(p), asking: s.asking(s.begun, p, ds)})
		}
	}
	slices.SortFunc(s.begun.candidates, func(a, b *candidate) int { return cmp.Compare(a.path.ID, b.path.ID) })
	s.revalue()
}

// revalue has all depths valued anew, now that elements are worth something else.
func (s *Sampler) revalue() {
	for _, d := range s.depths {
		d.valued, d.places = false, nil
	}
}

// Next returns the best choice left of the depth begun last and takes it off; false
// when none is left.
func (s *Sampler) Next() (Choice, bool) {
	if s.begun == nil {
		return Choice{}, false
	}
	s.settle()
	s.value(s.begun)
	best := new(turn)
	weigh := func(i int) {
		var t turn
		if t, s.begun.worths[i] = s.weigh(s.begun.candidates[i], best.worth); t.candidate != nil && (best.candidate == nil || t.before(best)) {
			best = &t
		}
	}
	// The one that was worth most is weighed first, since it still may be: most others
	// never were worth what it is, and are not looked at.
	top := largest(s.begun.worths)
	if top < 0 {
		return Choice{}, false
	}
	weigh(top)
	for i, most := range s.begun.worths {
		if i != top && most >= best.worth {
			weigh(i)
		}
	}
	if best.candidate == nil {
		return Choice{}, false
	}
	return s.hand(best), true
}

// largest returns the index of the first of the largest numbers, -1 for none.
func largest(numbers []int) int {
	if len(numbers) == 0 {
		return -1
	}
	return slices.Index(numbers, slices.Max(numbers))
}

// Accept records that a choice became tasks: what it has is covered, and the
// operators the tasks have beside the one demanded are too. A choice can be accepted
// later than the next one is handed out; until then it counts as rejected.
func (s *Sampler) Accept(c Choice, beside ...plan.Operator) {
	d, at, demand := s.find(c)
	has := slices.Concat(at.has, at.asking.has[demand])
	if s.pending != nil && s.pending.candidate == at && s.pending.demand == demand {
		s.pending = nil
	}
	s.elements.credit(&at.record, has)
	for _, op := range beside {
		has = s.elements.with(has, s.elements.ofOperator(op, len(c.Path.Hops))...)
	}
	s.elements.use(has, 1)
	d.accepted = append(d.accepted, &accepted{choice: c, candidate: at, has: has})
	s.revalue()
}

// find returns where a choice that was handed out comes from. It panics for another.
func (s *Sampler) find(c Choice) (d *depth, at *candidate, demand int) {
	for _, d := range s.depths {
		i, ok := slices.BinarySearchFunc(d.candidates, c.Path.ID, func(c *candidate, id string) int { return cmp.Compare(c.path.ID, id) })
		if !ok {
			continue
		}
		at := d.candidates[i]
		for _, n := range at.tried {
			if at.asking.demands[n] == c.Demand {
				return d, at, n
			}
		}
	}
	panic("sample: a choice that was never handed out: " + c.Path.String())
}

// turn is a candidate that may come next.
type turn struct {
	candidate *candidate
	demand    int // by number
	worth     int // gain and trust in one
	overlap   int // how often accepted choices have its transitions and start type
}

func (t *turn) before(u *turn) bool {
	return cmp.Or(
		cmp.Compare(u.worth, t.worth),
		cmp.Compare(len(t.candidate.tried), len(u.candidate.tried)),
		cmp.Compare(t.overlap, u.overlap),
		cmp.Compare(t.candidate.path.ID, u.candidate.path.ID),
	) < 0
}

// value brings up to date what elements and the demands of a depth are worth.
func (s *Sampler) value(d *depth) {
	s.elements.quote(&s.quotes)
	if d.valued {
		return
	}
	for _, l := range d.lists {
		l.most, l.fills = 0, l.fills[:0]
		for i, has := range l.has {
			l.gains[i] = s.quotes.gain(has)
			if l.demands[i].Operator == "" && plainShare*s.elements.used[l.plain] < len(d.accepted) {
				l.gains[i] += plainWeight
			}
			l.most = max(l.most, l.gains[i])
			if s.elements.fills(has) {
				l.fills = append(l.fills, i)
			}
		}
	}
	d.worths, d.swaps = d.worths[:0], d.swaps[:0]
	for range d.candidates {
		d.worths, d.swaps = append(d.worths, math.MaxInt), append(d.swaps, math.MaxInt)
	}
	d.valued = true
}

// At least one in plainShare choices of a depth is to be of a plain chain, as people ask them;
// while there are fewer, one more is worth plainWeight.
const (
	plainShare  = 4
	plainWeight = 30
)

// weigh returns the best a candidate has left, no candidate if that is nothing or,
// for sure, worth less than some worth; and the most that it can be worth, -1 for
// nothing left. The depth has been valued.
func (s *Sampler) weigh(c *candidate, least int) (best turn, most int) {
	if len(c.tried) == len(c.asking.demands) {
		return turn{}, -1
	}
	gain := s.quotes.gain(c.has)
	largest := cube(gain + c.asking.most)
	if largest*whole < least { // trust is at most whole
		return turn{}, largest * whole
	}
	trust := s.quotes.trust(c.record.rate(), c.has)
	if largest*trust < least {
		return turn{}, largest * trust
	}
	fewest := 0
	for i, has := range c.asking.has {
		if slices.Contains(c.tried, i) {
			continue
		}
		worth := cube(gain+c.asking.gains[i]) * trust
		if worth < max(least, best.worth) {
			most = max(most, worth)
			continue
		}
		worth = s.quotes.trust(worth, has)
		most = max(most, worth)
		asked := s.elements.used[has[0]]
		if best.candidate == nil || worth > best.worth || worth == best.worth && asked < fewest {
			best, fewest = turn{candidate: c, demand: i, worth: worth}, asked
		}
	}
	best.overlap = s.elements.overlap(c.has)
	return best, most
}

// cube makes more of a large gain: with rates of success as low as one in twenty,
// gain alone would have paths that add nothing taken before any that is hard.
func cube(gain int) int { return gain * gain * gain }

// trust returns the trust in a candidate whatever is asked of it, of whole.
func (s *Sampler) trust(c *candidate) int {
	return s.elements.trust(c.record.rate(), c.has)
}

// hand hands a turn's choice out.
func (s *Sampler) hand(t *turn) Choice {
	c := t.candidate
	c.tried = append(c.tried, t.demand)
	s.pending = t
	return Choice{Path: c.path, Demand: c.asking.demands[t.demand]}
}

// settle blames the choice handed out last if it was not accepted.
func (s *Sampler) settle() {
	if t := s.pending; t != nil {
		s.elements.blame(&t.candidate.record, t.candidate.has, t.candidate.asking.has[t.demand])
		s.pending = nil
	}
}
