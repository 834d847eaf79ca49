package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MethodGain compares two methods of one model, paired by task.
type MethodGain struct {
	// Model is the model, and Calls the form of its tool calls.
	Model string `json:"model"`
	Calls string `json:"calls,omitempty"`
	// First and Second are the methods. Differences are First less Second; First is the later one
	// of the two in the order of [Analysis.Methods].
	First  string `json:"first"`
	Second string `json:"second"`
	// Rows are as in [PairedComparison]: by type, then over all tasks. P values are adjusted for
	// the number of gains in the analysis.
	Rows []TypeComparison `json:"rows"`
}

// MethodGap is the distance of a model's best method from its worst.
type MethodGap struct {
	// Model is the model, and Calls the form of its tool calls.
	Model string `json:"model"`
	Calls string `json:"calls,omitempty"`
	// Rate names the rate, "strict.success" or "paper.success". Best and Worst are the methods with
	// the highest and the lowest mean over all tasks; of equal ones, the first.
	Rate  string `json:"rate"`
	Best  string `json:"best"`
	Worst string `json:"worst"`
	// Difference is Best less Worst, paired by task. As the same trials chose the two methods of
	// three or more, it is too large on average.
	Difference RateDifference `json:"difference"`
	// Relative is the difference as a share of the worst method's mean; nil if that is 0 or unknown.
	Relative *float64 `json:"relative"`
}

// gapMetrics are the rates that gaps of methods, and tables of gains and declines, are of.
var gapMetrics = []*metric{&metrics[0], &metrics[2]}

// methodGroup are the agents of one model and one form of calls, in display order.
type methodGroup struct {
	model, calls string
	of           []AgentMethod
	marks        []*agentMarks
}

// methodGroups returns the groups of at least two agents that have marks. An agent of a method
// without calls is in every group of its model.
func methodGroups(all marksByAgent, made []AgentMethod) (groups []methodGroup) {
	for _, m := range made {
		joins := m.Calls == "" && slices.ContainsFunc(made, func(o AgentMethod) bool { return o.Model == m.Model && o.Calls != "" })
		if !joins && !slices.ContainsFunc(groups, func(g methodGroup) bool { return g.model == m.Model && g.calls == m.Calls }) {
			groups = append(groups, methodGroup{model: m.Model, calls: m.Calls})
		}
	}
	for i := range groups {
		g := &groups[i]
		for _, m := range made {
			if a := all[m.Agent]; a != nil && a.epochs > 0 && m.Model == g.model && (m.Calls == g.calls || m.Calls == "") {
				g.of, g.marks = append(g.of, m), append(g.marks, a)
			}
		}
	}
	return slices.DeleteFunc(groups, func(g methodGroup) bool { return len(g.of) < 2 })
}

// gains compares every two methods of each model.
func (s *taskSet) gains(groups []methodGroup, level float64) (gains []MethodGain) {
	var pairs []*PairedComparison
	for _, g := range groups {
		for j := range g.of {
			for i := range j {
				pairs = append(pairs, s.compare(g.marks[j], g.marks[i], level))
				gains = append(gains, MethodGain{Model: g.model, Calls: g.calls, First: g.of[j].Method, Second: g.of[i].Method})
			}
		}
	}
	adjust(pairs)
	for i, c := range pairs {
		gains[i].Rows = c.Rows
	}
	return gains
}

// gaps finds the best and the worst method of each model.
func (s *taskSet) gaps(groups []methodGroup, agents []AgentReport, level float64) (gaps []MethodGap) {
	for _, g := range groups {
		for _, m := range gapMetrics {
			best, worst := -1, -1
			var means []*float64
			for i := range g.of {
				at := slices.IndexFunc(agents, func(a AgentReport) bool { return a.Agent == g.of[i].Agent })
				x := m.estimate(agents[at].overall()).Mean
				if means = append(means, x); x == nil {
					continue
				}
				if best < 0 || *x > *means[best] {
					best = i
				}
				if worst < 0 || *x < *means[worst] {
					worst = i
				}
			}
			if best == worst {
				continue
			}
			gap := MethodGap{Model: g.model, Calls: g.calls, Rate: m.name, Best: g.of[best].Method, Worst: g.of[worst].Method}
			gap.Difference = s.rateDifference(g.marks[best], g.marks[worst], s.all, m.rate, level)
			if d := &gap.Difference; d.Mean != nil && *d.Second > 0 {
				gap.Relative = new(round(*d.Mean / *d.Second))
			}
			gaps = append(gaps, gap)
		}
	}
	return gaps
}

