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
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// call is a call of a lookup or retrieval as one step of a way: by the plan, or by the
// agent.
type call struct {
	tool    string            // its name, never an alias
	names   map[string]string // texts that are looked for, in normal form, by argument
	columns []string          // that are asked for; nil for all
	turn    *agent.Turn       // of the agent's; nil for the plan's

	vain  string   // what the plan's own call is told where it finds nothing; "" where it finds something
	hands []string // what the plan takes from it, in canonical form
	any   bool     // the names do not matter: of a way without arguments, of retrievals
}

// way is the rule for plans of which a step was not done.
func (t *trial) way() Verdict {
	steps := t.steps()
	tried := t.tried()
	seen := t.cells()
	done := make([]bool, len(tried)) // a step
	first, last := -1, -1            // step that was not done; call that did one
	for i := range steps {
		by := -1
		for j := range tried {
			if steps[i].doneBy(&tried[j]) {
				done[j], by = true, j
			}
		}
		last = max(last, by)
		if by < 0 && first < 0 && !steps[i].handed(seen, t.question()) {
			first = i
		}
	}
	if first < 0 {
		return Verdict{}
	}
	step := &steps[first]
	if v := t.attempt(step, tried, done); v.Class != "" {
		return v
	}
	for j := last + 1; j < len(tried); j++ {
		if t.astray(&tried[j], steps) {
			return Verdict{WrongTool, fmt.Sprintf("%s instead of %s", shown(tried[j].turn), step)}
		}
	}
	return Verdict{Planning, fmt.Sprintf("never tried: %s", step)}
}

// attempt judges the last call of a step's tool that did no step.
func (t *trial) attempt(step *call, tried []call, done []bool) Verdict {
	for j := len(tried) - 1; j >= 0; j-- {
		c := &tried[j]
		if done[j] || c.tool != step.tool {
			continue
		}
		switch {
		case c.turn.Fault != "":
			return Verdict{Arguments, shown(c.turn)}
		case maps.Equal(c.names, step.names):
			return Verdict{Arguments, fmt.Sprintf("%s: without %s", shown(c.turn), strings.Join(lacking(step, c), ", "))}
		case t.stands(c, tried[:j]):
			return Verdict{Planning, fmt.Sprintf("%s instead of %s", shown(c.turn), step)}
		}
		return Verdict{Arguments, shown(c.turn)}
	}
	return Verdict{}
}

// stands reports whether every name of a call stands in the question or in what calls
// before it returned.
func (t *trial) stands(c *call, before []call) bool {
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

// astray reports whether a call is of a tool that there is not, or that the plan has no
// use for. Arithmetic, and the call that ends a trial, lead nowhere else.
func (t *trial) astray(c *call, steps []call) bool {
	if t.domain != nil {
		if spec := t.domain.Tool(c.tool); spec != nil && spec.Kind != domain.Lookup && spec.Kind != domain.Retriever {
			return false
		}
	}
	return !slices.ContainsFunc(steps, func(s call) bool { return s.tool == c.tool })
}

// steps returns the lookups and retrievals of the plan; of a task without steps those of
// its path, with any arguments.
func (t *trial) steps() []call {
	var steps []call
	for i := range t.task.Steps {
		s := &t.task.Steps[i]
		switch {
		case s.Tool != "" && t.looks(s.Tool, s.Op):
			c := t.read(s.Tool, s.Arguments)
			c.vain = vain(s.Observation, t.domain)
			steps = append(steps, c)
		case s.Op == "project" && len(steps) > 0:
			last := &steps[len(steps)-1]
			last.hands = append(last.hands, s.Selected...)
		}
	}
	if t.task.Steps == nil && t.task.Path != "" {
		for name := range strings.SplitSeq(t.task.Path, plan.Separator) {
			if t.looks(name, "call") {
				steps = append(steps, call{tool: t.name(name), any: true})
			}
		}
	}
	return steps
}

// looks reports whether a tool looks something up.
func (t *trial) looks(name, op string) bool {
	if t.domain == nil {
		return op == "call" || op == "retrieve" || op == "cite"
	}
	spec := t.domain.Tool(name)
	return spec != nil && (spec.Kind == domain.Lookup || spec.Kind == domain.Retriever)
}

// name returns a tool's own name for one that may be an alias.
func (t *trial) name(name string) string {
	if t.domain != nil {
		if spec := t.domain.Tool(name); spec != nil {
			return spec.Name
		}
	}
	return name
}

// tried returns the agent's calls.
func (t *trial) tried() []call {
	list := make([]call, len(t.transcript.Turns))
	for i := range list {
		turn := &t.transcript.Turns[i]
		list[i] = t.read(turn.Tool, turn.Arguments)
		list[i].turn = turn
	}
	return list
}

// read takes a call apart: its texts are names, its lists of texts columns.
func (t *trial) read(name string, arguments json.RawMessage) call {
	c := call{tool: t.name(name), names: map[string]string{}}
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
		c.any = spec != nil && spec.Kind == domain.Retriever
	}
	return c
}

// doneBy reports whether the agent's call does the plan's step.
func (c *call) doneBy(by *call) bool {
	switch {
	case c.tool != by.tool:
		return false
	case by.turn.Fault != "" && (c.vain == "" || c.vain != by.turn.Observation):
		return false
	case c.any:
		return true
	}
	return maps.Equal(c.names, by.names) && (by.turn.Fault != "" || len(lacking(c, by)) == 0)
}

// lacking returns the columns of the plan's step that the agent's call does not ask for.
func lacking(step, by *call) (columns []string) {
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

// handed reports whether all that the plan takes from a step is among cells, and is no
// repetition of the question.
func (c *call) handed(cells map[string]bool, question string) bool {
	question = score.Normal(question)
	for _, h := range c.hands {
		if h = score.Normal(h); !cells[h] || strings.Contains(question, h) {
			return false
		}
	}
	return len(c.hands) > 0
}

// String writes a step as details do.
func (c *call) String() string {
	var names []string
	for _, k := range slices.Sorted(maps.Keys(c.names)) {
		names = append(names, c.names[k])
	}
	return excerpt(c.tool + " " + strings.Join(names, ", "))
}

// cells returns what lookups returned to the agent cell by cell, days also in canonical
// form. What arithmetic returns can be what the agent said itself.
func (t *trial) cells() map[string]bool {
	var observed []string
	for i := range t.transcript.Turns {
		if turn := &t.transcript.Turns[i]; turn.Fault == "" && t.looks(turn.Tool, "call") {
			observed = append(observed, turn.Observation)
		}
	}
	seen := map[string]bool{}
	for _, c := range score.Cells(observed) {
		seen[score.Normal(c.Text)] = true
		if d, ok := value.ParseDate(c.Text); ok {
			seen[score.Normal(d.Text)] = true
		}
	}
	return seen
}

// vain returns what a call was told that found nothing; "" for one that found something.
func vain(observation json.RawMessage, d *domain.Domain) string {
	var told string
	if d == nil || json.Unmarshal(observation, &told) != nil || told != d.Replies.Missing {
		return ""
	}
	return told
}

// identity is equal for calls of one tool with the same arguments.
func identity(turn *agent.Turn) string {
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
