package alternative

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/plantest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// filtered is the program most tests change: the head of the court of the largest
// case of 2020.
func filtered() *plan.Program {
	return chain(words, start("company", "甲河公司"), call("get_company_cases"),
		&plan.Filter{Column: "立案日期", Comparison: plan.Year, Operand: "2020"},
		&plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, project("审理法院"), call("get_court"), project("法院负责人"))
}

// sets is a program of two branches: the defendants of the cases of one company that
// are not those of another, of which some have cases.
func sets(f plan.Function) *plan.Program {
	var b building
	one := b.add(project("被告"), b.add(call("get_company_cases"), b.add(start("company", "甲河公司"))))
	two := b.add(project("被告"), b.add(call("get_company_cases"), b.add(start("company", "乙山公司"))))
	both := b.add(&plan.Combine{Function: f}, one, two)
	return b.answer(b.add(&plan.Having{Tool: "get_company_cases"}, both), words)
}

func numbers(f plan.Function) *plan.Program {
	var b building
	one := b.add(project("注册资本"), b.add(call("get_company"), b.add(start("company", "甲河公司"))))
	two := b.add(project("注册资本"), b.add(call("get_company"), b.add(start("company", "乙山公司"))))
	return b.answer(b.add(&plan.Arithmetic{Function: f}, one, two), yuan)
}

// parents asks one thing of the parent's parent.
func parents() *plan.Program {
	return chain(words, start("company", "甲河公司"), call("get_company"), project("母公司"), call("get_company"), project("母公司"), call("get_company"), project("法定代表人"))
}

func names(list []Rival) []string {
	var out []string
	for i := range list {
		out = append(out, list[i].String())
	}
	return out
}

func TestDropped(t *testing.T) {
	d := load(t, town()).d
	cases := func(ops ...plan.Operation) *plan.Program {
		return chain(words, append([]plan.Operation{start("company", "甲河公司"), call("get_company_cases")}, ops...)...)
	}
	distinct := cases(project("审理法院"), &plan.Distinct{})
	distinct.Answers[0].Form = count
	var role building
	x := role.add(start("company", "甲河公司"))
	rows := role.add(call("get_company_cases"), x)
	mine := role.add(&plan.Filter{Column: "原告", Comparison: plan.Names}, rows, x)
	for name, tt := range map[string]struct {
		p    *plan.Program
		want []string
	}{
		"nothing to drop": {chain(words, start("company", "甲河公司"), call("get_company"), project("法定代表人")), nil},
		"only":            {cases(&plan.Only{}, project("案由")), nil},
		"filter and end":  {filtered(), []string{"r3 filter", "r4 superlative"}},
		"rank":            {cases(&plan.Superlative{Column: "立案日期", Order: plan.Min, Rank: 2}, project("案由")), []string{"r3 rank", "r3 superlative"}},
		"frequent":        {cases(&plan.Frequent{Column: "审理法院"}), []string{"r3 frequent"}},
		"distinct":        {distinct, []string{"r4 distinct r2"}},
		"role":            {role.answer(role.add(&plan.Count{}, mine), count), []string{"r3 filter"}},
		"hop":             {parents(), []string{"r3 hop r1", "r5 hop r3", "r5 hop r1"}},
		"sets":            {sets(plan.Difference), []string{"r7 set r3", "r7 set r6", "r8 having"}},
		"operands":        {numbers(plan.Add), []string{"r7 operand r3", "r7 operand r6"}},
		"a template":      {&plan.Program{Nodes: filtered().Nodes, Answers: filtered().Answers, Template: "statement"}, nil},
		"no program":      {&plan.Program{}, nil},
		"a name nobody needs": {func() *plan.Program {
			p := parents()
			p.Answers[0].From = "r5"
			return p
		}(), []string{"r3 hop r1"}},
	} {
		if diff := cmp.Diff(tt.want, names(Dropped(d, tt.p))); diff != "" {
			t.Errorf("%s: Dropped (-want +got):\n%s", name, diff)
		}
	}
}

