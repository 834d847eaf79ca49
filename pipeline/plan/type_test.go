package plan

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// chain returns the program in which each operation reads the one before, and
// the answer is the last, in a form its operation can have; amounts are in 元.
func chain(ops ...Operation) *Program {
	p := &Program{}
	for i, op := range ops {
		n := Node{Name: string(rune('a' + i)), Do: op}
		if i > 0 {
			n.From = []string{p.Nodes[i-1].Name}
		}
		p.Nodes = append(p.Nodes, n)
	}
	last := p.Nodes[len(ops)-1]
	p.Answers = []AnswerSpec{{From: last.Name, Form: formOf(last.Do)}}
	return p
}

// formOf returns a form the result of an operation can have.
func formOf(op Operation) Form {
	switch op.(type) {
	case *Count, *Distinct, *Days:
		return Form{Style: StyleCount}
	case *Aggregate:
		return Form{Style: StyleNumber, Unit: "元"}
	case *Arithmetic:
		return Form{Style: StyleNumber, Places: 2}
	case *Exists:
		return Form{Style: StyleTruth}
	}
	return Form{Style: StyleText}
}

// as returns the chain with its answer in the form.
func as(f Form, ops ...Operation) *Program {
	p := chain(ops...)
	p.Answers[0].Form = f
	return p
}

func start(entity string) *Start         { return &Start{Entity: entity} }
func call(tool string) *Call             { return &Call{Tool: tool} }
func project(columns ...string) *Project { return &Project{Columns: columns} }
func year(column, operand string) *Filter {
	return &Filter{Column: column, Comparison: Year, Operand: operand}
}

func TestTypeErrors(t *testing.T) {
	cases := start("company")
	list := call("get_company_cases")
	for _, c := range []struct {
		name string
		p    *Program
		want string
	}{
		{"start: undeclared type", chain(start("planet"), list, &Count{}), `entity type "planet" is not declared`},
		{"start: parts", chain(&Start{"company", []string{"a", "b"}}, list, &Count{}), "2 parts: want 1"},
		{"start: reads", chain(cases, start("company"), list, &Count{}), "a start reads nothing"},
		{"derive: undeclared", chain(cases, &Derive{"soul"}, call("get_court"), project("法院级别")), `derivation "soul"`},
		{"derive: from another", chain(cases, &Derive{"case_number_court_code"}, call("get_court"), project("法院级别")), "of company: want case_number"},
		{"derive: from rows", chain(cases, list, &Derive{"case_number_court_code"}, call("get_court"), project("法院级别")), "one input that names one entity"},
		{"call: undeclared", chain(cases, call("get_weather"), &Count{}), "want a declared lookup"},
		{"call: no lookup", chain(cases, call("get_sum"), &Count{}), "want a declared lookup"},
		{"call: other type", chain(cases, call("get_court"), project("法院级别")), "does not accept company"},
		{"call: a set", chain(cases, list, project("被告"), call("get_company"), project("所属行业")), "names one entity"},
		{"call: a scalar", chain(cases, call("get_company"), project("所属行业"), list, &Count{}), "names one entity"},
		{"filter: one row", chain(cases, call("get_company"), year("成立日期", "2019"), project("所属行业")), "want a set of rows"},
		{"filter: no such column", chain(cases, list, year("成立日期", "2019"), &Count{}), `no column "成立日期"`},
		{"filter: no day", chain(cases, list, year("案由", "2019"), &Count{}), "column of days and four digits"},
		{"filter: comparison", chain(cases, list, &Filter{Column: "立案日期", Comparison: "before", Operand: "2019"}, &Count{}), `comparison "before" is not known`},
		{"filter: short year", chain(cases, list, year("立案日期", "19"), &Count{}), "four digits"},
		{"filter: no digits", chain(cases, list, year("立案日期", "201x"), &Count{}), "four digits"},
		{"superlative: one row", chain(cases, call("get_company"), &Superlative{Column: "注册资本", Order: Max}, project("所属行业")), "want a set of rows"},
		{"superlative: text", chain(cases, list, &Superlative{Column: "案由", Order: Max}, project("案由")), "want a column of numbers or days"},
		{"superlative: order", chain(cases, list, &Superlative{Column: "涉案金额（元）", Order: "most"}, project("案由")), "want max or min"},
		{"superlative: an entity", chain(cases, &Superlative{Column: "涉案金额（元）", Order: Max}, project("案由")), "one input of rows"},
		{"superlative: no column", chain(cases, list, &Superlative{Column: "", Order: Max}, project("案由")), `no column ""`},
		{"only: one row", chain(cases, call("get_company"), &Only{}, project("所属行业")), "want a set of rows"},
		{"only: values", chain(cases, list, project("案由"), &Only{}), "one input of rows"},
		{"project: no column", chain(cases, list, project()), "at least one column"},
		{"project: no such column", chain(cases, list, project("天气")), `no column "天气"`},
		{"project: two columns", chain(cases, list, project("原告", "被告")), "one column, or the parts of one entity"},
		{"project: a number", chain(cases, list, &Count{}, project("案由")), "one input of rows"},
		{"count: one row", chain(cases, call("get_company"), &Count{}), "want a set of rows"},
		{"sum: one row", chain(cases, call("get_company"), &Aggregate{Sum, "注册资本"}), "want a set of rows"},
		{"sum: text", chain(cases, list, &Aggregate{Sum, "案由"}), "column of numbers"},
		{"answer: rows", chain(cases, list), "is rows: want values, a number, or yes or no"},
		{"answer: entity", chain(cases), "is entity: want values, a number, or yes or no"},
		{"answer: no style", as(Form{}, cases, list, &Count{}), `style ""`},
		{"answer: text as a number", as(Form{Style: StyleNumber}, cases, list, project("案由")), "want numbers"},
		{"answer: endless places", as(Form{Style: StyleNumber, Unit: "元", Places: 2_000_000_000}, cases, list, &Aggregate{Sum, "涉案金额（元）"}), "want 0 to 20"},
		{"answer: negative places", as(Form{Style: StyleNumber, Unit: "元", Places: -1}, cases, list, &Aggregate{Sum, "涉案金额（元）"}), "want 0 to 20"},
		{"answer: a number as a day", as(Form{Style: StyleDate}, cases, list, &Count{}), "column of days"},
		{"answer: an amount as a count", as(Form{Style: StyleCount}, cases, list, &Aggregate{Sum, "涉案金额（元）"}), "want a count of"},
		{"no answer", &Program{Nodes: chain(cases, list, &Count{}).Nodes}, "no answer"},
		{"answer: unknown", &Program{Nodes: chain(cases, list, &Count{}).Nodes, Answers: []AnswerSpec{{From: "z"}}}, `answer "z": want a node`},
		{"name: taken", &Program{Nodes: []Node{{Name: "a", Do: cases}, {Name: "a", Do: cases}}}, "empty or taken"},
		{"name: empty", &Program{Nodes: []Node{{Do: cases}}}, "empty or taken"},
		{"reads a later node", &Program{Nodes: []Node{{Name: "a", From: []string{"b"}, Do: list}, {Name: "b", Do: cases}}}, "want an earlier node"},
		{"reads itself", &Program{Nodes: []Node{{Name: "a", From: []string{"a"}, Do: list}}}, "want an earlier node"},
		{"reads two", &Program{Nodes: []Node{{Name: "a", Do: cases}, {Name: "b", From: []string{"a", "a"}, Do: list}}}, "want one input"},
	} {
		_, err := c.p.Types(toy(t))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Types() = %v, want an error with %q", c.name, err, c.want)
		}
	}
}

