package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/exchange"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/revision"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// choiceFlag is a flag whose value is one of a list of words.
type choiceFlag struct {
	value string
	of    []string
}

// String implements flag.Value.
func (w *choiceFlag) String() string { return w.value }

// Set implements flag.Value.
func (w *choiceFlag) Set(s string) error {
	if !slices.Contains(w.of, s) {
		return fmt.Errorf("%q: want %s", s, strings.Join(w.of, ", "))
	}
	w.value = s
	return nil
}

var verifyDecisionsHelp = cli.Help{
	Usage: "verify decisions [-out DIR] [-format jsonl|csv]",
	Doc:   "Print the decisions, as the log has them or for a spreadsheet.",
	Examples: []cli.Example{
		{Line: "verify decisions"},
		{Line: "verify decisions -format csv"},
	},
}

// verifyDecisions is verify decisions.
type verifyDecisions struct {
	env    cli.Env
	flags  flags
	format choiceFlag
}

func (c *verifyDecisions) declare(fs *cli.Flags) {
	c.format = choiceFlag{"jsonl", []string{"jsonl", "csv"}}
	c.flags.declareStored(fs)
	fs.Var(&c.format, "format", "`format` of the decisions: jsonl, or csv in which no cell is taken for a formula")
}

func (c *verifyDecisions) run(_ context.Context, args []string) error {
	if err := cli.NoArgs(args); err != nil {
		return err
	}
	if err := c.flags.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	env := c.env
	path := logPath(&c.flags)
	decisions, _, err := review.ReadLog(path)
	if err != nil {
		return err
	}
	if c.format.value == "csv" {
		err = exchange.WriteCSV(env.Stdout, decisions)
	} else {
		err = review.WriteDecisions(env.Stdout, decisions)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// warnTorn says that an unfinished last line of a log was moved when it was opened.
func warnTorn(log *slog.Logger, path string, opened interface{ Torn() int64 }) {
	if n := opened.Torn(); n > 0 {
		log.Warn("the last line broke off when its writer ended; it was never acknowledged, and was moved", "file", path, "bytes", n, "to", path+ledger.TornSuffix)
	}
}

// warnAnomalies says how many decisions of a log are unlikely.
func warnAnomalies(log *slog.Logger, path string, decisions []*review.Decision, items []review.Item, now time.Time) {
	ids := make(map[string]bool, len(items))
	for _, item := range items {
		ids[item.ID] = true
	}
	found := review.FindAnomalies(decisions, func(id string) bool { return ids[id] }, now)
	if found != (review.LogAnomalies{}) {
		log.Warn("the log holds unlikely decisions, which count nevertheless: "+found.String(), "file", path)
	}
}

// reviewSet is a run directory in review: its tasks, its log and the state of the tasks.
// Opening it runs no stage.
type reviewSet struct {
	f         *flags
	tasks     *review.Tasks
	decisions []*review.Decision
	board     *review.Board
	logged    bool // there is a log

	world  *revision.TableAccess // nil until an edit has to be made
	checks []proof.Check
}

// openUnderReview reads the proved tasks of a run directory and its log, if there is one.
func openUnderReview(ctx context.Context, f *flags) (*reviewSet, error) {
	path := filepath.Join(f.out, "check", "tasks.jsonl")
	tasks, err := review.OpenTasks(ctx, path, workersOf(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: want the proved tasks of a run: verify check makes them", err)
	}
	if err != nil {
		return nil, err
	}
	u := &reviewSet{f: f, tasks: tasks, board: review.NewBoard(tasks.Items(), review.Rules{Overlap: f.Overlap, Share: f.Sample / 100})}
	u.decisions, _, err = review.ReadLog(logPath(f))
	switch {
	case err == nil:
		u.logged = true
	case !errors.Is(err, fs.ErrNotExist):
		return nil, errors.Join(err, tasks.Close())
	}
	// A log that is gone with its record is missed by what was made with it alone.
	if _, err := readMadeDecisions(f); err != nil {
		return nil, errors.Join(err, tasks.Close())
	}
	for _, d := range u.decisions {
		u.board.Apply(d)
	}
	return u, nil
}

// workersOf returns the number of goroutines that the flags ask for, at least 1.
func workersOf(f *flags) int {
	if f.workers > 0 {
		return f.workers
	}
	return runtime.GOMAXPROCS(0)
}

// language returns the language of the tasks; "" without tasks.
func (u *reviewSet) language() (string, error) {
	items := u.tasks.Items()
	if len(items) == 0 {
		return "", nil
	}
	t, err := u.tasks.Task(items[0].ID)
	if err != nil {
		return "", err
	}
	return t.Language, nil
}

// guideline returns the guidelines in force and the digest of the shipped ones.
func (u *reviewSet) guideline() (text string, shipped digest.Digest, err error) {
	lang, err := u.language()
	if err != nil {
		return "", "", err
	}
	text = review.DefaultGuideline(lang)
	shipped = review.GuidelineDigest(text)
	for _, d := range u.decisions {
		if d.Kind == review.Guideline {
			text = d.Note
		}
	}
	return text, shipped, nil
}

// open brings the tables up to date and loads them, once; edits are applied and proved over
// them.
func (u *reviewSet) open(ctx context.Context, env cli.Env) error {
	if u.world != nil {
		return nil
	}
	if u.f.kept == nil {
		if err := u.f.checkOutputs(nil); err != nil {
			return err
		}
	}
	w, err := newWorld(u.f)
	if err != nil {
		return err
	}
	tables := *u.f
	tables.dry = false
	if _, err := update(ctx, env, &tables, tableStages(w)); err != nil {
		return err
	}
	if err := w.open(ctx, u.f.logger(env)); err != nil {
		return err
	}
	u.world = &revision.TableAccess{Domain: w.domain, Tools: w.tools}
	u.checks = w.checks
	return nil
}

// version returns the version of a task that shown names: the present one, or one after an
// edit in force. The string says why there is no such version.
func (u *reviewSet) version(ctx context.Context, env cli.Env, id string, shown digest.Digest) (*task.Task, string, error) {
	s, ok := u.board.State(id)
	if !ok {
		return nil, "the task is not there", nil
	}
	t, err := u.tasks.Task(id)
	if err != nil || review.Shown(t) == shown {
		return t, "", err
	}
	last := slices.IndexFunc(s.Edits, func(d *review.Decision) bool { return d.Change.Shown == shown })
	if last < 0 {
		return nil, "the task has changed since it was handed out", nil
	}
	if err := u.open(ctx, env); err != nil {
		return nil, "", err
	}
	return revision.Chain(ctx, *u.world, t, s.Edits[:last+1])
}

// revise applies an edit to a task and proves the changed task.
func (u *reviewSet) revise(ctx context.Context, env cli.Env, edit *review.Decision) (shown digest.Digest, broken []string, fault string, err error) {
	t, fault, err := u.version(ctx, env, edit.Task, edit.Shown)
	if err != nil || fault != "" {
		return "", nil, fault, err
	}
	if err := u.open(ctx, env); err != nil {
		return "", nil, "", err
	}
	made, fault, err := revision.Apply(ctx, *u.world, t, edit.Change)
	if err != nil || fault != "" {
		return "", nil, fault, err
	}
	verdicts, err := proof.Verdicts(ctx, u.checks, made)
	if err != nil {
		return "", nil, "", err
	}
	for _, c := range verdicts {
		if c.Verdict == task.Fail {
			broken = append(broken, c.Name)
		}
	}
	return review.Shown(made), broken, "", nil
}
