package failure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// lookupCall is a call of a lookup or retriever, by the plan or by the agent.
type lookupCall struct {
	tool    string              // its name, never an alias
	names   map[string]string   // normalised text arguments, by argument
	columns []string            // requested; nil for all
	turn    *agent.ObservedCall // of the agent's; nil for the plan's

	missed   bool     // the plan's call found nothing
	handedOn []string // values that the plan takes from it, in canonical form
	anyNames bool     // names do not matter: for retrievers and steps without arguments
}

// planRule is the rule for trials that left a step of the plan undone.
func (t *trial) planRule() Diagnosis {
	steps := t.planCalls()
	tried := t.agentCalls()
	seen := t.observedCells()
	done := make([]bool, len(tried)) // a step
	first, last := -1, -1            // step that was not done; call that did one
	for i := range steps {
		by := -1
		for j := range tried {
			if steps[i].isDoneBy(&tried[j]) {
				done[j], by = true, j
			}
		}
		last = max(last, by)
		if by < 0 && first < 0 && !steps[i].resultsSeen(seen, t.question()) {
			first = i
		}
	}
	if first < 0 {
		return Diagnosis{}
	}
	step := &steps[first]
	v := t.diagnoseAttempt(step, tried, done)
	if v.Class == "" {
		v = t.diagnoseUntried(step, steps, tried, tried[last+1:])
	}
	if (v.Class == Planning || v.Class == Unconsulted) && t.transcript.End == agent.Exhausted {
		return Diagnosis{Length, fmt.Sprintf("the turns were used up before %s", step)}
	}
	return v
}

// diagnoseUntried classifies a trial in which no call tried a step, given all calls and those after
// the last one that did a step.
func (t *trial) diagnoseUntried(step *lookupCall, steps, tried, after []lookupCall) Diagnosis {
	unconsulted := t.diagnoseUnconsulted(step, tried)
	for j := range after {
		known := t.domain != nil && t.domain.Tool(after[j].tool) != nil
		if t.isOffPlan(&after[j], steps) && !(known && unconsulted.Class != "") {
			return Diagnosis{WrongTool, fmt.Sprintf("%s instead of %s", formatCall(after[j].turn), step)}
		}
	}
	if unconsulted.Class != "" {
		return unconsulted
	}
	return Diagnosis{Planning, fmt.Sprintf("never tried: %s", step)}
}

// diagnoseAttempt classifies the last call of a step's tool that did no step.
func (t *trial) diagnoseAttempt(step *lookupCall, tried []lookupCall, done []bool) Diagnosis {
	for j := len(tried) - 1; j >= 0; j-- {
		c := &tried[j]
		if done[j] || c.tool != step.tool {
			continue
		}
		if v := t.diagnoseConfusion(step, c, tried[:j]); v.Class != "" {
			return v
		}
		switch {
		case c.turn.Fault != "":
			return Diagnosis{Arguments, formatCall(c.turn)}
		case maps.Equal(c.names, step.names):
			return Diagnosis{Arguments, fmt.Sprintf("%s: without %s", formatCall(c.turn), strings.Join(missingColumns(step, c), ", "))}
		case t.namesAreKnown(c, tried[:j]):
			return Diagnosis{Planning, fmt.Sprintf("%s instead of %s", formatCall(c.turn), step)}
		}
		return Diagnosis{Arguments, formatCall(c.turn)}
	}
	return Diagnosis{}
}

// namesAreKnown reports whether every name of a call is in the question or in an earlier
// observation.
func (t *trial) namesAreKnown(c *lookupCall, before []lookupCall) bool {
	known := score.Normal(t.question())
	for i := range before {
		if before[i].turn.Fault == "" {
			known += "\n" + score.Normal(before[i].turn.Observation)
		}
	}
	for _, name := range c.names {
		if !strings.Contains(known, name) {
			return false
		}
	}
	return true
}

// isOffPlan reports whether a call is of an unknown tool, or of a lookup or retriever that
// the plan does not use.
func (t *trial) isOffPlan(c *lookupCall, steps []lookupCall) bool {
	if t.domain != nil {
		if spec := t.domain.Tool(c.tool); spec != nil && spec.Kind != domain.Lookup && spec.Kind != domain.Retriever {
			return false
		}
	}
	return !slices.ContainsFunc(steps, func(s lookupCall) bool { return s.tool == c.tool })
}

// planCalls returns the lookups and retrievals of the plan; for a task without steps, those
// of its path with any arguments.
func (t *trial) planCalls() []lookupCall {
	var steps []lookupCall
	for i := range t.task.Steps {
		s := &t.task.Steps[i]
		switch {
		case s.Tool != "" && t.isLookup(s.Tool, s.Op):
			c := t.parseCall(s.Tool, s.Arguments)
			c.missed = missed(s.Observation, t.domain)
			steps = append(steps, c)
		case s.Op == "project" && len(steps) > 0:
			last := &steps[len(steps)-1]
			last.handedOn = append(last.handedOn, s.Selected...)
		}
	}
	if t.task.Steps == nil && t.task.Path != "" {
		for name := range strings.SplitSeq(t.task.Path, plan.Separator) {
			if t.isLookup(name, "call") {
				steps = append(steps, lookupCall{tool: t.canonicalName(name), anyNames: true})
			}
		}
	}
	return steps
}

