package method

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/agent"
)

// parsedReply is the meaning of a reply in text.
type parsedReply struct {
	// kind is action for a call, or final, or result; plain for a fault.
	kind kind
	// tool and args are those of the call.
	tool string
	args json.RawMessage
	// text is that of the final answer or the result.
	text string
	// kept is the part of the reply that joins the conversation: up to the end of its first
	// call, without invented observations.
	kept string
	// prose says that the reply neither calls a tool nor answers.
	prose bool
	// slip and detail say why the reply is unusable.
	slip   agent.ReplyFault
	detail string
}

// parseReply parses a reply that calls a tool in text, gives the final answer or, for a step
// of a plan, a result. The first call counts. A label must begin a line; an object that
// names a tool needs no label.
func parseReply(text string, step bool) parsedReply {
	text = ownWords(text)
	if text == "" {
		return parsedReply{slip: agent.BadForm, detail: "nothing was said"}
	}
	kinds := []kind{action, final}
	if step {
		kinds = append(kinds, result)
	}
	switch _, k, body := findLabel(text, kinds...); k {
	case action:
		return parseCall(text, body)
	case final, result:
		rest := strings.TrimSpace(text[body:])
		if rest == "" {
			return parsedReply{slip: agent.BadForm, detail: "an answer without text", kept: text}
		}
		return parsedReply{kind: k, text: rest, kept: text}
	}
	if s, ok := parseUnlabelledCall(text); ok {
		return s
	}
	return parsedReply{slip: agent.BadForm, detail: "neither a call nor an answer", kept: text, prose: true}
}

// parseCall parses the call that begins at body: an object with tool and arguments, or the
// tool's name followed by the arguments, on the same line or the next.
func parseCall(text string, body int) parsedReply {
	rest := text[body:]
	at := len(rest) - len(trimCallPrefix(rest))
	if strings.HasPrefix(rest[at:], "{") || strings.HasPrefix(rest[at:], "｛") {
		value, n, ok := parseLooseJSON(rest[at:])
		if !ok {
			return parsedReply{slip: agent.BadArguments, detail: "the action is not a JSON object", kept: text}
		}
		s, ok := parseCallObject(value)
		if !ok {
			return parsedReply{slip: agent.BadForm, detail: "the action names no tool", kept: text}
		}
		s.kept = throughCall(text, body+at+n)
		return s
	}
	name := rest[at:]
	if i := strings.IndexFunc(name, isNameEnd); i >= 0 {
		name = name[:i]
	}
	if name == "" {
		return parsedReply{slip: agent.BadForm, detail: "the action names no tool", kept: text}
	}
	at += len(name)
	after := trimCallPrefix(rest[at:])
	if k, more := parseLabel(after); k == input {
		after = trimCallPrefix(more)
	}
	at = len(rest) - len(after)
	value, n, ok := parseLooseJSON(after)
	if !ok {
		return parsedReply{slip: agent.BadArguments, tool: name, detail: fmt.Sprintf("the arguments for %s are not JSON", excerpt(name)), kept: text}
	}
	return parsedReply{kind: action, tool: name, args: value, kept: throughCall(text, body+at+n)}
}

// throughCall returns a text up to the end of a call, including the end of a code block
// behind it.
func throughCall(text string, end int) string {
	if strings.HasPrefix(strings.TrimSpace(text[end:]), "```") {
		end += strings.Index(text[end:], "```") + len("```")
	}
	return strings.TrimSpace(text[:end])
}

// trimCallPrefix drops leading white space, brackets and the start of a code block.
func trimCallPrefix(text string) string {
	for {
		before := text
		text = strings.TrimLeft(text, " \t\r\n\u3000`(（:：")
		text = strings.TrimPrefix(text, "json\n")
		if text == before {
			return text
		}
	}
}

// isNameEnd reports whether a character ends a tool's name.
func isNameEnd(c rune) bool {
	return unicode.IsSpace(c) || strings.ContainsRune("({[（｛［\"“:：`,，*", c)
}

// parseUnlabelledCall parses the first object in a text that has a tool and arguments.
func parseUnlabelledCall(text string) (parsedReply, bool) {
	const most = 16 // objects looked at
	at := 0
	for range most {
		i := strings.IndexAny(text[at:], "{｛")
		if i < 0 {
			break
		}
		at += i
		if value, n, ok := parseLooseJSON(text[at:]); ok {
			if s, ok := parseCallObject(value); ok && slices.ContainsFunc(argsKeys, func(k string) bool { return strings.Contains(text[at:at+n], k) }) {
				s.kept = throughCall(text, at+n)
				return s, true
			}
		}
		at += len("{")
	}
	return parsedReply{}, false
}

// Names that models use for the members of a call.
var (
	toolKeys = []string{"tool", "action", "name", "tool_name", "function", "工具"}
	argsKeys = []string{"arguments", "action_input", "input", "args", "parameters", "params", "tool_input", "参数"}
)

// parseCallObject parses a call or the final answer from an object, or from an object in
// place of its tool. Without a member for arguments, the other members are the arguments.
func parseCallObject(value json.RawMessage) (parsedReply, bool) {
	members, ok := membersOf(value)
	if !ok {
		return parsedReply{}, false
	}
	for _, k := range toolKeys {
		if inner, ok := membersOf(members[k]); ok {
			members = inner
			break
		}
	}
	var name string
	key := slices.IndexFunc(toolKeys, func(k string) bool { return json.Unmarshal(members[k], &name) == nil && name != "" })
	if key < 0 {
		return parsedReply{}, false
	}
	delete(members, toolKeys[key])
	args := argumentsOf(members)
	if strings.EqualFold(name, "Final Answer") || name == "最终答案" {
		if text := answerText(args); text != "" {
			return parsedReply{kind: final, text: text}, true
		}
		return parsedReply{slip: agent.BadForm, detail: "an answer without text"}, true
	}
	return parsedReply{kind: action, tool: name, args: args}, true
}

// membersOf returns the members of an object; false for anything else.
func membersOf(value json.RawMessage) (members map[string]json.RawMessage, ok bool) {
	ok = json.Unmarshal(value, &members) == nil && members != nil
	return members, ok
}

// isObject reports whether text is a JSON object.
func isObject(text string) bool {
	_, ok := membersOf(json.RawMessage(text))
	return ok
}

// argumentsOf returns the arguments among the members of a call.
func argumentsOf(members map[string]json.RawMessage) json.RawMessage {
	for _, k := range argsKeys {
		args, ok := members[k]
		if !ok {
			continue
		}
		var inner string
		if json.Unmarshal(args, &inner) == nil && isObject(inner) {
			return json.RawMessage(inner) // written as a text, as in native calls
		}
		return args
	}
	delete(members, "thought")
	delete(members, "思考")
	delete(members, "type")
	b, err := json.Marshal(members)
	if err != nil {
		panic("method: members that were read have no JSON: " + err.Error())
	}
	return b
}

// answerText returns a final answer given as arguments: a text, or the only text of an
// object.
func answerText(args json.RawMessage) string {
	var text string
	if json.Unmarshal(args, &text) == nil {
		return strings.TrimSpace(text)
	}
	if members, _ := membersOf(args); len(members) == 1 {
		for _, m := range members {
			if json.Unmarshal(m, &text) == nil {
				return strings.TrimSpace(text)
			}
		}
	}
	return strings.TrimSpace(string(args))
}

// excerpt returns the beginning of a long text, for messages.
func excerpt(text string) string {
	const most = 60
	begin, missing := truncate(text, most)
	if missing > 0 {
		return begin + "…"
	}
	return begin
}
