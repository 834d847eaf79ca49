package analysis

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// WriteJSON writes the analysis as indented JSON that conforms to
// schemas/analysis.schema.json. The error is the writer's.
func (a *Analysis) WriteJSON(w io.Writer) error { return writeJSON(w, a) }

// WriteText writes the analysis for people: the agents over all tasks; each rate by type,
// in percent as mean ± standard error; then, if there are any, grids of models and methods, what
// methods gain, changes by hops, pass rates, failure classes, endings, judges' grades and their agreement, and measures. "-" means unscored or
// unknown. Standard errors that round to 0, and those over fewer tasks than
// [estimate.MinItems], are left out.
// The error is the writer's.
func (a *Analysis) WriteText(w io.Writer) error { return writeTextTables(w, a.tables()) }

// WriteMeasures writes those tables of [Analysis.WriteText] that have measures and classes of
// recited texts; nothing if there are none. The error is the writer's.
func (a *Analysis) WriteMeasures(w io.Writer) error {
	return writeTextTables(w, withHeads(a.measureTables()))
}

// WriteMarkdown writes the tables of [Analysis.WriteText] as Markdown. The error is the
// writer's.
func (a *Analysis) WriteMarkdown(w io.Writer) error { return writeMarkdownTables(w, a.tables()) }

// WriteLaTeX writes the tables of [Analysis.WriteText] for LaTeX with package booktabs, the
// best rates of evaluated agents in bold. The error is the writer's.
func (a *Analysis) WriteLaTeX(w io.Writer) error { return writeLaTeXTables(w, a.tables()) }

func (a *Analysis) tables() []table {
	tables := []table{a.overview()}
	if len(a.Agents) > 0 {
		for i := range metrics {
			tables = append(tables, a.byType(&metrics[i]))
		}
		tables = append(tables, slices.Concat(a.grids(), a.methodTables(), a.declineTables())...)
		tables = append(tables, a.passes(),
			a.counts("trials that did not solve their task, by why", func(r *TypeReport) map[string]int { return stringKeys(r.Failures) }),
			a.counts("trials, by why the agent stopped", func(r *TypeReport) map[string]int { return stringKeys(r.Endings) }))
		tables = append(tables, a.selections(), a.domainUse())
		tables = append(tables, a.judgeTables()...)
		tables = append(tables, a.measureTables()...)
	}
	tables = append(tables, a.agreement())
	return withHeads(tables)
}

// withHeads returns the tables that have a head; the others have nothing to say.
func withHeads(tables []table) []table {
	return slices.DeleteFunc(tables, func(t table) bool { return t.head == nil })
}

// overall returns the row over all tasks.
func (a *AgentReport) overall() *TypeReport { return &a.Rows[len(a.Rows)-1] }

// displayRows returns the rows for people: by type, over all, and over twins if there are any.
func (a *AgentReport) displayRows() []TypeReport {
	if a.Twins == nil {
		return a.Rows
	}
	return append(a.Rows[:len(a.Rows):len(a.Rows)], *a.Twins)
}

// overview returns the table of agents over all tasks.
func (a *Analysis) overview() table {
	t := table{
		name:  "overview",
		title: fmt.Sprintf("%d tasks in %d clusters, rates in percent with %s intervals", a.Tasks, a.Clusters, formatLevel(a.Level)),
		head: []string{"agent", "trials", "missing", "success (strict)", "interval", "process (strict)", "success (paper)", "process (paper)",
			"calls", "tokens (mean)", "tokens (total)", "cost"},
	}
	few := false
	for i := range a.Agents {
		r := a.Agents[i].overall()
		few = few || isFew(&r.Strict.Success) || isFew(&r.Paper.Success)
		t.rows = append(t.rows, []string{a.Agents[i].Agent, strconv.Itoa(r.Trials), strconv.Itoa(r.Missing),
			formatRate(&r.Strict.Success), formatInterval(&r.Strict.Success, formatPercent), formatRate(&r.Strict.Process), formatRate(&r.Paper.Success), formatRate(&r.Paper.Process),
			formatDecimals(r.Calls.Mean, 1), formatDecimals(r.Tokens.Total.Mean, 1), formatTotal(&r.Tokens.Total), formatDecimals(r.Cost.Mean, 6)})
	}
	for i, column := range []int{3, 5, 6, 7} { // the metrics' columns
		var means []*float64
		for j := range a.Agents {
			means = append(means, a.Agents[j].evaluatedMean(metrics[i].estimate(a.Agents[j].overall())))
		}
		t.markBest(column, means)
	}
	if a.Protocol != "" && a.Protocol != method.Taskgrove {
		t.notes = append(t.notes, fmt.Sprintf("measured by protocol %s", a.Protocol))
	}
	t.noteFew(few)
	if n := len(a.UnknownTasks); n > 0 {
		const most = 10
		note := fmt.Sprintf("trials of tasks that are not among these, %d: %s", n, strings.Join(a.UnknownTasks[:min(most, n)], ", "))
		if n > most {
			note += ", …"
		}
		t.notes = append(t.notes, note)
	}
	return t
}

