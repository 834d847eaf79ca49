// Package examtest has exam items for tests: 200 that were written by hand, with the exams that
// they rest on, in Portuguese, Chinese and English and of all six types. Every check and filter
// has to pass them. Tests break copies of them.
package examtest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

//go:embed testdata/honest.jsonl
var honest []byte

// source is a line of the file: an essay and its items.
type source struct {
	ID        string `json:"id"`
	Exam      string `json:"exam"`
	Area      string `json:"area"`
	Day       string `json:"day"`
	Language  string `json:"language"`
	Statement string `json:"statement"`
	Parts     []struct {
		Label    string   `json:"label"`
		Question string   `json:"question"`
		Answer   string   `json:"answer"`
		Points   []string `json:"points"`
	} `json:"parts"`
	Items []item `json:"items"`
}

type item struct {
	Type    string   `json:"type"`
	Part    string   `json:"part"`
	Stem    string   `json:"stem"`  // of a question that had options
	Claim   string   `json:"claim"` // of true-false
	Text    string   `json:"text"`  // with a gap
	Options []string `json:"options"`
	Matches []string `json:"matches"`
	Key     []int    `json:"key"`
}

// Rules of the items.
const (
	RuleByHand = "hand"
	RuleKeyed  = "keyed" // of questions that are taken over
)

// File is the path that the sources of [Honest] give, and Source its content.
const File = "honest.jsonl"

// Source returns the bytes of [File].
func Source() []byte { return honest }

// Honest returns the exams and the items, in the order of the file. Each call returns new values.
// It panics if the file is malformed.
func Honest() (*exam.Collection, []*task.Task) {
	var c exam.Collection
	var tasks []*task.Task
	for n, line := range strings.Split(strings.TrimSpace(string(honest)), "\n") {
		var s source
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			panic(fmt.Sprintf("honest.jsonl:%d: %v", n+1, err))
		}
		origin := exam.Origin{Exam: s.Exam, Field: s.Area, Day: s.Day, Language: s.Language, File: File, Line: n + 1}
		e := exam.Essay{ID: s.ID, Origin: origin, Statement: s.Statement}
		for _, p := range s.Parts {
			part := exam.Part{Label: p.Label, Question: p.Question, Answer: p.Answer}
			for _, text := range p.Points {
				part.Points = append(part.Points, exam.Point{Text: text, Values: []int{0}})
			}
			e.Parts = append(e.Parts, part)
		}
		c.Essays = append(c.Essays, e)
		for i, it := range s.Items {
			id := fmt.Sprintf("%s-%d", s.ID, i+1)
			if it.Stem != "" {
				c.Questions = append(c.Questions, exam.Question{ID: id + "-q", Origin: origin, Stem: it.Stem, Options: it.Options, Key: it.Key})
			}
			tasks = append(tasks, it.task(id, &e))
		}
	}
	return &c, tasks
}

// task makes the item.
func (it *item) task(id string, e *exam.Essay) *task.Task {
	w := of(e.Language)
	t := &task.Task{
		ID: id, Family: task.Exam, Type: it.Type, Language: e.Language,
		Derivation: &task.Derivation{Source: e.ID, Part: it.Part, Rule: RuleByHand, Field: e.Field, Day: e.Day},
		Choices:    &task.Choices{Options: it.Options, Matches: it.Matches, Key: it.Key},
	}
	for i := range e.Parts {
		if p := &e.Parts[i]; it.Part == "" || it.Part == p.Label {
			t.Derivation.Quotes = append(t.Derivation.Quotes, task.Quote{Source: e.ID, Part: p.Label, End: len(p.Answer), Text: p.Answer})
		}
	}
	if it.Stem != "" {
		t.Derivation = &task.Derivation{Source: id + "-q", Rule: RuleKeyed, Field: e.Field, Day: e.Day}
	}
	if it.Type == task.TrueFalse {
		t.Choices.Options = []string{w.yes, w.no}
	}
	Finish(t, e, it.Claim+it.Text+it.Stem)
	return t
}

// Finish writes question, answer and key keywords of an item whose choices and derivation are set,
// about an essay. Body is its claim, the text with a gap, or the stem of a question that had
// options; "" for other items.
func Finish(t *task.Task, e *exam.Essay, body string) {
	w := of(t.Language)
	var lines []string
	if e.Statement != "" && t.Derivation.Rule != RuleKeyed {
		lines = append(lines, e.Statement, "")
	}
	for _, p := range e.Parts {
		if p.Label == t.Derivation.Part && (t.Type == task.MultipleChoice || t.Type == task.CaseAnalysis || t.Type == task.MultipleSelection) {
			lines = append(lines, w.question+p.Question)
		}
	}
	switch t.Type {
	case task.TrueFalse:
		lines = append(lines, w.claim+body)
	case task.Matching:
		lines = append(lines, w.match)
	default:
		if body != "" {
			lines = append(lines, body)
		}
	}
	if t.Type != task.TrueFalse {
		for i, o := range t.Choices.Options {
			lines = append(lines, fmt.Sprintf("%c) %s", 'A'+i, o))
		}
		for i, m := range t.Choices.Matches {
			lines = append(lines, fmt.Sprintf("%d) %s", i+1, m))
		}
	}
	lines = append(lines, "", w.form)
	t.Question = strings.Join(lines, "\n")
	t.KeyAnswer = nil
	for i, k := range t.Choices.Key {
		switch t.Type {
		case task.TrueFalse:
			t.KeyAnswer = append(t.KeyAnswer, t.Choices.Options[k])
		case task.Matching:
			t.KeyAnswer = append(t.KeyAnswer, fmt.Sprintf("%c-%d", 'A'+i, k+1))
		default:
			t.KeyAnswer = append(t.KeyAnswer, string(rune('A'+k)))
		}
	}
	t.Answer = w.answer + strings.Join(t.KeyAnswer, ", ")
}

// words are the words of items in a language.
type words struct{ yes, no, question, claim, match, form, answer string }

func of(language string) words {
	switch language {
	case "pt":
		return words{"verdadeira", "falsa", "Pergunta: ", "Afirmação: ", "Relacione as duas listas.", "Termine com uma linha que diga a resposta.", "A resposta correta é: "}
	case "zh":
		return words{"正确", "错误", "问题：", "说法：", "请将左右两列配对。", "最后一行写明答案。", "正确答案是："}
	}
	return words{"true", "false", "Question: ", "Statement: ", "Match the two lists.", "End with a line that states the answer.", "The correct answer is: "}
}
