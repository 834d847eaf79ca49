package alternative

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// heads is the answer two lookups away: the head of the court of a case.
func head(number string) *plan.Program {
	return chain(words, start("case_number", number), call("get_case"), project("审理法院"), call("get_court"), project("法院负责人"))
}

func TestShorter(t *testing.T) {
	cases := func(of string, f plan.Form, ops ...plan.Operation) *plan.Program {
		return chain(f, append([]plan.Operation{start("company", "甲河公司"), call("get_company"), project("母公司"), call(of)}, ops...)...)
	}
	role := func(column string) *plan.Program {
		var b building
		rows := b.add(call("get_company_cases"), b.add(start("company", "甲河公司")))
		parent := b.add(project("母公司"), b.add(call("get_company"), b.add(project("母公司"), b.add(call("get_company"), b.add(start("company", "甲河公司"))))))
		return b.answer(b.add(project("案由"), b.add(&plan.Only{}, b.add(&plan.Filter{Column: column, Comparison: plan.Names}, rows, parent))), words)
	}
	compared := func(parentFirst bool) *plan.Program {
		var b building
		parent := b.add(project("母公司"), b.add(call("get_company"), b.add(start("company", "甲河公司"))))
		far := b.add(project("注册资本"), b.add(call("get_company"), parent))
		other := b.add(start("company", "丙海公司"))
		near := b.add(project("注册资本"), b.add(call("get_company"), other))
		if parentFirst {
			return b.answer(b.add(&plan.Compare{Order: plan.Max}, parent, far, other, near), words)
		}
		return b.answer(b.add(&plan.Compare{Order: plan.Max}, other, near, parent, far), words)
	}
	for name, tt := range map[string]struct {
		edit func(ts *tables)
		p    *plan.Program
		want string // how the shortcut reads; "" for none
	}{
		"one lookup":       {nil, chain(words, start("company", "甲河公司"), call("get_company"), project("法定代表人")), ""},
		"a step is needed": {nil, cases("get_company", words, project("法定代表人")), ""},
		"text planted": {func(ts *tables) { ts.companies[0]["法定代表人"] = "法人乙山公司" }, cases("get_company", words, project("法定代表人")),
			"r5 takes 2 lookups and 1 reach it: get_company 甲河公司"},
		"text in another column": {func(ts *tables) { ts.cases[0]["案由"] = "法人乙山公司" }, cases("get_company", words, project("法定代表人")),
			"r5 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"text in long text": {func(ts *tables) { ts.cases[0]["判决结果"] = "法人乙山公司" }, cases("get_company", words, project("法定代表人")), ""},
		"amount":            {func(ts *tables) { ts.cases[0]["涉案金额（元）"] = 41002 }, cases("get_company", yuan, project("注册资本")), "r5 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"round amount elsewhere": {func(ts *tables) { ts.cases[0]["涉案金额（元）"], ts.companies[1]["注册资本"] = 41000, 41000 },
			cases("get_company", yuan, project("注册资本")), ""},
		"round amount in its column": {func(ts *tables) { ts.companies[0]["注册资本"], ts.companies[1]["注册资本"] = 41000, 41000 },
			cases("get_company", yuan, project("注册资本")), "r5 takes 2 lookups and 1 reach it: get_company 甲河公司"},
		"day": {func(ts *tables) { ts.companies[1]["成立日期"] = "2019年1月5日" }, cases("get_company", day, project("成立日期")),
			"r5 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"a number as text": {func(ts *tables) { ts.companies[0]["所属行业"] = "41002" }, cases("get_company", yuan, project("注册资本")), ""},
		"name derived":     {nil, chain(words, start("case_number", "（2020）乙01民初3号"), call("get_case"), project("审理法院"), call("get_court"), project("法院代字")), "r5 takes 2 lookups and 0 reach it: a name derived from a start"},
		"derived on the way": {func(ts *tables) { ts.cases[1]["审理法院"] = "南法院" }, head("（2020）乙01民初3号"),
			"r5 takes 2 lookups and 1 reach it: get_court 乙01"},
		"derived from a name in the row before": {func(ts *tables) { ts.cases = ts.cases[:1] },
			chain(words, start("company", "甲河公司"), call("get_company_cases"), &plan.Only{}, project("审理法院"), call("get_court"), project("法院代字")),
			"r6 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"told by a name on the way": {func(ts *tables) {
			ts.cases[1]["审理法院"] = "东河市人民法院"
			ts.courts[1] = court("东河市人民法院", "甲02", row{"法院负责人": "东河市"})
		}, head("（2020）甲02民初2号"), "r5 takes 2 lookups, and a name on the way says \"东河市\""},
		"made of a name on the way": {func(ts *tables) {
			ts.courts[1] = court("西法院", "甲02", row{"法院负责人": "西法院.txt"})
		}, head("（2020）甲02民初2号"), "r5 takes 2 lookups, and a name on the way says \"西法院.txt\""},
		"two characters of a name": {func(ts *tables) { ts.companies[1]["法定代表人"] = "乙山" }, cases("get_company", words, project("法定代表人")), ""},
		"a number cut": {func(ts *tables) {
			ts.companies[0]["母公司"], ts.companies[1]["公司名称"], ts.companies[1]["法定代表人"] = "第123公司", "第123公司", "第12"
		}, cases("get_company", words, project("法定代表人")), ""},
		"a set reached in part": {func(ts *tables) { ts.cases[0]["案由"] = ts.cases[3]["案由"] }, cases("get_company_cases", words, project("案由")), ""},
		"a set reached": {func(ts *tables) {
			ts.cases[0]["案由"], ts.cases[1]["案由"] = ts.cases[3]["案由"], ts.cases[4]["案由"]
		},
			cases("get_company_cases", words, project("案由")), "r5 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"equal counts": {func(ts *tables) { ts.cases = ts.cases[1:] }, cases("get_company_cases", count, &plan.Count{}), ""},
		"a count of rows that are nearer": {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, cases("get_company_cases", count, &plan.Count{}),
			"r4 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"a sum of rows that are nearer": {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, cases("get_company_cases", yuan, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}),
			"r4 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"existence of what is nearer": {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, cases("get_company_cases", truth, &plan.Exists{}),
			"r4 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"existence of nothing": {func(ts *tables) { ts.cases = ts.cases[:3] }, chain(truth, start("company", "甲河公司"), call("get_company"), project("母公司"), &plan.Call{Tool: "get_company_cases", Empty: true}, &plan.Exists{}), ""},
		"a count of values in rows that are nearer": {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, cases("get_company_cases", count, project("案由"), &plan.Distinct{}),
			"r4 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"an amount of the first that is compared, nearer":  {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, compared(true), "r4 takes 2 lookups and 1 reach it: get_company 甲河公司"},
		"an amount of the second that is compared, nearer": {func(ts *tables) { ts.companies[0]["母公司"] = "甲河公司" }, compared(false), "r4 takes 2 lookups and 1 reach it: get_company 甲河公司"},
		"chosen by a longer way":                           {func(ts *tables) { ts.cases[1]["原告"] = "丙海公司" }, role("原告"), ""},
		"answers by ways of different length": {nil, func() *plan.Program {
			p := cases("get_company", words, project("法定代表人"))
			return &plan.Program{Nodes: p.Nodes, Answers: append([]plan.AnswerSpec{{From: "r3", Form: words}}, p.Answers...)}
		}(), ""},
		"kept by what is known": {nil, sets(plan.Union), ""},
		"named among several":   {func(ts *tables) { ts.companies[1]["法定代表人"] = "戊川公司" }, cases("get_company", words, project("法定代表人")), "r5 takes 2 lookups and 1 reach it: get_company_cases 甲河公司"},
		"gone on from any row": {func(ts *tables) {
			ts.cases[0]["审理法院"] = "北法院"
			ts.courts = append(ts.courts, court("北法院", "乙09", row{"联系电话": "法人丙海公司"}))
		}, parents(), "r7 takes 3 lookups and 2 reach it: get_company_cases 甲河公司 → get_court 北法院"},
		"what a template wants": {func(ts *tables) { ts.companies[0]["法定代表人"] = "法人乙山公司" }, &plan.Program{Nodes: cases("get_company", words, project("法定代表人")).Nodes, Answers: cases("get_company", words, project("法定代表人")).Answers, Template: "statement"}, ""},
		"masked names lead away": {func(ts *tables) {
			ts.cases[0]["审理法院"] = "某法院"
			ts.courts = append(ts.courts, court("某法院", "乙09", row{"联系电话": "法人丙海公司"}))
		}, parents(), ""},
	} {
		ts := town()
		if tt.edit != nil {
			tt.edit(&ts)
		}
		w := load(t, ts)
		s := w.s.Shorter(w.run(t, tt.p))
		got := ""
		if s.Found != nil {
			got = s.Found.String()
		}
		if got != tt.want {
			t.Errorf("%s: Shorter = %q, want %q", name, got, tt.want)
		}
	}
}

// How deep a search went is told.
func TestShorterDepth(t *testing.T) {
	w := load(t, town())
	got := w.s.Shorter(w.run(t, chain(words, start("company", "甲河公司"), call("get_company"), project("母公司"), call("get_company"), project("法定代表人"))))
	if diff := cmp.Diff(Search{Lookups: 1}, got); diff != "" {
		t.Errorf("Shorter (-want +got):\n%s", diff)
	}
}

// reachable works out plainly what a search must reach: the rows of n lookups, going
// on from every name in every row.
func reachable(w *world, entities map[string][]string, n int) map[string]bool {
	rows := map[string]bool{}
	for range n {
		next := map[string][]string{}
		for e, names := range entities {
			for _, name := range names {
				for _, v := range w.d.Derivations {
					if v.From == e {
						if derived, ok := v.Extractor()(name); ok && !slices.Contains(entities[v.To], derived) {
							next[v.To] = append(next[v.To], derived)
						}
					}
				}
			}
		}
		for e, names := range next {
			entities[e] = append(slices.Clone(entities[e]), names...)
		}
		found := map[string][]string{}
		for i := range w.d.Tools {
			t := &w.d.Tools[i]
			for _, m := range t.Match {
				e := w.d.Table(t.Table).Column(m.Columns[0]).Entity
				table := w.c.Table(t.Table)
				for _, name := range entities[e] {
					for row := range table.Len() {
						if table.Cell(row, table.Column(m.Columns[0])).Text() != name {
							continue
						}
						rows[fmt.Sprint(t.Table, row)] = true
						for j, c := range table.Spec().Columns {
							if c.Entity == "" {
								continue
							}
							for _, v := range table.Cell(row, j).Values {
								if !corpus.Masked(w.d, v.Text) {
									found[c.Entity] = append(found[c.Entity], v.Text)
								}
							}
						}
						if t.Returns == domain.One {
							break
						}
					}
				}
			}
		}
		for e, names := range found {
			for _, name := range names {
				if !slices.Contains(entities[e], name) {
					entities[e] = append(slices.Clone(entities[e]), name)
				}
			}
		}
	}
	return rows
}

// small draws tables in which names and values meet often.
func small(t *rapid.T) tables {
	names := []string{"甲公司", "乙公司", "丙公司", "丁公司"}
	numbers := []string{"（2019）甲01民初1号", "（2020）甲02民初2号", "（2020）乙01民初3号"}
	courts := []string{"东法院", "西法院", "南法院"}
	pick := func(from []string) string { return rapid.SampledFrom(from).Draw(t, "name") }
	people := []string{"张三丰", "李四光", "王五一", "赵六合", "钱七星"}
	var ts tables
	for i, n := range names {
		ts.companies = append(ts.companies, company(n, pick(append(names, "-")), 10007+i, row{"法定代表人": pick(people)}))
	}
	for i := range 5 {
		ts.cases = append(ts.cases, lawsuit(pick(numbers), pick(names), pick(names), pick(names)+"、"+pick(names), 20011+i, "2020-01-02", pick(courts), row{"案由": pick(people)}))
	}
	for i, n := range courts {
		ts.courts = append(ts.courts, court(n, []string{"甲01", "甲02", "乙01"}[i], row{"法院负责人": pick(people)}))
	}
	return ts
}

// A search finds a text exactly if it stands in a row that fewer lookups reach, and
// finds the same whatever was searched before.
func TestShorterIsComplete(t *testing.T) {
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, small(t))
		deep := func(column string, ops ...plan.Operation) *plan.Program {
			return chain(words, append(append([]plan.Operation{start("company", "甲公司")}, ops...), project(column))...)
		}
		parent := []plan.Operation{call("get_company"), project("母公司")}
		for _, p := range []*plan.Program{
			deep("法定代表人", append(parent, call("get_company"))...),
			deep("法定代表人", append(append(slices.Clone(parent), parent...), call("get_company"))...),
			deep("案由", append(parent, call("get_company_cases"))...),
			deep("法院负责人", append(append(slices.Clone(parent), call("get_company_cases"), &plan.Only{}, project("审理法院")), call("get_court"))...),
		} {
			trace, reason := w.try(t, p)
			if reason != "" {
				continue
			}
			hops := p.Structure(w.d).Hops
			rows := reachable(w, map[string][]string{"company": {"甲公司"}}, hops-1)
			answer := trace.Results[len(trace.Results)-1]
			want := !slices.ContainsFunc(answer.Values, func(v value.Value) bool { return !stands(w, rows, v.Text) })
			fresh, err := NewSearcher(w.c)
			if err != nil {
				t.Fatal(err)
			}
			got := w.s.Shorter(trace)
			if (got.Found != nil) != want {
				t.Fatalf("%s: Shorter = %v, want one: %v", p, got.Found, want)
			}
			if diff := cmp.Diff(fresh.Shorter(trace), got); diff != "" {
				t.Fatalf("a fresh searcher finds something else (-fresh +used):\n%s", diff)
			}
			if want {
				found++
			} else {
				none++
			}
		}
	})
	if (found == 0 || none == 0) && !testing.Short() {
		t.Errorf("%d with a shorter way and %d without: want some of both", found, none)
	}
}

// stands reports whether a text is a value of one of the rows.
func stands(w *world, rows map[string]bool, text string) bool {
	for i := range w.d.Tables {
		t := w.c.Table(w.d.Tables[i].Name)
		for row := range t.Len() {
			if !rows[fmt.Sprint(t.Spec().Name, row)] {
				continue
			}
			for col := range t.Spec().Columns {
				if slices.ContainsFunc(t.Cell(row, col).Values, func(v value.Value) bool { return v.Text == text }) {
					return true
				}
			}
		}
	}
	return false
}

// The ways that are found can be gone: each lookup is about a name that the one before
// shows, or what is derived from it.
func TestWaysCanBeGone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, small(t))
		trace, reason := w.try(t, chain(words, start("company", "甲公司"), call("get_company"), project("母公司"), call("get_company"), project("母公司"), call("get_company"), project("法定代表人")))
		if reason != "" {
			return
		}
		s := w.s.Shorter(trace).Found
		if s == nil {
			return
		}
		at := map[string][]string{"company": {"甲公司"}}
		for _, l := range s.Chain {
			if !slices.Contains(at[l.Entity], l.Name[0]) {
				t.Fatalf("%s: %s is not named by what is asked before", s, l.Name[0])
			}
			find, err := plan.Finder(w.c, l.Tool, l.Entity)
			if err != nil {
				t.Fatal(err)
			}
			at = shown(w, w.d.Tool(l.Tool), find(l.Name))
		}
	})
}

