package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// copied is a task of which everything can be changed.
func copied(t testing.TB, of *task.Task) *task.Task {
	t.Helper()
	var c task.Task
	if err := json.Unmarshal(must(json.Marshal(of)), &c); err != nil {
		t.Fatal(err)
	}
	return &c
}

// edits are all ways in which a task can come to be another, with what is said of them.
func edits() map[string]struct {
	edit func(*task.Task)
	want []string
} {
	type row = struct {
		edit func(*task.Task)
		want []string
	}
	return map[string]row{
		"nothing":    {func(*task.Task) {}, nil},
		"provenance": {func(t *task.Task) { t.Provenance.Corpus, t.Provenance.Versions = digest.Of("other"), nil }, nil},
		"unreviewed": {func(t *task.Task) { t.Review.Status = "" }, nil},
		"plan edited": {func(t *task.Task) {
			t.ID, t.Review.Original, t.Review.Edits = "new", t.ID, []string{"plan"}
			t.Plan.Answers[0].Form.Style = plan.StyleDate
			t.Draft, t.Answer, t.KeyAnswer = "d", "a", []string{"b"}
		}, []string{"plan edited", `keywords ["造船|<b>业</b> --> ` + "```" + `"] → ["b"]`, "reviewers"}},
		"another entity": {func(t *task.Task) {
			t.ID = "new"
			start := t.Plan.Nodes[0].Do.(*plan.Start)
			start.Value = []string{"南岭"}
			t.Entities[0].Name, t.Draft = []string{"南岭"}, "d"
		}, []string{`start [["东海船舶有限公司"]] → [["南岭"]]`}},
		"data": {func(t *task.Task) {
			t.ID = "new"
			t.Steps[1].Observation, t.Answer = json.RawMessage(`{"a":1}`), "x"
		}, []string{"data changed: step r2 get_company: {\"所属行业\":\"造船|<b>业</b> --> ```\"} → {\"a\":1}"}},
		"another choice": {func(t *task.Task) { t.Steps[1].Selected = []string{"x"} }, []string{"data changed: step r2 get_company"}},
		"another call": {func(t *task.Task) {
			t.Steps[1].Arguments, t.Steps[1].Observation = json.RawMessage(`{"b":1}`), json.RawMessage(`{"a":1}`)
		}, []string{"data changed: step r2 get_company"}},
		"fewer steps":      {func(t *task.Task) { t.Steps = t.Steps[:1] }, []string{"data changed: 3 steps → 1"}},
		"question edited":  {func(t *task.Task) { t.Question, t.Review.Edits = "q", []string{"question"} }, []string{"question edited", "reviewers"}},
		"question changed": {func(t *task.Task) { t.Question = "q" }, []string{"question changed"}},
		"question rewritten": {func(t *task.Task) { t.Question, t.Rewriter = "q", "gpt" },
			[]string{"question rewritten (by offline → gpt)"}},
		"rewriter":        {func(t *task.Task) { t.Rewriter = "gpt" }, []string{"rewriter offline → gpt"}},
		"draft":           {func(t *task.Task) { t.Draft = "d" }, []string{"draft changed"}},
		"answer":          {func(t *task.Task) { t.Answer = "d" }, []string{"answer changed"}},
		"key_middle":      {func(t *task.Task) { t.KeyMiddle = []string{"x"} }, []string{`keywords on the way [] → ["x"]`}},
		"aliases":         {func(t *task.Task) { t.AnswerValues[0].Aliases = []string{"x"} }, []string{"aliases"}},
		"quantity":        {func(t *task.Task) { t.AnswerValues[0].Quantity = quantity.Times }, []string{"typed answers"}},
		"values":          {func(t *task.Task) { t.AnswerValues[0].Kind = value.Date }, []string{"typed answers"}},
		"status":          {func(t *task.Task) { t.Review.Status = "approved" }, []string{"status unreviewed → approved"}},
		"reviewers":       {func(t *task.Task) { t.Review.Reviewers = []string{"甲"} }, []string{"reviewers"}},
		"checks":          {func(t *task.Task) { t.Checks[0].Detail = "x" }, []string{"check executed: pass → x"}},
		"by-stander":      {func(t *task.Task) { t.Bystander = &task.Entity{Type: "company", Name: []string{"x"}} }, []string{"by-stander"}},
		"twin":            {func(t *task.Task) { t.Twin = &task.Twin{Of: "x"} }, []string{"row taken away"}},
		"solution":        {func(t *task.Task) { t.Solution = "x" }, []string{"solution reworded"}},
		"a solution more": {func(t *task.Task) { t.Solution, t.Rewriter = "x", "gpt" }, []string{"rewriter offline → gpt"}},
		"path":            {func(t *task.Task) { t.Path = "x" }, []string{"records"}},
		"labels":          {func(t *task.Task) { t.Type, t.Family, t.Language = "a", "b", "c" }, []string{"family multihop → b", "type 1-hop → a", "language zh → c"}},
	}
}

