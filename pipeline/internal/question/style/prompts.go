package style

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/yamlmap"
)

// Prompts are what a model is told. Each is a text with slots in braces, which package
// prompt fills in. Rewrite and Parse are the same for every question, and come first, so
// that a server can keep what it made of them; what is a task's own comes after.
type Prompts struct {
	// Rewrite says what a good question is.
	Rewrite string
	// Draft asks for one: {persona} and {situation} of who asks, {draft}, and {keep},
	// the list of what must stay to the letter.
	Draft string
	// Retry is said after a question that could not be kept: {reason}.
	Retry string
	// Parse says how to write down what a question demands: {catalogue}, what can be
	// asked for.
	Parse string
	// Question asks it of one: {question}.
	Question string
}

// prompt is one of them with its name in the file and what it must hold.
type prompt struct {
	name  string
	text  *string
	slots []string
}

func (p *Prompts) all() []prompt {
	return []prompt{
		{"rewrite", &p.Rewrite, nil},
		{"draft", &p.Draft, []string{"persona", "situation", "draft", "keep"}},
		{"retry", &p.Retry, []string{"reason"}},
		{"parse", &p.Parse, []string{"catalogue"}},
		{"question", &p.Question, []string{"question"}},
	}
}

// missing names a prompt that is not there; "" if all are.
func (p *Prompts) missing() string {
	for _, s := range p.all() {
		if *s.text == "" {
			return s.name
		}
	}
	return ""
}

// wanted lists the slots, for faults.
func (p *prompt) wanted() string {
	if p.slots == nil {
		return "no slots"
	}
	return "{" + strings.Join(p.slots, "}, {") + "}"
}

// slot finds what stands in braces.
var slot = regexp.MustCompile(`\{([a-z][a-z0-9_]*)\}`)

// add reads a file: what is there already stays.
func (p *Prompts) add(name string, data []byte) error {
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
		r.Fault(key, "key %q: want rewrite, draft, retry, parse or question", key.Value)
	})
	return r.Err()
}
