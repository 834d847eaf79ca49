package htmlreport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Texts of the index are cut to so many characters: enough to be known again in a list.
const (
	questionRunes = 240
	answerRunes   = 100
)

// index is what the page lists and filters trials by: names once, and columns of numbers
// that refer to them. A column has one item a task or a trial, in order.
type index struct {
	Agents   []string    `json:"agents"`
	Types    []string    `json:"types"`
	Tools    []string    `json:"tools"`
	Endings  []string    `json:"endings"`
	Failures []string    `json:"failures"`
	Paths    [][]int     `json:"paths"` // tools
	Tasks    taskColumns `json:"tasks"`
	Trials   columns     `json:"trials"`
	// Calls are those that agents made, one item for each tool that an agent called.
	Calls []calls `json:"calls"`
	First first   `json:"first"`
}

// indexer makes an index.
type indexer struct {
	index
	agents, types, tools, endings, failures *names
	tasks                                   map[string]int // by ID
	paths                                   map[string]int // by path
	calls                                   map[[2]int]int // in Calls, by agent and tool
	marks                                   map[attempt]*bench.Mark
	seen                                    map[attempt]bool
}

// taskColumns describe tasks.
type taskColumns struct {
	ID       []string `json:"id"`
	Type     []int    `json:"type"`
	Path     []int    `json:"path"`
	Question []string `json:"question"` // cut
}

// columns describe trials. Rates, tokens and cost are null where they are not known.
type columns struct {
	Task    []int       `json:"task"`
	Agent   []int       `json:"agent"`
	Epoch   []int       `json:"epoch"`
	Success []*float64  `json:"success"` // strict
	Process []*float64  `json:"process"` // strict
	Paper   []*float64  `json:"paper"`   // success
	End     []int       `json:"end"`
	Failure []int       `json:"failure"` // -1 for none
	Calls   []int       `json:"calls"`
	Tokens  []*int64    `json:"tokens"`
	Cost    []*llm.Cost `json:"cost"`
	Seconds []float64   `json:"seconds"` // 0 where it is not known
	// Reach is how many of the leading tools of the task's path gave a result, in whatever
	// order they were called; -1 where the calls are not known.
	Reach  []int    `json:"reach"`
	Answer []string `json:"answer"` // cut
}

// calls counts an agent's calls of one tool, and those of them that had no result.
type calls struct {
	Agent  int `json:"agent"`
	Tool   int `json:"tool"`
	Calls  int `json:"calls"`
	Faults int `json:"faults"`
}

// attempt names a trial.
type attempt struct {
	task, agent string
	epoch       int
}

// names numbers names in the order in which they first come.
type names struct {
	list []string
	at   map[string]int
}

func newNames() *names { return &names{list: []string{}, at: map[string]int{}} }

// of returns the number of a name.
func (n *names) of(name string) int {
	i, ok := n.at[name]
	if !ok {
		i = len(n.list)
		n.at[name] = i
		n.list = append(n.list, name)
	}
	return i
}

// newIndexer returns the maker of an index of tasks, without trials.
func newIndexer(tasks []*task.Task, marks []bench.Mark) (*indexer, error) {
	x := &indexer{
		index:  index{Paths: [][]int{}, Calls: []calls{}},
		agents: newNames(), types: newNames(), tools: newNames(), endings: newNames(), failures: newNames(),
		tasks: make(map[string]int, len(tasks)), paths: map[string]int{}, calls: map[[2]int]int{},
		marks: make(map[attempt]*bench.Mark, len(marks)), seen: make(map[attempt]bool, len(marks)),
	}
	types := make([]string, 0, len(tasks))
	for i, t := range tasks {
		if _, ok := x.tasks[t.ID]; ok {
			return nil, fmt.Errorf("task %s: it comes twice: want each task once", t.ID)
		}
		x.tasks[t.ID] = i
		types = append(types, t.Type)
	}
	slices.SortFunc(types, score.CompareTypes)
	for _, name := range types {
		x.types.of(name)
	}
	for _, t := range tasks {
		x.addTask(t)
	}
	for i := range marks {
		m := &marks[i]
		x.marks[attempt{m.Task, m.Agent, m.Epoch}] = m
	}
	return x, nil
}

func (x *indexer) addTask(t *task.Task) {
	path, ok := x.paths[t.Path]
	if !ok {
		path = len(x.Paths)
		x.paths[t.Path] = path
		tools := []int{}
		for _, name := range pathTools(t) {
			tools = append(tools, x.tools.of(name))
		}
		x.Paths = append(x.Paths, tools)
	}
	c := &x.Tasks
	c.ID = append(c.ID, t.ID)
	c.Type = append(c.Type, x.types.of(t.Type))
	c.Path = append(c.Path, path)
	c.Question = append(c.Question, cut(asked(t), questionRunes))
}

// pathTools returns the tools of a task's path in order.
func pathTools(t *task.Task) []string {
	if t.Path == "" {
		return nil
	}
	return strings.Split(t.Path, plan.Separator)
}

// asked returns the question that agents were given.
func asked(t *task.Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// cut returns the first n characters of a text.
func cut(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// done returns the index, whose blocks begin at the given numbers.
func (x *indexer) done(f first) *index {
	x.Agents, x.Types, x.Tools, x.Endings, x.Failures = x.agents.list, x.types.list, x.tools.list, x.endings.list, x.failures.list
	x.First = f
	return &x.index
}