// A dropped ranking leaves all of the set, and the lookups after it are made of each.
func TestDroppedRankingAsksAboutEach(t *testing.T) {
	w := load(t, town())
	drop := Dropped(w.d, filtered())
	i := slices.IndexFunc(drop, func(r Rival) bool { return r.Change == DropSuperlative })
	got := Answers(w.run(t, drop[i].Program))
	if diff := cmp.Diff([][]string{{"院长南法院", "院长西法院"}}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
}

func TestNeighbours(t *testing.T) {
	d := load(t, town()).d
	cases := func(f plan.Form, ops ...plan.Operation) *plan.Program {
		return chain(f, append([]plan.Operation{start("company", "甲河公司"), call("get_company_cases")}, ops...)...)
	}
	var compare building
	a := compare.add(start("company", "甲河公司"))
	one := compare.add(project("注册资本"), compare.add(call("get_company"), a))
	b := compare.add(start("company", "乙山公司"))
	two := compare.add(project("注册资本"), compare.add(call("get_company"), b))
	larger := compare.answer(compare.add(&plan.Compare{Order: plan.Max}, a, one, b, two), words)
	for name, tt := range map[string]struct {
		p    *plan.Program
		want []string
	}{
		"filter and end": {filtered(), []string{
			"r3 year 2019", "r3 year 2021", "r4 order min", "r4 place 2", "r7 asked 法院级别", "r7 asked 联系电话", "r7 earlier 案由",
		}},
		"place":     {cases(words, &plan.Superlative{Column: "立案日期", Order: plan.Min, Rank: 3}, project("案由")), []string{"r3 order max", "r3 place 4", "r3 place 2"}},
		"threshold": {cases(count, &plan.Filter{Column: "涉案金额（元）", Comparison: plan.Above, Operand: "2000"}, &plan.Count{}), []string{"r3 threshold below"}},
		"day":       {cases(count, &plan.Filter{Column: "立案日期", Comparison: plan.Since, Operand: "2020-01-01"}, &plan.Count{}), []string{"r3 threshold until"}},
		"ranked": {chain(words, start("company", "甲河公司"), call("get_company"), project("母公司"), call("get_company_cases"), &plan.Superlative{Column: "涉案金额（元）", Order: plan.Max}, project("原告")),
			[]string{"r3 role 公司名称", "r5 order min", "r5 place 2", "r6 asked 关联公司", "r6 asked 被告", "r6 earlier 公司名称", "r6 earlier 母公司"}},
		"role":    {chain(words, start("case_number", "（2020）甲02民初2号"), call("get_case"), project("原告"), call("get_company"), project("法定代表人")), []string{"r3 role 关联公司", "r3 role 被告", "r5 asked 所属行业", "r5 earlier 案由"}},
		"sum":     {cases(yuan, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}), []string{"r3 function average", "r3 function count"}},
		"minimum": {cases(yuan, &plan.Aggregate{Function: plan.Minimum, Column: "涉案金额（元）"}), []string{"r3 order maximum"}},
		"count": {chain(count, start("company", "甲河公司"), call("get_company_cases"), project("原告"), &plan.Call{Tool: "get_company_cases", Each: true}, &plan.Count{}),
			[]string{"r3 role 关联公司", "r3 role 被告", "r5 earlier"}},
		"frequent": {cases(words, &plan.Frequent{Column: "原告"}), []string{"r3 asked 关联公司", "r3 asked 被告"}},
		"sets": {sets(plan.Difference), []string{
			"r3 role 关联公司", "r3 role 原告", "r6 role 关联公司", "r6 role 原告", "r7 sets intersection", "r7 sets reversed",
		}},
		"subtract": {numbers(plan.Subtract), []string{"r7 function add", "r7 function reversed"}},
		"share": {func() *plan.Program {
			p := numbers(plan.Share)
			p.Answers[0].Form.Unit = "%"
			return p
		}(), []string{"r7 function reversed"}},
		"compare":    {larger, []string{"r7 order min"}},
		"a template": {&plan.Program{Nodes: filtered().Nodes, Answers: filtered().Answers, Template: "statement"}, nil},
	} {
		if diff := cmp.Diff(tt.want, names(Neighbours(d, tt.p))); diff != "" {
			t.Errorf("%s: Neighbours (-want +got):\n%s", name, diff)
		}
	}
}

