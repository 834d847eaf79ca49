package plan

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A question serves a matter if its lookups follow one another as the matter leads and its
// column decides: the record of a debtor, but not the telephones of other law firms in the
// county of a law firm.
func TestServes(t *testing.T) {
	d := shipped(t, "legal")
	g := graphOf(t, d)
	tests := []struct {
		start  string
		tools  []string
		target string
		want   bool
	}{
		{"case_number", []string{"get_legal_document", "get_company_register"}, "法定代表人", true},
		{"case_number", []string{"get_legal_document", "get_company_register"}, "曾用名", false},
		{"case_number", []string{"get_legal_document", "get_lawfirm_info"}, "通讯电话", true},
		{"company", []string{"get_company_register", "get_address_info", "get_court_info_list"}, "法院地址", true},
		{"law_firm", []string{"get_lawfirm_info", "get_lawfirm_info_list", "get_lawfirm_log"}, "业务量排名", false},
		{"court", []string{"get_court_info", "get_lawfirm_info_list"}, "通讯电话", false},
		{"case_number", []string{"get_finalized_case", "get_finalized_case_court_list", "get_company_register"}, "注册资本", false},
		{"court", []string{"get_finalized_case_court_list", "get_company_register"}, "行业一级", false},
		{"authority", []string{"get_administrative_case_court_list", "get_company_info"}, "所属行业", true},
		{"authority", []string{"get_administrative_case_court_list", "get_company_register"}, "法定代表人", false},
		{"case_number", []string{"get_legal_document", "get_sub_company_info", "get_company_register", "get_address_info", "get_court_info_list"}, "法院地址", true},
		{"company", []string{"get_sub_company_info", "get_sub_company_info", "get_company_register"}, "注册资本", false},
	}
	for _, tt := range tests {
		found := false
		for p := range g.Paths(len(tt.tools)) {
			if p.Start != tt.start || !slices.Equal(p.Tools(), tt.tools) || p.Hops[len(p.Hops)-1].Derivation != "" {
				continue
			}
			found = true
			if got := Serves(d, p, tt.target); got != tt.want {
				t.Errorf("Serves(%s, %s) = %v, want %v", p, tt.target, got, tt.want)
			}
			left := Aimed(d, p, []Demand{{Target: tt.target}})
			if want := tt.want || len(p.Hops) <= AimlessHops; (len(left) > 0) != want {
				t.Errorf("%s has an aim if it is asked for %s: %v, want %v", p, tt.target, len(left) > 0, want)
			}
			if prog := chained(t, d, p, tt.target); prog != nil && (prog.Matters(d) != nil) != tt.want {
				t.Errorf("a program of %s that asks for %s serves %v, want some: %v", p, tt.target, prog.Matters(d), tt.want)
			}
		}
		if !found {
			t.Errorf("no path of %s from %s", tt.tools, tt.start)
		}
	}
}

// chained returns a program of a path that asks for a column. Sets are narrowed to one
// row, nil where none can be chosen, and the first of several links is taken.
func chained(t *testing.T, d *domain.Domain, path Path, target string) *Program {
	t.Helper()
	var moves []Move
	for i := range path.Hops[1:] {
		all := Moves(d, &path.Hops[i], &path.Hops[i+1], func(string, string) []string { return nil })
		at := slices.IndexFunc(all, func(m Move) bool {
			return d.Tool(path.Hops[i].Tool).Returns != domain.Many || m.Do[0].Kind() == "only" || m.Do[0].Kind() == "superlative"
		})
		if at < 0 {
			return nil
		}
		moves = append(moves, all[at])
	}
	p := new(Program)
	_, _, rows := p.Chain(path, moves)
	if d.Tool(path.Hops[len(path.Hops)-1].Tool).Returns == domain.Many {
		rows = p.Add(&Only{}, rows)
	}
	p.Answers = []AnswerSpec{{From: p.Add(&Project{Columns: []string{target}}, rows), Form: Form{Style: StyleText}}}
	return p
}

// Rows are ranked by amounts and days that decide a matter, sets are of things, not of codes.
func TestColumnsThatDecide(t *testing.T) {
	d := shipped(t, "legal")
	for _, tt := range []struct {
		table, column          string
		ranks, lists, compares bool
	}{
		{"LegalDoc", "涉案金额（元）", true, true, false},
		{"LegalDoc", "案号", false, true, true},
		{"LawfirmInfo", "事务所成立日期", false, true, false},
		{"LawfirmInfo", "事务所地址", false, false, false},
		{"LawfirmInfo", "通讯电话", false, false, false},
		{"CourtInfo", "成立日期", false, true, false},
		{"LegalDoc", "原告", false, true, true},
	} {
		table := d.Table(tt.table)
		c := table.Column(tt.column)
		if got := d.Ranks(tt.table, c); got != tt.ranks {
			t.Errorf("rows of %s are ranked by %s: %v, want %v", tt.table, tt.column, got, tt.ranks)
		}
		if got := table.Lists(c); got != tt.lists {
			t.Errorf("%s of %s are listed: %v, want %v", tt.column, tt.table, got, tt.lists)
		}
		if got := table.Compares(c); got != tt.compares {
			t.Errorf("%s of %s are compared: %v, want %v", tt.column, tt.table, got, tt.compares)
		}
	}
	var none domain.Domain
	if !none.Decides("T", "c") {
		t.Error("without matters every column decides, want so")
	}
}
