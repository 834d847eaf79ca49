package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Whatever tasks there are and however they are split, each is in one split or straddles, the count
// over the recorded calls finds no leak, the order of tasks changes nothing, and a task that is put
// into another split is found where it leaks.
func TestSplitsDoNotLeak(t *testing.T) {
	d := toytest.Domain(t, "toy")
	all := append(made(t), conditional(t)...)
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom(SplitUnits()).Draw(t, "unit")
		test := rapid.IntRange(1, 50).Draw(t, "test")
		validation := rapid.IntRange(0, 49).Draw(t, "validation")
		spec := SplitSpec{unit, 100 - test - validation, validation, test}
		seed := rapid.Uint64().Draw(t, "seed")
		tasks := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, len(all), func(t *task.Task) string { return t.ID }).Draw(t, "tasks")
		s, err := Split(d, tasks, spec, seed)
		if n := len(s.All()) + len(s.Straddling); n != len(tasks) {
			t.Fatalf("%d of %d tasks are in splits or straddle", n, len(tasks))
		}
		if empty := len(s.Train) == 0 || len(s.Test) == 0 || validation > 0 && len(s.Validation) == 0; empty != (err != nil) {
			t.Fatalf("splits of %d, %d and %d tasks, error %v", len(s.Train), len(s.Validation), len(s.Test), err)
		}
		if err != nil {
			return
		}
		files := map[string][]*task.Task{"train": s.Train, "validation": s.Validation, "test": s.Test}
		if err := CheckSplits(d, unit, files); err != nil {
			t.Fatalf("-split %s leaks: %v", spec, err)
		}
		again, _ := Split(d, rapid.Permutation(tasks).Draw(t, "order"), spec, seed)
		if !slices.Equal(ids(s.Test), ids(again.Test)) || !slices.Equal(ids(s.Train), ids(again.Train)) {
			t.Fatalf("another order of tasks gives the test split %v, want %v", ids(again.Test), ids(s.Test))
		}
		files["train"] = append(slices.Clone(s.Train), s.Test...)
		if err := CheckSplits(d, unit, files); err == nil {
			t.Fatal("test tasks in train are not found")
		}
	})
}

// conditional returns tasks whose questions ask for one thing if a company has cases, and for
// another if not: one with either branch untaken, and one without branches that makes the calls
// of the first alone.
func conditional(t testing.TB) (tasks []*task.Task) {
	program := func(company string, branches bool) *plan.Program {
		p := &plan.Program{
			Nodes: []plan.Node{
				{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{company}}},
				{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company_cases", Empty: true}},
				{Name: "r3", From: []string{"r2"}, Do: &plan.Exists{}},
			},
			Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleTruth}}},
		}
		if branches {
			p.Nodes = append(p.Nodes,
				plan.Node{Name: "r4", From: []string{"r2"}, Do: &plan.Project{Columns: []string{"案由"}}},
				plan.Node{Name: "r5", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company"}},
				plan.Node{Name: "r6", From: []string{"r5"}, Do: &plan.Project{Columns: []string{"所属行业"}}})
			text := plan.Form{Style: plan.StyleText}
			p.Answers = append(p.Answers, plan.AnswerSpec{From: "r4", Form: text, If: "r3"}, plan.AnswerSpec{From: "r6", Form: text, Unless: "r3"})
		}
		return p
	}
	d := toytest.Domain(t, "toy")
	tools := load(t, d)
	for _, p := range []*plan.Program{program("东海船舶有限公司", true), program("南岭茶叶有限公司", true), program("东海船舶有限公司", false)} {
		tasks = append(tasks, execute(t, d, tools, p, "en"))
	}
	return tasks
}

// Two spellings of a name that lookups take for one are one entity.
func TestSpellingsAreOneEntity(t *testing.T) {
	one := conditional(t)[2]
	other := *one
	other.ID, other.Steps = "other", slices.Clone(one.Steps)
	for i := range other.Steps {
		s := &other.Steps[i]
		s.Arguments = []byte(strings.ReplaceAll(string(s.Arguments), "东海", "东海\u200b"))
	}
	if err := CheckSplits(toytest.Domain(t, "toy"), SplitByEntity, map[string][]*task.Task{"train": {one}, "test": {&other}}); err == nil {
		t.Error("a company under another spelling is not found in the test split")
	}
}

func ids(tasks []*task.Task) (list []string) {
	for _, t := range tasks {
		list = append(list, t.ID)
	}
	slices.Sort(list)
	return list
}

func TestParseSplit(t *testing.T) {
	for text, want := range map[string]string{
		"path:80,10,10": "", "entity:90,0,10": "", "task:34,33,33": "",
		"path:80,10": "three whole numbers", "path:80,10,20": "sum to 100", "path:0,50,50": "only that of validation may be 0",
		"paths:80,10,10": "want task, path, entity, tool or table", "path": "three whole numbers", "path:80,-10,30": "three whole numbers", "": "want task, path",
	} {
		spec, err := ParseSplit(text)
		if want == "" && (err != nil || spec.String() != text) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("ParseSplit(%q) = %v, %v; want %s", text, spec, err, fmt.Sprintf("%q", want))
		}
	}
}

// A release with splits has its files in the card's header, and its twins follow their tasks.
func TestSplitRelease(t *testing.T) {
	r := release(t)
	s, err := Split(toytest.Domain(t, "toy"), r.Tasks, SplitSpec{SplitByTask, 60, 20, 20}, 1)
	if err != nil {
		t.Fatal(err)
	}
	r.Splits, r.Tasks = s, s.All()
	for _, of := range s.All() {
		twin := *of
		twin.ID, twin.Twin = "t"+of.ID, &task.Twin{Of: of.ID}
		r.Twins = append(r.Twins, &twin)
	}
	for _, f := range r.Files() {
		if !f.Twins {
			continue
		}
		for _, twin := range f.Tasks {
			tasks := map[string][]*task.Task{"train": s.Train, "validation": s.Validation, "test": s.Test}[f.Split]
			if !slices.Contains(ids(tasks), twin.Twin.Of) {
				t.Errorf("%s holds a twin of task %s, which is in another split", f.Name, twin.Twin.Of)
			}
		}
	}
	var b strings.Builder
	if err := WriteCard(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  - split: train\n    path: data/train.parquet\n  - split: validation\n    path: data/validation.parquet\n  - split: test\n    path: data/test.parquet\n",
		"path: data/twins-validation.parquet", "### Splits",
		fmt.Sprintf("holds twins of %d of the %d tasks", len(s.Test), len(s.Test)), "| split | tasks | twins |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the card lacks %q", want)
		}
	}
}
