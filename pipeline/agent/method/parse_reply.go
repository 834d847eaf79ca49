package method

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/agent"
)

// parsedReply is what an answer in text comes to.
type parsedReply struct {
	// kind is action for a call, or final or result; plain for a slip.
	kind kind
	// tool and args are the call.
	tool string
	args json.RawMessage
	// text is that of the final answer or the result.
	text string
	// kept is the part of the answer that goes on in the conversation: up to the end of
	// its first call, without what it made up.
	kept string
	// prose tells that it is a text that neither calls nor answers.
	prose bool
	// replyFault says why there is nothing to go on with, detail more of it.
	slip   agent.ReplyFault
	detail string
}

// parseReply reads an answer that calls a tool in text or gives a final answer; and, for a step
// of a plan, a result. Of several calls the first counts. A label counts where a line
// begins with it; an object that names a tool counts without one.
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

// parseCall reads the call that begins at body: an object that names tool and arguments, or
// the tool's name and, behind it or on a line of their own, the arguments.
func parseCall(text string, body int) parsedReply {
	rest := text[body:]
	at := len(rest) - len(trimCallPrefix(rest))
	if strings.HasPrefix(rest[at:], "{") || strings.HasPrefix(rest[at:], "｛") {
		value, n, ok := parseLooseJSON(rest[at:])
		if !ok {
			return parsedReply{slip: agent.BadArguments, detail: "the action is no JSON object", kept: text}
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
		return parsedReply{slip: agent.BadArguments, tool: name, detail: fmt.Sprintf("the arguments for %s are no JSON", excerpt(name)), kept: text}
	}
	return parsedReply{kind: action, tool: name, args: value, kept: throughCall(text, body+at+n)}
}

// throughCall returns a text up to the end of a call, with the rest of its line if that only
// closes brackets or a code block.
func throughCall(text string, end int) string {
	if strings.HasPrefix(strings.TrimSpace(text[end:]), "```") {
		end += strings.Index(text[end:], "```") + len("```")
	}
	return strings.TrimSpace(text[:end])
}

// trimCallPrefix returns what follows white space, brackets, and the beginning of a code
// block.
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

// parseUnlabelledCall reads the first object in a text that names a tool and has arguments.
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

// Names that models give to what a call has.
var (
	toolKeys = []string{"tool", "action", "name", "tool_name", "function", "工具"}
	argsKeys = []string{"arguments", "action_input", "input", "args", "parameters", "params", "tool_input", "参数"}
)

// parseCallObject reads a call, or the final answer, from an object, or from one that it has
// where the tool would be. Members that are neither the tool nor its arguments are
// argumentsOf where there are no others.
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

// answerText returns a final answer that stands where arguments do: a text, or the only
// text of an object.
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
