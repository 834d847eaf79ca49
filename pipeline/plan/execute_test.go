package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A world in which every way of having no result occurs once. Company names say
// what is odd about them.
const companies = `{"公司名称":"母","所属行业":"农业","法定代表人":"钱一","注册资本":"1.31亿","成立日期":"2001年02月03日","员工人数":"12","母公司":"-","母公司持股比例":null}
{"公司名称":"子","所属行业":" - ","法定代表人":"孙某某","注册资本":"约三百万","成立日期":"不详","员工人数":" ","母公司":"母"}
{"公司名称":"孤"}
`

const cases = `{"关联公司":"母","案号":"（2019）甲01民初1号","原告":"子","被告":"母、子","案由":"甲因","涉案金额（元）":"8158.63万","立案日期":"2019年05月01日","审理法院":"甲院"}
{"关联公司":"母","案号":"（2020）甲01民初2号","原告":"母","被告":"子","案由":"乙因","涉案金额（元）":686550,"立案日期":"2020年06月01日","审理法院":"甲院"}
{"关联公司":"母","案号":"（2020）乙01民初3号","原告":"钱一","被告":"母","案由":"丙因","涉案金额（元）":"740564","立案日期":"2020年07月01日","审理法院":"乙院"}
{"关联公司":"子","案号":"无字号","原告":"子","被告":"孤","案由":"丁因","涉案金额（元）":7,"立案日期":"2018年01月01日","审理法院":"丙院"}
{"关联公司":"平","案号":"（2021）甲01民初4号","原告":"平","被告":"子","案由":"戊因","涉案金额（元）":50000000,"立案日期":"2021年01月01日","审理法院":"甲院"}
{"关联公司":"平","案号":"（2021）甲01民初5号","原告":"平","被告":"子","案由":"己因","涉案金额（元）":"5000万","立案日期":"2021年01月01日","审理法院":"甲院"}
{"关联公司":"平","案号":"（2021）甲01民初6号","原告":"平","被告":"子","案由":"庚因","涉案金额（元）":8,"立案日期":"2021年03月01日","审理法院":"甲院"}
{"关联公司":"缺","案号":"（2022）甲01民初7号","原告":"缺","被告":"万**","案由":"辛因","涉案金额（元）":"-","立案日期":null}
{"关联公司":"缺","案号":"（2022）甲01民初8号","原告":"缺","被告":"子","案由":"壬因","涉案金额（元）":9,"立案日期":"2022年03月01日"}
`

const courts = `{"法院名称":"甲院","法院代字":"甲01","法院级别":"基层法院","法院负责人":"李四","成立日期":"1990年01月01日","联系电话":"01"}
{"法院名称":"乙院","法院代字":"乙01","法院级别":"中级法院"}
`

// oddWorld loads the world above.
func oddWorld(t testing.TB) (*corpus.Corpus, *tool.Set) {
	t.Helper()
	return load(t, toy(t), tables(t, map[string]string{"Company": companies, "Case": cases, "Court": courts}))
}

