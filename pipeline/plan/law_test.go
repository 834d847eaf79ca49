package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/tool"
	"taskgrove/pipeline/value"
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
	case *Having:
		op.Tool, op.Empty = from("tool", tools...), yes("empty")
		return op
	case *Retrieve:
		op.Tool, op.Passages = from("tool", tools...), rapid.IntRange(0, 3).Draw(t, "passages")
		return op
	case *Extract:
		op.Pattern = from("pattern", "(.)", "(港|茶)", ".", "Rules (1.)")
		return op
	case *Cite:
		op.Which = domain.Cite(from("which", "first", "all"))
		return op
	case *Filter:
		*op = anyFilter(t, column())
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
	case *Days, *Arithmetic, *Combine:
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
		ShapeRows: {"project"}, ShapeValues: {"distinct", "call", "having", "deriveall", "deriveall", "mode", "union", "intersection", "difference"}, ShapePassages: {"cite"},
	}[typ.Shape]
	switch {
	case typ.Shape == ShapeRows && typ.Many:
		suited = []string{
			"filter", "superlative", "only", "frequent", "project", "project", "project", "count", "sum", "average", "minimum", "maximum", "exists", "filter",
		}
	case isEntity(typ):
		suited = []string{"call", "call", "derive", "derive", "compare", "extract"}
	case isNumber(g.domain, typ):
		suited = []string{"add", "subtract", "multiply", "divide", "share"}
	case isDay(g.domain, typ):
		suited = []string{"days"}
	case isText(g.domain, typ):
		suited = []string{"extract", "retrieve"}
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
	for _, s := range [][]string{{"ship", "鹭"}, {"ship", "鸥"}, {"ship", "鲸"}, {"ship", "燕（二）"}, {"region", "北洋", "东岸"}, {"voyage", "v1"}, {"port", "北港"}} {
		if rapid.Bool().Draw(t, "start "+s[1]) || g.types == nil {
			g.add(bound(s[0], s[1:]...))
		}
	}
	for i := range g.types {
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
			a := Answer{From: p.Nodes[i].Name, Form: f}
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

// Any well-typed program reads back as it was written, runs without a broken tool,
// one way as the other, and gives the same when its steps are taken again.
func TestAnyProgram(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	rapid.Check(t, func(t *rapid.T) {
		p := anyProgram(t, d)
		readsBack(t, p)
		x, err := NewExecutor(d, tools, p)
		if err != nil {
			t.Fatal(err)
		}
		trace, reason, err := x.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := x.RunAll(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := trace.Steps()
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range trace.Results {
			if r == nil {
				continue
			}
			if !slices.ContainsFunc(steps, func(s Step) bool {
				return s.Node == p.Nodes[i].Name && s.Rows == len(r.Rows) && slices.Equal(s.Selected, r.selected())
			}) {
				t.Fatalf("node %q has no step with its result", p.Nodes[i].Name)
			}
			if a := all.Results[i]; a != nil {
				if diff := cmp.Diff(r, a, cmpopts.IgnoreFields(Result{}, "Source"), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("node %q (-Run +RunAll):\n%s", p.Nodes[i].Name, diff)
				}
			}
		}
		for _, s := range steps {
			replay(t, tools, s)
		}
		if reason == "" {
			answered(t, p, trace)
		}
		if s := p.Structure(d); s.Hops > len(p.Tools()) || s.Hops < 1 || s.Fanout < 1 {
			t.Fatalf("Structure = %+v with %d lookups", s, len(p.Tools()))
		}
	})
}

// The programs drawn do everything: in some, every operation has a result.
func TestAnyProgramIsAny(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	programs := rapid.Custom(func(t *rapid.T) *Program { return anyProgram(t, d) })
	ran, whole := map[string]int{}, 0
	for seed := range 1500 {
		p := programs.Example(seed)
		x, err := NewExecutor(d, tools, p)
		if err != nil {
			t.Fatal(err)
		}
		one, reason, err := x.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := x.RunAll(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if reason == "" {
			whole++
		}
		for _, trace := range []*Trace{one, all} {
			for i, r := range trace.Results {
				if r != nil {
					ran[p.Nodes[i].Do.Kind()]++
				}
			}
		}
	}
	for kind := range kinds {
		if ran[kind] == 0 {
			t.Errorf("no %s has a result: %v", kind, ran)
		}
	}
	if whole < 20 {
		t.Errorf("%d programs ran to their end, want 20 at least", whole)
	}
}

// readsBack writes a program and reads it again.
func readsBack(t *rapid.T, p *Program) {
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var q Program
	if err := json.Unmarshal(b, &q); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, &q); diff != "" {
		t.Fatalf("%s read back (-want +got):\n%s", b, diff)
	}
}

// answered reports answers without a result although they are asked for.
func answered(t *rapid.T, p *Program, trace *Trace) {
	for _, a := range p.Answers {
		asked := a.If == "" || trace.Result(a.If).Truth
		if r := trace.Result(a.From); r == nil && asked {
			t.Fatalf("answer %q is asked for and has no result", a.From)
		}
	}
}

// A program with anything at all in it is refused or runs; nothing panics.
func TestSpoiltPrograms(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	var names, columns []string
	for i := range d.Tools {
		names = append(names, d.Tools[i].Name)
	}
	for i := range d.Tables {
		for _, c := range d.Tables[i].Columns {
			columns = append(columns, c.Name)
		}
	}
	var refused, ran bool
	rapid.Check(t, func(t *rapid.T) {
		p := anyProgram(t, d)
		for range rapid.IntRange(1, 3).Draw(t, "spoils") {
			node := &p.Nodes[rapid.IntRange(0, len(p.Nodes)-1).Draw(t, "node")]
			other := p.Nodes[rapid.IntRange(0, len(p.Nodes)-1).Draw(t, "other")].Name
			answer := &p.Answers[rapid.IntRange(0, len(p.Answers)-1).Draw(t, "answer")]
			switch rapid.IntRange(0, 5).Draw(t, "spoil") {
			case 0:
				node.Do = anyOperation(t, rapid.SampledFrom(slices.Sorted(maps.Keys(kinds))).Draw(t, "kind"), columns, names)
			case 1:
				node.From = append(slices.Clone(node.From), other)
			case 2:
				node.From = nil
			case 3:
				if len(node.From) > 0 {
					node.From = append([]string{other}, node.From[1:]...)
				}
			case 4:
				answer.From = other
			case 5:
				answer.If = other
			}
		}
		x, err := NewExecutor(d, tools, p)
		if err != nil {
			refused = true
			return
		}
		if _, err := x.RunAll(t.Context(), nil); err != nil && !strings.Contains(err.Error(), "is not bound") {
			t.Fatal(err)
		}
		if _, _, err := x.Run(t.Context(), nil); err != nil && !strings.Contains(err.Error(), "is not bound") {
			t.Fatal(err)
		}
		p.Structure(d)
		ran = true
	})
	if !refused || !ran {
		t.Errorf("some programs are refused: %v, some run: %v, want both", refused, ran)
	}
}

// trips is a drawn table of voyages of one ship.
type trips struct {
	freights []int64  // one each
	tos      []string // ports
	tools    *tool.Set
}

// anyTrips draws a table and loads it.
func anyTrips(t *rapid.T, dir string) trips {
	v := trips{freights: rapid.SliceOfN(rapid.Int64Range(-3, 12), 1, 12).Draw(t, "freights")}
	var b strings.Builder
	for i, f := range v.freights {
		to := rapid.SampledFrom([]string{"甲港", "乙港", "丙港", "丁港"}).Draw(t, "to")
		v.tos = append(v.tos, to)
		fmt.Fprintf(&b, "{\"number\":\"n%d\",\"ship\":%q,\"to\":%q,\"freight\":%d}\n", i, []string{"一", "二"}[i%2], to, f)
	}
	if err := os.WriteFile(filepath.Join(dir, "Voyage.jsonl"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if _, v.tools, err = read(sea(), dir); err != nil {
		t.Fatal(err)
	}
	return v
}

// of returns what one ship's voyages have: the i-th are of ship i%2.
func of[T any](all []T, ship int) []T {
	var some []T
	for i := ship; i < len(all); i += 2 {
		some = append(some, all[i])
	}
	return some
}

func (v trips) run(t *rapid.T, nodes ...Node) (*Result, Reason) {
	p := &Program{Nodes: nodes, Answers: []Answer{{From: "z"}}}
	types := []Type{}
	at := map[string]Type{}
	for _, n := range nodes {
		in := []Type{}
		for _, f := range n.From {
			in = append(in, at[f])
		}
		typ, err := n.Do.check(v.tools.Domain(), in)
		if err != nil {
			t.Fatal(err)
		}
		at[n.Name] = typ
		types = append(types, typ)
	}
	var ok bool
	if p.Answers[0].Form, ok = formFor(v.tools.Domain(), types[len(types)-1]); !ok {
		t.Fatalf("no form fits %+v", types[len(types)-1])
	}
	x, err := NewExecutor(v.tools.Domain(), v.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace.Result("z"), reason
}

// The k-th from an end is what stands there when the amounts are sorted; the other
// end counts the other way; a tie up to the next place has none.
func TestKthIsSorting(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		v := anyTrips(t, dir)
		sorted := slices.Sorted(slices.Values(of(v.freights, 0)))
		k := rapid.IntRange(1, len(sorted)+1).Draw(t, "k")
		order := rapid.SampledFrom([]Order{Max, Min}).Draw(t, "order")
		if order == Max {
			slices.Reverse(sorted)
		}
		want, reason := int64(0), Missing
		if k <= len(sorted) {
			want, reason = sorted[k-1], ""
			if front := sorted[:min(k+1, len(sorted))]; len(slices.Compact(slices.Clone(front))) < len(front) {
				reason = Tie
			}
		}
		rank := k
		if k == 1 {
			rank = 0
		}
		got, why := v.run(t, n("s", bound("ship", "一")), n("v", call("voyages"), "s"), n("r", &Superlative{"freight", order, rank}, "v"), n("z", project("freight"), "r"))
		if why != reason || (reason == "" && got.Values[0].Number.IntPart() != want) {
			t.Fatalf("%d-th %s of %v = %v, %q, want %d, %q", k, order, sorted, got, why, want, reason)
		}
	})
}

// What is above an amount and what is at most it are all, none in both; and so with
// the other comparisons and their contraries.
func TestFiltersPartition(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		v := anyTrips(t, dir)
		a, b := rapid.Int64Range(-4, 13).Draw(t, "operand"), rapid.Int64Range(1, 5).Draw(t, "width")
		count := func(column string, c Comparison, operand, to string) int64 {
			r, reason := v.run(t, n("s", bound("ship", "一")), n("v", call("voyages"), "s"),
				n("f", &Filter{Column: column, Comparison: c, Operand: operand, To: to, Empty: true}, "v"), n("z", &Count{}, "f"))
			if reason != "" {
				t.Fatalf("filter %s = %q", c, reason)
			}
			return r.Values[0].Number.IntPart()
		}
		amount := func(c Comparison) int64 { return count("freight", c, fmt.Sprint(a), "") }
		all := int64(len(of(v.freights, 0)))
		if above, most := amount(Above), amount(AtMost); above+most != all {
			t.Fatalf("above %d: %d, at most: %d, want %d together", a, above, most, all)
		}
		if below, least := amount(Below), amount(AtLeast); below+least != all {
			t.Fatalf("below %d: %d, at least: %d, want %d together", a, below, least, all)
		}
		if equal := amount(Equals); equal != amount(AtLeast)-amount(Above) {
			t.Fatalf("equal to %d: %d, want those at least less those above", a, equal)
		}
		end := fmt.Sprint(a + b)
		if within := count("freight", Within, fmt.Sprint(a), end); within != amount(Above)-count("freight", AtLeast, end, "") {
			t.Fatalf("within %d and %s: %d, want those above less those at least", a, end, within)
		}
		ports := int64(0)
		for _, p := range []string{"甲港", "乙港", "丙港", "丁港"} {
			ports += count("to", Equals, p, "")
		}
		if ports != all || count("to", Contains, "港", "") != all {
			t.Fatalf("%d voyages to a port, want %d", ports, all)
		}
	})
}

// An average is the sum by the number, to the last digit kept; no amount is beyond
// minimum and maximum, and there is one of each.
func TestAggregatesAgree(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		v := anyTrips(t, dir)
		amounts := of(v.freights, 0)
		number := func(f Function) decimal.Decimal {
			r, reason := v.run(t, n("s", bound("ship", "一")), n("v", call("voyages"), "s"), n("z", &Aggregate{f, "freight"}, "v"))
			if reason != "" {
				t.Fatalf("%s of %v = %q", f, amounts, reason)
			}
			return r.Values[0].Number
		}
		sum := int64(0)
		for _, a := range amounts {
			sum += a
		}
		total, size := number(Sum), decimal.NewFromInt(int64(len(amounts)))
		if total.IntPart() != sum {
			t.Fatalf("sum of %v = %s, want %d", amounts, total, sum)
		}
		if off := number(Average).Mul(size).Sub(total).Abs(); off.GreaterThan(size.Shift(-quotientDigits)) {
			t.Fatalf("average of %v times %s is %s off the sum", amounts, size, off)
		}
		if low, high := number(Minimum).IntPart(), number(Maximum).IntPart(); low != slices.Min(amounts) || high != slices.Max(amounts) {
			t.Fatalf("%v lie between %d and %d, want %d and %d", amounts, low, high, slices.Min(amounts), slices.Max(amounts))
		}
	})
}

