package ground

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// town makes a world of the town domain from rows.
func town(t *testing.T, tables map[string][]row) *world {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir, tables); err != nil {
		t.Fatal(err)
	}
	w, err := read("testdata/town", dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The smallest worlds in which a transition has an edge, or has none for one reason.
func TestPrunerKeeps(t *testing.T) {
	suit := func(n int, changes row) row {
		return with(row{"关联公司": "甲厂", "案号": fmt.Sprintf("（2021）甲0%d民初%d号", n, n), "立案日期": fmt.Sprintf("2021年04月0%d日", n)}, changes)
	}
	firm := func(name, trade string) row { return row{"公司名称": name, "所属行业": trade} }
	court := func(name string, changes row) row {
		return with(row{"法院名称": name, "法院级别": name + "级"}, changes)
	}
	undated := func(court string) row { return row{"审理法院": court, "立案日期": unobserved} }
	cases, companies := []string{"get_company_cases", "get_company"}, map[string][]row{"Company": {firm("丙厂", "农业"), firm("丁厂", "渔业")}}
	for _, tt := range []struct {
		name  string
		path  []string
		mode  mode
		rows  map[string][]row
		start string
		want  bool
	}{
		{"one entity", []string{"get_case", "get_court"}, modeOne, map[string][]row{"Case": {suit(1, row{"审理法院": "东院"})}, "Court": {court("东院", nil)}}, "（2021）甲01民初1号", true},
		{"shown by what is derived from the start", []string{"get_case", "get_court"}, modeOne, map[string][]row{"Case": {suit(1, row{"审理法院": "东院"})}, "Court": {court("东院", row{"法院代字": "甲01"})}}, "（2021）甲01民初1号", false},
		{"nothing but a name on the way", []string{"get_company", "get_parent"}, modeOne, map[string][]row{"Company": {{"公司名称": "甲厂", "母公司": "丙厂"}, {"公司名称": "丙厂", "母公司": "甲厂"}}}, "甲厂", false},
		{"another name", []string{"get_company", "get_parent"}, modeOne, map[string][]row{"Company": {{"公司名称": "甲厂", "母公司": "丙厂"}, {"公司名称": "丙厂", "母公司": "丁厂"}}}, "甲厂", true},
		{"an empty field", []string{"get_company", "get_parent"}, modeOne, map[string][]row{"Company": {{"公司名称": "甲厂", "母公司": "丙厂"}, {"公司名称": "丙厂"}}}, "甲厂", false},
		{"a column of a kind names the same", []string{"get_case", "get_company"}, modeOne, merged(companies, "Case", suit(1, row{"原告": "丙厂", "被告": "丙厂", "关联公司": "丙厂"}), suit(2, row{"原告": "丁厂", "被告": "丙厂"})), "（2021）甲01民初1号", false},
		{"another lookup shows the same", []string{"get_company_cases", "get_court"}, modeOne, map[string][]row{
			"Case": {suit(1, row{"审理法院": "东院"})}, "Appeal": {suit(9, row{"审理法院": "东院"})}, "Court": {court("东院", nil)},
		}, "甲厂", false},
		{"another lookup shows another", []string{"get_company_cases", "get_court"}, modeOne, map[string][]row{
			"Case": {suit(1, row{"审理法院": "东院"})}, "Appeal": {suit(9, row{"审理法院": "西院"})}, "Court": {court("东院", nil)},
		}, "甲厂", true},
		{"another lookup shows another of which as much is known", []string{"get_company_cases", "get_court"}, modeOne, map[string][]row{
			"Case": {suit(1, row{"审理法院": "东院"})}, "Appeal": {suit(9, row{"审理法院": "西院"})}, "Court": {court("东院", nil), court("西院", row{"法院级别": "东院级"})},
		}, "甲厂", false},
		{"the parts of an entity", []string{"get_court", "get_place"}, modeOne, map[string][]row{"Court": {court("东院", row{"省": "东省", "市": "上市"})}, "Place": {{"省": "东省", "市": "上市", "人口": 3000}}}, "东院", true},
		{"parts that are no entity together", []string{"get_court", "get_place"}, modeOne, map[string][]row{"Court": {court("东院", row{"省": "东省", "市": "上市"})}, "Place": {{"省": "西省", "市": "上市", "人口": 3000}}}, "东院", false},

		{"the most frequent", []string{"get_company_cases", "get_court"}, modeOne, map[string][]row{
			"Case":  {suit(1, undated("东院")), suit(2, undated("东院")), suit(3, undated("西院"))},
			"Court": {court("东院", nil), court("西院", nil)},
		}, "甲厂", true},
		{"the most frequent, of all that are known", []string{"get_company_cases", "get_court"}, modeOne, map[string][]row{
			"Case":  {suit(1, undated("东院")), suit(2, undated("东院")), suit(3, undated("西院"))},
			"Court": {court("东院", nil), court("南院", nil)},
		}, "甲厂", false},

		{"all of several in a cell", cases, modeAll, merged(companies, "Case", suit(1, row{"原告": "丙厂、丁厂"})), "甲厂", true},
		{"some of several in a cell", cases, modeSome, merged(companies, "Case", suit(1, row{"原告": "丙厂、戊厂"})), "甲厂", true},
		{"not some, but all", cases, modeSome, merged(companies, "Case", suit(1, row{"原告": "丙厂、丁厂"})), "甲厂", false},
		{"all of a column that names nobody once", cases, modeAll, merged(companies, "Case", suit(1, row{"原告": "丙厂"}), suit(2, nil)), "甲厂", false},
		{"all that another column names too", cases, modeAll, merged(companies, "Case", suit(1, row{"原告": "丙厂", "被告": "丙厂"}), suit(2, row{"原告": "丁厂", "被告": "丙厂", "关联公司": "乙厂"})), "甲厂", false},
		{"all that another lookup names too", []string{"get_company_cases", "get_court"}, modeAll, map[string][]row{
			"Case": {suit(1, row{"审理法院": "东院"})}, "Appeal": {suit(9, row{"审理法院": "东院"})}, "Court": {court("东院", nil)},
		}, "甲厂", false},
		{"some of which the field is empty", []string{"get_company_cases", "get_court_code"}, modeSome, map[string][]row{
			"Case": {suit(1, row{"审理法院": "东院"}), suit(2, row{"审理法院": "西院"})}, "Court": {court("东院", row{"法院代字": "甲01"}), court("西院", nil)},
		}, "甲厂", true},
	} {
		w := town(t, tt.rows)
		g := w.grounder(limits, 1)
		p := w.direct(t, tt.path...)
		l, err := g.reach.transition(p, 0)
		if err != nil {
			t.Fatal(err)
		}
		id, ok := l.from.id[tt.start]
		if !ok {
			t.Fatalf("%s: no %s %s", tt.name, p.Start, tt.start)
		}
		got, err := l.edgesFrom(t.Context(), tt.mode, id)
		if err != nil {
			t.Fatal(err)
		}
		if (got != nil) != tt.want {
			t.Errorf("%s: ways of %s from %s in mode %d = %v, want some: %v", tt.name, p, tt.start, tt.mode, got, tt.want)
		}
	}
}

// direct returns the path that calls the tools and derives nothing.
func (w *world) direct(t *testing.T, tools ...string) plan.Path {
	t.Helper()
	for p := range w.graph.Paths(len(tools)) {
		if slices.Equal(p.Tools(), tools) && !slices.ContainsFunc(p.Hops, func(h plan.Hop) bool { return h.Derivation != "" }) {
			return p
		}
	}
	t.Fatalf("no path %q", tools)
	return plan.Path{}
}

// merged returns tables with the rows of one more.
func merged(tables map[string][]row, name string, rows ...row) map[string][]row {
	all := map[string][]row{name: rows}
	for n, rows := range tables {
		all[n] = rows
	}
	return all
}

// A program near the one that takes the end of a ranking takes all of them: where the
// next lookup knows no more of all than of the one, the ranking makes no difference.
// The cases are as many as it takes for the answer to be no guess.
func TestChoosingOneIsAskedForNothing(t *testing.T) {
	var cases []row
	for n := 1; n <= 4; n++ { // the earliest and the second place are ties
		cases = append(cases, row{"关联公司": "甲厂", "案号": fmt.Sprintf("（2021）甲01民初%d号", n), "审理法院": "东院", "立案日期": fmt.Sprintf("2021年0%d月01日", 3+2*(n/4))})
	}
	w := town(t, map[string][]row{"Case": cases, "Court": {{"法院名称": "东院", "法院代字": "甲01", "法院级别": "高级法院"}, {"法院名称": "西院", "法院级别": "基层法院"}}})
	g := w.grounder(limits, 1)
	n := 0
	for p := range w.graph.Paths(2) {
		if slices.Equal(p.Tools(), []string{"get_company_cases", "get_court"}) {
			n++
			if ok, err := g.Leads(t.Context(), p); ok || err != nil {
				t.Errorf("Leads(%s, by %q) = %v, %v, want false", p, p.Hops[1].Derivation, ok, err)
			}
		}
	}
	if n < 2 {
		t.Errorf("%d paths, want one by the name of the court and one by its code", n)
	}
}

// What a grounder remembers is whole: it does not take what it was stopped at for known.
func TestStoppedGrounderGoesOn(t *testing.T) {
	w := toy(t)
	g := w.grounder(limits, 2)
	p := w.path(t, "get_company_cases", "get_court")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if ok, err := g.Leads(stopped, p); err == nil {
		t.Fatalf("Leads of a grounder that is stopped = %v, want an error", ok)
	}
	if ok, err := g.Leads(t.Context(), p); !ok || err != nil {
		t.Errorf("Leads(%s) after it was stopped = %v, %v, want true", p, ok, err)
	}
}

// A path along which nobody is led is not compared along.
func TestCompareAloneIsNoDemand(t *testing.T) {
	rows := []row{{"公司名称": "甲厂", "注册资本": 100, "成立日期": "1990年01月01日"}, {"公司名称": "丙厂", "注册资本": 200, "成立日期": "1991年01月01日"}}
	suits := []row{{"关联公司": "甲厂", "案号": "（2021）甲01民初1号", "案由": "借款纠纷"}, {"关联公司": "丙厂", "案号": "（2021）甲01民初2号", "案由": "买卖纠纷"}}
	w := town(t, map[string][]row{"Company": rows, "Case": suits})
	g := w.grounder(limits, 1)
	p := w.path(t, "get_company", "get_company_cases")
	if !slices.ContainsFunc(plan.Demands(g.domain, p), func(d plan.Demand) bool { return d.Operator == opCompare }) {
		t.Fatalf("%s is never compared along", p)
	}
	if got, err := g.Demands(t.Context(), p); len(got) > 0 || err != nil {
		t.Errorf("Demands(%s) = %v, %v, want none", p, got, err)
	}
	rows[0]["母公司"] = "丁厂"
	w = town(t, map[string][]row{"Company": rows, "Case": append(suits, row{"关联公司": "丁厂", "案号": "（2021）甲01民初3号", "案由": "租赁纠纷"})})
	got, err := w.grounder(limits, 1).Demands(t.Context(), p)
	if !slices.ContainsFunc(got, func(d plan.Demand) bool { return d.Operator == opCompare }) || err != nil {
		t.Errorf("Demands(%s) = %v, %v, want comparing among them", p, got, err)
	}
	w = town(t, map[string][]row{"Company": rows, "Case": {suits[0], row{"关联公司": "丁厂", "案号": "（2021）甲01民初3号", "案由": "租赁纠纷"}}})
	got, err = w.grounder(limits, 1).Demands(t.Context(), p)
	if len(got) == 0 || slices.ContainsFunc(got, func(d plan.Demand) bool { return d.Operator == opCompare }) || err != nil {
		t.Errorf("Demands(%s) where only one is known = %v, %v, want some without comparing", p, got, err)
	}
}
