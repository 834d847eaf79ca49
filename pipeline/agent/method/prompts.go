package method

import (
	"regexp"
	"strings"
)

// Prompts are the texts that models are given in one language. The comments name the slots,
// such as {examples}, that a text must have; a text has no others. Prompts are read-only
// once opened and safe to share between goroutines.
type Prompts struct {
	// Select is the system prompt of the selection of tables and tools, with {examples} and
	// {catalogue}.
	Select string `yaml:"select"`
	// ReAct, Solve and Execute are the system prompts of conversations with tool calls: by
	// the ReAct method, along a plan, and for one step of a plan. Each has {form}, the form
	// of calls, {turn}, the definition of a turn, and {examples}. ReAct and Solve also have
	// {turns}, the turns of the trial; Execute has {most}, the turns of the step.
	ReAct   string `yaml:"react"`
	Solve   string `yaml:"solve"`
	Execute string `yaml:"execute"`
	// Plan is the system prompt of the planner, with {turns}, {turn} and {examples}.
	Plan string `yaml:"plan"`
	// Direct is the system prompt of the method without tools.
	Direct string `yaml:"direct"`
	// TextForm and NativeForm explain how to call a tool and how to end the trial, for each
	// call style. They fill the slot {form} of ReAct and Solve.
	TextForm   string `yaml:"text_form"`
	NativeForm string `yaml:"native_form"`
	// TextReport and NativeReport explain how to call a tool and how to end one step of a
	// plan. They fill the slot {form} of Execute.
	TextReport   string `yaml:"text_report"`
	NativeReport string `yaml:"native_report"`
	// Examples is the text around the worked examples, with {examples}.
	Examples string `yaml:"examples"`
	// Question is the message with the question: {tools}, and {question}, which comes last.
	Question string `yaml:"question"`
	// PlanNow asks for the plan before any call. CarryOut asks the model to begin with the
	// plan's first step.
	PlanNow  string `yaml:"plan_now"`
	CarryOut string `yaml:"carry_out"`
	// Step gives a step of the plan to the executor: {tools}, {question}, {plan}, {done}
	// and {step}.
	Step string `yaml:"step"`
	// Report reports a finished step to the planner: {step}, {calls} and {result}. Replan
	// asks for the steps that are left.
	Report string `yaml:"report"`
	Replan string `yaml:"replan"`
	// Answer asks for the final answer when the turns are used up. Summary asks for the
	// summary of the findings.
	Answer  string `yaml:"answer"`
	Summary string `yaml:"summary"`
	// Words are shorter texts.
	Words PromptWords `yaml:"words"`
	// Complaints are sent after an unusable reply.
	Complaints Complaints `yaml:"complaints"`
	// Worked are the three worked examples.
	Worked []WorkedExample `yaml:"worked"`

	// Paper are the texts of the protocol [Paper], which are in a file of their own. They are
	// zero if they were not read.
	Paper PaperPrompts `yaml:"-"`

	// tag is the language.
	tag string
}

// PaperPrompts are the texts that the protocol [Paper] has in place of those of [Taskgrove].
// Selection, ReAct, question, words and complaints are those of [Prompts].
type PaperPrompts struct {
	// Solve and Execute are the system prompts of [PlanAndSolve] and [PlanAndExecute]: for
	// plan and steps in one conversation. Each has {turns}, the steps that are carried out at
	// most, and {examples}.
	Solve   string `yaml:"solve"`
	Execute string `yaml:"execute"`
	// Step asks for the call of a step: {n}, the number of the step from 1, and {step}.
	Step string `yaml:"step"`
	// Replan asks for the steps that are left, in the conversation that has those done.
	Replan string `yaml:"replan"`
	// Close asks for the answer, and Summary for the summary of the findings, each in a
	// conversation of its own: {question} and {trajectory}, which is everything that was said
	// and observed before.
	Close   string `yaml:"close"`
	Summary string `yaml:"summary"`
}

// PromptWords are short texts that package method puts into prompts and conversations. Each
// is required; the comments name the slots, such as {n}, that a text must have.
type PromptWords struct {
	// Tools and Tables stand above the lists of tools and of tables. Example stands above a
	// worked example, whose number is {n}.
	Tools   string `yaml:"tools"`
	Tables  string `yaml:"tables"`
	Example string `yaml:"example"`
	// AskedOf stands before the question, in conversations and in worked examples.
	AskedOf string `yaml:"asked"`
	// Chosen, Planned, Left, Step and Called stand in worked examples: Chosen before the
	// selected tables and tools, Planned before a plan, Left before the steps that are
	// left, Step before the step to carry out, and Called before a native call.
	Chosen  string `yaml:"chosen"`
	Planned string `yaml:"planned"`
	Left    string `yaml:"left"`
	Step    string `yaml:"step"`
	Called  string `yaml:"called"`
	// Optional marks an argument that can be left out. ColumnsOf describes an argument that
	// is a list of columns of the table {table}.
	Optional  string `yaml:"optional"`
	ColumnsOf string `yaml:"columns_of"`
	// Omitted stands in place of the last {n} characters of a long observation.
	Omitted string `yaml:"omitted"`
	// TextTurn and NativeTurn define a turn, for each call style. NativeTurn has {n}, the
	// maximum number of calls in one message.
	TextTurn   string `yaml:"text_turn"`
	NativeTurn string `yaml:"native_turn"`
	// NoTurns, TooMany and AfterFinish are the replies to a call that is not made: because
	// the turns are used up, because the message has more than {n} calls, and because a
	// call before it ended the trial.
	NoTurns     string `yaml:"no_turns"`
	TooMany     string `yaml:"too_many"`
	AfterFinish string `yaml:"after_finish"`
	// EmptyList is the result of a lookup of a list that found no row: an empty list, and
	// the statement that nothing was found.
	EmptyList string `yaml:"empty_list"`
	// NoResult stands in place of the result of a step that reported none, Nothing in place
	// of an empty list, and Silence in place of a message of the model without text.
	NoResult string `yaml:"no_result"`
	Nothing  string `yaml:"nothing"`
	Silence  string `yaml:"silence"`
	// Types are the names that prompts use for the types of arguments. The keys are
	// "string", "number", "integer" and "boolean", as in JSON Schema, and "numbers" for a
	// list of numbers.
	Types map[string]string `yaml:"types"`
}

// Complaints are the messages that tell a model why its reply could not be used.
type Complaints struct {
	// Select, Plan and Replan describe the form in which the selection, the plan and the
	// remaining steps were requested. Text, TextStep and Native describe the form of a
	// call: as text in a trial, as text in a step of a plan, and as a function call.
	Select   string `yaml:"select"`
	Plan     string `yaml:"plan"`
	Replan   string `yaml:"replan"`
	Text     string `yaml:"text"`
	TextStep string `yaml:"text_step"`
	Native   string `yaml:"native"`
	// Answer says that no more calls are made and only the final answer is accepted.
	Answer string `yaml:"answer"`
	// Arguments says that the arguments for {tool} are not a JSON object. Tool says that
	// {tool} cannot be the name of a tool.
	Arguments string `yaml:"arguments"`
	Tool      string `yaml:"tool"`
	// Refused asks again after a refusal, CutOff after a reply that was too long.
	Refused string `yaml:"refused"`
	CutOff  string `yaml:"cut_off"`
}

// slotPattern matches a slot.
var slotPattern = regexp.MustCompile(`\{([a-z]+)\}`)

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
