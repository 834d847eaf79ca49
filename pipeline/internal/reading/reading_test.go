package reading

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

var (
	words = prooftest.Words
	count = prooftest.Count
)

func start(entity, name string) *plan.Start { return prooftest.Start(entity, name) }
func call(name string) *plan.Call           { return prooftest.Call(name) }
func project(column string) *plan.Project   { return prooftest.Project(column) }

// parentPenalties asks for the number of penalties of the last company that was fined by the
// authority that imposed the only penalty on the parent of a company.
func parentPenalties() *plan.Program {
	return prooftest.Chain(count,
		start("company", "西湖公司"), call("get_sub_company_info"), project("关联上市公司全称"), // r3 the parent
		call("get_administrative_case_company_list"), &plan.Only{}, project("处罚单位"), // r6 its authority
		call("get_administrative_case_court_list"), &plan.Superlative{Column: "处罚日期", Order: plan.Max}, project("行政处罚公司名称"), // r9 the last company
		call("get_administrative_case_company_list"), &plan.Count{})
}

func names(list []Reading) []string {
	var all []string
	for i := range list {
		all = append(all, list[i].String())
	}
	return all
}

func TestOf(t *testing.T) {
	d := toytest.Domain(t, "legal")
	suits := func(form plan.Form, ops ...plan.Operation) *plan.Program {
		return prooftest.Chain(form, append([]plan.Operation{start("company", "西湖公司"), call("get_legal_document_company_list")}, ops...)...)
	}
	amount := func(c plan.Comparison, from, to string) *plan.Filter {
		return &plan.Filter{Column: "涉案金额（元）", Comparison: c, Operand: from, To: to}
	}
	filed := func(c plan.Comparison, from, to string) *plan.Filter {
		return &plan.Filter{Column: "日期", Comparison: c, Operand: from, To: to}
	}
	wide := []string{"r2 collection get_legal_document_company_list by 原告, 被告 too", "r2 collection get_legal_document_company_list by 原告, 被告"}
	for name, tt := range map[string]struct {
		p        *plan.Program
		implicit draft.Implicit
		want     []string
	}{
		"nothing":               {prooftest.Chain(words, start("company", "西湖公司"), call("get_company_register"), project("法定代表人")), draft.Implicit{}, nil},
		"a collection":          {suits(count, &plan.Count{}), draft.Implicit{}, wide},
		"subsidiaries":          {prooftest.Chain(count, start("company", "西湖公司"), call("get_sub_company_info_list"), &plan.Count{}), draft.Implicit{}, nil},
		"both law firms":        {prooftest.Chain(count, start("law_firm", "甲所"), call("get_legal_document_law_list"), &plan.Count{}), draft.Implicit{}, nil},
		"above":                 {suits(count, amount(plan.Above, "5", ""), &plan.Count{}), draft.Implicit{}, append(slices.Clone(wide), "r3 bound atleast 5")},
		"between":               {suits(count, amount(plan.Within, "5", "7"), &plan.Count{}), draft.Implicit{}, append(slices.Clone(wide), "r3 bound above 5 atmost 7", "r3 bound atleast 5 below 7", "r3 bound atleast 5 atmost 7")},
		"since":                 {suits(count, filed(plan.Since, "2020-02-29", ""), &plan.Count{}), draft.Implicit{}, append(slices.Clone(wide), "r3 bound since 2020-03-01")},
		"until":                 {suits(count, filed(plan.Until, "2020-01-01", ""), &plan.Count{}), draft.Implicit{}, append(slices.Clone(wide), "r3 bound until 2019-12-31")},
		"during":                {suits(count, filed(plan.During, "2020-01-01", "2020-12-31"), &plan.Count{}), draft.Implicit{}, append(slices.Clone(wide), "r3 bound during 2020-01-02 2020-12-31", "r3 bound during 2020-01-01 2020-12-30", "r3 bound during 2020-01-02 2020-12-30")},
		"a year":                {suits(count, filed(plan.Year, "2020", ""), &plan.Count{}), draft.Implicit{}, wide},
		"a source not said":     {prooftest.Chain(words, start("stock_code", "600001"), call("get_company_info"), project("法人代表")), draft.Implicit{Sources: []string{"r2"}}, []string{"r3 source get_company_register 法定代表人"}},
		"a source said":         {prooftest.Chain(words, start("company", "西湖公司"), call("get_company_info"), project("法人代表")), draft.Implicit{}, nil},
		"nothing like it":       {prooftest.Chain(words, start("stock_code", "600001"), call("get_company_info"), project("董秘")), draft.Implicit{Sources: []string{"r2"}}, nil},
		"a named company":       {parentPenalties(), draft.Implicit{}, nil},
		"that company":          {parentPenalties(), draft.Implicit{Antecedents: []string{"r9"}}, []string{"r9 antecedent r1", "r9 antecedent r3"}},
		"the company of a case": {prooftest.Chain(words, start("case_number", "（2020）甲01民初1号"), call("get_legal_document"), project("关联公司")), draft.Implicit{}, []string{"r3 role 原告", "r3 role 被告"}},
		"that authority":        {parentPenalties(), draft.Implicit{Antecedents: []string{"r6"}}, nil},
		"a text to write":       {&plan.Program{Nodes: parentPenalties().Nodes, Answers: parentPenalties().Answers, Template: "statement"}, draft.Implicit{}, nil},
	} {
		if tt.p.Template != "" {
			if got, err := Of(d, tt.p, "zh"); got != nil || err != nil {
				t.Errorf("%s: Of = %v, %v, want none", name, names(got), err)
			}
			continue
		}
		got, err := of(d, tt.p, "zh", tt.implicit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, names(got)); diff != "" {
			t.Errorf("%s: readings (-want +got):\n%s", name, diff)
		}
		for i := range got {
			if _, err := got[i].Program.Types(d); err != nil {
				t.Errorf("%s: reading %s: %v", name, &got[i], err)
			}
		}
	}
}

