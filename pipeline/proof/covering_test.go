package proof

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Both executions keep the same rows for every table of intervals and every day, whichever
// ends are known.
func TestCoveringLaw(t *testing.T) {
	days := []string{"", "2019-12-31", "2020-01-01", "2020-01-02", "2020-02-29", "2020-03-01", "2021-01-01"}
	rapid.Check(t, func(t *rapid.T) {
		d := small()
		table := d.Table("Case")
		table.Columns = append(table.Columns, domain.Column{Name: "结案", Kind: domain.KindDate, Label: domain.Text{"zh": "结案", "en": "结案"}})
		tables := healthy()
		any := rapid.SampledFrom(days)
		for i := range tables["Case"] {
			row := tables["Case"][i]
			row["立案"], row["结案"] = nil, nil
			if day := any.Draw(t, "begin"); day != "" {
				row["立案"] = day
			}
			if day := any.Draw(t, "end"); day != "" {
				row["结案"] = day
			}
		}
		w := load(t, d, tables)
		p := &plan.Program{
			Nodes: []plan.Node{
				node("who", start("firm", south)), node("cases", call("cases"), "who"),
				node("valid", &plan.Covering{Begin: "立案", End: "结案", Day: rapid.SampledFrom(days[1:]).Draw(t, "day")}, "cases"),
				node("numbers", project("案号"), "valid"),
			},
			Answers: []plan.AnswerSpec{{From: "numbers", Form: words}},
		}
		x, err := plan.NewExecutor(d, w.Tools, p)
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		e := newRelational(d, w.Corpus).evaluate(p)
		if e.reason != reason {
			t.Fatalf("by tools %q, by joins %q (%s)", reason, e.reason, e.detail)
		}
		if reason != "" {
			return
		}
		got, want := e.of("numbers").in(words), trace.Result("numbers").Texts()
		if len(got) != len(want) {
			t.Fatalf("by joins %q, by tools %q", got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("by joins %q, by tools %q", got, want)
			}
		}
	})
}