func TestChanges(t *testing.T) {
	base := made(t)[0]
	for name, tt := range edits() {
		edited := copied(t, base)
		tt.edit(edited)
		d := Compare(&Contents{Tasks: []*task.Task{base}}, &Contents{Tasks: []*task.Task{edited}})
		want := &ReleaseDiff{Old: 1, New: 1, Same: 1, Changes: []TaskDiff{}, Corpus: d.Corpus}
		if tt.want != nil {
			want.Same = 0
			want.Changes = []TaskDiff{{Kind: Changed, ID: edited.ID, Question: edited.Question, Reasons: tt.want}}
			if name == "checks" {
				want.Changes[0].Kind = Revisit
			}
			if edited.ID != base.ID {
				want.Changes[0].Was = base.ID
			}
		}
		if diff := cmp.Diff(want, d); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if (d.Corpus != nil) != (name == "provenance") {
			t.Errorf("%s: corpora %q", name, d.Corpus)
		}
	}
}

// Comparing a release with itself finds nothing, the other way round the same pairs,
// and nothing depends on the order of tasks. Each task is counted once.
func TestCompareLaws(t *testing.T) {
	tasks := made(t)
	all := edits()
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(r *rapid.T) {
		release := func(label string) *Contents {
			p := new(Contents)
			seen := map[string]bool{}
			for i, k := range tasks {
				if !rapid.Bool().Draw(r, label+"has") {
					continue
				}
				c := copied(t, k)
				all[rapid.SampledFrom(names).Draw(r, label+"edit")].edit(c)
				if c.ID == "new" {
					c.ID = fmt.Sprintf("new%d%s", i, label)
				}
				if !seen[c.ID] {
					p.Tasks = append(p.Tasks, c)
				}
				seen[c.ID] = true
			}
			return p
		}
		a, b := release("a"), release("b")
		if d := Compare(a, a); len(d.Changes) > 0 || d.Same != len(a.Tasks) || d.Corpus != nil || d.Domain != nil {
			r.Fatalf("a release differs from itself: %+v", d)
		}
		there, back := Compare(a, b), Compare(b, a)
		if !slices.IsSortedFunc(there.Changes, func(a, b TaskDiff) int {
			order := []TaskDiffKind{Removed, Added, Changed, Revisit}
			if a.Kind != b.Kind {
				return slices.Index(order, a.Kind) - slices.Index(order, b.Kind)
			}
			return strings.Compare(a.ID, b.ID)
		}) {
			r.Fatalf("changes out of order: %+v", there.Changes)
		}
		sides := func(d *ReleaseDiff, turned bool) (lines []string) {
			for _, c := range d.Changes {
				was, is := c.Was, c.ID
				if was == "" {
					was = is
				}
				kind := c.Kind
				if turned {
					was, is = is, was
					kind = map[TaskDiffKind]TaskDiffKind{Added: Removed, Removed: Added, Changed: Changed, Revisit: Revisit}[kind]
				}
				lines = append(lines, fmt.Sprint(kind, was, is))
				if len(c.Reasons) == 0 {
					r.Fatalf("a change without a reason: %+v", c)
				}
			}
			slices.Sort(lines)
			return lines
		}
		if diff := cmp.Diff(sides(there, false), sides(back, true)); diff != "" {
			r.Fatalf("other pairs the other way round (-there +back):\n%s", diff)
		}
		count := map[TaskDiffKind]int{}
		for _, c := range there.Changes {
			count[c.Kind]++
		}
		if there.Same+count[Changed]+count[Revisit]+count[Removed] != len(a.Tasks) || there.Same+count[Changed]+count[Revisit]+count[Added] != len(b.Tasks) {
			r.Fatalf("%d the same and %v of %d and %d tasks", there.Same, count, len(a.Tasks), len(b.Tasks))
		}
		turned := &Contents{Tasks: slices.Clone(b.Tasks)}
		slices.Reverse(turned.Tasks)
		if diff := cmp.Diff(there, Compare(a, turned)); diff != "" {
			r.Fatalf("another difference in another order (-want +got):\n%s", diff)
		}
	})
}

