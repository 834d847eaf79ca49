package extension

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// changedCells compares what tools returned to a task with what they return to its plan now, call by
// call. Calls that only one of them made follow from an earlier difference and are left out, but
// for the call that returns nothing now and so ends the plan.
func (p *Prover) changedCells(t *task.Task, trace *plan.Trace) ([]task.ChangedCell, error) {
	steps, err := trace.Steps()
	if err != nil {
		return nil, err
	}
	now := map[string]json.RawMessage{}
	for _, s := range steps {
		if s.Tool != "" {
			now[callOf(&s)] = s.Observation
		}
	}
	ended := ""
	if n := len(trace.Results); n < len(t.Plan.Nodes) && n > 0 {
		ended = t.Plan.Nodes[n].Name
	}
	var cells []task.ChangedCell
	for _, s := range t.Steps {
		tool := p.Domain.Tool(s.Tool)
		if tool == nil || tool.Kind == domain.Finish || tool.Kind == domain.Arithmetic {
			continue
		}
		arguments, err := withoutColumns(s.Arguments)
		if err != nil {
			return nil, err
		}
		of := task.ChangedCell{Tool: s.Tool, Table: tool.Table, Arguments: arguments}
		observed, again := now[callOf(&s)]
		switch {
		case again:
			cells = append(cells, differences(of, s.Observation, observed)...)
		case s.Node == ended:
			of.Old = s.Observation
			cells = append(cells, of)
		}
	}
	return cells, nil
}

// callOf names a call of a plan by its node, tool and arguments.
func callOf(s *plan.Step) string {
	return s.Node + "\x00" + s.Tool + "\x00" + string(compact(s.Arguments))
}

// compact returns JSON without spaces; JSON that is not valid as it is.
func compact(j json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, j) != nil {
		return j
	}
	return b.Bytes()
}

// withoutColumns returns the arguments of a call without the columns wanted, which say nothing about
// the row.
func withoutColumns(arguments json.RawMessage) (json.RawMessage, error) {
	var named map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &named); err != nil {
		return arguments, nil // no object: as it stands
	}
	delete(named, "columns")
	return json.Marshal(named)
}

// differences compares two observations of one call: cell by cell if they are rows, as wholes
// otherwise.
func differences(of task.ChangedCell, old, now json.RawMessage) []task.ChangedCell {
	if task.SameJSON(old, now) {
		return nil
	}
	var lists [2][]json.RawMessage
	if json.Unmarshal(old, &lists[0]) != nil || json.Unmarshal(now, &lists[1]) != nil {
		return rowDifferences(of, old, now)
	}
	gone, added := without(lists[0], lists[1]), without(lists[1], lists[0])
	var cells []task.ChangedCell
	if len(gone) == len(added) {
		for i := range gone {
			cells = append(cells, rowDifferences(of, gone[i], added[i])...)
		}
		return cells
	}
	for _, row := range gone {
		of.Old, of.New = row, nil
		cells = append(cells, of)
	}
	for _, row := range added {
		of.Old, of.New = nil, row
		cells = append(cells, of)
	}
	return cells
}

// without returns the items of a list that another does not have, each as often as it has it more.
func without(list, other []json.RawMessage) (rest []json.RawMessage) {
	alike := map[string][]json.RawMessage{} // the same, but for texts that write one number
	for _, item := range other {
		key := task.Essence(item)
		alike[key] = append(alike[key], item)
	}
	for _, item := range list {
		key := task.Essence(item)
		if at := slices.IndexFunc(alike[key], func(o json.RawMessage) bool { return task.SameJSON(item, o) }); at >= 0 {
			alike[key] = slices.Delete(alike[key], at, at+1)
		} else {
			rest = append(rest, item)
		}
	}
	return rest
}

// rowDifferences compares two rows by column, in the order of their names; what is no row, as a
// whole.
func rowDifferences(of task.ChangedCell, old, now json.RawMessage) []task.ChangedCell {
	var rows [2]map[string]json.RawMessage
	if json.Unmarshal(old, &rows[0]) != nil || json.Unmarshal(now, &rows[1]) != nil || rows[0] == nil || rows[1] == nil { // null is no row
		of.Old, of.New = old, now
		return []task.ChangedCell{of}
	}
	columns := maps.Clone(rows[0])
	maps.Copy(columns, rows[1])
	var cells []task.ChangedCell
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		if a, b := rows[0][name], rows[1][name]; !task.SameJSON(a, b) {
			of.Column, of.Old, of.New = name, a, b
			cells = append(cells, of)
		}
	}
	return cells
}
