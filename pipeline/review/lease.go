package review

import (
	"cmp"
	"iter"
	"time"
)

// Lease reserves a task for one reviewer until a time.
type Lease struct {
	Task  string    // the task's ID
	By    string    // the reviewer's name
	Until time.Time // the end, at which it no longer holds
}

// compare orders leases by end, task and reviewer.
func (l Lease) compare(m Lease) int {
	return cmp.Or(l.Until.Compare(m.Until), cmp.Compare(l.Task, m.Task), cmp.Compare(l.By, m.By))
}

// holder is a reviewer with a task.
type holder struct{ task, by string }

// Leases record which reviewer has which task open, so that a task that lacks one vote is
// not given to two reviewers. They are kept in memory, since only the choice of the next
// task depends on them. Leases are not safe for concurrent use.
type Leases struct {
	held map[holder]time.Time // end of the lease
}

// MaxLease is the longest time for which a task may be leased.
const MaxLease = 24 * time.Hour

// NewLeases returns an empty set of leases.
func NewLeases() *Leases { return &Leases{held: map[holder]time.Time{}} }

// Take leases a task to a reviewer until a time. It replaces an earlier lease of the task
// to the same reviewer.
func (l *Leases) Take(task, by string, until time.Time) { l.held[holder{task, by}] = until.UTC() }

// Release ends the reviewer's lease of a task. It does nothing if there is none.
func (l *Leases) Release(task, by string) { delete(l.held, holder{task, by}) }

// Until returns the end of the reviewer's lease of the task; the zero time if there is no
// lease that lasts beyond now.
func (l *Leases) Until(task, by string, now time.Time) time.Time {
	if until := l.held[holder{task, by}]; lasts(until, now) {
		return until
	}
	return time.Time{}
}

// lasts reports whether a lease that ends at a moment holds now. One that ends later than
// any lease could was taken while the clock was ahead, and does not.
func lasts(until, now time.Time) bool {
	return until.After(now) && !until.After(now.Add(MaxLease))
}

// live yields the leases that last beyond now, in no order, and deletes the others. A nil
// l has none.
func (l *Leases) live(now time.Time) iter.Seq[Lease] {
	return func(yield func(Lease) bool) {
		if l == nil {
			return
		}
		for h, until := range l.held {
			if !lasts(until, now) {
				delete(l.held, h)
			} else if !yield(Lease{Task: h.task, By: h.by, Until: until}) {
				return
			}
		}
	}
}
