package domain

import (
	"regexp"
	"slices"
)

// Template declares a kind of task about an entity: a text that people are asked to write,
// such as a statement of defence for a case, or a question in fixed words, such as the wording
// of an article. It declares how the contents are found, the layout of the answer, and
// phrasings of the request.
type Template struct {
	Name  string `yaml:"name"`  // unique among templates
	Label Text   `yaml:"label"` // the kind of text or question, for people
	// Family is the family and the type of the template's tasks, such as "recite"; several
	// templates may share it. "" is a text to write, whose family is that of written texts.
	Family string `yaml:"family,omitempty" json:",omitempty"`
	// NoTwin says that the tables tell the answer in more than one place, or that people can find
	// it without them, so that a task without the row it is read from is no unanswerable twin.
	NoTwin bool `yaml:"no_twin,omitempty" json:",omitempty"`
	// AsOf says by which version of a law a question about a case is answered; "" for a question
	// about no case. It is no part of the program: proofs find that version in their own way.
	AsOf TemplateVersion `yaml:"as_of,omitempty" json:",omitempty"`
	// OnRequest says that tasks of the template are made only if it is named.
	OnRequest bool `yaml:"on_request,omitempty" json:",omitempty"`
	// Start declares the entity that the task is about. Its name, or each part of it, is the only
	// information in the question besides a drawn day and the texts in Given.
	Start TemplateStart `yaml:"start"`
	// Strata are columns of the rows that the first lookup of the start finds. The values of the
	// first column take turns; the entities of each value are drawn so that those of the second
	// column take turns, and so on. Each value of each column has its first draw before any has
	// further ones. Nil draws all entities alike.
	Strata []string `yaml:"strata,omitempty" json:",omitempty"`
	// Steps find the contents, each from the start and from earlier steps.
	Steps []TemplateStep `yaml:"steps"`
	// Slots are the contents that the text must state, in the order in which the question
	// lists them.
	Slots []TemplateSlot `yaml:"slots"`
	// Facts are the names of steps whose values the layout states in addition, without being
	// listed in the question; nil for none. No slot is a fact. A long text gives no keyword.
	Facts []string `yaml:"facts,omitempty" json:",omitempty"`
	// Points are the names of steps whose values are keywords on the way, though the layout
	// states them only within other contents; nil for none. A value that is the citation of an
	// article, see [value.ParseCitation], is a keyword of the answer.
	Points []string `yaml:"points,omitempty" json:",omitempty"`
	// CitedOn is the name of a step that finds a day: each passage of works with versions that the answer
	// cites was in force on it, and what the answer quotes behind the citation stands in it word for
	// word. "" for answers that cite nothing.
	CitedOn string `yaml:"cited_on,omitempty" json:",omitempty"`
	// Given are the texts that the question hands over, such as the complaint that a defence
	// answers; nil for none. A question with given texts is one of Requests, word for word.
	Given []TemplateGiven `yaml:"given,omitempty" json:",omitempty"`
	// Requests are phrasings of the question, at least two, the plainest first. Each contains
	// {start} once, or for an entity with parts each part once by its name, and each given text
	// once by its name. Those of a text to write for which nothing is given contain {slots} once,
	// where the list of slots goes; those of a question contain {day} once if a step draws a day.
	Requests []TemplateRequest `yaml:"requests"`
	// Layout is the text with placeholders: {start} or its parts and the names of slots, facts
	// and given texts in braces. It contains every slot and every fact.
	Layout Text `yaml:"layout"`
}

// TemplateStart declares the entity that a text is about.
type TemplateStart struct {
	// Entity is an entity type; one without parts for a text to write.
	Entity string `yaml:"entity"`
	// Pattern is a regular expression that the first part of the name must match; "" for any
	// name.
	Pattern string `yaml:"pattern,omitempty" json:",omitempty"`
	// Where are the texts of which a column must hold one, by column of the row that the first
	// lookup of the start finds; nil for any row.
	Where map[string][]string `yaml:"where,omitempty" json:",omitempty"`
}

// TemplateGiven is a text that a question hands over: one that the step of its name finds, or
// a form that the template declares.
type TemplateGiven struct {
	Name string `yaml:"name"` // a step's name, or another lower-case word
	// Form is the text itself, such as a blank form; nil for the text that a step finds.
	Form Text `yaml:"form,omitempty" json:",omitempty"`
}

// TemplateVersion is a version of a law, by what it has to do with a case.
type TemplateVersion string

// The closed set of versions.
const (
	AsOfFacts    TemplateVersion = "facts"    // in force on the day of the facts
	AsOfDecision TemplateVersion = "decision" // in force on the day of decision, by its own rule on pending cases
	AsOfEarlier  TemplateVersion = "earlier"  // that of the facts, by the rule of the one in force on the day of decision
	AsOfNewest   TemplateVersion = "newest"   // the last one
)

