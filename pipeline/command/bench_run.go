package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

var benchRunHelp = cli.Help{
	Usage: "bench [run] [-model LIST] [-agent AGENT] [-rehearse LIST] [flags]",
	Doc:   "Bring the tasks and the dataset up to date, with the built-in agents that bound what guessing can score. With -model, -agent or -rehearse, measure agents on them.",
	Examples: []cli.Example{
		{Line: "bench -scale 0.05", Doc: "prove tasks over a small world; needs no model"},
		{Line: "bench -rehearse fallible,competent", Doc: "measure two models that this process plays"},
		{Line: "bench -model gpt-4.1-mini -method react -epochs 3 -max-tokens 5000000"},
		{Line: "bench -agent mine=http://127.0.0.1:8000/ -run mine"},
	},
}

// benchRun is bench run. Its flags are not kept: a run's run.json says how it was made.
type benchRun struct {
	env       cli.Env
	flags     flags
	endpoints modelFlags
	report    reportFlags

	name           string // of the run
	models         wordList
	methods        wordList
	protocol       method.Protocol
	promptsDir     string // directory of the user's own prompts; "" for those that ship
	callFormats    wordList
	externalAgents []externalAgent
	epochs         int
	turns          int
	replyBytes     int // longest reply of an outside agent
	replyTime      time.Duration
	startTime      time.Duration
	inFlight       int // trials at a time; 0 for as many as the servers take
	answerTokens   int // longest answer of a model
	temperature    *float64
	offer          string
	summary        bool
	stopWords      bool
	rehearse       wordList
	forget         wordList // agents of the run that are left out
	embeddings     string   // model; "" for BM25
	tasks          taskSelection

	prompts         *method.PromptSet // read from promptsDir
	temperatureText string
	agentFault      error // in -agent; reported by resolve
}

func newBenchRun(env cli.Env, open EncoderOpener) action {
	c := &benchRun{env: env, endpoints: modelFlags{env: env}}
	c.report = reportFlags{endpoints: &c.endpoints, encoder: encoderFlag{open: open}}
	return c
}

func (c *benchRun) declare(fs *cli.Flags) {
	c.flags.declare(fs)
	fs.StringVar(&c.name, "run", defaultRun, "`name` of the run, a directory below OUT/bench")
	fs.Var(&c.models, "model", "`models` to measure, over any server in OpenAI's format")
	fs.Var(&c.methods, "method", "`methods` they solve tasks by: "+strings.Join(methodNames(), ", ")+", or all for those with tools; react if not given, and direct with items of exams")
	fs.StringVar((*string)(&c.protocol), "protocol", string(method.Taskgrove), "`protocol` by which models are measured: taskgrove, or paper for LegalAgentBench's: temperature 0, ten turns, calls in text, and a closing request that writes the answer; a run has one")
	fs.StringVar(&c.promptsDir, "prompts", "", "`directory` with prompts of yours, in the files that bench prompts writes; those that ship if not given")
	fs.Var(&c.callFormats, "calls", "`formats` of tool calls: text (JSON in an answer), native (functions), or both; text if not given")
	fs.Func("agent", "`NAME` of a built-in agent, or NAME=URL[,key=VARIABLE] or NAME=COMMAND of one of yours; can be given several times", c.addAgent)
	fs.Var((*wholeNumber)(&c.epochs), "epochs", "`attempts` of each agent at each task; 1 if not given")
	fs.Var((*wholeNumber)(&c.turns), "turns", "most `turns` of a trial, 10 if not given; a turn is a reply that calls tools, with all its calls, of which there are at most 64")
	fs.Var((*wholeNumber)(&c.inFlight), "in-flight", "`trials` at a time; as many as the servers take if not given")
	fs.Var((*wholeNumber)(&c.answerTokens), "answer-tokens", "longest answer of a model, in `tokens`; the server's if not given")
	fs.StringVar(&c.temperatureText, "temperature", "", "the models' `temperature`, 0 to 2, or server")
	fs.StringVar(&c.offer, "offer", string(method.SelectedTools), "`tools` a model is shown: selected, by it beforehand, or everything")
	fs.BoolVar(&c.summary, "summary", true, "ask for a summary of what was found, for the paper's process rate")
	fs.BoolVar(&c.stopWords, "stop", true, "with calls in text, have servers end an answer where a model begins to invent the result of its call; -stop=false for models that refuse stop words")
	fs.Var(&c.rehearse, "rehearse", "`skills` of models that this process plays: competent, fallible (errs the more often the more hops there are), clumsy, looping")
	fs.Var(&c.forget, "forget", "`agents` of the run, measured before, to leave out of it from now on")
	fs.Var((*wholeNumber)(&c.replyBytes), "reply-bytes", "longest reply of an agent of yours, in `bytes`; 1048576 if not given")
	fs.DurationVar(&c.replyTime, "reply-time", remote.DefaultWait, "longest `time` for a reply of an agent of yours; 5m if not given")
	fs.DurationVar(&c.startTime, "start-time", remote.DefaultReadyTimeout, "longest `time` for the start of a program of yours; 1m if not given")
	fs.StringVar(&c.tasks.File, "tasks", "", "`file` with tasks to try in place of the run directory's, over its tables")
	fs.Var((*wordList)(&c.tasks.Types), "types", "`types` of tasks to try; all if not given")
	fs.Var((*wholeNumber)(&c.tasks.Limit), "limit", "most `tasks` to try, of all types alike")
	declareEmbeddings(fs, &c.embeddings)
	c.endpoints.declare(fs)
	c.report.declare(fs)
}

