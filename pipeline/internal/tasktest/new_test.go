package tasktest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A task says of its plan what the plan says of itself, and has nothing yet of what
// later stages fill in.
func TestNew(t *testing.T) {
	for name, dir := range map[string]string{"legal": "../../draft/testdata/world", "legal-en": "../../draft/testdata/world-en"} {
		d, tasks, err := tasktest.Tasks(name, dir, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, made := range tasks {
			shape := made.Plan.Structure(d)
			if want := string(rune('0'+shape.Hops)) + "-hop"; made.Type != want || made.Family != task.Multihop {
				t.Errorf("%s: family %q, type %q: want %q and %q", made.ID, made.Family, made.Type, task.Multihop, want)
			}
			if want := strings.Join(made.Plan.Tools(), plan.Separator); made.Path != want || made.Path == "" {
				t.Errorf("%s: path %q: want %q", made.ID, made.Path, want)
			}
			if id, err := task.Identify(made.Plan, made.Steps); err != nil || id != made.ID {
				t.Errorf("%s: plan and steps make %s, %v", made.ID, id, err)
			}
			if last := made.Steps[len(made.Steps)-1]; last.Op != "finish" {
				t.Errorf("%s: last step %+v: want the call that gives the answer", made.ID, last)
			}
			if made.Question != "" || made.Rewriter != "" || made.Checks != nil || made.Review.Status != task.Unreviewed || made.Draft == "" || len(made.KeyAnswer) == 0 {
				t.Errorf("%s: want a draft and its answer, and nothing of later stages: %+v", made.ID, made)
			}
			var names []string
			for _, s := range made.Plan.Entities() {
				names = append(names, s.Value...)
			}
			for _, e := range made.Entities {
				names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(e.Name, n) })
			}
			if len(names) > 0 {
				t.Errorf("%s: starts %q are no entities of the task", made.ID, names)
			}
		}
	}
}

func TestRekeyed(t *testing.T) {
	values := []value.Answer{
		{Kind: value.Text, Text: "云溪市湖滨区人民法院", Aliases: []string{"湖滨区人民法院"}},
		{Kind: value.Text, Text: "安原"},
		{Kind: value.Number, Text: "12.50元", Number: "12.50", Unit: "元", Quantity: quantity.Money},
	}
	before := slices.Clone(values)
	got := task.RenameAnswers(values, []string{"湖滨区人民法院", "安原", "12.50"})
	want := []value.Answer{
		{Kind: value.Text, Text: "湖滨区人民法院", Aliases: []string{"云溪市湖滨区人民法院"}},
		{Kind: value.Text, Text: "安原"},
		{Kind: value.Number, Text: "12.50", Number: "12.50", Unit: "元", Quantity: quantity.Money},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Rekeyed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, values); diff != "" {
		t.Errorf("Rekeyed changed what it was given (-before +after):\n%s", diff)
	}
}
