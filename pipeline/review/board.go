package review

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// What [Board.Admit] says of decisions that may not be made, to be tested for with
// [errors.Is].
var (
	// ErrStale is of a decision on what has since changed. It may be kept all the same: it
	// counts for nothing unless the task becomes again what was shown.
	ErrStale = errors.New("the task has changed since it was shown")
	// ErrBroken is of approving a task that fails a check.
	ErrBroken = errors.New("the task fails a check")
	// ErrRole is of what the reviewer's role does not allow.
	ErrRole = errors.New("not allowed")
	// ErrUnknown is of a task or a decision that is not there.
	ErrUnknown = errors.New("not there")
)

// Board holds where every task stands by the decisions applied so far. Two boards of
// the same items and rules to which the same log was applied are alike. A Board is
// not safe for concurrent use; the standings that it gives out are.
type Board struct {
	rules   Rules
	entries []entry        // one a task, in item order
	index   map[string]int // by task ID
	applied map[string]bool
	types   []string // types of tasks, sorted
	order   []int    // posts in the order in which equals are given out
	totals  boardTotals
}

// entry is one task and where it stands.
type entry struct {
	item      Item
	typeIndex int // index of its type in the board's kinds
	state     *TaskState
}

// NewBoard returns the board of these tasks before any decision. An overlap below 1
// is taken for 1, a share outside (0, 1] for all. Of items with the same ID the first
// one counts.
//
// To be reviewed are the first ⌈share·n⌉ of the n tasks in the order of a digest of
// their IDs, which no property of theirs decides: a larger share holds the smaller
// one, and what is found in it estimates the whole.
func NewBoard(items []Item, rules Rules) *Board {
	rules.Overlap = max(1, rules.Overlap)
	if !(rules.Share > 0 && rules.Share <= 1) {
		rules.Share = 1
	}
	b := &Board{rules: rules, index: make(map[string]int, len(items)), applied: map[string]bool{}, totals: boardTotals{open: map[ReviewerRole]int{}, voted: map[string]map[int]bool{}}}
	for _, item := range items {
		if _, twice := b.index[item.ID]; !twice {
			b.index[item.ID] = len(b.entries)
			b.entries = append(b.entries, entry{item: item})
			b.types = append(b.types, item.Type)
		}
	}
	slices.Sort(b.types)
	b.types = slices.Compact(b.types)
	lots := make([]digest.Digest, len(b.entries))
	b.order = make([]int, len(b.entries))
	for i, p := range b.entries {
		lots[i], b.order[i] = digest.Of("lot", p.item.ID), i
	}
	slices.SortFunc(b.order, func(i, j int) int { return strings.Compare(string(lots[i]), string(lots[j])) })
	sampled := sampleSize(len(b.entries), rules.Share)
	for place, i := range b.order {
		p := &b.entries[i]
		p.typeIndex, _ = slices.BinarySearch(b.types, p.item.Type)
		p.state = newTaskState(p.item.Shown, nil, rules.Overlap, place < sampled)
		b.addToTotals(i, 1)
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return cmp.Compare(b.entries[i].item.Margin, b.entries[j].item.Margin) })
	return b
}

// ReplayBoard returns the board of tasks after decisions in log order. Its items have no
// question and no margin, and Shown only for tasks with a decision, since a digest takes
// long: it is for reports and settling, not for [Board.Next].
func ReplayBoard(tasks []*task.Task, decisions []*Decision, rules Rules) *Board {
	decided := map[string]bool{}
	for _, d := range decisions {
		decided[d.Task] = true
	}
	items := make([]Item, len(tasks))
	for i, t := range tasks {
		items[i] = Item{ID: t.ID, Type: t.Type}
		if decided[t.ID] {
			items[i].Shown = Shown(t)
		}
	}
	b := NewBoard(items, rules)
	for _, d := range decisions {
		b.Apply(d)
	}
	return b
}

// sampleSize returns ⌈share·n⌉, forgiving what a fraction such as 0.07 loses in binary.
func sampleSize(n int, share float64) int {
	const loss = 1e-9
	return int(math.Ceil(float64(n)*share - loss))
}

// Rules returns the rules in force.
func (b *Board) Rules() Rules { return b.rules }

// Apply takes a decision up. Decisions come in log order; one whose ID came before
// changes nothing, nor does one on a task that is not there, or on none. The board
// keeps d, which must not be changed.
func (b *Board) Apply(d *Decision) {
	if b.applied[d.ID] {
		return
	}
	b.applied[d.ID] = true
	if i, ok := b.index[d.Task]; ok {
		s := b.entries[i].state
		b.addToTotals(i, -1)
		b.entries[i].state = newTaskState(s.base, append(slices.Clip(s.History), d), b.rules.Overlap, s.Sampled)
		b.addToTotals(i, 1)
	}
}

// State returns where a task stands, and false for one that is not there.
func (b *Board) State(task string) (*TaskState, bool) {
	i, ok := b.index[task]
	if !ok {
		return nil, false
	}
	return b.entries[i].state, true
}

// States yields all tasks and where they stand, in item order.
func (b *Board) States() iter.Seq2[Item, *TaskState] {
	return func(yield func(Item, *TaskState) bool) {
		for i := range b.entries {
			if p := &b.entries[i]; !yield(p.item, p.state) {
				return
			}
		}
	}
}

// Admit returns why a decision may not be made now, nil if it may. The error is
// [ErrRole], [ErrUnknown], [ErrStale], [ErrBroken], or another one for what makes no
// sense: to take back what was taken back, or an edit on which a later one builds, and
// to change nothing. A decision that is stale has nothing else against it, but that
// the task as it is now may be broken. Admit trusts By and Role and does not look at
// what [Decision.Validate] does.
func (b *Board) Admit(d *Decision) error {
	if d.Role.Rank() == 0 {
		return fmt.Errorf("%w: %q is no role", ErrRole, d.Role)
	}
	if d.Kind == Guideline {
		return requireRole(d, Owner)
	}
	s, ok := b.State(d.Task)
	if !ok {
		return fmt.Errorf("task %q: %w", d.Task, ErrUnknown)
	}
	switch d.Kind {
	case Withdraw:
		return replayHistory(s.base, s.History).withdrawalError(d)
	case Return:
		if err := requireRole(d, Senior); err != nil {
			return err
		}
	case Edit:
		if d.Change != nil && d.Change.Shown == d.Shown {
			return errors.New("the edit changes nothing")
		}
	}
	if d.Shown != s.Shown {
		return fmt.Errorf("task %s: %w: it was %s and is %s", d.Task, ErrStale, d.Shown.Short(), s.Shown.Short())
	}
	if d.Kind == Approve && len(s.Broken) > 0 {
		return fmt.Errorf("task %s: %w: %s", d.Task, ErrBroken, strings.Join(s.Broken, ", "))
	}
	return nil
}

// requireRole returns an error unless the decision's role is at least r.
func requireRole(d *Decision, r ReviewerRole) error {
	if d.Role.Rank() < r.Rank() {
		return fmt.Errorf("%w: %s takes a role of %s or above, not %s", ErrRole, d.Kind, r, d.Role)
	}
	return nil
}
