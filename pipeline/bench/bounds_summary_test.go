package bench_test

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestWriteBounds(t *testing.T) {
	agent := func(name string, role score.AgentRole, attack bool, rates ...float64) score.AgentScores {
		s := score.AgentScores{Agent: name, Role: role, Attack: attack}
		all := score.TypeSummary{Type: "ALL"}
		for i, typ := range []string{"1-hop", "2-hop", task.Writing}[:len(rates)] {
			row := score.TypeSummary{Type: typ, Tasks: 150}
			row.Strict.Success = score.Mean{N: 150, Mean: &rates[i]}
			all.Tasks += row.Tasks
			s.Rows = append(s.Rows, row)
		}
		s.Rows = append(s.Rows, all)
		return s
	}
	silent, echo := agent("silent", score.FloorAgent, false, 0, 0, 0), agent("echo", score.FloorAgent, false, 0, 0, 0.1)
	trace := agent("trace", score.CeilingAgent, false, 1, 1, 1)
	script, crawl := agent("script", score.ChanceAgent, true, 0.02, 0.006, 0.25), agent("crawl", score.FloorAgent, true, 0, 0.001, 0.3)
	for _, tc := range []struct {
		name   string
		agents []score.AgentScores
		want   string
	}{
		{"none", nil, ""},
		{
			"all", []score.AgentScores{silent, echo, trace, crawl, script},
			"450 tasks: 150 1-hop, 150 2-hop, 150 writing\n" +
				"bounds hold: 2 agents without a plan score 0.0 %, the agent that repeats the recorded calls scores 100.0 %, " +
				"the best of 2 attackers, script, scores 1.3 % (bound 4.0 %)\n",
		},
		{
			"few", []score.AgentScores{agent("silent", score.FloorAgent, false, 0.01), agent("crawl", score.FloorAgent, true, 0.01)},
			"150 tasks: 150 1-hop\nbounds hold: 1 agent without a plan score at most 1.0 %, the best of 1 attacker, crawl, scores 1.0 %\n",
		},
	} {
		var b strings.Builder
		if err := (&bench.Report{Agents: tc.agents}).WriteBounds(&b); err != nil || b.String() != tc.want {
			t.Errorf("%s: WriteBounds writes\n%s%v, want\n%s", tc.name, &b, err, tc.want)
		}
	}
}
