package offline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// besideTasks are tasks with a by-stander, in a language: at least one for each rule
// bystander_MATTER_ENTITY of the legal style.
func besideTasks(t *testing.T, lang string) []*task.Task {
	t.Helper()
	d, _ := open(t, "legal", lang)
	company, other := "Oakhurst Silk Co., Ltd.", "Ravenmoor Tea Ltd."
	firm, otherFirm := "Dunmere Law Firm", "Elkford Law Firm"
	if lang == "zh" {
		company, other = "西湖丝绸有限公司", "南岭茶叶有限公司"
		firm, otherFirm = "甲川律师事务所", "乙山律师事务所"
	}
	words, count := prooftest.Words, prooftest.Count
	var all []*task.Task
	add := func(entity, start, beside string, form plan.Form, ops ...plan.Operation) {
		p := prooftest.Chain(form, append([]plan.Operation{prooftest.Start(entity, start)}, ops...)...)
		one := asked(t, d, p, lang, fmt.Sprint("beside ", len(all)))
		one.Entities = []task.Entity{{Type: entity, Name: []string{start}}}
		one.Bystander = &task.Entity{Type: entity, Name: []string{beside}}
		all = append(all, one)
	}
	call, project := prooftest.Call, prooftest.Project
	add("company", company, other, words, call("get_company_register"), project("法定代表人"))
	add("company", company, other, words, call("get_company_info"), project("法人代表"))
	add("company", company, other, count, call("get_administrative_case_company_list"), &plan.Count{})
	add("company", company, other, words, call("get_legal_document_company_list"), &plan.Superlative{Column: "日期", Order: plan.Max}, project("案由"))
	add("law_firm", firm, otherFirm, words, call("get_lawfirm_info"), project("律师事务所负责人"))
	add("law_firm", firm, otherFirm, words, call("get_lawfirm_log"), project("业务量排名"))
	return all
}

// A question with a by-stander names it and passes its gate, in any of the words for it.
func TestBystanders(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		d, s := open(t, "legal", lang)
		named := map[string]bool{}
		for _, one := range besideTasks(t, lang) {
			g, err := gate.NewFactory(d, s).Gate(one)
			if err != nil {
				t.Fatal(err)
			}
			if !NamesBystander(d, s, one) {
				t.Errorf("%s: no words for the by-stander of %q", lang, one.Draft)
				continue
			}
			name := draft.Name(one.Bystander.Name)
			for seed := range uint64(40) {
				q := write(t, d, s, one, seed, 5)
				if fault, bad := g.Judge(q); bad || !strings.Contains(q, name) {
					t.Errorf("%s: Judge(%q) = %v", lang, q, fault)
				}
				frame, _, _ := strings.Cut(q, name)
				named[one.Bystander.Type+" "+frame] = true
				if who, why := Persona(d, s, one, seed); who == "" || strings.Count(why, name) != 2 {
					t.Errorf("%s: Persona = %q, %q: want the by-stander in the scene and the note", lang, who, why)
				}
			}
			alone := *one
			alone.Bystander = nil
			if q := write(t, d, s, &alone, 1, 0); strings.Contains(q, name) {
				t.Errorf("%s: %q names a by-stander that the task does not have", lang, q)
			}
		}
		if len(named) < 20 {
			t.Errorf("%s: %d ways to name a by-stander, want 20", lang, len(named))
		}
	}
}

// The gate refuses texts of a model that lose a by-stander, ask about it or leave open whom they
// ask about, and keeps those that exclude it.
func TestBystanderIsJudged(t *testing.T) {
	d, s := open(t, "legal", "en")
	one := besideTasks(t, "en")[0]
	g, err := gate.NewFactory(d, s).Gate(one)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ question, reason string }{
		{"My client Ravenmoor Tea Ltd. will soon sign with Oakhurst Silk Co., Ltd. Who is the legal representative in the company register entry of the counterparty?", ""},
		{"My client will soon sign with Oakhurst Silk Co., Ltd. Who is the legal representative in the company register entry of the counterparty?", gate.Bystander},
		{"My client Ravenmoor Tea Ltd. will soon sign with Oakhurst Silk Co., Ltd. Who is the legal representative in the company register entry of that company?", gate.Bystander},
		{"Our counterparty is Oakhurst Silk Co., Ltd. Who is the legal representative in the company register entry of Ravenmoor Tea Ltd.?", gate.Bystander},
		{"My client Ravenmoor Tea Ltd. will soon sign with Marlow Copper Ltd. and Oakhurst Silk Co., Ltd. Who is the legal representative in the company register entry of the counterparty?", gate.Added},
	} {
		if fault, _ := g.Judge(tt.question); fault.Reason != tt.reason {
			t.Errorf("Judge(%q) = %v, want reason %q", tt.question, fault, tt.reason)
		}
	}
	if !strings.Contains(strings.Join(g.Required().Verbatim, "\n"), "Ravenmoor Tea Ltd.") {
		t.Errorf("Required() = %v, want the by-stander's name to the letter", g.Required())
	}
}
