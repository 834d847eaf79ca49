package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// team are the reviewers of these tests.
var team = map[string]ReviewerRole{"ann": Annotator, "bo": Annotator, "cy": Annotator, "sen": Senior, "own": Owner}

// made is a decision by one of the team on the task "t".
func made(id, by string, kind DecisionKind, shown digest.Digest) *Decision {
	return &Decision{ID: id, By: by, Role: team[by], Task: "t", Shown: shown, Kind: kind}
}

// now makes a decision in the current format; made makes one of earlier programs, where the
// votes of seniors settle.
func now(id, by string, kind DecisionKind, shown digest.Digest) *Decision {
	d := made(id, by, kind, shown)
	d.Format = CurrentFormat
	return d
}

// edit makes another version of it.
func edit(id, by string, from, to digest.Digest, broken ...string) *Decision {
	d := made(id, by, Edit, from)
	d.Change = &TaskChange{Shown: to, Broken: broken}
	return d
}

func takeBack(id, by, what string) *Decision {
	d := made(id, by, Withdraw, "v0")
	d.Withdraws = what
	return d
}

// standing is where the task stands after a log.
func standing(overlap int, log ...*Decision) *TaskState {
	b := NewBoard([]Item{{ID: "t", Type: "1-hop", Shown: "v0", Margin: 1}}, Rules{Overlap: overlap, Share: 1})
	for _, d := range log {
		b.Apply(d)
	}
	s, _ := b.State("t")
	return s
}

func ids(list []*Decision) string {
	var names []string
	for _, d := range list {
		names = append(names, d.ID)
	}
	return strings.Join(names, " ")
}