// validateMethods rejects agents that are declared twice.
func validateMethods(made []AgentMethod) error {
	seen := map[string]bool{}
	for _, m := range made {
		if seen[m.Agent] {
			return fmt.Errorf("agent %q: its method is declared twice: want it once", m.Agent)
		}
		seen[m.Agent] = true
	}
	return nil
}

// methodTables returns the tables of gaps and gains.
func (a *Analysis) methodTables() (tables []table) {
	if len(a.Gains) == 0 {
		return nil
	}
	for _, m := range gapMetrics {
		if t := a.gapTable(m); t.rows != nil {
			tables = append(tables, t)
		}
		if t := a.gainTable(m); t.rows != nil {
			tables = append(tables, t)
		}
	}
	return tables
}

func (a *Analysis) gapTable(m *metric) table {
	t := table{
		name:  "gap-" + strings.ReplaceAll(m.name, ".", "-"),
		title: fmt.Sprintf("%s, a model's best method less its worst, in percentage points with %s intervals", m.title, formatLevel(a.Level)),
		head:  []string{"model", "calls", "best", "rate", "worst", "rate", "tasks", "difference", "interval", "of the worst"},
	}
	few := false
	for i := range a.Gaps {
		g := &a.Gaps[i]
		if g.Rate != m.name {
			continue
		}
		d := &g.Difference
		few = few || isFew(&d.Estimate)
		relative := formatPoints(g.Relative)
		if g.Relative != nil {
			relative += " %"
		}
		t.rows = append(t.rows, []string{g.Model, cmp.Or(g.Calls, noValue), g.Best, formatPercent(d.First), g.Worst, formatPercent(d.Second),
			fmt.Sprint(d.N), withError(&d.Estimate, formatPoints(d.Mean), formatPercent), formatInterval(&d.Estimate, formatPoints), relative})
	}
	t.noteFew(few)
	t.notes = append(t.notes, "the same trials choose best and worst: of three methods and more, the difference is too large on average")
	return t
}

func (a *Analysis) gainTable(m *metric) table {
	t := table{
		name:  "gains-" + strings.ReplaceAll(m.name, ".", "-"),
		title: fmt.Sprintf("%s, one method less another of the same model, paired by task, in percentage points with %s intervals", m.title, formatLevel(a.Level)),
		head:  []string{"model", "calls", "method", "less"}, spanned: 2,
	}
	for _, r := range a.Gains[0].Rows {
		t.head = append(t.head, r.Type)
	}
	scored, few, starred := 0, false, false
	for i := range a.Gains {
		g := &a.Gains[i]
		cells := []string{g.Model, cmp.Or(g.Calls, noValue), g.First, g.Second}
		for j := range g.Rows {
			d := m.difference(&g.Rows[j])
			scored += d.N
			few = few || isFew(&d.Estimate)
			cell := formatChange(d.Mean, d.Low, d.High, isFew(&d.Estimate))
			if d.significant(a.Level) {
				cell, starred = cell+"*", true
			}
			cells = append(cells, cell)
		}
		t.rows = append(t.rows, cells)
	}
	if scored == 0 {
		return table{}
	}
	if starred {
		t.notes = append(t.notes, starNote(a.Level))
	}
	t.noteFew(few)
	return t
}

// formatChange formats a difference with its interval, in percentage points. Without an interval,
// or over too few tasks for one, it is the difference alone.
func formatChange(mean, low, high *float64, few bool) string {
	if few || low == nil {
		return formatPoints(mean)
	}
	return fmt.Sprintf("%s (%s to %s)", formatPoints(mean), formatPoints(low), formatPoints(high))
}
