package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Files of a run of the bench, in its directory below OUT/bench.
const (
	runFile    = "run.json"
	trialsFile = "trials.jsonl"
	paidFile   = "answers.jsonl" // of the models that are measured
)

// evaluation says how a run of the bench was made. It is a record, run.json.
type evaluation struct {
	Run      string                    `json:"run"`
	Domain   string                    `json:"domain"`               // name and digest
	Corpus   digest.Digest             `json:"corpus"`               // of the tables
	Language string                    `json:"language"`             // of the reports
	Tools    digest.Digest             `json:"tools"`                // of everything that can change what they return
	Embedded string                    `json:"embeddings,omitempty"` // model that ranks passages; "" for BM25
	Tasks    taskSelection             `json:"tasks"`
	Epochs   int                       `json:"epochs"`
	Protocol method.Protocol           `json:"protocol,omitempty"` // of the agents over models; "" without
	Entrants []evaluatedAgent          `json:"entrants"`           // in the order in which they were first named
	Missing  []experiment.MissingTrial `json:"missing"`
	Judging  *textJudges               `json:"judging,omitempty"` // nil without judges
}

// evaluatedAgent is an agent of a run. It is a record, a part of run.json.
type evaluatedAgent struct {
	Name   string          `json:"name"`
	Model  string          `json:"model,omitempty"`
	Method string          `json:"method,omitempty"`
	Calls  string          `json:"calls,omitempty"`
	Role   score.AgentRole `json:"role,omitempty"` // what its scores are used for
	Key    digest.Digest   `json:"key"`
	Spec   *method.Spec    `json:"spec,omitempty"`  // of an agent that bench runs over a model; nil for others
	Turns  int             `json:"turns,omitempty"` // most turns of a user's own agent; 0 for others
	// Prompts is the digest of a user's own prompts; "" for those that ship.
	Prompts digest.Digest `json:"prompts,omitempty"`
	// Earlier says that the run's last command did not measure the agent.
	Earlier bool `json:"earlier,omitempty"`
}

// runDir is the directory of a run.
func runDir(f *flags, name string) string { return filepath.Join(f.out, "bench", name) }

