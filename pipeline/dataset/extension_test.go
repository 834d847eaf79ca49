package dataset

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// What a release says it retired is no other task's change, and a successor is told from a new
// task; text is shown and not interpreted.
func TestCompareRetired(t *testing.T) {
	tasks := made(t)[:4]
	successor, alike := copied(t, tasks[1]), copied(t, tasks[2])
	successor.ID, alike.ID = "successor", "alike"
	retired := []task.Retired{
		{ID: tasks[1].ID, Check: "executed", Reason: "changed", Detail: "step", KeyAnswer: []string{"甲"}, Answer: "甲。", NewAnswer: "乙。", NewKeyAnswer: []string{"乙"}, Successor: "successor",
			Cells: []task.ChangedCell{{Tool: "get_company", Table: "Company", Arguments: json.RawMessage(`{"identifier":"x"}`), Column: "名", Old: json.RawMessage(`"甲"`), New: json.RawMessage(`"乙|\u001b[2J"`)}}},
		{ID: tasks[2].ID, Check: "unique", Reason: "ambiguous", Detail: "two bear\x1b[2J the name"},
		{ID: tasks[3].ID, Check: "unique", Reason: "tie", Detail: "it is there all the same"},
	}
	d := Compare(&Contents{Tasks: tasks}, &Contents{Tasks: []*task.Task{tasks[0], successor, alike, tasks[3]}, Retired: retired})
	want := []TaskDiff{
		{Kind: Retired, ID: tasks[2].ID, Question: tasks[2].Question, Reasons: []string{"retired: check unique: ambiguous: two bear\x1b[2J the name"}},
		{Kind: Added, ID: "alike", Question: alike.Question, Reasons: []string{"new"}},
		{Kind: Reanswered, ID: "successor", Question: tasks[1].Question, Was: tasks[1].ID, Reasons: []string{`re-answered: Company.名 (x) "甲" → "乙|\u001b[2J"`, `keywords ["甲"] → ["乙"]`}},
	}
	if diff := cmp.Diff(want, d.Changes); diff != "" || d.Same != 2 {
		t.Errorf("%d the same, changes (-want +got):\n%s", d.Same, diff)
	}
	var text, page strings.Builder
	if err := d.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), "tasks 4 → 4: 0 removed, 1 added, 0 changed, 2 the same, 1 retired, 1 re-answered\n") {
		t.Errorf("text: %s", text.String())
	}
	if err := d.WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"### Retired\n", "### New\n", "### Re-answered\n", "successor (was " + tasks[1].ID + ")", `乙\|\\u001b\[2J`} {
		if !strings.Contains(page.String(), part) {
			t.Errorf("Markdown lacks %q:\n%s", part, page.String())
		}
	}
	if strings.Contains(text.String()+page.String(), "\x1b") {
		t.Error("a terminal control is written as it is")
	}
}

// Changes of cells are told in words: the arguments by their values, a row that came or went as one more or less.
func TestCellWords(t *testing.T) {
	one := json.RawMessage(`{"a":1}`)
	for want, c := range map[string]task.ChangedCell{
		`T.c (x) 1 → 2`:                  {Table: "T", Column: "c", Arguments: json.RawMessage(`{"identifier":"x"}`), Old: json.RawMessage("1"), New: json.RawMessage("2")},
		`T.c (x) 1 → none`:               {Table: "T", Column: "c", Arguments: json.RawMessage(`{"identifier":"x"}`), Old: json.RawMessage("1")},
		`T (y, x) one row more: {"a":1}`: {Table: "T", Arguments: json.RawMessage(`{"b":"x","a":"y"}`), New: one},
		`T (x) one row less: {"a":1}`:    {Table: "T", Arguments: json.RawMessage(`{"b":"x"}`), Old: one},
		`sum ({"nums":[1]}) "1" → "2"`:   {Tool: "sum", Arguments: json.RawMessage(`{"nums":[1]}`), Old: json.RawMessage(`"1"`), New: json.RawMessage(`"2"`)},
	} {
		if got := cellWords(&c); got != want {
			t.Errorf("cellWords = %q, want %q", got, want)
		}
	}
}

// A twin of a retired task, and a task that people made of one, are gone with it, and the difference says so.
func TestWhatHangsOnRetiredTasks(t *testing.T) {
	of := func(id string) *task.Task { return &task.Task{ID: id, Plan: new(plan.Program)} }
	twin, edited, other := of("twin"), of("edited"), of("other")
	twin.Twin, edited.Review.Original, other.Twin = &task.Twin{Of: "gone"}, "gone", &task.Twin{Of: "kept"}
	d := Compare(&Contents{Tasks: []*task.Task{of("gone"), twin, edited, other}}, &Contents{Retired: []task.Retired{{ID: "gone", Check: "unique", Reason: "tie", Detail: "two"}}})
	got := map[string]string{}
	for _, c := range d.Changes {
		got[c.ID] = c.Reasons[0]
	}
	want := map[string]string{
		"gone": "retired: check unique: tie: two", "twin": "removed: the twin of gone, which is retired",
		"edited": "removed: people made it of gone, which is retired", "other": "removed: the twin of kept",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}
