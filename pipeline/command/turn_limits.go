package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// turnLimit is a number of turns, and the number of calls that agents make in a turn.
type turnLimit struct{ turns, callsPerTurn int }

// limitOf returns the limit of an agent's trials; the zero limit for built-in agents, which
// have none.
func (e *evaluatedAgent) limitOf() turnLimit {
	switch {
	case e.Spec != nil && e.Spec.Method == method.Direct:
		return turnLimit{}
	case e.Spec != nil && e.Spec.Calls == method.TextCalls:
		return turnLimit{e.Spec.Turns, 1}
	case e.Spec != nil:
		return turnLimit{e.Spec.Turns, agent.MaxCallsPerReply}
	}
	return turnLimit{e.Turns, agent.MaxCallsPerReply}
}

// calls describes the turns of the limit.
func (l turnLimit) calls() string {
	if l.callsPerTurn == 1 {
		return "one call a turn"
	}
	return "calls side by side"
}

// tasksBeyond returns the tasks whose reference plans need more turns than the limit, and the
// most turns that one of them needs.
func (l turnLimit) tasksBeyond(tasks []*task.Task) (beyond []*task.Task, most int) {
	for _, t := range tasks {
		if n := task.ReferenceTurns(t, l.callsPerTurn); n > l.turns {
			beyond, most = append(beyond, t), max(most, n)
		}
	}
	return beyond, most
}

// turnLimits returns the distinct limits of the command's agents.
func (c *benchRun) turnLimits() (limits []turnLimit) {
	add := func(callsPerTurn int) {
		if l := (turnLimit{c.turns, callsPerTurn}); !slices.Contains(limits, l) {
			limits = append(limits, l)
		}
	}
	for _, style := range c.callFormats {
		switch {
		case c.models == nil || !slices.ContainsFunc(c.methods, func(name string) bool { return name != string(method.Direct) }):
		case style == string(method.TextCalls):
			add(1)
		default:
			add(agent.MaxCallsPerReply)
		}
	}
	if slices.ContainsFunc(c.externalAgents, func(o externalAgent) bool { return o.isOutside() }) {
		add(agent.MaxCallsPerReply)
	}
	return limits
}

// warnOfTurns says on standard error which tasks need more turns than there are.
func (c *benchRun) warnOfTurns(tasks []*task.Task) error {
	return c.printTurns(c.env.Stderr, "", tasks)
}

// printTurns prints for each limit which tasks need more turns, in a line that begins with
// prefix: up to five by ID, all of them with -v.
func (c *benchRun) printTurns(w io.Writer, prefix string, tasks []*task.Task) error {
	const named = 5
	for _, l := range c.turnLimits() {
		beyond, most := l.tasksBeyond(tasks)
		if beyond == nil {
			continue
		}
		var ids []string
		for _, t := range beyond {
			ids = append(ids, t.ID)
		}
		rest := ""
		if len(ids) > named && !c.flags.verbose {
			ids, rest = ids[:named], fmt.Sprintf(" and %d more (-v names them)", len(ids)-named)
		}
		if _, err := fmt.Fprintf(w, "%s%d of %d tasks need more than %d turns by their reference plans, %s; -turns %d would do for all: %s%s\n",
			prefix, len(beyond), len(tasks), l.turns, l.calls(), most, strings.Join(ids, ", "), rest); err != nil {
			return err
		}
	}
	return nil
}

// turnSettings are the lines of the report that say how many tasks need more turns than
// agents had.
func (m *evaluation) turnSettings(tasks []*task.Task) (lines []string) {
	var seen []turnLimit
	for i := range m.Entrants {
		l := m.Entrants[i].limitOf()
		if s := m.Entrants[i].Spec; s != nil && s.Method != method.Direct && l.turns == 0 {
			l.turns = defaultTurns
		}
		if l.turns == 0 || slices.Contains(seen, l) {
			continue
		}
		seen = append(seen, l)
		beyond, most := l.tasksBeyond(tasks)
		line := fmt.Sprintf("%d turns, %s: enough for all %d tasks", l.turns, l.calls(), len(tasks))
		if beyond != nil {
			line = fmt.Sprintf("%d turns, %s: %d of %d tasks need more by their reference plans, at most %d", l.turns, l.calls(), len(beyond), len(tasks), most)
		}
		lines = append(lines, line)
	}
	return lines
}
