package bench

import (
	"fmt"
	"io"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// WriteBounds writes in two lines what the built-in agents of the report got, for a task
// set for which [CheckBounds] returns nil: how many tasks there are of each type, and the
// strict success rates of agents without a plan, of the recorded calls and of the best
// attacker. Rates and their bound are over tasks with an answer other than a text to write.
func (r *Report) WriteBounds(w io.Writer) error {
	var floors, attackers, ceilings boundGroup
	for i := range r.Agents {
		switch s := &r.Agents[i]; {
		case s.Attack:
			attackers.add(s)
		case s.Role == score.FloorAgent:
			floors.add(s)
		case s.Role == score.CeilingAgent:
			ceilings.add(s)
		}
	}
	var b strings.Builder
	if len(r.Agents) > 0 {
		writeTaskCounts(&b, &r.Agents[0])
	}
	var parts []string
	if floors.n > 0 {
		parts = append(parts, fmt.Sprintf("%s without a plan %s", count(floors.n, "agent"), floors.score(true)))
	}
	if ceilings.n > 0 {
		parts = append(parts, "the agent that repeats the recorded calls "+ceilings.score(false))
	}
	if attackers.n > 0 {
		parts = append(parts, fmt.Sprintf("the best of %s, %s, %s%s", count(attackers.n, "attacker"), attackers.best.Agent, attackers.score(false), attackers.bound()))
	}
	if parts != nil {
		fmt.Fprintf(&b, "bounds hold: %s\n", strings.Join(parts, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeTaskCounts writes how many tasks an agent tried, by type.
func writeTaskCounts(b *strings.Builder, s *score.AgentScores) {
	var types []string
	for _, row := range s.Rows[:max(len(s.Rows)-1, 0)] {
		types = append(types, fmt.Sprintf("%d %s", row.Tasks, row.Type))
	}
	b.WriteString(count(s.Overall().Tasks, "task"))
	if types != nil {
		fmt.Fprintf(b, ": %s", strings.Join(types, ", "))
	}
	if s.Twins != nil {
		fmt.Fprintf(b, "; and %s", count(s.Twins.Tasks, "unanswerable twin"))
	}
	b.WriteString("\n")
}

// boundGroup are agents that bound a task set in one way.
type boundGroup struct {
	n    int
	rate float64            // the highest
	over int                // tasks that it is over
	best *score.AgentScores // the first agent with it
}

func (g *boundGroup) add(s *score.AgentScores) {
	g.n++
	sum, over := 0., 0
	for _, row := range s.Rows[:max(len(s.Rows)-1, 0)] {
		if mean := row.Strict.Success.Mean; mean != nil && row.Type != task.Writing {
			sum += *mean * float64(row.Strict.Success.N)
			over += row.Strict.Success.N
		}
	}
	rate := 0.
	if over > 0 {
		rate = sum / float64(over)
	}
	if g.best == nil || rate > g.rate {
		g.rate, g.over, g.best = rate, over, s
	}
}

// score writes the rate of one agent, "scores 1.3 %", or the highest of several, "score at
// most 0.3 %".
func (g *boundGroup) score(several bool) string {
	switch {
	case !several:
		return "scores " + percent(g.rate)
	case g.rate > 0:
		return "score at most " + percent(g.rate)
	}
	return "score 0.0 %"
}

// bound writes the bound of the best agent's rate; "" for so few tasks that luck decides.
func (g *boundGroup) bound() string {
	switch {
	case g.over < MinBoundTasks:
		return ""
	case g.best.Role == score.ChanceAgent:
		return fmt.Sprintf(" (bound %s)", percent(MaxChanceRate))
	}
	return fmt.Sprintf(" (bound %s)", percent(MaxFloorSuccess))
}

func percent(rate float64) string { return fmt.Sprintf("%.1f %%", 100*rate) }

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
