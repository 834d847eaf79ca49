package method

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// promptKit is what all trials of an agent in one language share: the prompts, filled in
// except for the question, and the descriptions of tools. It is read-only.
type promptKit struct {
	domain  *domain.Domain
	prompts *Prompts
	marks   marks
	// stop is the stop word that ends a reply before an invented observation: a single
	// word, because some servers accept only one.
	stop []string

	// System prompts; planning is empty without a planner.
	selecting, acting, planning string
	// tooMany is the reply to a call beyond the calls that one message can make.
	tooMany string
	// Prompts that each trial fills in.
	question, step, report, omitted, badArguments, badTool template
	// The same of the protocol [Paper]; zero for another.
	paperStep, closing, summary template

	tools  []toolDescription
	tables []string // in the domain's order, a line each
	all    toolOffer
}

// toolDescription is one tool in both forms that models see.
type toolDescription struct {
	text   string
	native llm.FunctionTool
}

// toolOffer is the tools of a trial: described in text with their tables, and as functions.
type toolOffer struct {
	text   string
	native []llm.FunctionTool
}

// newKit prepares the prompts of one language of a domain.
func newKit(s *Spec, d *domain.Domain, p *Prompts) (*promptKit, error) {
	lang := p.tag
	k := &promptKit{
		domain: d, prompts: p, marks: marksOf[lang], stop: []string{"\n" + marksOf[lang].observation},
		question: parseTemplate(p.Question), step: parseTemplate(p.Step), report: parseTemplate(p.Report),
		omitted: parseTemplate(p.Words.Omitted), badArguments: parseTemplate(p.Complaints.Arguments), badTool: parseTemplate(p.Complaints.Tool),
	}
	if s.Protocol == Paper {
		k.paperStep, k.closing, k.summary = parseTemplate(p.Paper.Step), parseTemplate(p.Paper.Close), parseTemplate(p.Paper.Summary)
	}
	k.tooMany = fill(p.Words.TooMany, "n", strconv.Itoa(agent.MaxCallsPerReply))
	for i := range d.Tables {
		k.tables = append(k.tables, k.describeTable(&d.Tables[i]))
	}
	for i, schema := range tool.Schemas(d, lang) {
		one, err := k.describeTool(&d.Tools[i], schema)
		if err != nil {
			return nil, err
		}
		k.tools = append(k.tools, one)
	}
	k.all = k.makeOffer(func(*domain.Tool) bool { return true })
	k.fillSystemPrompts(s)
	return k, nil
}

// fillSystemPrompts fills in the system prompts.
func (k *promptKit) fillSystemPrompts(s *Spec) {
	p := k.prompts
	examples := func(one func(*exampleWriter, *WorkedExample)) string {
		if s.ZeroShot {
			return ""
		}
		return p.examples(s.Calls, one)
	}
	form, report, turn := p.TextForm, p.TextReport, p.Words.TextTurn
	if s.Calls == NativeCalls {
		form, report, turn = p.NativeForm, p.NativeReport, fill(p.Words.NativeTurn, "n", strconv.Itoa(agent.MaxCallsPerReply))
	}
	turns := strconv.Itoa(s.Turns)
	text := func(prompt string, pairs ...string) string { return strings.TrimSpace(fill(prompt, pairs...)) }
	switch paper := s.Protocol == Paper; {
	case paper && s.Method == PlanAndSolve:
		k.acting = text(p.Paper.Solve, "turns", turns, "examples", examples((*exampleWriter).stepped))
	case paper && s.Method == PlanAndExecute:
		k.acting = text(p.Paper.Execute, "turns", turns, "examples", examples((*exampleWriter).replanned))
	case s.Method == ReAct:
		k.acting = text(p.ReAct, "form", form, "turns", turns, "turn", turn, "examples", examples((*exampleWriter).calling))
	case s.Method == PlanAndSolve:
		k.acting = text(p.Solve, "form", form, "turns", turns, "turn", turn, "examples", examples((*exampleWriter).planned))
	case s.Method == PlanAndExecute:
		k.acting = text(p.Execute, "most", strconv.Itoa(s.StepTurns), "turn", turn, "form", report, "examples", examples((*exampleWriter).stepwise))
		k.planning = text(p.Plan, "turns", turns, "turn", turn, "examples", examples((*exampleWriter).planning))
	}
	k.selecting = text(p.Select, "examples", examples((*exampleWriter).selection), "catalogue", k.catalogue())
}

// describeTable describes a table and its columns.
func (k *promptKit) describeTable(t *domain.Table) string {
	names := make([]string, len(t.Columns))
	for i := range t.Columns {
		names[i] = t.Columns[i].Name
	}
	return fmt.Sprintf("- %s (%s): %s", t.Name, t.Label.In(k.prompts.tag), strings.Join(names, ", "))
}

// describeTool describes a tool in both forms.
func (k *promptKit) describeTool(t *domain.Tool, schema json.RawMessage) (toolDescription, error) {
	var s struct {
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return toolDescription{}, fmt.Errorf("tool %q: %w", t.Name, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "- %s: %s", t.Name, t.Description.In(k.prompts.tag))
	for i := range t.Inputs {
		fmt.Fprintf(&b, "\n  - %s", k.describeInput(t, &t.Inputs[i]))
	}
	return toolDescription{b.String(), llm.FunctionTool{Name: s.Function.Name, Description: s.Function.Description, Parameters: s.Function.Parameters}}, nil
}

// describeInput describes an argument.
func (k *promptKit) describeInput(t *domain.Tool, in *domain.ToolInput) string {
	kind := k.prompts.Words.Types[string(in.Type)]
	if in.Type == domain.InputColumns {
		kind = fill(k.prompts.Words.ColumnsOf, "table", t.Table)
	}
	if in.Optional {
		kind += ", " + k.prompts.Words.Optional
	}
	return fmt.Sprintf("%s (%s): %s", in.Name, kind, in.Description.In(k.prompts.tag))
}

// catalogue lists the tables and tools that a model can select.
func (k *promptKit) catalogue() string {
	w := &k.prompts.Words
	lines := append([]string{w.Tables}, k.tables...)
	lines = append(lines, "", w.Tools)
	for i := range k.domain.Tools {
		t := &k.domain.Tools[i]
		lines = append(lines, fmt.Sprintf("- %s: %s", t.Name, t.Description.In(k.prompts.tag)))
	}
	return strings.Join(lines, "\n")
}

// makeOffer returns the wanted tools and the tables they read.
func (k *promptKit) makeOffer(wanted func(*domain.Tool) bool) toolOffer {
	var o toolOffer
	var b strings.Builder
	b.WriteString(k.prompts.Words.Tools)
	read := map[string]bool{}
	for i := range k.domain.Tools {
		if t := &k.domain.Tools[i]; wanted(t) {
			b.WriteByte('\n')
			b.WriteString(k.tools[i].text)
			o.native = append(o.native, k.tools[i].native)
			read[t.Table] = true
		}
	}
	b.WriteString("\n\n")
	b.WriteString(k.prompts.Words.Tables)
	for i := range k.domain.Tables {
		if read[k.domain.Tables[i].Name] {
			b.WriteByte('\n')
			b.WriteString(k.tables[i])
		}
	}
	o.text = b.String()
	return o
}

// offerFor returns the offer for a selection: the lookups of its tables, its tools, and
// every tool that is not a lookup. It is false if the selection names no known table or
// tool.
func (k *promptKit) offerFor(s selection) (toolOffer, bool) {
	if s = s.known(k.domain); s.isEmpty() {
		return toolOffer{}, false
	}
	return k.makeOffer(s.offers), true
}
