package ground

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// A proposed by-stander is in no record of its task, the plan about it has another answer or
// none, and the proposal is the same each time; a domain that wants none gets none.
func TestBystander(t *testing.T) {
	const dir = "../draft/testdata/world"
	d, tasks, err := tasktest.Tasks("legal", dir, 12)
	if err != nil {
		t.Fatal(err)
	}
	wanting := *d
	wanting.Bystanders = 100
	c, tools := toytest.Load(t, &wanting, dir)
	g := New(c, tools, "zh", 1, limits, 1)
	proposed := 0
	for _, one := range tasks {
		if one.Language != "zh" {
			continue
		}
		b, err := g.Bystander(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(c, tools, "zh", 2, limits, 4).Bystander(t.Context(), one)
		if diff := cmp.Diff(b, again); err != nil || diff != "" {
			t.Errorf("%s: another by-stander the second time (%v):\n%s", one.Draft, err, diff)
		}
		if b == nil {
			continue
		}
		proposed++
		with := *one
		with.Bystander = b
		record, err := json.Marshal(one)
		if err != nil || b.Type != one.Entities[0].Type || strings.Contains(string(record), b.Name[0]) {
			t.Errorf("%s: by-stander %v is in the task's record", one.Draft, b)
		}
		own, err := g.answersOf(t.Context(), one.Plan)
		if err != nil {
			t.Fatal(err)
		}
		other, err := g.answersOf(t.Context(), reading.AskedAboutBystander(&with))
		if err != nil || alternative.SameAnswers(own, other) {
			t.Errorf("%s: about the by-stander %v the answers are %v, too (%v)", one.Draft, b, other, err)
		}
	}
	if proposed < 5 {
		t.Errorf("%d by-standers for %d tasks, want 5", proposed, len(tasks))
	}
	wanting.Bystanders = 0
	for _, one := range tasks {
		if b, err := g.Bystander(t.Context(), one); b != nil || err != nil {
			t.Errorf("Bystander = %v, %v where the domain wants none", b, err)
		}
	}
}
