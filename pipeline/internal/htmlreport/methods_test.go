package htmlreport

import (
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
)

// methodsRun is a page of two models by three methods, of two epochs, and a program from outside.
func methodsRun(t *testing.T) Source {
	t.Helper()
	var made []analysis.AgentMethod
	var names []string
	for _, model := range []string{"acme-large", "acme-small"} {
		for _, m := range []string{"plan-and-solve", "plan-and-execute", "react"} {
			names = append(names, model+"/"+m+"/text")
			made = append(made, analysis.AgentMethod{Agent: names[len(names)-1], Model: model, Method: m, Calls: "text"})
		}
	}
	r := &run{tasks: tasksOf(t, 120), agents: append(names, "mine"), epochs: 2}
	trials := r.all()
	s := sourceOf(t, r.tasks, trials)
	a, err := analysis.Analyse(r.tasks, s.Marks, analysis.ReportOptions{Methods: made})
	if err != nil {
		t.Fatal(err)
	}
	s.Analysis = a
	s.Settings = []Setting{{"temperature", "0"}, {"=odd", `50% of "it" & more`}}
	return s
}

// The grid, the gains of methods, the declines and the pass rates are those of the analysis.
func TestMethods(t *testing.T) {
	s := methodsRun(t)
	tie := 0.53125 // reports round it to the even digit
	s.Analysis.Agents[slices.IndexFunc(s.Analysis.Agents, func(a analysis.AgentReport) bool { return a.Agent == s.Analysis.Methods[0].Agent })].Rows[0].Strict.Success.Mean = &tie
	b := open(t, written(t, s), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	cells := func(css string) [][]string {
		return look[[][]string](b, `[...document.querySelectorAll(`+quote(css+" tbody tr")+`)].map(tr => [...tr.cells].map(c => c.innerText.replace(/\s+/g, " ").trim()))`)
	}
	grid := cells("#types table.figures")
	if len(grid) != 7 || grid[6][0] != "mine" || grid[6][1] != "–" {
		t.Fatalf("grid %v, want six agents of two models and one from outside", grid)
	}
	best := 0.0
	for i, m := range s.Analysis.Methods {
		at := slices.IndexFunc(s.Analysis.Agents, func(a analysis.AgentReport) bool { return a.Agent == m.Agent })
		rows := s.Analysis.Agents[at].Rows
		want := []string{m.Model, m.Method}
		for j := range rows {
			want = append(want, fmt.Sprintf("%.4f", *rows[j].Strict.Success.Mean))
		}
		if d := cmp.Diff(want, grid[i][:len(grid[i])-1]); d != "" {
			t.Errorf("row of the grid (-want +got):\n%s", d)
		}
		best = max(best, *rows[len(rows)-1].Strict.Success.Mean)
	}
	at := slices.IndexFunc(s.Analysis.Agents, func(a analysis.AgentReport) bool { return a.Agent == "mine" })
	best = max(best, *s.Analysis.Agents[at].Rows[len(s.Analysis.Agents[at].Rows)-1].Strict.Success.Mean)
	if bold := look[[]string](b, `[...document.querySelectorAll("#types table.figures tr > :nth-last-child(2) strong.best")].map(e => e.textContent)`); len(bold) == 0 || bold[0] != fmt.Sprintf("%.4f", best) {
		t.Errorf("in bold over all tasks %q, want %.4f", bold, best)
	}
	gains := cells("#methods table.compare")
	if len(gains) != len(s.Analysis.Gains) || len(gains) != 6 {
		t.Fatalf("%d gains, want %d", len(gains), len(s.Analysis.Gains))
	}
	for i, g := range s.Analysis.Gains {
		d := g.Rows[len(g.Rows)-1].Strict.Success
		want := fmt.Sprintf("%.1f", 100*max(*d.Mean, -*d.Mean))
		if gains[i][1] != g.First+" less "+g.Second || !strings.Contains(gains[i][2], want) {
			t.Errorf("gain %q, want %s less %s of %s", gains[i], g.First, g.Second, want)
		}
	}
	if got := cells("#methods table.narrow"); len(got) != 2 {
		t.Errorf("%d gaps, want one for each model", len(got))
	}
	if got := cells("#hops table"); len(got) != 7 || len(got[0]) != 3+len(s.Analysis.Declines[0].Strict.Success.Steps) {
		t.Errorf("declines %v, want those of seven agents", got)
	}
	passes := 0
	for _, a := range s.Analysis.Agents {
		passes += len(a.Rows[len(a.Rows)-1].Passes)
	}
	if got := cells("#standing .limited table"); len(got) != passes || passes != 14 {
		t.Errorf("%d pass rates, want %d", len(got), passes)
	}
	// Another rate is shown in all three sections.
	look[bool](b, `(s => { s.value = "paper.success"; return s.dispatchEvent(new Event("change")) })(document.querySelector("#hops select"))`)
	if got := cells("#types table.figures"); cmp.Equal(got, grid) {
		t.Error("the grid shows the same rates after another was chosen in the section on hops")
	}
	for _, screen := range []struct {
		name  string
		width int64
	}{{"wide", 1280}, {"phone", 390}} {
		b.Screen(screen.width, 860, "light")
		b.Wait(`document.querySelector("#tree .branch")`)
		if over := look[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %d pixels wider than the screen", screen.name, over)
		}
		for _, place := range []string{"#standing", "#types", "#types table.figures", "#methods", "#hops", "#cost", "#compare", "#errors"} {
			b.Wait(`(document.querySelector(` + quote(place) + `).scrollIntoView(), true)`)
			b.Shot("methods-" + screen.name + "-" + strings.NewReplacer("#", "", " ", "-", ".", "-").Replace(place))
		}
	}
}

// Every table of the page can be copied as CSV and as LaTeX; what is copied has the rows of the table, is
// read by a CSV reader, and leaves no character with a meaning in LaTeX bare.
func TestEveryTableIsCopied(t *testing.T) {
	b := open(t, written(t, methodsRun(t)), "")
	b.Wait(`document.querySelector("#tree .branch")`)
	look[bool](b, `([...document.querySelectorAll("#compare button.pair")].find(e => /^[+−]/.test(e.textContent)).click(), true)`)
	b.Wait(`document.querySelector("#pairing .limited tbody tr")`)
	look[bool](b, `(navigator.clipboard.writeText = async s => { window.copied.push(s); }, true)`)
	type copied struct {
		Caption string
		Rows    int
		CSV     string
		LaTeX   string
	}
	tables := look[[]copied](b, `[...document.querySelectorAll("#results table:not(.lines)")].map(e => {
		window.copied = [];
		const buttons = e.closest(".scroll").nextElementSibling?.querySelectorAll(":scope.copiers button") ?? [];
		buttons.forEach(b => b.click());
		return { Caption: e.caption.textContent, Rows: e.rows.length, CSV: window.copied[0] ?? "", LaTeX: window.copied[1] ?? "" };
	})`)
	if len(tables) < 12 {
		t.Fatalf("%d tables, want those of all sections", len(tables))
	}
	for _, one := range tables {
		rows, err := csv.NewReader(strings.NewReader(one.CSV)).ReadAll()
		if err != nil || len(rows) != one.Rows || len(rows[0]) < 2 {
			t.Errorf("%s: CSV %q: %v, want %d rows", one.Caption, one.CSV, err, one.Rows)
			continue
		}
		for _, r := range rows {
			if slices.ContainsFunc(r, regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+$`).MatchString) {
				t.Errorf("%s: commas between thousands in CSV's %q", one.Caption, r)
			}
		}
		lines := strings.Split(one.LaTeX, "\n")
		set := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.HasSuffix(l, ` \\`) })
		if len(set) != one.Rows || !strings.HasPrefix(one.LaTeX, "% needs") || !strings.HasSuffix(one.LaTeX, "\\end{table}\n") {
			t.Errorf("%s: LaTeX %q, want %d rows", one.Caption, one.LaTeX, one.Rows)
		}
		for _, l := range set {
			if n := strings.Count(strings.ReplaceAll(l, `\&`, ""), "&") + 1; n != len(rows[0]) {
				t.Errorf("%s: %d cells in %q, want %d", one.Caption, n, l, len(rows[0]))
			}
			for _, c := range []string{"%", "#", "_"} {
				if strings.Count(l, c) != strings.Count(l, `\`+c) {
					t.Errorf("%s: a bare %s in %q", one.Caption, c, l)
				}
			}
		}
	}
	i := slices.IndexFunc(tables, func(c copied) bool { return c.Caption == "Settings" })
	const csvWant = "Setting,Value\ntemperature,0\n'=odd,\"50% of \"\"it\"\" & more\"\n"
	if tables[i].CSV != csvWant || !strings.Contains(tables[i].LaTeX, `=odd & 50\% of \textquotedbl{}it\textquotedbl{} \& more \\`) {
		t.Errorf("settings copied as %q and %q", tables[i].CSV, tables[i].LaTeX)
	}
}
