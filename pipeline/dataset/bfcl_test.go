package dataset

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestTypesOfTheForm(t *testing.T) {
	of := func(typ any) map[string]any { return map[string]any{"type": typ} }
	for _, tt := range []struct{ given, want map[string]any }{
		{of("number"), of("float")},
		{of("integer"), of("integer")},
		{of("string"), of("string")},
		{of([]any{"number", "string"}), of("any")},
		{
			map[string]any{"type": "array", "items": of("number"), "description": "x"},
			map[string]any{"type": "array", "items": of("float"), "description": "x"},
		},
		{
			map[string]any{"type": "object", "properties": map[string]any{"a": of("object")}, "required": []any{"a"}},
			map[string]any{"type": "dict", "properties": map[string]any{"a": of("dict")}, "required": []any{"a"}},
		},
	} {
		if diff := cmp.Diff(tt.want, bfclType(tt.given)); diff != "" {
			t.Errorf("type of %v (-want +got):\n%s", tt.given, diff)
		}
	}
}

// What looks something up is a call of the form, and nothing else is.
func TestCallsOfTheForm(t *testing.T) {
	r := &Release{}
	made := new(task.Task)
	for _, kind := range []string{"lookup", "retriever", "arithmetic", finishKind} {
		r.Tools = append(r.Tools, ToolDescription{Name: kind, Kind: kind})
		made.Steps = append(made.Steps, plan.Step{Tool: kind})
	}
	var got []string
	for _, c := range r.calls(made) {
		got = append(got, c.Tool)
	}
	if diff := cmp.Diff([]string{"lookup", "retriever"}, got); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
