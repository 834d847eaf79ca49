package plan

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

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

func (v trips) run(t *rapid.T, nodes ...Node) (*NodeResult, Reason) {
	p := &Program{Nodes: nodes, Answers: []AnswerSpec{{From: "z"}}}
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
	x := newExecutor(t, v.tools.Domain(), v.tools, p)
	trace, reason := runOf(t, x, nil)
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
			r, reason, err := (&Days{}).run(x, nil, []*NodeResult{{Values: []value.Value{a}}, {Values: []value.Value{b}}})
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
