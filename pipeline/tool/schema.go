package tool

import (
	"encoding/json"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Schemas returns each tool as an OpenAI function definition ({"type":
// "function", "function": {name, description, parameters}}) with descriptions in
// the language, in the domain's order. The same domain and language give the
// same bytes. A column input lists the columns of the tool's table.
func (s *Set) Schemas(lang string) []json.RawMessage { return Schemas(s.domain, lang) }

// Schemas returns the schemas of a domain's tools as [Set.Schemas] does, without a corpus.
func Schemas(d *domain.Domain, lang string) []json.RawMessage {
	list := make([]json.RawMessage, len(d.Tools))
	for i := range d.Tools {
		t := &d.Tools[i]
		properties := map[string]any{}
		required := []string{}
		for _, in := range t.Inputs {
			p := property(d, t, in.Type)
			p["description"] = in.Description.In(lang)
			properties[in.Name] = p
			if !in.Optional {
				required = append(required, in.Name)
			}
		}
		b, err := json.Marshal(map[string]any{
			"type": "function",
			"function": map[string]any{
				"name":        t.Name,
				"description": t.Description.In(lang),
				"parameters": map[string]any{
					"type":       "object",
					"properties": properties,
					"required":   required,
				},
			},
		})
		if err != nil {
			panic(fmt.Sprintf("tool %q: a schema of texts has no JSON: %v", t.Name, err))
		}
		list[i] = b
	}
	return list
}

// property returns the JSON Schema of an argument of the type.
func property(d *domain.Domain, t *domain.Tool, in domain.InputType) map[string]any {
	number := []string{"number", "string"}
	switch in {
	case domain.InputNumber:
		return map[string]any{"type": number}
	case domain.InputInteger:
		return map[string]any{"type": "integer", "minimum": 1}
	case domain.InputBoolean:
		return map[string]any{"type": "boolean"}
	case domain.InputNumbers:
		return map[string]any{"type": "array", "items": map[string]any{"type": number}}
	case domain.InputColumns:
		items := map[string]any{"type": "string"}
		if table := d.Table(t.Table); table != nil {
			var names []string
			for _, c := range table.Columns {
				names = append(names, c.Name)
			}
			items["enum"] = names
		}
		return map[string]any{"type": "array", "items": items}
	}
	return map[string]any{"type": "string"}
}
