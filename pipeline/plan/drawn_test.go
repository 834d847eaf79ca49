package plan

import (
	"fmt"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// anyOperation draws an operation of a kind over columns and tools of the given
// names, with fields that may fit or not.
func anyOperation(t *rapid.T, kind string, columns, tools []string) Operation {
	from := func(label string, texts ...string) string { return rapid.SampledFrom(texts).Draw(t, label) }
	yes := func(label string) bool { return rapid.Bool().Draw(t, label) }
	column := func() string { return from("column", columns...) }
	switch op := kinds[kind]().(type) {
	case *Start:
		*op = *rapid.SampledFrom([]*Start{
			bound("ship", "鹭"), bound("ship", "燕(二)"), bound("port", "东港"), bound("voyage", "v1"), bound("region", "北洋", "东岸"), start("ship"), start("region"),
			bound("signal", "at anchor", "two lights"), bound("signal", "in fog", "a bell"),
		}).Draw(t, "start")
		return op
	case *Derive:
		op.Derivation = "first_voyage"
		return op
	case *DeriveAll:
		op.Derivation = "first_voyage"
		return op
	case *Call:
		op.Tool, op.Each, op.Empty = from("tool", tools...), yes("each"), yes("empty")
		return op
	case *Record:
		op.Table = from("table", "Ship", "Port", "Voyage")
		return op
	case *Having:
		op.Tool, op.Empty = from("tool", tools...), yes("empty")
		return op
	case *Retrieve:
		op.Tool, op.Passages = from("tool", tools...), rapid.IntRange(0, 3).Draw(t, "passages")
		return op
	case *Extract:
		op.Pattern = from("pattern", "(.)", "(港|茶)", ".", "Rules (1.)")
		return op
	case *Citations:
		op.Passages = from("passages cited", "Rules", "")
		return op
	case *ReadFact:
		op.Fact = from("fact", "insured", "premium", "log")
		return op
	case *Tiered:
		op.Tiers = []RateTier{{AtLeast: []string{from("threshold", "1", "2.5", "100")}, Rate: "12.5"}, {Rate: from("rate", "20", "5")}}
		return op
	case *Cite:
		op.Which = domain.CiteMode(from("which", "first", "all"))
		return op
	case *Filter:
		*op = anyFilter(t, column())
		return op
	case *Covering:
		op.Begin, op.End = from("begin", "left", "left", column()), from("end", "arrived", "arrived", column())
		op.Day = from("day", "2020-01-01", "2020-06-05", "2021-01-31", "2022-05-05", "")
		return op
	case *Superlative:
		op.Column, op.Order, op.Rank = column(), Order(from("order", "max", "min")), rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "rank")
		return op
	case *Frequent:
		op.Column = column()
		return op
	case *Aggregate:
		op.Column = column()
		return op
	case *Project:
		op.Columns = []string{column()}
		if op.Columns[0] == "ocean" && yes("both parts") {
			op.Columns = append(op.Columns, "coast")
		}
		return op
	case *Compare:
		op.Order = Order(from("order", "max", "min"))
		return op
	default:
		return op
	}
}

// anyFilter draws a filter of a column, with operands as its comparison takes them.
func anyFilter(t *rapid.T, column string) Filter {
	operands := map[Comparison][]string{
		Year: {"2020", "2021"}, Since: {"2020-01-01"}, Until: {"2020-06-01"}, During: {"2020-01-01"}, Names: {""}, Stated: {""},
		Contains: {"港", "茶", "鹭"}, Equals: {"茶", "0", "300", "60", "100", "东港"},
		Above: {"0", "5", "100"}, Below: {"0", "300"}, AtLeast: {"0", "200.5"}, AtMost: {"60", "300"}, Within: {"0", "99"},
	}
	f := Filter{Column: column, Empty: rapid.Bool().Draw(t, "empty")}
	f.Comparison = rapid.SampledFrom(slices.Sorted(maps.Keys(operands))).Draw(t, "comparison")
	f.Operand = rapid.SampledFrom(operands[f.Comparison]).Draw(t, "operand")
	switch f.Comparison {
	case During:
		f.To = "2020-12-31"
	case Within:
		f.To = "400"
	}
	return f
}

// inputs is how many results an operation reads.
func inputs(op Operation) int {
	switch o := op.(type) {
	case *Start:
		return 0
	case *Filter:
		if o.Comparison == Names {
			return 2
		}
	case *Cite:
		if o.Which == domain.CiteAll {
			return 2
		}
	case *Days, *Arithmetic, *Combine, *Recognize:
		return 2
	case *Compare:
		return 4
	}
	return 1
}

// grower adds operations to a program and knows their types.
type grower struct {
	domain  *domain.Domain
	program *Program
	types   []Type
}

// add adds an operation if it can read the results.
func (g *grower) add(op Operation, from ...int) bool {
	var in []Type
	var names []string
	for _, f := range from {
		in, names = append(in, g.types[f]), append(names, g.program.Nodes[f].Name)
	}
	typ, err := op.check(g.domain, in)
	if err != nil {
		return false
	}
	g.program.Nodes = append(g.program.Nodes, Node{fmt.Sprintf("r%d", len(g.program.Nodes)+1), names, op})
	g.types = append(g.types, typ)
	return true
}

