package revision_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// wild draws a plan with arguments that need not fit: columns of any table, texts,
// numbers and truths that a page could send.
func (f *fixture) wild(t *rapid.T, of *plan.Program) *plan.Program {
	b, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Nodes    []map[string]any `json:"nodes"`
		Answers  []map[string]any `json:"answers"`
		Template string           `json:"template,omitempty"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "2020", "2020-02-30", "2019-01-01", "max", "min", "year", "contains", "equals", "stated", "names", "-1", "1000", "（", "有限公司", "\x00", "all", "first"}
	for _, table := range f.Domain.Tables {
		for _, c := range table.Columns {
			texts = append(texts, c.Name)
		}
	}
	draw := func(v any) any {
		switch v := v.(type) {
		case string:
			return rapid.SampledFrom(texts).Draw(t, "text")
		case float64:
			return rapid.SampledFrom([]int{-1, 0, 1, 2, 3, 50, 1 << 40}).Draw(t, "number")
		case bool:
			return !v
		case []any:
			list := []any{}
			for range v {
				list = append(list, rapid.SampledFrom(texts).Draw(t, "item"))
			}
			return list
		}
		return v
	}
	for _, n := range doc.Nodes {
		for _, k := range slices.Sorted(maps.Keys(n)) {
			if !slices.Contains([]string{"name", "op", "from", "entity", "tool", "derivation"}, k) && rapid.IntRange(0, 5).Draw(t, k) == 0 {
				n[k] = draw(n[k])
			}
		}
		if rapid.IntRange(0, 9).Draw(t, "more") == 0 {
			n[rapid.SampledFrom([]string{"empty", "each"}).Draw(t, "flag")] = true
		}
	}
	for _, a := range doc.Answers {
		if rapid.IntRange(0, 3).Draw(t, "form") == 0 {
			a["form"] = map[string]any{
				"style": rapid.SampledFrom([]string{"text", "number", "date", "count", "truth", ""}).Draw(t, "style"),
				"unit":  rapid.SampledFrom([]string{"", "元", "万元", "%", "x"}).Draw(t, "unit"), "places": rapid.SampledFrom([]int{-1, 0, 2, 20, 21}).Draw(t, "places"),
				"layout": rapid.SampledFrom([]string{"", "iso", "month", "x"}).Draw(t, "layout"),
			}
		}
	}
	if b, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	p := new(plan.Program)
	if json.Unmarshal(b, p) != nil {
		return nil // no argument of that operation
	}
	return p
}

// Whatever arguments a plan is given, it is executed or refused with a reason, and what
// was executed can be judged by every check.
func TestApplyTakesAnyArguments(t *testing.T) {
	f := world(t)
	checks := proof.Checks(proof.Sources{Domain: f.Domain, Corpus: f.corpus, Tools: f.Tools})
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.SampledFrom(f.tasks).Draw(t, "task")
		p := f.wild(t, base.Plan)
		if p == nil {
			return
		}
		out, fault := f.apply(t, base, &review.TaskChange{Plan: p})
		if fault != "" {
			word, detail, ok := strings.Cut(fault, ": ")
			if !ok || word == "" || detail == "" || word == "shape" {
				t.Fatalf("%s: fault %q: want a word, a colon and what is wrong with an argument", p, fault)
			}
			return
		}
		verdicts, err := proof.Verdicts(t.Context(), checks, out)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if v := verdicts[0]; v.Verdict != task.Pass {
			t.Fatalf("%s: executed says %q of what was executed", p, v.Detail)
		}
	})
}