// evaluatedMean returns the mean for an evaluated agent; nil for agents in another role.
func (a *AgentReport) evaluatedMean(e *estimate.Estimate) *float64 {
	if a.Role != score.EvaluatedAgent {
		return nil
	}
	return e.Mean
}

// formatTotal formats the total of a resource counted in whole numbers.
func formatTotal(u *ResourceUse) string {
	if u.N == 0 {
		return noValue
	}
	return formatDecimals(&u.Total, 0)
}

// byType returns the table of one rate by type.
func (a *Analysis) byType(m *metric) table {
	t := table{title: m.title + ", in percent", head: []string{"agent"}}
	scored := 0
	means := map[int][]*float64{} // by column
	var few []string              // types
	for i := range a.Agents {
		cells := []string{a.Agents[i].Agent}
		for j, r := range a.Agents[i].displayRows() {
			if i == 0 {
				t.head = append(t.head, r.Type)
			}
			e := m.estimate(&r)
			scored += e.N
			if isFew(e) && !slices.Contains(few, r.Type) {
				few = append(few, r.Type)
			}
			cells = append(cells, formatRate(e))
			means[j+1] = append(means[j+1], a.Agents[i].evaluatedMean(e))
		}
		t.rows = append(t.rows, cells)
	}
	if scored == 0 {
		return table{}
	}
	for column, of := range means {
		t.markBest(column, of)
	}
	if few != nil {
		t.notes = append(t.notes, fmt.Sprintf("fewer than %d tasks, too few for a standard error: %s", estimate.MinItems, strings.Join(few, ", ")))
	}
	return t
}

// passes returns the table of pass rates over all tasks, for agents with several epochs.
func (a *Analysis) passes() table {
	t := table{
		name:  "pass-rates",
		title: fmt.Sprintf("tasks solved in k attempts, in percent with %s intervals: at least once (pass@k), every time (pass^k)", formatLevel(a.Level)),
		head:  []string{"agent", "k", "tasks", "pass@k", "interval", "pass^k", "interval"}, spanned: 1,
	}
	few := false
	for i := range a.Agents {
		if a.Agents[i].Epochs < 2 {
			continue
		}
		for _, p := range a.Agents[i].overall().Passes {
			few = few || isFew(&p.Any)
			t.rows = append(t.rows, []string{a.Agents[i].Agent, strconv.Itoa(p.K), strconv.Itoa(p.Any.N),
				formatRate(&p.Any), formatInterval(&p.Any, formatPercent), formatRate(&p.All), formatInterval(&p.All, formatPercent)})
		}
	}
	if t.rows == nil {
		return table{}
	}
	t.notes = append(t.notes, "tasks: those with k scored attempts or more; the estimates are unbiased for each number of attempts")
	t.noteFew(few)
	return t
}

// stringKeys returns counts with string keys.
func stringKeys[K ~string](counts map[K]int) map[string]int {
	texts := make(map[string]int, len(counts))
	for k, n := range counts {
		texts[string(k)] = n
	}
	return texts
}

// counts returns the table of trials by kind, over all tasks and twins.
func (a *Analysis) counts(title string, of func(*TypeReport) map[string]int) table {
	found := make([]map[string]int, len(a.Agents))
	seen := map[string]int{}
	for i := range a.Agents {
		found[i] = map[string]int{}
		rows := []*TypeReport{a.Agents[i].overall()}
		if a.Agents[i].Twins != nil {
			rows = append(rows, a.Agents[i].Twins)
		}
		for _, r := range rows {
			for kind, n := range of(r) {
				found[i][kind] += n
				seen[kind] += n
			}
		}
	}
	if len(seen) == 0 {
		return table{}
	}
	kinds := slices.SortedFunc(maps.Keys(seen), func(x, y string) int { return cmp.Or(cmp.Compare(seen[y], seen[x]), cmp.Compare(x, y)) })
	t := table{title: title, head: append([]string{"agent"}, kinds...)}
	for i := range a.Agents {
		cells := []string{a.Agents[i].Agent}
		for _, kind := range kinds {
			cells = append(cells, strconv.Itoa(found[i][kind]))
		}
		t.rows = append(t.rows, cells)
	}
	return t
}