// evaluate has the agents try the tasks, and returns how the run was made, with the trials
// that are missing. The tables are loaded and the tasks up to date.
func (c *benchRun) evaluate(ctx context.Context, w *world) (_ *evaluation, err error) {
	f := &c.flags
	log := f.logger(c.env)
	tasks, err := c.tasks.read(f, w)
	if err != nil {
		return nil, err
	}
	dir := runDir(f, c.name)
	tools, key, embedding, err := c.endpoints.tools(f, w, c.embeddings, log)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err = errors.Join(err, embedding.Close()); run.IsUnwritable(err) {
			err = fmt.Errorf("%s cannot be written, and trials have to be: %w", dir, err)
		}
	}()
	if err := c.warnOfTurns(tasks); err != nil {
		return nil, err
	}
	if c.rehearse != nil {
		if c.endpoints.rehearsed, err = rehearseTrials(c.prompts, w.domain, tasks, c.rehearse, f.Seed); err != nil {
			return nil, err
		}
	}
	defer func() {
		err = errors.Join(err, c.endpoints.rehearsed.close())
		c.endpoints.rehearsed = nil // judges are asked over the endpoints of the flags
	}()
	agents, err := c.openAgents(w.domain, filepath.Join(dir, paidFile), workersOf(f), log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, agents.close()) }()
	store, err := experiment.OpenStore(filepath.Join(dir, trialsFile))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	warnTorn(log, filepath.Join(dir, trialsFile), store)

	made := c.record(w, key, agents)
	if err := made.addEarlier(dir, c.forget, log); err != nil {
		return nil, err
	}
	if err := cmp.Or(c.keepPrompts(dir), made.write(dir)); err != nil {
		return nil, err
	}
	progress := newTrialProgress(c.env, log, len(tasks)*len(agents.all)*c.epochs)
	defer progress.end()
	outcome, err := experiment.Run(ctx, experiment.Design{
		Tasks: tasks, Agents: agents.all, Epochs: c.epochs, MaxInFlight: c.concurrentTrials(agents),
		Domain: w.domain, Tools: tools, ToolsKey: key,
		TwinTools: func(t *task.Twin) (tool.Caller, error) { return tools.Without(t.Table, t.Key, t.Row) },
		Store:     store, Now: c.env.Now, Log: log, Progress: progress.show,
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

// estimate prints how many trials the run has, how many of them are made, and how many
// tokens the others would take if they take as many as those. It asks no model.
func (c *benchRun) estimate(ctx context.Context, w *world) error {
	f, out := &c.flags, c.env.Stdout
	tasks, err := c.tasks.read(f, w)
	if errors.Is(err, os.ErrNotExist) {
		_, err := fmt.Fprintln(out, "trials  run bench first: there are no tasks yet")
		return err
	}
	if err != nil {
		return err
	}
	if err := w.open(ctx, f.logger(c.env)); err != nil {
		return err
	}
	if err := c.printTurns(out, "turns   ", tasks); err != nil {
		return err
	}
	entrants := c.agentKeys(w.domain)
	total := len(tasks) * len(entrants) * c.epochs
	store, err := experiment.ReadStore(filepath.Join(runDir(f, c.name), trialsFile))
	if errors.Is(err, os.ErrNotExist) {
		_, err := fmt.Fprintf(out, "trials  %d of %d agents, none of them made\n", total, len(entrants))
		return err
	}
	if err != nil {
		return err
	}
	defer store.Close()
	return printEstimate(out, store, tasks, entrants, toolsKey(w, c.embeddings), c.epochs)
}

// printEstimate prints which trials are not in a store, and the tokens they would take.
func printEstimate(out io.Writer, store *experiment.Store, tasks []*task.Task, entrants []experiment.EvaluatedAgent, tools digest.Digest, epochs int) error {
	total, left, made, unknown := 0, 0, 0, 0 // unknown: trials of agents that have made none
	var spent, rest float64                  // tokens
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
			unknown += missing
		}
	}
	ahead := fmt.Sprintf("the %d others would take about %.0f", left, rest)
	switch {
	case left == 0:
		ahead = "none is left"
	case unknown == left:
		ahead = fmt.Sprintf("what the %d others would take is not known", left)
	case unknown > 0:
		ahead += fmt.Sprintf(" without the %d of agents that have made none", unknown)
	}
	_, err := fmt.Fprintf(out, "trials  %d of %d agents, %d of them made with %.0f tokens; %s\n", total, len(entrants), made, spent, ahead)
	return err
}

// concurrentTrials is how many trials run at a time: -in-flight, or as many as the models take
// requests, since a trial makes one request at a time.
func (c *benchRun) concurrentTrials(agents *agentSet) int {
	if c.inFlight == 0 && agents.model != nil {
		return agents.model.atOnce
	}
	return c.inFlight
}

// record returns how the run is made.
func (c *benchRun) record(w *world, tools digest.Digest, agents *agentSet) *evaluation {
	made := &evaluation{
		Run: c.name, Domain: w.declaration(), Corpus: w.corpus.Digest(),
		Language: w.domain.Languages[0], Tools: tools, Embedded: c.embeddings, Tasks: c.tasks, Epochs: c.epochs, Missing: []experiment.MissingTrial{},
	}
	for _, e := range agents.all {
		one := evaluatedAgent{Name: e.Name, Model: e.Model, Method: e.Method, Calls: e.Calls, Role: e.Role, Key: e.Key}
		if slices.ContainsFunc(c.externalAgents, func(o externalAgent) bool { return o.name == e.Name && o.isOutside() }) {
			one.Turns = c.turns
		}
		if e.Model != "" {
			spec := c.spec(e.Model, e.Method, e.Calls)
			one.Spec = &spec
			if !c.prompts.IsShipped() {
				one.Prompts = c.prompts.Digest()
			}
		}
		made.Entrants = append(made.Entrants, one)
	}
	return made
}

