package htmlreport

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
)

// Agents have a line each with their scores on both releases, and a list of the tasks at which these
// differ; a run without an earlier release has no such section.
func TestReleases(t *testing.T) {
	r := &run{tasks: tasksOf(t, 12), agents: []string{"good", `bad<b onclick="x">`}}
	s := sourceOf(t, r.tasks, r.all())
	if b := open(t, written(t, s), ""); look[bool](b, `!!document.getElementById("releases")`) {
		t.Error("a run without an earlier release is compared with one")
	}
	earlier := make([]bench.Mark, len(s.Marks))
	copy(earlier, s.Marks)
	none := 0.0
	for i := range earlier[:6] {
		earlier[i].Strict.Success = &none
	}
	var err error
	if s.Releases, err = analysis.Releases(s.Tasks, s.Marks, earlier, analysis.ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	var got, want []string
	got = look[[]string](b, `[...document.querySelectorAll("#releases > .scroll tbody tr, #releases > table tbody tr")].map(tr => [...tr.children].slice(0, 4).map(e => e.innerText.trim()).join("|"))`)
	for _, c := range s.Releases {
		d := c.Rows[len(c.Rows)-1].Strict.Success
		want = append(want, c.First+"|12|"+percentWords(*d.First)+"|"+percentWords(*d.Second))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	b.Click("#releases details summary")
	if n := look[int](b, `document.querySelectorAll("#releases details[open] tbody tr a").length`); n == 0 {
		t.Error("the list of tasks that differ is empty")
	}
	b.Wait(`(document.getElementById("releases").scrollIntoView(), true)`)
	b.Shot("releases")
	b.judged("releases", axeCore(t))
}

// percentWords writes a rate as the page does.
func percentWords(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
