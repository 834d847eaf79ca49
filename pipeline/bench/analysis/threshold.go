package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Threshold is a minimum mean rate for agents, made by [ParseThreshold] or by the caller.
type Threshold struct {
	// Metric is the rate: "strict.success", "strict.process", "paper.success" or
	// "paper.process". [Unmet] panics at any other.
	Metric string
	// Least is the required mean over tasks, in [0, 1]; an agent with exactly this mean
	// meets it. Missing and unscored trials do not lower a mean.
	Least float64
	// Type is a type of tasks, [score.All] for all tasks that have an answer, or "twins"
	// for the unanswerable twins. "" is not a type.
	Type string
	// Agent is the name of one agent, in any role; "" means every evaluated agent.
	Agent string
}

// ParseThreshold parses a threshold in the form of flags: RATE=LEAST, optionally followed
// by ",type=TYPE" and then ",agent=NAME". RATE is success or process, with "strict." or
// "paper." before it; without a mode it is strict. Without a type the threshold is for
// [score.All]. NAME extends to the end, commas included. The error names the part of s
// that is wrong.
//
//	success=0.4
//	paper.process=0.5,type=2-hop,agent=model/react
func ParseThreshold(s string) (Threshold, error) {
	wrong := func(what, want string) (Threshold, error) {
		return Threshold{}, fmt.Errorf("threshold %q: %s: want %s", s, what, want)
	}
	rest, agent, named := strings.Cut(s, ",agent=")
	rest, kind, typed := strings.Cut(rest, ",type=")
	rate, figure, ok := strings.Cut(rest, "=")
	switch {
	case !ok:
		return wrong("no least", "RATE=LEAST, as success=0.4")
	case named && agent == "":
		return wrong("no agent", "a name behind agent=")
	case typed && kind == "":
		return wrong("no type", "a type behind type=")
	}
	b := Threshold{Metric: rate, Type: score.All, Agent: agent}
	if !strings.Contains(rate, ".") {
		b.Metric = "strict." + rate
	}
	if typed {
		b.Type = kind
	}
	if b.metric() == nil {
		return wrong(fmt.Sprintf("rate %q", rate), "success or process, alone or behind strict. or paper.")
	}
	least, err := strconv.ParseFloat(figure, 64)
	if err != nil || !isShare(least) {
		return wrong(fmt.Sprintf("least %q", figure), "a number in [0, 1]")
	}
	b.Least = math.Abs(least) // "-0"
	return b, nil
}

// metric returns the threshold's rate; nil if the name is unknown.
func (b *Threshold) metric() *metric {
	i := slices.IndexFunc(metrics[:], func(m metric) bool { return m.name == b.Metric })
	if i < 0 {
		return nil
	}
	return &metrics[i]
}

// Unmet returns one line for each agent below a threshold, in the order of thresholds, then
// of agents; nil if every threshold is met. A missing agent, a type without tasks and an
// unscored rate are below every threshold. A threshold for every evaluated agent is also
// unmet if there is no evaluated agent.
func Unmet(a *Analysis, bars []Threshold) (lines []string) {
	for _, b := range bars {
		found := false
		for i := range a.Agents {
			agent := &a.Agents[i]
			if b.Agent == agent.Agent || b.Agent == "" && agent.Role == score.EvaluatedAgent {
				found = true
				if line := b.shortfall(agent); line != "" {
					lines = append(lines, fmt.Sprintf("agent %q: %s", agent.Agent, line))
				}
			}
		}
		switch {
		case found:
		case b.Agent == "":
			lines = append(lines, fmt.Sprintf("no evaluated agent: want %s of at least %v", b.Metric, b.Least))
		default:
			lines = append(lines, fmt.Sprintf("agent %q: not among the agents: want %s of at least %v", b.Agent, b.Metric, b.Least))
		}
	}
	return lines
}

// shortfall describes how an agent misses the threshold; "" if it meets it.
func (b *Threshold) shortfall(a *AgentReport) string {
	m := b.metric()
	if m == nil {
		panic("analysis: threshold with an unknown rate")
	}
	for _, r := range a.displayRows() {
		if r.Type != b.Type {
			continue
		}
		switch mean := m.estimate(&r).Mean; {
		case mean == nil:
			return fmt.Sprintf("%s over %s is not scored: want at least %v", b.Metric, b.Type, b.Least)
		case *mean < b.Least:
			return fmt.Sprintf("%s over %s is %v: want at least %v", b.Metric, b.Type, *mean, b.Least)
		}
		return ""
	}
	return fmt.Sprintf("no tasks of type %s: want %s of at least %v", b.Type, b.Metric, b.Least)
}
