package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// calls writes the calls of a trace's steps, one a line.
func calls(t testing.TB, trace *Trace) []string {
	t.Helper()
	steps := stepsOf(t, trace)
	var lines []string
	for _, s := range steps {
		if s.Tool != "" {
			lines = append(lines, fmt.Sprintf("%s %s %s = %s", s.Node, s.Tool, s.Arguments, s.Observation))
		}
	}
	return lines
}

// Arithmetic and ranking are calls of the declared tools, with the numbers an agent
// would give them.
func TestArithmeticCallsTools(t *testing.T) {
	d := sea()
	egret := []Node{n("s", bound("ship", "鹭")), n("v", call("voyages"), "s")}
	gull := []Node{n("s", bound("ship", "鸥")), n("v", call("voyages"), "s")}
	of := func(nodes []Node, last ...Node) []Node { return slices.Concat(nodes, last) }
	pair := []Node{
		n("s", bound("ship", "鹭")), n("x", call("ship"), "s"), n("w", project("worth"), "x"), n("k", project("stake"), "x"), n("m", project("sailors"), "x"),
	}
	for _, c := range []struct {
		nodes []Node
		want  []string // calls of the last node that makes any
	}{
		{of(egret, n("a", &Aggregate{Sum, "freight"}, "v")), []string{`a add {"numbers":[500,300,300,200,100]} = 1400`}},
		{of(egret, n("a", &Aggregate{Average, "freight"}, "v")), []string{`a add {"numbers":[500,300,300,200,100]} = 1400`, `a into {"by":5,"what":1400} = 280`}},
		{of(egret, n("a", &Aggregate{Minimum, "freight"}, "v")), []string{`a sort {"down":false,"numbers":[500,300,300,200,100]} = [100,200,300,300,500]`}},
		{of(egret, n("a", &Aggregate{Maximum, "freight"}, "v")), []string{`a sort {"down":true,"numbers":[500,300,300,200,100]} = [500,300,300,200,100]`}},
		{of(egret, n("r", &Superlative{"freight", Max, 0}, "v"), n("p", project("cargo"), "r")), []string{`r sort {"down":true,"numbers":[500,300,300,200,100]} = [500,300,300,200,100]`}},
		{of(gull, n("r", &Superlative{"left", Min, 2}, "v"), n("p", project("cargo"), "r")), []string{`r sort {"down":false,"numbers":["1649-12-31","2020-02-29"]} = [16491231,20200229]`}},
		{of(pair, n("r", &Arithmetic{Add}, "w", "w")), []string{`r add {"numbers":[30000000,30000000]} = 60000000`}},
		{of(pair, n("r", &Arithmetic{Subtract}, "w", "w")), []string{`r take {"from":30000000,"what":30000000} = 0`}},
		{of(pair, n("r", &Arithmetic{Multiply}, "k", "w")), []string{`r times {"numbers":[0.6,30000000]} = 18000000`}},
		{of(pair, n("r", &Arithmetic{Divide}, "w", "m")), []string{`r into {"by":20,"what":30000000} = 1500000`}},
		{of(pair, n("r", &Arithmetic{Share}, "w", "w")), []string{`r into {"by":30000000,"what":30000000} = 1`}},
	} {
		p := asking(t, d, c.nodes...)
		trace, reason := run(t, p)
		if reason != "" {
			t.Errorf("%s: Run = %q", p, reason)
			continue
		}
		got := calls(t, trace)
		if diff := cmp.Diff(c.want, got[len(got)-len(c.want):]); diff != "" {
			t.Errorf("calls of %s (-want +got):\n%s", p, diff)
		}
		if n := len(got) - len(c.want); n != 1 {
			t.Errorf("%s: %d calls before, want that of the lookup alone", p, n)
		}
	}
}

