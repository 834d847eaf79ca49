package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

const reviewVersion = 2

// Where people's decisions are taken from and what comes of them goes, below the run
// directory. The first is the one file that no stage makes.
const (
	decisionsFile = "review/decisions.jsonl"
	reviewedDir   = "reviewed"
	reviewedTasks = reviewedDir + "/tasks.jsonl"
)

// reviewAccount is what the stage counts.
var reviewAccount = account{reviewedDir + "/review.manifest.json", "proved tasks, as people left them"}

// Why the review drops a task, beside the status of one that is not approved where only
// approved tasks go on.
const (
	brokenTask    = "broken"    // as people changed it, it fails a check
	staleTask     = "stale"     // the changes no longer come to what their reviewers saw
	duplicateTask = "duplicate" // as people changed it, it is another task
)

// reviewStage takes the decisions of people into the tasks. Who changes a task proves
// nothing: it is proved again. Without any decision all tasks go on as they are.
func reviewStage(f *flags, w *world, people *decided) run.Stage {
	type params struct {
		Overlap   int           `json:"overlap"`
		Sample    float64       `json:"sample"`
		Approved  bool          `json:"approved"`
		Guideline digest.Digest `json:"guideline"` // the shipped one
	}
	p := params{f.Overlap, f.Sample, f.Approved, review.GuidelineDigest(review.DefaultGuideline(f.Language))}
	return run.Stage{
		Name: "review", Doc: "take what people decided into the tasks, and prove again what they changed",
		Version: reviewVersion, Dir: reviewedDir, Params: p,
		Inputs:  append(w.inputs(), run.Input{Name: "check/tasks.jsonl"}, run.Input{Name: decisionsFile, Digest: people.digest}),
		Outputs: []string{"tasks.jsonl", "dropped.jsonl", "reviews.jsonl", "report.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, "check/tasks.jsonl")
			if err != nil {
				return err
			}
			board := boardOf(tasks, people.decisions, review.Rules{Overlap: f.Overlap, Share: f.Sample / 100})
			s := &settling{world: w, board: board, approved: f.Approved}
			settled, err := s.settle(ctx, e, tasks)
			if err != nil {
				return err
			}
			kept, dropped := divide(tasks, settled)
			stamp(kept, "review", reviewVersion)
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), len(kept)
			for _, d := range dropped {
				funnel.Drop(d.Reason, 1)
				e.Log.Debug("dropped", "task", d.ID, "reason", d.Reason, "detail", d.Detail)
			}
			if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, kept) }); err != nil {
				return err
			}
			if err := createLines(e, "dropped.jsonl", dropped); err != nil {
				return err
			}
			if err := createLines(e, "reviews.jsonl", reviewRows(board, tasks, settled, people.decisions)); err != nil {
				return err
			}
			return createJSON(e, "report.json", review.NewReport(board, people.decisions, p.Guideline))
		},
	}
}

// decided is what people decided before a command began. A stage reads that and not the
// log, to which people add while it runs.
type decided struct {
	decisions []*review.Decision // each once, in the order of the log
	digest    digest.Digest      // of the log; of no bytes where there is none
}

