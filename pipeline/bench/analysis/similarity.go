package analysis

import (
	"slices"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
)

// byTypeSimilarities are the similarities that have a table by type: the one that needs no encoder
// and respects the order of words, and those of BERTScore.
var byTypeSimilarities = []struct{ name, title string }{
	{recall.RougeL, "ROUGE-L"},
	{recall.BERTScore, "BERTScore (F1)"},
	{recall.BERTPrecision, "BERTScore (precision)"},
	{recall.BERTRecall, "BERTScore (recall)"},
}

// isSimilarity reports whether a measure compares an answer with its reference.
func isSimilarity(name string) bool { return slices.Contains(recall.Similarities(), name) }

// withoutSimilarities returns the other measures.
func withoutSimilarities(means []MeasureMean) []MeasureMean {
	return slices.DeleteFunc(slices.Clone(means), func(m MeasureMean) bool { return isSimilarity(m.Name) })
}

// ownMeasures returns the measures that say how good answers of the row's type are: all but the
// similarities of tasks that ask for no text, since all tasks have these. It is nil if there are none.
func (r *TypeReport) ownMeasures() []MeasureMean {
	own := r.Measures
	if r.Texts == 0 {
		own = withoutSimilarities(own)
	}
	if len(own) == 0 {
		return nil
	}
	return own
}

// measure returns the mean of a measure of a row; one over no task if there is none.
func (r *TypeReport) measure(name string) *estimate.Estimate {
	for i := range r.Measures {
		if r.Measures[i].Name == name {
			return &r.Measures[i].Mean
		}
	}
	return &estimate.Estimate{}
}

// similarityTables returns the table of similarities over all tasks, for some of them one by type, and
// the grid of BERTScore, as Table 15 of LegalAgentBench (arXiv 2412.17259) has it.
func (a *Analysis) similarityTables() []table {
	tables := []table{a.similarities()}
	for _, s := range byTypeSimilarities {
		m := metric{title: s.title + ", answers against references", estimate: func(r *TypeReport) *estimate.Estimate { return r.measure(s.name) }}
		t := a.byType(&m)
		if t.head != nil && a.Agents[0].Twins != nil { // whose column, the last, would be empty
			last := len(t.head) - 1
			t.head = t.head[:last]
			for i := range t.rows {
				t.rows[i] = t.rows[i][:last]
			}
		}
		tables = append(tables, t)
	}
	return append(tables, a.similarityGrid())
}

// similarities returns the table of similarities over all tasks.
func (a *Analysis) similarities() table {
	var all [][]MeasureMean
	for i := range a.Agents {
		all = append(all, slices.DeleteFunc(slices.Clone(a.Agents[i].overall().Measures), func(m MeasureMean) bool { return !isSimilarity(m.Name) }))
	}
	names := measureHead(all)
	if names == nil {
		return table{}
	}
	t := table{title: "similarity of answers to references over all tasks, " + measureUnits, head: append([]string{"agent", "tasks"}, names...)}
	for i := range a.Agents {
		n := a.Agents[i].overall().Tasks
		t.rows = append(t.rows, append([]string{a.Agents[i].Agent, strconv.Itoa(n)}, measureCells(names, all[i], n)...))
	}
	return t
}

// csvMeasureNames returns the names of the measures that some row has, in the order of reports.
func (a *Analysis) csvMeasureNames() []string {
	var all [][]MeasureMean
	for i := range a.Agents {
		all = append(all, a.Agents[i].overall().Measures)
	}
	return measureHead(all)
}

// csvMeasures returns the cells of some measures: each mean, its number of tasks, its standard error
// and the ends of its interval. Cells of a measure that the row does not have are empty.
func (r *TypeReport) csvMeasures(names []string) (cells []string) {
	for _, name := range names {
		e, format := r.measure(name), csvPercent
		if name == recall.EditDistance {
			format = func(x *float64) string { return csvDecimals(x, 1) }
		}
		number := ""
		if e.N > 0 {
			number = strconv.Itoa(e.N)
		}
		cells = append(cells, format(e.Mean), number, format(e.SE), format(e.Low), format(e.High))
	}
	return cells
}