func TestRun(t *testing.T) {
	const amount, filed = "涉案金额（元）", "立案日期"
	info, list := call("get_company"), call("get_company_cases")
	for _, c := range []struct {
		name   string
		start  string
		ops    []Operation // after the start, of type company unless it is a case number
		want   []string
		reason Reason
	}{
		{"project: a text", "母", []Operation{info, project("法定代表人")}, []string{"钱一"}, ""},
		{"project: an amount", "母", []Operation{info, project("注册资本")}, []string{"131000000"}, ""},
		{"project: a day", "母", []Operation{info, project("成立日期")}, []string{"2001-02-03"}, ""},
		{"project: a count", "母", []Operation{info, project("员工人数")}, []string{"12"}, ""},
		{"project: of every row", "母", []Operation{list, project("案由")}, []string{"甲因", "乙因", "丙因"}, ""},
		{"project: several in a cell of a set", "母", []Operation{list, project("被告")}, []string{"母", "子", "子", "母"}, ""},
		{"project: sentinel", "母", []Operation{info, project("母公司")}, nil, Sentinel},
		{"project: sentinel in space", "子", []Operation{info, project("所属行业")}, nil, Sentinel},
		{"project: null", "母", []Operation{info, project("母公司持股比例")}, nil, Blank},
		{"project: space", "子", []Operation{info, project("员工人数")}, nil, Blank},
		{"project: unobserved", "子", []Operation{info, project("母公司持股比例")}, nil, Unobserved},
		{"project: row of a key alone", "孤", []Operation{info, project("所属行业")}, nil, Unobserved},
		{"project: masked", "子", []Operation{info, project("法定代表人")}, nil, Masked},
		{"project: one of a set masked", "缺", []Operation{list, project("被告")}, nil, Masked},
		{"project: no amount", "子", []Operation{info, project("注册资本")}, nil, Unparsed},
		{"project: no day", "子", []Operation{info, project("成立日期")}, nil, Unparsed},
		{"call: no row", "谁", []Operation{info, project("所属行业")}, nil, Missing},
		{"call: no rows", "孤", []Operation{list, &Count{}}, nil, Missing},
		{"call: second has no row", "子", []Operation{list, &Only{}, project("审理法院"), call("get_court"), project("法院级别")}, nil, Missing},
		{"count", "母", []Operation{list, &Count{}}, []string{"3"}, ""},
		{"count: one", "子", []Operation{list, &Count{}}, []string{"1"}, ""},
		{"count: of a year", "母", []Operation{list, year(filed, "2020"), &Count{}}, []string{"2"}, ""},
		{"filter: nothing left", "母", []Operation{list, year(filed, "1999"), &Count{}}, nil, Missing},
		{"filter: nothing dropped", "平", []Operation{list, year(filed, "2021"), &Count{}}, nil, Trivial},
		{"filter: a day missing", "缺", []Operation{list, year(filed, "2022"), &Count{}}, nil, Blank},
		{"only", "子", []Operation{list, &Only{}, project("案由")}, []string{"丁因"}, ""},
		{"only: of a year", "母", []Operation{list, year(filed, "2019"), &Only{}, project("案由")}, []string{"甲因"}, ""},
		{"only: more", "母", []Operation{list, &Only{}, project("案由")}, nil, Several},
		{"superlative: most", "母", []Operation{list, &Superlative{Column: amount, Order: Max}, project("案由")}, []string{"甲因"}, ""},
		{"superlative: least", "母", []Operation{list, &Superlative{Column: amount, Order: Min}, project("案由")}, []string{"乙因"}, ""},
		{"superlative: latest", "母", []Operation{list, &Superlative{Column: filed, Order: Max}, project("案由")}, []string{"丙因"}, ""},
		{"superlative: earliest", "母", []Operation{list, &Superlative{Column: filed, Order: Min}, project("案由")}, []string{"甲因"}, ""},
		{"superlative: tie written differently", "平", []Operation{list, &Superlative{Column: amount, Order: Max}, project("案由")}, nil, Tie},
		{"superlative: tie at the other end", "平", []Operation{list, &Superlative{Column: amount, Order: Min}, project("案由")}, []string{"庚因"}, ""},
		{"superlative: tie of days", "平", []Operation{list, &Superlative{Column: filed, Order: Min}, project("案由")}, nil, Tie},
		{"superlative: one row", "子", []Operation{list, &Superlative{Column: amount, Order: Max}, project("案由")}, nil, Trivial},
		{"superlative: a sentinel among them", "缺", []Operation{list, &Superlative{Column: amount, Order: Max}, project("案由")}, nil, Sentinel},
		{"sum", "母", []Operation{list, &Aggregate{Sum, amount}}, []string{"83013414"}, ""},
		{"sum: one row", "子", []Operation{list, &Aggregate{Sum, amount}}, nil, Trivial},
		{"sum: a sentinel among them", "缺", []Operation{list, &Aggregate{Sum, amount}}, nil, Sentinel},
		{"link: the one party", "母", []Operation{list, &Superlative{Column: filed, Order: Max}, project("被告"), info, project("法定代表人")}, []string{"钱一"}, ""},
		{"link: two parties", "母", []Operation{list, &Superlative{Column: filed, Order: Min}, project("被告"), info, project("法定代表人")}, nil, Several},
		{"derive", "（2020）乙01民初3号", []Operation{&Derive{"case_number_court_code"}, call("get_court"), project("法院级别")}, []string{"中级法院"}, ""},
		{"derive: no pattern", "无字号", []Operation{&Derive{"case_number_court_code"}, call("get_court"), project("法院级别")}, nil, Underived},
		{"three hops", "子", []Operation{info, project("母公司"), list, &Superlative{Column: amount, Order: Max}, project("审理法院"), call("get_court"), project("法院负责人")}, []string{"李四"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			entity := "company"
			if c.ops[0].Kind() == "derive" {
				entity = "case_number"
			}
			p := chain(append([]Operation{start(entity)}, c.ops...)...)
			_, tools := oddWorld(t)
			x := newExecutor(t, toy(t), tools, p)
			trace, reason := runOf(t, x, []string{c.start})
			answer := p.Answers[0].From
			if reason == "" && trace.Idle() != "" {
				reason = Trivial
			}
			if reason != c.reason {
				t.Fatalf("Run(%q) = %q, want %q", c.start, reason, c.reason)
			}
			if reason == Trivial {
				return
			}
			if reason != "" {
				if got := trace.Result(answer); got != nil {
					t.Errorf("Run(%q).Result(%q) = %v after %q, want nil", c.start, answer, got, reason)
				}
				return
			}
			if diff := cmp.Diff(c.want, trace.Result(answer).Texts()); diff != "" {
				t.Errorf("Run(%q) (-want +got):\n%s", c.start, diff)
			}
		})
	}
}

