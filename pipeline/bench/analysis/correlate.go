package analysis

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// RunCorrelations has the correlations of the figures of two runs over the agents of both.
type RunCorrelations struct {
	// Level is the confidence level of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Agents are the names of the evaluated agents of both runs, sorted; at least 3.
	Agents []string `json:"agents"`
	// Correlations have each figure of the first run with each of the second, in the order of
	// their reports. Beside the figures of [MeasureCorrelation] there is the strict success of
	// each type, "locate/success".
	Correlations []MeasureCorrelation `json:"correlations"`
}

// Correlate correlates the figures of two runs, such as one over statutes and one over cases: those
// of the first with those of the second, over the evaluated agents that have one name in both. The
// level of intervals is the first's. The error says that there are fewer than three such agents, that
// they were measured by different protocols, or that an analysis is none that [Analyse] returns.
func Correlate(first, second *Analysis) (*RunCorrelations, error) {
	c := &RunCorrelations{Level: first.Level, Agents: []string{}, Correlations: []MeasureCorrelation{}}
	if !(c.Level > 0 && c.Level < 1) {
		return nil, fmt.Errorf("confidence level %v: want a level between 0 and 1", c.Level)
	}
	if p, q := first.Protocol, second.Protocol; p != "" && q != "" && p != q {
		return nil, fmt.Errorf("protocols %s and %s: want runs by one protocol", p, q)
	}
	evaluated := map[string]bool{}
	for n, a := range []*Analysis{first, second} {
		for i := range a.Agents {
			r := &a.Agents[i]
			switch {
			case len(r.Rows) == 0:
				return nil, fmt.Errorf("agent %q: no row: want one over all tasks", r.Agent)
			case r.Role != score.EvaluatedAgent:
			case n == 0:
				evaluated[r.Agent] = true
			case evaluated[r.Agent]:
				c.Agents = append(c.Agents, r.Agent)
			}
		}
	}
	slices.Sort(c.Agents)
	if len(c.Agents) < leastCorrelated {
		return nil, fmt.Errorf("%d agents are measured in both runs: want at least %d", len(c.Agents), leastCorrelated)
	}
	x, y := first.figures(true), second.figures(true)
	for _, one := range x.names {
		for _, other := range y.names {
			c.add(x, y, one, other)
		}
	}
	return c, nil
}

// correlations compares the figures of the evaluated agents of a run, every two of different types
// or judges, in the order in which they first occur; nil without measures.
func correlations(a *Analysis) []MeasureCorrelation {
	f := a.figures(false)
	if !f.measured {
		return nil
	}
	c := &RunCorrelations{Level: a.Level}
	for i, first := range f.names {
		for _, second := range f.names[i+1:] {
			if path.Dir(first) != path.Dir(second) { // else they are of the same answers
				c.add(f, f, first, second)
			}
		}
	}
	return c.Correlations
}

// agentFigures are the figures of the evaluated agents of a run.
type agentFigures struct {
	names    []string                      // of figures, in the order in which they first occur
	of       map[string]map[string]float64 // by name and agent
	measured bool                          // some are measures
}

// figures returns the measures of each type, similarities only of types that ask for texts, and the
// scores of judges that count, with the success rates of types if they are asked for.
func (a *Analysis) figures(success bool) *agentFigures {
	f := &agentFigures{of: map[string]map[string]float64{}}
	add := func(name, agent string, mean *float64) {
		if mean == nil {
			return
		}
		if f.of[name] == nil {
			f.of[name] = map[string]float64{}
			f.names = append(f.names, name)
		}
		f.of[name][agent] = *mean
	}
	for i := range a.Agents {
		r := &a.Agents[i]
		if r.Role != score.EvaluatedAgent {
			continue
		}
		for _, row := range r.Rows[:len(r.Rows)-1] {
			if success {
				add(row.Type+"/success", r.Agent, row.Strict.Success.Mean)
			}
			for _, m := range row.ownMeasures() {
				if isExamRow(&row) {
					continue // how often a choice is hedged is no measure of its worth
				}
				f.measured = true
				add(row.Type+"/"+m.Name, r.Agent, m.Mean.Mean)
			}
			for _, j := range row.Judges {
				if j.Counts {
					add(fmt.Sprintf("judge/%s/%s", j.Judge, cmp.Or(j.Rubric, noValue)), r.Agent, j.Score.Mean)
				}
			}
		}
	}
	return f
}

