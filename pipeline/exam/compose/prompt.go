package compose

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Version is raised when equal exams and replies could give other requests or other items.
const Version = 1

//go:embed prompts
var promptFiles embed.FS

// prompts are what models are told in a language. Texts have slots in braces.
type prompts struct {
	Writer   string            `yaml:"writer"`
	Source   string            `yaml:"source"`
	Strategy map[string]string `yaml:"strategy"`
	Retry    string            `yaml:"again"`
	Ask      map[string]string `yaml:"ask"`
	Reader   string            `yaml:"reader"`
	Reading  string            `yaml:"reading"`
	Truth    string            `yaml:"truth"`
}

// readPrompts reads the prompts of a language.
func readPrompts(language string) (*prompts, error) {
	b, err := promptFiles.ReadFile("prompts/" + language + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("language %q: want pt, zh or en: %w", language, err)
	}
	p := new(prompts)
	if err := yaml.Unmarshal(b, p); err != nil {
		return nil, fmt.Errorf("prompts/%s.yaml: %w", language, err)
	}
	return p, nil
}

// SourceText is the JSON object in which models are given an exam. Statement, Assumptions and
// Question are left out for a model that reads.
type SourceText struct {
	Statement   string   `json:"statement,omitempty"`
	Assumptions []string `json:"assumptions,omitempty"`
	Question    string   `json:"question,omitempty"`
	Answer      string   `json:"answer"`
	Points      []string `json:"points,omitempty"`
}

// officialText is the official answer of a part.
func officialText(p *exam.Part) SourceText {
	s := SourceText{Answer: p.Answer}
	for i := range p.Points {
		s.Points = append(s.Points, p.Points[i].Text)
	}
	return s
}

// encode returns the object as one line, with all letters as they are.
func (s *SourceText) encode() (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	return strings.TrimSpace(b.String()), err
}

// mark returns a line that no text between two of them has, whoever wrote it.
func mark(texts ...string) string {
	return "===== " + strings.TrimPrefix(string(digest.Of("exam fence", texts...)), "sha256:")[:24]
}

// fill fills the slots of a prompt at once, so that braces in what is filled in stay.
func fill(prompt string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(prompt)
}

// strategy is the name of how items are made of a part, after the strategies of LegalBench.PT:
// practical questions, those with suppositions, and theory.
func strategy(p *convert.ShownPart) string {
	switch {
	case p.Statement == "":
		return "theory"
	case len(p.Assumptions) > 0:
		return "chained"
	}
	return "case"
}

// conversation begins the conversation in which items of a part are written. What is the same for
// all parts of a language stands first, so that servers can cache it.
func (w *prompts) conversation(p *convert.ShownPart) ([]llm.Message, error) {
	s := officialText(p.Part)
	s.Statement, s.Assumptions, s.Question = p.Statement, p.Assumptions, p.Question
	data, err := s.encode()
	if err != nil {
		return nil, err
	}
	text := fill(w.Source, "strategy", w.Strategy[strategy(p)], "types", strings.Join(task.ExamTypes(), ", "), "mark", mark(data), "data", data)
	return []llm.Message{{Role: llm.System, Text: w.Writer}, {Role: llm.User, Text: text}}, nil
}
