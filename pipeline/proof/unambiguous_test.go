package proof

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// unambiguousFaults are values that stand exactly at the end of an interval.
func unambiguousFaults() []injection {
	at := func(name string, f *plan.Filter, number string, cells row) injection {
		p := cases(yuan, f, &plan.Aggregate{Function: plan.Sum, Column: "金额"})
		return injection{check: "unambiguous", name: name, reason: "reading", program: p, again: true, tables: setRow("Case", number, cells)}
	}
	amount := func(c plan.Comparison, operand, to string) *plan.Filter {
		return &plan.Filter{Column: "金额", Comparison: c, Operand: operand, To: to}
	}
	filed := func(c plan.Comparison, operand, to string) *plan.Filter {
		return &plan.Filter{Column: "立案", Comparison: c, Operand: operand, To: to}
	}
	const small, large = "（2020）乙02民初13号", "（2020）甲01民初12号"
	const early, late = "（2020）甲01民初12号", "（2022）甲02民初17号"
	return []injection{
		at("above an amount", amount(plan.Above, "1000", ""), small, row{"金额": 1000}),
		at("an amount or more", amount(plan.AtLeast, "1000", ""), small, row{"金额": 1000}),
		at("below an amount", amount(plan.Below, "90000", ""), large, row{"金额": "9万"}),
		at("an amount or less", amount(plan.AtMost, "90000", ""), large, row{"金额": "9万"}),
		at("between amounts, the lower", amount(plan.Within, "1000", "90000"), small, row{"金额": 1000}),
		at("between amounts, the upper", amount(plan.Within, "1000", "90000"), large, row{"金额": "9万"}),
		at("a day or later", filed(plan.Since, "2020-04-01", ""), early, row{"立案": "2020年04月01日"}),
		at("a day or earlier", filed(plan.Until, "2022-03-31", ""), late, row{"立案": "2022年03月31日"}),
		at("between days, the first", filed(plan.During, "2020-04-01", "2022-03-31"), early, row{"立案": "2020年04月01日"}),
		at("between days, the last", filed(plan.During, "2020-04-01", "2022-03-31"), late, row{"立案": "2022年03月31日"}),
	}
}

// lawsuit and others make rows of the legal domain with what the readings below need.
func lawsuit(number, filed, plaintiff, defendant string, amount int, day string, more row) row {
	r := row{
		"关联公司": filed, "案号": number, "文书类型": "民事判决书", "原告": plaintiff, "被告": defendant, "原告律师事务所": "甲川" + day[2:4] + "律师事务所",
		"被告律师事务所": "乙川" + day[2:4] + day[5:7] + "律师事务所", "案由": "案由" + day, "涉案金额（元）": amount, "日期": day,
	}
	for k, v := range more {
		r[k] = v
	}
	return r
}

func subsidiary(name, parent string, share float64) row {
	return row{"关联上市公司全称": parent, "上市公司参股比例": fmt.Sprint(share), "上市公司投资金额": "100万", "公司名称": name}
}

func listed(name, short, code, industry string) row {
	return row{"公司名称": name, "公司简称": short, "公司代码": code, "所属行业": industry, "成立日期": "2001-02-03", "法人代表": "法人" + short, "联系电话": "010-" + code, "注册地址": "一路" + code + "号"}
}

func registered(name, industry, phone string) row {
	return row{"公司名称": name, "统一社会信用代码": "91" + phone, "法定代表人": "法人" + name, "成立日期": "2001-02-03", "企业地址": "二路" + phone + "号", "联系电话": phone, "行业一级": industry, "行业二级": industry + "乙", "行业三级": industry + "丙"}
}

func penalty(number, company, authority, day string) row {
	return row{"案号": number, "行政处罚公司名称": company, "处罚单位": authority, "处罚日期": day, "处罚金额（元）": 1000}
}

// The names of the world below.
const (
	shipping, silk, mining, tea = "东海船舶股份有限公司", "西湖丝绸有限公司", "北疆矿业有限公司", "南岭茶叶有限公司"
)