// A step of every call stands in the node's order, what the node hands on with the
// last.
func TestStepsOfNodes(t *testing.T) {
	d := sea()
	p := asking(t, d,
		n("s", bound("ship", "鹭")), n("v", call("voyages"), "s"), n("p", project("to"), "v"), n("h", &Having{Tool: "port"}, "p"),
		n("c", &Call{Tool: "port", Each: true}, "h"), n("a", &Aggregate{Average, "berths"}, "c"))
	trace, reason := run(t, p)
	if reason != "" {
		t.Fatalf("Run = %q", reason)
	}
	steps := stepsOf(t, trace)
	var got []string
	for _, s := range steps {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %d %s", s.Node, s.Op, s.Tool, s.Rows, strings.Join(s.Selected, "/"))))
	}
	want := []string{
		"s start  0 鹭", "v call voyages 5", "p project  0 西港/东港/北港/南港/古渡港",
		"h having port 0", "h having port 0", "h having port 0", "h having port 0", "h having port 0 西港/东港/北港",
		"c call port 0", "c call port 0", "c call port 3",
		"a average add 0", "a average into 0 7.33333333333333333333",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Steps (-want +got):\n%s", diff)
	}
	miss := steps[6]
	if string(miss.Arguments) != `{"columns":["name"],"name":"南港"}` || string(miss.Observation) != `"no row"` {
		t.Errorf("step of an entity nothing is known of = %s %s, want its call and the reply", miss.Arguments, miss.Observation)
	}
}

// broken are tools of which one does not work.
type broken struct {
	tool.Caller
	name   string
	result tool.Result
	err    error
}

func (b broken) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if c.Tool == b.name {
		return b.result, b.err
	}
	return b.Caller.Call(ctx, c)
}

var errBroken = errors.New("the wire is cut")

// A tool that breaks, or says what it cannot, is an error and no reason; arithmetic
// that cannot be done is a reason.
func TestBrokenTools(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	egret := []Node{n("s", bound("ship", "鹭")), n("v", call("voyages"), "s")}
	sum := append(egret[:2:2], n("a", &Aggregate{Sum, "freight"}, "v"))
	average := append(egret[:2:2], n("a", &Aggregate{Average, "freight"}, "v"))
	most := append(egret[:2:2], n("a", &Aggregate{Maximum, "freight"}, "v"))
	last := append(egret[:2:2], n("r", &Superlative{"left", Max, 0}, "v"), n("p", project("cargo"), "r"))
	kept := append(egret[:2:2], n("p", project("to"), "v"), n("h", &Having{Tool: "port"}, "p"))
	missing := callOf(t, tools, tool.Call{Tool: "ship", Args: map[string]any{"name": "无名"}})
	failed := callOf(t, tools, tool.Call{Tool: "into", Args: map[string]any{"what": 1, "by": 0}})
	wrong := callOf(t, tools, tool.Call{Tool: "sort", Args: map[string]any{"numbers": []any{1, 2, 3, 4, 5}}})
	for _, c := range []struct {
		nodes  []Node
		tool   string
		result tool.Result
		err    error
		want   string // in the error; "" for a reason
		reason Reason
	}{
		{sum, "voyages", tool.Result{}, errBroken, `node "v" (call): the wire is cut`, ""},
		{sum, "voyages", tool.Result{Fault: tool.FaultColumns}, nil, `node "v" (call): tool "voyages": unexpected fault "columns"`, ""},
		{sum, "voyages", missing, nil, "", Missing},
		{sum, "add", tool.Result{}, errBroken, `node "a" (sum): the wire is cut`, ""},
		{sum, "add", missing, nil, `node "a" (sum): tool "add": sum of [500 300 300 200 100]: want a number`, ""},
		{sum, "add", failed, nil, "", Undefined},
		{average, "add", failed, nil, "", Undefined},
		{average, "into", failed, nil, "", Undefined},
		{most, "sort", tool.Result{}, errBroken, `node "a" (maximum): the wire is cut`, ""},
		{most, "sort", wrong, nil, `tool "sort": 1 in place 1: want 500`, ""},
		{most, "sort", missing, nil, `tool "sort": no row: want 5 numbers`, ""},
		{last, "sort", wrong, nil, `tool "sort": 1 in place 1: want 20220505`, ""},
		{kept, "port", tool.Result{}, errBroken, `node "h" (having): the wire is cut`, ""},
	} {
		x := newExecutor(t, d, broken{tools, c.tool, c.result, c.err}, asking(t, d, c.nodes...))
		_, reason, err := x.Run(t.Context(), nil)
		if reason != c.reason || (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("Run with %s broken = %q, %v, want %q, %q", c.tool, reason, err, c.reason, c.want)
		}
		if c.err != nil && !errors.Is(err, errBroken) {
			t.Errorf("Run with %s broken = %v, want it to wrap %v", c.tool, err, errBroken)
		}
	}
}

