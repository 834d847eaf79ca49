package methodtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// taskScript is the model's script for one task. It is read-only.
type taskScript struct {
	words      *words
	skill      Skill
	calls      []scriptCall
	choice     string // the selected tables and tools, as JSON
	final      string // the answer
	finishTool string // the tool that ends a trial; "" for none
}

// scriptCall is a call of the task.
type scriptCall struct {
	llm.ToolCall
	round int            // calls of one round are made at once where the form of calls allows it
	look  string         // the call in words: a line of the plan, and the thought before the call
	found []string       // values that it and the operations after it yield
	wrong []llm.ToolCall // wrong calls before it
}

// words are the model's phrases in one language.
type words struct{ look, answer, lost, found, thought, action, result, final string }

var wordsByLanguage = map[string]*words{
	"en": {"Call %s with %s.", "Answer the question.", "I could not find that.", "Found on the way: ",
		"Thought: ", "Action: ", "Result: ", "Final Answer: "},
	"pt": {"Chamar %s com %s.", "Responder à pergunta.", "Não foi possível encontrar isso.", "Encontrado no caminho: ",
		"Pensamento: ", "Ação: ", "Resultado: ", "Resposta final: "},
	"zh": {"用 %s 查询 %s。", "回答问题。", "没有查到。", "途中查到：",
		"思考：", "行动：", "结果：", "最终答案："},
}

// newRole returns the script of a task for a model of the given skill that works by a method.
func newRole(d *domain.Domain, t *task.Task, s Skill, seed uint64, by method.Name) *taskScript {
	r := &taskScript{words: wordsByLanguage[t.Language], skill: s, final: t.Answer}
	if r.words == nil {
		r.words = wordsByLanguage["en"]
	}
	r.addCalls(d, t)
	var tables, tools []string
	for i := range r.calls {
		tools = append(tools, r.calls[i].Name)
		if spec := d.Tool(r.calls[i].Name); spec != nil && spec.Table != "" {
			tables = append(tables, spec.Table)
		}
	}
	r.choice = selected(d, tables, tools)
	for i := range d.Tools {
		if d.Tools[i].Kind == domain.Finish {
			r.finishTool = d.Tools[i].Name
		}
	}
	switch s {
	case Looping:
		r.final = r.words.lost
	case Fallible:
		r.addMistake(d, t, seed, by)
	}
	return r
}

// addCalls adds the calls of the task, round by round.
func (r *taskScript) addCalls(d *domain.Domain, t *task.Task) {
	at := map[int]int{} // number of the call by number of the step
	for n, round := range task.CallRounds(t) {
		for _, i := range round {
			s := &t.Steps[i]
			if endsTrials(d, s.Tool) {
				continue
			}
			c := scriptCall{ToolCall: llm.ToolCall{Name: s.Tool, Arguments: string(s.Arguments)}, round: n, look: fmt.Sprintf(r.words.look, s.Tool, s.Arguments)}
			if r.skill == Clumsy {
				c.wrong = []llm.ToolCall{{Name: s.Tool, Arguments: misspelt(c.Arguments)}, {Name: otherLookup(d, s.Tool), Arguments: c.Arguments}}
				if len(r.calls) == 0 {
					c.wrong[1] = llm.ToolCall{Name: s.Tool, Arguments: brokenArguments}
				}
			}
			at[i] = len(r.calls)
			r.calls = append(r.calls, c)
		}
	}
	last := 0
	for i := range t.Steps {
		if n, ok := at[i]; ok {
			last = n
		}
		if last < len(r.calls) {
			r.calls[last].found = append(r.calls[last].found, t.Steps[i].Selected...)
		}
	}
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
	case p.scene == recalling:
		return say(r.final)
	case p.scene == closing:
		return say(r.finalAnswer(p))
	case p.scene == stepping:
		return r.takeStep(p)
	case p.request == toSummarise || p.scene == accounting:
		return say(r.summary(p))
	case p.request == toAnswer:
		return say(r.words.final + r.finalAnswer(p))
	case p.request == toPlan:
		return say(r.plan(r.calls))
	case p.scene == planning:
		return say(r.remainingSteps(p))
	case p.scene == executing:
		return r.execute(p)
	}
	return r.act(p)
}

func say(text string) llmtest.ModelAnswer { return llmtest.ModelAnswer{Content: text} }

// plan writes calls as numbered lines, a round each, and a line for the answer.
func (r *taskScript) plan(calls []scriptCall) string {
	var lines []string
	for i := range calls {
		if i > 0 && calls[i].round == calls[i-1].round {
			lines[len(lines)-1] += " " + calls[i].look
		} else {
			lines = append(lines, calls[i].look)
		}
	}
	var b strings.Builder
	for i, line := range append(lines, r.words.answer) {
		b.WriteString(strconv.Itoa(i+1) + ". " + line + "\n")
	}
	return b.String()
}