// leastCorrelated is the least number of agents over which figures are correlated.
const leastCorrelated = 3

// add adds the correlation of a figure of one run and one of another, if enough agents have both.
func (c *RunCorrelations) add(first, second *agentFigures, one, other string) {
	var x, y []float64
	for _, agent := range slices.Sorted(maps.Keys(first.of[one])) {
		if figure, both := second.of[other][agent]; both {
			x, y = append(x, first.of[one][agent]), append(y, figure)
		}
	}
	if len(x) < leastCorrelated {
		return
	}
	m := MeasureCorrelation{First: one, Second: other, N: len(x), Pearson: estimate.Pearson(x, y), Spearman: estimate.Spearman(x, y)}
	m.Low, m.High = estimate.PearsonInterval(m.Pearson, len(x), c.Level)
	c.Correlations = append(c.Correlations, m)
}

// correlated returns the table of correlations.
func (a *Analysis) correlated() table {
	if a.Correlations == nil {
		return table{}
	}
	return correlationTable(a.Correlations, a.Level)
}

// correlationTable returns the table of some correlations.
func correlationTable(all []MeasureCorrelation, level float64) table {
	t := table{title: "correlations over agents, with " + formatLevel(level) + " intervals of Pearson's", head: []string{"first", "second", "agents", "Pearson", "interval", "Spearman"}}
	for _, c := range all {
		interval := noValue
		if c.Low != nil && c.High != nil {
			interval = formatDecimals(c.Low, 2) + " to " + formatDecimals(c.High, 2)
		}
		t.rows = append(t.rows, []string{c.First, c.Second, strconv.Itoa(c.N), formatDecimals(c.Pearson, 2), interval, formatDecimals(c.Spearman, 2)})
	}
	return t
}

// tables returns the table for people.
func (c *RunCorrelations) tables() []table {
	t := correlationTable(c.Correlations, c.Level)
	if n := len(c.Correlations); n > 1 {
		t.notes = []string{fmt.Sprintf("of %d correlations some are large by chance, the more so with few agents", n)}
	}
	return []table{t}
}

// WriteJSON writes the correlations as indented JSON that conforms to
// schemas/correlations.schema.json. The error is the writer's.
func (c *RunCorrelations) WriteJSON(w io.Writer) error { return writeJSON(w, c) }

// WriteText writes the table of correlations for people; "-" means that the agents are equal in
// one figure, or too few for an interval. The error is the writer's.
func (c *RunCorrelations) WriteText(w io.Writer) error { return writeTextTables(w, c.tables()) }

// WriteMarkdown writes the table of [RunCorrelations.WriteText] as Markdown. The error is the
// writer's.
func (c *RunCorrelations) WriteMarkdown(w io.Writer) error {
	return writeMarkdownTables(w, c.tables())
}

// WriteLaTeX writes the table of [RunCorrelations.WriteText] for LaTeX with package booktabs. The
// error is the writer's.
func (c *RunCorrelations) WriteLaTeX(w io.Writer) error { return writeLaTeXTables(w, c.tables()) }

// WriteCSV writes one line for each correlation below a line of names, with four decimals; figures
// that are not known are empty. The error is the writer's.
func (c *RunCorrelations) WriteCSV(w io.Writer) error {
	lines := [][]string{{"first", "second", "n", "pearson", "low", "high", "spearman"}}
	for _, m := range c.Correlations {
		lines = append(lines, []string{m.First, m.Second, strconv.Itoa(m.N), csvDecimals(m.Pearson, 4), csvDecimals(m.Low, 4), csvDecimals(m.High, 4), csvDecimals(m.Spearman, 4)})
	}
	return csv.NewWriter(w).WriteAll(lines)
}
