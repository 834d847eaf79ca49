package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Files of a run of the bench, in its directory below OUT/bench.
const (
	contestFile = "run.json"
	trialsFile  = "trials.jsonl"
	paidFile    = "answers.jsonl" // of the models that are measured
)

// contest is what a run of the bench was made with. It is a record, run.json.
type contest struct {
	Run      string                    `json:"run"`
	Domain   string                    `json:"domain"`               // name and digest
	Corpus   digest.Digest             `json:"corpus"`               // of the tables
	Language string                    `json:"language"`             // of those who read reports
	Tools    digest.Digest             `json:"tools"`                // of all that can change what they return
	Embedded string                    `json:"embeddings,omitempty"` // model that ranks passages; "" for BM25
	Tasks    selection                 `json:"tasks"`
	Epochs   int                       `json:"epochs"`
	Entrants []entered                 `json:"entrants"` // in the order in which they were named
	Missing  []experiment.MissingTrial `json:"missing"`
	Judging  *judging                  `json:"judging,omitempty"` // nil without judges
}

// entered is an agent that took part.
type entered struct {
	Name   string        `json:"name"`
	Model  string        `json:"model,omitempty"`
	Method string        `json:"method,omitempty"`
	Calls  string        `json:"calls,omitempty"`
	Role   bench.Role    `json:"role,omitempty"` // what its scores are for
	Key    digest.Digest `json:"key"`
	Spec   *method.Spec  `json:"spec,omitempty"` // of an agent with a model of ours
}

// contestDir is the directory of a run.
func contestDir(f *flags, name string) string { return filepath.Join(f.out, "bench", name) }

// run lets the agents try the tasks, and returns what is missing. The tables are loaded
// and the tasks up to date.
func (c *contesting) run(ctx context.Context, f *flags, w *world) (_ *contest, err error) {
	log := c.env.Log(f.verbose)
	tasks, err := c.selection().read(f, w)
	if err != nil {
		return nil, err
	}
	dir := contestDir(f, c.name)
	tools, key, embedding, err := c.tools(f, w, c.embeddings, log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, embedding.Close()) }()
	if err := c.play(f, w, tasks); err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, c.rehearsed.close())
		c.rehearsed = nil // who judges afterwards is no part of it
	}()
	agents, err := c.enter(w.domain, filepath.Join(dir, paidFile), workers(f.workers), log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, agents.close()) }()
	store, err := experiment.OpenStore(filepath.Join(dir, trialsFile))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	made := c.record(w, key, agents)
	made.Judging = judged(dir)
	if err := made.write(dir); err != nil {
		return nil, err
	}
	shown := newShown(c.env, f, log, len(tasks)*len(agents.all)*c.epochs)
	defer shown.end()
	outcome, err := experiment.Run(ctx, experiment.Spec{
		Tasks: tasks, Agents: agents.all, Epochs: c.epochs, MaxInFlight: c.inFlight(agents),
		Domain: w.domain, Tools: tools, ToolsKey: key,
		TwinTools: func(t *task.Twin) (tool.Caller, error) { return tools.Without(t.Table, t.Key, t.Row) },
		Store:     store, Now: c.env.Now, Log: log, Progress: shown.show,
	})
	if outcome != nil {
		made.Missing = append(made.Missing, outcome.Missing...)
		err = errors.Join(err, made.write(dir))
	}
	if err != nil {
		return nil, c.explain(err)
	}
	return made, nil
}

// foretell prints how many trials there are to be made, how many of them are there, and
// what models take for the rest if it is what they took so far. It asks nothing.
func (c *contesting) foretell(ctx context.Context, f *flags, w *world, out io.Writer) error {
	tasks, err := c.selection().read(f, w)
	if errors.Is(err, os.ErrNotExist) {
		_, err := fmt.Fprintln(out, "trials  run bench first: there are no tasks yet")
		return err
	}
	if err != nil {
		return err
	}
	if err := w.open(ctx, c.env.Log(f.verbose)); err != nil {
		return err
	}
	entrants := c.known(w.domain)
	total := len(tasks) * len(entrants) * c.epochs
	store, err := experiment.ReadStore(filepath.Join(contestDir(f, c.name), trialsFile))
	if errors.Is(err, os.ErrNotExist) {
		_, err := fmt.Fprintf(out, "trials  %d of %d agents, none of them made\n", total, len(entrants))
		return err
	}
	if err != nil {
		return err
	}
	defer store.Close()
	return foretold(out, store, tasks, entrants, toolsKey(w, c.embeddings), c.epochs)
}

// foretold prints what is left of the trials of a store.
func foretold(out io.Writer, store *experiment.Store, tasks []*task.Task, entrants []experiment.EvaluatedAgent, tools digest.Digest, epochs int) error {
	total, left, made, dark := 0, 0, 0, 0
	var spent, rest float64 // tokens
	for _, e := range entrants {
		there, missing, tokens := 0, 0, int64(0)
		for _, t := range tasks {
			for epoch := range epochs {
				a, ok, err := store.Get(experiment.AttemptKey(experiment.QuestionDigest(t), tools, e.Key, epoch))
				if err != nil {
					return err
				}
				if !ok {
					missing++
					continue
				}
				there++
				if used := a.Trial.Transcript.Tokens; used != nil {
					tokens += used.Total
				}
			}
		}
		total, left, made = total+there+missing, left+missing, made+there
		spent += float64(tokens)
		if there > 0 {
			rest += float64(tokens) / float64(there) * float64(missing)
		} else {
			dark += missing
		}
	}
	ahead := fmt.Sprintf("the %d others would take about %.0f", left, rest)
	switch {
	case left == 0:
		ahead = "none is left"
	case dark == left:
		ahead = fmt.Sprintf("what the %d others would take is not known", left)
	case dark > 0:
		ahead += fmt.Sprintf(" without the %d of agents that have made none", dark)
	}
	_, err := fmt.Fprintf(out, "trials  %d of %d agents, %d of them made with %.0f tokens; %s\n", total, len(entrants), made, spent, ahead)
	return err
}