// defaultRun is the name of the run if none is given.
const defaultRun = "models"

// Values of flags that are not given.
const (
	defaultEpochs = 1
	defaultTurns  = 10
)

func methodNames() (names []string) { return append(toolMethodNames(), string(method.Direct)) }

// toolMethodNames returns the methods that -method all stands for.
func toolMethodNames() (names []string) {
	for _, n := range method.Names() {
		names = append(names, string(n))
	}
	return names
}

func callFormatNames() (names []string) {
	for _, f := range method.CallStyles() {
		names = append(names, string(f))
	}
	return names
}

// evaluationOnlyFlags are the flags that have an effect only if agents are evaluated.
var evaluationOnlyFlags = []string{
	"run", "forget", "reply-bytes", "reply-time", "start-time", "method", "protocol", "prompts", "calls", "epochs", "turns", "in-flight", "answer-tokens", "temperature", "offer", "summary", "stop", "tasks", "types", "limit",
	"embeddings", "endpoint", "max-cost", "max-tokens", "prices", "judge", "rubric", "encoder", "fail-below",
}

// run brings the task set up to date, with the agents that bound it, and measures the
// agents it was given.
func (c *benchRun) run(ctx context.Context, args []string) error {
	f := &c.flags
	if err := f.resolve(c.env, args); err != nil {
		return err
	}
	chosen := c.methods != nil
	measure := c.models != nil || c.externalAgents != nil || c.rehearse != nil || c.agentFault != nil
	if err := c.resolve(measure); err != nil {
		return err
	}
	asked := c.models != nil && c.rehearse == nil || c.embeddings != "" || c.report.judges != nil
	if err := c.endpoints.checkKeys(asked, f.dry); err != nil {
		return err
	}
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if w.hasExams() && !chosen {
		c.methods = wordList{string(method.Direct)} // items are answered without tools
		if err := c.validateModels(); err != nil {
			return err
		}
	}
	if measure {
		if err := c.resolveProtocol(w.domain); err != nil {
			return err
		}
	}
	if measure && f.acceptLoss {
		if _, err := readEarlier(runDir(f, c.name), c.name, c.forget); err != nil {
			return err
		}
	}
	if err := f.acceptLost(c.env.Stderr); err != nil {
		return err
	}
	stages, err := tasksFor(f, w, c.tasks.File)
	if err != nil {
		return err
	}
	begun := c.env.Now()
	report, err := update(ctx, c.env, f, stages)
	switch {
	case errors.Is(err, errNotPublishable):
		return errors.Join(printBaseline(c.env.Stdout, f, c.report.format.plain()), err)
	case err == nil && report == nil && measure:
		return c.estimate(ctx, w)
	case err != nil || report == nil:
		return err
	case !measure:
		logDuration(c.env, f, report, begun)
		return cmp.Or(printSummary(c.env.Stdout, f, c.report.format.plain()), partialError(report), reportExtension(f))
	}
	if err := w.open(ctx, f.logger(c.env)); err != nil {
		return err
	}
	made, err := c.evaluate(ctx, w)
	if err != nil {
		return err
	}
	return cmp.Or(c.report.report(ctx, c.env, f, w, made), w.partialError())
}

