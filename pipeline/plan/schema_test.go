package plan

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/schemas"
)

// task is the schema of tasks, as JSON.
func task(t testing.TB) map[string]any {
	t.Helper()
	b, err := schemas.FS.ReadFile("task.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return doc.(map[string]any)
}

// The schema names every operation and every operator, and no others.
func TestSchemaNamesAll(t *testing.T) {
	texts := func(path ...string) []string {
		at := any(task(t))
		for _, p := range path {
			at = at.(map[string]any)[p]
		}
		var list []string
		for _, v := range at.([]any) {
			list = append(list, v.(string))
		}
		return list
	}
	ops := texts("$defs", "node", "properties", "op", "enum")
	slices.Sort(ops)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(kinds)), ops); diff != "" {
		t.Errorf("operations of the schema (-code +schema):\n%s", diff)
	}
	var operators []string
	for _, op := range Operators() {
		operators = append(operators, string(op))
	}
	if diff := cmp.Diff(operators, texts("$defs", "operator", "enum")); diff != "" {
		t.Errorf("operators of the schema (-code +schema):\n%s", diff)
	}
}

// Any program, its steps and its structure fit the schema.
func TestProgramsFitTheirSchema(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	program, step, shape := schematest.Compile(t, "task.schema.json#/$defs/program"), schematest.Compile(t, "task.schema.json#/$defs/step"), schematest.Compile(t, "task.schema.json#/properties/structure")
	rapid.Check(t, func(t *rapid.T) {
		p := anyProgram(t, d)
		x := newExecutor(t, d, tools, p)
		trace, _ := runOf(t, x, nil)
		steps := stepsOf(t, trace)
		fits := func(s *jsonschema.Schema, record any) {
			b := asJSON(t, record)
			if err := schematest.Validate(s, b); err != nil {
				t.Fatalf("%s: %v", b, err)
			}
		}
		fits(program, p)
		fits(shape, p.Structure(d))
		for _, s := range steps {
			fits(step, s)
		}
	})
}

// The schema refuses what no program can be.
func TestSchemaRefuses(t *testing.T) {
	program := schematest.Compile(t, "task.schema.json#/$defs/program")
	with := func(node, form string) []byte {
		return []byte(`{"nodes":[` + node + `],"answers":[{"from":"a","form":` + form + `}]}`)
	}
	const count, text = `{"name":"a","op":"count","from":["b"]}`, `{"style":"text"}`
	if err := schematest.Validate(program, with(count, text)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{
		with(`{"name":"a","op":"fly"}`, text),
		with(`{"name":"a","op":"count"}`, text),
		with(`{"name":"a","op":"count","from":["b","c"]}`, text),
		with(`{"name":"a","op":"count","from":["b"],"column":"c"}`, text),
		with(`{"name":"a","op":"start","entity":"e"}`, text),
		with(`{"name":"a","op":"start","entity":"e","value":["x"],"from":["b"]}`, text),
		with(`{"name":"a","op":"call","from":["b"],"tool":"c","each":false}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"year","operand":"20"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"since","operand":"2020"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"during","operand":"2020-01-01"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"above","operand":"1.0"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"above","operand":"-0"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"names"}`, text),
		with(`{"name":"a","op":"filter","from":["b"],"column":"c","comparison":"stated","operand":"x"}`, text),
		with(`{"name":"a","op":"superlative","from":["b"],"column":"c","order":"max","rank":1}`, text),
		with(`{"name":"a","op":"superlative","from":["b"],"column":"c","order":"most"}`, text),
		with(`{"name":"a","op":"add","from":["b"]}`, text),
		with(`{"name":"a","op":"compare","from":["b","c"],"order":"max"}`, text),
		with(`{"name":"a","op":"cite","from":["b"],"which":"all"}`, text),
		with(`{"name":"a","op":"retrieve","from":["b"],"tool":"c","passages":0}`, text),
		with(count, `{"style":"song"}`),
		with(count, `{"style":"text","unit":"元"}`),
		with(count, `{"style":"number","places":21}`),
		with(count, `{"style":"number","layout":"iso"}`),
		with(count, `{"style":"date","layout":"long"}`),
		with(count, text+`,"if":""`),
		[]byte(`{"nodes":[],"answers":[]}`),
		[]byte(`{"nodes":[` + count + `],"answers":[]}`),
	} {
		if schematest.Validate(program, bad) == nil {
			t.Errorf("the schema takes %s, want it refused", bad)
		}
	}
}
