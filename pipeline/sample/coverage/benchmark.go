package coverage

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ListCounts counts the tools of a benchmark's tasks over the list of tools that each task
// states, without arguments, as LegalAgentBench publishes them.
type ListCounts struct {
	Tasks       int `json:"tasks"`       // number of tasks
	Tools       int `json:"tools"`       // number of different tools in the lists
	Transitions int `json:"transitions"` // number of different pairs of consecutive tools
	Sequences   int `json:"sequences"`   // number of different lists
	// Paths is the number of chosen lists, each for one or more tasks.
	Paths int `json:"paths"`
}

// published was counted over the 300 tasks of LegalAgentBench
// (github.com/CSHaitao/LegalAgentBench, commit e6557ba): of its 280 serial tasks,
// every two share a path, and 13 paths were chosen twice.
var published = ListCounts{Tasks: 300, Tools: 28, Transitions: 100, Sequences: 127, Paths: 140}

// toolLists counts the tasks of the sample. A text to write counts as a task and has no
// list.
func (v *survey) toolLists() ListCounts {
	var lists []string
	for _, t := range v.Tasks {
		if t.Plan.Template == "" {
			lists = append(lists, t.Path)
		}
	}
	p := CountLists(lists)
	p.Tasks, p.Paths = len(v.Tasks), len(v.Paths)
	return p
}

// CountLists counts the tools of a benchmark that publishes for each task the list of its
// tools, as LegalAgentBench does: each element of lists has the names of one task's tools
// in the order of the calls, joined by [plan.Separator]. Each list counts as one task and
// one path; empty lists are left out.
func CountLists(lists []string) ListCounts {
	tools, transitions, sequences := map[string]bool{}, map[[2]string]bool{}, map[string]bool{}
	p := ListCounts{}
	for _, list := range lists {
		if list == "" {
			continue
		}
		p.Tasks++
		sequences[list] = true
		names := strings.Split(list, plan.Separator)
		for i, name := range names {
			tools[name] = true
			if i > 0 {
				transitions[[2]string{names[i-1], name}] = true
			}
		}
	}
	p.Tools, p.Transitions, p.Sequences, p.Paths = len(tools), len(transitions), len(sequences), p.Tasks
	return p
}
