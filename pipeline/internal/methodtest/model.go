// Package methodtest is a scripted model for the agents of package method, for tests and for
// people without an API key. It knows a set of tasks. From a conversation alone it recognises
// the task, the phase and the progress; it keeps no state, so it serves any number of
// concurrent trials and gives equal conversations equal answers.
package methodtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Skill is how well the model performs.
type Skill string

// The closed set of skills.
const (
	// Competent makes the calls of the task's steps and then gives the task's answer. With
	// native calls, it makes all calls of a round at once, see [task.CallRounds].
	Competent Skill = "competent"
	// Fallible makes one mistake or none at each task. The probability that it makes none
	// falls from 0.9 at one hop to 0.3 at five. It makes the same calls as Competent apart
	// from the mistake.
	Fallible Skill = "fallible"
	// Clumsy precedes each right call by two wrong ones: one with a misspelt argument, and
	// one of a wrong tool or, at first, with invalid JSON. It then gives the task's answer.
	Clumsy Skill = "clumsy"
	// Looping repeats the first call and ends without the answer.
	Looping Skill = "looping"
)

// Skills returns every skill.
func Skills() []Skill { return []Skill{Competent, Fallible, Clumsy, Looping} }

// Model returns the script of a model that knows tasks of a domain. It understands the
// conversations of every method and protocol of package method, with or without worked examples, in either
// style of tool calls and in every language of the prompts. A task is recognised by its
// language and its question, or its draft if it has no question; of tasks with equal ones the
// first counts. A conversation about an unknown task gets a script error.
//
// A model that has not made all calls of a task, because its turns are used up, says that it
// does not know the answer. The mistakes of [Fallible] are drawn from the seed, the task and
// the method.
func Model(d *domain.Domain, tasks []*task.Task, s Skill, seed uint64) (llmtest.Script, error) {
	return PromptedModel(method.ShippedPrompts(), d, tasks, s, seed)
}

// PromptedModel is [Model] for agents with the given prompts, in their languages. The error
// reports prompts that begin alike, by which the model would take one stage of a trial for another.
func PromptedModel(prompts *method.PromptSet, d *domain.Domain, tasks []*task.Task, s Skill, seed uint64) (llmtest.Script, error) {
	m := &model{roles: map[[2]string]map[method.Name]*taskScript{}}
	for _, lang := range prompts.Languages() {
		p, err := prompts.Open(lang)
		if err != nil {
			return nil, err
		}
		m.languages = append(m.languages, newLanguage(lang, p))
	}
	if err := m.checkOpenings(); err != nil {
		return nil, err
	}
	for _, t := range tasks {
		asked := t.Question
		if asked == "" {
			asked = t.Draft
		}
		if key := [2]string{t.Language, asked}; m.roles[key] == nil {
			m.roles[key] = map[method.Name]*taskScript{}
			for _, name := range append(method.Names(), method.Direct) {
				m.roles[key][name] = newRole(d, t, s, seed, name)
			}
		}
	}
	return m.answer, nil
}

// model is a model that knows tasks. It is read-only.
type model struct {
	languages []*language
	roles     map[[2]string]map[method.Name]*taskScript // by language and question
}

// answer returns the model's reply to a request.
func (m *model) answer(q *llm.Request) llmtest.ModelAnswer {
	p := m.conversationState(q)
	if p == nil {
		return scriptError("no prompt begins with %q: want one of package method", excerpt(llmtest.System(q)))
	}
	r := m.roles[[2]string{p.language.tag, p.question}][p.method]
	if r == nil {
		return scriptError("no task has the question %q: want one", excerpt(p.question))
	}
	return r.answer(p)
}

func scriptError(format string, args ...any) llmtest.ModelAnswer {
	return llmtest.ModelAnswer{Err: fmt.Errorf(format, args...)}
}