func TestTypes(t *testing.T) {
	p := chain(start("case_number"), &Derive{"case_number_court_code"}, call("get_court"), project("法院名称"))
	got, err := p.Types(toy(t))
	if err != nil {
		t.Fatal(err)
	}
	columns := []string{"法院名称", "法院代字", "法院级别", "法院负责人", "成立日期", "联系电话"}
	want := []Type{
		{Shape: ShapeEntity, Entity: "case_number"},
		{Shape: ShapeEntity, Entity: "court_code"},
		{Shape: ShapeRows, Table: "Court", Columns: columns},
		{Shape: ShapeValues, Entity: "court", Table: "Court", Columns: columns[:1]},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Types() (-want +got):\n%s", diff)
	}
}

// drawnPath draws a path of one to four hops.
func drawnPath(t *rapid.T, g *Graph) Path {
	ps, _ := paths(g, rapid.IntRange(1, 4).Draw(t, "hops"))
	return rapid.SampledFrom(ps).Draw(t, "path")
}

// drawn draws a program that follows a path, for the toy domain: of a set it asks for
// how many rows there are, for all of them or for the one at the end of a ranking.
func drawn(t *rapid.T, g *Graph) *Program {
	d, p := g.Domain(), drawnPath(t, g)
	var moves []Move
	for i := range len(p.Hops) - 1 {
		moves = append(moves, rapid.SampledFrom(Moves(d, &p.Hops[i], &p.Hops[i+1], someYears)).Draw(t, "move"))
	}
	prog := new(Program)
	_, _, at := prog.Chain(p, moves)
	target := rapid.SampledFrom(Targets(d, p)).Draw(t, "target")
	last := d.Tool(p.Hops[len(p.Hops)-1].Tool)
	form := Form{Style: StyleCount}
	if target == Rows {
		at = prog.Add(&Count{}, at)
	} else {
		form = FormOf(d.Table(last.Table).Column(target))
		if last.Returns == domain.Many && rapid.Bool().Draw(t, "one") {
			column := rapid.SampledFrom(rankedColumns(d, last)).Draw(t, "ranked")
			at = prog.Add(&Superlative{Column: column, Order: Max}, at)
		}
		at = prog.Add(project(target), at)
	}
	prog.Answers = []AnswerSpec{{From: at, Form: form}}
	return prog
}

