package plan

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Any well-typed program reads back as it was written, runs without a broken tool,
// one way as the other, and gives the same when its steps are taken again.
func TestAnyProgram(t *testing.T) {
	_, tools := atSea(t)
	d := tools.Domain()
	rapid.Check(t, func(t *rapid.T) {
		p := anyProgram(t, d)
		readsBack(t, p)
		x := newExecutor(t, d, tools, p)
		trace, reason := runOf(t, x, nil)
		all := runAllOf(t, x, nil)
		steps := stepsOf(t, trace)
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
				if diff := cmp.Diff(r, a, cmpopts.IgnoreFields(NodeResult{}, "Source"), cmpopts.IgnoreUnexported(domain.Heading{}), cmpopts.EquateEmpty()); diff != "" {
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
	for seed := range 4000 {
		p := programs.Example(seed)
		x := newExecutor(t, d, tools, p)
		one, reason := runOf(t, x, nil)
		all := runAllOf(t, x, nil)
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
	b := asJSON(t, p)
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
	if (!refused || !ran) && !testing.Short() {
		t.Errorf("some programs are refused: %v, some run: %v, want both", refused, ran)
	}
}

// What is written of a node is read again, and nothing else is.
func TestProgramRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"nodes":[{"name":"a","op":"fly"}],"answers":[]}`:                              `node "a": unknown operation "fly"`,
		`{"nodes":[{"name":"a"}],"answers":[]}`:                                         `node "a": unknown operation ""`,
		`{"nodes":[null],"answers":[]}`:                                                 `node "": unknown operation ""`,
		`{"nodes":[{"name":"a","op":"count","column":"b"}],"answers":[]}`:               `node "a": json: unknown field "column"`,
		`{"nodes":[{"name":"a","op":"call","tool":"b","each":1}],"answers":[]}`:         `node "a": json: cannot unmarshal number`,
		`{"nodes":[{"name":"a","op":"call","tool":"b","all":true}],"answers":[]}`:       `node "a": json: unknown field "all"`,
		`{"nodes":[],"answers":[{"from":"a","form":{"style":"text"},"until":"b"}]}`:     `unknown field "until"`,
		`{"nodes":[],"answers":[{"from":"a","form":{"style":"text","colour":"blue"}}]}`: `unknown field "colour"`,
		`{"nodes":[],"answers":[],"comment":"x"}`:                                       `unknown field "comment"`,
		`[]`: "cannot unmarshal array",
		`{"nodes":[{"name":"a","op":"sum","column":"b","function":"average"}],"answers":[]}`:     `unknown field "function"`,
		`{"nodes":[{"name":"a","op":"start","entity":"e","value":"b"}],"answers":[]}`:            "cannot unmarshal string",
		`{"nodes":[{"name":"a","op":"superlative","column":"b","order":"max","rank":1.5}]}`:      "cannot unmarshal number 1.5",
		`{"nodes":[{"name":"a","op":"superlative","column":"b","order":"max","rank":"second"}]}`: "cannot unmarshal string",
	} {
		var p Program
		if err := json.Unmarshal([]byte(text), &p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Unmarshal(%s) = %v, want an error with %q", text, err, want)
		}
	}
}