// TemplateStep finds one piece of a text's contents. Exactly one of Lookup, Entity, Record, Column,
// Covering, Where, Latest, Only, Count, Sum, Compute, Tiers, Extract, Retrieve, Cite and
// Recognize is set.
type TemplateStep struct {
	// Name is a lower-case word, unique in the template and not "start".
	Name string `yaml:"name"`
	// Of are the names of the steps that it reads, or "start": one for Lookup, Entity, Record, Column,
	// Latest, Only, Count, Sum and Extract; for Where the rows and, if it compares with a name, the name;
	// for Compute two numbers; for Tiers one or more computed numbers; for Covering the rows and, if the day is not drawn, the day; for Retrieve the parts of the query, in order; for Cite the passages, for
	// CiteAll then the text that cites them, and for passages with versions, see
	// [Domain.Versioned], last the day on which the cited passages must be in force.
	Of []string `yaml:"of"`
	// Lookup is the name of the lookup that finds a row or rows.
	Lookup string `yaml:"lookup,omitempty" json:",omitempty"`
	// Entity is the name of an entity type of several parts, of which the step takes the whole name from the
	// columns of a row; only lookups read what it finds.
	Entity string `yaml:"entity,omitempty" json:",omitempty"`
	// Empty says that a lookup of rows, or Where, may find none.
	Empty bool `yaml:"empty,omitempty" json:",omitempty"`
	// Record is the name of the table in which the step finds the row whose key it reads. Its
	// table may be one that no tool searches, so that only questions tell what stands in it.
	Record string `yaml:"record,omitempty" json:",omitempty"`
	// Column is the column of a row that the step takes.
	Column string `yaml:"column,omitempty" json:",omitempty"`
	// Covering keeps the rows whose interval covers a day. If Of has no day, one is drawn for
	// each task from inside an interval of which both ends are known.
	Covering *TemplateInterval `yaml:"covering,omitempty" json:",omitempty"`
	// Where keeps the rows that meet a condition.
	Where *TemplateCondition `yaml:"where,omitempty" json:",omitempty"`
	// Latest is the column of days in which the row that the step takes of a set has the latest day.
	Latest string `yaml:"latest,omitempty" json:",omitempty"`
	// Only takes the row of a set of exactly one.
	Only bool `yaml:"only,omitempty" json:",omitempty"`
	// Count counts the rows of a set.
	Count bool `yaml:"count,omitempty" json:",omitempty"`
	// Sum is the column of numbers that the step adds up over the rows of a set, which are not none.
	Sum string `yaml:"sum,omitempty" json:",omitempty"`
	// Compute is the operation on two numbers, any but RelationDays.
	Compute RelationOperation `yaml:"compute,omitempty" json:",omitempty"`
	// Tiers are rates by thresholds; the step takes that of the first tier of which a number reaches
	// its threshold. At least two, the last without thresholds.
	Tiers []TemplateTier `yaml:"tiers,omitempty" json:",omitempty"`
	// Stated is, for Tiers, the name of the given form whose words state the tiers. The form has the
	// numbers of the tiers and no others, in the same order.
	Stated string `yaml:"stated,omitempty" json:",omitempty"`
	// Extract is a regular expression; the step takes the first match of its first group in a
	// text.
	Extract string `yaml:"extract,omitempty" json:",omitempty"`
	// Retrieve is the name of the retriever that the step asks for Passages passages.
	Retrieve string `yaml:"retrieve,omitempty" json:",omitempty"`
	// Passages is the number of passages for Retrieve, at least 1; 0 for other steps.
	Passages int `yaml:"passages,omitempty" json:",omitempty"`
	// Cite selects the passages whose names the step takes.
	Cite CiteMode `yaml:"cite,omitempty" json:",omitempty"`
	// Recognize takes the name of the entity whose record the one passage is of which the start
	// tells, see [PassageSubject]. Of are the passages and the start.
	Recognize bool `yaml:"recognize,omitempty" json:",omitempty"`
}

// A TemplateCondition is a condition that rows meet in a column. Exactly one of Year, Names and
// Stated is set.
type TemplateCondition struct {
	Column string `yaml:"column"`
	// Year is a year, of four digits, in which the day lies.
	Year string `yaml:"year,omitempty" json:",omitempty"`
	// Names says that the column names the entity that the step reads second.
	Names bool `yaml:"names,omitempty" json:",omitempty"`
	// Stated says that the column holds a value.
	Stated bool `yaml:"stated,omitempty" json:",omitempty"`
}

// A TemplateTier is a rate and the numbers from which it applies.
type TemplateTier struct {
	// AtLeast are thresholds, one for each number that the step reads, as decimal digits in the
	// number's unit; nil in the last tier.
	AtLeast []string `yaml:"at_least,omitempty" json:",omitempty"`
	// Rate is a share in percent, as decimal digits.
	Rate string `yaml:"rate"`
}

// A TemplateInterval names the columns of days that hold the ends of a row's interval: its
// first day, and the first day after it.
type TemplateInterval struct {
	Begin string `yaml:"begin"`
	End   string `yaml:"end"`
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
	TemplateStartName = "start" // the entity that the task is about
	TemplateSlots     = "slots" // the list of slots in a request
	TemplateDay       = "day"   // the day that a step draws
)

// MultihopFamily is the family of questions that take several lookups. Their type is their number of
// hops, and they have a share of the quota of that type.
const MultihopFamily = "multihop"

// Question reports whether the template's tasks are questions in fixed words, not texts to
// write.
func (t *Template) Question() bool { return t.Family != "" }

// FixedWords reports whether a question is one of the template's requests, word for word.
func (t *Template) FixedWords() bool { return t.Question() || t.Given != nil }

// DrawsDay reports whether a step draws a day.
func (t *Template) DrawsDay() bool {
	return slices.ContainsFunc(t.Steps, func(s TemplateStep) bool { return s.Covering != nil && len(s.Of) == 1 })
}

// Families returns the families of the questions that the domain's templates declare, each
// once, in their order, without [MultihopFamily]; nil if it declares none.
func (d *Domain) Families() []string {
	var all []string
	for i := range d.Templates {
		if f := d.Templates[i].Family; f != "" && f != MultihopFamily && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

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

// NameColumns returns the columns that hold the parts of an entity's name, in the order of the parts; nil
// unless the table has a column for each.
func (t *Table) NameColumns(e *EntityType) []string {
	var columns []string
	for _, part := range e.Parts {
		i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Entity == e.Name+"."+part })
		if i < 0 {
			return nil
		}
		columns = append(columns, t.Columns[i].Name)
	}
	return columns
}
