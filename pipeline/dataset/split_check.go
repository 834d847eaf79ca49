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
// split, and knows nothing of how units were held out. Of a split by task or path no unit may be in
// two files; of the others every task outside train must have a unit that no other file has. In
// every case train must have none of those.
func CheckSplits(d *domain.Domain, unit SplitUnit, files map[string][]*task.Task) error {
	in := map[string]map[string]bool{} // splits by unit
	for split, tasks := range files {
		for _, t := range tasks {
			for u := range calledUnits(d, t, unit) {
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
			own, units := 0, calledUnits(d, t, unit)
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

// calledUnits returns the units of a task by its recorded calls.
func calledUnits(d *domain.Domain, t *task.Task, unit SplitUnit) map[string]bool {
	units := map[string]bool{}
	var path []string
	last := ""
	for i := range t.Steps {
		s := &t.Steps[i]
		tool := d.Tool(s.Tool)
		if tool == nil || tool.Kind != domain.Lookup && tool.Kind != domain.Retriever {
			continue
		}
		if s.Node != last {
			path, last = append(path, s.Tool), s.Node
		}
		switch unit {
		case SplitByTool:
			units[s.Tool] = true
		case SplitByTable:
			units[cmp.Or(tool.Table, tool.Passages)] = true
		case SplitByEntity:
			units[argumentsOf(s)] = true
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
		return string(s.Arguments)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if name != "columns" {
			parts = append(parts, fmt.Sprint(arguments[name]))
		}
	}
	return strings.Join(parts, unitSeparator)
}
