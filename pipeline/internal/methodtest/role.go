package methodtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// taskScript is the model's script for one task. It is read-only.
type taskScript struct {
	words      *words
	skill      Skill
	steps      []scriptStep
	plan       []string // one line per step, then a line for the answer
	choice     string   // the selected tables and tools, as JSON
	final      string   // the answer
	account    string   // the summary
	finishTool string   // the tool that ends a trial; "" for none
}

// scriptStep is a call of the task with the wrong moves before it.
type scriptStep struct {
	thought string
	result  string
	moves   []llm.ToolCall
}

// words are the model's phrases in one language.
type words struct{ look, answer, lost, found, thought, action, result, final string }

var wordsByLanguage = map[string]*words{
	"en": {"Call %s with %s.", "Answer the question.", "I could not find that.", "Found on the way: ",
		"Thought: ", "Action: ", "Result: ", "Final Answer: "},
	"zh": {"用 %s 查询 %s。", "回答问题。", "没有查到。", "途中查到：",
		"思考：", "行动：", "结果：", "最终答案："},
}

func newRole(d *domain.Domain, t *task.Task, s Skill) *taskScript {
	r := &taskScript{words: wordsByLanguage[t.Language], skill: s, final: t.Answer}
	if r.words == nil {
		r.words = wordsByLanguage["en"]
	}
	var tables, tools, found []string
	for _, one := range t.Steps {
		found = append(found, one.Selected...)
		if one.Tool == "" || endsTrials(d, one.Tool) {
			continue
		}
		spec := d.Tool(one.Tool)
		tools = append(tools, one.Tool)
		if spec != nil && spec.Table != "" {
			tables = append(tables, spec.Table)
		}
		r.steps = append(r.steps, r.step(d, one.Tool, string(one.Arguments), len(r.steps)))
		if one.Selected != nil {
			r.steps[len(r.steps)-1].result = r.words.found + strings.Join(one.Selected, "; ")
		}
		r.plan = append(r.plan, fmt.Sprintf(r.words.look, one.Tool, one.Arguments))
	}
	r.plan = append(r.plan, r.words.answer)
	r.choice = selected(d, tables, tools)
	r.account = r.words.found + strings.Join(append(unique(found), t.Answer), "; ")
	if s == Looping {
		r.final, r.account = r.words.lost, r.words.lost
	}
	for i := range d.Tools {
		if d.Tools[i].Kind == domain.Finish {
			r.finishTool = d.Tools[i].Name
		}
	}
	return r
}

// step returns the script of the n-th step, a call of tool with args.
func (r *taskScript) step(d *domain.Domain, tool, args string, n int) scriptStep {
	call := llm.ToolCall{Name: tool, Arguments: args}
	look := fmt.Sprintf(r.words.look, tool, args)
	s := scriptStep{thought: look, result: look, moves: []llm.ToolCall{call}}
	if r.skill != Clumsy {
		return s
	}
	wrong := []llm.ToolCall{{Name: otherLookup(d, tool), Arguments: args}, {Name: tool, Arguments: misspelt(args)}}
	if n == 0 {
		wrong = append(wrong, llm.ToolCall{Name: tool, Arguments: brokenArguments})
	}
	s.moves = append(wrong, s.moves...)
	return s
}

// brokenArguments are arguments with invalid JSON that has no single repair.
const brokenArguments = `{"identifier": "`

// otherLookup returns the name of a lookup other than tool, or an unknown name if there is
// none.
func otherLookup(d *domain.Domain, tool string) string {
	for i := range d.Tools {
		if t := &d.Tools[i]; t.Kind == domain.Lookup && t.Name != tool {
			return t.Name
		}
	}
	return tool + "_"
}

// misspelt returns arguments in which the alphabetically first name has an extra underscore.
func misspelt(args string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(args), &members) != nil || len(members) == 0 {
		return `{"unexpected_": true}`
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	first := slices.Min(names)
	members[first+"_"] = members[first]
	delete(members, first)
	b, err := json.Marshal(members)
	if err != nil {
		panic("methodtest: encoding arguments as JSON:  " + err.Error())
	}
	return string(b)
}

