package proof

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Tasks of a template have its program, of which people may choose the form of an answer alone.
func TestTasksHaveTheProgramOfTheirTemplate(t *testing.T) {
	changeNodes := func(change func([]plan.Node) []plan.Node) func(Sources, *task.Task) {
		return func(_ Sources, x *task.Task) {
			p := *x.Plan
			p.Nodes = change(slices.Clone(p.Nodes))
			x.Plan = &p
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(Sources, *task.Task)
		want  string // the fault of needed; "" for a task that holds
	}{
		{"as made", func(Sources, *task.Task) {}, ""},
		{"another column", changeNodes(func(nodes []plan.Node) []plan.Node {
			for i, n := range nodes {
				if n.Name == "facts_day" {
					nodes[i].Do = &plan.Project{Columns: []string{"decided"}}
				}
			}
			return nodes
		}), "invalid: the program is not that of template governing_text"},
		{"a step more", changeNodes(func(nodes []plan.Node) []plan.Node {
			return append(nodes, plan.Node{Name: "more", From: []string{"citing"}, Do: &plan.Project{Columns: []string{"cited"}}})
		}), "invalid: the program is not that of template governing_text"},
		{"another template", func(_ Sources, x *task.Task) {
			p := *x.Plan
			p.Template = "governing_version"
			x.Plan = &p
		}, "invalid: the program is not that of template governing_version"},
		{"no template", func(_ Sources, x *task.Task) {
			p := *x.Plan
			p.Template = "none"
			x.Plan = &p
		}, "invalid: no template none"},
		{"an edited form", func(_ Sources, x *task.Task) {
			p := *x.Plan
			p.Answers = slices.Clone(p.Answers)
			p.Answers[0].Form.Style = plan.StyleText
			x.Plan, x.Review.Edits = &p, []string{task.PlanEdited}
		}, ""},
		{"an edited answer", func(_ Sources, x *task.Task) {
			p := *x.Plan
			p.Answers = slices.Clone(p.Answers)
			p.Answers[0].From = "facts_day"
			x.Plan, x.Review.Edits = &p, []string{task.PlanEdited}
		}, "invalid: the program is not that of template governing_text"},
	} {
		w := governingSources(t, nil)
		x, reason := ask(t, w, "governing_text", "", fined, locks+"第三条第二款")
		if reason != "" {
			t.Fatal(reason)
		}
		c.spoil(w, x)
		found, err := newProver(w).needed(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		if found.Fault != c.want {
			t.Errorf("%s: fault %q, want %q", c.name, found.Fault, c.want)
		}
		if want := "the program is that of template governing_text"; c.want == "" && found.Certificate != want {
			t.Errorf("%s: certificate %q, want %q", c.name, found.Certificate, want)
		}
	}
}

// A question in fixed words is a request of its template, unless people edited it.
func TestQuestionsInFixedWords(t *testing.T) {
	w := governingSources(t, nil)
	for _, c := range []struct {
		name  string
		spoil func(*task.Task)
		want  string
	}{
		{"as made", func(*task.Task) {}, ""},
		{"not asked yet", func(x *task.Task) { x.Question = "" }, ""},
		{"other words", func(x *task.Task) { x.Question = "该案适用哪个版本？" }, "changed"},
		{"a word more", func(x *task.Task) { x.Question += "谢谢。" }, "changed"},
		{"edited", func(x *task.Task) { x.Question, x.Review.Edits = x.Question+"谢谢。", []string{task.QuestionEdited} }, ""},
	} {
		x, reason := ask(t, w, "governing_text", "", fined, locks+"第三条第二款")
		if reason != "" {
			t.Fatal(reason)
		}
		c.spoil(x)
		found, err := newProver(w).unambiguous(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		if fault, _, _ := strings.Cut(found.Fault, ":"); fault != c.want {
			t.Errorf("%s: fault %q, want %q", c.name, found.Fault, c.want)
		}
	}
}
