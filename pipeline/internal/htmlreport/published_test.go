package htmlreport

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Tasks over tables stand beside the published ones of LegalAgentBench, each figure that is thinner marked; a
// run of other tasks has no such section.
func TestBesidePublished(t *testing.T) {
	r := &run{tasks: tasksOf(t, 20), agents: []string{"good"}}
	s := sourceOf(t, r.tasks, r.all())
	beside := dataset.CompareWithPublished(s.Tasks)
	if beside == nil || len(beside.Thinner) == 0 {
		t.Fatalf("comparison %+v, want one with something thinner", beside)
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	rows := look[[][]string](b, `[...document.querySelectorAll("#published tbody tr")].map(tr => [...tr.cells].map(c => c.innerText.trim()))`)
	if want := 2*len(beside.Ours) + len(beside.Shares); len(rows) != want {
		t.Fatalf("%d rows, want %d: %v", len(rows), want, rows)
	}
	for i, m := range beside.Ours {
		p := beside.Published[i]
		thin := func(figure string, x float64) string {
			if slices.ContainsFunc(beside.Thinner, func(f dataset.ThinFigure) bool { return f.Type == m.Type && f.Figure == figure }) {
				return fmt.Sprintf("%.2f ▽", x)
			}
			return fmt.Sprintf("%.2f", x)
		}
		length := func(x float64) string {
			if !beside.Chinese {
				return "–"
			}
			return fmt.Sprintf("%.2f", x)
		}
		name := m.Type
		if name == "ALL" {
			name = "all"
		}
		want := [][]string{
			{name, "these", fmt.Sprint(m.Tasks), thin("length of query", m.Query), thin("length of answer", m.Answer), thin("key_answer", m.KeyAnswer), thin("", m.KeyAnswerLength), thin("key_middle", m.KeyMiddle), thin("", m.KeyMiddleLength)},
			{name, "published", fmt.Sprint(p.Tasks), length(p.Query), length(p.Answer), fmt.Sprintf("%.2f", p.KeyAnswer), length(p.KeyAnswerLength), fmt.Sprintf("%.2f", p.KeyMiddle), length(p.KeyMiddleLength)},
		}
		if d := cmp.Diff(want, rows[2*i:2*i+2]); d != "" {
			t.Errorf("%s (-want +got):\n%s", m.Type, d)
		}
	}
	if n := look[int](b, `document.querySelectorAll("#published .sure").length`); n != len(beside.Thinner) {
		t.Errorf("%d figures are marked, want %d: %v", n, len(beside.Thinner), beside.Thinner)
	}
	b.Wait(`(document.getElementById("published").scrollIntoView(), true)`)
	b.Shot("published")
	b.judged("published", axeCore(t))

	others := make([]*task.Task, len(s.Tasks))
	for i, one := range s.Tasks {
		other := *one
		other.Family = "recite"
		others[i] = &other
	}
	s.Tasks = others
	if b := open(t, written(t, s), ""); look[bool](b, `!!document.getElementById("published")`) {
		t.Error("tasks of another family stand beside the published ones")
	}
}