// Another lookup that accepts the same and has what is read takes the place of one.
func TestNeighboursAskOtherTools(t *testing.T) {
	d := toytest.Domain(t, "legal")
	p := chain(count, start("court", "某法院"), call("get_restriction_case_court_list"), &plan.Filter{Column: "立案日期", Comparison: plan.Year, Operand: "2020"}, &plan.Count{})
	want := []string{"r2 tool get_finalized_case_court_list", "r2 tool get_dishonesty_case_court_list", "r3 year 2019", "r3 year 2021", "r3 role 限高发布日期"}
	if diff := cmp.Diff(want, names(Neighbours(d, p))); diff != "" {
		t.Errorf("Neighbours (-want +got):\n%s", diff)
	}
}

// A column that never says anything but what another does is no other column.
func TestNeighboursReadOtherFacts(t *testing.T) {
	d := toytest.Domain(t, "legal")
	p := chain(day, start("case_number", "（2020）甲02民初2号"), call("get_legal_abstract"), project("文本摘要"), &plan.ReadFact{Fact: "filed_on"})
	if got, want := names(Neighbours(d, p)), []string{"r4 asked interest_from", "r4 asked contract_day"}; !slices.Equal(got, want) {
		t.Errorf("Neighbours = %v, want %v", got, want)
	}
}

func TestTwinsAreNoNeighbours(t *testing.T) {
	ts := town()
	p := chain(words, start("case_number", "（2020）甲02民初2号"), call("get_case"), project("原告"))
	w := load(t, ts)
	if got, want := names(w.s.Neighbours(p)), []string{"r3 asked 关联公司", "r3 asked 被告"}; !slices.Equal(got, want) {
		t.Errorf("Neighbours = %v, want %v", got, want)
	}
	for _, c := range ts.cases {
		c["关联公司"] = c["原告"]
	}
	if got, want := names(load(t, ts).s.Neighbours(p)), []string{"r3 asked 被告"}; !slices.Equal(got, want) {
		t.Errorf("Neighbours with a twin = %v, want %v", got, want)
	}
}

// programs draws programs as the planning graph makes them, bound to a company or
// case of the town.
func programs(d *domain.Domain) *rapid.Generator[*plan.Program] {
	g, err := plan.NewGraph(d)
	if err != nil {
		panic(err)
	}
	var paths []plan.Path
	for hops := range 3 {
		paths = slices.AppendSeq(paths, g.Paths(hops+1))
	}
	years := func(string, string) []string { return []string{"2019", "2020", "2021"} }
	bound := map[string][]string{"company": {"甲河公司", "乙山公司"}, "case_number": {"（2020）甲02民初2号"}, "court": {"西法院"}, "court_code": {"乙01"}}
	return rapid.Custom(func(t *rapid.T) *plan.Program {
		path := rapid.SampledFrom(paths).Draw(t, "path")
		target := rapid.SampledFrom(plan.Targets(d, path)).Draw(t, "target")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		all, err := plantest.Programs(d, path, target, 1, years, r)
		if err != nil {
			t.Fatal(err)
		}
		return all[0].Bind([]string{rapid.SampledFrom(bound[path.Start]).Draw(t, "start")})
	})
}

// Rivals are programs, each another and none the one they are rivals of, which stays
// as it was; the same every time.
func TestRivalsArePrograms(t *testing.T) {
	w := load(t, town())
	gen := programs(w.d)
	rapid.Check(t, func(t *rapid.T) {
		p := gen.Draw(t, "program")
		before := key(p)
		for name, rivals := range map[string]func() []Rival{
			"Dropped":    func() []Rival { return Dropped(w.d, p) },
			"Neighbours": func() []Rival { return Neighbours(w.d, p) },
		} {
			list := rivals()
			seen := map[string]bool{before: true}
			for _, r := range list {
				if _, err := r.Program.Types(w.d); err != nil {
					t.Fatalf("%s: %s: %v", name, &r, err)
				}
				if seen[key(r.Program)] {
					t.Fatalf("%s: %s stands twice or is the program itself", name, &r)
				}
				seen[key(r.Program)] = true
				if p.Node(r.Node) == nil {
					t.Fatalf("%s: %s names no node", name, &r)
				}
			}
			if diff := cmp.Diff(encode(t, list), encode(t, rivals())); diff != "" {
				t.Fatalf("%s gives others the second time:\n%s", name, diff)
			}
		}
		if key(p) != before {
			t.Fatal("the program was changed")
		}
	})
}

