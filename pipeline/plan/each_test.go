package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What people ask of rows that say nothing in places, and of the courts of several
// cases: what means the rows that say something says so.
func TestStatedAndDerivedSets(t *testing.T) {
	const amount, filed, key = "涉案金额（元）", "立案日期", "案号"
	list := call("get_company_cases")
	stated := func(column string) *Filter { return &Filter{Column: column, Comparison: Stated} }
	codes := []Operation{list, project(key), &DeriveAll{"case_number_court_code"}}
	for _, c := range []struct {
		name   string
		start  string
		ops    []Operation
		want   []string
		reason Reason
	}{
		{"stated: less a sentinel", "缺", []Operation{list, stated(amount), &Only{}, project("案由")}, []string{"壬因"}, ""},
		{"stated: less an empty cell", "缺", []Operation{list, stated(filed), &Superlative{Column: filed, Order: Max}, project("案由")}, []string{"壬因"}, ""},
		{"stated: all of them", "母", []Operation{list, stated(amount), &Count{}}, []string{"3"}, ""},
		{"stated: a cell nobody saw", "缺", []Operation{list, stated("判决结果"), &Count{}}, nil, Unobserved},
		{"deriveall: of a set", "母", codes, []string{"甲01", "甲01", "乙01"}, ""},
		{"deriveall: each asked about once", "母", append(codes[:3:3], &Call{Tool: "get_court", Each: true}, project("法院级别")), []string{"基层法院", "中级法院"}, ""},
		{"deriveall: one of a set without pattern", "子", codes, nil, Underived},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := chain(append([]Operation{start("company")}, c.ops...)...)
			_, tools := oddWorld(t)
			x, err := NewExecutor(toy(t), tools, p)
			if err != nil {
				t.Fatal(err)
			}
			trace, reason, err := x.Run(t.Context(), []string{c.start})
			if err != nil || reason != c.reason {
				t.Fatalf("Run(%q) = %q, %v, want %q", c.start, reason, err, c.reason)
			}
			if reason != "" {
				return
			}
			if diff := cmp.Diff(c.want, trace.Result(p.Answers[0].From).Texts()); diff != "" {
				t.Errorf("Run(%q) (-want +got):\n%s", c.start, diff)
			}
		})
	}
}

func TestStatedTakesNoOperand(t *testing.T) {
	p := chain(start("company"), call("get_company_cases"), &Filter{Column: "案由", Comparison: Stated, Operand: "甲因"}, &Count{})
	if _, err := p.Types(toy(t)); err == nil {
		t.Error("Types of stated with an operand: no error, want one")
	}
}
