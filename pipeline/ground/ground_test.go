package ground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// text writes a grounding as JSON, tasks in order.
func text(t testing.TB, g *Grounding) string {
	t.Helper()
	b, err := json.MarshalIndent(g, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What comes of a choice is the same at any number of workers and whatever was
// grounded before.
func TestGroundDependsOnTheChoiceAlone(t *testing.T) {
	w := toy(t)
	all := grounded(t, "zh")
	tasks := 0
	for _, c := range all {
		tasks += len(c.got.Tasks)
	}
	if tasks < 50 {
		t.Fatalf("the toy world gives %d tasks, want enough to compare", tasks)
	}
	rapid.Check(t, func(rt *rapid.T) {
		g := w.grounder(limits, rapid.SampledFrom([]int{1, 2, 8}).Draw(rt, "workers"))
		for range 5 {
			c := rapid.SampledFrom(all).Draw(rt, "choice")
			if rapid.Bool().Draw(rt, "leads") {
				if ok, err := g.Leads(t.Context(), c.path); !ok || err != nil {
					rt.Fatalf("Leads(%s) = %v, %v, want true", c.path, ok, err)
				}
			}
			if diff := cmp.Diff(text(t, c.got), text(t, c.ground(t, g))); diff != "" {
				rt.Fatalf("Ground(%s, %v) after others (-want +got):\n%s", c.path, c.demand, diff)
			}
		}
	})
}

// made is a choice and what came of it.
type made struct {
	choice
	got *Grounding
}

// toyMade is what came of the choices of the toy world, by language. Tests run one after
// the other.
var toyMade = map[string][]made{}

// grounded grounds what can be asked of paths of up to four hops of the toy world, once
// for all tests.
func grounded(t *testing.T, language string) []made {
	t.Helper()
	if toyMade[language] == nil {
		w := toy(t)
		g := New(w.corpus, w.tools, language, 1, limits, 2)
		deepest := 4
		if testing.Short() {
			deepest = 3
		}
		for hops := 1; hops <= deepest; hops++ {
			for _, c := range w.live(t, g, hops) {
				toyMade[language] = append(toyMade[language], made{c, c.ground(t, g)})
			}
		}
	}
	return toyMade[language]
}

// Another seed draws other entities.
func TestSeedDraws(t *testing.T) {
	w := toy(t)
	c := plain(w.path(t, "get_company"), "所属行业")
	seen := map[string]bool{}
	for seed := range uint64(8) {
		seen[text(t, c.ground(t, New(w.corpus, w.tools, "zh", seed, limits, 1)))] = true
	}
	if len(seen) < 2 {
		t.Errorf("8 seeds give %d different groundings, want several", len(seen))
	}
}

// Every task holds what its fields promise: see proved.
func TestTasksAreProved(t *testing.T) {
	w := toy(t)
	languages := []string{"zh", "en"}
	if testing.Short() {
		languages = languages[:1]
	}
	for _, lang := range languages {
		n := 0
		for _, c := range grounded(t, lang) {
			if len(c.got.Tasks) > c.got.Passed || len(c.got.Tasks) > entities {
				t.Errorf("Ground(%s, %v) gives %d tasks of %d passed", c.path, c.demand, len(c.got.Tasks), c.got.Passed)
			}
			starts := map[string]bool{}
			for _, tk := range c.got.Tasks {
				proved(t, w, tk, c.choice, len(c.path.Hops))
				starts[strings.Join(tk.Entities[0].Name, separator)] = true
				n++
			}
			if len(starts) != len(c.got.Tasks) {
				t.Errorf("Ground(%s, %v): %d tasks of %d entities", c.path, c.demand, len(c.got.Tasks), len(starts))
			}
		}
		if n == 0 {
			t.Errorf("no tasks in %s", lang)
		}
	}
}

// proved reports what is wrong with a task: it re-executes to its steps, answer and
// ID, its keys are what the last result holds, and none stands in the question.
func proved(t testing.TB, w *world, tk *task.Task, c choice, hops int) {
	t.Helper()
	d := w.corpus.Domain()
	x, err := plan.NewExecutor(d, w.tools, tk.Plan)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(context.Background(), nil)
	if err != nil || reason != "" {
		t.Fatalf("task %s runs to %q, %v, want an answer", tk.ID, reason, err)
	}
	steps, err := task.Steps(d, trace, tk.Answer)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tk.Steps, steps); diff != "" {
		t.Errorf("task %s replayed (-steps +replay):\n%s", tk.ID, diff)
	}
	if id, err := task.Identify(tk.Plan, steps); err != nil || id != tk.ID {
		t.Errorf("Identify of task %s replayed = %s, %v", tk.ID, id, err)
	}
	reply, err := draft.Answer(d, tk.Plan, trace, tk.Language)
	if err != nil || reply.Sentence != tk.Answer || !slices.Equal(reply.Keys, tk.KeyAnswer) {
		t.Errorf("answer of task %s replayed = %q, %v, want %q", tk.ID, reply.Sentence, err, tk.Answer)
	}
	if len(tk.KeyAnswer) == 0 || len(tk.KeyAnswer) != len(tk.AnswerValues) {
		t.Errorf("task %s has %d keys and %d values, want as many, at least one", tk.ID, len(tk.KeyAnswer), len(tk.AnswerValues))
	}
	var found []string
	for _, a := range tk.Plan.Answers {
		if r := trace.Result(a.From); r != nil {
			found = append(found, r.Texts()...)
		}
	}
	for i, key := range tk.KeyAnswer {
		if c.demand.Operator == "" && !slices.ContainsFunc(found, func(s string) bool { return same(tk.AnswerValues[i], s) }) {
			t.Errorf("task %s: key %q is not in the results %q", tk.ID, key, found)
		}
		names := []string{key}
		if tk.AnswerValues[i].Kind != value.Truth {
			names = append(names, tk.AnswerValues[i].Aliases...)
		}
		for _, name := range names {
			if strings.Contains(tk.Draft, name) {
				t.Errorf("task %s: %q stands in the question %q", tk.ID, name, tk.Draft)
			}
		}
		if !strings.Contains(tk.Answer, key) {
			t.Errorf("task %s: key %q is not in the answer %q", tk.ID, key, tk.Answer)
		}
		if slices.Contains(tk.KeyMiddle, key) {
			t.Errorf("task %s: %q is a key of the answer and of the way", tk.ID, key)
		}
	}
	if tk.Structure.Hops != hops || tk.Type != fmt.Sprintf("%d-hop", hops) || !passes(strings.Split(tk.Path, plan.Separator), c.path.Tools()) || tk.Family != "multihop" {
		t.Errorf("task %s: %d hops, %s, %s, %s, want %d hops of %s", tk.ID, tk.Structure.Hops, tk.Type, tk.Path, tk.Family, hops, c.path)
	}
	if op := c.demand.Operator; op != "" && !slices.Contains(tk.Structure.Operators, op) {
		t.Errorf("task %s has operators %v, want %s among them", tk.ID, tk.Structure.Operators, op)
	}
	if tk.Entities[0].Type != c.path.Start || !slices.Equal(tk.Entities[0].Name, tk.Plan.Entities()[0].Value) {
		t.Errorf("task %s starts from %v, want the %s its plan is bound to", tk.ID, tk.Entities, c.path.Start)
	}
}

// passes reports whether all tools of a path are among those of a task, in their order.
func passes(called, path []string) bool {
	for _, name := range called {
		if len(path) > 0 && name == path[0] {
			path = path[1:]
		}
	}
	return len(path) == 0
}

// same reports whether a typed answer is the canonical text of a result, in the
// form asked for.
func same(a value.Answer, canonical string) bool {
	switch a.Kind {
	case value.Number:
		got, ok := new(big.Rat).SetString(a.Number)
		want, good := new(big.Rat).SetString(canonical)
		return ok && good && got.Abs(got.Sub(got, want)).Cmp(big.NewRat(5, 1000)) <= 0
	case value.Date:
		digits := strings.NewReplacer("年", "-", "月", "-", "日", "").Replace(a.Text)
		return digits == canonical
	}
	return a.Text == canonical
}

// A task keeps its ID whatever is rewritten, and gets another when a cell its steps
// saw changes; tasks that did not see it keep theirs.
func TestIDFollowsTheData(t *testing.T) {
	ids := func(w *world) map[string]string {
		out := map[string]string{}
		for _, tk := range (plain(w.path(t, "get_company"), "所属行业")).groundSome(t, w.grounder(limits, 1), 100).Tasks {
			out[tk.Entities[0].Name[0]] = tk.ID
			tk.Draft, tk.Question, tk.Answer, tk.Language = "another", "question", "in", "en"
			if id, err := task.Identify(tk.Plan, tk.Steps); err != nil || id != tk.ID {
				t.Errorf("Identify of a rewritten task = %s, %v, want %s", id, err, tk.ID)
			}
		}
		return out
	}
	tables := toyRows(t)
	before := ids(small(t, tables))
	if len(before) < 3 {
		t.Fatalf("%d tasks, want several", len(before))
	}
	tables["Company"][0]["所属行业"] = "通用设备制造业"
	tables["Company"][1]["员工人数"] = 388
	after := ids(small(t, tables))
	changed := tables["Company"][0]["公司名称"]
	for name, id := range before {
		if (after[name] != id) != (name == changed) {
			t.Errorf("ID of %s: %s before, %s after %s changed", name, id, after[name], changed)
		}
	}
}

// A short name of the answer in the question gives it away like the answer itself.
func TestGradable(t *testing.T) {
	g := &Grounder{limits: limits}
	name := func(text string, aliases ...string) value.Answer {
		return value.Answer{Kind: value.Text, Text: text, Aliases: aliases}
	}
	number := func(text, digits string) value.Answer {
		return value.Answer{Kind: value.Number, Text: text, Number: digits}
	}
	tests := []struct {
		question string
		answers  []value.Answer
		want     plan.Reason
	}{
		{"谁审理？", []value.Answer{name("山东省东营市法院", "东营市法院")}, ""},
		{"山东省东营市法院的上级？", []value.Answer{name("山东省东营市法院")}, Leak},
		{"东营市法院的全称？", []value.Answer{name("山东省东营市法院", "东营市法院")}, Leak},
		{"甲公司？", []value.Answer{name("甲公司")}, Leak},
		{"谁？", []value.Answer{name("农业"), name("渔业"), name("农业部")}, Weak},
		{"谁？", []value.Answer{name("东营市法院审判庭"), name("山东省东营市法院", "东营市法院")}, Weak},
		{"多少？", []value.Answer{number("0.00元", "0.00")}, Weak},
		{"多少？", []value.Answer{number("-0.00元", "-0.00")}, Weak},
		{"多少？", []value.Answer{number("10.00元", "10.00")}, ""},
		{"谁？", slices.Repeat([]value.Answer{name("甲乙")}, 11), Long},
		{"在哪个区？", []value.Answer{name("海淀区")}, Weak},
		{"文件叫什么？", []value.Answer{name("丙.txt")}, Leak},
		{"全称？", []value.Answer{name("丙机床股份有限公司")}, ""},
	}
	for _, tt := range tests {
		made := &task.Task{Draft: tt.question, Entities: []task.Entity{{Name: []string{"丙"}}}, KeyMiddle: []string{"北京市海淀区人民法院"}, AnswerValues: tt.answers}
		if got := g.checkKeywords(made); got != tt.want {
			t.Errorf("gradable(%q, %v) = %q, want %q", tt.question, tt.answers, got, tt.want)
		}
	}
}

// A chain that takes a second value from the row it came from goes nowhere, though
// no entity comes twice.
func TestSoundRefusesARowTwice(t *testing.T) {
	w := toy(t)
	g := New(w.corpus, w.tools, "zh", 1, limits, 1)
	prog := &plan.Program{
		Nodes: []plan.Node{
			{Name: "case", Do: &plan.Start{Entity: "case_number"}},
			{Name: "row", From: []string{"case"}, Do: &plan.Call{Tool: "get_case"}},
			{Name: "company", From: []string{"row"}, Do: &plan.Project{Columns: []string{"关联公司"}}},
			{Name: "cases", From: []string{"company"}, Do: &plan.Call{Tool: "get_company_cases"}},
			{Name: "latest", From: []string{"cases"}, Do: &plan.Superlative{Column: "立案日期", Order: plan.Max}},
			{Name: "cause", From: []string{"latest"}, Do: &plan.Project{Columns: []string{"案由"}}},
		},
		Answers: []plan.AnswerSpec{{From: "cause", Form: plan.Form{Style: plan.StyleText}}},
	}
	x, err := plan.NewExecutor(g.domain, w.tools, prog)
	if err != nil {
		t.Fatal(err)
	}
	same, other := 0, 0
	for _, name := range g.reach.entities("case_number").list {
		trace, reason, err := x.Run(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if reason != "" {
			continue
		}
		want := plan.Reason("")
		if trace.Result("row").Rows[0] == trace.Result("latest").Rows[0] {
			want = Repeated
			same++
		} else {
			other++
		}
		if got, err := g.checkChain(trace); got != want || err != nil {
			t.Errorf("sound of %s = %q, %v, want %q", name, got, err, want)
		}
	}
	if same == 0 || other == 0 {
		t.Errorf("%d chains return to their row and %d do not: want some of each", same, other)
	}
}

// broken is a caller whose tools are broken.
type broken struct{}

func (broken) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errors.New("the server is down")
}

func TestBrokenToolsAreAnError(t *testing.T) {
	w := toy(t)
	g := New(w.corpus, broken{}, "zh", 1, limits, 2)
	for hops := 1; hops <= 2; hops++ {
		c := plain(w.path(t, slices.Repeat([]string{"get_company"}, hops)...), "所属行业")
		if got, err := g.Ground(t.Context(), c.path, c.demand, entities, Exclusions{}); err == nil || !strings.Contains(err.Error(), "the server is down") {
			t.Errorf("Ground(%s) = %v, %v, want the tools' error", c.path, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := plain(w.path(t, "get_company", "get_company"), "所属行业")
	if _, err := w.grounder(limits, 2).Ground(ctx, c.path, c.demand, entities, Exclusions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Ground with a cancelled context = %v, want %v", err, context.Canceled)
	}
}
