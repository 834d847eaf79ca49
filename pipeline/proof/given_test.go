package proof

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// handing is a template whose question hands over the outcome of a case and a form.
const handing = `
  - name: handing
    label: {zh: 函, en: letter}
    start: {entity: case_number, pattern: 民初}
    steps:
      - {name: file, of: [start], record: Case}
      - {name: outcome, of: [file], column: 判决结果}
      - {name: case, of: [start], lookup: get_case}
      - {name: court, of: [case], column: 审理法院}
      - {name: tribunal, of: [court], lookup: get_court}
      - {name: court_phone, of: [tribunal], column: 联系电话}
      - {name: cause, of: [case], column: 案由}
    slots: [{name: court_phone, phrase: {zh: 法院的联系电话, en: "the court's telephone number"}}]
    facts: [cause]
    given: [{name: outcome}, {name: form, form: {zh: "电话：【号码】", en: "Telephone: [number]"}}]
    requests:
      - phrase: {zh: "{start}案的判决：\n{outcome}\n请照下面的格式写一封函：\n{form}", en: "Case {start}: {outcome} {form}"}
      - phrase: {zh: "判决如下：{outcome}（{start}）。格式：{form}", en: "{outcome} ({start}) {form}"}
    layout: {zh: "电话：{court_phone}\n案由：{cause}", en: "Telephone: {court_phone}\nCause: {cause}"}
`

// handedTask is a task of the template and the world that it is of.
func handedTask(t *testing.T) (Sources, *task.Task) {
	t.Helper()
	const dir = "../domain/testdata/letters"
	data, err := os.ReadFile(dir + "/domain.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.Load(fstest.MapFS{"domain.yaml": {Data: append(data, handing...)}}, ".")
	if err != nil {
		t.Fatal(err)
	}
	c, tools := toytest.Load(t, d, dir+"/world")
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("handing")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), []string{"（2021）甲01民初1号"})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	made, err := task.New(d, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	requests, err := draft.Requests(d, made.Plan, "zh", made.Given...)
	if err != nil {
		t.Fatal(err)
	}
	made.Question = requests[1]
	return Sources{Domain: d, Corpus: c, Tools: tools}, made
}

// A question hands over what stands in its source, as it stands there.
func TestGivenTextsAreProved(t *testing.T) {
	w, right := handedTask(t)
	if len(right.Given) != 2 || !strings.Contains(right.Draft, right.Given[0].Text) || strings.Contains(right.Question, "{") {
		t.Fatalf("the task hands over %q in %q", right.Given, right.Question)
	}
	for _, c := range []struct {
		name  string
		spoil func(*task.Task)
		want  string // the beginning of the fault; "" for a task that holds
	}{
		{"as made", func(*task.Task) {}, ""},
		{"another text", func(t *task.Task) { t.Given[0].Text += "等" }, "changed: given"},
		{"no text", func(t *task.Task) { t.Given = nil }, "changed: given"},
		{"another form", func(t *task.Task) { t.Given[1].Text = "电话：" }, "changed: given"},
		{"a question without it", func(t *task.Task) { t.Question = strings.Replace(t.Question, t.Given[0].Text, "略", 1) }, "changed: the question is no request"},
		{"a question that abridges it", func(t *task.Task) {
			t.Question = strings.Replace(t.Question, t.Given[0].Text, t.Given[0].Text[3:], 1)
		}, "changed: the question is no request"},
		{"a key in the question", func(t *task.Task) {
			t.Question += t.KeyAnswer[0]
			t.Review.Edits = []string{task.QuestionEdited}
		}, "leak"},
	} {
		made := *right
		made.Given = slices.Clone(right.Given)
		c.spoil(&made)
		kept, dropped, err := Run(context.Background(), w, []*task.Task{&made}, 1)
		if err != nil {
			t.Fatal(err)
		}
		fault := ""
		if len(dropped) > 0 {
			fault = dropped[0].Reason + ": " + dropped[0].Detail
		}
		if (c.want == "") != (len(kept) == 1) || !strings.HasPrefix(fault, c.want) {
			t.Errorf("%s: %q: want %q", c.name, fault, c.want)
		}
	}
}

