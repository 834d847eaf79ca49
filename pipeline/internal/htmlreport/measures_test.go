package htmlreport

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// Measures of citations and texts have a table by type, with the number of tasks where they are
// fewer, tasks over statutes one by level and one by law, and recited texts one by class; a run without any has neither.
func TestMeasures(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	row := &s.Analysis.Agents[0].Rows[0]
	row.Measures = []analysis.MeasureMean{{Name: "article", Mean: estimate.Estimate{N: 3, Mean: new(0.5)}}, {Name: "edit_distance", Mean: estimate.Estimate{N: 3, Mean: new(47.8)}}}
	all := &s.Analysis.Agents[0].Rows[len(s.Analysis.Agents[0].Rows)-1]
	all.Recitals = map[wording.RecitalClass]int{wording.Exact: 2, wording.AddedParagraph: 1}
	s.Analysis.Agents[0].Strata = []analysis.StratumReport{
		{By: "law", Name: "<b>Carriage Act", Type: "recite", Tasks: 2, Success: estimate.Estimate{N: 2, Mean: new(0.5)}, Measures: []analysis.MeasureMean{{Name: "newest", Mean: estimate.Estimate{N: 2, Mean: new(1.0)}}}},
		{By: "level", Name: "item", Type: "renumbered", Tasks: 4, Success: estimate.Estimate{N: 4, Mean: new(0.25)}, Measures: []analysis.MeasureMean{}},
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	tables := look[[][]string](b, `[...document.querySelectorAll("#errors table")].map(t => [...t.querySelectorAll("th,td")].map(e => e.innerText.trim().replace(/\s+/g, " ")))`)
	find := func(head string) []string {
		for _, cells := range tables {
			if len(cells) > 1 && cells[1] == head || len(cells) > 3 && cells[3] == head {
				return cells
			}
		}
		return nil
	}
	if diff := cmp.Diff([]string{"Agent", "Type", "Tasks", "Article", "Edit distance", "good", row.Type, find("Article")[7], "50.0 %too few (3)", "47.8 (3)"}, find("Article")); diff != "" {
		t.Errorf("measures (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "Law", "Type", "Tasks", "Strict", "Newest law", "good", "<b>Carriage Act", "recite", "2", "50.0 %too few", "100.0 %too few"}, find("Law")); diff != "" {
		t.Errorf("by law (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "Level", "Type", "Tasks", "Strict", "good", "item", "renumbered", "4", "25.0 %too few"}, find("Level")); diff != "" {
		t.Errorf("by level (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Agent", "another paragraph added", "exact", "good", "1", "2"}, find("another paragraph added")); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	plain := open(t, written(t, sourceOf(t, r.tasks, r.all())), "")
	plain.Wait(`document.querySelector("#tree .branch")`)
	if look[bool](plain, `document.querySelector("#errors").innerText.includes("Citations and texts")`) {
		t.Error("a run without measures has a table of them")
	}
}
