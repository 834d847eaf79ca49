package domain

import (
	"regexp"
	"slices"
)

// Template declares a text that people are asked to write about an entity: a
// statement of defence for a case, a letter. It says where what stands in the text
// is found, how the text goes and how it is asked for.
type Template struct {
	Name  string `yaml:"name"`  // unique among templates
	Label Text   `yaml:"label"` // what the text is called
	// Start is what the text is about and the only thing a question gives.
	Start TemplateStart `yaml:"start"`
	// Steps find what stands in the text, each from the start and from steps before it.
	Steps []TemplateStep `yaml:"steps"`
	// Slots are what the text must hold, in the order in which it is asked for.
	Slots []TemplateSlot `yaml:"slots"`
	// Facts are the names of steps whose values the text tells too, without being
	// asked for each; nil for none. No slot is among them.
	Facts []string `yaml:"facts,omitempty" json:",omitempty"`
	// Requests are ways to ask for the text, at least two, the first the plainest. Each
	// holds {start} once and {slots} once, where the list of slots goes.
	Requests []TemplateRequest `yaml:"requests"`
	// Layout is the text: {start} and the names of slots and facts in braces stand for
	// what was found. Every slot and every fact stands in it.
	Layout Text `yaml:"layout"`
}

// TemplateStart is what a text is about.
type TemplateStart struct {
	// Entity is the entity type, of a single name.
	Entity string `yaml:"entity"`
	// Pattern is a regular expression that the name must match; "" for any name.
	Pattern string `yaml:"pattern,omitempty" json:",omitempty"`
}

// TemplateStep finds one thing. Exactly one of Lookup, Column, Extract, Retrieve and
// Cite is set.
type TemplateStep struct {
	// Name is a lower-case word, unique in the template and not "start".
	Name string `yaml:"name"`
	// Of are the steps it reads: one for Lookup, Column and Extract; for Retrieve what
	// its query is composed of, in order; for Cite the passages, for CiteAll the text
	// that cites them, and for passages that [Domain.Versioned] knows the day on which
	// what is cited has to be in force.
	Of []string `yaml:"of"`
	// Lookup names the lookup that finds a row.
	Lookup string `yaml:"lookup,omitempty" json:",omitempty"`
	// Column takes a column of a row.
	Column string `yaml:"column,omitempty" json:",omitempty"`
	// Extract is a regular expression whose first group is what is taken of a text.
	Extract string `yaml:"extract,omitempty" json:",omitempty"`
	// Retrieve names the retriever that is asked for Passages passages.
	Retrieve string `yaml:"retrieve,omitempty" json:",omitempty"`
	// Passages is how many, at least 1, for Retrieve.
	Passages int `yaml:"passages,omitempty" json:",omitempty"`
	// Cite takes what passages are called.
	Cite CiteMode `yaml:"cite,omitempty" json:",omitempty"`
}

// A CiteMode says which of the passages found a text has to name.
type CiteMode string

// The closed set of ways to cite.
const (
	CiteFirst CiteMode = "first" // the first that has a name
	CiteAll   CiteMode = "all"   // those that another text cites
)

// TemplateSlot is one thing that a text must hold.
type TemplateSlot struct {
	Name   string `yaml:"name"`   // the step that finds it
	Phrase Text   `yaml:"phrase"` // what a question calls it, and how it is to be found
}

// TemplateRequest is a way to ask for a text.
type TemplateRequest struct {
	Phrase Text `yaml:"phrase"`
}

// Names in braces that stand for more than a step.
const (
	TemplateStartName = "start" // the name of the start
	TemplateSlots     = "slots" // the list of slots in a request
)

// Template returns the template of that name, or nil.
func (d *Domain) Template(name string) *Template {
	for i := range d.Templates {
		if d.Templates[i].Name == name {
			return &d.Templates[i]
		}
	}
	return nil
}

// Fill replaces what stands in braces in a text by what it is called in values; what
// has no value stays.
func Fill(text string, values map[string]string) string {
	return braces.ReplaceAllStringFunc(text, func(name string) string {
		if v, ok := values[name[1:len(name)-1]]; ok {
			return v
		}
		return name
	})
}

// braces finds what stands in braces: a name, so never the repetition of a regular
// expression.
var braces = regexp.MustCompile(`\{[a-z][a-z0-9_]*\}`)

// inBraces returns the names that stand in braces in a text, in order.
func inBraces(text string) []string {
	var names []string
	for _, name := range braces.FindAllString(text, -1) {
		names = append(names, name[1:len(name)-1])
	}
	return names
}

// Passage returns the declaration of the passages of that name, or nil.
func (d *Domain) Passage(name string) *Passages {
	i := slices.IndexFunc(d.Passages, func(p Passages) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Passages[i]
}