// A domain without tools for arithmetic, or with others, computes the same.
func TestArithmeticWithoutTools(t *testing.T) {
	_, tools := atSea(t)
	bare, plain := sea(), sea()
	bare.Tools = slices.DeleteFunc(bare.Tools, func(t domain.Tool) bool { return t.Kind == domain.Arithmetic })
	for i := range plain.Tools { // one that sorts in one direction
		if plain.Tools[i].Operation == domain.Rank {
			plain.Tools[i].Inputs = plain.Tools[i].Inputs[:1]
		}
	}
	egret := []Node{n("s", bound("ship", "鹭")), n("v", call("voyages"), "s")}
	for _, last := range [][]Node{
		{n("a", &Aggregate{Sum, "freight"}, "v")},
		{n("a", &Aggregate{Average, "crates"}, "v"), n("b", &Arithmetic{Divide}, "a", "a")},
		{n("a", &Aggregate{Maximum, "freight"}, "v"), n("b", &Aggregate{Sum, "freight"}, "v"), n("c", &Arithmetic{Share}, "a", "b")},
		{n("r", &Superlative{"left", Max, 2}, "v"), n("p", project("cargo"), "r")},
		{n("r", &Superlative{"freight", Min, 2}, "v"), n("p", project("cargo"), "r")},
		{n("r", &Superlative{"freight", Max, 0}, "v"), n("a", project("freight"), "r"), n("d", &Arithmetic{Subtract}, "a", "a"), n("m", &Count{}, "v"), n("t", &Arithmetic{Multiply}, "a", "m")},
	} {
		p := asking(t, bare, append(egret[:2:2], last...)...)
		want, reason := run(t, p)
		if reason != "" {
			t.Fatalf("%s: Run = %q", p, reason)
		}
		for _, d := range []*domain.Domain{bare, plain} {
			x := newExecutor(t, d, tools, p)
			got, reason, err := x.Run(t.Context(), nil)
			if err != nil || reason != "" {
				t.Fatalf("%s: Run = %q, %v", p, reason, err)
			}
			all := runAllOf(t, x, nil)
			name := last[len(last)-1].Name
			if diff := cmp.Diff(want.Result(name).Texts(), got.Result(name).Texts()); diff != "" {
				t.Errorf("%s (-all tools +fewer):\n%s", p, diff)
			}
			if diff := cmp.Diff(want.Result(name).Texts(), all.Result(name).Texts()); diff != "" {
				t.Errorf("%s (-Run +RunAll):\n%s", p, diff)
			}
		}
	}
}

