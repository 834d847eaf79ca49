package htmlreport

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
)

// Every agent has the similarity of its answers by type and over all, one measure at a time: F1 of
// BERTScore first where there is an encoder, else ROUGE-L. The highest means are in bold, but for
// distances, and no table of citations and texts has them.
func TestSimilarity(t *testing.T) {
	r := &run{tasks: tasksOf(t, 20), agents: []string{"<b>bad", "b", "good"}}
	s := sourceOf(t, r.tasks, r.all())
	for _, encoded := range []bool{false, true} {
		if encoded {
			for i := range s.Marks {
				m := s.Marks[i].Measures
				m[recall.BERTPrecision], m[recall.BERTRecall], m[recall.BERTScore] = m[recall.Rouge1], -m[recall.Rouge1]/2, m[recall.Rouge2]
			}
			var err error
			if s.Analysis, err = analysis.Analyse(s.Tasks, s.Marks, analysis.ReportOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		b := open(t, written(t, s), "")
		b.Wait(`document.querySelector("#tree .branch")`)
		shown := func() [][]string {
			return look[[][]string](b, `[...document.querySelectorAll("#similarity tr")].map(r => [...r.cells].map(e => (e.querySelector("strong") ? "!" : "") + (e.querySelector(".mean") || e).innerText.trim()))`)
		}
		want := func(name string) [][]string {
			head := []string{"Agent"}
			for _, row := range s.Analysis.Agents[0].Rows[:len(s.Analysis.Agents[0].Rows)-1] {
				head = append(head, row.Type)
			}
			table := [][]string{append(head, "all")}
			best := make([]float64, len(head))
			figures := map[string][]float64{}
			for _, a := range s.Analysis.Agents {
				for j, row := range a.Rows {
					i := slices.IndexFunc(row.Measures, func(m analysis.MeasureMean) bool { return m.Name == name })
					figures[a.Agent] = append(figures[a.Agent], *row.Measures[i].Mean.Mean)
					if x := figures[a.Agent][j]; x > best[j] || a.Agent == s.Analysis.Agents[0].Agent {
						best[j] = x
					}
				}
			}
			for _, cells := range look[[][]string](b, `[...document.querySelectorAll("#standing tbody th a")].map(e => [e.textContent])`) {
				for j, x := range figures[cells[0]] {
					cell := fmt.Sprintf("%.1f %%", 100*x)
					if x == best[j] {
						cell = "!" + cell
					}
					cells = append(cells, cell)
				}
				table = append(table, cells)
			}
			return table
		}
		first := recall.RougeL
		if encoded {
			first = recall.BERTScore
		}
		if diff := cmp.Diff(want(first), shown()); diff != "" {
			t.Errorf("encoded %v: %s (-want +got):\n%s", encoded, first, diff)
		}
		choose := func(name string) {
			look[bool](b, `(e => { e.value = "`+name+`"; e.dispatchEvent(new Event("change")); return true })(document.querySelector("#similarity select"))`)
		}
		choose(recall.BLEU)
		if diff := cmp.Diff(want(recall.BLEU), shown()); diff != "" {
			t.Errorf("encoded %v: BLEU (-want +got):\n%s", encoded, diff)
		}
		choose(recall.EditDistance)
		if look[int](b, `document.querySelectorAll("#similarity strong").length`) != 0 {
			t.Error("a distance is in bold")
		}
		known := 6
		if encoded {
			known = 9
		}
		if n := look[int](b, `document.querySelectorAll("#similarity option").length`); n != known {
			t.Errorf("encoded %v: %d measures to choose from, want %d", encoded, n, known)
		}
		if look[bool](b, `document.querySelector("#errors").innerText.includes("ROUGE")`) {
			t.Error("similarities stand among citations and texts of tasks that ask for none")
		}
	}
	for i := range s.Marks {
		s.Marks[i].Measures = nil
	}
	var err error
	if s.Analysis, err = analysis.Analyse(s.Tasks, s.Marks, analysis.ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	if look[bool](b, `document.querySelector("#similarity") !== null`) {
		t.Error("a run without similarities has a section of them")
	}
}
