package demand

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ranked asks for the day a firm was founded that acted in the second largest of the
// cases a company brought in 2020 over amounts between two others.
const ranked = `{"nodes":[{"name":"r1","op":"start","entity":"company","value":["青岚精密仪器（云溪）股份有限公司"]},
{"name":"r2","op":"call","from":["r1"],"tool":"get_legal_document_company_list"},
{"name":"r3","op":"filter","from":["r2","r1"],"column":"原告","comparison":"names"},
{"name":"r4","op":"filter","from":["r3"],"column":"日期","comparison":"year","operand":"2020"},
{"name":"r5","op":"filter","from":["r4"],"column":"涉案金额（元）","comparison":"within","operand":"600000","to":"125000000"},
{"name":"r6","op":"superlative","from":["r5"],"column":"涉案金额（元）","order":"max","rank":2},
{"name":"r7","op":"project","from":["r6"],"columns":["被告律师事务所"]},
{"name":"r8","op":"call","from":["r7"],"tool":"get_lawfirm_info"},
{"name":"r9","op":"project","from":["r8"],"columns":["事务所成立日期"]},
{"name":"r10","op":"project","from":["r6"],"columns":["涉案金额（元）"]}],
"answers":[{"from":"r9","form":{"style":"date"}},{"from":"r10","form":{"style":"number","unit":"万元","places":2}}]}`

// parsed is what a careful reader might write for it.
const parsed = `{"about":["青岚精密仪器(云溪)股份有限公司"],
"asks":[{"what":"value","column":"事务所成立日期","of":"律师事务所","layout":"full"},{"what":"value","column":"涉案金额","of":"案件","unit":"万元","places":2}],
"through":[{"column":"被告律师事务所","of":"案件"}],
"conditions":[{"column":"原告","of":"案件","is":"equals","operands":["青岚精密仪器（云溪）股份有限公司"]},
{"column":"裁判日期","of":"案件","is":"during","operands":["2020年1月1日","2020-12-31"]},
{"column":"涉案金额","of":"案件","is":"above","operands":["60万元"]},{"column":"涉案金额","of":"案件","is":"below","operands":["1.25亿"]}],
"operators":[{"do":"superlative","column":"涉案金额（元）","of":"案件","end":"max","rank":2},{"do":"only"}],
"records":["案件","律师事务所"]}`

// What careful readers wrote down of questions that people wrote is what the tasks
// demand, and no two of them are the same.
func TestParsed(t *testing.T) {
	data, err := os.ReadFile("testdata/parsed.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	domains := map[string]*domain.Domain{}
	wanted, got := map[string][]Meaning{}, map[string][]Meaning{}
	for l := range strings.Lines(string(data)) {
		var one struct {
			Domain, Language, Question string
			Demand                     json.RawMessage
			Plan                       *plan.Program
		}
		if err := json.Unmarshal([]byte(l), &one); err != nil {
			t.Fatal(err)
		}
		if domains[one.Domain] == nil {
			if domains[one.Domain], err = domain.Open(one.Domain); err != nil {
				t.Fatal(err)
			}
		}
		want := demand(t, domains[one.Domain], one.Plan, one.Language)
		said, err := Parse(string(one.Demand))
		if err != nil {
			t.Fatalf("%s: %v", one.Question, err)
		}
		if what, ok := want.Difference(said); ok {
			t.Errorf("%s: %s\n%s\n%s", one.Question, what, asJSON(want), one.Demand)
		}
		wanted[one.Domain], got[one.Domain] = append(wanted[one.Domain], want), append(got[one.Domain], said)
	}
	for name, all := range wanted {
		for i, want := range all {
			for j, said := range got[name] {
				if _, ok := want.Difference(said); i != j && !ok {
					t.Errorf("%s does not differ from %s", asJSON(want), asJSON(said))
				}
			}
		}
	}
}
