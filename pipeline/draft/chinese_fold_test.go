package draft

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// What a parent holds in its subsidiaries is said of the parent, which the question names.
func TestHoldingsOfTheParent(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for _, tt := range []struct {
		lang    string
		operate plan.Function
		want    string
	}{
		{"zh", plan.Sum, "海船对其子公司的投资金额"},
		{"zh", plan.Average, "海船对其子公司平均每家的投资金额"},
		{"zh", plan.Maximum, "海船对其子公司最高的投资金额"},
		{"en", plan.Sum, " investment in subsidiaries"},
		{"en", plan.Average, " investment in a subsidiary"},
	} {
		name := map[string]string{"zh": "海船", "en": "Harrow Ltd."}[tt.lang]
		p := new(plan.Program)
		rows := p.Add(&plan.Call{Tool: "get_sub_company_info_list"}, p.Add(&plan.Start{Entity: "company", Value: []string{name}}))
		p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Aggregate{Function: tt.operate, Column: "上市公司投资金额"}, rows), Form: plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}}}
		words := toytest.Domain(t, "legal")
		words.Tool("get_sub_company_info_list").Phrase["zh"] = "{}的子公司"
		words.Table("SubCompanyInfo").Column("上市公司投资金额").Phrase = domain.Text{"zh": "母公司投资金额", "en": "parent's investment"}
		for seed := range uint64(12) {
			inquiries, err := Reworded(d, p, tt.lang, Wordings{Domain: words, Manner: RandomManner(rand.New(rand.NewPCG(seed, 1)))})
			if err != nil {
				t.Fatal(err)
			}
			text := inquiries[0].Stepwise.Clause
			if !strings.Contains(text, tt.want) || strings.Contains(text, "parent") || strings.Contains(text, "母公司") {
				t.Errorf("%s of the holdings is said %q, want %q and no parent", tt.operate, text, tt.want)
			}
		}
	}
}

// A short topic is no phrase of its own before “它”.
func TestShortTopics(t *testing.T) {
	p := new(plan.Program)
	row := p.Add(&plan.Call{Tool: "get_legal_document"}, p.Add(&plan.Start{Entity: "case_number", Value: []string{"（2020）甲01民初1号"}}))
	party := p.Add(&plan.Project{Columns: []string{"原告"}}, row)
	listed := p.Add(&plan.Exists{}, p.Add(&plan.Call{Tool: "get_company_info", Empty: true}, party))
	capital := p.Add(&plan.Project{Columns: []string{"注册资本"}}, p.Add(&plan.Call{Tool: "get_company_register"}, party))
	p.Answers = []plan.AnswerSpec{
		{From: listed, Form: plan.Form{Style: plan.StyleTruth}},
		{From: capital, If: listed, Form: plan.Form{Style: plan.StyleNumber, Unit: "元", Places: 2}},
	}
	d := toytest.Domain(t, "legal")
	for seed := range uint64(12) {
		inquiries, err := Reworded(d, p, "zh", Wordings{Manner: RandomManner(rand.New(rand.NewPCG(seed, 1))), Scene: "我在核对{}。"})
		if err != nil {
			t.Fatal(err)
		}
		w := &inquiries[0].Stepwise
		if len(w.Steps) > 0 || !strings.HasPrefix(w.Question, "该案原告") && !strings.HasPrefix(w.Question, "该案件原告") && !strings.HasPrefix(w.Question, "这件") {
			t.Errorf("the question has the topics %q and goes on %q", w.Steps, w.Question)
		}
	}
}

// The second latest row is the last but one, which nobody calls the second late.
func TestLastButOne(t *testing.T) {
	d := toytest.Domain(t, "legal")
	p := new(plan.Program)
	rows := p.Add(&plan.Call{Tool: "get_legal_document_company_list"}, p.Add(&plan.Start{Entity: "company", Value: []string{"海船"}}))
	row := p.Add(&plan.Superlative{Column: "日期", Order: plan.Max, Rank: 2}, rows)
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Project{Columns: []string{"案由"}}, row), Form: plan.Form{Style: plan.StyleText}}}
	for seed := range uint64(12) {
		inquiries, err := Reworded(d, p, "zh", Wordings{Manner: RandomManner(rand.New(rand.NewPCG(seed, 1)))})
		if err != nil {
			t.Fatal(err)
		}
		if text := inquiries[0].Stepwise.Clause; !strings.Contains(text, "倒数第二个审结") {
			t.Errorf("the second latest is said %q", text)
		}
	}
}