func excerpt(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// conversationKind is the role of the model in a conversation.
type conversationKind int

const (
	selecting  conversationKind = iota
	acting                      // makes calls, with or without a plan
	planning                    // makes and revises the plan
	executing                   // carries out one step of the plan
	recalling                   // answers at once, without tools
	stepping                    // makes a plan and carries out its steps, by the paper's protocol
	closing                     // writes the answer from a trajectory, by the paper's protocol
	accounting                  // writes the summary from a trajectory, by the paper's protocol
)

// requestKind is what the last message asks the model for.
type requestKind int

const (
	toAct requestKind = iota
	toPlan
	toReplan
	toAnswer
	toSummarise
)

// conversationState is the progress of a conversation.
type conversationState struct {
	language *language
	scene    conversationKind
	method   method.Name
	request  requestKind
	question string
	step     string             // the step to carry out
	tools    []llm.FunctionTool // tools declared for native calls; nil if calls are text
	results  int                // number of calls with a result
	broken   int                // number of calls rejected as invalid JSON
	reported string             // what was reported to the planner, or the trajectory
}

// language holds the texts by which conversations in one language are recognised.
type language struct {
	tag     string
	prompts *method.Prompts
	scenes  []promptOpening
	// Texts before and after the question and the step.
	asked, question, step, afterStep string
	report, observation              string
	// Texts before and after the number of a step, by the paper's protocol.
	numbered, afterNumber string
	broken                []string // beginnings of replies to invalid calls
}

// promptOpening is the text that begins a kind of conversation.
type promptOpening struct {
	text   string
	scene  conversationKind
	method method.Name // any of them for a selection, and for closing and accounting
	key    string      // of the prompt
}

// upTo returns a prompt up to its first slot.
func upTo(text string) string {
	before, _, _ := strings.Cut(text, "{")
	return before
}

// before returns the text between a slot and the slot before it.
func before(text, slot string) string {
	text, _, _ = strings.Cut(text, "{"+slot+"}")
	return text[strings.LastIndex(text, "}")+1:]
}

func newLanguage(tag string, p *method.Prompts) *language {
	l := &language{tag: tag, prompts: p, asked: p.Words.AskedOf, question: strings.TrimLeft(before(p.Question, "question"), "\n"),
		step: strings.TrimLeft(before(p.Step, "step"), "\n"), afterStep: before(p.Step, "question"), report: upTo(p.Report), broken: []string{upTo(p.Complaints.Arguments), p.Complaints.Text, p.Complaints.TextStep}}
	l.observation = map[string]string{"en": "Observation:", "pt": "Observação:", "zh": "观察："}[tag]
	for _, o := range []promptOpening{
		{p.Select, selecting, method.ReAct, "select"}, {p.ReAct, acting, method.ReAct, "react"}, {p.Solve, acting, method.PlanAndSolve, "solve"},
		{p.Plan, planning, method.PlanAndExecute, "plan"}, {p.Execute, executing, method.PlanAndExecute, "execute"},
		{p.Direct, recalling, method.Direct, "direct"},
		{p.Paper.Solve, stepping, method.PlanAndSolve, "paper solve"}, {p.Paper.Execute, stepping, method.PlanAndExecute, "paper execute"},
		{p.Paper.Close, closing, method.ReAct, "paper close"}, {p.Paper.Summary, accounting, method.ReAct, "paper summary"},
	} {
		if o.text != "" { // the paper's were not read otherwise
			l.scenes = append(l.scenes, promptOpening{strings.TrimSpace(upTo(o.text)), o.scene, o.method, o.key})
		}
	}
	l.numbered = upTo(p.Paper.Step)
	l.afterNumber = before(p.Paper.Step, "step")
	return l
}

// checkOpenings returns an error for two prompts of which one begins as the whole opening of
// the other.
func (m *model) checkOpenings() error {
	var all []promptOpening
	for _, l := range m.languages {
		for _, s := range l.scenes {
			s.key = l.tag + ".yaml: " + s.key
			for _, other := range all {
				if strings.HasPrefix(s.text, other.text) || strings.HasPrefix(other.text, s.text) {
					return fmt.Errorf("the prompts %s and %s begin alike: want a scripted model to tell them apart by the words before the first slot", other.key, s.key)
				}
			}
			all = append(all, s)
		}
	}
	return nil
}

// conversationState returns the state of a conversation; nil if it is not a conversation of
// package method.
func (m *model) conversationState(q *llm.Request) *conversationState {
	system := llmtest.System(q)
	if system == "" && len(q.Messages) > 0 {
		system = q.Messages[0].Text
	}
	for _, l := range m.languages {
		for _, s := range l.scenes {
			if strings.HasPrefix(system, s.text) {
				return l.part(q, &s)
			}
		}
	}
	return nil
}

func (l *language) part(q *llm.Request, o *promptOpening) *conversationState {
	p := &conversationState{language: l, scene: o.scene, method: o.method, tools: q.Tools}
	first := true
	for i := range q.Messages {
		switch m := &q.Messages[i]; m.Role {
		case llm.User:
			text := m.Text
			if first {
				l.readQuestion(p, text)
				first = false
			}
			l.readUser(p, text)
		case llm.ToolRole:
			p.results++
		}
	}
	return p
}

// readQuestion reads the question and the executor's step from the first message.
func (l *language) readQuestion(p *conversationState, text string) {
	switch p.scene {
	case selecting:
		p.question = strings.TrimSpace(strings.TrimPrefix(text, l.asked))
	case recalling:
		p.question = text
	case closing:
		p.question, p.reported = l.cutTrajectory(l.prompts.Paper.Close, text)
	case accounting:
		p.question, p.reported = l.cutTrajectory(l.prompts.Paper.Summary, text)
	case executing:
		_, rest, _ := cutLine(text, l.step)
		p.step, p.question, _ = strings.Cut(rest, l.afterStep)
	default:
		_, p.question, _ = cutLine(text, l.question)
		p.question = strings.TrimSuffix(p.question, "\n\n"+l.prompts.PlanNow)
	}
}

// cutTrajectory cuts question and trajectory out of a prompt that was filled with them, in this
// order.
func (l *language) cutTrajectory(prompt, text string) (question, trajectory string) {
	_, text, _ = strings.Cut(text, before(prompt, "question"))
	question, trajectory, _ = strings.Cut(text, before(prompt, "trajectory"))
	return question, trajectory
}

// cutLine cuts a text around the last line that begins with sep. Within a line, sep may be a
// word of the question.
func cutLine(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, "\n"+sep); i >= 0 {
		return text[:i], text[i+1+len(sep):], true
	}
	if after, found := strings.CutPrefix(text, sep); found {
		return "", after, true
	}
	return text, "", false
}

