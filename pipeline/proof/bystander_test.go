package proof

import (
	"context"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A by-stander is refused unless it is of the tables and of the start's kind, is in no step and
// no answer, is declared, misleads who asks about it, and cannot be meant.
func TestBystander(t *testing.T) {
	d := toytest.Domain(t, "legal")
	ts := review()
	ts["CompanyRegister"] = append(ts["CompanyRegister"], registered("东岳纺织有限公司", "纺织业", "2005"))
	for i, r := range ts["CompanyRegister"] {
		r["登记状态"] = []string{"在业", "存续", "吊销", "注销", "存续"}[i]
	}
	c, tools := prooftest.Load(t, d, ts)
	w := Sources{Domain: d, Corpus: c, Tools: tools}
	status := chain(words, start("company", silk), call("get_company_register"), project("登记状态"))
	parent := chain(words, start("company", silk), call("get_sub_company_info"), project("关联上市公司全称"), call("get_company_register"), project("登记状态"))
	company := func(name string) *task.Entity { return &task.Entity{Type: "company", Name: []string{name}} }
	const asks = "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。对方的登记状态是什么？"
	for _, tt := range []struct {
		name      string
		p         *plan.Program
		bystander *task.Entity
		question  string
		want      string        // of the fault; "" for none
		recorded  []task.Entity // in place of the starts; nil for those
	}{
		{"none", status, nil, "西湖丝绸有限公司的登记状态是什么？", "", nil},
		{"a by-stander with another answer", status, company(tea), asks, "", nil},
		{"a by-stander without an answer", parent, company(tea), "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。对方的母公司的登记状态是什么？", "", nil},
		{"undeclared", status, nil, asks, "bystander: the question names 南岭茶叶有限公司", nil},
		{"another one undeclared", status, company(tea), asks + "北疆矿业有限公司也在谈。", "bystander: the question names 北疆矿业有限公司", nil},
		{"not named", status, company(tea), "西湖丝绸有限公司的登记状态是什么？", "bystander: the question names the by-stander 南岭茶叶有限公司 0 times", nil},
		{"of no row", status, company("无名茶叶有限公司"), strings.ReplaceAll(asks, tea, "无名茶叶有限公司"), "bystander: no row has the name", nil},
		{"of another kind", status, &task.Entity{Type: "court", Name: []string{"甲市法院"}}, "我从甲市法院来。西湖丝绸有限公司的登记状态是什么？", "want an entity of the type", nil},
		{"on the way", parent, company(shipping), "我的客户东海船舶股份有限公司准备和西湖丝绸有限公司签约。对方的母公司的登记状态是什么？", "is in the steps", nil},
		{"the same answer", status, company("东岳纺织有限公司"), strings.ReplaceAll(asks, tea, "东岳纺织有限公司"), "want one that misleads", nil},
		{"that company", status, company(tea), "我的客户南岭茶叶有限公司准备和西湖丝绸有限公司签约。该公司的登记状态是什么？", "does not say whether it asks about the start", nil},
		{"beside a start of no type", status, nil, asks, "", []task.Entity{{Type: "planet", Name: []string{"Mars"}}}},
		{"exchanged", status, company(tea), "我的客户西湖丝绸有限公司准备和南岭茶叶有限公司签约。对方的登记状态是什么？", "before the by-stander", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			made := makeTask(t, w, tt.p, "zh")
			made.Question, made.Bystander = tt.question, tt.bystander
			if tt.recorded != nil {
				made.Entities = tt.recorded
			}
			found, err := newProver(w).unambiguous(context.Background(), made)
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" != (found.Fault == "") || !strings.Contains(found.Fault, tt.want) {
				t.Errorf("fault %q, want %q", found.Fault, tt.want)
			}
			if excluded := strings.Contains(found.Certificate, "which the words exclude"); excluded != (tt.want == "" && tt.bystander != nil) {
				t.Errorf("certificate %q: excluded reading %v", found.Certificate, excluded)
			}
		})
	}
}