// review is the world of the questions below: a parent with a listing and two subsidiaries,
// cases filed under several of them, penalties. Each question adds a row or two.
func review() tables {
	return tables{
		"CompanyInfo":     {listed(shipping, "东海船舶", "600001", "交通运输业"), listed(tea, "南岭茶叶", "600002", "农业")},
		"CompanyRegister": {registered(shipping, "制造业", "2001"), registered(silk, "纺织业", "2002"), registered(mining, "采矿业", "2003"), registered(tea, "农业", "2004")},
		"SubCompanyInfo":  {subsidiary(silk, shipping, 60), subsidiary(mining, shipping, 80)},
		"LegalDoc": {
			lawsuit("（2019）甲01民初1号", silk, silk, tea, 5000, "2019-03-04", nil),
			lawsuit("（2020）甲01民初2号", silk, mining, silk, 7000, "2020-05-06", row{"文书类型": "民事裁定书"}),
			lawsuit("（2020）甲01民初3号", shipping, shipping, "王甲", 9000, "2020-07-08", nil),
			lawsuit("（2021）甲01民初4号", shipping, "李乙", shipping, 8000, "2021-09-10", nil),
			lawsuit("（2018）甲01民初5号", tea, tea, "张丙", 100, "2018-01-02", nil),
		},
		"FinalizedCase": {
			{"终本公司名称": silk, "案号": "（2020）甲01执6号", "被执行人": silk, "未履行金额（元）": 400, "执行标的（元）": 900, "执行法院": "甲市法院", "立案日期": "2020-01-02", "终本日期": "2020-06-07"},
			{"终本公司名称": silk, "案号": "（2021）甲01执7号", "被执行人": silk, "未履行金额（元）": 500, "执行标的（元）": 800, "执行法院": "乙市法院", "立案日期": "2021-01-02", "终本日期": "2021-06-07"},
		},
		"AdministrativeCase": {
			penalty("甲罚1号", silk, "甲局", "2019-05-06"), penalty("甲罚2号", silk, "乙局", "2020-05-06"),
			penalty("甲罚3号", shipping, "甲局", "2021-05-06"), penalty("甲罚4号", shipping, "丙局", "2018-05-06"), penalty("甲罚5号", shipping, "丁局", "2017-05-06"),
		},
	}
}

// with changes cells of the row that has a text in a column.
func with(table, column, text string, cells row) func(tables) {
	return func(ts tables) {
		for _, r := range ts[table] {
			if r[column] == text {
				maps.Copy(r, cells)
			}
		}
	}
}

// suits asks about the cases of a company.
func suits(of string, form plan.Form, ops ...plan.Operation) *plan.Program {
	return chain(form, append([]plan.Operation{start("company", of), call("get_legal_document_company_list")}, ops...)...)
}

// parentSuits asks about the cases of the parent of a company.
func parentSuits(of string, form plan.Form, ops ...plan.Operation) *plan.Program {
	return chain(form, append([]plan.Operation{
		start("company", of), call("get_sub_company_info"), project("关联上市公司全称"), call("get_legal_document_company_list"),
	}, ops...)...)
}

// defendants asks how many defendants the cases of either of two companies have.
func defendants(one, other string) *plan.Program {
	p := new(plan.Program)
	set := func(company string) string {
		rows := p.Add(call("get_legal_document_company_list"), p.Add(start("company", company)))
		return p.Add(project("被告"), rows)
	}
	a, b := set(one), set(other)
	p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Distinct{}, p.Add(&plan.Combine{Function: plan.Union}, a, b)), Form: count}}
	return p
}