// isLookup reports whether a tool is a lookup or a retriever.
func (t *trial) isLookup(name, op string) bool {
	if t.domain == nil {
		return op == "call" || op == "retrieve" || op == "cite"
	}
	spec := t.domain.Tool(name)
	return spec != nil && (spec.Kind == domain.Lookup || spec.Kind == domain.Retriever)
}

// canonicalName returns the name of a tool, given its name or an alias.
func (t *trial) canonicalName(name string) string {
	if t.domain != nil {
		if spec := t.domain.Tool(name); spec != nil {
			return spec.Name
		}
	}
	return name
}

// agentCalls returns the agent's calls.
func (t *trial) agentCalls() []lookupCall {
	list := make([]lookupCall, len(t.transcript.Calls))
	for i := range list {
		turn := &t.transcript.Calls[i]
		list[i] = t.parseCall(turn.Tool, turn.Arguments)
		list[i].turn = turn
	}
	return list
}

// parseCall parses a call: its text arguments are names, its lists of texts are columns.
func (t *trial) parseCall(name string, arguments json.RawMessage) lookupCall {
	c := lookupCall{tool: t.canonicalName(name), names: map[string]string{}}
	var args map[string]any
	if json.Unmarshal(arguments, &args) != nil {
		return c
	}
	for k, v := range args {
		switch v := v.(type) {
		case string:
			c.names[k] = score.Normal(v)
		case []any:
			for _, e := range v {
				if s, ok := e.(string); ok {
					c.columns = append(c.columns, score.Normal(s))
				}
			}
		}
	}
	if t.domain != nil {
		spec := t.domain.Tool(name)
		c.anyNames = spec != nil && spec.Kind == domain.Retriever
	}
	return c
}

// isDoneBy reports whether the agent's call does the plan's step.
func (c *lookupCall) isDoneBy(by *lookupCall) bool {
	switch {
	case c.tool != by.tool:
		return false
	case by.turn.Fault != "" && !(c.missed && by.turn.Fault == tool.FaultMissing):
		return false
	case c.anyNames:
		return true
	}
	return maps.Equal(c.names, by.names) && (by.turn.Fault != "" || len(missingColumns(c, by)) == 0)
}

// missingColumns returns the columns of the plan's step that the agent's call does not request.
func missingColumns(step, by *lookupCall) (columns []string) {
	if len(by.columns) == 0 {
		return nil
	}
	for _, c := range step.columns {
		if !slices.Contains(by.columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}

// resultsSeen reports whether every value that the plan takes from a step is among the
// cells and not in the question.
func (c *lookupCall) resultsSeen(cells map[string]bool, question string) bool {
	question = score.Normal(question)
	for _, h := range c.handedOn {
		if h = score.Normal(h); !cells[h] || strings.Contains(question, h) {
			return false
		}
	}
	return len(c.handedOn) > 0
}

// String formats a step for details.
func (c *lookupCall) String() string {
	var names []string
	for _, k := range slices.Sorted(maps.Keys(c.names)) {
		names = append(names, c.names[k])
	}
	return excerpt(c.tool + " " + strings.Join(names, ", "))
}

// observedCells returns the cells that lookups returned to the agent, days also in canonical
// form. Results of arithmetic are left out, because they can repeat the agent's input.
func (t *trial) observedCells() map[string]bool {
	var observed []string
	for i := range t.transcript.Calls {
		if turn := &t.transcript.Calls[i]; turn.Fault == "" && t.isLookup(turn.Tool, "call") {
			observed = append(observed, turn.Observation)
		}
	}
	seen := map[string]bool{}
	for _, c := range score.ObservedCells(observed) {
		seen[score.Normal(c.Text)] = true
		if d, ok := value.ParseDate(c.Text); ok {
			seen[score.Normal(d.Text)] = true
		}
	}
	return seen
}

// missed reports whether a call with the observation found nothing.
func missed(observation json.RawMessage, d *domain.Domain) bool {
	var told string
	return d != nil && json.Unmarshal(observation, &told) == nil && told == d.Replies.Missing
}

// callIdentity returns a text that is equal for calls of one tool with equal arguments.
func callIdentity(turn *agent.ObservedCall) string {
	d := json.NewDecoder(bytes.NewReader(turn.Arguments))
	d.UseNumber()
	var v any
	if d.Decode(&v) == nil {
		if b, err := json.Marshal(v); err == nil { // keys sorted
			return turn.Tool + " " + string(b)
		}
	}
	return turn.Tool + " " + string(turn.Arguments)
}
