package proof

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Tasks of a template have its program, each step of which leads to what is asked for, and
// certificates say so of each.
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
		{"a step that leads to nothing", func(w Sources, x *task.Task) {
			template := w.Domain.Template("governing_text")
			template.Steps = append(template.Steps, domain.TemplateStep{Name: "law", Of: []string{"citing"}, Column: "cited_law"})
			x.Plan = plan.TemplateProgram(w.Domain, template).Bind(x.Entities[0].Name)
		}, "droppable: step law leads to nothing that is asked for"},
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
		if want := "each of 9 steps of template governing_text leads to what is asked for"; c.want == "" && found.Certificate != want {
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