func TestStanding(t *testing.T) {
	approve := func(id, by string) *Decision { return made(id, by, Approve, "v0") }
	reject := func(id, by string) *Decision { return made(id, by, Reject, "v0") }
	doubt := func(id, by string) *Decision { return made(id, by, Doubt, "v0") }
	tests := []struct {
		name   string
		log    []*Decision
		want   task.ReviewStatus
		shown  digest.Digest
		votes  string
		stale  string
		settle string
	}{
		{"nothing", nil, Unreviewed, "v0", "", "", ""},
		{"a remark", []*Decision{made("1", "ann", Comment, "v0"), made("2", "ann", Try, "v0")}, Unreviewed, "v0", "", "", ""},
		{"one", []*Decision{approve("1", "ann")}, Pending, "v0", "1", "", ""},
		{"the same twice", []*Decision{approve("1", "ann"), approve("2", "ann")}, Pending, "v0", "2", "", ""},
		{"two", []*Decision{approve("1", "bo"), approve("2", "ann")}, Approved, "v0", "2 1", "", ""},
		{"two reject", []*Decision{reject("1", "ann"), reject("2", "bo")}, Rejected, "v0", "1 2", "", ""},
		{"a senior is one of two", []*Decision{approve("1", "ann"), approve("2", "sen")}, Approved, "v0", "1 2", "", ""},
		{"one doubt", []*Decision{doubt("1", "ann")}, Disputed, "v0", "1", "", ""},
		{"differing", []*Decision{approve("1", "ann"), reject("2", "bo")}, Disputed, "v0", "1 2", "", ""},
		{"settled", []*Decision{approve("1", "ann"), reject("2", "bo"), reject("3", "sen")}, Rejected, "v0", "1 2 3", "", "3"},
		{"a doubt is settled by one", []*Decision{doubt("1", "ann"), approve("2", "own")}, Approved, "v0", "1 2", "", "2"},
		{"a senior's doubt settles nothing", []*Decision{approve("1", "ann"), reject("2", "bo"), doubt("3", "sen")}, Disputed, "v0", "1 2 3", "", ""},
		{"a vote that differs opens it again", []*Decision{approve("1", "ann"), reject("2", "bo"), approve("3", "sen"), doubt("4", "cy")}, Disputed, "v0", "1 2 4 3", "", ""},
		{"a vote alike does not", []*Decision{approve("1", "ann"), reject("2", "bo"), approve("3", "sen"), approve("4", "cy")}, Approved, "v0", "1 2 4 3", "", "3"},
		{"a senior who came first has not settled", []*Decision{approve("1", "sen"), reject("2", "ann")}, Disputed, "v0", "2 1", "", ""},
		{"until voting again", []*Decision{approve("1", "sen"), reject("2", "ann"), approve("3", "sen")}, Approved, "v0", "2 3", "", "3"},
		{"the last of seniors", []*Decision{doubt("1", "ann"), approve("2", "sen"), reject("3", "own")}, Rejected, "v0", "1 3 2", "", "3"},
		{"an owner's vote is a vote", []*Decision{now("1", "ann", Approve, "v0"), now("2", "own", Reject, "v0")}, Disputed, "v0", "1 2", "", ""},
		{"a senior's vote on a dispute too", []*Decision{doubt("1", "ann"), now("2", "sen", Approve, "v0")}, Disputed, "v0", "1 2", "", ""},
		{"a settlement", []*Decision{approve("1", "ann"), reject("2", "bo"), now("3", "sen", SettleReject, "v0")}, Rejected, "v0", "1 2", "", "3"},
		{"of a doubt", []*Decision{doubt("1", "ann"), now("2", "own", SettleApprove, "v0")}, Approved, "v0", "1", "", "2"},
		{"not by who voted", []*Decision{now("1", "own", Approve, "v0"), reject("2", "bo"), now("3", "own", SettleApprove, "v0")}, Disputed, "v0", "2 1", "", ""},
		{"not by who took the vote back", []*Decision{now("1", "own", Approve, "v0"), takeBack("2", "own", "1"), doubt("3", "bo"), now("4", "own", SettleApprove, "v0")}, Disputed, "v0", "3", "", ""},
		{"not by an annotator", []*Decision{approve("1", "ann"), reject("2", "bo"), now("3", "cy", SettleReject, "v0")}, Disputed, "v0", "1 2", "", ""},
		{"not before a dispute", []*Decision{approve("1", "ann"), now("2", "sen", SettleApprove, "v0")}, Pending, "v0", "1", "", ""},
		{"until a vote differs", []*Decision{approve("1", "ann"), reject("2", "bo"), now("3", "sen", SettleApprove, "v0"), reject("4", "cy")}, Disputed, "v0", "1 2 4", "", ""},
		{"the last settlement", []*Decision{approve("1", "ann"), reject("2", "bo"), now("3", "sen", SettleApprove, "v0"), now("4", "own", SettleReject, "v0")}, Rejected, "v0", "1 2", "", "4"},
		{"a settlement taken back", []*Decision{approve("1", "ann"), reject("2", "bo"), now("3", "sen", SettleApprove, "v0"), takeBack("4", "sen", "3")}, Disputed, "v0", "1 2", "", ""},
		{"a settlement of what it was", []*Decision{doubt("1", "ann"), now("2", "sen", SettleApprove, "v0"), edit("3", "bo", "v0", "v1")}, Unreviewed, "v1", "", "1", ""},
		{"settled, then returned", []*Decision{doubt("1", "ann"), now("2", "sen", SettleApprove, "v0"), now("3", "own", Return, "v0")}, Returned, "v0", "", "", ""},
		{"broken is not settled as right", []*Decision{edit("1", "bo", "v0", "v1", "unique"), made("2", "ann", Doubt, "v1"), now("3", "sen", SettleApprove, "v1")}, Disputed, "v1", "2", "", ""},
		{"who gives way ends a difference", []*Decision{approve("1", "ann"), reject("2", "bo"), approve("3", "bo")}, Approved, "v0", "1 3", "", ""},
		{"taken back", []*Decision{approve("1", "ann"), approve("2", "bo"), takeBack("3", "bo", "2")}, Pending, "v0", "1", "", ""},
		{"the vote before stands again", []*Decision{approve("1", "ann"), reject("2", "ann"), takeBack("3", "ann", "2")}, Pending, "v0", "1", "", ""},
		{"not by others", []*Decision{approve("1", "ann"), approve("2", "bo"), takeBack("3", "sen", "2")}, Approved, "v0", "1 2", "", ""},
		{"returned", []*Decision{approve("1", "ann"), made("2", "sen", Return, "v0")}, Returned, "v0", "", "", ""},
		{"and voted on again", []*Decision{approve("1", "ann"), made("2", "sen", Return, "v0"), approve("3", "bo")}, Pending, "v0", "3", "", ""},
		{"a return taken back", []*Decision{approve("1", "ann"), made("2", "sen", Return, "v0"), takeBack("3", "sen", "2")}, Pending, "v0", "1", "", ""},
		{"annotators return nothing", []*Decision{approve("1", "ann"), made("2", "bo", Return, "v0")}, Pending, "v0", "1", "", ""},
		{"edited", []*Decision{approve("1", "ann"), edit("2", "bo", "v0", "v1")}, Unreviewed, "v1", "", "1", ""},
		{"voted on what it was", []*Decision{edit("1", "bo", "v0", "v1"), approve("2", "ann"), made("3", "bo", Approve, "v1")}, Pending, "v1", "3", "2", ""},
		{"returned, then edited", []*Decision{made("1", "sen", Return, "v0"), edit("2", "ann", "v0", "v1")}, Unreviewed, "v1", "", "", ""},
		{"edit taken back", []*Decision{approve("1", "ann"), edit("2", "bo", "v0", "v1"), made("3", "bo", Approve, "v1"), takeBack("4", "bo", "2")}, Pending, "v0", "1", "3", ""},
		{"an annotator's edit taken back by a senior", []*Decision{edit("1", "bo", "v0", "v1"), takeBack("2", "sen", "1")}, Unreviewed, "v0", "", "", ""},
		{"a senior's is not", []*Decision{edit("1", "sen", "v0", "v1"), takeBack("2", "own", "1")}, Unreviewed, "v1", "", "", ""},
		{"a stale edit", []*Decision{edit("1", "bo", "v0", "v1"), edit("2", "ann", "v0", "v2")}, Unreviewed, "v1", "", "", ""},
		{"stays out of force", []*Decision{edit("1", "bo", "v0", "v1"), edit("2", "ann", "v0", "v2"), takeBack("3", "bo", "1")}, Unreviewed, "v0", "", "", ""},
		{"an edit on an edit", []*Decision{edit("1", "bo", "v0", "v1"), edit("2", "ann", "v1", "v2"), takeBack("3", "bo", "1")}, Unreviewed, "v2", "", "", ""},
		{"both taken back", []*Decision{edit("1", "bo", "v0", "v1"), edit("2", "ann", "v1", "v2"), takeBack("3", "ann", "2"), takeBack("4", "bo", "1")}, Unreviewed, "v0", "", "", ""},
		{"edited back", []*Decision{approve("1", "ann"), edit("2", "bo", "v0", "v1"), edit("3", "ann", "v1", "v0")}, Pending, "v0", "1", "", ""},
		{"broken is not approved", []*Decision{edit("1", "bo", "v0", "v1", "unique"), made("2", "ann", Approve, "v1"), made("3", "cy", Approve, "v1")}, Unreviewed, "v1", "", "", ""},
		{"broken is rejected", []*Decision{edit("1", "bo", "v0", "v1", "unique"), made("2", "ann", Reject, "v1"), made("3", "cy", Reject, "v1")}, Rejected, "v1", "2 3", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := standing(2, tt.log...)
			settle := ""
			if s.Settled != nil {
				settle = s.Settled.ID
			}
			got := []string{string(s.Status), string(s.Shown), ids(s.Votes), ids(s.Stale), settle}
			want := []string{string(tt.want), string(tt.shown), tt.votes, tt.stale, tt.settle}
			if !slices.Equal(got, want) {
				t.Errorf("status, version, votes, stale, settled = %q, want %q", got, want)
			}
			if len(s.History) != len(tt.log) {
				t.Errorf("%d decisions in the history, want %d", len(s.History), len(tt.log))
			}
		})
	}
}