// grow adds an operation of a kind that may read the i-th result.
func (g *grower) grow(t *rapid.T, i int) {
	typ := g.types[i]
	suited := map[Shape][]string{
		ShapeRows: {"project"}, ShapeValues: {"distinct", "call", "having", "deriveall", "deriveall", "mode", "union", "intersection", "difference"}, ShapePassages: {"cite", "recognize", "recognize"},
	}[typ.Shape]
	switch {
	case typ.Entity == "signal":
		suited = []string{"retrieve"}
	case typ.Shape == ShapeRows && typ.Many:
		suited = []string{
			"filter", "superlative", "only", "frequent", "project", "project", "project", "count", "sum", "average", "minimum", "maximum", "exists", "filter", "covering",
		}
	case isEntity(typ):
		suited = []string{"call", "call", "call", "record", "derive", "derive", "compare", "extract"}
	case isNumber(g.domain, typ):
		suited = []string{"add", "subtract", "multiply", "divide", "share", "tiered"}
	case isDay(g.domain, typ):
		suited = []string{"days"}
	case isText(g.domain, typ):
		suited = []string{"extract", "retrieve", "citations", "fact"}
	case typ.Shape == ShapeRows:
		suited = []string{"project", "project", "exists"}
	case suited == nil:
		return
	}
	columns := typ.Columns
	if typ.Shape != ShapeRows || columns == nil {
		columns = []string{"name"}
	}
	if typ.Table == "Voyage" && typ.Many && rapid.Bool().Draw(t, "ports") {
		columns = []string{"from", "to"} // sets of these can be combined
	}
	tools := []string{"rules"}
	for j := range g.domain.Tools {
		if tool := &g.domain.Tools[j]; len(matches(g.domain, tool, typ.Entity)) > 0 {
			tools = append(tools, tool.Name)
		}
	}
	op := anyOperation(t, rapid.SampledFrom(suited).Draw(t, "kind"), columns, tools)
	if _, ok := op.(*Compare); ok {
		g.compare(t, op, i)
		return
	}
	from := []int{i}
	if inputs(op) == 2 {
		second := slices.DeleteFunc(g.all(), func(j int) bool {
			_, err := op.check(g.domain, []Type{typ, g.types[j]})
			return err != nil || j == i
		})
		if len(second) == 0 {
			return
		}
		from = append(from, rapid.SampledFrom(second).Draw(t, "second"))
	}
	g.add(op, from...)
}

// compare adds a comparison of the i-th result, an entity, with another.
func (g *grower) compare(t *rapid.T, op Operation, i int) {
	others := slices.DeleteFunc(g.all(), func(j int) bool { return !isEntity(g.types[j]) || g.types[j].Entity != g.types[i].Entity })
	measures := slices.DeleteFunc(g.all(), func(j int) bool { return !isNumber(g.domain, g.types[j]) && !isDay(g.domain, g.types[j]) })
	if len(measures) > 0 {
		of := rapid.SampledFrom(measures)
		g.add(op, i, of.Draw(t, "first measure"), rapid.SampledFrom(others).Draw(t, "other"), of.Draw(t, "second measure"))
	}
}

func (g *grower) all() []int {
	all := make([]int, len(g.types))
	for i := range all {
		all[i] = i
	}
	return all
}

// anyProgram draws a well-typed program over the world of ships, its starts bound,
// that asks for everything that can be asked for.
func anyProgram(t *rapid.T, d *domain.Domain) *Program {
	g := &grower{domain: d, program: &Program{}}
	for _, s := range [][]string{{"ship", "鹭"}, {"ship", "鸥"}, {"ship", "鲸"}, {"ship", "燕（二）"}, {"region", "北洋", "东岸"}, {"voyage", "v1"}, {"voyage", "v4"}, {"port", "北港"}, {"signal", "in fog", "a bell"}} {
		if rapid.Bool().Draw(t, "start "+s[1]) || g.types == nil {
			g.add(bound(s[0], s[1:]...))
		}
	}
	for i := range g.types {
		if g.types[i].Entity == "signal" {
			g.add(&Retrieve{Tool: "rules", Passages: 3}, i)
		}
		for j := range d.Tools {
			if g.types[i].Shape == ShapeEntity && rapid.Bool().Draw(t, "call") {
				g.add(&Call{Tool: d.Tools[j].Name, Empty: rapid.Bool().Draw(t, "empty")}, i)
			}
		}
	}
	g.add(&Call{Tool: "voyages", Empty: true}, 0)
	for range rapid.IntRange(5, 40).Draw(t, "more") {
		g.grow(t, len(g.types)-rapid.IntRange(1, len(g.types)).Draw(t, "back"))
	}
	p := g.program
	var truths []string
	for i, typ := range g.types {
		if f, ok := formFor(d, typ); ok {
			a := AnswerSpec{From: p.Nodes[i].Name, Form: f}
			if len(truths) > 0 && rapid.Bool().Draw(t, "if") {
				a.If = rapid.SampledFrom(truths).Draw(t, "truth")
			}
			p.Answers = append(p.Answers, a)
		}
		if typ.Shape == ShapeTruth {
			truths = append(truths, p.Nodes[i].Name)
		}
	}
	if p.Answers == nil {
		t.Skip("nothing to ask for")
	}
	return p
}

// formFor returns a form results of a type can have, if there is one.
func formFor(d *domain.Domain, t Type) (Form, bool) {
	for _, f := range []Form{{Style: StyleText}, {Style: StyleCount}, {Style: StyleTruth}, {Style: StyleNumber, Unit: t.Unit, Places: 2}} {
		if (t.Shape == ShapeValues || t.Shape == ShapeNumber || t.Shape == ShapeTruth) && f.check(d, t) == nil {
			return f, true
		}
	}
	return Form{}, false
}
