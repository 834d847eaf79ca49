package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// measures estimates the means of the measures that some trial has.
func (s *taskSet) measures(of *agentMarks, tasks []int, level float64) (means []MeasureMean) {
	for _, name := range recall.Names() {
		values := s.values(of, tasks, func(m *bench.Mark) *float64 {
			if x, ok := m.Measures[name]; ok {
				return &x
			}
			return nil
		})
		if len(values) == 0 {
			continue
		}
		mean := estimate.Mean
		if low, high := measureRange(name); low == 0 && high == 1 {
			mean = estimate.Share
		}
		means = append(means, MeasureMean{Name: name, Mean: mean(values, level)})
	}
	return means
}

// measureRange returns the least and the greatest value of a measure.
func measureRange(name string) (low, high float64) {
	switch name {
	case recall.EditDistance:
		return 0, math.MaxFloat64
	case recall.BERTPrecision, recall.BERTRecall, recall.BERTScore:
		return -1, 1
	}
	return 0, 1
}

// recitals counts recited texts by class.
func recitals(marks []*bench.Mark) (counts map[wording.RecitalClass]int) {
	for _, m := range marks {
		if m.Recital == "" {
			continue
		}
		if counts == nil {
			counts = map[wording.RecitalClass]int{}
		}
		counts[m.Recital]++
	}
	return counts
}

// strata reports the tasks of statutes by law and by level.
func (s *taskSet) strata(of *agentMarks, o *ReportOptions) (reports []StratumReport) {
	type key struct{ by, name, kind string }
	groups := map[key][]int{}
	for _, i := range s.all {
		for _, k := range []key{{"law", s.laws[i], s.tasks[i].Type}, {"level", s.levels[i], s.tasks[i].Type}} {
			if k.name != "" {
				groups[k] = append(groups[k], i)
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(groups), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.name, b.name), score.CompareTypes(a.kind, b.kind))
	})
	for _, k := range order {
		tasks := groups[k]
		success := estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 { return m.Strict.Success }), o.Level)
		if success.N == 0 {
			continue
		}
		r := StratumReport{By: k.by, Name: k.name, Type: k.kind, Tasks: len(tasks), Success: success, Measures: append([]MeasureMean{}, s.measures(of, tasks, o.Level)...)}
		if !slices.ContainsFunc(tasks, func(i int) bool { return s.text[i] }) {
			r.Measures = withoutSimilarities(r.Measures)
		}
		reports = append(reports, r)
	}
	return reports
}

// measureTables returns the tables of exam scores, of similarities, of measures by type, by law and by
// level, of classes of recited texts, and of correlations.
func (a *Analysis) measureTables() []table {
	return slices.Concat(a.examTables(), a.similarityTables(), []table{
		a.measured(), a.counts("recited texts, by what they are", func(r *TypeReport) map[string]int { return stringKeys(r.Recitals) }),
		a.stratified("level"), a.stratified("law"), a.correlated()})
}

// measureUnits ends the titles of tables of measures.
const measureUnits = "in percent, edit_distance in characters; means over fewer tasks with their number"

// formatMeasure formats the mean of a measure: in percent, or in characters.
func formatMeasure(name string, e *estimate.Estimate) string {
	if name == recall.EditDistance {
		return withError(e, formatDecimals(e.Mean, 1), func(x *float64) string { return formatDecimals(x, 1) })
	}
	return formatRate(e)
}

// measureHead returns the names of the measures of some rows, in the order of reports.
func measureHead(rows [][]MeasureMean) (names []string) {
	for _, name := range recall.Names() {
		if slices.ContainsFunc(rows, func(r []MeasureMean) bool {
			return slices.ContainsFunc(r, func(m MeasureMean) bool { return m.Name == name })
		}) {
			names = append(names, name)
		}
	}
	return names
}

// measureCells returns a cell for each named measure of a row over a number of tasks. A mean over
// fewer tasks has their number.
func measureCells(names []string, means []MeasureMean, tasks int) (cells []string) {
	for _, name := range names {
		cell := noValue
		for i := range means {
			if means[i].Name == name {
				if cell = formatMeasure(name, &means[i].Mean); means[i].Mean.N < tasks {
					cell += fmt.Sprintf(" (%d)", means[i].Mean.N)
				}
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// measured returns the table of measures of citations and texts by type.
func (a *Analysis) measured() table {
	return a.measuredTable("citations and texts, "+measureUnits, func(r *TypeReport) bool { return !isExamRow(r) })
}

// measuredTable returns the table of measures by type, over the rows of some types that have own measures.
func (a *Analysis) measuredTable(title string, shown func(*TypeReport) bool) table {
	var all [][]MeasureMean
	for i := range a.Agents {
		rows := a.Agents[i].Rows
		for j := range rows[:len(rows)-1] {
			if shown(&rows[j]) {
				all = append(all, rows[j].ownMeasures())
			}
		}
	}
	names := measureHead(all)
	if names == nil {
		return table{}
	}
	t := table{title: title, head: append([]string{"agent", "type", "tasks"}, names...)}
	for i := range a.Agents {
		rows := a.Agents[i].Rows
		for _, r := range rows[:len(rows)-1] {
			if own := r.ownMeasures(); own != nil && shown(&r) {
				t.rows = append(t.rows, append([]string{a.Agents[i].Agent, r.Type, strconv.Itoa(r.Tasks)}, measureCells(names, own, r.Tasks)...))
			}
		}
	}
	return t
}

// stratified returns the table of measures by law or by level.
func (a *Analysis) stratified(by string) table {
	var all [][]MeasureMean
	for i := range a.Agents {
		for _, r := range a.Agents[i].Strata {
			if r.By == by {
				all = append(all, r.Measures)
			}
		}
	}
	if all == nil {
		return table{}
	}
	names := measureHead(all)
	t := table{title: "tasks over statutes by " + by + ", " + measureUnits, head: append([]string{"agent", by, "type", "tasks", "success (strict)"}, names...)}
	for i := range a.Agents {
		for _, r := range a.Agents[i].Strata {
			if r.By == by {
				t.rows = append(t.rows, append([]string{a.Agents[i].Agent, r.Name, r.Type, strconv.Itoa(r.Tasks), formatRate(&r.Success)}, measureCells(names, r.Measures, r.Tasks)...))
			}
		}
	}
	return t
}