func TestAgreementOfATask(t *testing.T) {
	s := standing(2, made("1", "ann", Approve, "v0"))
	if s.Agreement != nil {
		t.Errorf("agreement of one = %v, want none", *s.Agreement)
	}
	s = standing(2, made("1", "ann", Approve, "v0"), made("2", "bo", Approve, "v0"), made("3", "sen", Doubt, "v0"))
	if s.Agreement == nil || *s.Agreement != 1.0/3 {
		t.Errorf("agreement of two alike and one other = %v, want a third", s.Agreement)
	}
}

func TestWithdrawn(t *testing.T) {
	s := standing(2, made("1", "ann", Approve, "v0"), made("2", "bo", Comment, "v0"), takeBack("3", "bo", "2"), takeBack("4", "bo", "1"))
	for id, want := range map[string]bool{"1": false, "2": true, "3": false, "9": false} {
		if got := s.Withdrawn(id); got != want {
			t.Errorf("Withdrawn(%q) = %v, want %v", id, got, want)
		}
	}
}

// versions of the task that drawn decisions are about.
var versions = []digest.Digest{"v0", "v1", "v2"}

// drawn draws a decision that may make no sense.
func drawn(t *rapid.T, id string, before []*Decision) *Decision {
	by := rapid.SampledFrom([]string{"ann", "bo", "cy", "own", "sen"}).Draw(t, "by")
	shown := rapid.SampledFrom(versions).Draw(t, "shown")
	kind := rapid.SampledFrom([]DecisionKind{Approve, Approve, Reject, Doubt, SettleApprove, SettleReject, Edit, Edit, Return, Comment, Try, Withdraw, Withdraw}).Draw(t, "kind")
	d := made(id, by, kind, shown)
	if kind.Settles() || rapid.Bool().Draw(t, "now") {
		d.Format = CurrentFormat
	}
	switch kind {
	case Edit:
		d.Change = &TaskChange{Shown: rapid.SampledFrom(versions).Draw(t, "to")}
		if rapid.IntRange(0, 3).Draw(t, "broken") == 0 {
			d.Change.Broken = []string{"unique"}
		}
	case Withdraw:
		d.Withdraws = "nothing"
		if len(before) > 0 {
			d.Withdraws = rapid.SampledFrom(before).Draw(t, "withdraws").ID
		}
	}
	return d
}

