package plan

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Programs are equal exactly if they are written alike.
func TestEqual(t *testing.T) {
	program := func(edit func(p *Program)) *Program {
		p := &Program{
			Nodes: []Node{
				{Name: "r1", Do: &Start{Entity: "company", Value: []string{"甲"}}},
				{Name: "r2", From: []string{"r1"}, Do: &Call{Tool: "get_company"}},
				{Name: "r3", From: []string{"r2"}, Do: &Project{Columns: []string{"name"}}},
			},
			Answers: []AnswerSpec{{From: "r3", Form: Form{Style: StyleText}}},
		}
		edit(p)
		return p
	}
	own := program(func(*Program) {})
	if none := (*Program)(nil); own.Equal(none) || none.Equal(own) || !none.Equal(nil) {
		t.Error("no program equals one, or not itself")
	}
	if !own.Equal(program(func(*Program) {})) {
		t.Error("a program does not equal its like")
	}
	for name, edit := range map[string]func(p *Program){
		"start":     func(p *Program) { p.Nodes[0].Do = &Start{Entity: "company", Value: []string{"乙"}} },
		"unbound":   func(p *Program) { p.Nodes[0].Do = &Start{Entity: "company"} },
		"kind":      func(p *Program) { p.Nodes[2].Do = &Count{} },
		"column":    func(p *Program) { p.Nodes[2].Do = &Project{Columns: []string{"place"}} },
		"name":      func(p *Program) { p.Nodes[2].Name = "r4" },
		"input":     func(p *Program) { p.Nodes[2].From = []string{"r1"} },
		"node more": func(p *Program) { p.Nodes = append(p.Nodes, Node{Name: "r4", From: []string{"r2"}, Do: &Count{}}) },
		"form":      func(p *Program) { p.Answers[0].Form.Style = StyleCount },
		"template":  func(p *Program) { p.Template = "notice" },
	} {
		if other := program(edit); own.Equal(other) || other.Equal(own) {
			t.Errorf("%s: a program equals another", name)
		}
	}
}

