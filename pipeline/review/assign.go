package review

import (
	"slices"
	"time"
)

// NextOptions narrow what [Board.Next] gives.
type NextOptions struct {
	// Type is the type of task wanted; "" for any.
	Type string
	// Skip are IDs of tasks not to be given.
	Skip []string
}

// Why [Board.Next] gives no task.
const (
	WhyDone    = "done"    // nothing is left for this reviewer
	WhyLeased  = "leased"  // others have what is left
	WhySkipped = "skipped" // what is left was skipped
)

// action is what a task needs of one reviewer.
type action int

const (
	actionNone       action = iota // nothing
	actionSettle                   // an end to a difference
	actionRevote                   // another vote, after it came back
	actionVote                     // a vote
	actionCrossCheck               // a senior's look at what annotators approved
)

// Next returns the task that the reviewer should look at now, or "" and why there is
// none. It does not lease it: [Leases.Take] does, and where several processes share the
// leases its admit has to see that Next still gives the same task.
//
// No task is given that the reviewer has voted on as it is now, but for a difference
// that came up since; none that is not to be reviewed; and to annotators none that is
// broken. In this order it gives
//
//  1. what is leased to the reviewer, the lease that ends first before others;
//  2. to seniors and owners, what is disputed and nobody else looks at;
//  3. what came back to those who had voted on it;
//  4. what has fewer votes and other reviewers' leases than it needs, of the type with
//     the smallest share of its votes cast or leased; of that type those with a doubt or
//     a reject or that were edited, then others, then what came back from others;
//  5. to seniors and owners, what is approved without any of them, until a tenth of the
//     approved ones, rounded up, was looked at by one.
//
// Among equals the smaller margin comes first, and then the order of the sample. l may
// be nil for no leases.
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

// assignment is one look over all tasks for one reviewer.
type assignment struct {
	b    *Board
	by   string
	role ReviewerRole
	o    NextOptions

	mine            []Lease        // the reviewer's own, the first to end first
	leasedByOthers  []uint8        // by post: leases of other reviewers
	covered         []int          // by type: votes cast and leased, none beyond what is needed
	needed          []int          // by type: votes needed
	first           map[action]int // the first post of each call but callVote and callCross
	votes           [][3]int       // by type and class: the first post to vote on, plus one
	cross           int            // the first post to cross-check, plus one
	tally           [2]int         // approved, and of these looked at by a senior or about to be
	skip            map[string]bool
	leased, skipped bool
}

func (b *Board) newAssignment(by string, role ReviewerRole, l *Leases, now time.Time, o NextOptions) *assignment {
	s := &assignment{
		b: b, by: by, role: role, o: o,
		leasedByOthers: make([]uint8, len(b.entries)),
		covered:        make([]int, len(b.types)),
		needed:         make([]int, len(b.types)),
		first:          map[action]int{},
		votes:          make([][3]int, len(b.types)),
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

// awaitsVote reports whether a lease of the reviewer may still end in a vote that is missing.
func (s *TaskState) awaitsVote(by string) bool { return s.Status == Disputed || !s.hasVoteOf(by) }

// hasVoteOf reports whether a vote of the reviewer's counts.
func (s *TaskState) hasVoteOf(by string) bool {
	return slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.By == by })
}

// accepts reports whether the reviewer wants to be given the task at all.
func (s *assignment) accepts(i int) bool {
	item := &s.b.entries[i].item
	return !s.skip[item.ID] && (s.o.Type == "" || s.o.Type == item.Type)
}

// requiredAction returns what a task needs of a reviewer, whoever else looks at it.
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
	case at.Status == Disputed && senior && !(mine && at.latestVote().By == by):
		return actionSettle
	case mine || len(at.Votes) >= b.rules.Overlap || len(at.Broken) > 0 && !senior:
		return actionNone
	case at.Status == Returned && at.everVotedBy(by):
		return actionRevote
	}
	return actionVote
}

// hasSeniorVote reports whether a senior is among those whose votes count.
func hasSeniorVote(s *TaskState) bool {
	return slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Role.Rank() >= Senior.Rank() })
}

// latestVote returns the vote that counts and came last. There must be one.
func (s *TaskState) latestVote() *Decision {
	for _, d := range slices.Backward(s.History) {
		if slices.Contains(s.Votes, d) {
			return d
		}
	}
	panic("review: a vote that is not in the history")
}

// everVotedBy reports whether the reviewer ever voted on the task.
func (s *TaskState) everVotedBy(by string) bool {
	return slices.ContainsFunc(s.History, func(d *Decision) bool { return d.Kind.Vote() && d.By == by })
}

// Classes of tasks of one type that need votes, in the order in which they are given.
const (
	classDoubted = iota // somebody doubts, rejects or has changed it
	classPlain
	classReturned // it came back, and those who had voted on it go first
)

func voteClass(s *TaskState) int {
	switch {
	case s.Status == Returned:
		return classReturned
	case len(s.Edits) > 0 || slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Kind != Approve }):
		return classDoubted
	}
	return classPlain
}

// consider takes one task into account. Tasks come in the order in which equals are given.
func (s *assignment) consider(i int) {
	p := &s.b.entries[i]
	at, others := p.state, int(s.leasedByOthers[i])
	if !at.Sampled {
		return
	}
	s.countVotes(p, others)
	what := s.b.requiredAction(p, s.by, s.role)
	free := true
	switch what {
	case actionNone:
		return
	case actionSettle, actionCrossCheck:
		free = others == 0
	case actionRevote, actionVote:
		free = len(at.Votes)+others < s.b.rules.Overlap
	}
	switch {
	case s.o.Type != "" && s.o.Type != p.item.Type:
	case s.skip[p.item.ID]:
		s.skipped = s.skipped || what != actionCrossCheck
	case !free:
		s.leased = s.leased || what != actionCrossCheck
	case what == actionVote:
		if best := &s.votes[p.typeIndex][voteClass(at)]; *best == 0 {
			*best = i + 1
		}
	case what == actionCrossCheck:
		if s.cross == 0 {
			s.cross = i + 1
		}
	default:
		if _, ok := s.first[what]; !ok {
			s.first[what] = i
		}
	}
}

// countVotes adds a task to the sums of its type and of what is approved.
func (s *assignment) countVotes(p *entry, others int) {
	overlap := s.b.rules.Overlap
	s.needed[p.typeIndex] += overlap
	switch p.state.Status {
	case Approved:
		s.tally[0]++
		if others > 0 || hasSeniorVote(p.state) {
			s.tally[1]++
		}
		fallthrough
	case Rejected:
		s.covered[p.typeIndex] += overlap
	default:
		s.covered[p.typeIndex] += min(overlap, len(p.state.Votes)+others)
	}
}

// crossChecksDue returns how many more of so many approved tasks a senior should look at.
func crossChecksDue(approved, looked int) int {
	const tenth = 10
	return max(0, (approved+tenth-1)/tenth-looked)
}

// best returns the post to give after all were weighed; -1 for none.
func (s *assignment) best() int {
	for _, what := range []action{actionSettle, actionRevote} {
		if i, ok := s.first[what]; ok {
			return i
		}
	}
	best := -1
	for kind, classes := range s.votes {
		for _, first := range classes {
			if first == 0 {
				continue
			}
			if best < 0 || s.covered[kind]*s.needed[s.b.entries[best].typeIndex] < s.covered[s.b.entries[best].typeIndex]*s.needed[kind] {
				best = first - 1
			}
			break
		}
	}
	if best < 0 && s.cross > 0 && crossChecksDue(s.tally[0], s.tally[1]) > 0 {
		return s.cross - 1
	}
	return best
}
