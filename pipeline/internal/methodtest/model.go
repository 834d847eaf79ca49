// Package methodtest plays the model that the agents of package method talk to, for tests
// and for people without a key. It knows tasks, and recognises from a conversation alone
// which task it is about, in which phase it is and how far it has come; so it keeps no
// state, answers any number of trials at a time, and gives equal conversations equal
// answers.
package methodtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Skill is how well the model does.
type Skill string

// The closed set of skills.
const (
	// Competent makes the calls of a task's steps in order, then gives its answer.
	Competent Skill = "competent"
	// Clumsy makes each call first with a wrong tool, then with a misspelt argument; that
	// of the first step with broken JSON as well. It knows the answer all the same.
	Clumsy Skill = "clumsy"
	// Looping makes the first call again and again, and finds nothing.
	Looping Skill = "looping"
)

// Skills returns every skill.
func Skills() []Skill { return []Skill{Competent, Clumsy, Looping} }

// Model returns the script of a model that knows tasks of a domain, whose conversations are
// those of package method, with worked examples or without: of any method, with either way
// to call tools, in each language that there are prompts in. Tasks are told apart by
// language and question, or draft where they have none; of two with the same the first
// counts. A conversation about no task it knows is an error of the script.
func Model(d *domain.Domain, tasks []*task.Task, s Skill) (llmtest.Script, error) {
	m := &model{roles: map[[2]string]*taskScript{}}
	for _, lang := range method.Languages() {
		p, err := method.OpenPrompts(lang)
		if err != nil {
			return nil, err
		}
		m.languages = append(m.languages, newLanguage(lang, p))
	}
	for _, t := range tasks {
		asked := t.Question
		if asked == "" {
			asked = t.Draft
		}
		if key := [2]string{t.Language, asked}; m.roles[key] == nil {
			m.roles[key] = newRole(d, t, s)
		}
	}
	return m.answer, nil
}

// model is a model that knows tasks. It is read-only.
type model struct {
	languages []*language
	roles     map[[2]string]*taskScript // by language and question
}

// answer plays the model.
func (m *model) answer(q *llmtest.Request) llmtest.ModelAnswer {
	p := m.part(q)
	if p == nil {
		return scriptError("no prompt begins with %q: want one of package method", excerpt(q.System()))
	}
	r := m.roles[[2]string{p.language.tag, p.question}]
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

// conversationKind is what kind of conversation it is.
type conversationKind int

const (
	selecting conversationKind = iota
	acting                     // call by call, or along a plan
	planning                   // of the planner
	executing                  // of the executor
)

// requestKind is what the model is asked for last.
type requestKind int

const (
	toAct requestKind = iota
	toPlan
	toReplan
	toAnswer
	toSummarise
)

// conversationState is what a conversation tells.
type conversationState struct {
	language *language
	scene    conversationKind
	request  requestKind
	question string
	step     string                 // the executor's
	tools    []llmtest.FunctionTool // that can be called natively
	results  int                    // calls that were answered
	broken   int                    // calls that could not be read
	reports  int                    // of steps, to the planner
}

// language is how conversations in a language are recognised.
type language struct {
	tag     string
	prompts *method.Prompts
	scenes  []promptOpening
	// What stands before and after the question and the step.
	asked, question, step, afterStep string
	report, observation              string
	broken                           []string // how complaints about calls begin
}

// promptOpening is how a kind of conversation begins.
type promptOpening struct {
	text  string
	scene conversationKind
}

// upTo returns a prompt up to its first slot.
func upTo(text string) string {
	before, _, _ := strings.Cut(text, "{")
	return before
}

// before returns what stands between a slot and the one before it.
func before(text, slot string) string {
	text, _, _ = strings.Cut(text, "{"+slot+"}")
	return text[strings.LastIndex(text, "}")+1:]
}

func newLanguage(tag string, p *method.Prompts) *language {
	l := &language{tag: tag, prompts: p, asked: p.Words.AskedOf, question: strings.TrimLeft(before(p.Question, "question"), "\n"),
		step: strings.TrimLeft(before(p.Step, "step"), "\n"), afterStep: before(p.Step, "question"), report: upTo(p.Report), broken: []string{upTo(p.Complaints.Arguments), p.Complaints.Text, p.Complaints.TextStep}}
	l.observation = map[string]string{"en": "Observation:", "zh": "观察："}[tag]
	for _, o := range []promptOpening{
		{p.Select, selecting}, {p.ReAct, acting}, {p.Solve, acting}, {p.Plan, planning}, {p.Execute, executing},
	} {
		l.scenes = append(l.scenes, promptOpening{strings.TrimSpace(upTo(o.text)), o.scene})
	}
	return l
}

// conversationState reads a conversation; nil if it is none of package method.
func (m *model) part(q *llmtest.Request) *conversationState {
	system := q.System()
	for _, l := range m.languages {
		for _, s := range l.scenes {
			if strings.HasPrefix(system, s.text) {
				return l.part(q, s.scene)
			}
		}
	}
	return nil
}

func (l *language) part(q *llmtest.Request, s conversationKind) *conversationState {
	p := &conversationState{language: l, scene: s, tools: q.Tools}
	first := true
	for i := range q.Messages {
		switch m := &q.Messages[i]; m.Role {
		case llmtest.RoleUser:
			text := m.Text()
			if first {
				l.readQuestion(p, text)
				first = false
			}
			l.readUser(p, text)
		case llmtest.RoleTool:
			p.results++
		}
	}
	return p
}

// readQuestion reads the question, and the step of the executor, from the first message.
func (l *language) readQuestion(p *conversationState, text string) {
	switch p.scene {
	case selecting:
		p.question = strings.TrimSpace(strings.TrimPrefix(text, l.asked))
	case executing:
		_, rest, _ := cutLine(text, l.step)
		p.step, p.question, _ = strings.Cut(rest, l.afterStep)
	default:
		_, p.question, _ = cutLine(text, l.question)
		p.question = strings.TrimSuffix(p.question, "\n\n"+l.prompts.PlanNow)
	}
}

// cutLine cuts a text around the last line that begins with sep: within a line it can be
// a word of the question.
func cutLine(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, "\n"+sep); i >= 0 {
		return text[:i], text[i+1+len(sep):], true
	}
	if after, found := strings.CutPrefix(text, sep); found {
		return "", after, true
	}
	return text, "", false
}

// readUser reads what else a message says: what is asked for last, and what came of calls.
func (l *language) readUser(p *conversationState, text string) {
	w := l.prompts
	for _, c := range []struct {
		end     string
		request requestKind
	}{{w.PlanNow, toPlan}, {w.CarryOut, toAct}, {w.Replan, toReplan}, {w.Answer, toAnswer}, {w.Summary, toSummarise}} {
		if strings.HasSuffix(text, c.end) {
			p.request = c.request
		}
	}
	switch {
	case strings.HasPrefix(text, l.observation):
		p.results++
	case slices.ContainsFunc(l.broken, func(b string) bool { return strings.HasPrefix(text, b) }):
		p.broken++
	case strings.HasPrefix(text, l.report):
		p.reports++
	}
}

// endsTrials reports whether a tool ends trials.
func endsTrials(d *domain.Domain, name string) bool {
	return slices.ContainsFunc(d.Tools, func(t domain.Tool) bool { return t.Kind == domain.Finish && t.Name == name })
}
