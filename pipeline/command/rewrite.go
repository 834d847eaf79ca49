package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Rewrite turns drafts into questions.
func Rewrite() cli.Command { return newCommand("rewrite", rewriteCommands()) }

func rewriteCommands() []subcommand {
	return []subcommand{{"", rewriteHelp, func(env cli.Env) action { return &rewriteCommand{env: env, endpoints: modelFlags{env: env}} }}}
}

var rewriteHelp = cli.Help{
	Usage: "rewrite [flags]",
	Doc:   "Turn each draft into a question a person would ask, without a model or with -model, and keep it only if it passes every gate. The questions go to OUT/rewrite. Of exams a model writes items besides those by rule, and another or the same reads them; they go to OUT/convert.",
	Examples: []cli.Example{
		{Line: "rewrite", Doc: "without a model"},
		{Line: "rewrite -rehearse", Doc: "with a model that this process plays"},
		{Line: "rewrite -model gpt-4.1-mini -max-tokens 2000000"},
		{Line: "rewrite -model gpt-4.1-mini -n", Doc: "estimate what asking would take"},
		{Line: "rewrite -domain exam -corpus EXAMS -model gpt-4.1-mini", Doc: "have a model write items of open questions"},
	},
}

// rewriteCommand is rewrite. Model, parser, attempts and temperature are settings of the
// run; its other flags change no result and are not kept.
type rewriteCommand struct {
	env       cli.Env
	flags     flags
	endpoints modelFlags

	batch, rehearse bool
}

func (c *rewriteCommand) declare(fs *cli.Flags) {
	f := &c.flags
	f.declare(fs)
	f.rewriting = true
	fs.StringVar(&f.Model, "model", f.Model, "`model` that writes the questions, or offline for none; of exams several with commas between them")
	fs.StringVar(&f.Parser, "parser", f.Parser, "`model` that reads them for the round trip; same for the one that writes, none for no round trip, which keeps questions with an added role, request or condition")
	fs.Var((*wholeNumber)(&f.Attempts), "attempts", "most `questions` asked for, for one task")
	fs.Func("temperature", "the writing model's `temperature`, 0 to 2, or server", func(text string) (err error) {
		f.Temperature, err = readTemperature(text)
		return err
	})
	c.endpoints.declare(fs)
	fs.BoolVar(&c.batch, "batch", false, "ask by the Batch API: submit requests and end with 3; running again collects the answers")
	fs.BoolVar(&c.rehearse, "rehearse", false, "ask a model that this process plays, without a key")
}

func (c *rewriteCommand) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := c.playModel(); err != nil {
		return err
	}
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	if f.Model == rehearsalModel && !c.rehearse {
		return misuse("-model %s is played by this process: want -rehearse with it, or another model", rehearsalModel)
	}
	if err := c.endpoints.resolve(); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if c.batch && (w.domain.Reader == domain.CaseReader || w.hasExams()) {
		return misuse("-batch is for questions that are rewritten, and those about cases and exams are asked one by one: want no -batch with domain %s", w.domain.Name)
	}
	if err := checkWriters(w); err != nil {
		return err
	}
	w.openQuestioner = func(log *slog.Logger) (*questionModels, error) { return c.openQuestioner(w, log) }
	questions := questions{flags: f, world: w, command: c}
	stages := append(sampledStages(f, w), questions.stage(), obscurityStage(w))
	if w.hasExams() {
		stages = questionStages(f, w)
	}
	if f.dry && w.hasExams() {
		_, err := explain(ctx, c.env, f, stages)
		return err
	}
	if f.dry {
		verdicts, err := explain(ctx, c.env, f, stages)
		if err != nil {
			return err
		}
		return questions.estimate(ctx, c.env.Stdout, verdicts)
	}
	if err := c.checkKeys(ctx, w, stages); err != nil {
		return err
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	report, err := update(ctx, c.env, f, stages)
	var pending *rewrite.Pending
	if errors.As(err, &pending) {
		return cli.Waiting(pending.Error())
	}
	if err != nil {
		return err
	}
	printFunnels(c.env.Stdout, report)
	printed := printQuestions
	if w.hasExams() {
		printed = printComposed
	}
	if err := printed(c.env.Stdout, f, c.endpoints.prices.Currency); err != nil {
		return err
	}
	return cmp.Or(partialError(report), reportShortfall(c.env.Stdout, f, w, "rewrite"))
}

// checkKeys returns an error if the model is to be asked without the key that it needs.
func (c *rewriteCommand) checkKeys(ctx context.Context, w *world, stages []run.Stage) error {
	f := &c.flags
	fault := c.endpoints.checkKeys(f.Model != offlineModel && !c.rehearse, f.dry)
	if fault == nil {
		return nil
	}
	verdicts, err := (&run.Runner{Dir: f.out}).Status(ctx, stages...)
	if err == nil && isFresh(verdicts, path.Dir(w.questionsFile())) {
		return nil
	}
	return fault
}