// A given text is all of what its template declares, by an execution that reads whole tables, and
// the question is one of the template's requests, unless people edited it.
func TestGivenTextsAreWhatTheTemplateDeclares(t *testing.T) {
	w, right := handedTask(t)
	p := &prover{Sources: w, relational: newRelational(w.Domain, w.Corpus)}
	requests := func(x *task.Task, lang string) []string {
		requests, err := draft.Requests(w.Domain, x.Plan, lang, x.Given...)
		if err != nil {
			t.Fatal(err)
		}
		return requests
	}
	// give replaces a given text wherever it stands.
	give := func(t *task.Task, i int, text string) {
		t.Given[i].Text = text
		all := requests(t, "zh")
		t.Draft, t.Question = all[0], all[1]
	}
	edited := []string{task.QuestionEdited}
	for _, c := range []struct {
		name  string
		spoil func(*task.Task)
		want  string // a part of the fault; "" for a task that holds
	}{
		{"as made", func(*task.Task) {}, ""},
		{"not asked yet", func(t *task.Task) { t.Question = "" }, ""},
		{"another request", func(t *task.Task) { t.Question = requests(t, "zh")[0] }, ""},
		{"another text", func(t *task.Task) { give(t, 0, "别的判决") }, "disagree"},
		{"the beginning of the text", func(t *task.Task) { give(t, 0, t.Given[0].Text[:len("一二三")]) }, "disagree"},
		{"the text but for its last character", func(t *task.Task) { give(t, 0, strings.TrimSuffix(t.Given[0].Text, "。")) }, "disagree"},
		{"one character of the text", func(t *task.Task) { give(t, 0, t.Given[0].Text[:len("一")]) }, "disagree"},
		{"no text", func(t *task.Task) { give(t, 0, "") }, "disagree"},
		{"a part of the form", func(t *task.Task) { give(t, 1, "【号码】") }, "disagree"},
		{"the form of another language", func(t *task.Task) { give(t, 1, "Telephone: [number]") }, "disagree"},
		{"texts in each other's place", func(t *task.Task) {
			one, other := t.Given[0].Text, t.Given[1].Text
			give(t, 0, other)
			give(t, 1, one)
		}, "disagree"},
		{"names in each other's place", func(t *task.Task) { t.Given[0].Name, t.Given[1].Name = t.Given[1].Name, t.Given[0].Name }, "invalid"},
		{"a text too many", func(t *task.Task) { t.Given = append(t.Given, t.Given[0]) }, "invalid"},
		{"another draft", func(t *task.Task) { t.Draft += "。" }, "changed: the draft"},
		{"a question of its own", func(t *task.Task) { t.Question = t.Given[0].Text + "\n" + t.Given[1].Text }, "changed: the question"},
		{"a question that says more", func(t *task.Task) { t.Question += "请引用法条。" }, "changed: the question"},
		{"a question about another case", func(t *task.Task) { t.Question = strings.ReplaceAll(t.Question, "1号", "2号") }, "changed: the question"},
		{"a request of another language", func(t *task.Task) { t.Question = requests(t, "en")[0] }, "changed: the question"},
		{"an open place", func(t *task.Task) { t.Question = strings.Replace(t.Question, t.Given[0].Text, "{outcome}", 1) }, "changed: the question"},
		{"an edited question", func(t *task.Task) { t.Question, t.Review.Edits = "请回函。"+t.Question, edited }, ""},
		{"an edited question without a text", func(t *task.Task) { t.Question, t.Review.Edits = t.Given[0].Text, edited }, "changed: the question"},
	} {
		made := *right
		made.Given = slices.Clone(right.Given)
		c.spoil(&made)
		if fault := p.handedOver(&made); (fault == "") != (c.want == "") || !strings.HasPrefix(fault, c.want) {
			t.Errorf("%s: %q: want %q", c.name, fault, c.want)
		}
	}
}
