package ground

import (
	"fmt"
	"maps"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// with returns a row with some cells changed, or left out where they are unobserved.
func with(r row, changes row) row {
	out := maps.Clone(r)
	for name, v := range changes {
		if out[name] = v; v == unobserved {
			delete(out, name)
		}
	}
	return out
}

const unobserved = "\x00"

// Every reason for which an execution makes no task, shown by the smallest world
// that has it.
func TestReasons(t *testing.T) {
	company := row{"公司名称": "青岚机械有限公司", "所属行业": "专用设备制造业", "法定代表人": "祁远舟", "注册资本": "1.31亿", "成立日期": "1998年03月16日"}
	firm := func(changes row) map[string][]row { return map[string][]row{"Company": {with(company, changes)}} }
	lawsuit := func(n int, changes row) row {
		return with(row{
			"关联公司": "青岚机械有限公司", "案号": fmt.Sprintf("（2018）甲01民初%d号", n), "案由": fmt.Sprintf("第%d类纠纷", n),
			"涉案金额（元）": 1000 + n, "立案日期": fmt.Sprintf("2018年04月%02d日", n),
		}, changes)
	}
	cases := func(rows ...row) map[string][]row { return map[string][]row{"Case": rows} }
	var crowd []row
	for n := 1; n <= 11; n++ {
		crowd = append(crowd, lawsuit(n, nil))
	}
	courts := map[string][]row{"Court": {
		{"法院名称": "青岚市中级人民法院", "法院代字": "甲01", "法院级别": "中级法院"},
		{"法院名称": "青岚市南汀区人民法院", "法院代字": "甲01", "法院级别": "基层法院"},
	}}
	tests := []struct {
		reason plan.Reason
		tables map[string][]row
		tool   string
		demand plan.Demand
		limits Limits
	}{
		{"", firm(nil), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{plan.Missing, cases(lawsuit(1, nil)), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{plan.Several, cases(lawsuit(1, row{"原告": "甲公司、乙公司"})), "get_case", plan.Demand{Target: "原告"}, limits},
		{plan.Several, cases(lawsuit(1, nil), lawsuit(2, nil)), "get_company_cases", plan.Demand{Target: "案由", Operator: "only"}, limits},
		{plan.Unobserved, firm(row{"所属行业": unobserved}), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{plan.Blank, firm(row{"所属行业": nil}), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{plan.Sentinel, firm(row{"所属行业": " - "}), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{plan.Masked, firm(row{"法定代表人": "祁某某"}), "get_company", plan.Demand{Target: "法定代表人"}, limits},
		{plan.Unparsed, firm(row{"注册资本": "很多"}), "get_company", plan.Demand{Target: "注册资本"}, limits},
		{plan.Tie, cases(lawsuit(1, nil), lawsuit(2, row{"涉案金额（元）": 1001})), "get_company_cases", plan.Demand{Target: "案由", Operator: "superlative"}, limits},
		{plan.Trivial, cases(lawsuit(1, nil)), "get_company_cases", plan.Demand{Target: "案由", Operator: "superlative"}, limits},
		{plan.Trivial, cases(lawsuit(1, nil), lawsuit(2, row{"案由": "第1类纠纷"}), lawsuit(3, row{"关联公司": "白沙物流有限公司"})), "get_company_cases", plan.Demand{Target: "案由", Operator: "list"}, Limits{1, 10, 60, 0, 4096}},
		{Guess, cases(lawsuit(1, nil), lawsuit(2, nil)), "get_company_cases", plan.Demand{Target: "案由", Operator: "superlative"}, limits},
		{Guess, map[string][]row{"Company": {company, with(company, row{"公司名称": "白沙物流有限公司"})}}, "get_company", plan.Demand{Target: "所属行业"}, limits},
		{Calls, cases(lawsuit(1, nil), lawsuit(2, nil)), "get_company_cases", plan.Demand{Target: "涉案金额（元）", Operator: "sum"}, Limits{1, 10, 60, 1, 4096}},
		{Repeated, firm(row{"母公司": "青岚机械有限公司"}), "get_company", plan.Demand{Target: "母公司"}, limits},
		{Ambiguous, courts, "court_code: get_court", plan.Demand{Target: "法院级别"}, limits},
		{Leak, firm(row{"法定代表人": "青岚"}), "get_company", plan.Demand{Target: "法定代表人"}, limits},
		{Weak, firm(row{"所属行业": "农"}), "get_company", plan.Demand{Target: "所属行业"}, limits},
		{Weak, firm(row{"注册资本": 0}), "get_company", plan.Demand{Target: "注册资本"}, limits},
		{Weak, firm(row{"注册资本": 0.004}), "get_company", plan.Demand{Target: "注册资本"}, limits},
		{Weak, cases(lawsuit(1, nil), lawsuit(2, row{"案由": "第1类纠纷二审"})), "get_company_cases", plan.Demand{Target: "案由", Operator: "list"}, limits},
		{Long, cases(crowd...), "get_company_cases", plan.Demand{Target: "案由", Operator: "list"}, limits},
		{Long, cases(crowd...), "get_company_cases", plan.Demand{Target: plan.Rows}, Limits{12, 20, 10, 0, 4096}},
	}
	for i, tt := range tests {
		t.Run(fmt.Sprintf("%d %s %s", i, tt.tool, tt.reason), func(t *testing.T) {
			w := small(t, tt.tables)
			got := choice{w.path(t, tt.tool), tt.demand}.ground(t, w.grounder(tt.limits, 1))
			if tt.reason == "" {
				if got.Passed == 0 || len(got.Tasks) != 1 {
					t.Errorf("Ground(%s, %v) passes %d with %d tasks, want some and one", tt.tool, tt.demand, got.Passed, len(got.Tasks))
				}
				return
			}
			if got.Dropped[tt.reason] == 0 {
				t.Errorf("Ground(%s, %v) drops %v, want some as %q", tt.tool, tt.demand, got.Dropped, tt.reason)
			}
		})
	}
}

// A row that people would not call what its table's rows are called is in no task, nor a column whose
// name they would not use of it.
func TestUnlike(t *testing.T) {
	appeal := row{"关联公司": "青岚机械有限公司", "案号": "（2018）甲01民终1号", "案由": "承揽合同纠纷", "原告": "南汀航运有限公司"}
	for _, tc := range []struct {
		column, part, target string
		want                 int
	}{
		{"原告", "终", "原告", 1},
		{"原告", "终", "案由", 0},
		{"原告", "初", "原告", 0},
		{"案号", "终", "案由", 1},
	} {
		w := small(t, map[string][]row{"Case": {appeal}})
		w.corpus.Domain().Table("Case").Column(tc.column).Unlike = []string{tc.part}
		if got := plain(w.path(t, "get_case"), tc.target).ground(t, w.grounder(limits, 1)); got.Dropped[Ambiguous] != tc.want {
			t.Errorf("%s unlike %s: Ground(%s) drops %v, want %d as %q", tc.column, tc.part, tc.target, got.Dropped, tc.want, Ambiguous)
		}
	}
}

// A row is not chosen by a column whose name people would not use of it.
func TestUnlikeChosen(t *testing.T) {
	var appeals []row
	for i, plaintiff := range []string{"南汀航运有限公司", "白沙物流有限公司", "北峪纸业有限公司", "东岭乳业有限公司"} {
		appeals = append(appeals, row{"关联公司": "青岚机械有限公司", "案号": fmt.Sprintf("（2018）甲01民终%d号", i+1), "案由": fmt.Sprintf("第%d类纠纷", i+1), "原告": plaintiff})
	}
	for part, want := range map[string]int{"再": 1, "终": 0} {
		w := small(t, map[string][]row{"Case": appeals})
		w.corpus.Domain().Table("Case").Column("原告").Unlike = []string{part}
		c := choice{w.path(t, "get_company_cases"), plan.Demand{Target: "案由", Operator: "only"}}
		if got := c.ground(t, w.grounder(limits, 1)); len(got.Tasks) != want || (got.Dropped[Ambiguous] > 0) != (want == 0) {
			t.Errorf("with %s for what is unlike, an appeal is named by its plaintiff in %d tasks, dropped %v: want %d", part, len(got.Tasks), got.Dropped, want)
		}
	}
}

// A number of things is written with their measure word in Chinese and alone in
// English, where one digit is found in too many texts.
func TestOneDigitIsWeak(t *testing.T) {
	var five []row // fewer can be guessed
	for n := range 5 {
		five = append(five, row{"关联公司": "青岚机械有限公司", "案号": fmt.Sprintf("（2018）甲01民初%d号", n+1)})
	}
	w := small(t, map[string][]row{"Case": five})
	for language, want := range map[string]int{"zh": 0, "en": 1} {
		g := New(w.corpus, w.tools, language, 1, limits, 1)
		if got := plain(w.path(t, "get_company_cases"), plan.Rows).ground(t, g); got.Dropped[Weak] != want {
			t.Errorf("Ground(%s) drops %v, want %d as %q", language, got.Dropped, want, Weak)
		}
	}
}

// A way that goes to an entity by its code and back to it is no way.
func TestWaysComeBackNowhere(t *testing.T) {
	a, b := "青岚机械有限公司", "白砾科技有限公司"
	w := small(t, map[string][]row{"Company": {{"公司名称": a, "母公司": b, "所属行业": "采矿业"}, {"公司名称": b, "母公司": a, "所属行业": "软件业"}}})
	g := w.grounder(limits, 1)
	for hops, want := range map[int]bool{1: true, 2: true, 3: false} {
		tools := make([]string, hops)
		for i := range tools {
			tools[i] = "get_company"
		}
		p := w.path(t, tools...)
		if got, err := g.Leads(t.Context(), p); got != want || err != nil {
			t.Errorf("Leads(%s) = %v, %v, want %v", p, got, err, want)
		}
		got := plain(p, "所属行业").ground(t, g)
		if (got.Dropped[Repeated] > 0) == want {
			t.Errorf("Ground(%s) drops %v, want %q to be in it: %v", p, got.Dropped, Repeated, !want)
		}
	}
}