// isFresh reports whether a stage is up to date.
func isFresh(verdicts []run.StageStatus, stage string) bool {
	return slices.ContainsFunc(verdicts, func(v run.StageStatus) bool { return v.Stage == stage && v.State == run.Fresh })
}

// playModel gives the settings of a rehearsal if -rehearse is given.
func (c *rewriteCommand) playModel() error {
	f := &c.flags
	if !c.rehearse {
		return nil
	}
	standard := defaults()
	if c.batch || c.endpoints.endpoints != nil || f.Model != standard.Model && f.Model != rehearsalModel || f.Parser != standard.Parser {
		return misuse("-rehearse plays the model in this process: want -rehearse without -model, -parser, -endpoint and -batch")
	}
	return cmp.Or(f.set.Set("model", rehearsalModel), f.set.Set("parser", sameParser))
}

// questionStages are the stages up to the questions, for commands that ask no model: they
// use recorded answers.
func questionStages(f *flags, w *world) []run.Stage {
	if w.hasExams() {
		return append(treeStages(f, w), convertStage(f, w))
	}
	questions := questions{flags: f, world: w}
	return append(sampledStages(f, w), questions.stage())
}

// questions is the stage that rewrites.
type questions struct {
	flags   *flags
	world   *world
	command *rewriteCommand // nil for a command that asks no model
}

const (
	rewriteVersion = 18
	draftsFile     = "sample/tasks.jsonl"
	rewriteDir     = "rewrite"
	costFile       = "cost.json"
)

// rewriteParams are the parameters of the stage.
type rewriteParams struct {
	Seed  uint64       `json:"seed"`
	Model *modelParams `json:"model,omitempty"` // nil for the offline rewriter
	// Extended says that drafts come after tasks of an earlier release, which have questions.
	Extended bool `json:"extended,omitempty"`
}

// modelParams say which models are asked, and how.
type modelParams struct {
	Name        string   `json:"name"`
	Parser      string   `json:"parser"`
	Attempts    int      `json:"attempts"`
	Temperature *float64 `json:"temperature,omitempty"`
	Prompts     int      `json:"prompts"` // version
}

// stage returns the stage. Where models are reached and what they cost is no part of its
// key.
func (q questions) stage() run.Stage {
	f := q.flags
	if f.Merge != "" {
		return mergedQuestionsStage()
	}
	p := rewriteParams{Seed: f.Seed}
	if f.Model != offlineModel {
		p.Model = &modelParams{f.Model, f.parser(), f.Attempts, f.Temperature, prompt.Version}
	}
	inputs := append(q.world.styledInputs(), run.StageInput{Name: draftsFile})
	if f.Extend != "" {
		p.Extended = true
		inputs = append(inputs, run.StageInput{Name: retiredTasks})
	}
	return run.Stage{
		Name: "rewrite", Doc: "turn drafts into questions a person would ask",
		Version: rewriteVersion, Dir: rewriteDir, Params: p,
		Inputs:  inputs,
		Outputs: []string{"tasks.jsonl", "rejected.jsonl", costFile},
		Run:     q.run,
	}
}

// run rewrites the drafts.
func (q questions) run(ctx context.Context, e *run.Exec) (err error) {
	drafts, err := e.Path(draftsFile)
	if err != nil {
		return err
	}
	models, err := q.models(e)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(models.explain(q.flags, err), models.close()) }()
	if models != nil && models.Batch != nil {
		status, err := models.Batch.Collect(ctx)
		if err != nil {
			return err
		}
		e.Log.Info("batches", "collected", status.Collected, "failed", len(status.Failed), "awaited", status.Pending)
		if len(status.Failed) > 0 {
			e.Log.Warn("what failed in batches is asked for again", "first", status.Failed[0].Err)
		}
	}
	out, err := newWriters(e)
	if err != nil {
		return err
	}
	if err := q.world.open(ctx, e.Log); err != nil {
		return err
	}
	o := q.options(models)
	if q.flags.Extend != "" {
		if o.Earlier, err = keepQuestions(e, out); err != nil {
			return err
		}
	}
	o.Prove = proveQuestion(q.world.checks)
	bar := e.Progress(-1, "questions")
	o.Workers, o.Progress = e.Workers, bar.Add
	funnel := e.Funnel()
	account, err := rewrite.Run(ctx, o, source(drafts), func(t *task.Task, r *rewrite.Rejected) error {
		funnel.In++
		if t == nil {
			funnel.Drop(r.Reason(), 1)
		} else {
			funnel.Out++
		}
		return out.add(t, r)
	})
	if err != nil {
		return err
	}
	return out.finish(account)
}

// models opens the models; nil for the offline rewriter.
func (q questions) models(e *run.Exec) (*questionModels, error) {
	c := q.command
	if c == nil {
		return openRecorded(q.flags)
	}
	if c.rehearse {
		tasks, err := readTasks(e, draftsFile)
		if err != nil {
			return nil, err
		}
		if c.endpoints.rehearsed, err = rehearseRewriting(q.world.domain, q.styles(), tasks, q.flags.Seed); err != nil {
			return nil, err
		}
	}
	models, err := c.openModels(e.Log, false)
	if err != nil {
		return nil, errors.Join(err, c.endpoints.rehearsed.close())
	}
	return models, nil
}