// Set operations are those of sets; distinct is the size of one; what is most
// frequent is counted.
func TestSetsAreSets(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		v := anyTrips(t, dir)
		if len(v.tos) < 2 {
			t.Skip("one ship alone sails")
		}
		both := []Node{
			n("s", bound("ship", "一")), n("t", bound("ship", "二")), n("v", call("voyages"), "s"), n("w", call("voyages"), "t"),
			n("a", project("to"), "v"), n("b", project("to"), "w"),
		}
		first, second := of(v.tos, 0), of(v.tos, 1)
		for f, keep := range map[Function]func(a, b bool) bool{
			Union:        func(a, b bool) bool { return a || b },
			Intersection: func(a, b bool) bool { return a && b },
			Difference:   func(a, b bool) bool { return a && !b },
		} {
			var want []string
			for _, to := range slices.Concat(first, second) {
				if keep(slices.Contains(first, to), slices.Contains(second, to)) && !slices.Contains(want, to) {
					want = append(want, to)
				}
			}
			got, reason := v.run(t, append(both[:6:6], n("z", &Combine{f}, "a", "b"))...)
			if reason == Missing && want == nil {
				continue
			}
			if reason != "" || !slices.Equal(got.Texts(), want) {
				t.Fatalf("%s of %q and %q = %v, %q, want %q", f, first, second, got, reason, want)
			}
		}
		counts := map[string]int{}
		for _, to := range first {
			counts[to]++
		}
		most := slices.Max(slices.Collect(maps.Values(counts)))
		var front []string
		for to, n := range counts {
			if n == most {
				front = append(front, to)
			}
		}
		got, reason := v.run(t, append(both[:3:3], n("x", call("voyages"), "s"), n("z", &Frequent{"to"}, "x"))...)
		if (len(front) > 1) != (reason == Tie) || (reason == "" && got.Texts()[0] != front[0]) {
			t.Fatalf("most frequent of %q = %v, %q, want one of %q", first, got, reason, front)
		}
		got, reason = v.run(t, append(both[:6:6], n("z", &Distinct{}, "a"))...)
		if reason != "" || got.Values[0].Number.IntPart() != int64(len(counts)) {
			t.Fatalf("distinct of %q = %v, %q, want %d", first, got, reason, len(counts))
		}
	})
}

