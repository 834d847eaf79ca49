package revision

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reasons for which [Settle] drops a task. With [SettleOptions.ApprovedOnly] the status
// of a task that is not approved is a reason too.
const (
	DroppedBroken = "broken" // after people changed it, the task fails a check
	DroppedStale  = "stale"  // the edits no longer give the version their reviewers saw
	// after people changed it, the task equals another task of the set
	DroppedDuplicate = "duplicate"
	// a check left open whether the task is sound, and no two people approved it
	DroppedOpen = "open"
)

// SettleOptions are the options of [Settle].
type SettleOptions struct {
	// ApprovedOnly drops all tasks that are not approved.
	ApprovedOnly bool
	// Workers is the number of tasks that are settled at the same time; less than 1 means
	// 1.
	Workers int
	// Open returns the tables and tools for executing edited tasks, and the checks that
	// they must pass. It is called once if any task was edited, otherwise never.
	Open func(context.Context) (TableAccess, []proof.Check, error)
}

// Settlement is the result of [Settle].
type Settlement struct {
	// Tasks are copies of the tasks that are kept, with their edits made and Review
	// filled in, in the order of the set.
	Tasks []*task.Task
	// Dropped are the other tasks with the reasons, in the order of the set.
	Dropped []task.Dropped
	// Reviews are the decisions in force on the present versions of the tasks, in log
	// order; never nil.
	Reviews []review.PublishedDecision
}

// Settle applies reviewers' decisions to a task set: it applies the edits in force, proves
// each edited task again and fills in Review. The board must be the state of the tasks
// after the decisions, which must be in log order without repetitions. If edits make two
// tasks equal, only the first is kept. The result does not depend on the number of workers.
// The error is non-nil only if Open, the tools or the context fail.
func Settle(ctx context.Context, board *review.Board, tasks []*task.Task, decisions []*review.Decision, o SettleOptions) (*Settlement, error) {
	s := settler{board: board, options: o}
	if s.anyEdits() {
		var err error
		if s.tables, s.checks, err = o.Open(ctx); err != nil {
			return nil, err
		}
	}
	results, err := run.Map(ctx, o.Workers, tasks, func(ctx context.Context, _ int, t *task.Task) (result, error) {
		return s.settleTask(ctx, t)
	})
	if err != nil {
		return nil, err
	}
	dropDuplicates(tasks, results)
	out := &Settlement{Reviews: s.published(tasks, results, decisions)}
	for _, r := range results {
		if r.dropped != nil {
			out.Dropped = append(out.Dropped, *r.dropped)
		} else {
			out.Tasks = append(out.Tasks, r.kept)
		}
	}
	return out, nil
}

// settler settles single tasks. tables and checks are zero if no task was edited.
type settler struct {
	board   *review.Board
	options SettleOptions
	tables  TableAccess
	checks  []proof.Check
}

// result is the outcome for one task: exactly one field is set.
type result struct {
	kept    *task.Task
	dropped *task.Dropped
}

// drop returns the result for a task that is not kept.
func drop(id, reason, detail string) result {
	return result{dropped: &task.Dropped{ID: id, Check: task.ReviewCheck, Reason: reason, Detail: detail}}
}

// anyEdits reports whether people changed any task.
func (s *settler) anyEdits() bool {
	for _, state := range s.board.States() {
		if len(state.Edits) > 0 {
			return true
		}
	}
	return false
}

func (s *settler) settleTask(ctx context.Context, t *task.Task) (result, error) {
	state, _ := s.board.State(t.ID)
	if s.options.ApprovedOnly && state.Status != review.Approved {
		return drop(t.ID, string(state.Status), whyNotApproved(state)), nil
	}
	edited := *t
	if len(state.Edits) > 0 {
		changed, fault, err := Chain(ctx, s.tables, t, state.Edits)
		if err != nil {
			return result{}, fmt.Errorf("task %s: %w", t.ID, err)
		}
		if fault != "" {
			return drop(t.ID, DroppedStale, fault), nil
		}
		if changed.Checks, err = proof.Verdicts(ctx, s.checks, changed); err != nil {
			return result{}, fmt.Errorf("task %s: %w", t.ID, err)
		}
		for _, c := range changed.Checks {
			if c.Verdict == task.Fail {
				return drop(t.ID, DroppedBroken, c.Name+": "+c.Detail), nil
			}
		}
		edited = *changed
	}
	r := &edited.Review
	r.Status, r.Agreement, r.Reason = state.Status, state.Agreement, state.RejectionReason()
	r.Reviewers = nil
	for _, d := range state.Votes { // sorted by name
		r.Reviewers = append(r.Reviewers, d.By)
	}
	if !review.Publishable(&edited) {
		return drop(t.ID, DroppedOpen, fmt.Sprintf("%s: no proof, and want two people who approve it: %s", strings.Join(edited.Open(), ", "), votesOn(state))), nil
	}
	return result{kept: &edited}, nil
}

// whyNotApproved says for people why a task is not approved.
func whyNotApproved(s *review.TaskState) string {
	switch reason := s.RejectionReason(); {
	case reason != "":
		return "people rejected it: " + string(reason)
	case !s.Sampled && len(s.Votes) == 0:
		return "it is not among those that people review"
	}
	return votesOn(s)
}

// votesOn says for people how many voted on a task.
func votesOn(s *review.TaskState) string {
	approving := 0
	for _, d := range s.Votes {
		if d.Kind == review.Approve {
			approving++
		}
	}
	return fmt.Sprintf("%d votes, of which %d approve it", len(s.Votes), approving)
}

// dropDuplicates drops each task that edits made into another task of the set.
func dropDuplicates(tasks []*task.Task, results []result) {
	owner := make(map[string]string, len(tasks)) // original ID by present and by original ID
	for _, t := range tasks {
		owner[t.ID] = t.ID
	}
	for i, t := range tasks {
		kept := results[i].kept
		if kept == nil {
			continue
		}
		if other, taken := owner[kept.ID]; taken && other != t.ID {
			results[i] = drop(t.ID, DroppedDuplicate, fmt.Sprintf("as people changed it, it is task %s, which was %s", kept.ID, other))
		} else {
			owner[kept.ID] = t.ID
		}
	}
}

// published returns the decisions that hold for the tasks as they are now, in log order.
func (s *settler) published(tasks []*task.Task, results []result, decisions []*review.Decision) []review.PublishedDecision {
	kept := make(map[string]*task.Task, len(tasks)) // by original ID; nil for a dropped task
	holds := map[string]bool{}                      // by decision ID
	for i, t := range tasks {
		kept[t.ID] = results[i].kept
		if state, ok := s.board.State(t.ID); ok {
			for _, d := range state.InForce() {
				holds[d.ID] = true
			}
		}
	}
	rows := []review.PublishedDecision{}
	rounds := review.Rounds(decisions)
	for i, d := range decisions {
		switch t := kept[d.Task]; {
		case !holds[d.ID]:
		case t == nil:
			rows = append(rows, d.Published(d.Task, "", rounds[i]))
		default:
			rows = append(rows, d.Published(t.ID, t.Review.Original, rounds[i]))
		}
	}
	return rows
}
