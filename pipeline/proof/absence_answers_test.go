package proof

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// existence asks whether a firm has cases: if so, for the court of the latest; if not, for
// the day of foundation.
func existence(firm string) *plan.Program {
	return &plan.Program{
		Nodes: []plan.Node{
			{Name: "r1", Do: start("firm", firm)},
			{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "cases", Empty: true}},
			{Name: "r3", From: []string{"r2"}, Do: &plan.Exists{}},
			{Name: "r4", From: []string{"r2"}, Do: &plan.Superlative{Column: "立案", Order: plan.Max}},
			{Name: "r5", From: []string{"r4"}, Do: project("法院")},
			{Name: "r6", From: []string{"r1"}, Do: call("firm")},
			{Name: "r7", From: []string{"r6"}, Do: project("成立")},
		},
		Answers: []plan.AnswerSpec{
			{From: "r3", Form: plan.Form{Style: plan.StyleTruth}},
			{From: "r5", Form: words, If: "r3"},
			{From: "r7", Form: day, Unless: "r3"},
		},
	}
}

// countedCases asks for the number of a firm's cases and for its day of foundation.
func countedCases(firm string) *plan.Program {
	return &plan.Program{
		Nodes: []plan.Node{
			{Name: "r1", Do: start("firm", firm)},
			{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "cases", Empty: true}},
			{Name: "r3", From: []string{"r2"}, Do: &plan.Count{}},
			{Name: "r4", From: []string{"r1"}, Do: call("firm")},
			{Name: "r5", From: []string{"r4"}, Do: project("成立")},
		},
		Answers: []plan.AnswerSpec{{From: "r3", Form: count}, {From: "r5", Form: day}},
	}
}

// unstatedParent asks for a firm's parent and its day of foundation.
func unstatedParent(firm string) *plan.Program {
	return &plan.Program{
		Nodes: []plan.Node{
			{Name: "r1", Do: start("firm", firm)},
			{Name: "r2", From: []string{"r1"}, Do: call("firm")},
			{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{"母公司"}, Unstated: true}},
			{Name: "r4", From: []string{"r2"}, Do: project("成立")},
		},
		Answers: []plan.AnswerSpec{{From: "r3", Form: words}, {From: "r4", Form: day}},
	}
}

// Answers of no, zero and nothing on record hold beside another answer, in both executions.
func TestAnswersOfAbsenceHold(t *testing.T) {
	tables := docket()
	tables["Firm"][0]["母公司"] = "-"
	w := load(t, small(), tables)
	for name, c := range map[string]struct {
		program *plan.Program
		keys    []string
		draft   string // part of it
	}{
		"yes":          {existence("南岭茶叶有限公司"), nil, "如果没有，"},
		"no":           {existence(east), []string{"2001年03月15日"}, "如果没有，"},
		"zero":         {countedCases(east), []string{"0件", "2001年03月15日"}, "多少件"},
		"not recorded": {unstatedParent(east), []string{"未载明", "2001年03月15日"}, "母公司"},
	} {
		made := makeTask(t, w, c.program, "zh")
		for _, k := range c.keys {
			if !slices.Contains(made.KeyAnswer, k) {
				t.Errorf("%s: keys %v, want %s among them", name, made.KeyAnswer, k)
			}
		}
		if len(made.KeyAnswer) != 2 || !strings.Contains(made.Draft, c.draft) {
			t.Errorf("%s: %d keys, draft %q, want two and %q", name, len(made.KeyAnswer), made.Draft, c.draft)
		}
		// The rows of these tables are so short that some attacker shows the right cell.
		checks := slices.DeleteFunc(Checks(w), func(c Check) bool { return c.Name == "gradable" })
		if _, dropped, err := RunChecks(t.Context(), checks, []*task.Task{made}, 1); err != nil || len(dropped) != 0 {
			t.Errorf("%s: dropped %+v, %v, want it kept", name, dropped, err)
		}
		for answer, want := range map[string]float64{made.Answer: 1, "否": 0, "没有": 0, "0": 0, "0件": 0, "无": 0, "-": 0, "未载明": 0} {
			attempt := (&agent.Transcript{Answer: answer}).Attempt()
			r := task.Reference(made)
			r.Calls = 0
			if got := score.Grade(r, attempt).Strict.Success; got == nil || *got != want {
				t.Errorf("%s: the strict grader gives %q %s, want %v", name, answer, percent(got), want)
			}
		}
	}
}

// By itself an answer of no, zero or nothing on record is a guess.
func TestAnswersOfAbsenceAreNoAnswersAlone(t *testing.T) {
	tables := docket()
	tables["Firm"][0]["母公司"] = "-"
	w := load(t, small(), tables)
	for name, p := range map[string]*plan.Program{"zero": countedCases(east), "not recorded": unstatedParent(east)} {
		p.Answers = p.Answers[:1]
		made := makeTask(t, w, p, "zh")
		if f := fault(t, w, "gradable", made); !strings.HasPrefix(f, "guess: ") {
			t.Errorf("%s alone: fault %q, want a guess", name, f)
		}
	}
}

// What is absent under one spelling and present under another is not absent.
func TestAbsenceOfASpelling(t *testing.T) {
	tables := docket()
	tables["Case"][0]["公司"] = "东海（船舶）有限公司"
	tables["Firm"][0]["名称"] = "东海(船舶)有限公司"
	w := load(t, small(), tables)
	made := makeTask(t, w, countedCases("东海(船舶)有限公司"), "zh")
	if made.KeyAnswer[0] == "0件" {
		if f := fault(t, w, "unique", made); !strings.HasPrefix(f, "ambiguous: ") {
			t.Errorf("fault %q, want an ambiguous name", f)
		}
	}
}

// Over drawn tables both executions agree on answers of absence and on which of two answers
// is asked for.
func TestExecutionsAgreeOnAbsence(t *testing.T) {
	d := small()
	outcomes := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, d, worlds(d).Draw(t, "tables"))
		firm := rapid.SampledFrom(pool("名称", true)).Draw(t, "firm").(string)
		for name, p := range map[string]*plan.Program{"exists": existence(firm), "count": countedCases(firm), "unstated": unstatedParent(firm)} {
			x, err := plan.NewExecutor(d, w.Tools, p)
			if err != nil {
				t.Fatal(err)
			}
			trace, reason, err := x.Run(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			e := newRelational(d, w.Corpus).evaluate(p)
			if (reason == "") != (e.reason == "") {
				t.Fatalf("%s of %s: the tools say %q, the joins %q: %s", name, firm, reason, e.reason, e.detail)
			}
			if reason != "" {
				continue
			}
			byTools, byJoins := alternative.Answers(trace), e.answerTexts(p)
			if !alternative.SameAnswers(byTools, byJoins) {
				t.Fatalf("%s of %s: the tools answer %q, the joins %q", name, firm, byTools, byJoins)
			}
			switch {
			case name == "exists" && (byTools[1] == nil) == (byTools[2] == nil):
				t.Fatalf("answers %q, want one of the two that depend on the first", byTools)
			case name == "exists":
				outcomes[byTools[0][0]]++
			case byTools[0][0] == "0":
				outcomes["zero"]++
			case byTools[0][0] == unstated:
				outcomes["unstated"]++
			}
		}
	})
	if len(outcomes) < 3 && !testing.Short() { // what is not stated is rarely drawn
		t.Errorf("drawn: %v, want at least yes, no and zero", outcomes)
	}
}