// selected returns a selection of tables and tools as JSON; without tools, of the domain's
// first tool.
func selected(d *domain.Domain, tables, tools []string) string {
	if len(tools) == 0 {
		tools = []string{d.Tools[0].Name}
	}
	b, err := json.Marshal(map[string][]string{"tables": unique(tables), "tools": unique(tools)})
	if err != nil {
		panic("methodtest: encoding names as JSON:  " + err.Error())
	}
	return string(b)
}

// unique returns the distinct texts in order of first occurrence.
func unique(list []string) []string {
	out := []string{}
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// answer returns the model's reply for the state of a conversation.
func (r *taskScript) answer(p *conversationState) llmtest.ModelAnswer {
	switch {
	case p.scene == selecting:
		return say(r.choice)
	case p.request == toSummarise:
		return say(r.account)
	case p.request == toAnswer:
		return say(r.words.final + r.final)
	case p.request == toPlan:
		return say(numbered(r.plan))
	case p.scene == planning:
		return say(r.remainingSteps(p.reports))
	case p.scene == executing:
		return r.execute(p)
	}
	return r.act(p)
}

func say(text string) llmtest.ModelAnswer { return llmtest.ModelAnswer{Content: text} }

// numbered writes a plan as numbered lines.
func numbered(steps []string) string {
	var b strings.Builder
	for i, s := range steps {
		b.WriteString(strconv.Itoa(i+1) + ". " + s + "\n")
	}
	return b.String()
}

// remainingSteps returns the planner's reply after so many reports: the remaining steps, or the
// answer.
func (r *taskScript) remainingSteps(reports int) string {
	if r.skill == Looping {
		return numbered(r.plan)
	}
	if reports >= len(r.plan)-1 {
		return r.words.final + r.final
	}
	return numbered(r.plan[reports:])
}

// act makes the next call, or gives the answer after the last.
func (r *taskScript) act(p *conversationState) llmtest.ModelAnswer {
	at := r.position(p)
	for i := range r.steps {
		if r.skill == Looping {
			return r.move(p, &r.steps[0], 0)
		}
		if s := &r.steps[i]; at < len(s.moves) {
			return r.move(p, s, at)
		}
		at -= len(r.steps[i].moves)
	}
	return r.end(p)
}

// position returns the number of moves made in a conversation. Only a clumsy model sends
// invalid JSON; such moves are counted by the complaints about them.
func (r *taskScript) position(p *conversationState) int {
	if r.skill == Clumsy {
		return p.results + p.broken
	}
	return p.results
}

// execute makes the next call of the executor's step, or reports on the step.
func (r *taskScript) execute(p *conversationState) llmtest.ModelAnswer {
	n := slices.Index(r.plan, p.step)
	if n < 0 {
		return scriptError("the plan has no step %q: want one that the model planned", p.step)
	}
	if n == len(r.steps) {
		return r.end(p)
	}
	s := &r.steps[n]
	at := r.position(p)
	if r.skill == Looping {
		at = 0
	}
	if at < len(s.moves) {
		return r.move(p, s, at)
	}
	if len(p.tools) > 0 {
		return say(s.result)
	}
	return say(r.words.result + s.result)
}

// move returns the reply that makes move at of a step.
func (r *taskScript) move(p *conversationState, s *scriptStep, at int) llmtest.ModelAnswer {
	call := s.moves[at]
	if len(p.tools) > 0 {
		return llmtest.ModelAnswer{Content: s.thought, Calls: []llm.ToolCall{call}}
	}
	return say(r.words.thought + s.thought + "\n" + r.words.action + `{"tool": ` + strconv.Quote(call.Name) + `, "arguments": ` + call.Arguments + `}`)
}

// end returns the reply with the answer: a call of the finishing tool if calls are native, else
// a text.
func (r *taskScript) end(p *conversationState) llmtest.ModelAnswer {
	if slices.ContainsFunc(p.tools, func(t llm.FunctionTool) bool { return t.Name == r.finishTool }) {
		args, err := json.Marshal(map[string]string{"answer": r.final})
		if err != nil {
			return scriptError("the answer: %w", err)
		}
		return llmtest.ModelAnswer{Calls: []llm.ToolCall{{Name: r.finishTool, Arguments: string(args)}}}
	}
	return say(r.words.final + r.final)
}
