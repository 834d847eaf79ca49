package cue_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A draft shows every cue of its program.
func TestDraftsShowTheirCues(t *testing.T) {
	seen := map[cue.Category]int{}
	check := func(d *domain.Domain, p *plan.Program, lang string) {
		question, err := draft.Question(d, p, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cues(t, d, p, lang) {
			seen[c.Category]++
			if !shows(question, c) {
				t.Errorf("Question(%s) = %q, want one of %q in it", p, question, c.Texts)
			}
		}
	}
	for name, dir := range map[string]string{"legal": "../../../draft/testdata/world", "legal-en": "../../../draft/testdata/world-en"} {
		d, tasks, err := tasktest.Tasks(name, dir, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range tasks {
			check(d, one.Plan, one.Language)
		}
	}
	data, err := os.ReadFile("../gate/testdata/operators.jsonl") // one program of every operation and form
	if err != nil {
		t.Fatal(err)
	}
	d := opened(t, "legal")
	for l := range strings.Lines(string(data)) {
		for _, lang := range d.Languages {
			check(d, program(t, l), lang)
		}
	}
	for _, category := range []cue.Category{cue.Entity, cue.Operand, cue.Operator, cue.Form} {
		if seen[category] < 30 {
			t.Errorf("%d cues of category %s, want 30", seen[category], category)
		}
	}
}

// A unit that is a plural of things, such as dollars, is in no English draft, so that no question must have it.
func TestUnitsOfThingsAreNotDemanded(t *testing.T) {
	d := opened(t, "toy")
	d.Table("Company").Column("注册资本").Unit = "dollars"
	p := &plan.Program{
		Nodes: []plan.Node{
			{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{"甲公司"}}},
			{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company"}},
			{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{"注册资本"}}},
		},
		Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleNumber, Unit: "dollars", Places: 2}}},
	}
	question, err := draft.Question(d, p, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cues(t, d, p, "en") {
		if !shows(question, c) {
			t.Errorf("%q lacks each of %q", question, c.Texts)
		}
	}
}

// A program of a template must keep the name that its text is about, and nothing else.
func TestTemplatesKeepTheirName(t *testing.T) {
	d := opened(t, "legal")
	p := plan.TemplateProgram(d, &d.Templates[0]).Bind([]string{"（2021）岱0121民初1229号"})
	want := []cue.Cue{{Category: cue.Entity, Texts: []string{"（2021）岱0121民初1229号"}}}
	if diff := cmp.Diff(want, cues(t, d, p, "zh")); diff != "" {
		t.Errorf("cues (-want +got):\n%s", diff)
	}
}

func cues(t *testing.T, d *domain.Domain, p *plan.Program, lang string) []cue.Cue {
	t.Helper()
	inquiries, err := draft.Inquiries(d, p, lang)
	if err != nil {
		t.Fatal(err)
	}
	all, err := cue.Of(d, p, lang, inquiries)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// shows reports whether a question contains one of a cue's texts.
func shows(question string, c cue.Cue) bool {
	question = strings.ToLower(question)
	return slices.ContainsFunc(c.Texts, func(text string) bool {
		return strings.Contains(question, strings.TrimPrefix(strings.ToLower(text), "^"))
	})
}

func opened(t *testing.T, name string) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, name)
	return d
}

func program(t *testing.T, text string) *plan.Program {
	t.Helper()
	p := new(plan.Program)
	if err := json.Unmarshal([]byte(text), p); err != nil {
		t.Fatal(err)
	}
	return p
}
