package plan

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// People ask for the legal representative of a company, its parent, its opponent and the
// opponent's parent, not of a subsidiary that was chosen among those of another company.
func TestReaches(t *testing.T) {
	d := shipped(t, "legal")
	g := graphOf(t, d)
	tests := []struct {
		start  string
		tools  []string
		demand Demand
		want   bool
	}{
		{"company", []string{"get_company_register"}, Demand{Target: "法定代表人"}, true},
		{"credit_code", []string{"get_company_register_name", "get_sub_company_info", "get_company_register"}, Demand{Target: "法定代表人"}, true},
		{"company", []string{"get_legal_document_company_list", "get_sub_company_info", "get_company_register"}, Demand{Target: "法定代表人"}, true},
		{"company", []string{"get_sub_company_info_list", "get_company_register"}, Demand{Target: "法定代表人"}, true},
		{"case_number", []string{"get_legal_document", "get_sub_company_info_list", "get_company_register"}, Demand{Target: "法定代表人"}, false},
		{"company", []string{"get_sub_company_info", "get_sub_company_info_list", "get_company_register"}, Demand{Target: "法定代表人"}, false},
		{"company", []string{"get_sub_company_info", "get_sub_company_info_list", "get_company_register"}, Demand{Target: "注册资本"}, true},
		{"company", []string{"get_sub_company_info", "get_sub_company_info_list", "get_company_register"}, Demand{Target: "参保人数", Operator: "map"}, true},
		{"company", []string{"get_legal_document_company_list", "get_legal_abstract"}, Demand{"文本摘要", "citations"}, true},
		{"company", []string{"get_legal_document_company_list", "get_legal_abstract"}, Demand{"文本摘要", "fact"}, true},
		{"company", []string{"get_sub_company_info", "get_legal_document_company_list", "get_legal_abstract"}, Demand{"文本摘要", "fact"}, false},
		{"company", []string{"get_sub_company_info", "get_legal_document_company_list", "get_legal_abstract"}, Demand{"文本摘要", "citations"}, false},
	}
	for _, tt := range tests {
		found := false
		for p := range g.Paths(len(tt.tools)) {
			if p.Start != tt.start || !slices.Equal(p.Tools(), tt.tools) {
				continue
			}
			found = true
			if got := Reaches(d, p, tt.demand); got != tt.want {
				t.Errorf("Reaches(%s from %s, %v) = %v at distance %d, want %v", p, tt.start, tt.demand, got, Distance(d, p, tt.demand.Operator == "map"), tt.want)
			}
			if got := slices.Contains(Demands(d, p), tt.demand); !tt.want && got {
				t.Errorf("%v is a demand of %s although it is out of reach", tt.demand, p)
			}
		}
		if !found {
			t.Errorf("no path of %s from %s", tt.tools, tt.start)
		}
	}
}

// From when interest runs is asked of a case that a company has, the day of the contract only of one that
// the question names.
func TestReachedFacts(t *testing.T) {
	d := shipped(t, "legal")
	text := d.Table("LegalAbstract").Column("文本摘要")
	named := Path{Start: "case_number", Hops: []Hop{{Accepts: "case_number", Tool: "get_legal_abstract"}}}
	found := Path{Start: "company", Hops: []Hop{
		{Accepts: "company", Tool: "get_legal_document_company_list", Returns: "case_number"}, {Accepts: "case_number", Tool: "get_legal_abstract"},
	}}
	names := func(p Path) (all []string) {
		for _, f := range ReachedFacts(d, p, text) {
			all = append(all, f.Name)
		}
		return all
	}
	if got, want := names(named), []string{"interest_from", "filed_on", "contract_day", "court_fee"}; !slices.Equal(got, want) {
		t.Errorf("of a named case %q are asked for, want %q", got, want)
	}
	if got, want := names(found), []string{"interest_from"}; !slices.Equal(got, want) {
		t.Errorf("of a case that is found %q are asked for, want %q", got, want)
	}
}

