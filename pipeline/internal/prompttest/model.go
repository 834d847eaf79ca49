// Package prompttest plays the models that package prompt talks to, for tests and for people
// without an API key: a rewriter that answers a draft with a question, and a parser that
// answers a question with its demand. Both are correct unless they are told to fail.
package prompttest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/demand"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/offline"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Flaw is a way in which the model fails.
type Flaw string

// The closed set of flaws. The first eight are the rewriter's, the last three the parser's.
const (
	Drop     Flaw = "drop"     // a number is left out, or the first name where there is none
	Leak     Flaw = "leak"     // an answer is given away
	Language Flaw = "language" // the question is in another language
	Copy     Flaw = "copy"     // the question is the draft
	Markdown Flaw = "markdown" // the question has a label, emphasis and a code fence, which is harmless
	Empty    Flaw = "empty"    // the reply is only a thought
	Truncate Flaw = "truncate" // the server cuts the reply off
	Refuse   Flaw = "refuse"   // the model refuses in words

	Decline   Flaw = "decline"   // the parser refuses in words
	Malformed Flaw = "malformed" // the demand is no valid JSON
	Misread   Flaw = "misread"   // the demand is that of another question
)

// Rate is the share of replies that have a flaw.
type Rate struct {
	// Fault is the flaw of these replies.
	Fault Flaw
	// Share is their share of the role's replies, in [0, 1]. The shares of one role add up
	// to at most 1.
	Share float64
}

// attempts is the number of attempts at a task whose questions the parser recognises.
const attempts = 8

// Model returns the script of a model for conversations of package prompt about the given
// tasks, with styles by language. As rewriter it answers with a question of the offline
// rewriter, drawn with another seed than the given one, and a different question at each
// attempt. As parser it answers with the demand of the task that a question belongs to. It
// keeps no state: a reply depends on the arguments and the conversation alone. A
// conversation about an unknown task is an error of the script.
func Model(d *domain.Domain, styles map[string]*style.Style, tasks []*task.Task, seed uint64, rates ...Rate) llmtest.Script {
	m := &model{domain: d, styles: styles, tasks: tasks, seed: ^seed, rates: rates, drafts: map[[2]string]*task.Task{}, parsers: map[string]string{}}
	for _, t := range tasks {
		if key := [2]string{t.Language, t.Draft}; m.drafts[key] == nil {
			m.drafts[key] = t
		}
	}
	for lang, s := range styles {
		m.parsers[prompt.Parse(s, d, "")[0].Text] = lang
	}
	return m.answer
}

// model is a model that knows tasks. It is read-only and safe for concurrent use.
type model struct {
	domain  *domain.Domain
	styles  map[string]*style.Style
	tasks   []*task.Task
	seed    uint64
	rates   []Rate
	drafts  map[[2]string]*task.Task // by language and draft
	parsers map[string]string        // languages by the parser's system message
}

// answer plays the role that a conversation is for.
func (m *model) answer(r *llm.Request) llmtest.ModelAnswer {
	system := llmtest.System(r)
	if lang, ok := m.parsers[system]; ok {
		return m.parse(lang, r)
	}
	for lang, s := range m.styles {
		if s.Prompts.Rewrite == system {
			return m.rewrite(lang, r)
		}
	}
	return failed("no style begins with %q: want one of package prompt", system[:min(len(system), 60)])
}

func failed(format string, args ...any) llmtest.ModelAnswer {
	return llmtest.ModelAnswer{Err: fmt.Errorf(format, args...)}
}

// rewrite answers with a question.
func (m *model) rewrite(lang string, r *llm.Request) llmtest.ModelAnswer {
	var asked []string
	for i := range r.Messages {
		if r.Messages[i].Role == llm.User {
			asked = append(asked, r.Messages[i].Text)
		}
	}
	var fenced []string
	if len(asked) > 0 {
		fenced = prompt.FencedTexts(asked[0])
	}
	if len(fenced) == 0 {
		return failed("the conversation has no draft: want one")
	}
	t := m.drafts[[2]string{lang, fenced[0]}]
	if t == nil {
		return failed("no task has the draft %q: want one", fenced[0])
	}
	question, err := m.question(t, len(asked)-1)
	if err != nil {
		return llmtest.ModelAnswer{Err: err}
	}
	answer := llmtest.ModelAnswer{Content: question}
	if m.spoils(t, len(asked)-1) == Truncate {
		answer.Fault = llmtest.FaultTruncated
	}
	return answer
}

// question is what the rewriter says of a task after so many tries.
func (m *model) question(t *task.Task, tries int) (string, error) {
	question, err := offline.Write(m.domain, m.styles[t.Language], t, m.seed, tries)
	if err != nil {
		return "", err
	}
	return faulty(m.spoils(t, tries), t, question), nil
}

