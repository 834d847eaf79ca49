package sample

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Published is what a benchmark's tasks use, counted over the lists of tools they
// state, one for each task and without the arguments, as LegalAgentBench publishes
// them.
type Published struct {
	Tasks       int `json:"tasks"`       // how many there are
	Tools       int `json:"tools"`       // different tools in the lists
	Transitions int `json:"transitions"` // different pairs of tools one after the other
	Sequences   int `json:"sequences"`   // different lists
	Paths       int `json:"paths"`       // path slots: how many lists were chosen, for one or more tasks each
}

// published is counted over the 300 tasks of LegalAgentBench
// (github.com/CSHaitao/LegalAgentBench, commit e6557ba): of its 280 serial tasks,
// every two share a path, and 13 paths were chosen twice.
var published = Published{Tasks: 300, Tools: 28, Transitions: 100, Sequences: 127, Paths: 140}

// likewise counts tasks in the way the published benchmark is counted. Texts to
// write count as tasks and state no list.
func (v *survey) likewise() Published {
	var lists []string
	for _, t := range v.tasks {
		if t.Plan.Template == "" {
			lists = append(lists, t.Path)
		}
	}
	p := Count(lists)
	p.Tasks, p.Paths = len(v.tasks), len(v.choices)
	return p
}

// Count counts lists of tools, each joined by plan.Separator, as one task each that
// was chosen for itself. Empty ones are left out.
func Count(lists []string) Published {
	tools, transitions, sequences := map[string]bool{}, map[[2]string]bool{}, map[string]bool{}
	p := Published{}
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
