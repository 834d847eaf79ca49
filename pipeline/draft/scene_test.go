package draft

import (
	"fmt"
	"testing"
)

// A scene names the start, by what it denotes if it is an identifier, and the question refers
// to it. A question that cannot refer to it in one way names it as without a scene.
func TestScene(t *testing.T) {
	d := open(t, "legal")
	const cases = `{"nodes":[
		{"name":"a","op":"start","entity":%q,"value":[%q]},
		{"name":"b","op":"call","from":["a"],"tool":%q},
		{"name":"c","op":"project","from":["b"],"columns":[%q]},
		{"name":"d","op":"call","from":["c"],"tool":%q},
		{"name":"e","op":"project","from":["d"],"columns":[%q]}],
		"answers":[{"from":"e","form":{"style":"text"}}]}`
	for _, c := range []struct{ program, scene, clause string }{
		{fmt.Sprintf(lookup, "company", "青岚股份有限公司", "get_company_register", "登记状态"),
			"客户准备和青岚股份有限公司合作。", "该公司的登记状态"},
		{fmt.Sprintf(lookup, "case_number", "（2020）苏0599执1234号", "get_finalized_case", "被执行人"),
			"客户准备和案号为（2020）苏0599执1234号的终本案件合作。", "该案被执行人"},
		{fmt.Sprintf(lookup, "case_number", "（2020）苏0599民初1234号", "get_legal_abstract", "文件名"),
			"客户准备和案号为（2020）苏0599民初1234号的案合作。", "该案的文书摘要的摘要文件名"},
		{fmt.Sprintf(lookup, "stock_code", "309988", "get_company_info", "所属行业"),
			"客户准备和股票代码为309988的公司合作。", "该公司的所属行业"},
		{fmt.Sprintf(cases, "penalty_number", "苏罚〔2020〕12号", "get_administrative_case", "行政处罚公司名称", "get_company_register", "登记状态"),
			"客户准备和决定书文号为苏罚〔2020〕12号的行政处罚合作。", "该处罚的被处罚公司的登记状态"},
		{`{"nodes":[
			{"name":"a","op":"start","entity":"law_firm","value":["甲律师事务所"]},
			{"name":"b","op":"call","from":["a"],"tool":"get_legal_document_law_list"},
			{"name":"c","op":"project","from":["b"],"columns":["原告"]},
			{"name":"d","op":"start","entity":"law_firm","value":["乙律师事务所"]},
			{"name":"e","op":"call","from":["d"],"tool":"get_legal_document_law_list"},
			{"name":"f","op":"project","from":["e"],"columns":["原告"]},
			{"name":"g","op":"union","from":["c","f"]}],
			"answers":[{"from":"g","form":{"style":"text"}}]}`,
			"", "在甲律师事务所代理的案件的原告之列或者在乙律师事务所代理的案件的原告之列的公司"},
	} {
		all, err := Reworded(d, program(t, c.program), "zh", Wordings{Scene: "客户准备和{}合作。"})
		if err != nil {
			t.Fatal(err)
		}
		if all[0].Scene != c.scene || all[0].Stepwise.Clause != c.clause || len(all[0].Stepwise.Steps) > 0 {
			t.Errorf("Reworded = %q, %q, %q; want %q, %q and no steps", all[0].Scene, all[0].Stepwise.Steps, all[0].Stepwise.Clause, c.scene, c.clause)
		}
	}
}

// A scene that speaks of no start is none.
func TestSceneWithoutSlot(t *testing.T) {
	d := open(t, "legal")
	p := program(t, fmt.Sprintf(lookup, "company", "青岚股份有限公司", "get_company_register", "登记状态"))
	all, err := Reworded(d, p, "zh", Wordings{Scene: "客户准备签合同"})
	if err != nil || all[0].Scene != "" || all[0].Stepwise.Clause != "青岚股份有限公司的登记状态" {
		t.Errorf("Reworded = %+v, %v; want the start's name and no scene", all[0], err)
	}
}