// spoils returns the rewriter's fault after so many tries of a task; "" for none.
func (m *model) spoils(t *task.Task, tries int) Flaw {
	return m.drawn(t, "rewrite", tries, Drop, Leak, Language, Copy, Markdown, Empty, Truncate, Refuse)
}

// drawn returns the fault that an answer has, of those of its role; "" for none.
func (m *model) drawn(t *task.Task, role string, tries int, faults ...Flaw) Flaw {
	x := digest.Rand("prompttest", role, strconv.FormatUint(m.seed, 10), t.ID, t.Language, strconv.Itoa(tries)).Float64()
	for _, f := range faults {
		for _, r := range m.rates {
			if r.Fault != f {
				continue
			}
			if x < r.Share {
				return f
			}
			x -= r.Share
		}
	}
	return ""
}

var number = regexp.MustCompile(`[0-9]+`)

// faulty makes a fault in a question; what the server does is none.
func faulty(f Flaw, t *task.Task, question string) string {
	zh := t.Language == "zh"
	say := func(chinese, other string) string {
		if zh {
			return chinese
		}
		return other
	}
	switch f {
	case Drop:
		if at := number.FindStringIndex(question); at != nil {
			return question[:at[0]] + question[at[1]:]
		}
		return strings.ReplaceAll(question, t.Entities[0].Name[0], "")
	case Leak:
		return question + say("我听说是", " I have heard it is ") + t.KeyAnswer[0] + say("。", ".")
	case Language:
		return say("Could you find out for me what the records say about this matter?", "请帮我查一下这件事情在记录里是怎么写的，谢谢。")
	case Copy:
		return t.Draft
	case Markdown:
		return say("好的，以下是改写后的问题：\n\n```\n**改写后的问题：** “", "Sure! Here is the rewritten question:\n\n```\n**Rewritten question:** “") + question + "”\n```"
	case Empty:
		return "<think>" + question + "</think>"
	case Refuse:
		return say("抱歉，我无法协助完成这个请求。", "I'm sorry, but I can't help with that.")
	}
	return question
}

// parse answers with a demand.
func (m *model) parse(lang string, r *llm.Request) llmtest.ModelAnswer {
	var fenced []string
	for i := range r.Messages { // the question stands before a reply that is to be checked
		if r.Messages[i].Role == llm.User && fenced == nil {
			fenced = prompt.FencedTexts(r.Messages[i].Text)
		}
	}
	if len(fenced) != 1 {
		return failed("the conversation has no question: want one")
	}
	t, err := m.about(lang, fenced[0])
	if err != nil {
		return llmtest.ModelAnswer{Err: err}
	}
	demanded, err := demand.FromTask(m.styles[lang], m.domain, t)
	if err != nil {
		return llmtest.ModelAnswer{Err: err}
	}
	f := m.drawn(t, "parse", len(fenced[0]), Decline, Malformed, Misread)
	if f == Misread {
		demanded.Names = append(demanded.Names[:0:0], "an entirely different name")
	}
	b, err := json.Marshal(demanded)
	if err != nil {
		return llmtest.ModelAnswer{Err: err}
	}
	switch f {
	case Decline:
		return llmtest.ModelAnswer{Content: faulty(Refuse, t, "")}
	case Malformed:
		return llmtest.ModelAnswer{Content: string(b[:len(b)/2])}
	}
	return llmtest.ModelAnswer{Content: string(b)}
}

// about returns the task that a question is of: the one of which the rewriter would say
// it, else the one whose draft it shares most with, of those whose names it has if there
// are any.
func (m *model) about(lang, question string) (*task.Task, error) {
	var named []*task.Task
	for _, t := range m.tasks {
		if t.Language == lang && names(t, question) {
			named = append(named, t)
		}
	}
	for tries := range attempts {
		for _, t := range named {
			said, err := m.question(t, tries)
			if err != nil {
				return nil, err
			}
			if taken, err := prompt.Question(said); err == nil && taken == question {
				return t, nil
			}
		}
	}
	if named == nil {
		named = m.tasks
	}
	var best *task.Task
	most := 0
	for _, t := range named {
		if n := shared(t.Draft, question); t.Language == lang && (best == nil || n > most) {
			best, most = t, n
		}
	}
	if best == nil {
		return nil, fmt.Errorf("no task is in language %q: want one", lang)
	}
	return best, nil
}

// names reports whether a question has all of a task's names.
func names(t *task.Task, question string) bool {
	for _, e := range t.Entities {
		for _, part := range e.Name {
			if !strings.Contains(question, part) {
				return false
			}
		}
	}
	return true
}

// shared counts the pairs of characters of a draft that a question has, less those that
// it has not.
func shared(draft, question string) int {
	n := 0
	r := []rune(draft)
	for i := range len(r) - 1 {
		if strings.Contains(question, string(r[i:i+2])) {
			n++
		} else {
			n--
		}
	}
	return n
}
