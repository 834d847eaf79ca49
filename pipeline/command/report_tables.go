package command

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// methods says which model and method the measured agents of a run are, by model, form of calls
// and method, methods in the order of the paper's tables. Programs from outside are of none.
func (m *evaluation) methods() (made []analysis.AgentMethod) {
	for _, e := range m.Entrants {
		if e.Role == score.EvaluatedAgent && e.Model != "" && e.Method != "" {
			made = append(made, analysis.AgentMethod{Agent: e.Name, Model: e.Model, Method: e.Method, Calls: e.Calls})
		}
	}
	place := func(name string) int {
		if i := slices.Index(method.Names(), method.Name(name)); i >= 0 {
			return i
		}
		return len(method.Names())
	}
	slices.SortFunc(made, func(a, b analysis.AgentMethod) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Calls, b.Calls), cmp.Compare(place(a.Method), place(b.Method)), cmp.Compare(a.Agent, b.Agent))
	})
	return made
}

// tables returns every table of a report.
func (g *gradedRun) tables(found *analysis.Analysis, pairs []*analysis.PairedComparison) []analysis.Table {
	return slices.Concat(found.Tables(), analysis.PairTables(pairs), analysis.ReleaseTables(g.releases),
		analysis.PublishedTables(dataset.CompareWithPublished(g.reading.Tasks)))
}

// writeReportTables writes tables as LaTeX and as CSV into a directory, which it makes.
func writeReportTables(dir string, tables []analysis.Table) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, t := range tables {
		path := filepath.Join(dir, t.Name())
		if err := cmp.Or(writeOutput(path+".tex", t.WriteLaTeX), writeOutput(path+".csv", t.WriteCSV)); err != nil {
			return err
		}
	}
	return nil
}

// exportTables writes the tables of a report to the directory of -write-tables, if it is given.
func (o *reportFlags) exportTables(w io.Writer, tables []analysis.Table) error {
	if o.tables == "" {
		return nil
	}
	if err := writeReportTables(o.tables, tables); err != nil {
		return err
	}
	if o.format != "text" {
		return nil
	}
	_, err := fmt.Fprintf(w, "\n%s has every table as LaTeX and CSV\n", o.tables)
	return err
}
