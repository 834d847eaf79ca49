package domain

import (
	"regexp"
	"slices"
	"strings"
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
	// its query is composed of, in order; for Cite the passages and, for CiteAll, the
	// text that cites them.
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
	Cite Cite `yaml:"cite,omitempty" json:",omitempty"`
}

// Cite says which of the passages found a text has to name.
type Cite string

// The closed set of ways to cite.
const (
	CiteFirst Cite = "first" // the first that has a name
	CiteAll   Cite = "all"   // those that another text cites
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

// Reference says what the passages of a corpus are called and how texts cite them: a
// passage is a work, such as a case, or a part of one, such as an article of a law.
type Reference struct {
	// Headings are regular expressions with a group work and, where passages are parts,
	// a group part: the first that matches a passage finds what it is. A passage that
	// none matches has no name.
	Headings []string `yaml:"headings"`
	// Names are ways to call a passage, with {work} and {part}; the first is its name,
	// the others are as right. At least one.
	Names []string `yaml:"names"`
	// Cited is a regular expression that finds a passage cited in a text, with {work} and
	// {part}; "" where no text cites them.
	Cited string `yaml:"cited,omitempty" json:",omitempty"`
}

// The groups of a heading.
const (
	HeadingWork = "work"
	HeadingPart = "part"
)

// Heading is what one passage is called by.
type Heading struct {
	// Names are the ways to call it, the first its name.
	Names []string
	// Work and Part are what it is; Part is "" for a whole work.
	Work, Part string
	cited      string
}

// Reader returns the function that reads a passage's heading, or reports false where
// it has none. The function is safe for concurrent use. Reader panics on expressions
// that [Load] would have refused.
func (r *Reference) Reader() func(passage string) (Heading, bool) {
	headings := make([]*regexp.Regexp, len(r.Headings))
	for i, expr := range r.Headings {
		headings[i] = regexp.MustCompile(expr)
	}
	return func(passage string) (Heading, bool) {
		for _, re := range headings {
			m := re.FindStringSubmatch(passage)
			if m == nil {
				continue
			}
			h := Heading{Work: m[re.SubexpIndex(HeadingWork)], cited: r.Cited}
			if i := re.SubexpIndex(HeadingPart); i >= 0 {
				h.Part = m[i]
			}
			for _, name := range r.Names {
				h.Names = append(h.Names, Fill(name, map[string]string{HeadingWork: h.Work, HeadingPart: h.Part}))
			}
			return h, true
		}
		return Heading{}, false
	}
}

// Cited reports whether a text cites the passage.
func (h Heading) Cited(text string) bool {
	if h.cited == "" || !strings.Contains(text, h.Work) || !strings.Contains(text, h.Part) {
		return false
	}
	return regexp.MustCompile(Fill(h.cited, map[string]string{
		HeadingWork: regexp.QuoteMeta(h.Work), HeadingPart: regexp.QuoteMeta(h.Part),
	})).MatchString(text)
}

// Passage returns the declaration of the passages of that name, or nil.
func (d *Domain) Passage(name string) *Passages {
	i := slices.IndexFunc(d.Passages, func(p Passages) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &d.Passages[i]
}
