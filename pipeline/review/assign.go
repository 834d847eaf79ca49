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

// call is what a task needs of one reviewer.
type call int

const (
	callNone   call = iota // nothing
	callSettle             // an end to a difference
	callAgain              // another vote, after it came back
	callVote               // a vote
	callCross              // a senior's look at what annotators approved
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
	s := b.survey(by, role, l, now, o)
	for _, lease := range s.mine {
		if i, ok := b.index[lease.Task]; ok && s.fits(i) && b.calls(&b.posts[i], by, role) != callNone {
			return lease.Task, ""
		}
	}
	for _, i := range b.order {
		s.weigh(i)
	}
	if i := s.best(); i >= 0 {
		return b.posts[i].item.ID, ""
	}
	switch {
	case s.leased:
		return "", WhyLeased
	case s.skipped:
		return "", WhySkipped
	}
	return "", WhyDone
}

// survey is one look over all tasks for one reviewer.
type survey struct {
	b    *Board
	by   string
	role ReviewerRole
	o    NextOptions

	mine            []Lease      // the reviewer's own, the first to end first
	others          []uint8      // by post: leases of other reviewers
	given           []int        // by type: votes cast and leased, none beyond what is needed
	wanted          []int        // by type: votes needed
	first           map[call]int // the first post of each call but callVote and callCross
	votes           [][3]int     // by type and class: the first post to vote on, plus one
	cross           int          // the first post to cross-check, plus one
	tally           [2]int       // approved, and of these looked at by a senior or about to be
	skip            map[string]bool
	leased, skipped bool
}

func (b *Board) survey(by string, role ReviewerRole, l *Leases, now time.Time, o NextOptions) *survey {
	s := &survey{
		b: b, by: by, role: role, o: o,
		others: make([]uint8, len(b.posts)),
		given:  make([]int, len(b.kinds)),
		wanted: make([]int, len(b.kinds)),
		first:  map[call]int{},
		votes:  make([][3]int, len(b.kinds)),
		skip:   make(map[string]bool, len(o.Skip)),
	}
	for _, id := range o.Skip {
		s.skip[id] = true
	}
	for lease := range l.live(now) {
		if lease.By == by {
			s.mine = append(s.mine, lease)
		} else if i, ok := b.index[lease.Task]; ok && s.others[i] < 255 && b.posts[i].standing.awaits(lease.By) {
			s.others[i]++
		}
	}
	slices.SortFunc(s.mine, func(a, b Lease) int { return a.compare(b) })
	return s
}

// awaits reports whether a lease of the reviewer may still end in a vote that is missing.
func (s *TaskState) awaits(by string) bool { return s.Status == Disputed || !s.has(by) }

// has reports whether a vote of the reviewer's counts.
func (s *TaskState) has(by string) bool {
	return slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.By == by })
}

// fits reports whether the reviewer wants to be given the task at all.
func (s *survey) fits(i int) bool {
	item := &s.b.posts[i].item
	return !s.skip[item.ID] && (s.o.Type == "" || s.o.Type == item.Type)
}

// calls returns what a task needs of a reviewer, whoever else looks at it.
func (b *Board) calls(p *post, by string, role ReviewerRole) call {
	at := p.standing
	if !at.Sampled {
		return callNone
	}
	senior := role.Rank() >= Senior.Rank()
	mine := at.has(by)
	switch {
	case at.Status == Rejected:
		return callNone
	case at.Status == Approved:
		if senior && !seen(at) {
			return callCross
		}
		return callNone
	case at.Status == Disputed && senior && !(mine && at.latest().By == by):
		return callSettle
	case mine || len(at.Votes) >= b.rules.Overlap || len(at.Broken) > 0 && !senior:
		return callNone
	case at.Status == Returned && at.voted(by):
		return callAgain
	}
	return callVote
}

// seen reports whether a senior is among those whose votes count.
func seen(s *TaskState) bool {
	return slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Role.Rank() >= Senior.Rank() })
}

// latest returns the vote that counts and came last. There must be one.
func (s *TaskState) latest() *Decision {
	for _, d := range slices.Backward(s.History) {
		if slices.Contains(s.Votes, d) {
			return d
		}
	}
	panic("review: a vote that is not in the history")
}

// voted reports whether the reviewer ever voted on the task.
func (s *TaskState) voted(by string) bool {
	return slices.ContainsFunc(s.History, func(d *Decision) bool { return d.Kind.Vote() && d.By == by })
}

// Classes of tasks of one type that need votes, in the order in which they are given.
const (
	classDoubted = iota // somebody doubts, rejects or has changed it
	classPlain
	classReturned // it came back, and those who had voted on it go first
)

func class(s *TaskState) int {
	switch {
	case s.Status == Returned:
		return classReturned
	case len(s.Edits) > 0 || slices.ContainsFunc(s.Votes, func(d *Decision) bool { return d.Kind != Approve }):
		return classDoubted
	}
	return classPlain
}

// weigh takes one task into account. Tasks come in the order in which equals are given.
func (s *survey) weigh(i int) {
	p := &s.b.posts[i]
	at, others := p.standing, int(s.others[i])
	if !at.Sampled {
		return
	}
	s.count(p, others)
	what := s.b.calls(p, s.by, s.role)
	free := true
	switch what {
	case callNone:
		return
	case callSettle, callCross:
		free = others == 0
	case callAgain, callVote:
		free = len(at.Votes)+others < s.b.rules.Overlap
	}
	switch {
	case s.o.Type != "" && s.o.Type != p.item.Type:
	case s.skip[p.item.ID]:
		s.skipped = s.skipped || what != callCross
	case !free:
		s.leased = s.leased || what != callCross
	case what == callVote:
		if best := &s.votes[p.kind][class(at)]; *best == 0 {
			*best = i + 1
		}
	case what == callCross:
		if s.cross == 0 {
			s.cross = i + 1
		}
	default:
		if _, ok := s.first[what]; !ok {
			s.first[what] = i
		}
	}
}

// count adds a task to the sums of its type and of what is approved.
func (s *survey) count(p *post, others int) {
	overlap := s.b.rules.Overlap
	s.wanted[p.kind] += overlap
	switch p.standing.Status {
	case Approved:
		s.tally[0]++
		if others > 0 || seen(p.standing) {
			s.tally[1]++
		}
		fallthrough
	case Rejected:
		s.given[p.kind] += overlap
	default:
		s.given[p.kind] += min(overlap, len(p.standing.Votes)+others)
	}
}

// due returns how many more of so many approved tasks a senior should look at.
func due(approved, looked int) int {
	const tenth = 10
	return max(0, (approved+tenth-1)/tenth-looked)
}

// best returns the post to give after all were weighed; -1 for none.
func (s *survey) best() int {
	for _, what := range []call{callSettle, callAgain} {
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
			if best < 0 || s.given[kind]*s.wanted[s.b.posts[best].kind] < s.given[s.b.posts[best].kind]*s.wanted[kind] {
				best = first - 1
			}
			break
		}
	}
	if best < 0 && s.cross > 0 && due(s.tally[0], s.tally[1]) > 0 {
		return s.cross - 1
	}
	return best
}