// Where matters are declared, nobody is asked for labels or percentages of many without their names, or
// whether the party of a chosen case is listed.
func TestDemandsOfMatters(t *testing.T) {
	d := shipped(t, "legal")
	for _, tt := range []struct {
		start  string
		tools  []string
		demand Demand
		want   bool
	}{
		{"company", []string{"get_sub_company_info_list", "get_company_register"}, Demand{"登记状态", "map"}, false},
		{"company", []string{"get_sub_company_info_list", "get_company_register"}, Demand{"注册资本", "map"}, true},
		{"company", []string{"get_legal_document_company_list", "get_sub_company_info"}, Demand{"上市公司参股比例", "map"}, false},
		{"company", []string{"get_legal_document_company_list", "get_company_info"}, Demand{"公司代码", "exists"}, false},
		{"case_number", []string{"get_legal_document", "get_company_info"}, Demand{"公司代码", "exists"}, true},
	} {
		found := false
		for p := range graphOf(t, d).Paths(len(tt.tools)) {
			if p.Start == tt.start && slices.Equal(p.Tools(), tt.tools) {
				found = true
				if got := slices.Contains(Demands(d, p), tt.demand); got != tt.want {
					t.Errorf("%v is a demand of %s from %s: %v, want %v", tt.demand, p, tt.start, got, tt.want)
				}
			}
		}
		if !found {
			t.Errorf("no path of %s from %s", tt.tools, tt.start)
		}
	}
}

// On a long way rows are chosen by the upper end of a ranking alone, and those of things that
// the question does not name only by days and amounts of events.
func TestChoicesOfMoves(t *testing.T) {
	d := shipped(t, "legal")
	hop := func(tool string) Hop { return Hop{Accepts: "company", Tool: tool, Returns: "company"} }
	path := Path{Start: "company", Hops: []Hop{hop("get_sub_company_info"), hop("get_sub_company_info_list"), hop("get_company_register")}}
	own := Path{Start: "company", Hops: []Hop{hop("get_sub_company_info_list"), hop("get_legal_document_company_list"), hop("get_company_register")}}
	largest := func(column string, order Order) []Operation {
		return []Operation{&Superlative{Column: column, Order: order}}
	}
	tests := []struct {
		path  Path
		hop   int
		do    []Operation
		n     int
		usual bool
	}{
		{own, 0, largest("上市公司投资金额", Max), 1, true},
		{own, 0, largest("上市公司投资金额", Min), 0, false},
		{own, 0, []Operation{&Superlative{Column: "上市公司投资金额", Order: Max, Rank: 2}}, 0, false},
		{own, 0, []Operation{&Only{}}, 0, true},
		{own, 1, largest("涉案金额（元）", Max), 1, true},
		{own, 1, []Operation{&Frequent{Column: "原告"}}, 1, true},
		{own, 1, []Operation{&Filter{Column: "日期", Comparison: Year, Operand: "2020"}, &Only{}}, 0, true},
		{own, 1, append([]Operation{&Filter{Column: "日期", Comparison: Year, Operand: "2020"}}, largest("日期", Max)...), 0, false},
		{path, 1, largest("上市公司投资金额", Max), 0, false},
		{path, 1, largest("上市公司参股比例", Max), 0, false},
	}
	for _, tt := range tests {
		m := &Move{Do: tt.do}
		if n, usual := m.Choices(d, tt.path, tt.hop); usual != tt.usual || n != tt.n {
			t.Errorf("move %v from hop %d of %s makes %d choices, usual %v; want %d, %v", tt.do, tt.hop, tt.path, n, usual, tt.n, tt.usual)
		}
	}
}

// Of several matters, a question serves the one whose own its end is most.
func TestBestMatter(t *testing.T) {
	d := shipped(t, "legal")
	for _, tt := range []struct {
		tool, target string
		want         string
	}{
		{"get_company_register", "注册资本", "counterparty"},
		{"get_administrative_case_company_list", "处罚金额（元）", "supervision"},
		{"get_finalized_case_company_list", "未履行金额（元）", "enforcement"},
	} {
		p := chained(t, d, Path{Start: "company", Hops: []Hop{{Accepts: "company", Tool: tt.tool}}}, tt.target)
		var names []string
		for _, m := range p.Matters(d) {
			names = append(names, m.Name)
		}
		if !slices.Equal(names, []string{tt.want}) {
			t.Errorf("%s by %s serves %v, want %s", tt.target, tt.tool, names, tt.want)
		}
	}
	if m := (&domain.Matter{}); m.Place("T") != 0 {
		t.Errorf("a table has place %d in a matter without tables, want 0", m.Place("T"))
	}
}
