package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestStands(t *testing.T) {
	text := value.Answer{Kind: value.Text, Text: "云溪市 湖滨区人民法院（一审）"}
	amount := value.Answer{Kind: value.Number, Text: "1310000.00元", Number: "1310000.00", Unit: "元"}
	named := value.Answer{Kind: value.Number, Text: "1310000.00", Number: "1310000.00", Unit: "CNY"}
	ratio := value.Answer{Kind: value.Number, Text: "2.14", Number: "2.14", Unit: "倍", Quantity: quantity.Times}
	share := value.Answer{Kind: value.Number, Text: "2.14%", Number: "2.14", Unit: "%", Quantity: quantity.Percent}
	cases := value.Answer{Kind: value.Number, Text: "15", Number: "15", Unit: "court cases", Quantity: quantity.Count}
	date := value.Answer{Kind: value.Date, Text: "2019年12月11日"}
	truth := value.Answer{Kind: value.Truth, Text: "有涉诉记录", Yes: true}
	for _, tt := range []struct {
		keyword string
		answer  value.Answer
		want    bool
	}{
		{"湖滨区人民法院", text, true},
		{"云溪市湖滨区人民法院(一审)", text, true},
		{"湖滨区人民法院等", text, false},
		{" ", text, false},
		{"—", text, false},
		{"1310000.00元", amount, true},
		{"1310000.00", amount, true},
		{"131万元", amount, true},
		{"1,310,000元", amount, true},
		{"131", amount, false},
		{"1310000.00件", amount, false},
		{"1310000", named, true},
		{"2.14倍", ratio, true},
		{"2.14", ratio, true},
		{"2.14%", ratio, false},
		{"214%", ratio, false},
		{"2.14%", share, true},
		{"2.14倍", share, false},
		{"15", cases, true},
		{"15 court cases", cases, true},
		{"16 court cases", cases, false},
		{"15%", cases, false},
		{"15元", cases, false},
		{"2019-12-11", date, true},
		{"2019年12月11日", date, true},
		{"2019年12月", date, false},
		{"2019", date, false},
		{"有涉诉记录", truth, true},
		{"有", truth, false},
	} {
		if got := denotes(tt.keyword, &tt.answer); got != tt.want {
			t.Errorf("denotes(%q, %q) = %v, want %v", tt.keyword, tt.answer.Text, got, tt.want)
		}
	}
}

// Keywords and aliases that people chose hold as long as they say what the tools give,
// and only if the task says that people chose them.
func TestExecutedTakesWhatPeopleChose(t *testing.T) {
	w := load(t, small(), healthy())
	rekey := func(t *task.Task, keys ...string) {
		t.KeyAnswer = keys
		t.AnswerValues = task.RenameAnswers(t.AnswerValues, keys)
	}
	for name, tt := range map[string]struct {
		program string
		parts   []string
		change  func(*task.Task)
	}{
		"a part of a name":          {"deep", []string{task.KeywordsEdited}, func(t *task.Task) { rekey(t, string([]rune(t.KeyAnswer[0])[:2])) }},
		"an amount without a unit":  {"sum", []string{task.KeywordsEdited}, func(t *task.Task) { rekey(t, t.AnswerValues[0].Number) }},
		"none on the way":           {"superlative", []string{task.KeywordsEdited}, func(t *task.Task) { t.KeyMiddle = nil }},
		"what a tool said besides":  {"superlative", []string{task.KeywordsEdited}, func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "500") }},
		"an alias":                  {"deep", []string{task.AliasesEdited}, func(t *task.Task) { t.AnswerValues[0].Aliases = []string{"又名"} }},
		"a part and an alias of it": {"deep", []string{task.AliasesEdited, task.KeywordsEdited}, func(t *task.Task) { rekey(t, string([]rune(t.KeyAnswer[0])[:2])); t.AnswerValues[0].Aliases = nil }},
	} {
		made := copyOf(t, makeTask(t, w, programs()[tt.program], "zh"))
		tt.change(made)
		if got := fault(t, w, "executed", made); !strings.HasPrefix(got, "changed: ") {
			t.Errorf("%s: executed says %q of a task that does not tell that people changed it, want changed", name, got)
		}
		made.Review.Edits = tt.parts
		if got := fault(t, w, "executed", made); got != "" {
			t.Errorf("%s: executed says %q, want nothing", name, got)
		}
		if tt.parts[0] == task.AliasesEdited {
			made.AnswerValues = nil
			if got := fault(t, w, "executed", made); !strings.HasPrefix(got, "aliases: of 0 typed answers") {
				t.Errorf("%s: executed says %q where the typed answers are gone, want aliases", name, got)
			}
		}
	}
}

// People see the verdict of every check, but for a task that is not what its plan gives.
func TestVerdicts(t *testing.T) {
	w := load(t, small(), healthy())
	checks := Checks(w)
	made := copyOf(t, makeTask(t, w, programs()["deep"], "zh"))
	all := func() map[string]task.CheckResult {
		t.Helper()
		verdicts, err := Verdicts(t.Context(), checks, made)
		if err != nil {
			t.Fatal(err)
		}
		by := map[string]task.CheckResult{}
		for _, v := range verdicts {
			by[v.Name] = v
		}
		return by
	}
	kept, _, err := Run(t.Context(), w, []*task.Task{made}, 1)
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %d, %v: want a sound task", len(kept), err)
	}
	for i, v := range all() {
		if v.Verdict != task.Pass || v.Detail == "" && v.Name != "needed" && v.Name != "discriminating" {
			t.Errorf("%s: %+v, want it passed, with what was established", i, v)
		}
	}
	made.Question += made.KeyAnswer[0]
	if by := all(); len(by) != len(checks) || by["gradable"].Verdict != task.Fail || !strings.HasPrefix(by["gradable"].Detail, "leak: ") || by["unique"].Verdict != task.Pass {
		t.Errorf("verdicts of a question that tells its answer: %+v, want all, and one leak", by)
	}
	made.Plan.Nodes[0].Do.(*plan.Start).Value[0] += "没有"
	if by := all(); len(by) != 1 || by["executed"].Verdict != task.Fail {
		t.Errorf("verdicts of a plan that cannot be executed: %+v, want that one alone", by)
	}
}
