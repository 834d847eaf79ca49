package review

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestAdmit(t *testing.T) {
	before := []*Decision{
		made("vote", "ann", Approve, "v0"),
		edit("first", "bo", "v0", "v1"),
		edit("second", "sen", "v1", "v2", "unique", "gradable"),
		made("remark", "bo", Comment, "v2"),
		takeBack("back", "bo", "remark"),
	}
	withRole := func(d *Decision, r ReviewerRole) *Decision {
		d.Role = r
		return d
	}
	tests := []struct {
		name string
		d    *Decision
		want error  // what it is
		text string // or what it says
	}{
		{"a vote", made("x", "bo", Reject, "v2"), nil, ""},
		{"a remark", made("x", "bo", Comment, "v2"), nil, ""},
		{"a try", made("x", "bo", Try, "v2"), nil, ""},
		{"an edit", edit("x", "bo", "v2", "v3"), nil, ""},
		{"an approval of what is broken", made("x", "sen", Approve, "v2"), ErrBroken, ""},
		{"a vote on what was", made("x", "bo", Reject, "v1"), ErrStale, ""},
		{"an edit of what was", edit("x", "bo", "v1", "v3"), ErrStale, ""},
		{"an edit that changes nothing", edit("x", "bo", "v2", "v2"), nil, "the edit changes nothing"},
		{"no role", withRole(made("x", "bo", Reject, "v2"), ""), ErrRole, ""},
		{"an unknown task", on("u", made("x", "bo", Reject, "v2")), ErrUnknown, ""},
		{"a return by an annotator", made("x", "bo", Return, "v2"), ErrRole, ""},
		{"a return by a senior", made("x", "sen", Return, "v2"), nil, ""},
		{"guidelines by a senior", on("", made("x", "sen", Guideline, "")), ErrRole, ""},
		{"guidelines by an owner", on("", made("x", "own", Guideline, "")), nil, ""},
		{"taking back a vote", takeBack("x", "ann", "vote"), nil, ""},
		{"taking back another's vote", takeBack("x", "own", "vote"), ErrRole, ""},
		{"taking back an edit with others on it", takeBack("x", "bo", "first"), nil, `edit "second" by sen builds on this one: withdraw that one first`},
		{"taking back the last edit", takeBack("x", "sen", "second"), nil, ""},
		{"taking back a senior's edit", takeBack("x", "own", "second"), ErrRole, ""},
		{"taking back twice", takeBack("x", "bo", "remark"), nil, `decision "remark" was withdrawn already`},
		{"taking back the taking back", takeBack("x", "bo", "back"), nil, "a withdrawal cannot be withdrawn: make the decision again"},
		{"taking back what is not there", takeBack("x", "bo", "nothing"), ErrUnknown, ""},
	}
	b := NewBoard([]Item{{ID: "t", Shown: "v0"}}, Rules{Overlap: 2})
	for _, d := range before {
		b.Apply(d)
	}
	for _, tt := range tests {
		err := b.Admit(tt.d)
		if tt.text == "" && !errors.Is(err, tt.want) || tt.text != "" && (err == nil || err.Error() != tt.text) {
			t.Errorf("Admit(%s) = %v, want %v%s", tt.name, err, tt.want, tt.text)
		}
	}
	s, _ := b.State("t")
	if len(s.History) != len(before) {
		t.Errorf("Admit changed the history: %d decisions", len(s.History))
	}
}

// What is reviewed of a share is reviewed of every larger one, and is as much as was
// asked for.
func TestLargerSharesHoldSmallerOnes(t *testing.T) {
	sampled := func(list []Item, share float64) map[string]bool {
		ids := map[string]bool{}
		for item, s := range NewBoard(list, Rules{Share: share}).States() {
			if s.Sampled {
				ids[item.ID] = true
			}
		}
		return ids
	}
	if n := len(sampled(items(100), 0.07)); n != 7 { // 0.07·100 is more than 7 in binary
		t.Errorf("7 %% of 100 tasks are %d", n)
	}
	rapid.Check(t, func(t *rapid.T) {
		list := items(rapid.IntRange(0, 60).Draw(t, "a"), rapid.IntRange(0, 60).Draw(t, "b"))
		small := rapid.IntRange(1, 100).Draw(t, "small")
		large := rapid.IntRange(small, 100).Draw(t, "large")
		few, many := sampled(list, float64(small)/100), sampled(list, float64(large)/100)
		if want := int(math.Ceil(float64(len(list)*small) / 100)); len(few) != want {
			t.Fatalf("%d %% of %d tasks are %d, want %d", small, len(list), len(few), want)
		}
		for id := range few {
			if !many[id] {
				t.Fatalf("task %s is among %d %% and not among %d %%", id, small, large)
			}
		}
		other := slices.Clone(list)
		slices.Reverse(other)
		if again := sampled(other, float64(small)/100); len(again) != len(few) || slices.ContainsFunc(list, func(i Item) bool { return few[i.ID] != again[i.ID] }) {
			t.Fatal("the sample depends on the order of the tasks")
		}
	})
}

