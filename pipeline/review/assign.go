package review

import (
	"slices"
	"time"
)

// NextOptions restrict the choice of [Board.Next].
type NextOptions struct {
	// Type is the type of task wanted; "" for any.
	Type string
	// Skip are the IDs of tasks that are not given.
	Skip []string
}

// The reasons why [Board.Next] gives no task.
const (
	WhyDone    = "done"    // no task needs this reviewer
	WhyLeased  = "leased"  // some task that needs the reviewer is leased to another
	WhySkipped = "skipped" // every task that needs the reviewer is in [NextOptions.Skip]
)

// action is what a task needs of one reviewer.
type action int

const (
	actionNone       action = iota // nothing
	actionSettle                   // a senior's settlement of a dispute
	actionRevote                   // another vote after the task was returned
	actionVote                     // a vote
	actionCrossCheck               // a senior's check of a task that annotators approved
)

// Next returns the ID of the task that the reviewer should review now, or "" and the
// reason why there is none. It does not lease the task: [Leases.Take] does.
//
// Next never gives a task outside the sample, a broken task to an annotator, or a task on
// whose present version the reviewer has voted. It gives, in this order,
//
//  1. tasks leased to the reviewer, the lease that ends first before others;
//  2. to seniors and owners, disputed tasks on which they never voted and that nobody else
//     has a lease of;
//  3. returned tasks that the reviewer had voted on;
//  4. tasks whose votes and other reviewers' leases are fewer than the overlap, from the
//     type with the smallest share of its votes cast or leased; within a type, tasks with
//     a doubt, a reject or an edit first, then others, then returned ones;
//  5. to seniors and owners, tasks that only annotators approved, until seniors have seen
//     a tenth of the approved tasks, rounded up.
//
// Among equals, a smaller margin comes first, then the order of the sample. A nil l has
// no leases.
func (b *Board) Next(by string, role ReviewerRole, l *Leases, now time.Time, o NextOptions) (task, why string) {
	s := b.newAssignment(by, role, l, now, o)
	for _, lease := range s.mine {
		if i, ok := b.index[lease.Task]; ok && s.accepts(i) && b.requiredAction(&b.entries[i], by, role) != actionNone {
			return lease.Task, ""
		}
	}
	for _, i := range b.order {
		s.consider(i)
	}
	if i := s.best(); i >= 0 {
		return b.entries[i].item.ID, ""
	}
	switch {
	case s.leased:
		return "", WhyLeased
	case s.skipped:
		return "", WhySkipped
	}
	return "", WhyDone
}

// assignment is the state of one call of [Board.Next].
type assignment struct {
	b    *Board
	by   string
	role ReviewerRole
	o    NextOptions

	mine           []Lease // the reviewer's own, the first to end first
	leasedByOthers []uint8 // by entry: leases of other reviewers
	covered        []int   // by type: votes cast and leased, at most those needed of each task
	needed         []int   // by type: votes needed
	first          map[candidate]int
	approved       int // approved tasks
	crossChecked   int // of these, seen by a senior or leased to a reviewer
	skip           map[string]bool
	leased         bool // some task needs the reviewer but is leased to others
	skipped        bool // some task needs the reviewer but is to be skipped
}

// candidate groups the tasks that need the same of a reviewer; the first of each group is
// kept.
type candidate struct {
	action           action
	typeIndex, class int // for actionVote alone
}

func (b *Board) newAssignment(by string, role ReviewerRole, l *Leases, now time.Time, o NextOptions) *assignment {
	s := &assignment{
		b: b, by: by, role: role, o: o,
		leasedByOthers: make([]uint8, len(b.entries)),
		covered:        make([]int, len(b.types)),
		needed:         make([]int, len(b.types)),
		first:          map[candidate]int{},
		skip:           make(map[string]bool, len(o.Skip)),
	}
	for _, id := range o.Skip {
		s.skip[id] = true
	}
	for lease := range l.live(now) {
		if lease.By == by {
			s.mine = append(s.mine, lease)
		} else if i, ok := b.index[lease.Task]; ok && s.leasedByOthers[i] < 255 && b.entries[i].state.awaitsVote(lease.By) {
			s.leasedByOthers[i]++
		}
	}
	slices.SortFunc(s.mine, func(a, b Lease) int { return a.compare(b) })
	return s
}

// awaitsVote reports whether the task still needs a vote of the reviewer's.
func (s *TaskState) awaitsVote(by string) bool { return s.Status == Disputed || !s.hasVoteOf(by) }

// hasVoteOf reports whether one of the votes that count is the reviewer's.
func (s *TaskState) hasVoteOf(by string) bool {
	return slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.By == by })
}

// accepts reports whether the options allow the entry.
func (s *assignment) accepts(i int) bool {
	item := &s.b.entries[i].item
	return !s.skip[item.ID] && (s.o.Type == "" || s.o.Type == item.Type)
}

