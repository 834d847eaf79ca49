package domain

import (
	"regexp"
	"slices"
)

// Template declares a kind of text that people are asked to write about an entity, such as
// a statement of defence for a case. It declares how the contents are found, the layout of
// the text, and phrasings of the request.
type Template struct {
	Name  string `yaml:"name"`  // unique among templates
	Label Text   `yaml:"label"` // the kind of text, for people
	// Start declares the entity that the text is about, which is the only information in the
	// question.
	Start TemplateStart `yaml:"start"`
	// Steps find the contents, each from the start and from earlier steps.
	Steps []TemplateStep `yaml:"steps"`
	// Slots are the contents that the text must state, in the order in which the question
	// lists them.
	Slots []TemplateSlot `yaml:"slots"`
	// Facts are the names of steps whose values the layout states in addition, without being
	// listed in the question; nil for none. No slot is a fact.
	Facts []string `yaml:"facts,omitempty" json:",omitempty"`
	// Requests are phrasings of the question, at least two, the plainest first. Each contains
	// {start} once and {slots} once, where the list of slots goes.
	Requests []TemplateRequest `yaml:"requests"`
	// Layout is the text with placeholders: {start} and the names of slots and facts in
	// braces. It contains every slot and every fact.
	Layout Text `yaml:"layout"`
}

// TemplateStart declares the entity that a text is about.
type TemplateStart struct {
	// Entity is an entity type without parts.
	Entity string `yaml:"entity"`
	// Pattern is a regular expression that the name must match; "" for any name.
	Pattern string `yaml:"pattern,omitempty" json:",omitempty"`
}

// TemplateStep finds one piece of a text's contents. Exactly one of Lookup, Column,
// Extract, Retrieve and Cite is set.
type TemplateStep struct {
	// Name is a lower-case word, unique in the template and not "start".
	Name string `yaml:"name"`
	// Of are the names of the steps that it reads, or "start": one for Lookup, Column and
	// Extract; for Retrieve the parts of the query, in order; for Cite the passages, for
	// CiteAll then the text that cites them, and for passages with versions, see
	// [Domain.Versioned], last the day on which the cited passages must be in force.
	Of []string `yaml:"of"`
	// Lookup is the name of the lookup that finds a row.
	Lookup string `yaml:"lookup,omitempty" json:",omitempty"`
	// Column is the column of a row that the step takes.
	Column string `yaml:"column,omitempty" json:",omitempty"`
	// Extract is a regular expression; the step takes the first match of its first group in a
	// text.
	Extract string `yaml:"extract,omitempty" json:",omitempty"`
	// Retrieve is the name of the retriever that the step asks for Passages passages.
	Retrieve string `yaml:"retrieve,omitempty" json:",omitempty"`
	// Passages is the number of passages for Retrieve, at least 1; 0 for other steps.
	Passages int `yaml:"passages,omitempty" json:",omitempty"`
	// Cite selects the passages whose names the step takes.
	Cite CiteMode `yaml:"cite,omitempty" json:",omitempty"`
}

// A CiteMode selects which of the found passages a text must name.
type CiteMode string

// The closed set of modes.
const (
	CiteFirst CiteMode = "first" // the first passage that has a name
	CiteAll   CiteMode = "all"   // the passages that another text cites
)

// TemplateSlot is one piece of contents that a text must state.
type TemplateSlot struct {
	Name string `yaml:"name"` // the name of the step that finds the value
	// Phrase describes the slot in a question, and says how its value is found.
	Phrase Text `yaml:"phrase"`
}

// TemplateRequest is one phrasing of the question that asks for a template's text.
type TemplateRequest struct {
	// Phrase is the whole question in each language, with the slots {start} and {slots}.
	Phrase Text `yaml:"phrase"`
}

// Names that a template may use in braces besides the names of steps.
const (
	TemplateStartName = "start" // the entity that the text is about
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

// Fill replaces each name in braces in a text with its value; names without a value stay,
// braces included.
func Fill(text string, values map[string]string) string {
	return braces.ReplaceAllStringFunc(text, func(name string) string {
		if v, ok := values[name[1:len(name)-1]]; ok {
			return v
		}
		return name
	})
}

// braces matches a name in braces, and never the repetition count of a regular expression.
var braces = regexp.MustCompile(`\{[a-z][a-z0-9_]*\}`)

// inBraces returns the names in braces in a text, in order, repetitions included.
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
