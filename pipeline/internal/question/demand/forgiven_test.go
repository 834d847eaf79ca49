package demand

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// Readings that a parser writes of sound questions are taken for what the task does, and
// what looks like them and asks for something else is not.
func TestForgiven(t *testing.T) {
	d := toytest.Domain(t, "legal")
	programs := map[string]string{
		"exists": `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_info","empty":true},{"name":"r3","op":"exists","from":["r2"]},{"name":"r4","op":"project","from":["r2"],"columns":["公司代码"]}],
"answers":[{"from":"r3","form":{"style":"truth"}},{"from":"r4","form":{"style":"text"},"if":"r3"}]}`,
		"wholly": `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_sub_company_info_list"},{"name":"r3","op":"filter","from":["r2"],"column":"上市公司参股比例","comparison":"equals","operand":"100"},{"name":"r4","op":"count","from":["r3"]}],
"answers":[{"from":"r4","form":{"style":"count"}}]}`,
		"dishonest": `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_dishonesty_case_company_list"},{"name":"r3","op":"count","from":["r2"]}],"answers":[{"from":"r3","form":{"style":"count"}}]}`,
		"either":    `{"nodes":[{"name":"r1","op":"start","entity":"case_number","value":["（2022）瑶0118执1390号"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_restriction_case"},{"name":"r3","op":"project","from":["r2"],"columns":["限制高消费企业名称"]},{"name":"r4","op":"call","from":["r3"],"tool":"get_administrative_case_company_list"},{"name":"r5","op":"project","from":["r4"],"columns":["处罚单位"]},{"name":"r6","op":"start","entity":"case_number","value":["（2021）汐0501执6770号"]},{"name":"r7","op":"call","from":["r6"],"tool":"get_restriction_case"},{"name":"r8","op":"project","from":["r7"],"columns":["限制高消费企业名称"]},{"name":"r9","op":"call","from":["r8"],"tool":"get_administrative_case_company_list"},{"name":"r10","op":"project","from":["r9"],"columns":["处罚单位"]},{"name":"r11","op":"union","from":["r5","r10"]}],"answers":[{"from":"r11","form":{"style":"text"}}]}`,
		"cases":     `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["甲公司"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_company_list"},{"name":"r3","op":"count","from":["r2"]}],"answers":[{"from":"r3","form":{"style":"count"}}]}`,
		"suing":     `{"nodes":[{"name":"r1","op":"start","entity":"stock_code","value":["301234"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_info"},{"name":"r3","op":"project","from":["r2"],"columns":["公司名称"]},{"name":"r4","op":"call","from":["r3"],"tool":"get_legal_document_company_list"},{"name":"r5","op":"filter","from":["r4","r3"],"column":"原告","comparison":"names"},{"name":"r6","op":"count","from":["r5"]}],"answers":[{"from":"r6","form":{"style":"count"}}]}`,
		"parent":    `{"nodes":[{"name":"r1","op":"start","entity":"stock_code","value":["301234"]},{"name":"r2","op":"call","from":["r1"],"tool":"get_company_info"},{"name":"r3","op":"project","from":["r2"],"columns":["公司名称"]},{"name":"p1","op":"call","from":["r3"],"tool":"get_sub_company_info"},{"name":"p2","op":"project","from":["p1"],"columns":["关联上市公司全称"]},{"name":"r4","op":"call","from":["p2"],"tool":"get_legal_document_company_list"},{"name":"r5","op":"filter","from":["r4","p2"],"column":"原告","comparison":"names"},{"name":"r6","op":"count","from":["r5"]}],"answers":[{"from":"r6","form":{"style":"count"}}]}`,
	}
	suing := func(through, operands string) string {
		return `{"about":["301234"],"asks":[{"what":"count","of":"案件"}],"through":[` + through + `],"records":["上市公司","子公司","案件"],"conditions":[{"column":"原告","of":"案件","is":"names","operands":[` + operands + `]}]}`
	}
	const parent = `{"column":"母公司","of":"子公司"}`
	const listed = `{"about":["甲公司"],"asks":[{"what":"exists","of":"上市公司"},{"what":"value","column":"股票代码","of":"上市公司","if":true}],"records":["上市公司"]`
	const counted = `{"about":["甲公司"],"asks":[{"what":"count","of":"OF"}],"records":["OF"],"conditions":[{"column":"COLUMN","of":"OF","is":"IS","operands":[OPERANDS]}]}`
	condition := func(of, column, is, operands string) string {
		return strings.NewReplacer("OF", of, "COLUMN", column, "IS", is, "OPERANDS", operands).Replace(counted)
	}
	const either = `{"about":["（2022）瑶0118执1390号","（2021）汐0501执6770号"],"asks":[{"what":"value","column":"处罚单位","of":"行政处罚"}],"through":[{"column":"COLUMN","of":"限制高消费案件"}],"operators":[{"do":"union","parts":[{"what":"value","column":"处罚单位","of":"行政处罚","by":["（2022）瑶0118执1390号"]},{"what":"value","column":"处罚单位","of":"行政处罚","by":["（2021）汐0501执6770号"]}]}],"records":["限制高消费案件","行政处罚"]}`
	for _, tt := range []struct {
		name, program, got, field string
	}{
		{"that something is a company", "either", strings.Replace(strings.Replace(either, "COLUMN", "被限制高消费企业", 1), `"records"`, `"hints":["由一家公司做被限制高消费企业"],"records"`, 1), ""},
		{"that something is a bank", "either", strings.Replace(strings.Replace(either, "COLUMN", "被限制高消费企业", 1), `"records"`, `"hints":["由一家银行做被限制高消费企业"],"records"`, 1), "hints"},
		{"a column on both ways, once", "either", strings.Replace(either, "COLUMN", "被限制高消费企业", 1), ""},
		{"another column on both ways", "either", strings.Replace(either, "COLUMN", "申请人", 1), "through"},
		{"exists", "exists", listed + `}`, ""},
		{"exists said twice", "exists", listed + `,"operators":[{"do":"exists","of":"上市公司"}]}`, ""},
		{"exists of something else", "exists", listed + `,"operators":[{"do":"exists","of":"案件"}]}`, "operators"},
		{"exists not asked", "exists", strings.Replace(listed, `{"what":"exists","of":"上市公司"},`, "", 1) + `,"operators":[{"do":"exists","of":"上市公司"}]}`, "asks"},
		{"share of 100 %", "wholly", condition("子公司", "母公司对其持股比例", "equals", `"100%"`), ""},
		{"a word for 100 %", "wholly", condition("子公司", "母公司对其持股比例", "equals", `"全资"`), ""},
		{"a word for 100 % in another column", "wholly", condition("子公司", "与母公司的关系", "equals", `"全资子公司"`), ""},
		{"another relation", "wholly", condition("子公司", "与母公司的关系", "equals", `"控股子公司"`), "conditions"},
		{"role of the lookup", "dishonest", condition("失信被执行案件", "失信被执行人", "names", ``), ""},
		{"role of the lookup, described", "dishonest", condition("失信被执行案件", "失信被执行人", "names", `"该公司"`), ""},
		{"role of another company", "dishonest", condition("失信被执行案件", "失信被执行人", "names", `"乙公司"`), "conditions"},
		{"role that restricts", "cases", condition("案件", "原告", "names", ``), "conditions"},
		{"role of the company that the question calls by its code", "suing", strings.Replace(suing("", `"301234"`), `"子公司",`, "", 1), ""},
		{"role of that company, not named", "suing", strings.Replace(suing("", ``), `"子公司",`, "", 1), ""},
		{"role of another code", "suing", strings.Replace(suing("", `"301235"`), `"子公司",`, "", 1), "conditions"},
		{"role of the parent, said of the company with the code", "parent", suing(parent, `"301234"`), "conditions"},
		{"role of the parent", "parent", suing(parent, ``), ""},
		{"that something is a company, too", "either", strings.Replace(strings.Replace(either, "COLUMN", "被限制高消费企业", 1), `"records"`, `"hints":["那件案子的被限制高消费企业也是一家公司"],"records"`, 1), ""},
		{"hint", "cases", `{"about":["甲公司"],"asks":[{"what":"count","of":"案件"}],"records":["案件"],"hints":["上百件"]}`, "hints"},
		{"hint that the draft has", "cases", `{"about":["甲公司"],"asks":[{"what":"count","of":"案件"}],"records":["案件"],"hints":["涉诉的案件",""]}`, ""},
	} {
		want := demand(t, d, program(t, programs[tt.program]), "zh")
		want.draft = fold("甲公司涉诉的案件共有多少件？")
		got, err := Parse(tt.got)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := want.Difference(got)
		if ok != (tt.field != "") || m.Field != tt.field {
			t.Errorf("%s: Difference = %q, want %q", tt.name, m, tt.field)
		}
		for _, lang := range []string{"zh", "en", "fr"} {
			if hint := m.Hint(lang); (hint != "") != ok || strings.ContainsAny(hint, "{}[]") {
				t.Errorf("%s: Hint(%q) = %q, want words if there is a difference", tt.name, lang, hint)
			}
		}
	}
}

