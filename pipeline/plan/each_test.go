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
			x := newExecutor(t, toy(t), tools, p)
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

// What stands most often in what was made of rows.
func TestMode(t *testing.T) {
	list, court := call("get_company_cases"), &Call{Tool: "get_court", Each: true}
	node := func(name string, do Operation, from ...string) Node { return Node{name, from, do} }
	codes := []Node{
		node("who", start("company")), node("cases", list, "who"), node("numbers", project("案号"), "cases"),
		node("codes", &DeriveAll{"case_number_court_code"}, "numbers"),
	}
	levels := func(level string) []Node {
		return append(codes[:4:4], node("courts", court, "codes"),
			node("some", &Filter{Column: "法院级别", Comparison: Equals, Operand: level}, "courts"), node("theirs", project("法院代字"), "some"))
	}
	for _, c := range []struct {
		name   string
		start  string
		nodes  []Node
		from   []string
		want   string
		reason Reason
	}{
		{"most often", "母", codes, []string{"codes"}, "甲01", ""},
		{"among others", "母", levels("中级法院"), []string{"codes", "theirs"}, "乙01", ""},
		{"a tie", "母", codes, []string{"numbers"}, "", Tie},
		{"one alone", "母", levels("中级法院"), []string{"theirs", "theirs"}, "乙01", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &Program{Nodes: append(c.nodes[:len(c.nodes):len(c.nodes)], node("mode", &Mode{}, c.from...)),
				Answers: []AnswerSpec{{From: "mode", Form: Form{Style: StyleText}}}}
			_, tools := oddWorld(t)
			x := newExecutor(t, toy(t), tools, p)
			trace, reason, err := x.Run(t.Context(), []string{c.start})
			if err != nil || reason != c.reason {
				t.Fatalf("Run(%q) = %q, %v, want %q", c.start, reason, err, c.reason)
			}
			if reason != "" {
				return
			}
			if got := trace.Result("mode").Entity[0]; got != c.want {
				t.Errorf("Run(%q) = %q, want %q", c.start, got, c.want)
			}
			if idle, want := trace.Idle() == "mode", c.from[0] == "theirs"; idle != want {
				t.Errorf("Idle() = %q, want the mode to be idle: %v", trace.Idle(), want)
			}
		})
	}
	for name, from := range map[string][]string{"nothing": {}, "rows": {"cases"}, "two types": {"codes", "numbers"}} {
		p := &Program{Nodes: append(codes[:4:4], node("mode", &Mode{}, from...)), Answers: []AnswerSpec{{From: "mode", Form: Form{Style: StyleText}}}}
		if _, err := p.Types(toy(t)); err == nil {
			t.Errorf("Types of a mode of %s: no error, want one", name)
		}
	}
}

func TestStatedTakesNoOperand(t *testing.T) {
	p := chain(start("company"), call("get_company_cases"), &Filter{Column: "案由", Comparison: Stated, Operand: "甲因"}, &Count{})
	if _, err := p.Types(toy(t)); err == nil {
		t.Error("Types of stated with an operand: no error, want one")
	}
}