func TestBoardKeepsItemOrder(t *testing.T) {
	list := append(items(3), Item{ID: "a1", Type: "again", Shown: "v9"})
	b := NewBoard(list, Rules{})
	var got []string
	for item, s := range b.States() {
		got = append(got, item.ID)
		if s.Shown != "v0" || s.Status != Unreviewed || !s.Sampled {
			t.Errorf("task %s stands at %+v", item.ID, s)
		}
	}
	if want := []string{"a0", "a1", "a2"}; !slices.Equal(got, want) {
		t.Errorf("tasks %q, want %q", got, want)
	}
	if _, ok := b.State("nothing"); ok {
		t.Error("a task that is not there stands somewhere")
	}
	b.Apply(on("nothing", made("1", "ann", Approve, "v0"))) // and changes nothing
	b.Apply(on("", made("2", "own", Guideline, "")))
	if got := b.Rules(); got != (Rules{Overlap: 1, Share: 1}) {
		t.Errorf("rules %+v, want one vote on every task", got)
	}
}

// reference says where a task stands from the votes alone, by going through everybody's
// last one for each thing a status claims.
func reference(votes []*Decision, overlap int) task.ReviewStatus {
	last := map[string]int{}
	for i, v := range votes {
		switch {
		case v.Kind == Return:
			clear(last)
		default:
			last[v.By] = i
		}
	}
	all := func(is func(i int, v *Decision) bool) bool {
		for _, i := range last {
			if !is(i, votes[i]) {
				return false
			}
		}
		return true
	}
	if len(last) == 0 {
		for i := range slices.Backward(votes) {
			if votes[i].Kind == Return {
				return Returned
			}
		}
		return Unreviewed
	}
	for kind, status := range map[DecisionKind]task.ReviewStatus{Approve: Approved, Reject: Rejected} {
		if all(func(_ int, v *Decision) bool { return v.Kind == kind }) {
			if len(last) < overlap {
				return Pending
			}
			return status
		}
		for by, at := range last {
			if team[by].Rank() > 1 && votes[at].Kind == kind && all(func(i int, v *Decision) bool { return v.Kind == kind || i < at }) {
				return status
			}
		}
	}
	return Disputed
}

// Every row of up to four votes and returns by two annotators and a senior comes out as
// the reference has it.
func TestStatusOfEveryShortLog(t *testing.T) {
	type move struct {
		by   string
		kind DecisionKind
	}
	var moves []move
	for _, by := range []string{"ann", "bo", "sen"} {
		for _, kind := range []DecisionKind{Approve, Reject, Doubt} {
			moves = append(moves, move{by, kind})
		}
	}
	moves = append(moves, move{"sen", Return})
	statuses := map[task.ReviewStatus]int{}
	var extend func(log []*Decision)
	extend = func(log []*Decision) {
		for overlap := 1; overlap <= 3; overlap++ {
			got, want := standing(overlap, log...).Status, reference(log, overlap)
			if got != want {
				var said []string
				for _, d := range log {
					said = append(said, fmt.Sprint(d.By, " ", d.Kind))
				}
				t.Fatalf("%q with overlap %d is %s, want %s", said, overlap, got, want)
			}
			statuses[got]++
		}
		if len(log) == 4 {
			return
		}
		for _, m := range moves {
			extend(append(slices.Clip(log), made(fmt.Sprint(len(log)), m.by, m.kind, "v0")))
		}
	}
	extend(nil)
	for _, s := range Statuses() {
		if statuses[s] == 0 {
			t.Errorf("no log ends as %s", s)
		}
	}
}
