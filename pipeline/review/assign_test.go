package review

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// noon is when these tests begin.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func hour(n time.Duration) time.Time { return noon.Add(n * time.Hour) }

// items are tasks "a0", "a1" … of type a and so on, as many of each as sizes says, all
// of them shown as "v0".
func items(sizes ...int) []Item {
	var list []Item
	for kind, n := range sizes {
		for i := range n {
			name := string(rune('a' + kind))
			list = append(list, Item{ID: fmt.Sprint(name, i), Type: name, Shown: "v0", Margin: 1})
		}
	}
	return list
}

// on makes a decision about a task.
func on(task string, d *Decision) *Decision {
	d.Task = task
	return d
}

func TestNext(t *testing.T) {
	// Five tasks of one type, their margins growing with their names.
	list := items(5)
	for i := range list {
		list[i].Margin = float64(i) / 10
	}
	two := func(id, task string, kind DecisionKind) []*Decision {
		return []*Decision{on(task, made(id+"1", "ann", kind, "v0")), on(task, made(id+"2", "bo", kind, "v0"))}
	}
	all := slices.Concat(two("p", "a0", Approve), two("q", "a1", Approve), two("r", "a2", Approve), two("s", "a3", Reject), two("t", "a4", Approve))
	tests := []struct {
		name   string
		log    []*Decision
		leases []Lease
		by     string
		o      NextOptions
		want   string
		why    string
	}{
		{name: "the smallest margin", by: "ann", want: "a0"},
		{name: "not what was voted on", log: []*Decision{on("a0", made("1", "ann", Approve, "v0"))}, by: "ann", want: "a1"},
		{name: "not what was skipped", by: "ann", o: NextOptions{Skip: []string{"a0", "a1"}}, want: "a2"},
		{name: "all skipped", by: "ann", o: NextOptions{Skip: []string{"a0", "a1", "a2", "a3", "a4"}}, why: WhySkipped},
		{name: "another type", by: "ann", o: NextOptions{Type: "b"}, why: WhyDone},
		{name: "its type", by: "ann", o: NextOptions{Type: "a"}, want: "a0"},
		{name: "what somebody rejects first", log: []*Decision{on("a3", made("1", "bo", Reject, "v0"))}, by: "ann", want: "a3"},
		{name: "what somebody edited first", log: []*Decision{on("a2", edit("1", "bo", "v0", "v1"))}, by: "ann", want: "a2"},
		{name: "not for an approval", log: []*Decision{on("a3", made("1", "bo", Approve, "v0"))}, by: "ann", want: "a0"},
		{name: "an annotator is not given what is broken", log: []*Decision{on("a0", edit("1", "bo", "v0", "v1", "unique"))}, by: "ann", want: "a1"},
		{name: "a senior is", log: []*Decision{on("a0", edit("1", "bo", "v0", "v1", "unique"))}, by: "sen", want: "a0"},
		{name: "an edit asks for votes again", log: []*Decision{on("a1", made("1", "ann", Approve, "v0")), on("a1", edit("2", "bo", "v0", "v1"))}, by: "ann", want: "a1"},
		{name: "one's own lease", leases: []Lease{{"a3", "ann", hour(2)}, {"a4", "ann", hour(1)}}, by: "ann", want: "a4"},
		{name: "unless it was voted on", log: []*Decision{on("a4", made("1", "ann", Approve, "v0"))}, leases: []Lease{{"a3", "ann", hour(2)}, {"a4", "ann", hour(1)}}, by: "ann", want: "a3"},
		{name: "or has ended", leases: []Lease{{"a3", "ann", noon}}, by: "ann", want: "a0"},
		{name: "or was skipped", leases: []Lease{{"a3", "ann", hour(1)}}, o: NextOptions{Skip: []string{"a3"}}, by: "ann", want: "a0"},
		{name: "leases of others count as votes", leases: []Lease{{"a0", "bo", hour(1)}, {"a0", "cy", hour(1)}, {"a1", "bo", hour(1)}}, by: "ann", want: "a1"},
		{name: "not beside their votes", log: []*Decision{on("a0", made("1", "bo", Approve, "v0"))}, leases: []Lease{{"a0", "bo", hour(1)}}, by: "ann", want: "a0"},
		{name: "ended ones do not", leases: []Lease{{"a0", "bo", noon}, {"a0", "cy", hour(-1)}}, by: "ann", want: "a0"},
		{name: "others have what is left", log: all[:8], leases: []Lease{{"a4", "bo", hour(1)}, {"a4", "cy", hour(1)}}, by: "ann", why: WhyLeased},
		{name: "all decided", log: all, by: "cy", why: WhyDone},
		{name: "a tenth is cross-checked", log: all, by: "sen", want: "a0"},
		{name: "by one senior", log: append(slices.Clip(all), on("a4", made("1", "sen", Approve, "v0"))), by: "own", why: WhyDone},
		{name: "and not by two at once", log: all, leases: []Lease{{"a2", "sen", hour(1)}}, by: "own", why: WhyDone},
		{name: "a senior settles first", log: []*Decision{on("a4", made("1", "ann", Approve, "v0")), on("a4", made("2", "bo", Reject, "v0"))}, by: "sen", want: "a4"},
		{name: "an annotator does not", log: []*Decision{on("a0", made("1", "ann", Approve, "v0")), on("a0", made("2", "bo", Reject, "v0"))}, by: "cy", want: "a1"},
		{name: "nor a senior while another looks", log: []*Decision{on("a4", made("1", "bo", Doubt, "v0"))}, leases: []Lease{{"a4", "own", hour(1)}}, by: "sen", want: "a0"},
		{name: "a doubt gets its second vote", log: []*Decision{on("a4", made("1", "bo", Doubt, "v0"))}, by: "ann", want: "a4"},
		{name: "a senior's own doubt does not come back", log: []*Decision{on("a0", made("1", "sen", Doubt, "v0"))}, by: "sen", want: "a1"},
		{name: "a difference with a senior goes to another", log: []*Decision{on("a4", made("1", "sen", Approve, "v0")), on("a4", made("2", "ann", Reject, "v0"))}, by: "own", want: "a4"},
		{name: "who voted does not settle", log: []*Decision{on("a4", made("1", "sen", Approve, "v0")), on("a4", made("2", "ann", Reject, "v0"))}, by: "sen", want: "a0"},
		{name: "a return goes to those who had voted", log: []*Decision{on("a4", made("1", "ann", Approve, "v0")), on("a4", made("2", "sen", Return, "v0"))}, by: "ann", want: "a4"},
		{name: "and to others last", log: []*Decision{on("a0", made("1", "ann", Approve, "v0")), on("a0", made("2", "sen", Return, "v0"))}, by: "bo", want: "a1"},
		{name: "if at all", log: append(slices.Clip(all[2:]), on("a0", made("1", "ann", Approve, "v0")), on("a0", made("2", "sen", Return, "v0"))), by: "cy", want: "a0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, l := NewBoard(list, Rules{Overlap: 2, Share: 1}), NewLeases()
			for _, d := range tt.log {
				b.Apply(d)
			}
			for _, e := range tt.leases {
				l.Take(e.Task, e.By, e.Until)
			}
			got, why := b.Next(tt.by, team[tt.by], l, noon, tt.o)
			if got != tt.want || why != tt.why {
				t.Errorf("Next(%s) = %q, %q, want %q, %q", tt.by, got, why, tt.want, tt.why)
			}
		})
	}
}