// shown returns the names in rows, and what is derived from them, by entity type.
func shown(w *world, t *domain.Tool, rows []int32) map[string][]string {
	at := map[string][]string{}
	table := w.c.Table(t.Table)
	for _, row := range rows {
		for j, c := range table.Spec().Columns {
			for _, v := range table.Cell(int(row), j).Values {
				at[c.Entity] = append(at[c.Entity], v.Text)
				for _, d := range w.d.Derivations {
					if name, ok := d.Extractor()(v.Text); ok && d.From == c.Entity {
						at[d.To] = append(at[d.To], name)
					}
				}
			}
		}
	}
	return at
}

// One searcher serves many at once.
func TestShorterAtOnce(t *testing.T) {
	w := load(t, town())
	trace := w.run(t, parents())
	want := w.s.Shorter(trace)
	fresh, err := NewSearcher(w.c)
	if err != nil {
		t.Fatal(err)
	}
	var faults [16]string
	var wait sync.WaitGroup
	for i := range faults {
		wait.Go(func() {
			faults[i] = cmp.Diff(want, fresh.Shorter(trace))
			fresh.Neighbours(trace.Program)
		})
	}
	wait.Wait()
	if all := strings.Join(faults[:], ""); all != "" {
		t.Errorf("searches at once find something else:\n%s", all)
	}
}
