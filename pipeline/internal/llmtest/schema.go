package llmtest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSchemas is the maximum number of compiled schemas in the cache. Clients send the same
// few schemas again and again.
const maxSchemas = 1024

// schemas compiles JSON Schemas and caches the results, because compiling takes longer than
// all other checks of a request. The zero value is ready to use; it is safe for concurrent
// use.
type schemas struct {
	mu    sync.Mutex
	known map[schemaKey]compiled
}

type schemaKey struct {
	digest     [sha256.Size]byte
	strict     bool
	parameters bool
}

// compiled is a compiled schema, or the fault of an invalid schema.
type compiled struct {
	schema *jsonschema.Schema
	fault  string
}

// check returns a problem if a schema of the tools or of the format is invalid.
func (s *schemas) check(r *Request) *problem {
	for i, t := range r.Tools {
		f := t.Function
		if len(f.Parameters) == 0 && !isTrue(f.Strict) {
			continue
		}
		at := element("tools", i) + ".function.parameters"
		if p := s.schema(f.Parameters, isTrue(f.Strict), true).problem(at); p != nil {
			return p
		}
	}
	if r.Format == nil || r.Format.Schema == nil {
		return nil
	}
	const at = "response_format.json_schema.schema"
	return s.format(r).problem(at)
}

// format compiles the schema of an answer.
func (s *schemas) format(r *Request) compiled {
	f := r.Format.Schema
	if len(f.Schema) == 0 && !isTrue(f.Strict) {
		return compiled{}
	}
	return s.schema(f.Schema, isTrue(f.Strict), false)
}

func (c compiled) problem(param string) *problem {
	if c.fault == "" {
		return nil
	}
	return invalid(param, "invalid_json_schema", "%s", c.fault)
}

func (s *schemas) schema(text []byte, strict, parameters bool) compiled {
	key := schemaKey{sha256.Sum256(text), strict, parameters}
	s.mu.Lock()
	c, ok := s.known[key]
	s.mu.Unlock()
	if ok {
		return c
	}
	c = compile(text, strict, parameters)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= maxSchemas {
		s.known = make(map[schemaKey]compiled)
	}
	s.known[key] = c
	return c
}

func compile(text []byte, strict, parameters bool) compiled {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return compiled{fault: "not JSON: want a JSON Schema"}
	}
	object, ok := doc.(map[string]any)
	switch {
	case !ok:
		return compiled{fault: "not an object: want a JSON Schema"}
	case (parameters || strict) && object["type"] != "object":
		return compiled{fault: `the schema must have type: "object"`}
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // no schema is fetched from anywhere
	const url = "request:schema"
	if err := c.AddResource(url, doc); err != nil {
		return compiled{fault: fmt.Sprintf("not a JSON Schema: %v", err)}
	}
	schema, err := c.Compile(url)
	if err != nil {
		return compiled{fault: fmt.Sprintf("not a JSON Schema: %v", err)}
	}
	if strict {
		if fault := strictFault("", object); fault != "" {
			return compiled{fault: fault}
		}
	}
	return compiled{schema: schema}
}

// strictFault returns where a schema violates the conditions of strict mode, or "". The
// conditions are that every object is closed and that all its properties are required.
func strictFault(at string, schema map[string]any) string {
	properties, _ := schema["properties"].(map[string]any)
	if schema["type"] == "object" || properties != nil {
		if closed, ok := schema["additionalProperties"].(bool); !ok || closed {
			return fmt.Sprintf("with strict, additionalProperties at %q must be false", at)
		}
		required, _ := schema["required"].([]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if !slices.Contains(required, any(name)) {
				return fmt.Sprintf("with strict, property %q at %q must be in required", name, at)
			}
		}
	}
	for _, below := range []string{"properties", "$defs", "definitions"} {
		named, _ := schema[below].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(named)) {
			if fault := strictBelow(at+"/"+below+"/"+name, named[name]); fault != "" {
				return fault
			}
		}
	}
	branches, _ := schema["anyOf"].([]any)
	for i, branch := range branches {
		if fault := strictBelow(fmt.Sprintf("%s/anyOf/%d", at, i), branch); fault != "" {
			return fault
		}
	}
	return strictBelow(at+"/items", schema["items"])
}

func strictBelow(at string, schema any) string {
	object, ok := schema.(map[string]any)
	if !ok {
		return ""
	}
	return strictFault(at, object)
}
