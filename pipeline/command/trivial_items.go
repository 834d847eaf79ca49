package command

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/exam/filter"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// trivialFile lists the items of a run that all its models know, in the directory of the run.
const trivialFile = "trivial.jsonl"

// trivialItem is an exam item that every model answered rightly without tools. It is a line of
// trivial.jsonl.
type trivialItem struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// trivialItems returns the exam items of the run that all models answer rightly, each time, without
// tools, in the order of the tasks; nil if fewer than two models were asked so.
func (g *gradedRun) trivialItems() (trivial []trivialItem) {
	right := map[string]map[string]bool{}
	for _, e := range g.made.Entrants {
		if e.Role == score.EvaluatedAgent && e.Method == string(method.Direct) {
			right[e.Name] = map[string]bool{}
		}
	}
	if len(right) < 2 {
		return nil
	}
	for _, m := range g.Marks {
		if of := right[m.Agent]; of != nil {
			solved := m.Strict.Success != nil && *m.Strict.Success == 1
			before, tried := of[m.Task]
			of[m.Task] = solved && (before || !tried)
		}
	}
	var items []*task.Task
	for _, t := range g.reading.Tasks {
		if t.Derivation != nil {
			items = append(items, t)
		}
	}
	found := filter.Trivial(items, right)
	for _, t := range items {
		if found[t.ID] {
			trivial = append(trivial, trivialItem{t.ID, t.Type})
		}
	}
	return trivial
}

// printTrivial prints how many items are trivial, and where they are listed.
func (g *gradedRun) printTrivial(w io.Writer) error {
	trivial := g.trivialItems()
	if len(trivial) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "\nitems that every model answers rightly without tools: %d; %s lists them\n", len(trivial), filepath.Join(g.dir, trivialFile))
	return err
}
