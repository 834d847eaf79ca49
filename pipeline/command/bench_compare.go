package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

var benchCompareHelp = cli.Help{
	Usage: "bench compare A B [-format F] [flags]",
	Doc:   "Compare two agents, A less B, on the tasks that both tried. A and B are RUN, RUN:AGENT, or AGENT of the run models.",
	Examples: []cli.Example{
		{Line: "bench compare models mine"},
		{Line: "bench compare before:lexical after:lexical -format markdown"},
	},
}

// benchCompare is bench compare.
type benchCompare struct {
	env    cli.Env
	flags  flags
	format tableFormat

	unread error // of the tables, see [world.partialError]
}

func (c *benchCompare) declare(fs *cli.Flags) {
	c.format = "text"
	c.flags.declare(fs)
	fs.Var(&c.format, "format", "`format` of the comparison: text, markdown, latex, csv or json")
}

func (c *benchCompare) run(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return misuse("bench compare wants two agents: RUN, RUN:AGENT or AGENT of run %s each", defaultRun)
	}
	if err := c.flags.resolve(c.env, nil); err != nil {
		return err
	}
	var sides [2]analysis.ComparedAgent
	var protocols [2]string
	var tasks []*task.Task
	var statutes *recall.Statutes
	runs := map[string]*gradedRun{}
	for _, name := range args {
		runOf, agentOf := c.splitName(name)
		made, err := readEvaluation(&c.flags, runOf)
		if err != nil {
			return err
		}
		if _, err := made.comparedAgent(agentOf); err != nil {
			return err
		}
	}
	for i, name := range args {
		runOf, agentOf := c.splitName(name)
		g := runs[runOf]
		if g == nil {
			var err error
			if g, err = c.grade(ctx, runOf); err != nil || g == nil {
				return err
			}
			runs[runOf] = g
			tasks = append(tasks, g.reading.Tasks...)
			if statutes, err = sharedStatutes(statutes, g.reading.Statutes); err != nil {
				return err
			}
		}
		agent, err := g.made.comparedAgent(agentOf)
		if err != nil {
			return err
		}
		sides[i] = analysis.ComparedAgent{Name: name, Agent: agent, Marks: g.Marks}
		protocols[i] = g.made.agent(agent).protocol()
	}
	if p, q := protocols[0], protocols[1]; p != "" && q != "" && p != q {
		fmt.Fprintf(c.env.Stderr, "%s was measured by protocol %s and %s by %s: the difference is that of the protocols, too\n", args[0], p, args[1], q)
	}
	tasks, err := distinctTasks(tasks)
	if err != nil {
		return err
	}
	found, err := analysis.Compare(tasks, sides[0], sides[1], analysis.ReportOptions{Statutes: statutes})
	if err != nil {
		return err
	}
	return cmp.Or(c.format.write(c.env.Stdout, found), c.unread)
}

// splitName splits RUN:AGENT. If there is no such run the whole name is an agent's, since models
// have colons in their names.
func (c *benchCompare) splitName(name string) (runOf, agentOf string) {
	before, after, _ := strings.Cut(name, ":")
	if _, err := os.Stat(filepath.Join(runDir(&c.flags, before), runFile)); err == nil && checkRun(before) == nil {
		return before, after
	}
	return defaultRun, name
}

// grade brings the tasks of a run up to date and grades its trials; nil for -n.
func (c *benchCompare) grade(ctx context.Context, name string) (*gradedRun, error) {
	f := &c.flags
	made, err := readEvaluation(f, name)
	if err != nil {
		return nil, err
	}
	w, err := openTasks(ctx, c.env, f, made.Tasks.File)
	if err != nil || w == nil {
		return nil, err
	}
	c.unread = w.partialError()
	g, err := made.grade(ctx, f, w, f.logger(c.env))
	if err != nil {
		return nil, err
	}
	return g, g.store.Close()
}

// comparedAgent returns the name of an agent of the run: the one named or, for "", the only
// one.
func (m *evaluation) comparedAgent(agent string) (string, error) {
	var names []string
	for _, e := range m.Entrants {
		names = append(names, e.Name)
	}
	switch {
	case agent == "" && len(names) == 1:
		return names[0], nil
	case agent == "":
		return "", misuse("run %s has %d agents: want %s:AGENT, AGENT being one of %s", m.Run, len(names), m.Run, strings.Join(names, ", "))
	case !slices.Contains(names, agent):
		return "", misuse("run %s has no agent %q: want one of %s", m.Run, agent, strings.Join(names, ", "))
	}
	return agent, nil
}

// sharedStatutes returns what the tables of two runs say of law, of which nil says nothing. An error
// reports that they say different things, by which answers are measured differently.
func sharedStatutes(a, b *recall.Statutes) (*recall.Statutes, error) {
	if a != nil && b != nil && !reflect.DeepEqual(a, b) {
		return nil, errors.New("the tables of the two runs say different things of law: want runs over the same laws and cases")
	}
	return cmp.Or(a, b), nil
}

// distinctTasks returns each task once. Two runs may be of different files: an error
// reports two different tasks of one ID.
func distinctTasks(tasks []*task.Task) (all []*task.Task, err error) {
	seen := map[string]*task.Task{}
	for _, t := range tasks {
		switch first := seen[t.ID]; {
		case first == nil:
			seen[t.ID] = t
			all = append(all, t)
		case !sameTask(t, first):
			return nil, fmt.Errorf("task %s is one thing in one run and another in the other: want runs of the same tasks", t.ID)
		}
	}
	return all, nil
}

// sameTask reports whether two tasks ask the same and are graded in the same way. An empty
// list equals a missing one.
func sameTask(a, b *task.Task) bool {
	x, y := task.Reference(a), task.Reference(b)
	return experiment.QuestionDigest(a) == experiment.QuestionDigest(b) && a.Type == b.Type && a.Path == b.Path &&
		slices.Equal(x.KeyAnswer, y.KeyAnswer) && slices.Equal(x.KeyMiddle, y.KeyMiddle) && slices.EqualFunc(x.MiddleValues, y.MiddleValues, sameAnswer) &&
		slices.EqualFunc(x.Values, y.Values, sameAnswer) && slices.EqualFunc(x.Removed, y.Removed, sameAnswer)
}

func sameAnswer(a, b value.Answer) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Number == b.Number && a.Unit == b.Unit && a.Quantity == b.Quantity && a.Yes == b.Yes &&
		slices.Equal(a.Aliases, b.Aliases) && slices.Equal(a.Contrary, b.Contrary)
}