// Idle names what had nothing to choose between.
func TestIdle(t *testing.T) {
	d := sea()
	of := func(ship string, then ...Node) []Node {
		return append([]Node{n("s", bound("ship", ship)), n("v", &Call{Tool: "voyages", Empty: true}, "s")}, then...)
	}
	two := func(f Function, a, b string) []Node {
		return []Node{
			n("s", bound("ship", a)), n("t", bound("ship", b)), n("x", call("voyages"), "s"), n("y", call("voyages"), "t"),
			n("a", project("ocean"), "x"), n("b", project("ocean"), "y"), n("c", &Combine{f}, "a", "b"),
		}
	}
	for _, c := range []struct {
		nodes []Node
		want  string
	}{
		{of("鹭", n("f", year("left", "2020"), "v"), n("c", &Count{}, "f")), ""},
		{of("燕（二）", n("f", year("left", "2020"), "v"), n("c", &Count{}, "f")), "f"},
		{of("鲸", n("f", &Filter{Column: "left", Comparison: Year, Operand: "2020", Empty: true}, "v"), n("c", &Count{}, "f")), "f"},
		{of("鹭", n("r", &Superlative{"left", Max, 0}, "v"), n("p", project("cargo"), "r")), ""},
		{of("雁", n("r", &Superlative{"left", Max, 0}, "v"), n("p", project("cargo"), "r")), "r"},
		{of("鹭", n("a", &Aggregate{Sum, "freight"}, "v")), ""},
		{of("雁", n("a", &Aggregate{Sum, "freight"}, "v")), "a"},
		{of("鸥", n("q", &Frequent{"cargo"}, "v")), "q"},
		{of("鸥", n("q", &Frequent{"convoy"}, "v")), "-"},
		{of("鹭", n("q", &Frequent{"from"}, "v")), ""},
		{of("鹭", n("p", project("to"), "v"), n("h", &Having{Tool: "port"}, "p")), ""},
		{of("鹭", n("p", project("from"), "v"), n("h", &Having{Tool: "port"}, "p")), "h"},
		{of("鹭", n("p", project("ocean", "coast"), "v"), n("h", &Having{Tool: "ports"}, "p")), ""},
		{two(Union, "鹭", "鸥"), "c"},
		{two(Intersection, "鹭", "鸥"), "c"},
		{two(Difference, "鹭", "鸥"), ""},
		{of("鹭", n("p", project("to"), "v"), n("q", project("from"), "v"), n("c", &Combine{Union}, "p", "q")), "c"},
		{of("鹭", n("f", year("left", "2020"), "v"), n("p", project("to"), "f"), n("q", project("from"), "v"), n("c", &Combine{Intersection}, "p", "q")), "c"},
	} {
		p := asking(t, d, c.nodes...)
		trace, reason := run(t, p)
		if c.want == "-" {
			if reason != Tie {
				t.Errorf("%s: Run = %q, want %q", p, reason, Tie)
			}
			continue
		}
		if reason != "" {
			t.Errorf("%s: Run = %q", p, reason)
			continue
		}
		if got := trace.Idle(); got != c.want {
			t.Errorf("%s: Idle = %q, want %q", p, got, c.want)
		}
	}
}

// A follow-up is worked out when the answer is yes, and only then.
func TestFollowUp(t *testing.T) {
	_, tools := atSea(t)
	p := &Program{
		Nodes: []Node{
			n("s", &Start{Entity: "ship"}), n("v", &Call{Tool: "voyages", Empty: true}, "s"), n("f", &Filter{Column: "left", Comparison: Year, Operand: "2020", Empty: true}, "v"),
			n("e", &Exists{}, "f"), n("r", &Superlative{"left", Max, 0}, "f"), n("p", project("number"), "r"), n("k", &Count{}, "v"), n("x", project("cargo"), "r"),
		},
		Answers: []AnswerSpec{
			{From: "e", Form: Form{Style: StyleTruth}}, {From: "p", Form: Form{Style: StyleText}, If: "e"},
			{From: "k", Form: Form{Style: StyleCount}}, {From: "k", Form: Form{Style: StyleCount}, If: "e"}, {From: "x", Form: Form{Style: StyleText}, If: "e"},
		},
	}
	x := newExecutor(t, tools.Domain(), tools, p)
	for ship, want := range map[string]struct {
		truth, count string
		detail       []string // nil where it is not asked for
		steps        int
	}{
		"鹭": {"yes", "5", []string{"v3"}, 8},
		"鲸": {"no", "0", nil, 5},
	} {
		trace, reason, err := x.Run(t.Context(), []string{ship})
		if err != nil || reason != "" {
			t.Fatalf("Run(%q) = %q, %v", ship, reason, err)
		}
		if got := trace.Result("e").selected()[0]; got != want.truth {
			t.Errorf("Run(%q) says %s, want %s", ship, got, want.truth)
		}
		if got := trace.Result("k").Texts()[0]; got != want.count {
			t.Errorf("Run(%q) counts %s, want %s: it is asked for either way", ship, got, want.count)
		}
		for _, name := range []string{"r", "p", "x"} {
			if r := trace.Result(name); (r == nil) != (want.detail == nil) {
				t.Errorf("Run(%q): result of %s = %v, want one: %v", ship, name, r, want.detail != nil)
			}
		}
		if r := trace.Result("p"); r != nil && !slices.Equal(r.Texts(), want.detail) {
			t.Errorf("Run(%q) finds %q, want %q", ship, r.Texts(), want.detail)
		}
		steps, err := trace.Steps()
		if err != nil || len(trace.Results) != len(p.Nodes) || len(steps) != want.steps {
			t.Errorf("Run(%q) = %d results in %d steps, %v, want %d in %d", ship, len(trace.Results), len(steps), err, len(p.Nodes), want.steps)
		}
		if idle := trace.Idle(); ship == "鹭" && idle != "" {
			t.Errorf("Run(%q): %s is idle, want none", ship, idle)
		}
	}
}

