package ground

import (
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// caseWorld has four companies with six cases each, over amounts of their own.
func caseWorld(t *testing.T) *world {
	var companies, cases []row
	for i, name := range []string{"青岚机械有限公司", "远汀食品有限公司", "岭栖纺织有限公司", "泊湾物流有限公司"} {
		companies = append(companies, row{"公司名称": name, "所属行业": fmt.Sprintf("第%d种制造业", i), "法定代表人": fmt.Sprintf("某甲%c", '子'+rune(i)), "注册资本": 7000 + i})
		for n := range 6 {
			cases = append(cases, row{
				"关联公司": name, "案号": fmt.Sprintf("（2018）甲01民初%d号", 10*i+n), "案由": fmt.Sprintf("第%d类纠纷", 2*i+n),
				"涉案金额（元）": (n + 1) * []int{100, 1000, 10000, 100000}[i], "立案日期": fmt.Sprintf("2018年04月%02d日", n+1),
			})
		}
	}
	return small(t, map[string][]row{"Company": companies, "Case": cases})
}

// drawn returns the programs that many seeds draw for a demand on the cases of a company.
func (w *world) drawn(t *testing.T, d plan.Demand) (all []*plan.Program) {
	t.Helper()
	for seed := range uint64(30) {
		got := choice{w.path(t, "get_company_cases"), d}.ground(t, New(w.corpus, w.tools, "zh", seed, limits, 2))
		for _, tk := range got.Tasks {
			all = append(all, tk.Plan)
		}
	}
	return all
}

// Rows may share what they are called, so a question lists such names and does not count them.
func TestNamesOfRowsAreListed(t *testing.T) {
	for sense, counted := range map[domain.ColumnSense]bool{"": true, domain.Called: false} {
		w := caseWorld(t)
		w.corpus.Domain().Table("Case").Column("案由").Sense = sense
		lists, counts := 0, 0
		for _, p := range w.drawn(t, plan.Demand{Target: "案由", Operator: "union"}) {
			if _, ok := p.Node(p.Answers[0].From).Do.(*plan.Distinct); ok {
				counts++
			} else {
				lists++
			}
		}
		if lists == 0 || counted != (counts > 0) {
			t.Errorf("sense %q: %d lists, %d counts: want counts %v", sense, lists, counts, counted)
		}
	}
}

// A question about rows above a number that none of its rows exceeds takes one that others do.
func TestNumbersAreExceededSomewhere(t *testing.T) {
	w, none := caseWorld(t), 0
	for _, p := range w.drawn(t, plan.Demand{Target: plan.Rows, Operator: "threshold"}) {
		for i := range p.Nodes {
			f, ok := p.Nodes[i].Do.(*plan.Filter)
			if !ok || !f.Empty {
				continue
			}
			if none++; decimal.RequireFromString(f.Operand).Cmp(decimal.NewFromInt(600000)) >= 0 {
				t.Errorf("a question asks for amounts above %s, which no case has", f.Operand)
			}
		}
	}
	if none == 0 {
		t.Error("no question is about amounts above all of its rows")
	}
}