// resolve checks the flags and fills in defaults.
func (c *benchRun) resolve(measure bool) error {
	if !measure {
		if name := c.firstGiven(evaluationOnlyFlags); name != "" {
			return misuse("-%s needs -model, -agent or -rehearse: the built-in agents run without it", name)
		}
		if err := c.report.resolve(); err != nil {
			return err
		}
		if f := c.report.format; f != "text" && f != "json" {
			return misuse("-format %s is for agents that are measured: want text or json, or -model, -agent or -rehearse with it", f)
		}
		return nil
	}
	for _, check := range []func() error{
		func() error { return c.agentFault },
		func() error { return c.endpoints.endpointFault },
		func() error { return checkRun(c.name) },
		c.resolveRehearsal, c.resolveChoices, c.resolveNumbers, c.validateModels, c.report.resolve,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// firstGiven returns the first of some flags that was given, by name; "" for none.
func (c *benchRun) firstGiven(names []string) (first string) {
	c.flags.set.Visit(func(fl *flag.Flag) {
		if first == "" && slices.Contains(names, fl.Name) {
			first = fl.Name
		}
	})
	return first
}

func (c *benchRun) resolveRehearsal() error {
	if c.rehearse == nil {
		return nil
	}
	if c.models != nil || c.endpoints.endpoints != nil || c.embeddings != "" {
		return misuse("-rehearse plays the model in this process: want -rehearse without -model, -endpoint and -embeddings")
	}
	for _, skill := range c.rehearse {
		if !slices.Contains(rehearsals(), skill) {
			return misuse("-rehearse %q: want a list of %s", skill, strings.Join(rehearsals(), ", "))
		}
		c.models = append(c.models, rehearsedModel(skill))
	}
	return nil
}

func (c *benchRun) resolveChoices() (err error) {
	if slices.Equal(c.methods, wordList{"all"}) {
		c.methods = toolMethodNames()
	}
	if c.methods, err = chooseWords("method", c.methods, methodNames(), "all", string(method.ReAct)); err != nil {
		return err
	}
	if c.callFormats, err = chooseWords("calls", c.callFormats, callFormatNames(), "both", string(method.TextCalls)); err != nil {
		return err
	}
	if c.offer != string(method.SelectedTools) && c.offer != string(method.AllTools) {
		return misuse("-offer %q: want %s or %s", c.offer, method.SelectedTools, method.AllTools)
	}
	if !slices.Contains(method.Protocols(), c.protocol) {
		return misuse("-protocol %q: want %s or %s", c.protocol, method.Taskgrove, method.Paper)
	}
	if c.temperature, err = readTemperature(c.temperatureText); err != nil {
		return misuse("-temperature %q: %v", c.temperatureText, err)
	}
	if c.temperatureText == "server" && c.protocol == method.Paper {
		return misuse("-temperature server with -protocol %s: want 0, which is the protocol's", c.protocol)
	}
	if name := c.firstGiven([]string{"protocol", "prompts"}); name != "" && c.models == nil {
		return misuse("-%s says how models are measured: want -model or -rehearse with it", name)
	}
	return nil
}

func (c *benchRun) resolveNumbers() error {
	for _, n := range []struct {
		flag  string
		value int
	}{
		{"answer-tokens", c.answerTokens}, {"epochs", c.epochs}, {"in-flight", c.inFlight}, {"limit", c.tasks.Limit}, {"turns", c.turns}, {"reply-bytes", c.replyBytes},
	} {
		if n.value < 1 && c.firstGiven([]string{n.flag}) != "" {
			return misuse("-%s must be at least 1, not %d", n.flag, n.value)
		}
	}
	for _, d := range []struct {
		flag  string
		value time.Duration
	}{{"reply-time", c.replyTime}, {"start-time", c.startTime}} {
		if d.value <= 0 {
			return misuse("-%s must be above 0, not %v", d.flag, d.value)
		}
	}
	c.replyBytes = cmp.Or(c.replyBytes, remote.DefaultReplyBytes)
	c.epochs, c.turns = cmp.Or(c.epochs, defaultEpochs), cmp.Or(c.turns, defaultTurns)
	return nil
}

func (c *benchRun) validateModels() error {
	for _, model := range c.models {
		for _, name := range c.methods {
			for _, calls := range c.callFormatsOf(name) {
				if err := c.spec(model, name, calls).Validate(); err != nil {
					return misuse("%v", err)
				}
			}
		}
	}
	return nil
}

var runName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// baselineRun is the name of the directory of the baseline, which no other run can have.
const baselineRun = "baseline"

// checkRun says what is wrong with the name of a run.
func checkRun(name string) error {
	if !runName.MatchString(name) || name == baselineRun {
		return misuse("-run %q: want a name of at most 64 lower-case letters, digits, dots and hyphens, other than %s", name, baselineRun)
	}
	return nil
}

// chooseWords checks the words of a flag. Every stands for all of them, and usual is what
// no words mean.
func chooseWords(flag string, given, all wordList, every, usual string) (wordList, error) {
	if given == nil {
		return wordList{usual}, nil
	}
	if len(given) == 1 && given[0] == every {
		return all, nil
	}
	for _, w := range given {
		if !slices.Contains(all, w) {
			return nil, misuse("-%s %q: want %s, or %s", flag, w, strings.Join(all, ", "), every)
		}
	}
	return given, nil
}