func TestWhatIsNotSampledIsNotGiven(t *testing.T) {
	b := NewBoard(items(10), Rules{Overlap: 1, Share: 0.3})
	given := map[string]bool{}
	for {
		id, _ := b.Next("sen", Senior, nil, noon, NextOptions{})
		if id == "" {
			break
		}
		if s, _ := b.State(id); !s.Sampled || given[id] {
			t.Fatalf("Next gives %s, sampled %v, given before %v", id, s.Sampled, given[id])
		}
		given[id] = true
		b.Apply(on(id, made(id, "sen", Approve, "v0")))
	}
	if len(given) != 3 {
		t.Errorf("%d of 10 tasks are given, want 3", len(given))
	}
}

// Votes on tasks that are not sampled do not make their type the better reviewed one,
// and a lease of one gives it to nobody.
func TestWhatIsNotSampledDoesNotCount(t *testing.T) {
	b, l := NewBoard(items(20, 20), Rules{Overlap: 2, Share: 0.5}), NewLeases()
	for item, s := range b.States() {
		if s.Sampled {
			continue
		}
		l.Take(item.ID, "ann", hour(1))
		if item.Type == "a" {
			b.Apply(on(item.ID, made(item.ID, "bo", Approve, "v0")))
		}
	}
	id, _ := b.Next("ann", Annotator, l, noon, NextOptions{})
	if s, ok := b.State(id); !ok || !s.Sampled || id[0] != 'a' {
		t.Errorf("Next = %s, want a sampled task of type a", id)
	}
}

