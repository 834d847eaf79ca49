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

// Lengths, in characters, to which the index truncates texts: enough to recognise them in a
// list.
const (
	questionRunes = 240
	answerRunes   = 100
)

// index is the data by which the page lists and filters trials: names, and columns of numbers
// that refer to them. A column has one item per task or per trial, in order.
type index struct {
	Agents   []string     `json:"agents"`
	Types    []string     `json:"types"`
	Tools    []string     `json:"tools"`
	Endings  []string     `json:"endings"`
	Failures []string     `json:"failures"`
	Paths    [][]int      `json:"paths"` // tool numbers of each path
	Tasks    taskColumns  `json:"tasks"`
	Trials   trialColumns `json:"trials"`
	// Calls has one item for each agent and each tool that the agent called.
	Calls []toolCalls `json:"calls"`
	First firstItems  `json:"first"`
}

// indexer builds an index.
type indexer struct {
	index
	agents, types, tools, endings, failures *nameNumbers
	tasks                                   map[string]int // by ID
	paths                                   map[string]int // by path
	calls                                   map[[2]int]int // item of Calls, by agent and tool
	marks                                   map[attemptKey]*bench.Mark
	seen                                    map[attemptKey]bool
}

// taskColumns describes tasks.
type taskColumns struct {
	ID       []string `json:"id"`
	Type     []int    `json:"type"`
	Path     []int    `json:"path"`
	Question []string `json:"question"` // truncated
}

// trialColumns describes trials. Unknown rates, tokens and costs are null.
type trialColumns struct {
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
	// Reach is the number of leading tools of the task's path that returned a result, in any
	// order of calls; -1 if the calls are unknown.
	Reach  []int    `json:"reach"`
	Answer []string `json:"answer"` // truncated
}

// toolCalls counts an agent's calls of one tool, and the faulty ones among them.
type toolCalls struct {
	Agent  int `json:"agent"`
	Tool   int `json:"tool"`
	Calls  int `json:"calls"`
	Faults int `json:"faults"`
}

// attemptKey identifies a trial.
type attemptKey struct {
	task, agent string
	epoch       int
}

// nameNumbers numbers names from 0 in order of first use.
type nameNumbers struct {
	list []string
	at   map[string]int
}

func newNames() *nameNumbers { return &nameNumbers{list: []string{}, at: map[string]int{}} }

// number returns the number of a name, which it adds if it is new.
func (n *nameNumbers) number(name string) int {
	i, ok := n.at[name]
	if !ok {
		i = len(n.list)
		n.at[name] = i
		n.list = append(n.list, name)
	}
	return i
}

// newIndexer returns an indexer with tasks and without trials. A repeated task ID is an error.
func newIndexer(tasks []*task.Task, marks []bench.Mark) (*indexer, error) {
	x := &indexer{
		index:  index{Paths: [][]int{}, Calls: []toolCalls{}},
		agents: newNames(), types: newNames(), tools: newNames(), endings: newNames(), failures: newNames(),
		tasks: make(map[string]int, len(tasks)), paths: map[string]int{}, calls: map[[2]int]int{},
		marks: make(map[attemptKey]*bench.Mark, len(marks)), seen: make(map[attemptKey]bool, len(marks)),
	}
	types := make([]string, 0, len(tasks))
	for i, t := range tasks {
		if _, ok := x.tasks[t.ID]; ok {
			return nil, fmt.Errorf("task %s is repeated: want each task once", t.ID)
		}
		x.tasks[t.ID] = i
		types = append(types, t.Type)
	}
	slices.SortFunc(types, score.CompareTypes)
	for _, name := range types {
		x.types.number(name)
	}
	for _, t := range tasks {
		x.addTask(t)
	}
	for i := range marks {
		m := &marks[i]
		x.marks[attemptKey{m.Task, m.Agent, m.Epoch}] = m
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
			tools = append(tools, x.tools.number(name))
		}
		x.Paths = append(x.Paths, tools)
	}
	c := &x.Tasks
	c.ID = append(c.ID, t.ID)
	c.Type = append(c.Type, x.types.number(t.Type))
	c.Path = append(c.Path, path)
	c.Question = append(c.Question, truncate(questionOf(t), questionRunes))
}

// pathTools returns the tools of a task's path in order.
func pathTools(t *task.Task) []string {
	if t.Path == "" {
		return nil
	}
	return strings.Split(t.Path, plan.Separator)
}

// questionOf returns the question that agents were given.
func questionOf(t *task.Task) string {
	if t.Question == "" {
		return t.Draft
	}
	return t.Question
}

// truncate returns the first n characters of a text, followed by an ellipsis if it is longer.
func truncate(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// finish returns the index with the first item of each block.
func (x *indexer) finish(f firstItems) *index {
	x.Agents, x.Types, x.Tools, x.Endings, x.Failures = x.agents.list, x.types.list, x.tools.list, x.endings.list, x.failures.list
	x.First = f
	return &x.index
}
