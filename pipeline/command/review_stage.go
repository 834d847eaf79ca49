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

const reviewVersion = 4

// The log of decisions and the directory of the review stage's outputs, below the run
// directory. The log is the one file there that no stage makes.
const (
	decisionsFile = "review/decisions.jsonl"
	reviewedDir   = "reviewed"
	reviewedTasks = reviewedDir + "/tasks.jsonl"
)

// reviewFunnel describes the funnel of the review stage.
var reviewFunnel = funnelSource{reviewedDir + "/review.manifest.json", "proved tasks, as people left them"}

// reviewParams are the parameters of the review stage.
type reviewParams struct {
	Overlap   int           `json:"overlap"`
	Sample    float64       `json:"sample"`
	Approved  bool          `json:"approved"`
	Guideline digest.Digest `json:"guideline"` // the shipped one
}

// reviewStage applies reviewers' decisions to the tasks. An edited task is proved again.
// Without decisions, all tasks pass unchanged.
func reviewStage(f *flags, w *world, people *madeDecisions) run.Stage {
	p := reviewParams{f.Overlap, f.Sample, f.Approved, review.GuidelineDigest(review.DefaultGuideline(f.Language))}
	return run.Stage{
		Name: "review", Doc: "take what people decided into the tasks, and prove again what they changed",
		Version: reviewVersion, Dir: reviewedDir, Params: p,
		Inputs:  append(w.inputs(), run.StageInput{Name: "check/tasks.jsonl"}, run.StageInput{Name: decisionsFile, Digest: people.digest}),
		Outputs: []string{"tasks.jsonl", "dropped.jsonl", "reviews.jsonl", "report.json"},
		Run: func(ctx context.Context, e *run.Exec) error {
			tasks, err := readTasks(e, "check/tasks.jsonl")
			if err != nil {
				return err
			}
			if err := review.RecordLog(logPath(f)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			board := review.ReplayBoard(tasks, people.decisions, review.Rules{Overlap: f.Overlap, Share: f.Sample / 100})
			settled, err := revision.Settle(ctx, board, tasks, people.decisions, revision.SettleOptions{
				ApprovedOnly: f.Approved, Workers: e.Workers,
				Open: func(ctx context.Context) (revision.TableAccess, []proof.Check, error) {
					if err := w.open(ctx, e.Log); err != nil {
						return revision.TableAccess{}, nil, err
					}
					return revision.TableAccess{Domain: w.domain, Tools: w.tools}, w.checks, nil
				},
			})
			if err != nil {
				return err
			}
			addProvenance(settled.Tasks, "review", reviewVersion)
			funnel := e.Funnel()
			funnel.In, funnel.Out = len(tasks), len(settled.Tasks)
			for _, d := range settled.Dropped {
				funnel.Drop(d.Reason, 1)
				e.Log.Debug("dropped", "task", d.ID, "reason", d.Reason, "detail", d.Detail)
			}
			if open := funnel.Dropped[revision.DroppedOpen]; open > 0 {
				e.Log.Warn(fmt.Sprintf("%d tasks are left out: a check left something open, and two people have not approved them yet", open))
			}
			if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, settled.Tasks) }); err != nil {
				return err
			}
			if err := createLines(e, "dropped.jsonl", settled.Dropped); err != nil {
				return err
			}
			if err := createLines(e, "reviews.jsonl", settled.Reviews); err != nil {
				return err
			}
			return createJSON(e, "report.json", review.NewStatusReport(board, people.decisions, p.Guideline))
		},
	}
}

// madeDecisions has the decisions made before a command began. Stages read these and not the log,
// to which reviewers may append while the command runs.
type madeDecisions struct {
	decisions []*review.Decision // each once, in the order of the log
	digest    digest.Digest      // of the log; of no bytes where there is none
}

// readMadeDecisions reads the log of a run directory.
func readMadeDecisions(f *flags) (*madeDecisions, error) {
	path := logPath(f)
	decisions, of, err := review.ReadLog(path)
	if errors.Is(err, fs.ErrNotExist) {
		of, err = digest.Bytes(nil), nil
	}
	if err == nil && len(decisions) == 0 && !f.acceptLoss {
		err = checkReviewed(f, path, of)
	}
	if err != nil {
		return nil, err
	}
	return &madeDecisions{decisions, of}, nil
}

// logPath returns the path of the log of decisions.
func logPath(f *flags) string { return filepath.Join(f.out, filepath.FromSlash(decisionsFile)) }

// checkReviewed returns an error if the review stage has read decisions where there are none
// now: the log may be gone with what was recorded of it.
func checkReviewed(f *flags, path string, of digest.Digest) error {
	m, err := readManifest(filepath.Join(f.out, filepath.FromSlash(reviewFunnel.manifest)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it has not run
	}
	if err != nil {
		var report review.StatusReport
		if readJSON(filepath.Join(f.out, reviewedDir, "report.json"), &report) == nil && report.Decisions > 0 {
			return fmt.Errorf("%s: it has no decisions, and had some when they were last applied (%v): %w", path, err, review.ErrLost)
		}
		return nil // as far as is known it applied none
	}
	for _, in := range m.Inputs {
		if in.Name == decisionsFile && in.Digest != of {
			return fmt.Errorf("%s: it has no decisions, and had some when they were last applied: %w", path, review.ErrLost)
		}
	}
	return nil
}