// Ambiguous questions that reviewers found in a release, over small tables. Each is refused
// where the readings differ and kept where they do not.
func TestReviewedAmbiguities(t *testing.T) {
	d := toytest.Domain(t, "legal")
	by := func(column string, order plan.Order, rank int) plan.Operation {
		return &plan.Superlative{Column: column, Order: order, Rank: rank}
	}
	asPlaintiff := func(of string, ops ...plan.Operation) *plan.Program {
		p := suits(of, words)
		rows := p.Nodes[len(p.Nodes)-1].Name
		at := p.Add(&plan.Filter{Column: "原告", Comparison: plan.Names}, rows, p.Nodes[0].Name)
		for _, op := range ops {
			at = p.Add(op, at)
		}
		p.Answers[0].From = at
		return p
	}
	opponent := func(amount int, day string, more row) row {
		return lawsuit("（2020）甲02民初9号", tea, silk, tea, amount, day, more)
	}
	parental := func(amount int, day string) row {
		return lawsuit("（2020）甲02民初9号", tea, tea, shipping, amount, day, nil)
	}
	for _, tt := range []struct {
		name    string
		p       *plan.Program
		differs string // the reading that gives another answer; "" if all agree
		edit    func(tables)
	}{
		{"kinds of document, filed under the opponent", suits(silk, words, project("文书类型")), "r2 collection", addRow("LegalDoc", opponent(1, "2020-01-01", row{"文书类型": "行政判决书"}))},
		{"kinds of document, one more of the same", suits(silk, words, project("文书类型")), "", addRow("LegalDoc", opponent(1, "2020-01-01", nil))},
		{"the lowest amount as plaintiff", asPlaintiff(silk, by("涉案金额（元）", plan.Min, 0), project("案号")), "r2 collection", addRow("LegalDoc", opponent(1, "2020-01-01", nil))},
		{"the lowest amount, tied: no answer", asPlaintiff(silk, by("涉案金额（元）", plan.Min, 0), project("案号")), "r2 collection", addRow("LegalDoc", opponent(5000, "2020-01-01", nil))},
		{"the second latest case of the parent", parentSuits(silk, words, by("日期", plan.Max, 2), project("原告律师事务所")), "r4 collection", addRow("LegalDoc", parental(1, "2021-12-31"))},
		{"the second latest case of the parent, none later", parentSuits(silk, words, by("日期", plan.Max, 2), project("原告律师事务所")), "", addRow("LegalDoc", parental(1, "2019-12-31"))},
		{"the second highest amount of the parent's cases", parentSuits(mining, words, by("涉案金额（元）", plan.Max, 2), project("被告律师事务所")), "r4 collection", addRow("LegalDoc", parental(8500, "2022-01-02"))},
		{"the second highest amount, a smaller one beside it", parentSuits(mining, words, by("涉案金额（元）", plan.Max, 2), project("被告律师事务所")), "", addRow("LegalDoc", parental(85, "2022-01-02"))},
		{"defendants of either company's cases", defendants(silk, shipping), "r2 collection", addRow("LegalDoc", lawsuit("（2020）甲02民初9号", tea, shipping, "赵丁", 1, "2020-01-01", nil))},
		{"defendants of either, one already counted", defendants(silk, shipping), "", addRow("LegalDoc", lawsuit("（2020）甲02民初9号", tea, silk, shipping, 1, "2020-01-01", nil))},
		{"how many cases", suits(silk, count, &plan.Count{}), "r2 collection", addRow("LegalDoc", opponent(1, "2020-01-01", nil))},
		{"how many cases, none elsewhere", suits(silk, count, &plan.Count{}), "", nil},
		{"filed under a company that is no party", suits(silk, count, &plan.Count{}), "by 原告, 被告", addRow("LegalDoc", lawsuit("（2020）甲02民初9号", silk, "赵丁", "钱戊", 1, "2020-01-01", nil))},
		{"the amounts of all cases", suits(silk, yuan, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}), "r2 collection", addRow("LegalDoc", opponent(1, "2020-01-01", nil))},
		{"the only case that is filed, one of two", suits(tea, words, &plan.Only{}, project("案号")), "r2 collection", nil},
		{"the only case that is filed, of another company", suits(tea, words, &plan.Only{}, project("案号")), "by 原告, 被告", with("LegalDoc", "案号", "（2018）甲01民初5号", row{"原告": "赵丁"})},
		{"closed cases of another debtor", chain(yuan, start("company", silk), call("get_finalized_case_company_list"), &plan.Aggregate{Function: plan.Sum, Column: "未履行金额（元）"}), "r2 collection", with("FinalizedCase", "案号", "（2021）甲01执7号", row{"被执行人": mining})},
		{"closed cases of the debtor", chain(yuan, start("company", silk), call("get_finalized_case_company_list"), &plan.Aggregate{Function: plan.Sum, Column: "未履行金额（元）"}), "", nil},
		{"the company of a case, of which it is no party", chain(words, start("case_number", "（2018）甲01民初5号"), call("get_legal_document"), project("关联公司"), call("get_company_register"), project("行业一级")), "r3 role 原告", with("LegalDoc", "案号", "（2018）甲01民初5号", row{"原告": silk})},
		{"the company of a case against a person", chain(words, start("case_number", "（2018）甲01民初5号"), call("get_legal_document"), project("关联公司"), call("get_company_register"), project("行业一级")), "", nil},
		{"the company that most cases are about", chain(words, start("law_firm", "甲川19律师事务所"), call("get_legal_document_law_list"), &plan.Frequent{Column: "关联公司"}), "r3 role 被告", nil},
		{"which companies have cases", func() *plan.Program {
			p := chain(words, start("company", shipping), call("get_sub_company_info_list"), project("公司名称"))
			p.Answers[0].From = p.Add(&plan.Having{Tool: "get_legal_document_company_list"}, p.Answers[0].From)
			return p
		}(), "r4 collection", nil},
		{"the industry by stock code", chain(words, start("stock_code", "600001"), call("get_company_info"), project("所属行业")), "r3 source get_company_register 行业一级", nil},
		{"the industry by short name, no such register", chain(words, start("company_abbreviation", "东海船舶"), call("get_company_info"), project("所属行业")), "", with("CompanyRegister", "公司名称", shipping, row{"公司名称": "无关公司"})},
		{"the industry in the listing", chain(words, start("company", shipping), call("get_company_info"), project("所属行业")), "", nil},
		{"the address by stock code", chain(words, start("stock_code", "600001"), call("get_company_info"), project("注册地址")), "r3 source get_company_register 企业地址", nil},
		{"the founding day by stock code, the same in both", chain(day, start("stock_code", "600001"), call("get_company_info"), project("成立日期")), "", nil},
		{"the telephone by stock code", chain(words, start("stock_code", "600001"), call("get_company_info"), project("联系电话")), "r3 source get_company_register 联系电话", nil},
		{"the telephone in the register", chain(words, start("company", shipping), call("get_company_register"), project("联系电话")), "", nil},
		{"a case under two kinds of record", chain(yuan, start("case_number", "（2020）甲01民初2号"), call("get_legal_document"), project("涉案金额（元）")), "r3 source get_restriction_case", func(ts tables) {
			ts["RestrictionCase"] = []row{{"限制高消费企业名称": silk, "案号": "（2020）甲01民初2号", "涉案金额（元）": 12, "执行法院": "甲市法院", "立案日期": "2020-01-02", "限高发布日期": "2020-02-03"}}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ts := review()
			if tt.edit != nil {
				tt.edit(ts)
			}
			c, tools := prooftest.Load(t, d, ts)
			w := Sources{Domain: d, Corpus: c, Tools: tools}
			checkReadings(t, w, tt.p, tt.differs)
		})
	}
}

