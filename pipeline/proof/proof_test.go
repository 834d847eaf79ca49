package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// programs are plans that all checks pass over the docket; over the healthy tables the
// one that counts cases is too easily guessed.
func programs() map[string]*plan.Program {
	return map[string]*plan.Program{
		"one":         chain(words, start("firm", "东海船舶有限公司"), call("firm"), project("法人")),
		"ticker":      chain(day, start("ticker", "600316"), call("firm"), project("成立")),
		"day":         chain(day, start("firm", "西湖丝绸有限公司"), call("firm"), project("成立")),
		"unit":        chain(wan, start("firm", "西湖丝绸有限公司"), call("firm"), project("资本")),
		"field":       chain(yuan, start("ticker", "600317"), call("firm_name"), project("名称"), call("cases"), &plan.Only{}, project("金额")),
		"superlative": chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Superlative{Column: "金额", Order: plan.Max}, project("法院"), call("court"), project("院长")),
		"filter":      chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, &plan.Superlative{Column: "立案", Order: plan.Min}, project("案由")),
		"count":       chain(count, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Count{}),
		"sum":         chain(yuan, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Aggregate{Function: plan.Sum, Column: "金额"}),
		"set":         chain(words, start("ticker", "600316"), call("firm_name"), project("名称"), call("cases"), project("案由")),
		"derive":      chain(words, start("number", "（2020）乙02民初13号"), &plan.Derive{Derivation: "number_code"}, call("court"), project("院长")),
		"parts":       chain(words, start("firm", "南岭茶叶有限公司"), call("firm"), project("省", "市"), call("place"), project("市长")),
		"deep":        chain(words, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "成立", Order: plan.Min}, project("名称"), call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("法院"), call("court"), project("院长")),
	}
}

func TestHealthyTasksPass(t *testing.T) {
	w := load(t, small(), docket())
	for _, lang := range w.Domain.Languages {
		for name, p := range programs() {
			if lang == "en" && !slices.Contains([]string{"one", "ticker", "day", "sum", "superlative", "derive"}, name) {
				continue // in English a count of one digit has no measure word and is too weak a keyword
			}
			made := makeTask(t, w, p, lang)
			kept, dropped, err := Run(t.Context(), w, []*task.Task{made}, 1)
			if err != nil || len(dropped) != 0 || len(kept) != 1 {
				t.Errorf("%s in %s: kept %d, dropped %+v, %v, want it kept", name, lang, len(kept), dropped, err)
				continue
			}
			var names []string
			for _, c := range kept[0].Checks {
				names = append(names, c.Name)
				if c.Verdict != task.Pass || c.Detail == "" {
					t.Errorf("%s: check %+v, want it passed and a certificate", name, c)
				}
			}
			if diff := cmp.Diff([]string{"executed", "unique", "needed", "discriminating", "unambiguous", "gradable"}, names); diff != "" {
				t.Errorf("%s: checks (-want +got):\n%s", name, diff)
			}
			if made.Checks != nil {
				t.Errorf("%s: Run changed the task it was given", name)
			}
		}
	}
}

// fault is what one check says about one task.
func fault(t *testing.T, w Sources, check string, of *task.Task) string {
	t.Helper()
	for _, c := range Checks(w) {
		if c.Name == check {
			f, err := c.Run(t.Context(), of)
			if err != nil {
				t.Fatal(err)
			}
			return f.Fault
		}
	}
	t.Fatalf("no check %q", check)
	return ""
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errBroken
}

func TestRunReportsBrokenTools(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, programs()["one"], "zh")
	w.Tools = broken{}
	if _, _, err := Run(t.Context(), w, []*task.Task{made}, 2); !errors.Is(err, errBroken) {
		t.Errorf("Run with broken tools = %v, want %v", err, errBroken)
	}
}

func TestRunIsDeterministic(t *testing.T) {
	w := load(t, small(), docket())
	var tasks []*task.Task
	for _, name := range []string{"one", "sum", "deep", "set"} {
		for i := range 5 {
			made := copyOf(t, makeTask(t, w, programs()[name], "zh"))
			if i%2 == 1 {
				made.ID = fmt.Sprint(name, i)
			}
			tasks = append(tasks, made)
		}
	}
	kept, dropped, err := Run(t.Context(), w, tasks, 1)
	if err != nil || len(kept) != 12 || len(dropped) != 8 {
		t.Fatalf("Run keeps %d and drops %d, %v, want 12 and 8", len(kept), len(dropped), err)
	}
	if want := (task.Dropped{ID: "one1", Check: "executed", Reason: "changed"}); dropped[0].ID != want.ID || dropped[0].Check != want.Check || dropped[0].Reason != want.Reason || dropped[0].Detail == "" {
		t.Errorf("the first dropped is %+v, want %+v with a detail", dropped[0], want)
	}
	for _, workers := range []int{2, 8} {
		k, d, err := Run(t.Context(), w, tasks, workers)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(kept, k); diff != "" {
			t.Errorf("kept by %d workers (-1 worker):\n%s", workers, diff)
		}
		if diff := cmp.Diff(dropped, d); diff != "" {
			t.Errorf("dropped by %d workers (-1 worker):\n%s", workers, diff)
		}
	}
}