// key tells programs apart, as the plan is written.
func key(p *plan.Program) string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func encode(t failer, list []Rival) string {
	t.Helper()
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSaid(t *testing.T) {
	w := load(t, town())
	month := plan.Form{Style: plan.StyleDate, Layout: plan.LayoutMonth}
	year := plan.Form{Style: plan.StyleDate, Layout: plan.LayoutYear}
	one := func(f plan.Form, column string) *plan.Program {
		return chain(f, start("case_number", "（2020）甲02民初2号"), call("get_case"), project(column))
	}
	followup := chain(truth, start("company", "丁湖公司"), &plan.Call{Tool: "get_company_cases", Empty: true}, &plan.Exists{})
	followup.Nodes = append(followup.Nodes, plan.Node{Name: "r4", From: []string{"r2"}, Do: &plan.Count{}})
	followup.Answers = append(followup.Answers, plan.AnswerSpec{From: "r4", Form: count, If: "r3"})
	asked := &plan.Program{Nodes: followup.Nodes, Answers: append(slices.Clone(followup.Answers), plan.AnswerSpec{From: "r4", Form: count})}
	for name, tt := range map[string]struct {
		p    *plan.Program
		want [][]string
	}{
		"number":               {one(plan.Form{Style: plan.StyleNumber, Unit: "万元", Places: 1}, "涉案金额（元）"), [][]string{{"0.2"}}},
		"day":                  {one(day, "立案日期"), [][]string{{"2020-03-06"}}},
		"month":                {one(month, "立案日期"), [][]string{{"2020-03"}}},
		"year":                 {one(year, "立案日期"), [][]string{{"2020"}}},
		"set":                  {chain(words, start("company", "乙山公司"), call("get_company_cases"), project("关联公司")), [][]string{{"乙山公司"}}},
		"count":                {chain(count, start("company", "甲河公司"), call("get_company_cases"), &plan.Count{}), [][]string{{"3"}}},
		"yes":                  {chain(truth, start("company", "甲河公司"), call("get_company_cases"), &plan.Exists{}), [][]string{{"yes"}}},
		"not asked":            {followup, [][]string{{"no"}, nil}},
		"not asked, yet known": {asked, [][]string{{"no"}, nil, {"0"}}},
	} {
		if diff := cmp.Diff(tt.want, Answers(w.run(t, tt.p))); diff != "" {
			t.Errorf("%s: Said (-want +got):\n%s", name, diff)
		}
	}
}

func TestAgreeing(t *testing.T) {
	ts := town()
	w := load(t, ts)
	p := filtered()
	answers := Answers(w.run(t, p))
	rivals := slices.Concat(Dropped(w.d, p), Neighbours(w.d, p))
	if r, answered, err := Agreeing(context.Background(), w.d, w.tools, answers, rivals); r != nil || answered == 0 || err != nil {
		t.Errorf("Agreeing = %v, %d, %v, want none to agree and some to answer", r, answered, err)
	}
	ts.cases[1]["涉案金额（元）"], ts.cases[1]["审理法院"] = 9, "南法院"
	w = load(t, ts)
	if r, _, err := Agreeing(context.Background(), w.d, w.tools, answers, rivals); r == nil || r.String() != "r4 superlative" || err != nil {
		t.Errorf("Agreeing = %v, %v, want r4 superlative: both cases have one court", r, err)
	}
}

// How long it takes to make the rivals of a program.
func BenchmarkRivals(b *testing.B) {
	d := load(b, town()).d
	p := filtered()
	made := 0
	for b.Loop() {
		made = len(Dropped(d, p)) + len(Neighbours(d, p))
	}
	b.ReportMetric(float64(made), "rivals/op")
}

// How long a search takes of which every entity is known.
func BenchmarkShorter(b *testing.B) {
	w := load(b, town())
	trace := w.run(b, parents())
	for b.Loop() {
		w.s.Shorter(trace)
	}
}

// How long it takes to execute rivals none of which agrees.
func BenchmarkAgreeing(b *testing.B) {
	w := load(b, town())
	p := filtered()
	answers := Answers(w.run(b, p))
	rivals := slices.Concat(Dropped(w.d, p), Neighbours(w.d, p))
	for b.Loop() {
		if r, _, err := Agreeing(b.Context(), w.d, w.tools, answers, rivals); r != nil || err != nil {
			b.Fatal(r, err)
		}
	}
	b.ReportMetric(float64(len(rivals)), "rivals/op")
}
