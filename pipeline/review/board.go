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

// Errors of [Board.Admit], to be tested for with [errors.Is].
var (
	// ErrStale refuses a decision on a version that has changed. The decision may be
	// recorded nevertheless: it counts only if the task returns to that version.
	ErrStale = errors.New("the task has changed since it was shown")
	// ErrBroken refuses to approve a task that fails a check.
	ErrBroken = errors.New("the task fails a check")
	// ErrRole refuses a decision that the reviewer's role does not allow.
	ErrRole = errors.New("not allowed")
	// ErrUnknown refuses a decision on an unknown task or decision.
	ErrUnknown = errors.New("not there")
)

// Board has the state of every task after the decisions applied so far. The same items,
// rules and log give equal boards. A Board is not safe for concurrent use; the states that
// it returns are.
type Board struct {
	rules   Rules
	entries []entry        // one per task, in item order
	index   map[string]int // by task ID
	applied map[string]bool
	types   []string // types of tasks, sorted
	order   []int    // entries in the order that decides among equals
	totals  boardTotals
}

// entry is one task and its state.
type entry struct {
	item      Item
	typeIndex int // index of its type in the board's types
	state     *TaskState
}

// NewBoard returns the board of tasks before any decision. An overlap below 1 means 1, a
// share outside (0, 1] means all tasks. Of items with the same ID the first one counts.
//
// The sample to be reviewed is the first ⌈share·n⌉ of the n tasks in the order of a digest
// of their IDs. The order is independent of the tasks' contents, so the sample is a random
// one whose error rate estimates that of the whole set, and a larger share includes a
// smaller one.
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

// sampleSize returns ⌈share·n⌉, corrected for the rounding of fractions such as 0.07 to
// binary.
func sampleSize(n int, share float64) int {
	const loss = 1e-9
	return int(math.Ceil(float64(n)*share - loss))
}

// Rules returns the rules in force, with values out of range replaced as [NewBoard] says.
func (b *Board) Rules() Rules { return b.rules }

// Apply applies the next decision of the log. It checks neither [Decision.Validate] nor
// [Board.Admit]: a decision that Admit would refuse goes into the task's history, and the
// rules of [TaskState] decide whether it counts. A decision with a known ID, or without a
// known task, changes nothing. The board keeps d, which must not be changed.
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

// State returns the state of a task; nil and false for an unknown task.
func (b *Board) State(task string) (*TaskState, bool) {
	i, ok := b.index[task]
	if !ok {
		return nil, false
	}
	return b.entries[i].state, true
}

// States yields each item of [NewBoard] with its state, in the order of the items. The
// states belong to the board: they must not be changed, and the board must not change
// during the iteration.
func (b *Board) States() iter.Seq2[Item, *TaskState] {
	return func(yield func(Item, *TaskState) bool) {
		for i := range b.entries {
			if p := &b.entries[i]; !yield(p.item, p.state) {
				return
			}
		}
	}
}

// Admit returns an error if a decision may not be made now. The error wraps [ErrRole],
// [ErrUnknown], [ErrStale] or [ErrBroken], for errors.Is, or is another error for a
// decision without effect: an empty edit, the settlement of a task that is not disputed, or
// the withdrawal of a decision that was withdrawn or of an edit that a later edit builds on.
// If a decision is both stale and refused for another reason, the error is the other
// reason, except that [ErrStale] comes before [ErrBroken].
//
// Admit trusts By and Role and assumes that [Decision.Validate] passed.
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
	case SettleApprove, SettleReject:
		if err := requireRole(d, Senior); err != nil {
			return err
		}
		if s.EverVotedBy(d.By) {
			return fmt.Errorf("%w: %s voted on task %s: somebody else has to settle it", ErrRole, d.By, d.Task)
		}
	case Edit:
		if d.Change != nil && d.Change.Shown == d.Shown {
			return errors.New("the edit changes nothing")
		}
	}
	if d.Shown != s.Shown {
		return fmt.Errorf("task %s: %w: it was %s and is %s", d.Task, ErrStale, d.Shown.Short(), s.Shown.Short())
	}
	if d.Kind.approves() && len(s.Broken) > 0 {
		return fmt.Errorf("task %s: %w: %s", d.Task, ErrBroken, strings.Join(s.Broken, ", "))
	}
	if d.Kind.Settles() && s.Status != Disputed && s.Settled == nil {
		return fmt.Errorf("task %s is %s: only a disputed task can be settled: vote on it instead", d.Task, s.Status)
	}
	return nil
}

// requireRole returns [ErrRole] unless the decision's role is r or above.
func requireRole(d *Decision, r ReviewerRole) error {
	if d.Role.Rank() < r.Rank() {
		return fmt.Errorf("%w: %s takes a role of %s or above, not %s", ErrRole, d.Kind, r, d.Role)
	}
	return nil
}