// What a follow-up is asked on is worked out whatever another one is asked on.
func TestFollowUpsOfTwo(t *testing.T) {
	p := &Program{
		Nodes: []Node{
			n("s", bound("ship", "鹭")), n("v", call("voyages"), "s"), n("f", &Filter{Column: "left", Comparison: Year, Operand: "1999", Empty: true}, "v"),
			n("e", &Exists{}, "f"), n("g", year("left", "2020"), "v"), n("b", &Exists{}, "g"), n("k", &Count{}, "g"), n("m", &Count{}, "v"),
		},
		Answers: []AnswerSpec{{From: "k", Form: Form{Style: StyleCount}, If: "e"}, {From: "m", Form: Form{Style: StyleCount}, If: "b"}},
	}
	trace, reason := run(t, p)
	if reason != "" || trace.Result("k") != nil || !trace.Result("b").Truth || trace.Result("m") == nil {
		t.Errorf("Run = %q, first follow-up %v, second %v, want the second alone", reason, trace.Result("k"), trace.Result("m"))
	}
}

// A program of several starts runs bound, each start to its own.
func TestSeveralStarts(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	p := asking(t, d, n("s", &Start{Entity: "ship"}), n("r", &Start{Entity: "region"}), n("v", call("voyages"), "s"), n("w", call("ports"), "r"),
		n("a", project("to"), "v"), n("b", project("name"), "w"), n("c", &Combine{Intersection}, "a", "b"))
	b := p.Bind([]string{"鸥"}, []string{"北洋", "东岸"})
	trace, reason := run(t, b)
	if reason != "" || !slices.Equal(trace.Result("c").Texts(), []string{"东港", "北港"}) {
		t.Fatalf("Run = %q, %v, want both ports", reason, trace.Result("c"))
	}
	if diff := cmp.Diff([]Start{{"ship", []string{"鸥"}}, {"region", []string{"北洋", "东岸"}}}, trace.Program.Entities()); diff != "" {
		t.Errorf("Entities (-want +got):\n%s", diff)
	}
	if p.Entities()[0].Value != nil || !b.bind(func(int) []string { return nil }).Equal(p) {
		t.Error("Bind changed the program it binds, or what it asks")
	}
	x := newExecutor(t, d, tools, p)
	for _, start := range [][]string{nil, {"鸥"}, {"北洋", "东岸"}} { // none fits both
		if _, _, err := x.Run(t.Context(), start); err == nil || !strings.Contains(err.Error(), "is not bound") {
			t.Errorf("Run(%q) = %v, want an error that a start is not bound", start, err)
		}
	}
	for _, names := range [][][]string{nil, {{"鸥"}}, {{"鸥"}, {"北洋", "东岸"}, {"鹭"}}} {
		func() {
			defer func() {
				if r := recover(); fmt.Sprint(r) != fmt.Sprintf("plan: %d names for 2 starts", len(names)) {
					t.Errorf("Bind(%q) panics with %v, want the number of starts", names, r)
				}
			}()
			p.Bind(names...)
		}()
	}
}
