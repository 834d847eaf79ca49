package draft

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// lettersTrace runs the toy world's text about a case.
func lettersTrace(t *testing.T, number string) (*domain.Domain, *plan.Trace) {
	t.Helper()
	const dir = "../domain/testdata/letters"
	d, err := domain.Load(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	_, tools := toytest.Load(t, d, dir+"/world")
	x, err := plan.NewExecutor(d, tools, plan.TemplateProgram(d, d.Template("answer")))
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), []string{number})
	if err != nil || reason != "" {
		t.Fatal(reason, err)
	}
	return d, trace
}

func TestLetter(t *testing.T) {
	d, trace := lettersTrace(t, "（2021）甲01民初1号")
	for lang, want := range map[string]struct{ question, text string }{
		"zh": {
			"请为（2021）甲01民初1号案写答辩状，写明：（1）被告名称；（2）被告的法定代表人；（3）法院的联系电话；（4）判决引用且检索可得的规则；（5）检索所得的首篇札记。",
			`答辩状
答辩人：乙水公司（法定代表人李水清）
法院电话：010-12345678
就（2021）甲01民初1号买卖合同纠纷一案：货款已经付清。
规则：乙法第二条、甲法第三条。札记：付清之后。`,
		},
		"en": {
			"Please write an answer in case （2021）甲01民初1号, giving: (1) the defendant's name; (2) the defendant's legal representative; (3) the court's telephone number; (4) the rules the judgment cites that the search finds; (5) the first note the search finds.",
			`ANSWER
Respondent: 乙水公司, represented by 李水清
Telephone of the court: 010-12345678
In case （2021）甲01民初1号, a matter of 买卖合同纠纷: 货款已经付清.
Rules: 乙法第二条; 甲法第三条
Note: 付清之后`,
		},
	} {
		question, err := Question(d, trace.Program, lang)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.question, question); diff != "" {
			t.Error(lang, diff)
		}
		r, err := Answer(d, trace.Program, trace, lang)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.text, r.Sentence); diff != "" {
			t.Error(lang, diff)
		}
		keys := []string{"乙水公司", "李水清", "010-12345678", "乙法第二条", "甲法第三条", "付清之后"}
		if diff := cmp.Diff(keys, r.Keys); diff != "" {
			t.Error(lang, diff)
		}
		if diff := cmp.Diff([]string{"买卖合同纠纷", "货款已经付清"}, r.Middle); diff != "" {
			t.Error(lang, diff)
		}
		articles := []value.Answer{
			{Kind: value.Text, Text: "乙法第二条", Aliases: []string{"《乙法》第二条"}},
			{Kind: value.Text, Text: "甲法第三条", Aliases: []string{"《甲法》第三条"}},
		}
		if diff := cmp.Diff(articles, r.Values[3:5]); diff != "" {
			t.Error(lang, diff)
		}
	}
}

// A text is asked for in several ways, each with the case and all that it must hold.
func TestRequests(t *testing.T) {
	d, trace := lettersTrace(t, "（2021）甲01民初7号")
	for _, lang := range d.Languages {
		requests, err := Requests(d, trace.Program, lang)
		if err != nil {
			t.Fatal(err)
		}
		if question, err := Question(d, trace.Program, lang); err != nil || question != requests[0] {
			t.Errorf("the draft is %q, %v: want the first request %q", question, err, requests[0])
		}
		for i, r := range requests {
			for _, s := range d.Template("answer").Slots {
				if !strings.Contains(r, s.Phrase.In(lang)) {
					t.Errorf("request %d in %s does not ask for %s: %q", i, lang, s.Name, r)
				}
			}
			if !strings.Contains(r, "（2021）甲01民初7号") || strings.Contains(r, "{") {
				t.Errorf("request %d in %s: %q", i, lang, r)
			}
		}
	}
	inquiries, err := Inquiries(d, trace.Program, "zh")
	if err != nil || len(inquiries) != 1 || inquiries[0].Ask != AskText {
		t.Fatalf("inquiries %+v, %v: want one, of the text as a whole", inquiries, err)
	}
}

// Texts that a template hands over stand where their names did, in draft and requests alike; names in
// braces that a text or the start itself holds are not filled.
func TestQuestionsHandTextsOver(t *testing.T) {
	d, trace := lettersTrace(t, "（2021）甲01民初1号")
	template := d.Template("answer")
	template.Given = []domain.TemplateGiven{{Name: "plea"}, {Name: "form", Form: domain.Text{"zh": "格式{plea}", "en": "form"}}}
	template.Facts = nil
	template.Requests = []domain.TemplateRequest{{Phrase: domain.Text{"zh": "{start}：{plea}。{form}"}}, {Phrase: domain.Text{"zh": "{form}：{plea}（{start}）"}}}
	reply, err := Answer(d, trace.Program, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	given := reply.Given
	if question, err := Question(d, trace.Program, "zh", given...); err != nil || reply.Question != question {
		t.Errorf("answered is %q, and asked %q, %v", reply.Question, question, err)
	}
	p := trace.Program.Bind([]string{"{form}"})
	question, err := Question(d, p, "zh", given...)
	if err != nil {
		t.Fatal(err)
	}
	requests, err := Requests(d, p, "zh", given...)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"{form}：货款已经付清。格式{plea}", "格式{plea}：货款已经付清（{form}）"}
	if diff := cmp.Diff(want, requests); diff != "" || question != want[0] {
		t.Errorf("question %q, requests (-want +got):\n%s", question, diff)
	}
	for _, wrong := range [][]GivenText{given[:1], {given[1], given[0]}} {
		if _, err := Question(d, p, "zh", wrong...); err == nil {
			t.Errorf("texts %v are handed over", wrong)
		}
	}
	if _, err := Question(d, trace.Program, "zh", append(given, given[0])...); err == nil {
		t.Error("a text too many is handed over")
	}
}

// A fact that a slot tells too is no keyword of the way.
func TestFactsThatAreTold(t *testing.T) {
	d, trace := lettersTrace(t, "（2021）甲01民初7号")
	d.Template("answer").Facts = []string{"plea", "court"}
	d.Template("answer").Layout = domain.Text{"zh": "{defendant}{representative}{court_phone}{articles}{note}{plea}{court}"}
	notes := trace.Result("notes")
	for _, name := range []string{"甲市法院旧案", "甲市法院"} {
		trace.Result("note").Values[0].Text = name
		notes.Passages = []string{"【" + name + "】略"}
		r, err := Answer(d, trace.Program, trace, "zh")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"借款已经归还，且已超过期限"}, r.Middle); diff != "" {
			t.Errorf("beside %s: %s", name, diff)
		}
	}
}

func TestLetterErrors(t *testing.T) {
	d, trace := lettersTrace(t, "（2021）甲01民初1号")
	with := func(change func(p *plan.Program)) *plan.Program {
		p := *trace.Program
		change(&p)
		return &p
	}
	for want, p := range map[string]*plan.Program{
		`template "none": want a template of domain letters`: with(func(p *plan.Program) { p.Template = "none" }),
		"4 answers: want one for each of 5 slots":            with(func(p *plan.Program) { p.Answers = p.Answers[1:] }),
		"want one start that is bound":                       plan.TemplateProgram(d, d.Template("answer")),
	} {
		if _, err := Question(d, p, "zh"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Question: %v: want %q", err, want)
		}
	}
	if _, err := Question(d, trace.Program, "de"); err == nil || !strings.Contains(err.Error(), `language "de"`) {
		t.Errorf("Question in de: %v: want an error", err)
	}
}
