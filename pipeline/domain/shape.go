package domain

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/taskgrove/taskgrove/schemas"
)

// shape is the compiled JSON Schema of a domain.
var shape = sync.OnceValue(func() *jsonschema.Schema {
	const file = "domain.schema.json"
	data, err := schemas.FS.ReadFile(file)
	if err != nil {
		panic("embedded schemas: " + err.Error())
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		panic(file + ": " + err.Error())
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("taskgrove:///"+file, doc); err != nil {
		panic(file + ": " + err.Error())
	}
	return c.MustCompile("taskgrove:///" + file)
})

// checkShape records what the JSON Schema finds.
func (s *source) checkShape() {
	var invalid *jsonschema.ValidationError
	if err := shape().Validate(s.plain); err == nil {
		return
	} else if !errors.As(err, &invalid) {
		panic("domain.schema.json: " + err.Error())
	}
	s.violation(invalid)
}

// violation records the leaves of a tree of violations.
func (s *source) violation(v *jsonschema.ValidationError) {
	for _, c := range v.Causes {
		s.violation(c)
	}
	if len(v.Causes) > 0 {
		return
	}
	at, place := s.place(v.InstanceLocation)
	switch k := v.ErrorKind.(type) {
	case *kind.Required:
		for _, key := range k.Missing {
			s.fault(at, fmt.Sprintf("%s: no %s", place, key), fmt.Sprintf("a value for %s", key))
		}
	case *kind.AdditionalProperties:
		for _, key := range k.Properties {
			s.fault(pointer(at, key), fmt.Sprintf("unknown key %q", key), "a key that domain.schema.json allows here")
		}
	case *kind.Enum:
		s.fault(at, fmt.Sprintf("%s is %q", place, fmt.Sprint(k.Got)), "one of "+join(k.Want))
	case *kind.Type:
		s.fault(at, fmt.Sprintf("%s is %s", place, noun(k.Got)), noun(k.Want...))
	case *kind.Pattern:
		s.fault(at, fmt.Sprintf("%s is %q", place, k.Got), "a match of "+k.Want)
	case *kind.MinLength, *kind.MinItems, *kind.MinProperties:
		s.fault(at, place+" is empty", "a value that is not empty")
	default:
		s.fault(at, place, v.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
	}
}

// place returns the pointer to where the steps lead and what to call it: the name
// of what has one, else the key, else the number in the list.
func (s *source) place(steps []string) (ptr, place string) {
	place = "the domain"
	var v any = s.plain
	for i, step := range steps {
		ptr = pointer(ptr, step)
		switch in := v.(type) {
		case map[string]any:
			v, place = in[step], step
		case []any:
			n, _ := strconv.Atoi(step) // the validator counts only what is there
			v, place = in[n], fmt.Sprintf("item %d of %s", n+1, steps[i-1])
		}
		if m, ok := v.(map[string]any); ok {
			if name, ok := m["name"].(string); ok {
				place = strconv.Quote(name)
			}
		}
	}
	return ptr, place
}

// noun says in words what JSON calls a type.
func noun(types ...string) string {
	words := map[string]string{
		"string": "text", "object": "a mapping", "array": "a list",
		"boolean": "true or false", "null": "nothing", "number": "a number", "integer": "a number",
	}
	said := make([]string, len(types))
	for i, t := range types {
		said[i] = words[t]
	}
	return strings.Join(said, " or ")
}

// join lists values in words, in order.
func join(values []any) string {
	said := make([]string, len(values))
	for i, v := range values {
		said[i] = fmt.Sprint(v)
	}
	return strings.Join(slices.Compact(said), ", ")
}
