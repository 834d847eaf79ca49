package method

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed prompts/*.yaml
var promptFiles embed.FS

// Prompts are what models are told in one language. Each is a text with slots in braces;
// the comments name those that it must have. They are a specification, read-only once
// opened and safe to share between goroutines.
type Prompts struct {
	// Select begins the selection of tables and tools: {examples} and {catalogue}.
	Select string `yaml:"select"`
	// ReAct, Solve and Execute begin the conversations in which tools are called, by the
	// ReAct method, along a plan, and for one step of a plan: {form}, how to call, and
	// {examples}; the last also {most}, how many calls.
	ReAct   string `yaml:"react"`
	Solve   string `yaml:"solve"`
	Execute string `yaml:"execute"`
	// Plan begins the planner's conversation: {examples}.
	Plan string `yaml:"plan"`
	// TextForm and NativeForm say how tools are called and how the trial ends.
	TextForm   string `yaml:"text_form"`
	NativeForm string `yaml:"native_form"`
	// TextReport and NativeReport say the same of one step of a plan.
	TextReport   string `yaml:"text_report"`
	NativeReport string `yaml:"native_report"`
	// Examples stands around worked examples: {examples}.
	Examples string `yaml:"examples"`
	// Question puts the question: {tools} and {question}, which stands last.
	Question string `yaml:"question"`
	// PlanNow asks for the plan before anything is called, and CarryOut to go on with its
	// first step.
	PlanNow  string `yaml:"plan_now"`
	CarryOut string `yaml:"carry_out"`
	// Step gives the executor a step: {tools}, {question}, {plan}, {done} and {step}.
	Step string `yaml:"step"`
	// Report tells the planner of a step: {step}, {calls} and {result}. Replan asks what is
	// left.
	Report string `yaml:"report"`
	Replan string `yaml:"replan"`
	// Answer asks for the final answer when no call is left, Summary for the account of
	// what was found.
	Answer  string `yaml:"answer"`
	Summary string `yaml:"summary"`
	// PromptWords are short pieces.
	Words PromptWords `yaml:"words"`
	// Complaints are said after a slip.
	Complaints Complaints `yaml:"complaints"`
	// Worked are the worked examples, three of them.
	Worked []WorkedExample `yaml:"worked"`

	// tag is the language.
	tag string
}

// PromptWords are short pieces of prompts.
type PromptWords struct {
	// Tools, Tables and Example head lists of them: Example has {n}.
	Tools   string `yaml:"tools"`
	Tables  string `yaml:"tables"`
	Example string `yaml:"example"`
	// AskedOf heads the question in examples, Chosen the tables and tools selected, Planned
	// a plan, Left the steps that are left, Step the step that is the executor's, Called a
	// call in examples of native calls.
	AskedOf string `yaml:"asked"`
	Chosen  string `yaml:"chosen"`
	Planned string `yaml:"planned"`
	Left    string `yaml:"left"`
	Step    string `yaml:"step"`
	Called  string `yaml:"called"`
	// Optional marks an argument that can be left out, ColumnsOf a list of the columns
	// of a table: {table}.
	Optional  string `yaml:"optional"`
	ColumnsOf string `yaml:"columns_of"`
	// Omitted stands for the end of a long observation: {n} characters.
	Omitted string `yaml:"omitted"`
	// NotCalled answers a call that came after the last turn, or after the end.
	NotCalled string `yaml:"not_called"`
	// NoResult is the result of a step whose turns are used up, Nothing stands for an empty
	// list, and Silence for an answer in which nothing was said.
	NoResult string `yaml:"no_result"`
	Nothing  string `yaml:"nothing"`
	Silence  string `yaml:"silence"`
	// Types are what types of argument are called, by name in JSON Schema, with
	// "numbers" for a list of numbers.
	Types map[string]string `yaml:"types"`
}

// Complaints are what a model is told after an answer that could not be used.
type Complaints struct {
	// Select, Plan and Replan say what form was wanted; Text, TextStep and Native the same
	// of calls, in a trial and in a step.
	Select   string `yaml:"select"`
	Plan     string `yaml:"plan"`
	Replan   string `yaml:"replan"`
	Text     string `yaml:"text"`
	TextStep string `yaml:"text_step"`
	Native   string `yaml:"native"`
	// Answer says that no call is wanted any more.
	Answer string `yaml:"answer"`
	// Arguments says that arguments are no JSON object: {tool}. Tool says the same of a
	// tool's name that is none.
	Arguments string `yaml:"arguments"`
	Tool      string `yaml:"tool"`
	// Refused and CutOff ask once more after a refusal and an answer that was too long.
	Refused string `yaml:"refused"`
	CutOff  string `yaml:"cut_off"`
}

// Languages returns the languages that there are prompts in, sorted.
func Languages() []string {
	entries, err := promptFiles.ReadDir("prompts")
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// promptSource returns the file of a language that there is.
func promptSource(lang string) []byte {
	b, err := promptFiles.ReadFile("prompts/" + lang + ".yaml")
	if err != nil {
		panic("embedded prompts: " + err.Error())
	}
	return b
}

// OpenPrompts returns the prompts in a language. The error says which there are.
func OpenPrompts(lang string) (*Prompts, error) {
	if !slices.Contains(Languages(), lang) {
		return nil, fmt.Errorf("language %q: no prompts: want one of %s", lang, strings.Join(Languages(), ", "))
	}
	return parsePrompts(lang, promptSource(lang))
}

// requiredSlots are what must stand in which prompt. Other prompts have none.
var requiredSlots = map[string][]string{
	"Select": {"examples", "catalogue"}, "ReAct": {"form", "examples"}, "Solve": {"form", "examples"},
	"Execute": {"form", "examples", "most"}, "Plan": {"examples"}, "Examples": {"examples"},
	"Question": {"tools", "question"}, "Step": {"tools", "question", "plan", "done", "step"},
	"Report": {"step", "calls", "result"}, "Words.Example": {"n"}, "Words.Omitted": {"n"},
	"Words.ColumnsOf": {"table"}, "Complaints.Arguments": {"tool"}, "Complaints.Tool": {"tool"},
}

// parsePrompts reads and checks a file of prompts; lang names it in faults.
func parsePrompts(lang string, data []byte) (*Prompts, error) {
	p := &Prompts{tag: lang}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", lang, err)
	}
	faults := checkTexts(lang, "", reflect.ValueOf(p).Elem())
	if len(p.Worked) != 3 {
		faults = append(faults, fmt.Errorf("%s.yaml: %d worked examples: want 3", lang, len(p.Worked)))
	}
	for i := range p.Worked {
		if err := p.Worked[i].check(); err != nil {
			faults = append(faults, fmt.Errorf("%s.yaml: worked example %d: %w", lang, i+1, err))
		}
	}
	return p, errors.Join(faults...)
}

// checkTexts holds each text of a struct, and of the structs in it, to its slots.
func checkTexts(lang, above string, v reflect.Value) (faults []error) {
	for i := range v.NumField() {
		name := above + v.Type().Field(i).Name
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			faults = append(faults, checkTexts(lang, name+".", f)...)
		case reflect.String:
			if name == "tag" {
				continue
			}
			text := strings.TrimSpace(f.String())
			if text == "" {
				faults = append(faults, fmt.Errorf("%s.yaml: %s: nothing: want a text", lang, name))
			}
			if got, want := slotsOf(text), requiredSlots[name]; !sameSlots(got, want) {
				faults = append(faults, fmt.Errorf("%s.yaml: %s: slots %q: want %q, each once", lang, name, got, want))
			}
			f.SetString(text)
		}
	}
	return faults
}

func sameSlots(got, want []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want)))
}

var slotPattern = regexp.MustCompile(`\{([a-z]+)\}`)

func slotsOf(text string) (names []string) {
	for _, m := range slotPattern.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// template is a text cut at its slots: texts[0], slot, texts[1], slot and so on.
type template struct{ texts, slots []string }

func parseTemplate(text string) template {
	var t template
	at := 0
	for _, m := range slotPattern.FindAllStringSubmatchIndex(text, -1) {
		t.texts, t.slots = append(t.texts, text[at:m[0]]), append(t.slots, text[m[2]:m[3]])
		at = m[1]
	}
	t.texts = append(t.texts, text[at:])
	return t
}

// fill returns the text with values in its slots, given as names and values in turn.
// What values hold is never taken for a slot.
func (t *template) fill(pairs ...string) string {
	var b strings.Builder
	n := 0
	for _, s := range t.texts {
		n += len(s)
	}
	for i := 1; i < len(pairs); i += 2 {
		n += len(pairs[i])
	}
	b.Grow(n)
	for i, text := range t.texts {
		b.WriteString(text)
		if i == len(t.slots) {
			break
		}
		for j := 0; j < len(pairs); j += 2 {
			if pairs[j] == t.slots[i] {
				b.WriteString(pairs[j+1])
			}
		}
	}
	return b.String()
}

// fill fills a text that is used once.
func fill(text string, pairs ...string) string {
	t := parseTemplate(text)
	return t.fill(pairs...)
}