// readUser reads a later message: the result of a call, or a request.
func (l *language) readUser(p *conversationState, text string) {
	w := l.prompts
	if p.scene == stepping {
		p.request = toAct
	}
	for _, c := range []struct {
		end     string
		request requestKind
	}{{w.PlanNow, toPlan}, {w.CarryOut, toAct}, {w.Replan, toReplan}, {w.Paper.Replan, toReplan}, {w.Answer, toAnswer}, {w.Summary, toSummarise}} {
		if c.end != "" && strings.HasSuffix(text, c.end) {
			p.request = c.request
		}
	}
	if p.scene == stepping && p.request == toAct {
		_, step, _ := cutLine(text, l.numbered)
		_, p.step, _ = strings.Cut(step, l.afterNumber)
	}
	switch {
	case strings.HasPrefix(text, l.observation):
		p.results++
	case slices.ContainsFunc(l.broken, func(b string) bool { return strings.HasPrefix(text, b) }):
		p.broken++
	case strings.HasPrefix(text, l.report):
		p.reported += text + "\n"
	}
}

// endsTrials reports whether a tool ends trials.
func endsTrials(d *domain.Domain, name string) bool {
	return slices.ContainsFunc(d.Tools, func(t domain.Tool) bool { return t.Kind == domain.Finish && t.Name == name })
}