// Why a task is gone, or new, is what the other release says of it.
func TestCompareSaysWhy(t *testing.T) {
	tasks := made(t)[:4]
	old := &Contents{Version: "1.0.0", Tasks: tasks, Dropped: []task.Dropped{{ID: "fresh", Check: "unique", Reason: "tie", Detail: "2 rows"}}}
	fresh, twinned := copied(t, tasks[0]), twin(tasks[0])
	fresh.ID, fresh.Language = "fresh", "fr" // of another language, so not taken for another
	now := &Contents{
		Version: "1.1.0", Tasks: []*task.Task{tasks[0], fresh, twinned},
		Dropped: []task.Dropped{{ID: tasks[1].ID, Check: "gradable", Reason: "leak", Detail: "\x1b[2J\u202e"}},
		Reviews: []review.PublishedDecision{
			{Task: "other", Original: tasks[2].ID, By: "甲", Kind: "reject", Reason: "ambiguous", Note: "two\nreadings"},
			{Task: tasks[2].ID, By: "乙", Kind: "comment", Note: "?"},
		},
	}
	var b strings.Builder
	if err := Compare(old, now).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	lines := []string{
		"- " + tasks[1].ID + `  removed: dropped by check gradable: leak: \x1b[2J\u202e`,
		"- " + tasks[2].ID + `  removed: rejected by 甲: ambiguous: two\nreadings`,
		"- " + tasks[3].ID + "  removed",
	}
	slices.Sort(lines)
	want := "tasks 4 → 3: 3 removed, 2 added, 0 changed, 1 the same\nversion 1.0.0 → 1.1.0\n" + strings.Join(lines, "\n") + "\n" +
		"+ " + twinned.ID + "  new: the twin of " + tasks[0].ID + "\n" +
		"+ fresh  new: it was dropped by check unique: tie: 2 rows\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if err := Compare(old, now).WriteText(full{}); !errors.Is(err, errFull) {
		t.Errorf("WriteText on a full disk = %v, want %v", err, errFull)
	}
	var j bytes.Buffer
	var back ReleaseDiff
	if err := errors.Join(Compare(old, now).WriteJSON(&j), json.Unmarshal(j.Bytes(), &back)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Compare(old, now), &back); diff != "" {
		t.Errorf("JSON reads as another difference (-want +got):\n%s", diff)
	}
}

// A task that people changed is dropped under the ID it had before, a twin under that of
// its task.
func TestCompareSaysWhyOfOtherIDs(t *testing.T) {
	tasks := made(t)
	kept, edited := tasks[0], copied(t, tasks[1])
	edited.ID, edited.Review.Original, edited.Review.Edits = "edited", tasks[1].ID, []string{task.PlanEdited}
	lone := twin(copied(t, tasks[2])) // the twin of a task that neither release has
	with := &Contents{Tasks: []*task.Task{kept, edited, twin(kept), lone}}
	without := &Contents{Tasks: []*task.Task{kept}, Dropped: []task.Dropped{
		{}, {ID: kept.ID, Check: "gone", Reason: "told", Detail: "x"}, {ID: kept.ID, Check: "later", Reason: "", Detail: ""}, {ID: tasks[1].ID, Check: "review", Reason: "pending", Detail: "1 votes"}, {ID: tasks[2].ID, Check: "unique", Reason: "tie", Detail: "y"},
	}}
	say := func(d *ReleaseDiff) map[string]string {
		why := map[string]string{}
		for _, c := range d.Changes {
			why[c.ID] = strings.Join(c.Reasons, "; ")
		}
		return why
	}
	want := func(before, fallback string) map[string]string {
		return map[string]string{
			"edited":      before + "dropped in review: pending: 1 votes",
			twin(kept).ID: before + "dropped by check gone: told: x",
			lone.ID:       fallback + "the twin of " + tasks[2].ID,
		}
	}
	if diff := cmp.Diff(want("removed: ", "removed: "), say(Compare(with, without))); diff != "" {
		t.Errorf("what is gone (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want("new: it was ", "new: "), say(Compare(without, with))); diff != "" {
		t.Errorf("what is new (-want +got):\n%s", diff)
	}
	without.Dropped = []task.Dropped{{ID: ""}}
	without.Reviews = []review.PublishedDecision{{By: "nobody", Kind: "reject"}, {Task: tasks[1].ID, By: "甲", Kind: "reject"}}
	if got := say(Compare(with, without)); got["edited"] != "removed: rejected by 甲" {
		t.Errorf("a rejected task is %q", got["edited"])
	}
	without.Reviews = without.Reviews[:1]
	if got := say(Compare(with, without)); got["edited"] != "removed" {
		t.Errorf("a task of which nothing is said is %q", got["edited"])
	}
}

// A twin is no other task, though its plan is the same.
func TestCompareKeepsTwinsApart(t *testing.T) {
	base := made(t)[0]
	other := twin(base)
	d := Compare(&Contents{Tasks: []*task.Task{base}}, &Contents{Tasks: []*task.Task{other}})
	want := []TaskDiff{
		{Kind: Removed, ID: base.ID, Question: base.Question, Reasons: []string{"removed"}},
		{Kind: Added, ID: other.ID, Question: other.Question, Reasons: []string{"new: the twin of " + base.ID}},
	}
	if diff := cmp.Diff(want, d.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}
