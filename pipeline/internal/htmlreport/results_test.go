package htmlreport

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/failure"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The figures of the page are those of the analysis, and lead to their trials.
func TestResults(t *testing.T) {
	r := theRun(t)
	b := open(t, r.html, "")
	b.Wait(`document.querySelector("#tree .branch")`)
	var got, want []string
	got = look[[]string](b, `[...document.querySelectorAll("#standing table.standing:not(.narrow) tbody tr")].map(tr => tr.querySelector("a").textContent + " " + tr.querySelector("td span.mean").textContent)`)
	for _, a := range r.source.Analysis.Agents {
		want = append(want, fmt.Sprintf("%s %.1f %%", a.Agent, 100**a.Rows[len(a.Rows)-1].Strict.Success.Mean))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("standing (-want +got):\n%s", diff)
	}
	if got, want := look[int](b, `document.querySelectorAll(".panel").length`), len(r.source.Analysis.Agents[0].Rows)-1; got != want {
		t.Errorf("%d panels by type, want %d", got, want)
	}
	if got, want := look[int](b, `document.querySelectorAll("#compare tbody tr").length`), len(r.source.Comparisons); got != want || want != 3 {
		t.Errorf("%d comparisons, want %d", got, want)
	}
	b.Click("#compare button.pair")
	b.Wait(`document.querySelector("#pairing .limited tbody tr")`)
	for _, c := range []struct {
		link string
		pass func(t *bench.Trial, m *bench.Mark) bool
	}{
		{`#errors a[href*="failure=loop"][href*="lexical"]`, func(t *bench.Trial, m *bench.Mark) bool { return t.Agent == "lexical" && m.Failure == failure.Loop }},
		{`#tree a.share`, func(t *bench.Trial, m *bench.Mark) bool {
			return t.Role == score.EvaluatedAgent && failed(m) && r.through(t, r.worst())
		}},
	} {
		b.Navigate("")
		b.Wait(`document.querySelector("#tree .branch")`)
		b.Click(c.link)
		b.ready()
		if got, want := b.listed(), fmt.Sprintf("%d of %d trials", r.counted(c.pass), len(r.trials)); got != want {
			t.Errorf("%s leads to %q, want %q", c.link, got, want)
		}
	}
	// The counts of one level add up to all failures.
	b.Navigate("")
	b.Wait(`document.querySelector("#tree .branch")`)
	counted := look[int](b, `[...document.querySelectorAll("#tree-body > .branches > li > .branch .share .soft")].reduce((n, e) => n + parseInt(e.textContent), 0)`)
	if want := r.counted(func(t *bench.Trial, m *bench.Mark) bool { return t.Role == score.EvaluatedAgent && failed(m) }); counted != want {
		t.Errorf("the tree begins with %d failures, want %d", counted, want)
	}
	b.Click("#tree .controls button")
	look[bool](b, `(s => { s.value = "all"; return s.dispatchEvent(new Event("change")) })(document.querySelector("#tree select"))`)
	if got, want := look[int](b, `[...document.querySelectorAll("#tree-body > .branches > li > .branch .share .soft")].reduce((n, e) => n + parseInt(e.textContent), 0)`), r.counted(func(_ *bench.Trial, m *bench.Mark) bool { return failed(m) }); got != want || got == counted {
		t.Errorf("the tree of all agents begins with %d failures, want %d", got, want)
	}
	if n := look[int](b, `document.querySelectorAll("#tree button.twist[aria-expanded=false]").length`); n != 0 {
		t.Errorf("%d lines are folded in a tree that is unfolded", n)
	}
}

// through tells whether the path of a trial's task begins with a tool.
func (r *someRun) through(t *bench.Trial, tool string) bool {
	i := slices.IndexFunc(r.tasks, func(x *task.Task) bool { return x.ID == t.Task })
	return pathTools(r.tasks[i])[0] == tool
}

// worst is the first tool of the paths with the most failures.
func (r *someRun) worst() string {
	bad, scored := map[string]int{}, map[string]int{}
	for _, x := range r.tasks {
		first := pathTools(x)[0]
		for i, t := range r.trials {
			if t.Task == x.ID && t.Role == score.EvaluatedAgent {
				if failed(&r.marks[i]) {
					bad[first]++
				}
				if r.marks[i].Strict.Success != nil {
					scored[first]++
				}
			}
		}
	}
	worst := ""
	for name := range bad {
		if worst == "" || bad[name] > bad[worst] || bad[name] == bad[worst] && scored[name] > scored[worst] {
			worst = name
		}
	}
	return worst
}