// drawnLog draws decisions, sensible ones for the most part.
func drawnLog(t *rapid.T, prefix string, most int) []*Decision {
	var log []*Decision
	for i := range rapid.IntRange(0, most).Draw(t, "decisions") {
		log = append(log, drawn(t, fmt.Sprint(prefix, i), log))
	}
	return log
}

// ignoring compares standings but for their histories, stale votes in any order.
var ignoring = cmp.Options{
	cmpopts.IgnoreFields(TaskState{}, "History"),
	cmpopts.IgnoreUnexported(TaskState{}),
	cmpopts.EquateEmpty(),
	cmpopts.SortSlices(func(a, b *Decision) bool { return a.ID < b.ID }),
}

func TestStatusesHoldWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		overlap := rapid.IntRange(1, 3).Draw(t, "overlap")
		s := standing(overlap, drawnLog(t, "d", 14)...)
		kinds := map[DecisionKind]int{}
		for i, v := range s.Votes {
			kinds[v.Kind]++
			if v.Shown != s.Shown || s.Withdrawn(v.ID) || i > 0 && s.Votes[i-1].By >= v.By {
				t.Fatalf("vote %s by %s on %s counts, of %s", v.ID, v.By, v.Shown, s.Shown)
			}
		}
		for _, v := range s.Stale {
			if v.Shown == s.Shown || s.Withdrawn(v.ID) {
				t.Fatalf("vote %s on %s is stale, of %s", v.ID, v.Shown, s.Shown)
			}
		}
		for i, e := range s.Edits {
			if s.Withdrawn(e.ID) || i > 0 && s.Edits[i-1].Change.Shown != e.Shown || i == 0 && e.Shown != "v0" {
				t.Fatalf("edit %s is in force", e.ID)
			}
		}
		differ := len(kinds) > 1 || kinds[Doubt] > 0
		settles := func(d *Decision) bool {
			before := s.History[:max(0, slices.Index(s.History, d))]
			voted := slices.ContainsFunc(before, func(v *Decision) bool { return v.By == d.By && v.Kind.Vote() })
			return d.Kind.Settles() && d.Shown == s.Shown && !s.Withdrawn(d.ID) && !voted || d.Format == 0 && slices.Contains(s.Votes, d)
		}
		if s.Settled != nil && (!differ || s.Settled.Role.Rank() < 2 || !settles(s.Settled)) {
			t.Fatalf("settled by %s", s.Settled.ID)
		}
		ok := false
		switch s.Status {
		case Unreviewed, Returned:
			ok = len(s.Votes) == 0
		case Pending:
			ok = !differ && len(s.Votes) > 0 && len(s.Votes) < overlap
		case Disputed:
			ok = differ && s.Settled == nil
		case Approved:
			ok = len(s.Broken) == 0 && (differ && s.Settled.Kind.approves() || !differ && kinds[Approve] >= overlap)
		case Rejected:
			ok = differ && !s.Settled.Kind.approves() || !differ && kinds[Reject] >= overlap
		}
		if !ok {
			t.Fatalf("status %s with votes %v, settled by %v", s.Status, kinds, s.Settled)
		}
	})
}

func TestApplyingTwiceIsApplyingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawnLog(t, "d", 12)
		var twice []*Decision
		for i, d := range log {
			twice = append(twice, d)
			again := *log[rapid.IntRange(0, i).Draw(t, "again")]
			again.Kind, again.Note = Reject, "sent again"
			twice = append(twice, &again)
		}
		if diff := cmp.Diff(standing(2, log...), standing(2, twice...), ignoring); diff != "" {
			t.Fatalf("sent once and twice differ:\n%s", diff)
		}
		if n := len(standing(2, twice...).History); n != len(log) {
			t.Fatalf("history of %d decisions, want %d", n, len(log))
		}
	})
}

func TestTakingBackIsNotHavingDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawnLog(t, "d", 10)
		d := drawn(t, "x", nil)
		since := drawnLog(t, "s", 6)
		if d.Kind == Withdraw {
			t.Skip("a withdrawal is not withdrawn")
		}
		if d.Kind == Edit {
			// An edit of what the task was not stays out of force.
			since = slices.DeleteFunc(since, func(d *Decision) bool { return d.Kind == Edit })
		}
		if d.Kind.Vote() {
			// Whoever voted settles nothing, even with the vote taken back.
			since = slices.DeleteFunc(since, func(s *Decision) bool { return s.Kind.Settles() && s.By == d.By })
		}
		with := append(append(append(slices.Clip(log), d), since...), takeBack("w", d.By, "x"))
		without := append(slices.Clip(log), since...)
		if diff := cmp.Diff(standing(2, without...), standing(2, with...), ignoring); diff != "" {
			t.Fatalf("never made and taken back differ:\n%s", diff)
		}
	})
}

// independent reports whether neither of two decisions is about the other: they are by
// different reviewers, and neither takes back, sets aside, settles or builds on the
// other.
func independent(a, b *Decision) bool {
	either := func(k ...DecisionKind) bool { return slices.Contains(k, a.Kind) && slices.Contains(k, b.Kind) }
	senior := max(a.Role.Rank(), b.Role.Rank()) >= Senior.Rank()
	seniors := min(a.Role.Rank(), b.Role.Rank()) >= Senior.Rank()
	switch {
	case a.By == b.By, a.Withdraws == b.ID, b.Withdraws == a.ID, either(Edit, Withdraw):
		return false
	case a.Shown != b.Shown:
		return true
	case a.Kind == Return && decides(b), b.Kind == Return && decides(a):
		return false
	case decides(a) && decides(b):
		return !seniors && !(senior && a.Kind.approves() != b.Kind.approves()) && (a.Kind == Doubt) == (b.Kind == Doubt)
	}
	return true
}

func decides(d *Decision) bool { return d.Kind.Vote() || d.Kind.Settles() }

func TestOrderOfReviewersDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := drawnLog(t, "d", 14)
		other := slices.Clone(log)
		for range len(log) * 3 {
			if len(log) < 2 {
				break
			}
			i := rapid.IntRange(1, len(log)-1).Draw(t, "at")
			if independent(other[i-1], other[i]) {
				other[i-1], other[i] = other[i], other[i-1]
			}
		}
		if diff := cmp.Diff(standing(2, log...), standing(2, other...), ignoring); diff != "" {
			t.Fatalf("%s and %s differ:\n%s", ids(log), ids(other), diff)
		}
	})
}

// A standing that was given out stays as it was.
func TestStandingsAreNotChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard([]Item{{ID: "t", Shown: "v0"}}, Rules{Overlap: 2})
		log := drawnLog(t, "d", 10)
		for i, d := range log {
			before, _ := b.State("t")
			was := *before
			was.History = slices.Clone(before.History)
			b.Apply(d)
			if diff := cmp.Diff(&was, before, cmpopts.IgnoreUnexported(TaskState{})); diff != "" {
				t.Fatalf("decision %d changed the standing before it:\n%s", i, diff)
			}
		}
	})
}

// What Admit lets pass takes effect, and what it says is stale does not.
func TestAdmitKnowsWhatCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard([]Item{{ID: "t", Shown: "v0"}}, Rules{Overlap: 2})
		for _, d := range drawnLog(t, "d", 12) {
			err := b.Admit(d)
			before, _ := b.State("t")
			b.Apply(d)
			s, _ := b.State("t")
			done := slices.Contains(s.Votes, d) || s.Settled == d || slices.Contains(s.Edits, d) ||
				d.Kind == Withdraw && s.Withdrawn(d.Withdraws) && !before.Withdrawn(d.Withdraws) ||
				d.Kind == Return && s.Status == Returned && (before.Status != Returned || err == nil)
			counts := d.Kind != Comment && d.Kind != Try
			switch {
			case err == nil && counts && !done:
				t.Fatalf("%s %s is admitted and counts for nothing", d.Kind, d.ID)
			case err != nil && done && !strings.Contains(err.Error(), "changes nothing"):
				t.Fatalf("%s %s counts, though %v", d.Kind, d.ID, err)
			case errors.Is(err, ErrStale) && (s.Status != before.Status || s.Shown != before.Shown):
				t.Fatalf("%s %s is stale and makes the task %s", d.Kind, d.ID, s.Status)
			}
		}
	})
}