// readDecided reads the log of a run directory.
func readDecided(f *flags) (*decided, error) {
	decisions, of, err := readLog(filepath.Join(f.out, filepath.FromSlash(decisionsFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return &decided{digest: digest.Bytes(nil)}, nil
	}
	if err != nil {
		return nil, err
	}
	return &decided{decisions, of}, nil
}

// boardOf returns where tasks stand. What is on screen of a task matters only where
// somebody decided on it.
func boardOf(tasks []*task.Task, decisions []*review.Decision, rules review.Rules) *review.Board {
	decided := map[string]bool{}
	for _, d := range decisions {
		decided[d.Task] = true
	}
	items := make([]review.Item, len(tasks))
	for i, t := range tasks {
		items[i] = review.Item{ID: t.ID, Type: t.Type}
		if decided[t.ID] {
			items[i].Shown = review.Shown(t)
		}
	}
	board := review.NewBoard(items, rules)
	for _, d := range decisions {
		board.Apply(d)
	}
	return board
}

// settling takes standings into tasks.
type settling struct {
	world    *world
	board    *review.Board
	approved bool
	checks   []proof.Check // nil where people changed no task
}

// settled is what became of a task: exactly one field is set.
type settled struct {
	kept    *task.Task
	dropped *proof.Dropped
}

// settle returns what becomes of each task. The tables are read only if people changed
// one.
func (s *settling) settle(ctx context.Context, e *run.Exec, tasks []*task.Task) ([]settled, error) {
	if s.edited() {
		if err := s.world.open(ctx, e.Log); err != nil {
			return nil, err
		}
		s.checks = proof.Checks(s.world.proving())
	}
	return run.Map(ctx, e.Workers, tasks, func(ctx context.Context, _ int, t *task.Task) (settled, error) {
		standing, _ := s.board.Standing(t.ID)
		drop := func(reason, detail string) (settled, error) {
			return settled{dropped: &proof.Dropped{ID: t.ID, Check: "review", Reason: reason, Detail: detail}}, nil
		}
		if s.approved && standing.Status != review.Approved {
			return drop(string(standing.Status), unapproved(standing))
		}
		made := *t
		if len(standing.Edits) > 0 {
			changed, fault, err := s.change(ctx, t, standing.Edits)
			if err != nil {
				return settled{}, fmt.Errorf("task %s: %w", t.ID, err)
			}
			if fault.word != "" {
				return drop(fault.word, fault.detail)
			}
			made = *changed
		}
		conclude(&made.Review, standing)
		return settled{kept: &made}, nil
	})
}

// edited reports whether people changed any task.
func (s *settling) edited() bool {
	for _, standing := range s.board.Standings() {
		if len(standing.Edits) > 0 {
			return true
		}
	}
	return false
}

// fault is why a changed task is not kept; the zero fault is none.
type fault struct{ word, detail string }

// change makes the edits of a task and proves what comes of them.
func (s *settling) change(ctx context.Context, t *task.Task, edits []*review.Decision) (*task.Task, fault, error) {
	changed, stale, err := revision.Chain(ctx, revision.World{Domain: s.world.domain, Tools: s.world.tools}, t, edits)
	if err != nil || stale != "" {
		return nil, fault{staleTask, stale}, err
	}
	if changed.Checks, err = proof.Verdicts(ctx, s.checks, changed); err != nil {
		return nil, fault{}, err
	}
	for _, c := range changed.Checks {
		if c.Verdict != task.Pass {
			return nil, fault{brokenTask, c.Name + ": " + c.Detail}, nil
		}
	}
	return changed, fault{}, nil
}

// unapproved says why a task is not approved.
func unapproved(s *review.Standing) string {
	switch reason := rejection(s); {
	case reason != "":
		return "people rejected it: " + string(reason)
	case !s.Sampled && len(s.Votes) == 0:
		return "it is not among those that people review"
	}
	approving := 0
	for _, d := range s.Votes {
		if d.Kind == review.Approve {
			approving++
		}
	}
	return fmt.Sprintf("%d votes, of which %d approve it", len(s.Votes), approving)
}

// conclude fills in what people decided.
func conclude(r *task.Review, s *review.Standing) {
	r.Status, r.Agreement, r.Reason = string(s.Status), s.Agreement, string(rejection(s))
	r.Reviewers = nil
	for _, d := range s.Votes { // which are by name
		r.Reviewers = append(r.Reviewers, d.By)
	}
}

// rejection returns why a task was rejected: the reason of who settled it, or else the
// one that most gave, of equals the first of [review.Reasons]; "" for a task that was not
// rejected.
func rejection(s *review.Standing) review.Reason {
	if s.Status != review.Rejected {
		return ""
	}
	if s.Settled != nil {
		return s.Settled.Reason
	}
	given := map[review.Reason]int{}
	for _, d := range s.Votes {
		given[d.Reason]++
	}
	var most review.Reason
	for _, r := range review.Reasons() {
		if given[r] > given[most] || most == "" && given[r] > 0 {
			most = r
		}
	}
	return most
}

// divide returns the tasks that are kept and why the others are not. A task that was
// changed into another one is dropped.
func divide(tasks []*task.Task, all []settled) (kept []*task.Task, dropped []proof.Dropped) {
	owner := make(map[string]string, len(tasks)) // by the ID of a task as it is or was
	for _, t := range tasks {
		owner[t.ID] = t.ID
	}
	for i := range all {
		if t := all[i].kept; t != nil {
			if other, taken := owner[t.ID]; taken && other != tasks[i].ID {
				all[i] = settled{dropped: &proof.Dropped{
					ID: tasks[i].ID, Check: "review", Reason: duplicateTask, Detail: fmt.Sprintf("as people changed it, it is task %s, which was %s", t.ID, other),
				}}
			} else {
				owner[t.ID] = tasks[i].ID
			}
		}
		if d := all[i].dropped; d != nil {
			dropped = append(dropped, *d)
		} else {
			kept = append(kept, all[i].kept)
		}
	}
	return kept, dropped
}