func someYears(_, _ string) []string { return []string{"2018", "2019", "2020", "2021"} }

func TestProgramRoundTrip(t *testing.T) {
	g := graphOf(t, toyOnce())
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, g)
		if rapid.Bool().Draw(t, "bind") {
			p = p.Bind([]string{rapid.String().Draw(t, "start")})
		}
		b := asJSON(t, p)
		var q Program
		if err := json.Unmarshal(b, &q); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, &q); diff != "" {
			t.Fatalf("%s read back (-want +got):\n%s", b, diff)
		}
	})
}

func FuzzProgram(f *testing.F) {
	b := asJSON(f, chain(start("company"), call("get_company_cases"), year("立案日期", "2019"), &Superlative{Column: "涉案金额（元）", Order: Max}, project("案由")))
	f.Add(b)
	for seed := range 20 {
		b := asJSON(f, rapid.Custom(func(t *rapid.T) *Program { return anyProgram(t, sea()) }).Example(seed))
		f.Add(b)
	}
	f.Add([]byte(`{"nodes":[{"name":"a","op":"only"},{"name":"a","op":"fly"}]}`))
	f.Add([]byte(`{"nodes":[{}],"answers":null}`))
	f.Add([]byte(`{"nodes":[null]}`))
	worlds := []*domain.Domain{toy(f), sea()}
	f.Fuzz(func(t *testing.T, b []byte) {
		var p Program
		if json.Unmarshal(b, &p) != nil {
			return
		}
		i := slices.IndexFunc(worlds, func(d *domain.Domain) bool {
			_, err := p.Types(d)
			return err == nil
		})
		if i < 0 {
			return
		}
		for _, op := range p.Structure(worlds[i]).Operators {
			if !slices.Contains(Operators(), op) {
				t.Fatalf("operator %q of %s is none of Operators", op, b)
			}
		}
		again, err := json.Marshal(&p)
		if err != nil {
			t.Fatalf("Marshal of %s: %v", b, err)
		}
		var q Program
		if err := json.Unmarshal(again, &q); err != nil {
			t.Fatalf("Unmarshal(%s): %v", again, err)
		}
		if p.String() != q.String() {
			t.Fatalf("%s became %s", &p, &q)
		}
	})
}

func TestStructure(t *testing.T) {
	p := chain(start("company"), call("get_company_cases"), year("立案日期", "2019"), &Superlative{Column: "涉案金额（元）", Order: Max}, project("审理法院"), call("get_court"), project("法院级别"))
	p.Nodes = append(p.Nodes, Node{Name: "n", From: []string{"c"}, Do: &Count{}})
	want := Structure{Hops: 2, Fanout: 2, Operators: []Operator{"count", "superlative", "year"}}
	if diff := cmp.Diff(want, p.Structure(toy(t))); diff != "" {
		t.Errorf("Structure() (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"get_company_cases", "get_court"}, p.Tools()); diff != "" {
		t.Errorf("Tools() (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Start{{"company", []string{"甲"}}}, p.Bind([]string{"甲"}).Entities()); diff != "" {
		t.Errorf("Entities() (-want +got):\n%s", diff)
	}
}

func TestTargets(t *testing.T) {
	for _, c := range []struct {
		hop  Hop
		want []string
	}{
		{Hop{Accepts: "company", Tool: "get_company_cases"}, []string{"案号", "原告", "被告", "案由", "涉案金额（元）", "立案日期", "审理法院", Rows}},
		{Hop{Accepts: "court_code", Tool: "get_court"}, []string{"法院名称", "法院级别", "法院负责人", "成立日期", "联系电话"}},
		{Hop{Accepts: "court", Tool: "get_court"}, []string{"法院代字", "法院级别", "法院负责人", "成立日期", "联系电话"}},
	} {
		if diff := cmp.Diff(c.want, Targets(toy(t), Path{Hops: []Hop{c.hop}})); diff != "" {
			t.Errorf("Targets(%v) (-want +got):\n%s", c.hop, diff)
		}
	}
}
