package htmlreport

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The cards by type show what tells the agents apart, never cut; tables have the names in full.
func TestShortNames(t *testing.T) {
	for _, c := range []struct {
		name          string
		agents, short []string
		left          string // out of the names
	}{
		{"models and methods", []string{"acme-large/plan-and-execute/text", "acme-large/react/text", "acme-small/react/text", "lexical"},
			[]string{"large/plan-and-execute", "large/react", "lexical", "small/react"}, "acme-, /text"},
		{"one model", []string{"acme/plan-and-execute/text", "acme/plan-and-solve/text"}, []string{"plan-and-execute", "plan-and-solve"}, "acme/, /text"},
		{"one agent", []string{"acme/react/text"}, []string{"acme/react/text"}, ""},
		{"a name that another would be left with", []string{"acme/a/text", "acme/b/text", "a"}, []string{"a", "acme/a/text", "acme/b/text"}, ""},
		{"nothing in common", []string{"a/react/text", "b/react/native"}, []string{"a/react/text", "b/react/native"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &run{tasks: tasksOf(t, 12), agents: c.agents}
			b := open(t, written(t, sourceOf(t, r.tasks, r.all())), "")
			b.Screen(390, 800, "light")
			b.Wait(`document.querySelector("#tree .branch")`)
			if d := cmp.Diff(c.short, look[[]string](b, `[...document.querySelector(".panel").querySelectorAll("th")].map(e => e.innerText).sort()`)); d != "" {
				t.Errorf("names in a card (-want +got):\n%s", d)
			}
			if n := look[int](b, `[...document.querySelectorAll(".panel th")].filter(e => e.scrollWidth > e.clientWidth || getComputedStyle(e).textOverflow === "ellipsis").length`); n > 0 {
				t.Errorf("%d names in cards are cut", n)
			}
			if got := look[string](b, `[...document.querySelectorAll("#types > .about .id")].map(e => e.textContent).join(", ")`); got != c.left {
				t.Errorf("left out of the names: %q, want %q", got, c.left)
			}
			if got := look[[]string](b, `[...document.querySelectorAll("#standing th[scope=row] a")].map(e => e.textContent).sort()`); !cmp.Equal(got, slices.Sorted(slices.Values(c.agents))) {
				t.Errorf("names in the ranking %q, want %q", got, c.agents)
			}
		})
	}
}

// The first sentence, the matrix of differences, and what stands for agents that are alike.
func TestComparisons(t *testing.T) {
	r := &run{tasks: tasksOf(t, 50), agents: []string{"bad", "b", "c", "d", "good"}}
	trials := r.all()
	for i, x := range trials { // the twin of an agent gives the same answers
		if x.Agent == "d" {
			one := *trials[i-1]
			one.Agent = "d"
			trials[i] = &one
		}
	}
	s := sourceOf(t, r.tasks, trials)
	s.Dataset = "legal, zh, seed 1"
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	h := s.Analysis.Headline()
	if got, want := b.Text(".headline"), "5 agents on 50 tasks (legal, zh, seed 1). Best: "+h.Best[0]+" "; len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("headline %q, want it to begin with %q", got, want)
	}
	if h.Hardest != "" && look[string](b, `document.querySelector(".headline strong:last-of-type").textContent`) != h.Hardest {
		t.Errorf("headline %q, want %s as the hardest type", b.Text(".headline"), h.Hardest)
	}
	cells := look[[][]string](b, `[...document.querySelectorAll("#compare .differences tbody tr")].map(tr => [...tr.querySelectorAll("td")].map(e => e.textContent))`)
	equal, starred := 0, 0
	for i, row := range cells {
		if row[i] != "·" || len(row) != 5 {
			t.Errorf("row %d %q, want 5 cells and a dot at the diagonal", i, row)
		}
		for j, c := range row {
			if c == "=" {
				equal++
			}
			if c[len(c)-1] == '*' {
				starred++
			}
			if i < j && c != "=" && c[0] == cells[j][i][0] && c[0] != '0' {
				t.Errorf("cells %q and %q, want opposite signs", c, cells[j][i])
			}
		}
	}
	want := 0
	for _, c := range s.Comparisons {
		if p := c.Rows[len(c.Rows)-1].Strict.Success.Adjusted; p != nil && *p < 0.05 {
			want += 2
		}
	}
	if len(cells) != 5 || equal != 2 || starred != want || want == 0 {
		t.Errorf("%d rows, %d cells of equal agents, %d stars, want 5, 2 and %d", len(cells), equal, starred, want)
	}
	if got := look[string](b, `document.querySelector("#compare").textContent`); !strings.Contains(got, "1 pair does not differ at any task (=).") {
		t.Errorf("comparisons %.300q, want the pair that does not differ", got)
	}
	if got, ink := look[string](b, `getComputedStyle(document.querySelector("#compare .sure")).color`), look[string](b, `getComputedStyle(document.querySelector("#compare .pair")).color`); got != ink {
		t.Errorf("the mark of a difference is %s, want the neutral %s", got, ink)
	}
	b.Click("#compare .differences button.pair")
	b.Wait(`document.querySelector("#pairing .limited tbody tr") || document.querySelector("#pairing table")`)
	// A task that is not solved says how many of its steps were found.
	look[bool](b, `(location.hash = "#trials?outcome=failed", true)`)
	b.ready()
	if got := b.Text("#trial-title .outcome"); !strings.Contains(got, "not solved, ") || !strings.Contains(got, " found") {
		t.Errorf("head of a trial %q, want not solved, and how many steps were found", got)
	}
}

// Below ten tasks there are no intervals, which the page says.
func TestTooFew(t *testing.T) {
	tasks, trials := fewTrials(t)
	b := open(t, written(t, sourceOf(t, tasks, trials)), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	if got := b.Text("#standing"); !strings.Contains(got, "too few") || strings.Contains(got, "…") {
		t.Errorf("ranking over 4 tasks %q, want too few in the place of intervals", got)
	}
	if n := look[int](b, `document.querySelectorAll("#standing line.range, #types line.range, #cost line.range").length`); n != 0 {
		t.Errorf("%d lines of intervals over 4 tasks, want none", n)
	}
	if got := b.Text("#types caption"); !strings.Contains(got, "too few for intervals") {
		t.Errorf("card %q, want that its tasks are too few", got)
	}
}