// A sentence of its own introduces the one of two companies that a draft refers to, so
// that there is nothing to infer.
func TestDraftsIntroduceWhatCouldBeConfused(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for lang, want := range map[string]string{"zh": "罚的是一家公司。该公司", "en": "Take the authority that imposed the administrative penalty on the parent of 西湖公司. "} {
		q, err := draft.Question(d, parentPenalties(), lang)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(q, want) {
			t.Errorf("Question = %q, want the introduction %s", q, want)
		}
		if got, err := Of(d, parentPenalties(), lang); len(got) > 0 || err != nil {
			t.Errorf("Of = %v, %v, want no reading", names(got), err)
		}
	}
}

// Were "that company" not named, its readings would have to give the same answer.
func TestAntecedentsDiffer(t *testing.T) {
	d := toytest.Domain(t, "legal")
	penalty := func(number, company, authority, day string) prooftest.Row {
		return prooftest.Row{"案号": number, "行政处罚公司名称": company, "处罚单位": authority, "处罚日期": day, "处罚金额（元）": 1}
	}
	tables := func(more ...prooftest.Row) prooftest.Tables {
		return prooftest.Tables{
			"SubCompanyInfo": {{"关联上市公司全称": "东海公司", "公司名称": "西湖公司", "上市公司参股比例": "60"}},
			"AdministrativeCase": append([]prooftest.Row{
				penalty("甲1号", "东海公司", "甲局", "2019-01-02"), penalty("甲2号", "南岭公司", "甲局", "2020-01-02"), penalty("乙3号", "南岭公司", "乙局", "2021-01-02"),
			}, more...),
		}
	}
	for name, tt := range map[string]struct {
		tables prooftest.Tables
		want   string
	}{
		"the parent has one":             {tables(), "r9 antecedent r3"},
		"the first company has some":     {tables(penalty("丙4号", "西湖公司", "丙局", "2018-01-02")), "r9 antecedent r1"},
		"the last company has as many":   {tables(penalty("丙4号", "西湖公司", "丙局", "2018-01-02"), penalty("丁5号", "西湖公司", "丁局", "2018-01-02")), "r9 antecedent r3"},
		"nothing else could be referred": {prooftest.Tables{"SubCompanyInfo": tables()["SubCompanyInfo"], "AdministrativeCase": {penalty("甲1号", "东海公司", "甲局", "2019-01-02")}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, tools := prooftest.Load(t, d, tt.tables)
			p := parentPenalties()
			readings, err := of(d, p, "zh", draft.Implicit{Antecedents: []string{"r9"}})
			if err != nil {
				t.Fatal(err)
			}
			x, err := plan.NewExecutor(d, tools, p)
			if err != nil {
				t.Fatal(err)
			}
			trace, reason, err := x.Run(t.Context(), nil)
			if err != nil || reason != "" {
				t.Fatalf("run: %v, reason %q", err, reason)
			}
			other, err := NewComparer(c, tools).Differing(t.Context(), alternative.Answers(trace), readings)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if other != nil {
				got = other.String()
			}
			if got != tt.want {
				t.Errorf("Differing = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestIncludesName(t *testing.T) {
	for _, tt := range []struct {
		name, shorter string
		want          bool
	}{
		{"立案日期", "日期", true}, {"日期", "立案日期", false}, {"日期", "日期", false}, {"立案日期", "期", false}, {"公布日期", "立案日期", false},
		{"filing date", "date", true}, {"date of filing", "the date", true}, {"update", "date", false}, {"primary industry category", "industry", true}, {"date", "of", false},
	} {
		if got := domain.IncludesName(tt.name, tt.shorter); got != tt.want {
			t.Errorf("IncludesName(%q, %q) = %v, want %v", tt.name, tt.shorter, got, tt.want)
		}
	}
}

// A question for "the date" of rows with two days can mean either.
func TestDays(t *testing.T) {
	d := toytest.Domain(t, "legal")
	column := d.Table("RestrictionCase").Column("立案日期")
	column.Phrase = domain.Text{"zh": "日期", "en": "date"}
	d.Table("RestrictionCase").Column("限高发布日期").Phrase = domain.Text{"zh": "发布日期", "en": "publication date"}
	for asked, want := range map[string][]string{"立案日期": {"r3 column 限高发布日期"}, "限高发布日期": nil} {
		p := prooftest.Chain(prooftest.Day, start("case_number", "（2020）甲01执1号"), call("get_restriction_case"), project(asked))
		got, err := Of(d, p, "zh")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, names(got)); diff != "" {
			t.Errorf("%s: readings (-want +got):\n%s", asked, diff)
		}
	}
}