// A plan that cannot be executed, or gives no answer, is a fault of every check of plans, and
// so are tools that give none.
func TestChecksCatchPlansWithoutAnswers(t *testing.T) {
	w := load(t, small(), healthy())
	unbound := chain(words, &plan.Start{Entity: "firm"}, call("firm"), project("法人"))
	illTyped := chain(words, start("firm", east), call("place"), project("市长"))
	nothing := chain(words, start("firm", "无此公司"), call("firm"), project("法人"))
	for _, check := range []string{"executed", "unique", "needed", "discriminating"} {
		for want, p := range map[string]*plan.Program{"invalid: the task has no plan": nil, "invalid: the start firm is not bound": unbound, "invalid: node": illTyped, "missing: ": nothing} {
			if got := fault(t, w, check, &task.Task{Plan: p}); !strings.HasPrefix(got, want) {
				t.Errorf("%s = %q, want %q", check, got, want)
			}
		}
	}
	made := makeTask(t, w, programs()["superlative"], "zh")
	few := load(t, small(), tables{"Firm": healthy()["Firm"][:1]})
	few.Tools, w.Tools = w.Tools, few.Tools
	if got := fault(t, w, "needed", made); got != "missing: the tools give no answer" {
		t.Errorf("needed with tools over other tables = %q, want missing: the tools give no answer", got)
	}
	if got := fault(t, few, "needed", made); !strings.HasPrefix(got, "missing: ") {
		t.Errorf("needed over tables without the rows = %q, want missing", got)
	}
}

// An answer after one lookup cannot be nearer, and the certificate says so.
func TestNeededCertifiesOneLookup(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, programs()["one"], "zh")
	for _, c := range Checks(w) {
		if c.Name != "needed" {
			continue
		}
		if got, err := c.Run(t.Context(), made); err != nil || !strings.HasPrefix(got.Certificate, "nothing is nearer than one lookup") {
			t.Errorf("needed = %+v, %v, want that nothing is nearer than one lookup", got, err)
		}
	}
}

func TestValidate(t *testing.T) {
	run := func(context.Context, *task.Task) (Finding, error) { return Finding{}, nil }
	tests := []struct {
		name   string
		checks []Check
		want   string
	}{
		{"undocumented", []Check{{"tied", " ", run, false}}, "not documented"},
		{"unnamed", []Check{{"", "A.", run, false}}, "want one lower-case word"},
		{"two words", []Check{{"two words", "A.", run, false}}, "want one lower-case word"},
		{"taken", []Check{{"a", "A.", run, false}, {"a", "B.", run, false}}, "the name is taken"},
		{"idle", []Check{{"a", "A.", nil, false}}, "nothing to run"},
	}
	for _, tt := range tests {
		if err := Validate(tt.checks); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Validate(%s) = %v, want %q", tt.name, err, tt.want)
		}
		if _, _, err := RunChecks(t.Context(), tt.checks, nil, 1); err == nil {
			t.Errorf("%s checks run, want them refused", tt.name)
		}
	}
	if err := Validate(Checks(load(t, small(), healthy()))); err != nil {
		t.Errorf("Validate(Checks) = %v", err)
	}
	loose := []Check{{"a", "A.", func(context.Context, *task.Task) (Finding, error) { return Finding{Fault: "no reason"}, nil }, false}}
	if _, _, err := RunChecks(t.Context(), loose, []*task.Task{{}}, 1); err == nil {
		t.Error("a fault without a reason is taken, want an error")
	}
}

// How long each check takes of a sound task over tables of many rows.
func BenchmarkChecks(b *testing.B) {
	const rows = 10_000
	ts := healthy()
	for i := range rows {
		ts["Case"] = append(ts["Case"], row{"案号": fmt.Sprintf("（2019）戊%02d民初%d号", i%100, i), "公司": fmt.Sprintf("第%d有限公司", i/3), "法院": "宁波市人民法院", "案由": "借款", "金额": fmt.Sprint(i)})
	}
	w := load(b, small(), ts)
	made := makeTask(b, w, programs()["deep"], "zh")
	for _, c := range Checks(w) {
		b.Run(fmt.Sprintf("%s/rows=%d", c.Name, rows), func(b *testing.B) {
			for b.Loop() {
				if f, err := c.Run(b.Context(), made); f.Fault != "" || err != nil {
					b.Fatal(f.Fault, err)
				}
			}
		})
	}
}
