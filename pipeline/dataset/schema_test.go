package dataset

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestTasksFitTheirSchema(t *testing.T) {
	s := schematest.Compile(t, "task.schema.json")
	tasks := made(t)
	bare := *tasks[0] // as sampling leaves it
	bare.Question, bare.Rewriter, bare.Checks, bare.KeyMiddle, bare.Provenance.Versions = "", "", nil, nil, nil
	agreement := 0.5
	reviewed := *tasks[0]
	reviewed.Review = task.Review{Status: "accepted", Reviewers: []string{"a", "b"}, Agreement: &agreement}
	for _, kind := range []quantity.Dimension{quantity.Count, quantity.Money, quantity.Percent, quantity.Times, quantity.Rank, quantity.Duration, quantity.Measure, quantity.Number, ""} {
		measured := *tasks[0]
		measured.AnswerValues = []value.Answer{{Kind: value.Number, Text: "2", Number: "2", Quantity: kind}}
		tasks = append(tasks, &measured)
	}
	tasks = append(tasks, &bare, &reviewed)
	var b bytes.Buffer
	if err := task.Write(&b, tasks); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if err := schematest.Validate(s, []byte(line)); err != nil {
			t.Errorf("%s\n%v", line, err)
		}
	}
}

func TestSchemaRefuses(t *testing.T) {
	s := schematest.Compile(t, "task.schema.json")
	b, err := json.Marshal(made(t)[2]) // a filter and a count
	if err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(m map[string]any){
		"no id":            func(m map[string]any) { delete(m, "id") },
		"another field":    func(m map[string]any) { m["difficulty"] = 3 },
		"no keyword":       func(m map[string]any) { m["key_answer"] = []any{} },
		"an empty keyword": func(m map[string]any) { m["key_answer"] = []any{""} },
		"a number as key":  func(m map[string]any) { m["key_answer"] = []any{2} },
		"another family":   func(m map[string]any) { m["family"] = "other" },
		"no number":        func(m map[string]any) { delete(m["answer_values"].([]any)[0].(map[string]any), "number") },
		"a unit of a text": func(m map[string]any) { m["answer_values"].([]any)[0].(map[string]any)["kind"] = "text" },
		"a text's quantity": func(m map[string]any) {
			m["answer_values"] = []any{map[string]any{"kind": "text", "text": "2件", "quantity": "count"}}
		},
		"an unknown quantity": func(m map[string]any) { m["answer_values"].([]any)[0].(map[string]any)["quantity"] = "day" },
		"an unbound start":    func(m map[string]any) { delete(node(m, 0), "value") },
		"an unknown op":       func(m map[string]any) { node(m, 1)["op"] = "guess" },
		"a call of no tool":   func(m map[string]any) { delete(node(m, 1), "tool") },
		"a filter's order":    func(m map[string]any) { node(m, 2)["order"] = "max" },
		"a call unobserved":   func(m map[string]any) { delete(m["steps"].([]any)[1].(map[string]any), "observation") },
		"a verdict of maybe":  func(m map[string]any) { m["checks"].([]any)[0].(map[string]any)["verdict"] = "maybe" },
		"a digest cut":        func(m map[string]any) { m["provenance"].(map[string]any)["corpus"] = "sha256:12" },
	} {
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		edit(m)
		line, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := schematest.Validate(s, line); err == nil {
			t.Errorf("the schema takes a task with %s, want it refused", name)
		}
	}
}

func node(m map[string]any, i int) map[string]any {
	return m["plan"].(map[string]any)["nodes"].([]any)[i].(map[string]any)
}
