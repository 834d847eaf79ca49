package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A number may be written in groups of three digits, and in no others.
func TestGroupedDigits(t *testing.T) {
	form := plan.Form{Style: plan.StyleNumber, Unit: "CNY", Places: 2}
	for text, want := range map[string]bool{
		"2462640000.00": true, "2,462,640,000.00": true, "2,462,640,000.00 CNY": true,
		"24,62,640,000.00": false, "2462,640,000.00": false, "2,462,640,00.00": false, "2,462,640,001.00": false, "2,462,640,000.00 people": false,
	} {
		a := value.Answer{Kind: value.Number, Text: text, Number: "2462640000.00", Unit: "CNY"}
		if got := writes(&a, "2462640000.00", form); got != want {
			t.Errorf("writes(%q) = %v, want %v", text, got, want)
		}
	}
}

// The answer of a task that another version made may have other words and other groups of digits, as long as it says
// the same: it is itself what must earn its keywords. The answer of a task that this version made has this version's words.
func TestAnswersOfOtherVersions(t *testing.T) {
	answer := func(format string) func(*task.Task) {
		return func(t *task.Task) { t.Answer = strings.ReplaceAll(format, "{}", strings.Join(t.KeyAnswer, "、")) }
	}
	regrouped := func(from, to string) func(*task.Task) {
		return func(t *task.Task) {
			t.Answer = strings.ReplaceAll(t.Answer, from, to)
			t.KeyAnswer[0], t.AnswerValues[0].Text = strings.ReplaceAll(t.KeyAnswer[0], from, to), strings.ReplaceAll(t.AnswerValues[0].Text, from, to)
		}
	}
	w := load(t, small(), docket())
	w.Earlier = func(t *task.Task) bool { return t.Provenance.Versions["check"] == 1 }
	sum := makeTask(t, w, programs()["sum"], "en").KeyAnswer[0]
	other := value.Ungrouped(sum)
	if point := strings.Index(other, "."); other == sum {
		other = sum[:point-3] + "," + sum[point-3:]
	}
	for _, tt := range []struct {
		name, program, lang string
		edit                func(*task.Task)
		check, fault        string // of the first check that it fails
	}{
		{"today's words", "one", "zh", func(*task.Task) {}, "", ""},
		{"others", "one", "zh", answer("经查，是{}。"), "", ""},
		{"in English", "superlative", "en", answer("It is {}, as far as the tables tell."), "", ""},
		{"groups of digits", "sum", "en", regrouped(sum, other), "", ""},
		{"a number with other digits", "sum", "en", regrouped(sum, strings.Replace(value.Ungrouped(sum), ".", "0.", 1)), executedCheck, "changed: key_answer"},
		{"another value", "one", "zh", func(t *task.Task) {
			t.Answer, t.KeyAnswer[0], t.AnswerValues[0].Text = "是潘秋牛。", "潘秋牛", "潘秋牛"
		}, executedCheck, "changed: key_answer"},
		{"another alias", "one", "zh", func(t *task.Task) { t.AnswerValues[0].Aliases = []string{"老潘"} }, executedCheck, "changed: answer_values"},
		{"another draft", "one", "zh", func(t *task.Task) { t.Draft = "谁？" }, executedCheck, "changed: draft"},
		{"no value", "one", "zh", answer("是一个人。"), "gradable", "invalid: keyword"},
		{"the value denied", "one", "zh", answer("不是{}。"), "gradable", "missed: "},
		{"one of two values", "sum", "zh", answer("是{}或者123456.00元。"), "gradable", "missed: "},
	} {
		made := copyOf(t, makeTask(t, w, programs()[tt.program], tt.lang))
		words := made.Answer
		tt.edit(made)
		for version, isEarlier := range map[int]bool{1: true, 2: false} {
			made.Provenance.Versions = map[string]int{"check": version}
			check, fault := tt.check, tt.fault
			if !isEarlier && made.Answer != words {
				check, fault = executedCheck, "changed: "
			}
			kept, dropped, err := Run(t.Context(), w, []*task.Task{made}, 1)
			switch {
			case err != nil:
				t.Fatal(err)
			case len(kept) == 1:
				if check != "" {
					t.Errorf("%s, version %d: it passes, want %s to find %q", tt.name, version, check, fault)
				}
				if said := strings.Contains(kept[0].Checks[0].Detail, task.InOtherWords); said != (made.Answer != words) {
					t.Errorf("%s, version %d: the certificate is %q", tt.name, version, kept[0].Checks[0].Detail)
				}
			case dropped[0].Check != check || !strings.HasPrefix(dropped[0].Reason+": "+dropped[0].Detail, fault):
				t.Errorf("%s, version %d: %s finds %s: %s, want %s to find %q", tt.name, version, dropped[0].Check, dropped[0].Reason, dropped[0].Detail, check, fault)
			}
		}
	}
}