// The writer is told in words what was read off the question.
func TestMisreadingHint(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for _, tt := range []struct{ lang, old, new, want string }{
		{"zh", `"above"`, `"atleast"`, "条件"},
		{"zh", `"end":"max"`, `"end":"min"`, "最小"},
		{"zh", `"places":2`, `"places":1`, "小数位数 1"},
		{"zh", `"conditions":[`, `"conditions":[{"column":"被告","of":"案件","is":"names"},`, "多读出了条件：案件的被告"},
		{"zh", `"records":["案件"`, `"hints":["上亿元的大案"],"records":["案件"`, "上亿元的大案"},
		{"zh", `"records":["案件"`, `"records":["行政处罚","案件"`, "行政处罚"},
		{"zh", `"through":[{"column":"被告律师事务所","of":"案件"}],`, ``, "没有从问题里读出途经的栏目：案件的被告律师事务所"},
	} {
		got, err := Parse(strings.Replace(parsed, tt.old, tt.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		m, _ := demand(t, d, program(t, ranked), tt.lang).Difference(got)
		if hint := m.Hint(tt.lang); !strings.Contains(hint, tt.want) {
			t.Errorf("%s for %s: Hint = %q, want %q in it", tt.new, tt.old, hint, tt.want)
		}
	}
}