// takeStep returns the reply by the paper's protocol: a plan with a call in each step, the steps
// that are left, the next call, or the answer. A model that makes a wrong call has to make the
// right one in a later step, of which a plan that is not revised has none.
func (r *taskScript) takeStep(p *conversationState) llmtest.ModelAnswer {
	switch p.request {
	case toPlan:
		return say(r.stepPlan(r.calls))
	case toReplan:
		if r.skill == Looping {
			return say(r.stepPlan(r.calls))
		}
		return say(r.stepPlan(r.callsLeft(p)))
	}
	if p.step != r.words.answer || r.skill == Looping {
		if a, ok := r.nextCalls(p, r.calls); ok {
			return a
		}
	}
	return say(r.words.final + r.finalAnswer(p))
}

// stepPlan writes calls as numbered lines, one each, and a line for the answer.
func (r *taskScript) stepPlan(calls []scriptCall) string {
	alone := slices.Clone(calls)
	for i := range alone {
		alone[i].round = i
	}
	return r.plan(alone)
}

// remainingSteps returns the planner's reply: the steps that are left, or the answer.
func (r *taskScript) remainingSteps(p *conversationState) string {
	if r.skill == Looping {
		return r.plan(r.calls)
	}
	if left := r.callsLeft(p); len(left) > 0 {
		return r.plan(left)
	}
	return r.words.final + r.final
}

// callsLeft returns the calls that a conversation has not made.
func (r *taskScript) callsLeft(p *conversationState) []scriptCall {
	if p.scene != planning && p.scene != closing && p.scene != accounting {
		at := r.position(p)
		for i := range r.calls {
			if at -= len(r.calls[i].wrong) + 1; at < 0 {
				return r.calls[i:]
			}
		}
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.calls), func(c scriptCall) bool { return strings.Contains(p.reported, callText(c.ToolCall)) })
}

// finalAnswer returns the answer when no more calls can be made: that of the task if all its
// calls were.
func (r *taskScript) finalAnswer(p *conversationState) string {
	if len(r.callsLeft(p)) > 0 {
		return r.words.lost
	}
	return r.final
}

// summary returns the account of what the calls found, and the answer.
func (r *taskScript) summary(p *conversationState) string {
	if r.skill == Looping {
		return r.words.lost
	}
	var found []string
	left := r.callsLeft(p)
	for i := range r.calls {
		if !slices.ContainsFunc(left, func(c scriptCall) bool { return c.look == r.calls[i].look }) {
			found = append(found, r.calls[i].found...)
		}
	}
	return r.words.found + strings.Join(append(unique(found), r.finalAnswer(p)), "; ")
}

// act makes the next calls, or gives the answer after the last.
func (r *taskScript) act(p *conversationState) llmtest.ModelAnswer {
	if a, ok := r.nextCalls(p, r.calls); ok {
		return a
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

// execute makes the next calls of the executor's step, or reports on the step.
func (r *taskScript) execute(p *conversationState) llmtest.ModelAnswer {
	if p.step == r.words.answer {
		return r.end(p)
	}
	var mine []scriptCall
	var found []string
	for i := range r.calls {
		if c := r.calls[i]; strings.Contains(p.step, c.look) {
			mine, found = append(mine, c), append(found, c.found...)
		}
	}
	if mine == nil {
		return scriptError("the plan has no step %q: want one that the model planned", p.step)
	}
	if a, ok := r.nextCalls(p, mine); ok {
		return a
	}
	result := mine[0].look
	if found != nil {
		result = r.words.found + strings.Join(unique(found), "; ")
	}
	if len(p.tools) > 0 {
		return say(result)
	}
	return say(r.words.result + result)
}

// nextCalls returns the reply that makes the next of the calls: with native calls all that
// are left of its round, else one. It is false if all were made.
func (r *taskScript) nextCalls(p *conversationState, calls []scriptCall) (llmtest.ModelAnswer, bool) {
	at := r.position(p)
	if r.skill == Looping {
		at = 0
	}
	for i := range calls {
		c := &calls[i]
		if at > len(c.wrong) {
			at -= len(c.wrong) + 1
			continue
		}
		if at < len(c.wrong) {
			return r.call(p, c.look, c.wrong[at]), true
		}
		now := []llm.ToolCall{c.ToolCall}
		for _, next := range calls[i+1:] {
			if len(p.tools) > 0 && r.skill != Looping && next.round == c.round && next.wrong == nil && len(now) < agent.MaxCallsPerReply {
				now = append(now, next.ToolCall)
			}
		}
		return r.call(p, c.look, now...), true
	}
	return llmtest.ModelAnswer{}, false
}

// call returns the reply that makes calls; of calls in text there is one.
func (r *taskScript) call(p *conversationState, thought string, calls ...llm.ToolCall) llmtest.ModelAnswer {
	if len(p.tools) > 0 {
		return llmtest.ModelAnswer{Content: thought, Calls: calls}
	}
	return say(r.words.thought + thought + "\n" + r.words.action + callText(calls[0]))
}

// callText writes a call as prompts ask for it.
func callText(c llm.ToolCall) string {
	return `{"tool": ` + strconv.Quote(c.Name) + `, "arguments": ` + c.Arguments + `}`
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
