package style

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Prompts are what a model is told. Each is a text with slots in braces, which package
// prompt fills in.
type Prompts struct {
	// Rewrite asks for a question: {persona} and {situation} of who asks, {draft}, and
	// {keep}, the list of what must stay.
	Rewrite string
	// Retry is said after a question that could not be kept: {reason}.
	Retry string
	// Parse asks what a question demands: {question}, and {catalogue}, what can be
	// asked for.
	Parse string
}

// slots are what each prompt must hold.
func (p *Prompts) slots() []struct {
	name  string
	text  *string
	slots []string
} {
	return []struct {
		name  string
		text  *string
		slots []string
	}{
		{"rewrite", &p.Rewrite, []string{"persona", "situation", "draft", "keep"}},
		{"retry", &p.Retry, []string{"reason"}},
		{"parse", &p.Parse, []string{"question", "catalogue"}},
	}
}

// missing names a prompt that is not there; "" if all are.
func (p *Prompts) missing() string {
	for _, s := range p.slots() {
		if *s.text == "" {
			return s.name
		}
	}
	return ""
}

// slot finds what stands in braces.
var slot = regexp.MustCompile(`\{([a-z]+)\}`)

// add reads a file: what is there already stays.
func (p *Prompts) add(name string, data []byte) []error {
	r := reader{name: name}
	r.document(data, func(key, value *yaml.Node) {
		for _, s := range p.slots() {
			if s.name != key.Value {
				continue
			}
			text := strings.TrimSpace(r.text(value))
			for _, want := range s.slots {
				if strings.Count(text, "{"+want+"}") != 1 {
					r.fault(value, "prompt %s: want {%s} in it once", s.name, want)
				}
			}
			for _, m := range slot.FindAllStringSubmatch(text, -1) {
				if !slices.Contains(s.slots, m[1]) {
					r.fault(value, "prompt %s has {%s}: want %s", s.name, m[1], "{"+strings.Join(s.slots, "}, {")+"}")
				}
			}
			if *s.text == "" {
				*s.text = text
			}
			return
		}
		r.fault(key, "key %q: want rewrite, retry or parse", key.Value)
	})
	return r.faults
}