// A call for each of a set finds what a call for every one of it finds, each row
// once, in file order.
func TestEachIsCallByCall(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		v := anyTrips(t, dir)
		got, reason := v.run(t, n("s", bound("ship", "一")), n("v", call("voyages"), "s"), n("a", project("to"), "v"),
			n("c", &Call{Tool: "calls", Each: true}, "a"), n("z", project("number"), "c"))
		ports := of(v.tos, 0)
		var want []string
		for i, to := range v.tos {
			if slices.Contains(ports, to) {
				want = append(want, fmt.Sprintf("n%d", i))
			}
		}
		if reason != "" || !slices.Equal(got.Texts(), want) {
			t.Fatalf("voyages to %q = %v, %q, want %q", ports, got, reason, want)
		}
	})
}

// Days between days are those a calendar has, whichever comes first.
func TestDaysAreTheCalendars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		day := func(label string) value.Value {
			v, ok := value.ParseDate(fmt.Sprintf("%04d-%02d-%02d", rapid.IntRange(1, 9999).Draw(t, label), rapid.IntRange(1, 12).Draw(t, label), rapid.IntRange(1, 28).Draw(t, label)))
			if !ok {
				t.Fatal("no day")
			}
			return v
		}
		a, b := day("a"), day("b")
		x := &execution{Executor: &Executor{types: []Type{{}}}}
		between := func(a, b value.Value) int {
			r, reason, err := (&Days{}).run(x, nil, []*Result{{Values: []value.Value{a}}, {Values: []value.Value{b}}})
			if err != nil || reason != "" {
				t.Fatal(reason, err)
			}
			return int(r.Values[0].Number.IntPart())
		}
		from, _ := a.Time()
		to, _ := b.Time()
		if from.After(to) {
			from, to = to, from
		}
		if got := between(a, b); got != between(b, a) || !from.AddDate(0, 0, got).Equal(to) {
			t.Fatalf("%s and %s are %d days apart, want as many as lead from one to the other", a.Text, b.Text, got)
		}
	})
}
