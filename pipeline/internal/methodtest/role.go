package methodtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// taskScript is the model with one task. It is read-only.
type taskScript struct {
	words      *words
	skill      Skill
	steps      []scriptStep
	plan       []string // a line for each step, and the answer's
	choice     string   // the selection, as JSON
	final      string   // the answer
	account    string   // the summary
	finishTool string   // the tool that ends a trial; "" for none
}

// scriptStep is a call of the task with the moves that come before it.
type scriptStep struct {
	thought string
	result  string
	moves   []llmtest.AnswerCall
}

// words are what the model says in a language.
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

// scriptStep returns the moves that lead to a call.
func (r *taskScript) step(d *domain.Domain, tool, args string, n int) scriptStep {
	call := llmtest.AnswerCall{Tool: tool, Arguments: args}
	look := fmt.Sprintf(r.words.look, tool, args)
	s := scriptStep{thought: look, result: look, moves: []llmtest.AnswerCall{call}}
	if r.skill != Clumsy {
		return s
	}
	wrong := []llmtest.AnswerCall{{Tool: otherLookup(d, tool), Arguments: args}, {Tool: tool, Arguments: misspelt(args)}}
	if n == 0 {
		wrong = append(wrong, llmtest.AnswerCall{Tool: tool, Arguments: brokenArguments})
	}
	s.moves = append(wrong, s.moves...)
	return s
}

// brokenArguments are arguments that are no JSON, and that can be mended in no one way.
const brokenArguments = `{"identifier": "`

// otherLookup returns a lookup that is not the tool, which then goes by a name that there is not.
func otherLookup(d *domain.Domain, tool string) string {
	for i := range d.Tools {
		if t := &d.Tools[i]; t.Kind == domain.Lookup && t.Name != tool {
			return t.Name
		}
	}
	return tool + "_"
}

// misspelt returns arguments in which the first name in alphabetical order has an
// underscore too many.
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
		panic("methodtest: arguments that were read have no JSON: " + err.Error())
	}
	return string(b)
}

// selected writes a selection; with nothing to select, the first tool.
func selected(d *domain.Domain, tables, tools []string) string {
	if len(tools) == 0 {
		tools = []string{d.Tools[0].Name}
	}
	b, err := json.Marshal(map[string][]string{"tables": unique(tables), "tools": unique(tools)})
	if err != nil {
		panic("methodtest: names have no JSON: " + err.Error())
	}
	return string(b)
}

// unique returns each text once, in the order they first come.
func unique(list []string) []string {
	out := []string{}
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// answer answers.
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

// numbered writes a plan.
func numbered(steps []string) string {
	var b strings.Builder
	for i, s := range steps {
		b.WriteString(strconv.Itoa(i+1) + ". " + s + "\n")
	}
	return b.String()
}

// remainingSteps is what the planner says after so many steps: those that are left, or the answer.
func (r *taskScript) remainingSteps(reports int) string {
	if r.skill == Looping {
		return numbered(r.plan)
	}
	if reports >= len(r.plan)-1 {
		return r.words.final + r.final
	}
	return numbered(r.plan[reports:])
}

// act makes the next move of all steps, or gives the answer.
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

// position is how many moves of a conversation are made. Those with broken JSON are told
// by what the model was told of them, and only a clumsy one makes any.
func (r *taskScript) position(p *conversationState) int {
	if r.skill == Clumsy {
		return p.results + p.broken
	}
	return p.results
}

// execute makes the next move of one step, or reports on it.
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

// move makes a call.
func (r *taskScript) move(p *conversationState, s *scriptStep, at int) llmtest.ModelAnswer {
	call := s.moves[at]
	if len(p.tools) > 0 {
		return llmtest.ModelAnswer{Content: s.thought, Calls: []llmtest.AnswerCall{call}}
	}
	return say(r.words.thought + s.thought + "\n" + r.words.action + `{"tool": ` + strconv.Quote(call.Tool) + `, "arguments": ` + call.Arguments + `}`)
}

// end gives the answer: through the tool for it where calls are native.
func (r *taskScript) end(p *conversationState) llmtest.ModelAnswer {
	if slices.ContainsFunc(p.tools, func(t llmtest.FunctionTool) bool { return t.Function.Name == r.finishTool }) {
		args, err := json.Marshal(map[string]string{"answer": r.final})
		if err != nil {
			return scriptError("the answer: %w", err)
		}
		return llmtest.ModelAnswer{Calls: []llmtest.AnswerCall{{Tool: r.finishTool, Arguments: string(args)}}}
	}
	return say(r.words.final + r.final)
}