func (m *evaluation) write(dir string) error {
	m.Protocol = m.protocol()
	return writeOutput(filepath.Join(dir, runFile), func(w io.Writer) error { return writeJSON(w, m) })
}

// checkOutput returns an error, which says why a file cannot be written, unless the file
// has what would be written.
func checkOutput(path string, write func(io.Writer) error, why error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if old, err := inputfile.ReadFile(path); err == nil && bytes.Equal(old, b.Bytes()) {
		return nil
	}
	return fmt.Errorf("%s cannot be written (%w), and %s has to be", filepath.Dir(path), why, filepath.Base(path))
}

// writeOutput puts a file in place whole or not at all.
func writeOutput(path string, write func(io.Writer) error) error {
	f, err := createPending(path)
	if run.IsUnwritable(err) {
		return checkOutput(path, write, err)
	}
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

// explain adds to an error of models what a user can do about it.
func (c *benchRun) explain(err error) error {
	advice, ok := explainModelError(err, c.endpoints.keys(), "-model")
	if !ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w%s\nfinished trials are kept; running again goes on from there", err, advice)
}

// printMissing prints which trials are missing, and why. The error is [cli.Partial] if any
// is of an agent that the run's last command measured.
func (g *gradedRun) printMissing(w io.Writer) error {
	missing, err := g.printEarlierMissing(w)
	if missing == 0 || err != nil {
		return err
	}
	there := map[string]bool{}
	for _, t := range g.reading.Tasks {
		there[t.ID] = true
	}
	reasons := map[string]int{}    // by agent and reason
	details := map[string]string{} // the first of each
	unknown, wasted := missing, llm.Spending{}
	for _, one := range g.made.Missing {
		if there[one.Task] && !g.made.isEarlier(one.Agent) {
			reason := one.Agent + ": " + string(one.Reason)
			reasons[reason]++
			details[reason] = cmp.Or(details[reason], one.Detail)
			if one.Wasted != nil {
				wasted = wasted.Add(*one.Wasted)
			}
			unknown--
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "missing %d; running again tries them\n", missing)
	for _, reason := range sorted(reasons) {
		fmt.Fprintf(&b, "  %s %d: %s\n", reason, reasons[reason], cli.Visible(details[reason]))
	}
	if wasted.Answers > 0 {
		fmt.Fprintf(&b, "  %d responses were paid for and cannot be used: %d tokens\n", wasted.Answers, wasted.Usage.Tokens())
	}
	if unknown > 0 {
		fmt.Fprintf(&b, "  unmade %d: the run was cut off, or these tasks ask what it did not\n", unknown)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return cli.Partial(missing)
}

// trialProgress shows the progress of a run: a bar on a terminal, else a log line now and
// then.
type trialProgress struct {
	bar    *run.ProgressBar
	log    *slog.Logger
	now    func() time.Time
	logged time.Time
	done   int
}

// logInterval is the time between log lines about progress.
const logInterval = 30 * time.Second

func newTrialProgress(env cli.Env, log *slog.Logger, total int) *trialProgress {
	r := &run.Runner{Log: log, Bars: env.Stderr, Terminal: env.Terminal}
	return &trialProgress{bar: r.Progress(total, "trials"), log: log, now: env.Now, logged: env.Now()}
}

func (t *trialProgress) show(p experiment.Progress) {
	ended := p.Done + p.Missing
	t.bar.Add(ended - t.done)
	t.done = ended
	if now := t.now(); t.bar == nil && now.Sub(t.logged) >= logInterval {
		t.logged = now
		t.log.Info("trials", "done", p.Done, "of", p.Total, "missing", p.Missing, "left", p.Remaining.Round(time.Second), "answers", p.Spent.Answers, "cost", p.Spent.Cost)
	}
}

func (t *trialProgress) end() { t.bar.Done() }
