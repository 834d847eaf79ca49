package llmtest

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// checkMessages checks that each message has the fields of its role, and that all calls of
// a message are answered before the next message of another role.
func checkMessages(r *Request) *problem {
	var open []string // IDs of the calls without an answer so far
	var asked int     // index of the message with these calls
	for i := range r.Messages {
		m := &r.Messages[i]
		if p := checkMessage(element("messages", i), m); p != nil {
			return p
		}
		if m.Role == RoleTool {
			at := slices.Index(open, *m.ToolCallID)
			if at < 0 {
				return invalid(element("messages", i)+".tool_call_id", "invalid_value",
					"%q is not an unanswered call of the assistant message before", *m.ToolCallID)
			}
			open = slices.Delete(open, at, at+1)
			continue
		}
		if len(open) > 0 {
			return unanswered(asked, open)
		}
		for _, c := range m.ToolCalls {
			open = append(open, c.ID)
		}
		asked = i
	}
	if len(open) > 0 {
		return unanswered(asked, open)
	}
	return nil
}

func unanswered(i int, open []string) *problem {
	return invalid(element("messages", i)+".tool_calls", "invalid_value",
		"calls without an answer: %s: a tool message for each must follow", strings.Join(open, ", "))
}

func checkMessage(at string, m *Message) *problem {
	if m.Role == "" {
		return missing(at + ".role")
	}
	if err := oneOf(at+".role", m.Role, RoleSystem, RoleDeveloper, RoleUser, RoleAssistant, RoleTool); err != nil {
		return explain(err)
	}
	for _, field := range []struct {
		param string
		given bool
		roles []string
	}{
		{".tool_call_id", m.ToolCallID != nil, []string{RoleTool}},
		{".tool_calls", m.ToolCalls != nil, []string{RoleAssistant}},
		{".refusal", m.Refusal != nil, []string{RoleAssistant}},
		{".name", m.Name != nil, []string{RoleSystem, RoleDeveloper, RoleUser, RoleAssistant}},
	} {
		if field.given && !slices.Contains(field.roles, m.Role) {
			return invalid(at+field.param, "unknown_parameter", "given with role %s: it is allowed only with %s", m.Role, strings.Join(field.roles, ", "))
		}
	}
	switch {
	case given(m.Audio):
		return unsupported(at + ".audio")
	case given(m.FunctionCall):
		return unsupported(at + ".function_call")
	case m.Role == RoleTool && (m.ToolCallID == nil || *m.ToolCallID == ""):
		return missing(at + ".tool_call_id")
	case m.ToolCalls != nil && len(m.ToolCalls) == 0:
		return invalid(at+".tool_calls", "empty_array", "no calls: want at least one, or the field left out")
	case m.Content == nil && (m.Role != RoleAssistant || len(m.ToolCalls) == 0 && m.Refusal == nil):
		return missing(at + ".content")
	}
	return checkCalls(at+".tool_calls", m.ToolCalls)
}

func checkCalls(at string, calls []ToolCall) *problem {
	seen := make(map[string]bool, len(calls))
	for i, c := range calls {
		at := element(at, i)
		switch {
		case c.ID == "":
			return missing(at + ".id")
		case seen[c.ID]:
			return invalid(at+".id", "invalid_value", "%q is the ID of another call: want distinct IDs", c.ID)
		case c.Type == "":
			return missing(at + ".type")
		case c.Type != "function":
			return invalid(at+".type", "invalid_value", "%q: want function", c.Type)
		case c.Function.Name == "":
			return missing(at + ".function.name")
		case !name.MatchString(c.Function.Name):
			return badName(at+".function.name", c.Function.Name)
		case c.Function.Arguments == nil:
			return missing(at + ".function.arguments")
		case !isObject(*c.Function.Arguments):
			return invalid(at+".function.arguments", "invalid_value", "not a JSON object: want a string that holds one")
		}
		seen[c.ID] = true
	}
	return nil
}

// isObject reports whether s is a JSON object.
func isObject(s string) bool {
	v := jsontext.Value(s)
	return v.Kind() == '{' && v.IsValid()
}