// The type of which the smallest share has votes comes first.
func TestTypesTakeTurns(t *testing.T) {
	sizes := []int{40, 20, 10}
	b := NewBoard(items(sizes...), Rules{Overlap: 2, Share: 1})
	given := map[string]int{}
	for i := range 2 * 70 * 8 / 10 { // types run dry for one reviewer at the very end
		by := []string{"ann", "bo", "cy", "own"}[i%4]
		id, _ := b.Next(by, Annotator, nil, noon, NextOptions{})
		b.Apply(on(id, made(fmt.Sprint(i), by, Approve, "v0")))
		given[id[:1]]++
		low, high := 1.0, 0.0
		for kind, n := range sizes {
			share := float64(given[string(rune('a'+kind))]) / float64(2*n)
			low, high = min(low, share), max(high, share)
		}
		if high-low > 1.0/20+1e-9 { // one vote of the smallest type
			t.Fatalf("after %d votes types have %v: shares between %.3f and %.3f", i+1, given, low, high)
		}
	}
}

// Reviewers who ask and vote in any order, with other processes between, give every
// task its votes and none more.
func TestEveryTaskGetsItsVotes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		overlap := rapid.IntRange(1, 3).Draw(t, "overlap")
		reviewers := rapid.IntRange(overlap, 5).Draw(t, "reviewers")
		list := items(rapid.IntRange(1, 4).Draw(t, "a"), rapid.IntRange(0, 3).Draw(t, "b"))
		b, l := NewBoard(list, Rules{Overlap: overlap, Share: 1}), NewLeases()
		now, looking, voted := noon, map[string]string{}, map[string]int{}
		waiting := 0
		for n := 0; ; n++ {
			by := fmt.Sprint("r", rapid.IntRange(0, reviewers-1).Draw(t, "by"))
			now = now.Add(time.Second)
			if id, ok := looking[by]; ok {
				b.Apply(on(id, made(fmt.Sprint(n), by, Approve, "v0")))
				delete(looking, by)
				voted[id]++
				if rapid.Bool().Draw(t, "forgets") { // as a server that was killed in between
					continue
				}
				l.Release(id, by)
				continue
			}
			id, why := b.Next(by, Annotator, l, now, NextOptions{})
			if id == "" && len(looking) == 0 {
				if waiting++; why != WhyDone {
					t.Fatalf("nobody looks at anything and why is %q", why)
				} else if waiting > 3*reviewers {
					break
				}
			}
			if id != "" {
				looking[by] = id
				l.Take(id, by, now.Add(time.Hour))
			}
		}
		for _, item := range list {
			s, _ := b.State(item.ID)
			if len(s.Votes) > overlap || voted[item.ID] > overlap {
				t.Fatalf("task %s has %d votes, want %d", item.ID, len(s.Votes), overlap)
			}
			if s.Status != Approved && finished(b, reviewers) {
				t.Fatalf("task %s is %s and nobody is given it", item.ID, s.Status)
			}
		}
	})
}

// finished reports whether no reviewer is given anything any more.
func finished(b *Board, reviewers int) bool {
	for i := range reviewers {
		if id, _ := b.Next(fmt.Sprint("r", i), Annotator, nil, noon, NextOptions{}); id != "" {
			return false
		}
	}
	return true
}

// Tasks that are leased as soon as they are given out do not get more reviewers than they
// requireRole votes.
func TestLeasedTasksAreAssignedOnce(t *testing.T) {
	list := items(12)
	b, l := NewBoard(list, Rules{Overlap: 2}), NewLeases()
	given := map[string]int{}
	for i := range 24 {
		by := fmt.Sprint("r", i)
		id, why := b.Next(by, Annotator, l, noon, NextOptions{})
		if id == "" {
			t.Fatalf("nothing for %s: %s", by, why)
		}
		l.Take(id, by, noon.Add(time.Hour))
		given[id]++
	}
	for _, item := range list {
		if given[item.ID] != 2 {
			t.Errorf("task %s is leased %d times, want 2", item.ID, given[item.ID])
		}
	}
	if id, why := b.Next("late", Annotator, l, noon, NextOptions{}); id != "" || why != WhyLeased {
		t.Errorf("Next = %q, %q, want none: %q", id, why, WhyLeased)
	}
}

