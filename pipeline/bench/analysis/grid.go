package analysis

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// AgentMethod says what an agent is made of.
type AgentMethod struct {
	// Agent is the agent's name.
	Agent string `json:"agent"`
	// Model is the name of the model, and Method that of the method by which it is asked. Calls is
	// the form of its tool calls; "" for a method without calls.
	Model  string `json:"model"`
	Method string `json:"method"`
	Calls  string `json:"calls,omitempty"`
}

// gridRow is an agent in the grid.
type gridRow struct {
	AgentMethod
	*AgentReport
}

// gridRows returns the evaluated agents by model, calls and method: models in the order of their
// first agent, methods in the order of the declarations. Agents of an unknown method come last,
// each as a model of its own.
func (a *Analysis) gridRows() (rows []gridRow) {
	order := map[string]int{} // of models, and of forms of calls within
	for _, m := range a.Methods {
		for _, key := range []string{m.Model, m.Model + "\x00" + m.Calls} {
			if _, ok := order[key]; !ok {
				order[key] = len(order)
			}
		}
		if i := slices.IndexFunc(a.Agents, func(r AgentReport) bool { return r.Agent == m.Agent }); i >= 0 {
			rows = append(rows, gridRow{m, &a.Agents[i]})
		}
	}
	slices.SortStableFunc(rows, func(x, y gridRow) int {
		return cmp.Or(cmp.Compare(order[x.Model], order[y.Model]), cmp.Compare(order[x.Model+"\x00"+x.Calls], order[y.Model+"\x00"+y.Calls]))
	})
	for i := range a.Agents {
		if r := &a.Agents[i]; r.Role == score.EvaluatedAgent && !slices.ContainsFunc(a.Methods, func(m AgentMethod) bool { return m.Agent == r.Agent }) {
			rows = append(rows, gridRow{AgentMethod{Agent: r.Agent, Model: r.Agent, Method: noValue}, r})
		}
	}
	return rows
}

// grids returns a table of models and methods for each rate, in the layout of LegalAgentBench's
// Tables 3 (success) and 14 (process): shares with four decimals, the best of each column marked,
// and the total of tokens. There is none without a known method or an evaluated agent.
func (a *Analysis) grids() (tables []table) {
	rows := a.gridRows()
	if len(a.Methods) == 0 || len(rows) == 0 {
		return nil
	}
	for i := range metrics {
		if t := grid(&metrics[i], rows); t.rows != nil {
			t.addTokens(rows)
			tables = append(tables, t)
		}
	}
	return tables
}

// similarityGrid returns the table of models and methods in the layout of LegalAgentBench's Table 15:
// BERTScore, and no tokens. It is empty without an encoder, a known method or an evaluated agent.
func (a *Analysis) similarityGrid() table {
	rows := a.gridRows()
	if len(a.Methods) == 0 || len(rows) == 0 {
		return table{}
	}
	return grid(&metric{name: "bert.score", title: "BERTScore (F1)", estimate: func(r *TypeReport) *estimate.Estimate { return r.measure(recall.BERTScore) }}, rows)
}

// grid returns a table of models and methods by type; an empty one if nothing has the figure.
func grid(m *metric, rows []gridRow) table {
	t := table{name: "grid-" + strings.ReplaceAll(m.name, ".", "-"), title: m.title + " by model and method", head: []string{"model", "method"}, spanned: 1}
	calls := slices.ContainsFunc(rows, func(r gridRow) bool { return r.Method != noValue && r.Calls != rows[0].Calls })
	if calls {
		t.head, t.spanned = []string{"model", "calls", "method"}, 2
	}
	named, scored := len(t.head), 0
	for _, r := range rows[0].Rows {
		t.head = append(t.head, r.Type)
	}
	for _, r := range rows {
		cells := []string{r.Model, r.Method}
		if calls {
			cells = []string{r.Model, cmp.Or(r.Calls, noValue), r.Method}
		}
		for i := range r.Rows {
			e := m.estimate(&r.Rows[i])
			scored += e.N
			cells = append(cells, formatDecimals(e.Mean, 4))
		}
		t.rows = append(t.rows, cells)
	}
	if scored == 0 {
		return table{}
	}
	for i := range rows[0].Rows {
		var means []*float64
		for _, r := range rows {
			means = append(means, m.estimate(&r.Rows[i]).Mean)
		}
		t.markBest(named+i, means)
	}
	return t
}

// addTokens adds the total tokens of each agent of a grid as its last column.
func (t *table) addTokens(rows []gridRow) {
	t.head = append(t.head, "tokens")
	for i, r := range rows {
		t.rows[i] = append(t.rows[i], groupThousands(formatTotal(&r.overall().Tokens.Total)))
	}
	t.notes = append(t.notes, "tokens: total of all trials that report them")
}

// groupThousands puts a comma before every three digits of a whole number; other texts stay.
func groupThousands(s string) string {
	if _, err := strconv.ParseUint(s, 10, 64); err != nil {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
