package plan

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Every target is asked for plainly first, and then with operators in order, each
// once; what can be asked for depends on the path's lookups alone.
func TestDemands(t *testing.T) {
	d := toy(t)
	g := graphOf(t, d)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(slices.Collect(g.Paths(rapid.IntRange(1, 3).Draw(t, "hops")))).Draw(t, "path")
		demands := Demands(d, p)
		var targets []string
		for i, demand := range demands {
			if demand.Operator == "" {
				targets = append(targets, demand.Target)
				continue
			}
			if demand.Target != targets[len(targets)-1] {
				t.Fatalf("%v of %s stands before %q is asked for plainly", demand, p, demand.Target)
			}
			if !slices.Contains(Operators(), demand.Operator) {
				t.Fatalf("%v of %s: the operator is none", demand, p)
			}
			if last := demands[i-1].Operator; last >= demand.Operator {
				t.Fatalf("%v of %s comes after %q", demand, p, last)
			}
		}
		if diff := cmp.Diff(Targets(d, p), targets); diff != "" {
			t.Fatalf("targets of %s (-want +got):\n%s", p, diff)
		}
	})
}

// What suits a lookup: sets are counted, added up and parted, single rows are not;
// maps need a set before the last lookup, comparisons a last lookup that knows the
// start.
func TestDemandsSuit(t *testing.T) {
	d := toy(t)
	tests := []struct {
		tools  []string
		target string
		want   []Operator
		not    []Operator
	}{
		{[]string{"get_company"}, "注册资本", []Operator{"", "conversion", "columns", "exists"}, []Operator{"sum", "count", "superlative", "map", "compare", "layout"}},
		{[]string{"get_company"}, "成立日期", []Operator{"layout"}, []Operator{"conversion", "days", "share"}},
		{[]string{"get_company_cases"}, Rows, []Operator{"count", "exists", "threshold", "year", "role"}, []Operator{"list", "sum", "having", "columns"}},
		{[]string{"get_company_cases"}, "案由", []Operator{"list", "distinct", "frequent", "kth", "only"}, []Operator{"sum", "average", "conversion", "compare", "union"}},
		{[]string{"get_company_cases"}, "案号", []Operator{"list", "union", "intersection"}, []Operator{"average"}},
		{[]string{"get_company_cases"}, "涉案金额（元）", []Operator{"sum", "average", "minimum", "share"}, []Operator{"list", "distinct", "having"}},
		{[]string{"get_company_cases", "get_company"}, "所属行业", []Operator{"map"}, []Operator{"compare", "sum"}},
		{[]string{"get_company", "get_company_cases"}, "案由", []Operator{"compare", "list"}, []Operator{"map", "having"}},
	}
	g := graphOf(t, d)
	for _, tt := range tests {
		for p := range g.Paths(len(tt.tools)) {
			if !slices.Equal(p.Tools(), tt.tools) || p.Start != "company" {
				continue
			}
			var got []Operator
			for _, demand := range Demands(d, p) {
				if demand.Target == tt.target {
					got = append(got, demand.Operator)
				}
			}
			for _, op := range tt.want {
				if !slices.Contains(got, op) {
					t.Errorf("%s of %s can be asked for with %q: want %q too", tt.target, p, got, op)
				}
			}
			for _, op := range tt.not {
				if slices.Contains(got, op) {
					t.Errorf("%s of %s can be asked for with %q", tt.target, p, op)
				}
			}
		}
	}
}
