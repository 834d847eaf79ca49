package style

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// RewritePrompts are the texts of conversations with models. The comments name the slots in
// braces, which package prompt fills in. Rewrite and Parse are the same for every question
// and come first in a conversation, so that servers can cache them.
type RewritePrompts struct {
	// Rewrite tells the writing model the properties of a good question.
	Rewrite string
	// Draft asks for a question: {persona} and {situation} of the person who asks, {draft},
	// {keep}, the names and numbers that must stay to the letter, {operators}, the words
	// that may be replaced by others of the same meaning, and {forms}, the demands on the
	// form of the answers. A list can be empty.
	Draft string
	// Retry follows a rejected question: {reason}.
	Retry string
	// Parse tells the parsing model the form in which to write down the demand of a
	// question; {catalogue} lists the tables, columns and tools that a question can be
	// about.
	Parse string
	// Question asks for the demand of one question: {question}.
	Question string
	// Reread asks the parsing model to check the demand that it wrote.
	Reread string
}

// prompt is one of the prompts with its key in the file and the slots it must have.
type prompt struct {
	name  string
	text  *string
	slots []string
}

func (p *RewritePrompts) all() []prompt {
	return []prompt{
		{"rewrite", &p.Rewrite, nil},
		{"draft", &p.Draft, []string{"persona", "situation", "draft", "keep", "operators", "forms"}},
		{"retry", &p.Retry, []string{"reason"}},
		{"parse", &p.Parse, []string{"catalogue"}},
		{"question", &p.Question, []string{"question"}},
		{"reread", &p.Reread, nil},
	}
}

// missing returns the name of a missing prompt, "" if there is none.
func (p *RewritePrompts) missing() string {
	for _, s := range p.all() {
		if *s.text == "" {
			return s.name
		}
	}
	return ""
}

// wanted lists the slots, for error messages.
func (p *prompt) wanted() string {
	if p.slots == nil {
		return "no slots"
	}
	return "{" + strings.Join(p.slots, "}, {") + "}"
}

// slot matches a slot.
var slot = regexp.MustCompile(`\{([a-z][a-z0-9_]*)\}`)

// add reads a file. It does not replace prompts that are already set.
func (p *RewritePrompts) add(name string, data []byte) error {
	r := reader{yamlmap.Reader{Name: name}}
	r.Document(data, func(key, value *yaml.Node) {
		for _, s := range p.all() {
			if s.name != key.Value {
				continue
			}
			text := strings.TrimSpace(r.text(value))
			if text == "" {
				r.Fault(value, "prompt %s is empty: want a text", s.name)
			}
			for _, want := range s.slots {
				if strings.Count(text, "{"+want+"}") != 1 {
					r.Fault(value, "prompt %s: want {%s} in it once", s.name, want)
				}
			}
			for _, m := range slot.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(s.slots, m[1]) {
					r.Fault(value, "prompt %s has {%s}: want %s", s.name, m[1], s.wanted())
				}
			}
			if *s.text == "" {
				*s.text = text
			}
			return
		}
		r.Fault(key, "key %q: want rewrite, draft, retry, parse, question or reread", key.Value)
	})
	return r.Err()
}
