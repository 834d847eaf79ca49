package plan

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// All moves of a hop run at once lead where each of them run alone does.
func TestHopAlternativesEqualSingleMoves(t *testing.T) {
	c, tools := oddWorld(t)
	d := c.Domain()
	g, err := NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	years := func(string, string) []string { return []string{"2019", "2020", "2021", "2022"} }
	starts := []string{"母", "子", "孤", "平", "缺", "无", "（2019）甲01民初1号", "（2020）乙01民初3号", "无字号", "甲院", "甲01", "丙01"}
	led := 0
	for p := range g.Paths(2) {
		h := p.Hops[0]
		moves := Moves(d, &h, &p.Hops[1], years)
		prog := HopAlternatives(h, p.Start, moves)
		if len(prog.Answers) != len(moves) {
			t.Fatalf("HopAlternatives of %d moves has %d answers", len(moves), len(prog.Answers))
		}
		all := newExecutor(t, d, tools, prog)
		for _, start := range starts {
			trace, err := all.RunAll(t.Context(), []string{start})
			if err != nil || len(trace.Results) != len(prog.Nodes) {
				t.Fatalf("RunAll(%s, %q) = %d results, %v, want %d", p, start, len(trace.Results), err, len(prog.Nodes))
			}
			sameFromKnown(t, all, trace)
			for i, m := range moves {
				one := newExecutor(t, d, tools, HopAlternatives(h, p.Start, []Move{m}))
				alone, reason := runOf(t, one, []string{start})
				var want []string
				if reason == "" && alone.Idle() == "" {
					want = alone.Results[len(alone.Results)-1].Entity
					led++
				}
				var got []string
				at := slices.IndexFunc(prog.Nodes, func(n Node) bool { return n.Name == prog.Answers[i].From })
				if r := trace.Results[at]; r != nil && !trace.RestsOnIdle(at) {
					got = r.Entity
				}
				if !slices.Equal(got, want) {
					t.Errorf("RunAll(%s, %q) leads to %q by move %d, want %q", p, start, got, i, want)
				}
			}
		}
	}
	if led == 0 {
		t.Error("no move leads anywhere")
	}
}

// sameFromKnown checks that the nodes behind some of which the results are known come
// to what they came to.
func sameFromKnown(t *testing.T, x *Executor, whole *Trace) {
	t.Helper()
	for n, r := range whole.Results {
		if r == nil {
			break
		}
		var known []*NodeResult
		for _, r := range whole.Results[:n+1] {
			known = append(known, &NodeResult{Source: r.Source, Rows: r.Rows, Entity: r.Entity, Values: r.Values})
		}
		got, err := x.RunAll(t.Context(), nil, known...)
		if err != nil || !reflect.DeepEqual(got.Results, whole.Results) {
			t.Fatalf("RunAll with %d results known = %v, %v, want %v", n+1, got.Results, err, whole.Results)
		}
	}
}

// A finder finds the rows a call returns, the first of them for a lookup of one row.
func TestFinderEqualsCalls(t *testing.T) {
	c, tools := oddWorld(t)
	for _, tt := range []struct {
		tool, entity, name string
		want               int
	}{
		{"get_company_cases", "company", "母", 3},
		{"get_company_cases", "company", "无", 0},
		{"get_case", "case_number", "（2019）甲01民初1号", 1},
		{"get_case", "case_number", "(2019)甲01民初1号", 1},
		{"get_court", "court", "甲院", 1},
		{"get_court", "court", "甲01", 1},
	} {
		find, err := Finder(c, tt.tool, tt.entity)
		if err != nil {
			t.Fatal(err)
		}
		rows := find([]string{tt.name})
		r, err := tools.Call(t.Context(), tool.Call{Tool: tt.tool, Args: map[string]any{"identifier": tt.name}})
		if err != nil || len(rows) != tt.want || !slices.Equal(rows, r.Rows) {
			t.Errorf("Finder(%s, %s)(%q) = %v, want %d rows, as a call: %v", tt.tool, tt.entity, tt.name, rows, tt.want, r.Rows)
		}
	}
	for _, bad := range [][2]string{{"get_company", "court"}, {"get_sum", "company"}, {"no_such", "company"}} {
		if _, err := Finder(c, bad[0], bad[1]); err == nil {
			t.Errorf("Finder(%s) = no error, want one", fmt.Sprint(bad))
		}
	}
}
