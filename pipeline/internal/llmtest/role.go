package llmtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Step is a turn of an agent: what it thinks and the call it makes.
type Step struct {
	Thought   string `json:"thought"`
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"` // as [Call.Arguments]
}

// Role is the part of an agent that knows what it will do: its steps one after the
// other, then its final answer. As written it is a competent agent; [Role.Clumsy] and
// [Role.Looping] make worse ones of it.
//
// A role is a value and keeps no state: which step's turn it is, is read from the
// conversation. So one serves any number of trials of its question at a time, and a
// call that is repeated gets the same answer.
type Role struct {
	// Question is a text that the conversation about this role's task holds in a user
	// message, and worked examples don't. The agent's own turns are counted from
	// there. "" stands for the first user message.
	Question string `json:"question"`
	// Steps are the turns before the final answer.
	Steps []Step `json:"steps"`
	// Final is the final answer.
	Final string `json:"final"`
	// Repeat starts the steps again after the last, so that the final answer never
	// comes as long as tools may be called.
	Repeat bool `json:"repeat,omitzero"`
}

// Clumsy returns the role of an agent that gets steps wrong before it gets them right:
// ahead of each it calls the tool other with the step's arguments, then the right tool
// with an argument's name misspelt. The steps are given by index; none means all. An
// agent takes two turns more for each of them.
func (r Role) Clumsy(other string, steps ...int) Role {
	var all []Step
	for i, s := range r.Steps {
		if len(steps) == 0 || slices.Contains(steps, i) {
			all = append(all, Step{s.Thought, other, s.Arguments}, Step{s.Thought, s.Tool, misspelt(s.Arguments)})
		}
		all = append(all, s)
	}
	r.Steps = all
	return r
}

// Looping returns the role of an agent that does the first step again and again.
func (r Role) Looping() Role {
	r.Steps, r.Repeat = r.Steps[:min(1, len(r.Steps))], true
	return r
}

// misspelt returns arguments in which the first name in alphabetical order has an
// underscore too many.
func misspelt(arguments string) string {
	var members map[string]jsontext.Value
	if json.Unmarshal([]byte(arguments), &members) != nil || len(members) == 0 {
		return `{"unexpected_":true}`
	}
	first := sorted(members)[0]
	members[first+"_"] = members[first]
	delete(members, first)
	text, err := json.Marshal(members, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("llmtest: arguments that were read can't be written: %v", err))
	}
	return string(text)
}

// at returns the step whose turn it is after so many turns, or false for the final
// answer.
func (r Role) at(turn int) (Step, bool) {
	if r.Repeat && len(r.Steps) > 0 {
		turn %= len(r.Steps)
	}
	if turn >= len(r.Steps) {
		return Step{}, false
	}
	return r.Steps[turn], true
}

// turns counts the agent's turns so far: the assistant's messages after the question,
// or, for agents that put everything into one message, the lines after the question
// that begin with observation.
func (r Role) turns(q *Request, observation string) int {
	start := slices.IndexFunc(q.Messages, func(m Message) bool {
		return m.Role == RoleUser && strings.Contains(m.Text(), r.Question)
	})
	if start < 0 {
		return 0
	}
	n := 0
	for _, m := range q.Messages[start+1:] {
		if m.Role == RoleAssistant {
			n++
		}
	}
	if n > 0 || observation == "" {
		return n
	}
	_, after, _ := strings.Cut(q.Messages[start].Text(), r.Question)
	for line := range strings.Lines(after) {
		if strings.HasPrefix(strings.TrimSpace(line), observation) {
			n++
		}
	}
	return n
}

// Cast says which role a request is for; false if it knows none.
type Cast func(*Request) (Role, bool)

// Roles returns a cast of roles told apart by their questions: a request is for the
// role whose question stands first in its user messages, the longest where several
// begin there. A role without a question gets the requests that no other is for. It
// takes time by the length of the messages, whatever the number of roles.
func Roles(roles ...Role) Cast {
	width := 0 // the questions' common length for looking them up
	for _, r := range roles {
		if n := len(r.Question); n > 0 && (width == 0 || n < width) {
			width = min(n, 48)
		}
	}
	begins := make(map[string][]Role)
	var rest []Role
	for _, r := range roles {
		if r.Question == "" {
			rest = append(rest, r)
			continue
		}
		begins[r.Question[:width]] = append(begins[r.Question[:width]], r)
	}
	for _, same := range begins {
		slices.SortStableFunc(same, func(a, b Role) int { return len(b.Question) - len(a.Question) })
	}
	return func(q *Request) (Role, bool) {
		for i := range q.Messages {
			if q.Messages[i].Role != RoleUser {
				continue
			}
			text := q.Messages[i].Text()
			for at := 0; width > 0 && at+width <= len(text); at++ {
				for _, r := range begins[text[at:at+width]] {
					if strings.HasPrefix(text[at:], r.Question) {
						return r, true
					}
				}
			}
		}
		if len(rest) > 0 {
			return rest[0], true
		}
		return Role{}, false
	}
}

// Style is how an agent writes calls and answers into its text.
type Style struct {
	// Step writes a turn with a call, Final one with the final answer.
	Step  func(Step) string
	Final func(string) string
	// Observation is what a line with a tool's result begins with.
	Observation string
}

// Plain is the style of ReAct prompts (Yao et al., 2023) as commonly written: lines
// that begin with Thought, Action, Action Input and Final Answer.
func Plain() Style {
	return Style{
		Step: func(s Step) string {
			return fmt.Sprintf("Thought: %s\nAction: %s\nAction Input: %s", s.Thought, s.Tool, s.Arguments)
		},
		Final:       func(answer string) string { return "Final Answer: " + answer },
		Observation: "Observation",
	}
}

// ReAct answers as the agents of a cast, which write their calls into the text.
func ReAct(cast Cast, style Style) Script {
	return cast.play(func(q *Request, r Role) Answer {
		if s, ok := r.at(r.turns(q, style.Observation)); ok {
			return Answer{Content: style.Step(s)}
		}
		return Answer{Content: style.Final(r.Final)}
	})
}

// CallTools answers as the agents of a cast, which call tools natively. Where no tool
// may be called they give the final answer.
func CallTools(cast Cast) Script {
	return cast.play(func(q *Request, r Role) Answer {
		s, ok := r.at(r.turns(q, ""))
		if !ok || q.Tools == nil || q.ToolChoice.Mode == "none" {
			return Answer{Content: r.Final}
		}
		return Answer{Content: s.Thought, Calls: []Call{{s.Tool, s.Arguments}}}
	})
}

// Recite answers with a text about the role: its plan, the tools that it selects, a
// summary.
func Recite(cast Cast, write func(Role) string) Script {
	return cast.play(func(_ *Request, r Role) Answer { return Answer{Content: write(r)} })
}

// play answers as the role that the request is for.
func (c Cast) play(as func(*Request, Role) Answer) Script {
	return func(q *Request) Answer {
		r, ok := c(q)
		if !ok {
			return Answer{Err: fmt.Errorf("no role is for the message %q: want one whose question it holds", prefix(q.Last(), 40))}
		}
		return as(q, r)
	}
}