// checkReadings proves a program by both executions, which must agree, and fails unless a reading
// with the words given, or none for "", gives another answer.
func checkReadings(t failer, w Sources, p *plan.Program, want string) {
	t.Helper()
	x, err := plan.NewExecutor(w.Domain, w.Tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil || reason != "" {
		t.Fatalf("run: %v, reason %q", err, reason)
	}
	readings, err := reading.Of(w.Domain, p, "zh")
	if err != nil {
		t.Fatal(err)
	}
	other, err := reading.NewComparer(w.Corpus, w.Tools).Differing(context.Background(), alternative.Answers(trace), readings)
	if err != nil {
		t.Fatal(err)
	}
	made, err := taskOf(w, trace, "zh")
	if err != nil {
		t.Fatal(err)
	}
	found, err := newProver(w).unambiguous(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	if other == nil != (found.Fault == "") || other != nil && !strings.HasPrefix(found.Fault, "reading: "+other.String()+": ") {
		t.Fatalf("tools find the reading %v, joins say %q", other, found.Fault+found.Certificate)
	}
	switch {
	case want == "" && found.Fault != "":
		t.Fatalf("%s: %s, want it kept", made.Draft, found.Fault)
	case want != "" && !strings.Contains(found.Fault, want):
		t.Fatalf("%s: %s, want the reading %q", made.Draft, found.Fault+found.Certificate, want)
	}
}