func TestProgress(t *testing.T) {
	b := NewBoard(items(6), Rules{Overlap: 2, Share: 0.9})
	var sampled []string
	for item, s := range b.States() {
		if s.Sampled {
			sampled = append(sampled, item.ID)
		}
	}
	for i, d := range []*Decision{
		on(sampled[0], made("1", "ann", Approve, "v0")), on(sampled[0], made("2", "bo", Approve, "v0")),
		on(sampled[1], made("3", "ann", Reject, "v0")), on(sampled[1], made("4", "bo", Approve, "v0")),
		on(sampled[2], made("5", "ann", Approve, "v0")), on(sampled[2], edit("6", "bo", "v0", "v1")),
	} {
		d.ID = fmt.Sprint(i)
		b.Apply(d)
	}
	for by, want := range map[string]ReviewerProgress{
		"ann": {Voted: 2, Left: 4, Tasks: 6, Done: 1}, // the edited one, and three nobody voted on
		"cy":  {Voted: 0, Left: 4, Tasks: 6, Done: 1},
		"sen": {Voted: 0, Left: 6, Tasks: 6, Done: 1}, // the dispute and the cross-check too
	} {
		if got := b.Progress(by, team[by]); got != want {
			t.Errorf("Progress(%s) = %+v, want %+v", by, got, want)
		}
	}
}

// What is counted as decisions come is what a look over all tasks finds.
func TestProgressCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard(items(4, 3), Rules{Overlap: rapid.IntRange(1, 3).Draw(t, "overlap"), Share: rapid.SampledFrom([]float64{0.5, 1}).Draw(t, "share")})
		for i := range b.entries {
			for _, d := range drawnLog(t, fmt.Sprint("d", i, "-"), 8) {
				b.Apply(on(b.entries[i].item.ID, d))
			}
		}
		for by, role := range team {
			var want ReviewerProgress
			cross := 0
			s := b.newAssignment(by, role, nil, noon, NextOptions{})
			for i := range b.entries {
				p := &b.entries[i]
				if p.state.hasVoteOf(by) {
					want.Voted++
				}
				if !p.state.Sampled {
					continue
				}
				s.countVotes(p, 0)
				want.Tasks++
				if p.state.Status == Approved || p.state.Status == Rejected {
					want.Done++
				}
				switch b.requiredAction(p, by, role) {
				case actionNone:
				case actionCrossCheck:
					cross++
				default:
					want.Left++
				}
			}
			want.Left += min(cross, crossChecksDue(s.approved, s.crossChecked))
			if got := b.Progress(by, role); got != want {
				t.Fatalf("Progress(%s) = %+v, want %+v", by, got, want)
			}
		}
	})
}

func BenchmarkNext(b *testing.B) {
	const tasks, reviewers = 10_000, 50
	list := items(1500, 1500, 2000, 2000, 1500, 1500)
	for i := range list {
		list[i].Margin = float64(i%97) / 96
		list[i].Shown = digest.Of("t", list[i].ID)
	}
	board, l := NewBoard(list, Rules{Overlap: 2, Share: 1}), NewLeases()
	for i := range tasks {
		by := fmt.Sprint("r", i%reviewers)
		d := made(fmt.Sprint("d", i), by, []DecisionKind{Approve, Approve, Reject, Doubt}[i%4], list[i*7%tasks].Shown)
		d.Role = Annotator
		board.Apply(on(list[i*7%tasks].ID, d))
	}
	for i := range reviewers {
		l.held[holder{list[i*31].ID, fmt.Sprint("r", i)}] = noon.Add(time.Hour)
	}
	for _, role := range []ReviewerRole{Annotator, Senior} {
		b.Run("role="+string(role), func(b *testing.B) {
			for b.Loop() {
				if id, why := board.Next("somebody", role, l, noon, NextOptions{}); id == "" {
					b.Fatal(why)
				}
			}
		})
	}
	b.Run("progress", func(b *testing.B) {
		for b.Loop() {
			board.Progress("somebody", Annotator)
		}
	})
}
