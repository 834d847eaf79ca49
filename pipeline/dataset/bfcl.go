package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The form is that of the multi-turn categories of the Berkeley Function Calling
// Leaderboard, version 4 (github.com/ShishirPatil/gorilla,
// berkeley-function-call-leaderboard/bfcl_eval/data, 2025-07-17): a question a line,
// the calls that have to be made in a file of the same IDs, and the documents of all
// functions of a class in one file. A task is one turn of several steps. The class that
// executes the calls is the reader's own, as it has the tables.

// bfclClass is the class that has the tools as methods.
const bfclClass = "Taskgrove"

// bfclID returns the ID of a task by its index in the dataset. The text before the last
// underscore is the category.
func bfclID(i int) string { return fmt.Sprintf("multi_turn_base_%d", i) }

// WriteQuestions writes the tasks as questions of the Berkeley Function Calling
// Leaderboard, one per line.
func WriteQuestions(w io.Writer, r *Release) error {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type question struct {
		ID       string         `json:"id"`
		Task     string         `json:"task"` // beside what the form has: the task's own ID
		Question [][]message    `json:"question"`
		Config   map[string]any `json:"initial_config"`
		Path     []string       `json:"path"`
		Classes  []string       `json:"involved_classes"`
	}
	return writeLines(w, len(r.Tasks), func(i int) (any, error) {
		t := r.Tasks[i]
		q := question{
			ID: bfclID(i), Task: t.ID, Question: [][]message{{{"user", t.Question}}},
			Config: map[string]any{bfclClass: map[string]any{}}, Path: []string{}, Classes: []string{bfclClass},
		}
		for _, s := range r.calls(t) {
			q.Path = append(q.Path, bfclClass+"."+s.Tool)
		}
		return q, nil
	})
}

// WriteGroundTruth writes the calls that solve each task, in the format of possible answers of
// the Berkeley Function Calling Leaderboard: JSONL, one task per line, each with the task's
// lookups as Python calls in order. It leaves out arithmetic, because there are other ways
// to compute the same, and the call that gives the final answer, for which the format has
// no place.
func WriteGroundTruth(w io.Writer, r *Release) error {
	type answer struct {
		ID    string     `json:"id"`
		Truth [][]string `json:"ground_truth"` // one list a turn
	}
	return writeLines(w, len(r.Tasks), func(i int) (any, error) {
		a := answer{bfclID(i), [][]string{{}}}
		for _, s := range r.calls(r.Tasks[i]) {
			call, err := pythonCall(s.Tool, s.Arguments)
			if err != nil {
				return nil, fmt.Errorf("task %s: %s: %w", r.Tasks[i].ID, s.Tool, err)
			}
			a.Truth[0] = append(a.Truth[0], call)
		}
		return a, nil
	})
}

// WriteDocs writes the tools as function documents of the Berkeley Function Calling
// Leaderboard, one per line. Descriptions are in the natural language of the first task,
// or in a tool's first language if the tool lacks it.
func WriteDocs(w io.Writer, r *Release) error {
	tools := r.workingTools()
	return writeLines(w, len(tools), func(i int) (any, error) {
		var f struct {
			Function struct {
				Name        string         `json:"name"`
				Description string         `json:"description"`
				Parameters  map[string]any `json:"parameters"`
			} `json:"function"`
		}
		if err := json.Unmarshal(tools[i].function(r.Tasks[0].Language), &f); err != nil {
			return nil, fmt.Errorf("tool %s: %w", tools[i].Name, err)
		}
		return map[string]any{
			"name": f.Function.Name, "description": f.Function.Description,
			"parameters": bfclType(f.Function.Parameters),
			"response":   map[string]any{"type": "dict", "properties": map[string]any{}},
		}, nil
	})
}

// bfclType converts a JSON Schema to the types of the format: an object is a dict, a
// number a float, and a value of several types is any.
func bfclType(schema map[string]any) map[string]any {
	out := maps.Clone(schema)
	switch t := schema["type"].(type) {
	case string:
		out["type"] = map[string]string{"object": "dict", "number": "float"}[t]
		if out["type"] == "" {
			out["type"] = t
		}
	case []any:
		out["type"] = "any"
	}
	if items, ok := schema["items"].(map[string]any); ok {
		out["items"] = bfclType(items)
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		all := map[string]any{}
		for name, p := range properties {
			if p, ok := p.(map[string]any); ok {
				all[name] = bfclType(p)
			}
		}
		out["properties"] = all
	}
	return out
}

// call is a step that calls a lookup or a retriever.
type call struct {
	Tool      string
	Arguments json.RawMessage
}

// calls returns the steps of a task that call a lookup or a retriever, in order.
func (r *Release) calls(t *task.Task) (calls []call) {
	for _, s := range t.Steps {
		known := slices.ContainsFunc(r.Tools, func(t ToolDescription) bool {
			return t.Name == s.Tool && (t.Kind == "lookup" || t.Kind == "retriever")
		})
		if known {
			calls = append(calls, call{s.Tool, s.Arguments})
		}
	}
	return calls
}

// pythonCall writes a call in Python, with named arguments sorted by name.
func pythonCall(name string, arguments json.RawMessage) (string, error) {
	var named map[string]any
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	if err := d.Decode(&named); err != nil {
		return "", fmt.Errorf("arguments: %w", err)
	}
	var list []string
	for _, k := range slices.Sorted(maps.Keys(named)) {
		list = append(list, k+"="+python(named[k]))
	}
	return name + "(" + strings.Join(list, ", ") + ")", nil
}

// python writes a JSON value as a Python literal. JSON strings and numbers are Python
// literals already.
func python(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case json.Number:
		return v.String()
	case string:
		text, err := indentedJSON(v)
		if err != nil {
			panic("dataset: a string has no JSON: " + err.Error())
		}
		return strings.TrimSpace(string(text))
	case []any:
		items := make([]string, len(v))
		for i := range v {
			items[i] = python(v[i])
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var items []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			items = append(items, python(k)+": "+python(v[k]))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	panic(fmt.Sprintf("dataset: %T is not a JSON value", v))
}
