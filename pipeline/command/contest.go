package command

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
)

// contesting is what bench run is told of the agents that it measures. None of it is
// kept: what a run was made with stands in its run.json.
type contesting struct {
	*reaching
	set *flag.FlagSet

	name        string // of the run
	models      words
	methods     words
	calls       words
	outside     []outsider
	epochs      int
	turns       int
	atOnce      int // trials under way
	longest     int // tokens of an answer
	temperature string
	offer       string
	summary     bool
	stop        bool // word, with calls in text
	rehearse    string
	embeddings  string // model; "" for BM25
	tasks       string // file with other tasks than the run directory's
	types       words
	limit       int

	agentFault error
	drawn      *float64 // temperature; nil for the server's
}

// words is a flag that takes words divided by commas. Given again, it adds to them.
type words []string

// String implements flag.Value.
func (w *words) String() string { return strings.Join(*w, ",") }

// Set implements flag.Value.
func (w *words) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			return fmt.Errorf("%q: want words divided by commas", s)
		}
		if !slices.Contains(*w, part) {
			*w = append(*w, part)
		}
	}
	return nil
}

func (c *contesting) declare(fs *flag.FlagSet) {
	c.set = fs
	fs.StringVar(&c.name, "run", defaultRun, "`name` of the run, a directory below OUT/bench")
	fs.Var(&c.models, "model", "`models` that are measured")
	fs.Var(&c.methods, "method", "`methods` they solve tasks by: "+strings.Join(allMethods(), ", ")+", or all")
	fs.Var(&c.calls, "calls", "`ways` they call tools: text, native, or both")
	fs.Func("agent", "`NAME` of a built-in agent, or NAME=URL or NAME=COMMAND of one of yours; can be given several times", c.addAgent)
	fs.Var((*whole)(&c.epochs), "epochs", "`attempts` of each agent at each task")
	fs.Var((*whole)(&c.turns), "turns", "most `turns` of a trial")
	fs.Var((*whole)(&c.atOnce), "in-flight", "`trials` under way at a time")
	fs.Var((*whole)(&c.longest), "answer-tokens", "longest answer of a model, in `tokens`; the server's where none is given")
	fs.StringVar(&c.temperature, "temperature", "", "the models' `temperature`, 0 to 2, or server")
	fs.StringVar(&c.offer, "offer", string(method.SelectedTools), "which `tools` a model is shown: selected, by it beforehand, or everything")
	fs.BoolVar(&c.summary, "summary", true, "ask for an account of what was found, for the paper's process rate")
	fs.BoolVar(&c.stop, "stop", true, "with calls in text, have servers end an answer where a model begins to make up what its call returned; -stop=false for models that refuse stop words")
	fs.StringVar(&c.rehearse, "rehearse", "", "measure a model that is played by this process: competent, clumsy or looping")
	fs.StringVar(&c.tasks, "tasks", "", "`file` with the tasks, in place of the run directory's")
	fs.Var(&c.types, "types", "`types` of tasks that are tried")
	fs.Var((*whole)(&c.limit), "limit", "most `tasks` that are tried, of all types alike")
	declareEmbeddings(fs, &c.embeddings)
	c.reaching.declare(fs)
}

// defaultRun is the run that is meant where none is named.
const defaultRun = "models"

// Defaults of a contest.
const (
	defaultEpochs = 1
	defaultTurns  = 10
)

func allMethods() (names []string) {
	for _, n := range method.Names() {
		names = append(names, string(n))
	}
	return names
}

func allCalls() (names []string) {
	for _, w := range method.CallStyles() {
		names = append(names, string(w))
	}
	return names
}

// contestFlags are the flags that mean something only where agents are measured.
var contestFlags = []string{
	"run", "method", "calls", "epochs", "turns", "in-flight", "answer-tokens", "temperature", "offer", "summary", "stop", "tasks", "types", "limit",
	"embeddings", "endpoint", "max-cost", "max-tokens", "prices", "judge", "rubric", "encoder", "fail-below",
}

// wanted reports whether agents are to be measured, and how they are asked for wrongly.
func (c *contesting) wanted() (bool, error) {
	if c.models != nil || c.outside != nil || c.rehearse != "" || c.agentFault != nil {
		return true, c.settle()
	}
	idle := ""
	c.set.Visit(func(fl *flag.Flag) {
		if idle == "" && slices.Contains(contestFlags, fl.Name) {
			idle = fl.Name
		}
	})
	if idle != "" {
		return false, misuse("-%s has no part in a run of the built-in bounds alone: want -model, -agent or -rehearse with it", idle)
	}
	return false, nil
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

// settle completes what was given and checks it.
func (c *contesting) settle() (err error) {
	if c.agentFault != nil {
		return c.agentFault
	}
	if c.endpointFault != nil {
		return c.endpointFault
	}
	if err := checkRun(c.name); err != nil {
		return err
	}
	if c.rehearse != "" {
		if c.models != nil || c.endpoints != nil || c.embeddings != "" {
			return misuse("-rehearse plays the model in this process: want it without -model, -endpoint and -embeddings")
		}
		if !slices.Contains(rehearsals(), c.rehearse) {
			return misuse("-rehearse %q: want %s", c.rehearse, strings.Join(rehearsals(), ", "))
		}
		c.models = words{rehearsed(c.rehearse)}
	}
	if c.methods, err = among("method", c.methods, allMethods(), "all", string(method.ReAct)); err != nil {
		return err
	}
	if c.calls, err = among("calls", c.calls, allCalls(), "both", string(method.TextCalls)); err != nil {
		return err
	}
	if c.offer != string(method.SelectedTools) && c.offer != string(method.AllTools) {
		return misuse("-offer %q: want %s or %s", c.offer, method.SelectedTools, method.AllTools)
	}
	if c.drawn, err = readTemperature(c.temperature); err != nil {
		return err
	}
	c.set.Visit(func(fl *flag.Flag) {
		least, given := map[string]int{"epochs": c.epochs, "turns": c.turns, "in-flight": c.atOnce, "answer-tokens": c.longest, "limit": c.limit}[fl.Name]
		if given && least < 1 && err == nil {
			err = misuse("-%s must be at least 1, not %d", fl.Name, least)
		}
	})
	if err != nil {
		return err
	}
	if c.epochs == 0 {
		c.epochs = defaultEpochs
	}
	if c.turns == 0 {
		c.turns = defaultTurns
	}
	for _, model := range c.models {
		if err := c.spec(model, c.methods[0], c.calls[0]).Validate(); err != nil {
			return misuse("%v", err)
		}
	}
	return c.limitCost()
}

// among checks words against those there are; all stands for every one, and none for
// the usual.
func among(flag string, given, all words, every, usual string) (words, error) {
	if given == nil {
		return words{usual}, nil
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