// styles are the styles of questions by language; nil for a language without one.
func (q questions) styles() map[string]*style.Style {
	if q.world.style == nil {
		return nil
	}
	return map[string]*style.Style{q.flags.Language: q.world.style}
}

func (q questions) options(models *questionModels) rewrite.Settings {
	o := rewrite.Settings{Domain: q.world.domain, Styles: q.styles(), Seed: q.flags.Seed}
	if models != nil {
		o.Model = models.QuestionModel
	}
	return o
}

// proveQuestion returns the check of what a guess can earn, for questions whose drafts passed it.
func proveQuestion(checks []proof.Check) func(ctx context.Context, t *task.Task) (fault string, err error) {
	gradable := checks[slices.IndexFunc(checks, func(c proof.Check) bool { return c.Name == "gradable" })]
	return func(ctx context.Context, t *task.Task) (string, error) {
		asked := *t
		asked.Draft = ""
		found, err := gradable.Run(ctx, &asked)
		return found.Fault, err
	}
}

// estimate prints what asking would take, for the drafts that are there. It prints nothing
// if no model would be asked.
func (q questions) estimate(ctx context.Context, w io.Writer, verdicts []run.StageStatus) error {
	if q.flags.Model == offlineModel || q.command.rehearse || isFresh(verdicts, "rewrite") {
		return nil
	}
	drafts := filepath.Join(q.flags.out, filepath.FromSlash(draftsFile))
	if _, err := os.Stat(drafts); err != nil {
		_, err = fmt.Fprintln(w, "estimate  run sample first: there are no drafts yet")
		return err
	}
	models, err := q.command.openModels(q.flags.logger(q.command.env), true)
	if err != nil {
		return err
	}
	e, err := rewrite.Estimate(ctx, q.options(models), source(drafts))
	if err = errors.Join(err, models.close()); err != nil {
		return err
	}
	if q.command.batch {
		e = e.Batched()
	}
	text := fmt.Sprintf("estimate  %d requests, tokens in %d, out %d", e.Requests, e.Usage.Prompt, e.Usage.Completion)
	if c := q.command.endpoints.prices.Currency; c != "" {
		text += fmt.Sprintf(", cost %s %s", e.Cost, c)
	}
	text = fmt.Sprintf("%s; %d answers are recorded", text, e.Recorded)
	if !isFresh(verdicts, "sample") {
		text += "; for the drafts that are there, which are not up to date"
	}
	_, err = fmt.Fprintln(w, text)
	return err
}

// source reads the tasks of a file that have no question each time it is called.
func source(path string) rewrite.TaskSource {
	return func() iter.Seq2[*task.Task, error] {
		return func(yield func(*task.Task, error) bool) {
			f, err := inputfile.Open(path)
			if err != nil {
				yield(nil, err)
				return
			}
			defer f.Close()
			for t, err := range task.All(f, path) {
				if (t == nil || t.Question == "") && !yield(t, err) {
					return
				}
			}
		}
	}
}

// writers are the outputs of rewriting, written task by task.
type writers struct {
	exec            *run.Exec
	tasks, rejected io.WriteCloser
	lines           *json.Encoder
}

func newWriters(e *run.Exec) (*writers, error) {
	w := &writers{exec: e}
	var err error
	if w.tasks, err = e.Create("tasks.jsonl"); err != nil {
		return nil, err
	}
	if w.rejected, err = e.Create("rejected.jsonl"); err != nil {
		return nil, err
	}
	w.lines = json.NewEncoder(w.rejected)
	w.lines.SetEscapeHTML(false)
	return w, nil
}

// add writes a task, if it was kept, and its rejected questions, if there are any.
func (w *writers) add(t *task.Task, r *rewrite.Rejected) error {
	if r != nil {
		if err := w.lines.Encode(r); err != nil {
			return err
		}
	}
	if t == nil {
		return nil
	}
	kept := []*task.Task{t}
	addProvenance(kept, "rewrite", rewriteVersion)
	return task.Write(w.tasks, kept)
}

// finish completes the outputs.
func (w *writers) finish(account *rewrite.Account) error {
	if err := errors.Join(w.tasks.Close(), w.rejected.Close()); err != nil {
		return err
	}
	return create(w.exec, costFile, func(w io.Writer) error { return writeJSON(w, account) })
}

// printQuestions prints what became of the questions of a run directory.
func printQuestions(w io.Writer, f *flags, currency string) error {
	var account rewrite.Account
	if err := readJSON(filepath.Join(f.out, rewriteDir, costFile), &account); err != nil {
		return err
	}
	printAccount(w, &account, currency)
	var ob bench.Obscurity
	if err := readJSON(filepath.Join(f.out, "obscurity", "obscurity.json"), &ob); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return ob.Write(w)
}
