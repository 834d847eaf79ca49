package dataset

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// CheckSplits counts what the files of splits have in common, and returns an error that names
// every leak. It goes by the recorded calls of the tasks as they stand in the files, by name of the
// split, and by the lookups of their plans that were not called, since the answer did not depend on
// them: an agent may call them too. It knows nothing of how units were held out. Of a split by task
// or path no unit may be in two files; of the others every task outside train must have a unit that
// no other file has. In every case train must have none of those.
func CheckSplits(d *domain.Domain, unit SplitUnit, files map[string][]*task.Task) error {
	in := map[string]map[string]bool{} // splits by unit
	for split, tasks := range files {
		for _, t := range tasks {
			for u := range callableUnits(d, t, unit) {
				if in[u] == nil {
					in[u] = map[string]bool{}
				}
				in[u][split] = true
			}
		}
	}
	var faults []error
	for _, split := range slices.Sorted(maps.Keys(files)) {
		whole := unit == SplitByTask || unit == SplitByPath
		for _, t := range files[split] {
			own, units := 0, callableUnits(d, t, unit)
			for u := range units {
				if len(in[u]) == 1 {
					own++
				}
			}
			switch {
			case whole && own < len(units):
				faults = append(faults, fmt.Errorf("task %s of split %s: another split has its %s too", t.ID, split, unit))
			case !whole && split != "train" && own == 0:
				faults = append(faults, fmt.Errorf("task %s of split %s: other splits have each %s that it uses", t.ID, split, unit))
			}
		}
	}
	return errors.Join(faults...)
}

// callableUnits returns the units of a task by its recorded calls, and by the calls that its plan
// would have made in a branch that was not taken.
func callableUnits(d *domain.Domain, t *task.Task, unit SplitUnit) map[string]bool {
	units := map[string]bool{}
	add := func(tool *domain.Tool, entities ...string) {
		switch unit {
		case SplitByTool:
			units[tool.Name] = true
		case SplitByTable:
			units[cmp.Or(tool.Table, tool.Passages)] = true
		case SplitByEntity:
			for _, e := range entities {
				units[e] = true
			}
		}
	}
	called, selected := map[string]string{}, map[string][]string{}
	for i := range t.Steps {
		s := &t.Steps[i]
		selected[s.Node] = s.Selected
		tool := d.Tool(s.Tool)
		if tool == nil || tool.Kind != domain.Lookup && tool.Kind != domain.Retriever {
			continue
		}
		called[s.Node] = s.Tool
		add(tool, argumentsOf(s))
	}
	var path []string
	for i := range t.Plan.Nodes {
		n := &t.Plan.Nodes[i]
		name := cmp.Or(called[n.Name], n.Tool())
		if name == "" {
			continue
		}
		path = append(path, name)
		if called[n.Name] == "" {
			tool := d.Tool(name)
			add(tool, uncalledEntities(tool, selected[n.From[0]])...)
		}
	}
	switch unit {
	case SplitByTask:
		units[t.ID] = true
	case SplitByPath:
		units[strings.Join(path, plan.Separator)] = true
	}
	return units
}

// argumentsOf writes what a call looked up.
func argumentsOf(s *plan.Step) string {
	var arguments map[string]any
	if err := json.Unmarshal(s.Arguments, &arguments); err != nil {
		return entityUnit([]string{string(s.Arguments)})
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if name != "columns" {
			parts = append(parts, fmt.Sprint(arguments[name]))
		}
	}
	return entityUnit(parts)
}

// uncalledEntities writes what calls of a tool for a result would have looked up, as [argumentsOf]
// does; nil if the result was not made either.
func uncalledEntities(tool *domain.Tool, result []string) []string {
	var names []string
	for _, in := range tool.Inputs {
		if !in.Optional {
			names = append(names, in.Name)
		}
	}
	var entities []string
	for parts := range slices.Chunk(result, max(1, len(names))) {
		arguments := map[string]string{}
		for i, part := range parts {
			arguments[names[i]] = part
		}
		var ordered []string
		for _, name := range slices.Sorted(maps.Keys(arguments)) {
			ordered = append(ordered, arguments[name])
		}
		entities = append(entities, entityUnit(ordered))
	}
	return entities
}