// Structure counts lookups along the longest chain, and names what a program does.
func TestStructureOfOperations(t *testing.T) {
	d := sea()
	egret := []Node{n("s", bound("ship", "鹭")), n("x", call("ship"), "s"), n("v", call("voyages"), "s")}
	of := func(last ...Node) []Node { return append(egret[:3:3], last...) }
	filter := func(column string, c Comparison, operand, to string) []Node {
		return of(n("f", &Filter{Column: column, Comparison: c, Operand: operand, To: to}, "v"), n("k", &Count{}, "f"))
	}
	for _, c := range []struct {
		nodes []Node
		want  Structure
	}{
		{of(n("p", project("worth"), "x")), Structure{1, 2, []Operator{}}},
		{of(n("p", project("cargo"), "v")), Structure{1, 2, []Operator{"list"}}},
		{of(n("k", &Count{}, "v")), Structure{1, 2, []Operator{"count"}}},
		{of(n("r", &Superlative{"left", Max, 0}, "v"), n("p", project("to"), "r"), n("w", call("port"), "p"), n("o", project("opened"), "w")), Structure{2, 2, []Operator{"superlative"}}},
		{of(n("r", &Superlative{"left", Max, 2}, "v"), n("p", project("cargo"), "r")), Structure{1, 2, []Operator{"kth"}}},
		{of(n("q", &Frequent{"from"}, "v"), n("w", call("port"), "q"), n("o", project("opened"), "w")), Structure{2, 2, []Operator{"frequent"}}},
		{of(n("p", project("to"), "v"), n("h", &Having{Tool: "port"}, "p"), n("w", &Call{Tool: "port", Each: true}, "h"), n("a", &Aggregate{Average, "berths"}, "w")), Structure{3, 2, []Operator{"average", "having", "map"}}},
		{of(n("p", project("worth"), "x"), n("a", &Aggregate{Sum, "freight"}, "v"), n("r", &Arithmetic{Divide}, "a", "p")), Structure{1, 2, []Operator{"branches", "divide", "sum"}}},
		{of(n("a", &Aggregate{Minimum, "freight"}, "v"), n("b", &Aggregate{Maximum, "freight"}, "v"), n("r", &Arithmetic{Subtract}, "b", "a")), Structure{1, 2, []Operator{"maximum", "minimum", "subtract"}}},
		{of(n("p", project("worth"), "x"), n("r", &Arithmetic{Add}, "p", "p")), Structure{1, 2, []Operator{"add"}}},
		{append(egret[:2:2], n("p", project("worth"), "x"), n("r", &Arithmetic{Add}, "p", "p")), Structure{1, 1, []Operator{"add"}}},
		{of(n("o", &Only{}, "v"), n("a", project("left"), "o"), n("b", project("arrived"), "o"), n("d", &Days{}, "a", "b")), Structure{1, 2, []Operator{"days", "only"}}},
		{of(n("e", &Exists{}, "v")), Structure{1, 2, []Operator{"exists"}}},
		{of(n("p", project("to"), "v"), n("q", project("from"), "v"), n("c", &Combine{Union}, "p", "q"), n("k", &Distinct{}, "c")), Structure{1, 2, []Operator{"distinct", "union"}}},
		{of(n("f", &Filter{Column: "convoy", Comparison: Names}, "v", "s"), n("k", &Count{}, "f")), Structure{1, 3, []Operator{"count", "role"}}},
		{of(n("d", &Derive{"first_voyage"}, "s"), n("w", call("voyage"), "d"), n("p", project("cargo"), "w")), Structure{1, 3, []Operator{"derive"}}},
		{filter("left", Year, "2020", ""), Structure{1, 2, []Operator{"count", "year"}}},
		{filter("left", Since, "2020-01-01", ""), Structure{1, 2, []Operator{"count", "period"}}},
		{filter("left", Until, "2020-01-01", ""), Structure{1, 2, []Operator{"count", "period"}}},
		{filter("left", During, "2020-01-01", "2020-02-01"), Structure{1, 2, []Operator{"count", "period"}}},
		{filter("freight", Above, "1", ""), Structure{1, 2, []Operator{"count", "threshold"}}},
		{filter("freight", AtMost, "1", ""), Structure{1, 2, []Operator{"count", "threshold"}}},
		{filter("freight", Within, "1", "2"), Structure{1, 2, []Operator{"count", "interval"}}},
		{filter("cargo", Contains, "茶", ""), Structure{1, 2, []Operator{"containment", "count"}}},
		{filter("cargo", Equals, "茶", ""), Structure{1, 2, []Operator{"count", "equality"}}},
		{filter("freight", Equals, "100", ""), Structure{1, 2, []Operator{"count", "equality"}}},
	} {
		p := asking(t, d, c.nodes...)
		if diff := cmp.Diff(c.want, p.Structure(d)); diff != "" {
			t.Errorf("%s: Structure (-want +got):\n%s", p, diff)
		}
		for _, op := range p.Structure(d).Operators {
			if !slices.Contains(Operators(), op) {
				t.Errorf("operator %q is none of Operators", op)
			}
		}
	}
	if ops := Operators(); !slices.IsSorted(ops) || len(slices.Compact(slices.Clone(ops))) != len(ops) {
		t.Errorf("Operators = %q, want them sorted, each once", ops)
	}

	p := asking(t, d, of(n("e", &Exists{}, "v"), n("w", project("worth"), "x"), n("b", project("built"), "x"))...)
	p.Answers = []AnswerSpec{
		{From: "e", Form: Form{Style: StyleTruth}}, {From: "w", Form: Form{Style: StyleNumber, Unit: "万元"}, If: "e"}, {From: "b", Form: Form{Style: StyleDate, Layout: LayoutYear}, If: "e"},
	}
	if diff := cmp.Diff([]Operator{"columns", "conversion", "exists", "followup", "layout"}, p.Structure(d).Operators); diff != "" {
		t.Errorf("operators of answers (-want +got):\n%s", diff)
	}
	q := asking(t, d, n("s", bound("port", "东港")), n("v", call("fleet"), "s"), n("f", &Filter{Column: "stake", Comparison: Equals, Operand: "100"}, "v"), n("k", &Count{}, "f"))
	if diff := cmp.Diff([]Operator{"count", "ownership"}, q.Structure(d).Operators); diff != "" {
		t.Errorf("operators of full ownership (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"fleet"}, q.Tools()); diff != "" {
		t.Errorf("Tools (-want +got):\n%s", diff)
	}
}
