package extension

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Rows are compared cell by cell, lists without regard to what both have, everything else as a whole.
func TestDifferences(t *testing.T) {
	cell := func(column, old, now string) task.ChangedCell {
		c := task.ChangedCell{Tool: "get", Column: column}
		if old != "" {
			c.Old = json.RawMessage(old)
		}
		if now != "" {
			c.New = json.RawMessage(now)
		}
		return c
	}
	for name, tt := range map[string]struct {
		old, now string
		want     []task.ChangedCell
	}{
		"spaces":        {`{"a": 1}`, `{"a":1}`, nil},
		"row":           {`{"a":1,"b":2,"c":3}`, `{"a":1,"b":5}`, []task.ChangedCell{cell("b", "2", "5"), cell("c", "3", "")}},
		"one of a list": {`[{"a":1},{"a":2},{"a":2}]`, `[{"a":2},{"a":2},{"a":9}]`, []task.ChangedCell{cell("a", "1", "9")}},
		"another order": {`[{"a":1},{"a":2}]`, `[{"a":2},{"a":1}]`, nil},
		"one added":     {`[{"a":1}]`, `[{"a":7},{"a":1}]`, []task.ChangedCell{cell("", "", `{"a":7}`)}},
		"one gone":      {`[{"a":1},{"a":1}]`, `[{"a":1}]`, []task.ChangedCell{cell("", `{"a":1}`, "")}},
		"text":          {`"x"`, `"y"`, []task.ChangedCell{cell("", `"x"`, `"y"`)}},
		"row and list":  {`{"a":1}`, `[{"a":1}]`, []task.ChangedCell{cell("", `{"a":1}`, `[{"a":1}]`)}},
		"as a text":     {`[{"a":"1.10"},{"a":1.5}]`, `[{"a":"1.5"},{"a":1.1}]`, nil},
		"other text":    {`[{"a":"1.10"},{"a":1.5}]`, `[{"a":"1.5"},{"a":"1.1"}]`, []task.ChangedCell{cell("a", `"1.10"`, `"1.1"`)}},
		"nothing":       {`null`, `{"a":1}`, []task.ChangedCell{cell("", "null", `{"a":1}`)}},
		"nothing in it": {`[null]`, `[{"a":1}]`, []task.ChangedCell{cell("", "null", `{"a":1}`)}},
	} {
		if diff := cmp.Diff(tt.want, differences(task.ChangedCell{Tool: "get"}, json.RawMessage(tt.old), json.RawMessage(tt.now))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
