package htmlreport

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// tablesWith returns the cells of the tables of errors that have a cell.
func tablesWith(t *testing.T, s Source, cell string) [][]string {
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	return look[[][]string](b, fmt.Sprintf(`[...document.querySelectorAll("#errors table")].map(t => [...t.querySelectorAll("th,td")].map(e => e.innerText.trim().replace(/\s+/g, " "))).filter(c => c.includes(%q))`, cell))
}

// What models selected has a table with a line for each agent that selected; a run without selections
// has none.
func TestSelections(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	of := func(mean float64) estimate.Estimate { return estimate.Estimate{N: 12, Mean: &mean} }
	rows := s.Analysis.Agents[0].Rows
	rows[len(rows)-1].Selection = &analysis.SelectionReport{
		Trials: 12, Unusable: 1, TablePrecision: of(0.5), TableRecall: of(0.75), ToolRecall: of(0.25), Offered: 5.25, Lacked: 3, Lost: 2, Complete: of(1), Lacking: of(0.125),
	}
	want := [][]string{{
		"Agent", "Trials", "Unusable", "Table precision", "Table recall", "Tool precision", "Tool recall", "Lookups offered", "Lacked one", "And failed", "Success with all", "Success without",
		"good", "12", "1", "50.0 %", "75.0 %", "–", "25.0 %", "5.25", "3", "2", "100.0 %", "12.5 %",
	}}
	if diff := cmp.Diff(want, tablesWith(t, s, "Tool recall")); diff != "" {
		t.Errorf("selections (-want +got):\n%s", diff)
	}
	if got := tablesWith(t, sourceOf(t, r.tasks, r.all()), "Tool recall"); len(got) > 0 {
		t.Errorf("a run without selections has %q, want no such table", got)
	}
}

// Calls of other domains' tools have a table with a line for each agent whose tools are of several domains; a
// run over one domain has none.
func TestDomainCalls(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	of := func(mean float64) estimate.Estimate { return estimate.Estimate{N: 12, Mean: &mean} }
	rows := s.Analysis.Agents[0].Rows
	rows[len(rows)-1].Domains = &analysis.DomainReport{Trials: 12, Calling: 3, Calls: 7, Wrong: 2, CallingRate: of(0.25), CallingWrong: of(0.625)}
	want := [][]string{{
		"Agent", "Trials", "Called others", "Calls", "And wrong", "Share that called", "Wrong of those", "Wrong of the others",
		"good", "12", "3", "7", "2", "25.0 %", "62.5 %", "–",
	}}
	if diff := cmp.Diff(want, tablesWith(t, s, "Called others")); diff != "" {
		t.Errorf("calls of other domains' tools (-want +got):\n%s", diff)
	}
	if got := tablesWith(t, sourceOf(t, r.tasks, r.all()), "Called others"); len(got) > 0 {
		t.Errorf("a run over one domain has %q, want no such table", got)
	}
}