// inFlight is how many trials are under way at a time: what was asked for, or as many as
// the models take requests, for a trial has one at a time.
func (c *contesting) inFlight(agents *entrants) int {
	if c.atOnce == 0 && agents.model != nil {
		return agents.model.atOnce
	}
	return c.atOnce
}

// play starts the model of a rehearsal, if there is to be one.
func (c *contesting) play(f *flags, w *world, tasks []*task.Task) (err error) {
	if c.rehearse != "" {
		c.rehearsed, err = rehearseTrials(w.domain, tasks, c.rehearse)
	}
	return err
}

// record is what the run is made with.
func (c *contesting) record(w *world, tools digest.Digest, agents *entrants) *contest {
	made := &contest{
		Run: c.name, Domain: w.domain.Name + "@" + w.domain.Digest().Short(), Corpus: w.corpus.Digest(),
		Language: w.domain.Languages[0], Tools: tools, Embedded: c.embeddings, Tasks: c.selection(), Epochs: c.epochs, Missing: []experiment.MissingTrial{},
	}
	for _, e := range agents.all {
		one := entered{Name: e.Name, Model: e.Model, Method: e.Method, Calls: e.Calls, Role: e.Role, Key: e.Key}
		if e.Model != "" {
			spec := c.spec(e.Model, e.Method, e.Calls)
			one.Spec = &spec
		}
		made.Entrants = append(made.Entrants, one)
	}
	return made
}

// judged is who judged the texts of a run before it goes on; nil for nobody, and where its
// run.json cannot be read, which is written anew.
func judged(dir string) *judging {
	var m contest
	if readJSON(filepath.Join(dir, contestFile), &m) != nil {
		return nil
	}
	return m.Judging
}

func (m *contest) write(dir string) error {
	return writeOutput(filepath.Join(dir, contestFile), func(w io.Writer) error { return writeJSON(w, m) })
}

// writeOutput puts a file in place whole or not at all.
func writeOutput(path string, write func(io.Writer) error) error {
	f, err := place(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer f.discard()
	if err = write(f); err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return f.keep()
}

// explain says what can be done about a fault of models.
func (c *contesting) explain(err error) error {
	advice, ok := advise(err, c.keys(), "-model")
	if !ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w%s\nfinished trials are kept; running again goes on from there", err, advice)
}

// printMissing says which trials there should be and are not, and why; the error of a run
// without some.
func (g *graded) printMissing(w io.Writer) error {
	missing := len(g.reading.Tasks)*len(g.reading.Agents)*g.made.Epochs - len(g.Marks)
	if missing == 0 {
		return nil
	}
	there := map[string]bool{}
	for _, t := range g.reading.Tasks {
		there[t.ID] = true
	}
	reasons := map[string]int{}
	details := map[string]string{} // the first of each reason
	unknown := missing
	for _, one := range g.made.Missing {
		if there[one.Task] {
			reason := string(one.Reason)
			reasons[reason]++
			details[reason] = cmp.Or(details[reason], one.Detail)
			unknown--
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "missing %d; running again tries them\n", missing)
	for _, reason := range sorted(reasons) {
		fmt.Fprintf(&b, "  %s %d: %s\n", reason, reasons[reason], cli.Visible(details[reason]))
	}
	if unknown > 0 {
		fmt.Fprintf(&b, "  unmade %d: the run was cut off, or these tasks ask what it did not\n", unknown)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return cli.Partial(missing)
}

// shown shows how far a run is: a bar on a terminal, else a line in the log now and then.
type shown struct {
	bar  *run.ProgressBar
	log  *slog.Logger
	now  func() time.Time
	last time.Time
	done int
}

// quiet is how long nothing is logged of the progress of a run.
const quiet = 30 * time.Second

func newShown(env cli.Env, f *flags, log *slog.Logger, total int) *shown {
	r := &run.Runner{Log: log, Bars: env.Stderr, Terminal: env.Terminal}
	return &shown{bar: r.Progress(total, "trials"), log: log, now: env.Now, last: env.Now()}
}

func (s *shown) show(p experiment.Progress) {
	ended := p.Done + p.Missing
	s.bar.Add(ended - s.done)
	s.done = ended
	if now := s.now(); s.bar == nil && now.Sub(s.last) >= quiet {
		s.last = now
		s.log.Info("trials", "done", p.Done, "of", p.Total, "missing", p.Missing, "left", p.Remaining.Round(time.Second), "answers", p.Spent.Answers, "cost", p.Spent.Cost)
	}
}

func (s *shown) end() { s.bar.Done() }