// requiredAction returns what a task needs of a reviewer, whatever leases others have.
func (b *Board) requiredAction(p *entry, by string, role ReviewerRole) action {
	at := p.state
	if !at.Sampled {
		return actionNone
	}
	senior := role.Rank() >= Senior.Rank()
	mine := at.hasVoteOf(by)
	switch {
	case at.Status == Rejected:
		return actionNone
	case at.Status == Approved:
		if senior && !hasSeniorVote(at) {
			return actionCrossCheck
		}
		return actionNone
	case at.Status == Disputed && senior && !at.EverVotedBy(by):
		return actionSettle
	case mine || len(at.Votes) >= b.rules.Overlap || len(at.Broken) > 0 && !senior:
		return actionNone
	case at.Status == Returned && at.EverVotedBy(by):
		return actionRevote
	}
	return actionVote
}

// hasSeniorVote reports whether a senior or an owner settled the task or cast one of the
// votes that count.
func hasSeniorVote(s *TaskState) bool {
	return s.Settled != nil || slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Role.Rank() >= Senior.Rank() })
}

// EverVotedBy reports whether the reviewer ever voted on the task, on any version, even if
// the vote was withdrawn.
func (s *TaskState) EverVotedBy(by string) bool {
	return slices.ContainsFunc(s.History, func(d *Decision) bool { return d.Kind.Vote() && d.By == by })
}

// Classes of tasks of one type that need votes, in the order in which they are given.
const (
	classDoubted  = iota // with a doubt, a reject or an edit
	classPlain           // neither doubted nor returned
	classReturned        // returned: reviewers who had voted on it get it first
	classes              // how many there are
)

// voteClass returns the class of a task that needs votes.
func voteClass(s *TaskState) int {
	switch {
	case s.Status == Returned:
		return classReturned
	case len(s.Edits) > 0 || slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Kind != Approve }):
		return classDoubted
	}
	return classPlain
}

// consider takes one entry into account. Entries must come in the board's order, which
// decides among equals.
func (s *assignment) consider(i int) {
	p := &s.b.entries[i]
	at, others := p.state, int(s.leasedByOthers[i])
	if !at.Sampled {
		return
	}
	s.countVotes(p, others)
	c := candidate{action: s.b.requiredAction(p, s.by, s.role)}
	free := true // of leases of others that would do the same
	switch c.action {
	case actionNone:
		return
	case actionSettle, actionCrossCheck:
		free = others == 0
	case actionRevote, actionVote:
		free = len(at.Votes)+others < s.b.rules.Overlap
	}
	if c.action == actionVote {
		c.typeIndex, c.class = p.typeIndex, voteClass(at)
	}
	_, taken := s.first[c]
	switch {
	case s.o.Type != "" && s.o.Type != p.item.Type:
	case s.skip[p.item.ID]:
		s.skipped = s.skipped || c.action != actionCrossCheck
	case !free:
		s.leased = s.leased || c.action != actionCrossCheck
	case !taken:
		s.first[c] = i
	}
}

// countVotes adds an entry to the totals of its type and to those of approved tasks.
func (s *assignment) countVotes(p *entry, others int) {
	overlap := s.b.rules.Overlap
	s.needed[p.typeIndex] += overlap
	switch p.state.Status {
	case Approved:
		s.approved++
		if others > 0 || hasSeniorVote(p.state) {
			s.crossChecked++
		}
		fallthrough
	case Rejected:
		s.covered[p.typeIndex] += overlap
	default:
		s.covered[p.typeIndex] += min(overlap, len(p.state.Votes)+others)
	}
}

// crossChecksDue returns how many more of the approved tasks a senior should check: a
// tenth of them, rounded up, less those checked already.
func crossChecksDue(approved, crossChecked int) int {
	const tenth = 10
	return max(0, (approved+tenth-1)/tenth-crossChecked)
}

// best returns the entry to give after all were considered, as [Board.Next] orders them;
// -1 for none.
func (s *assignment) best() int {
	for _, a := range []action{actionSettle, actionRevote} {
		if i, ok := s.first[candidate{action: a}]; ok {
			return i
		}
	}
	best, bestType := -1, 0
	for t := range s.b.types {
		i, ok := s.firstVote(t)
		// Shares of covered votes are compared as products, without rounding.
		if ok && (best < 0 || s.covered[t]*s.needed[bestType] < s.covered[bestType]*s.needed[t]) {
			best, bestType = i, t
		}
	}
	if best >= 0 {
		return best
	}
	if i, ok := s.first[candidate{action: actionCrossCheck}]; ok && crossChecksDue(s.approved, s.crossChecked) > 0 {
		return i
	}
	return -1
}

// firstVote returns the entry of a type to vote on, of the first class that has one.
func (s *assignment) firstVote(typeIndex int) (i int, ok bool) {
	for class := range classes {
		if i, ok = s.first[candidate{actionVote, typeIndex, class}]; ok {
			break
		}
	}
	return i, ok
}
