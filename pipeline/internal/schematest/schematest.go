// Package schematest holds what tests write to the JSON Schemas that ship.
package schematest

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/schemas"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Compile returns a schema such as "task.schema.json", or the part of it that a fragment
// names: "task.schema.json#/$defs/node". It fails the test if there is none.
func Compile(t TB, name string) *jsonschema.Schema {
	t.Helper()
	s, err := compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compile(name string) (*jsonschema.Schema, error) {
	files, err := fs.Glob(schemas.FS, "*.schema.json")
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	for _, file := range files {
		b, err := schemas.FS.ReadFile(file)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := c.AddResource("taskgrove:///"+file, doc); err != nil {
			return nil, err
		}
	}
	return c.Compile("taskgrove:///" + name)
}

// Validate returns an error for a text that is not JSON or does not fit the schema.
func Validate(s *jsonschema.Schema, text []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}