// Steps asks each call for the columns later nodes read and no others.
func TestSteps(t *testing.T) {
	_, tools := oddWorld(t)
	p := chain(start("company"), call("get_company_cases"), year("立案日期", "2020"), &Superlative{Column: "涉案金额（元）", Order: Max}, project("审理法院"), call("get_court"), project("法院级别"))
	p.Nodes = append(p.Nodes, Node{Name: "n", From: []string{"c"}, Do: &Count{}})
	x := newExecutor(t, toy(t), tools, p)
	trace, reason, err := x.Run(context.Background(), []string{"母"})
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	steps := stepsOf(t, trace)
	var got []string
	for _, s := range steps {
		b := asJSON(t, s)
		got = append(got, string(b))
	}
	want := []string{
		`{"node":"a","op":"start","selected":["母"]}`,
		`{"node":"b","op":"call","tool":"get_company_cases","arguments":{"columns":["涉案金额（元）","立案日期","审理法院"],"identifier":"母"},` +
			`"observation":[{"涉案金额（元）":"8158.63万","立案日期":"2019年05月01日","审理法院":"甲院"},{"涉案金额（元）":686550,"立案日期":"2020年06月01日","审理法院":"甲院"},{"涉案金额（元）":"740564","立案日期":"2020年07月01日","审理法院":"乙院"}],"rows":3}`,
		`{"node":"c","op":"filter","rows":2}`,
		`{"node":"d","op":"superlative","rows":1}`,
		`{"node":"e","op":"project","selected":["乙院"]}`,
		`{"node":"f","op":"call","tool":"get_court","arguments":{"columns":["法院级别"],"identifier":"乙院"},"observation":{"法院级别":"中级法院"},"rows":1}`,
		`{"node":"g","op":"project","selected":["中级法院"]}`,
		`{"node":"n","op":"count","selected":["2"]}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Steps() (-want +got):\n%s", diff)
	}
}

// A call none of whose columns is read still asks for one, the key.
func TestCountAsksForTheKey(t *testing.T) {
	_, tools := oddWorld(t)
	x := newExecutor(t, toy(t), tools, chain(start("company"), call("get_company_cases"), &Count{}))
	trace, _ := runOf(t, x, []string{"平"})
	steps := stepsOf(t, trace)
	const want = `{"columns":["案号"],"identifier":"平"}`
	if got := string(steps[1].Arguments); got != want {
		t.Errorf("arguments = %s, want %s", got, want)
	}
}

func TestRunUnbound(t *testing.T) {
	_, tools := oddWorld(t)
	x := newExecutor(t, toy(t), tools, chain(start("company"), call("get_company_cases"), &Count{}))
	if _, _, err := x.Run(context.Background(), nil); err == nil || !strings.Contains(err.Error(), "not bound") {
		t.Errorf("Run(nil) = %v, want an error that the start is not bound", err)
	}
}

// Replaying what a trace records gives the same trace: the bound program by
// itself, and every call by its written arguments.
func TestReplay(t *testing.T) {
	c, tools := oddWorld(t)
	d := c.Domain()
	g := graphOf(t, d)
	ran := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, g)
		x := newExecutor(t, d, tools, p)
		for _, name := range names(c, p.Entities()[0].Entity) {
			trace, reason := runOf(t, x, []string{name})
			steps := stepsOf(t, trace)
			bound := newExecutor(t, d, tools, trace.Program)
			again, why, err := bound.Run(context.Background(), nil)
			if err != nil || why != reason {
				t.Fatalf("replay of %q = %q, %v, want %q", name, why, err, reason)
			}
			replayed := stepsOf(t, again)
			if diff := cmp.Diff(steps, replayed); diff != "" {
				t.Fatalf("replay of %q (-first +again):\n%s", name, diff)
			}
			for _, s := range steps {
				replay(t, tools, s)
			}
			if reason == "" {
				ran++
			}
		}
	})
	if ran == 0 && !testing.Short() {
		t.Error("no drawn program had an answer")
	}
}

// replay makes a step's call again from what was written down.
func replay(t *rapid.T, tools *tool.Set, s Step) {
	t.Helper()
	if s.Tool == "" {
		return
	}
	var args any
	d := json.NewDecoder(bytes.NewReader(s.Arguments))
	d.UseNumber() // quotients have more digits than binary floats
	if err := d.Decode(&args); err != nil {
		t.Fatal(err)
	}
	r := callOf(t, tools, tool.Call{Tool: s.Tool, Args: args})
	if got := string(r.Observation()); got != string(s.Observation) {
		t.Fatalf("%s(%s) = %s, want %s", s.Tool, s.Arguments, got, s.Observation)
	}
}

// names returns every name of an entity type that a column of the corpus holds,
// sorted, each once.
func names(c *corpus.Corpus, entity string) []string {
	var all []string
	for i := range c.Domain().Tables {
		t := c.Table(c.Domain().Tables[i].Name)
		for j, col := range t.Spec().Columns {
			if col.Entity != entity {
				continue
			}
			for row := range t.Len() {
				for _, v := range t.Cell(row, j).Values {
					if v.Kind == value.Text {
						all = append(all, v.Text)
					}
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func BenchmarkExecute(b *testing.B) {
	b.Run("hops=3/legal", func(b *testing.B) {
		d := shipped(b, "legal")
		c, tools := load(b, d, realCorpus(b))
		benchmark(b, d, tools, names(c, "company"), chain(start("company"),
			call("get_legal_document_company_list"), &Superlative{Column: "日期", Order: Max}, project("案号"),
			&Derive{"case_number_court_code"}, call("get_court_code"), project("法院名称"),
			call("get_court_info"), project("法院负责人")))
	})
	b.Run("hops=3/toy", func(b *testing.B) {
		c, tools := load(b, toy(b), filepath.Join("..", "command", "testdata", "toy"))
		benchmark(b, toy(b), tools, names(c, "company"), chain(start("company"),
			call("get_company"), project("母公司"),
			call("get_company_cases"), &Superlative{Column: "涉案金额（元）", Order: Max}, project("审理法院"),
			call("get_court"), project("法院级别")))
	})
}

func benchmark(b *testing.B, d *domain.Domain, tools *tool.Set, starts []string, p *Program) {
	x := newExecutor(b, d, tools, p)
	valid := 0
	for b.Loop() {
		valid = 0
		for _, s := range starts {
			_, reason := runOf(b, x, []string{s})
			if reason == "" {
				valid++
			}
		}
	}
	b.ReportMetric(float64(len(starts)*b.N)/b.Elapsed().Seconds(), "starts/s")
	b.ReportMetric(float64(valid), "valid")
	b.ReportMetric(float64(len(starts)), "starts")
}
