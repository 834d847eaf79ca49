package reading

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// beside returns a task about an entity with another one as its by-stander.
func beside(lang, entity, start, other string, ops ...plan.Operation) *task.Task {
	p := prooftest.Chain(words, append([]plan.Operation{prooftest.Start(entity, start)}, ops...)...)
	return &task.Task{
		Language: lang, Plan: p, Entities: []task.Entity{{Type: entity, Name: []string{start}}},
		Bystander: &task.Entity{Type: entity, Name: []string{other}},
	}
}

// Questions with a by-stander, worded so that only the start can be meant and, as injected
// faults, so that the by-stander can be meant, too, or is not there.
func TestBystanderFault(t *testing.T) {
	register := []plan.Operation{call("get_company_register"), project("法定代表人")}
	company := beside("en", "company", "Oakhurst Silk Co., Ltd.", "Ravenmoor Tea Ltd.", register...)
	chinese := beside("zh", "company", "西湖丝绸有限公司", "南岭茶叶有限公司", register...)
	suit := beside("en", "case_number", "(2020) KA01 Civ. No. 7", "(2019) KA01 Civ. No. 9", call("get_legal_document"), project("案由"))
	suitZh := beside("zh", "case_number", "（2020）甲01民初7号", "（2019）甲01民初9号", call("get_legal_document"), project("案由"))
	court := beside("zh", "court", "甲县人民法院", "乙县人民法院", call("get_court_info"), project("法院地址"))
	d := toytest.Domain(t, "legal")
	for _, tt := range []struct {
		task     *task.Task
		question string
		sound    bool
	}{
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of the counterparty?", true},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of Oakhurst Silk Co., Ltd.?", true},
		{company, "Before Ravenmoor Tea Ltd. signs with Oakhurst Silk Co., Ltd., please tell me who is the legal representative of the latter company, the counterparty.", true},
		{company, "We act for Ravenmoor Tea Ltd. Who is the legal representative of Oakhurst Silk Co., Ltd. in its register entry?", true},
		{company, "My client is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of the counterparty?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of that company?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. What is the parent's shareholding in Oakhurst Silk Co., Ltd.?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. and I look at the parent company of the counterparty. What is the parent's shareholding in the counterparty?", true},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. and I look at the parent company of the client. What is the parent's shareholding in the counterparty?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. What is the registered capital of the counterparty? Please express it in yuan.", true},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of the company?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is its legal representative?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. It is listed, they say. Who is the legal representative of the counterparty?", false},
		{company, "My client, Oakhurst Silk Co., Ltd., is about to sign with Ravenmoor Tea Ltd. Who is the legal representative of the counterparty?", false},
		{company, "My client is about to sign with Oakhurst Silk Co., Ltd. Who is the legal representative of Ravenmoor Tea Ltd., the counterparty?", false},
		{company, "We act for Ravenmoor Tea Ltd. and need to know about Oakhurst Silk Co., Ltd. Where is the company based, the counterparty?", true},
		{company, "We act for Ravenmoor Tea Ltd. and are about to sign with Oakhurst Silk Co., Ltd. Where is the company, the counterparty?", false},
		{company, "Who is Ravenmoor Tea Ltd.'s legal representative? The counterparty is Oakhurst Silk Co., Ltd.", false},
		{company, "Ravenmoor Tea Ltd. and Oakhurst Silk Co., Ltd. are about to sign. Who is the legal representative of Ravenmoor Tea Ltd., the counterparty?", false},
		{company, "Who is the legal representative, for Ravenmoor Tea Ltd.? Oakhurst Silk Co., Ltd. is about to sign. Which of these companies is larger?", false},
		{company, "My client, Ravenmoor Tea Ltd., is about to sign with Oakhurst Silk Co., Ltd. For the counterparty, who is the legal representative of Ravenmoor Tea Ltd?", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。对方的法定代表人是谁？", true},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。请问西湖丝绸有限公司的法定代表人是谁？", true},
		{chinese, "南岭茶叶有限公司准备和西湖丝绸有限公司签约，请问对方的母公司是哪家？其中有没有上市的？", true},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。该公司的法定代表人是谁？", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。请问这家公司的法定代表人是谁？", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。其法定代表人是谁？", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。法定代表人是谁？", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。对方的法定代表人是谁？我们想看看他们由谁管。", false},
		{chinese, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。对方的其他负责人是谁？", true},
		{chinese, "我的客户西湖丝绸有限公司准备和南岭茶叶有限公司签约。对方的法定代表人是谁？", false},
		{chinese, "客户准备和西湖丝绸有限公司签约。南岭茶叶有限公司的法定代表人是谁？", false},
		{chinese, "南岭茶叶有限公司的法定代表人是谁？对方是西湖丝绸有限公司。", false},
		{chinese, "客户准备和西湖丝绸有限公司签约。对方的法定代表人是谁？", false},
		{suit, "I have closed case (2019) KA01 Civ. No. 9 and moved on to another one. What is the cause of action of case (2020) KA01 Civ. No. 7?", true},
		{suit, "We act in (2019) KA01 Civ. No. 9 too. This is about case (2020) KA01 Civ. No. 7. What is the cause of action in that case?", false},
		{suit, "I have closed case (2019) KA01 Civ. No. 9. What is the cause of action in the case? I mean (2020) KA01 Civ. No. 7.", false},
		{suitZh, "（2019）甲01民初9号那件案子已经核对完了，还差（2020）甲01民初7号案。请问（2020）甲01民初7号案的案由是什么？", true},
		{suitZh, "（2019）甲01民初9号案已经办完了。（2020）甲01民初7号案的案由是什么？", true},
		{suitZh, "（2019）甲01民初9号案已经办完了。现在是（2020）甲01民初7号。该案的案由是什么？", false},
		{suitZh, "（2019）甲01民初9号案已经办完了，现在是（2020）甲01民初7号案，这起案件的案由是什么？", false},
		{court, "乙县人民法院那边联系过了。甲县人民法院在哪？该案不急。", true},
		{court, "乙县人民法院那边联系过了。还要联系甲县人民法院。这家法院在哪？", false},
		{court, "乙县人民法院那边联系过了。还要联系甲县人民法院。该院在哪？", false},
	} {
		if fault := BystanderFault(d, tt.task, tt.question); fault == "" != tt.sound {
			t.Errorf("BystanderFault(%q) = %q, want sound %v", tt.question, fault, tt.sound)
		}
	}
	if p := AskedAboutBystander(company); p.Entities()[0].Value[0] != "Ravenmoor Tea Ltd." || company.Plan.Entities()[0].Value[0] != "Oakhurst Silk Co., Ltd." {
		t.Errorf("AskedAboutBystander = %v, want the by-stander as the start of a copy", p.Entities())
	}
	other := *company
	other.Bystander = &task.Entity{Type: "court", Name: []string{"甲县人民法院"}}
	if p := AskedAboutBystander(&other); p != nil {
		t.Errorf("AskedAboutBystander of a court beside a company = %v, want nil", p)
	}
}

// A domain may have tables without a key.
func TestBystanderFaultBesideTablesWithoutKey(t *testing.T) {
	d := *toytest.Domain(t, "legal")
	d.Tables = append([]domain.Table{{Name: "Notes"}}, d.Tables...)
	one := beside("zh", "company", "西湖丝绸有限公司", "南岭茶叶有限公司", call("get_company_register"), project("法定代表人"))
	if fault := BystanderFault(&d, one, "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。西湖丝绸有限公司的法定代表人是谁？"); fault != "" {
		t.Errorf("BystanderFault = %q, want none", fault)
	}
}

// Every role that a matter declares tells a start from its by-stander.
func TestRolesTellApart(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for _, lang := range d.Languages {
		for i := range d.Matters {
			for _, role := range d.Matters[i].Roles {
				if said := bystanderWordsOf(lang).kindReference(d.Matters[i].Role(role.Entity, lang), kindNouns(d, role.Entity, lang)); said != "" {
					t.Errorf("%s: role %v refers by %q to any %s", d.Matters[i].Name, role.Called, said, role.Entity)
				}
			}
		}
	}
	if (&domain.Matter{}).Role("company", "en") != "" {
		t.Error("a matter without roles has one")
	}
}
