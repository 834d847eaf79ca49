package review_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// told makes decisions on tasks t0, t1, … and gives each an ID and a time in turn.
type told []*review.Decision

func (l *told) add(d review.Decision) *review.Decision {
	d.ID = fmt.Sprintf("decision-%08d", len(*l))
	d.At = time.Date(2026, 1, 2, 3, 4, len(*l), 0, time.UTC)
	if d.Role == "" {
		d.Role = review.Annotator
	}
	if d.Task != "" && d.Shown == "" {
		d.Shown = made(d.Task)
	}
	*l = append(*l, &d)
	return &d
}

// made is the version of a task that the check stage made.
func made(id string) digest.Digest { return digest.Of("made", id) }

func reported(items int, share float64, list []*review.Decision) *review.StatusReport {
	var tasks []review.Item
	for i := range items {
		id := fmt.Sprint("t", i)
		tasks = append(tasks, review.Item{ID: id, Type: fmt.Sprintf("%d-hop", 10-i%2*8), Shown: made(id)})
	}
	b := review.NewBoard(tasks, review.Rules{Overlap: 2, Share: share})
	for _, d := range list {
		b.Apply(d)
	}
	return review.NewStatusReport(b, list, digest.Of("shipped"))
}

// fits holds a report to its schema.
func fits(t interface {
	Helper()
	Fatal(...any)
}, r *review.StatusReport) {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := schematest.Validate(schematest.Compile(t, "review.schema.json"), b); err != nil {
		t.Fatal(err)
	}
}

func TestReport(t *testing.T) {
	var l told
	question := "Which?"
	edited := digest.Of("edited")
	vote := func(by, task string, kind review.DecisionKind, reason task.ReviewReason, seconds float64) *review.Decision {
		return l.add(review.Decision{By: by, Task: task, Kind: kind, Reason: reason, Seconds: seconds, Guideline: digest.Of("shipped")})
	}
	vote("ada", "t0", review.Approve, "", 10)
	vote("bo", "t0", review.Approve, "", 20)
	vote("ada", "t1", review.Approve, "", 30)
	vote("bo", "t1", review.Reject, review.Trivial, 40)
	l.add(review.Decision{By: "cy", Role: review.Senior, Task: "t1", Kind: review.Reject, Reason: review.WrongAnswer}) // saw both: no rating
	vote("ada", "t2", review.Approve, "", 0)
	l.add(review.Decision{By: "bo", Task: "t2", Kind: review.Edit, Reason: review.Unnatural, Change: &review.TaskChange{Question: &question, KeyMiddle: []string{}, Shown: edited}})
	l.add(review.Decision{By: "bo", Task: "t2", Shown: edited, Kind: review.Approve})
	l.add(review.Decision{By: "ada", Task: "t2", Shown: edited, Kind: review.Approve})
	slip := vote("bo", "t3", review.Reject, review.Other, 99)
	l.add(review.Decision{By: "bo", Task: "t3", Kind: review.Withdraw, Withdraws: slip.ID})
	vote("bo", "t3", review.Approve, "", 0)
	l.add(review.Decision{By: "ada", Task: "t3", Kind: review.Doubt})
	note := l.add(review.Decision{By: "ada", Task: "t3", Kind: review.Comment, Reason: review.Unclear, Note: "what of ties?"})
	l.add(review.Decision{By: "ada", Task: "t3", Kind: review.Comment, Note: "only a remark"})
	l.add(review.Decision{By: "ada", Task: "gone", Kind: review.Approve})
	l.add(review.Decision{By: "bo", Task: "t3", Kind: review.Try, Attempt: &review.BlindAnswer{Rate: .5}})
	l.add(review.Decision{By: "bo", Task: "t3", Kind: review.Try, Attempt: &review.BlindAnswer{Rate: 1, Agrees: true}})
	l.add(review.Decision{By: "dot", Role: review.Owner, Kind: review.Guideline, Note: "New rules.", Answers: []string{note.ID}})

	got := reported(4, 1, l)
	fits(t, got)
	two := agreement.Of(1, 1)
	want := &review.StatusReport{
		Overlap: 2,
		Statuses: []review.StatusCount{{Status: review.Unreviewed}, {Status: review.Pending}, {Status: review.Disputed, Tasks: 1},
			{Status: review.Returned}, {Status: review.Approved, Tasks: 2}, {Status: review.Rejected, Tasks: 1}},
		Reviewers: []review.ReviewerReport{
			{Name: "ada", Role: review.Annotator, Votes: 5, Approve: 4, Doubt: 1, Seconds: 20, With: agreement.Of(2, 4), Upheld: agreement.Of(2, 3)},
			{Name: "bo", Role: review.Annotator, Votes: 4, Approve: 3, Reject: 1, Edits: 1, Tries: 2, Seconds: 30, With: agreement.Of(2, 4), Upheld: agreement.Of(3, 3)},
			{Name: "cy", Role: review.Senior, Votes: 1, Reject: 1, With: agreement.Of(0, 0), Upheld: agreement.Of(0, 0)},
			{Name: "dot", Role: review.Owner, With: agreement.Of(0, 0), Upheld: agreement.Of(0, 0)},
		},
		Errors: review.ErrorRate{Sampled: 4, Tasks: 4, Rate: agreement.Of(2, 3)},
		Edits: review.EditReport{Tasks: 1, Parts: []review.PartCount{{Part: "question", Edits: 1}, {Part: "plan"}, {Part: "keywords", Edits: 1}, {Part: "aliases"}},
			Reasons: []review.ReasonCount{{Reason: review.Unnatural, Count: 1}}},
		Rejects:    []review.ReasonCount{{Reason: review.WrongAnswer, Count: 1}, {Reason: review.Trivial, Count: 1}},
		Blind:      &agreement.Proportion{Count: 0, Of: two.Of, Low: 0, High: .975},
		Feedback:   []review.Feedback{{ID: note.ID, By: "ada", Task: "t3", Note: "what of ties?", Taken: true}},
		Guidelines: []review.GuidelineVersion{{Digest: digest.Of("shipped"), Votes: 7}, {Digest: review.GuidelineDigest("New rules."), By: "dot"}},
		Decisions:  len(l), Stale: 1, UnknownTask: 1,
	}
	types, pairs := got.Types, got.Pairs
	got.Types, got.Pairs = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}

	if len(pairs) != 1 || pairs[0].A != "ada" || pairs[0].B != "bo" || pairs[0].Tasks != 4 || pairs[0].Raw != .5 || !pairs[0].Kappa.Defined {
		t.Errorf("pairs = %+v, want ada and bo, who voted on 4 versions and agree on half", pairs)
	}
	if len(types) != 3 || types[0].Type != "2-hop" || types[1].Type != "10-hop" || types[2].Type != score.All {
		t.Fatalf("types = %+v, want 2-hop, 10-hop and all", types)
	}
	if all := types[2]; all.Tasks != 4 || all.Approved != 2 || all.Rejected != 1 || all.Open != 1 || all.Seconds != 25 ||
		all.Agreement.Units != 4 || all.Agreement.Raters != 2 || all.Agreement.Raw.Value != .5 {
		t.Errorf("all = %+v", all)
	}
	if two := types[0]; two.Tasks != 2 || two.Seconds != 35 || two.Agreement.Raw.Value != 0 {
		t.Errorf("2-hop = %+v", two)
	}
}

// An owner's vote on a task that others voted on counts for agreement, unless the votes had
// differed before it, as does no settlement. In logs of earlier programs it never does.
func TestOwnersVotesCount(t *testing.T) {
	for _, tt := range []struct {
		name   string
		format int
		owner  review.DecisionKind
		want   int
	}{
		{"now", review.CurrentFormat, review.Reject, 2},
		{"a settlement", review.CurrentFormat, review.SettleReject, 1},
		{"earlier", 0, review.Reject, 0},
	} {
		var l told
		for i, first := range []review.DecisionKind{review.Approve, review.Reject} {
			id := fmt.Sprint("t", i)
			l.add(review.Decision{By: "ada", Task: id, Kind: first, Format: review.CurrentFormat})
			if tt.owner.Settles() {
				l.add(review.Decision{By: "bo", Task: id, Kind: review.Approve, Format: review.CurrentFormat})
			}
			l.add(review.Decision{By: "own", Role: review.Owner, Task: id, Kind: tt.owner, Format: tt.format})
		}
		r := reported(2, 1, l)
		fits(t, r)
		got := 0
		for _, p := range r.Pairs {
			if p.A == "own" || p.B == "own" {
				got += p.Tasks
			}
		}
		if tt.owner.Settles() {
			tt.want = 0
		}
		if got != tt.want {
			t.Errorf("%s: %d votes of the owner's are compared, want %d", tt.name, got, tt.want)
		}
	}
	var l told
	l.add(review.Decision{By: "ada", Task: "t0", Kind: review.Doubt, Format: review.CurrentFormat})
	l.add(review.Decision{By: "own", Role: review.Owner, Task: "t0", Kind: review.Approve, Format: review.CurrentFormat})
	if r := reported(1, 1, l); len(r.Pairs) != 0 {
		t.Errorf("pairs = %+v, want none: the owner saw the doubt", r.Pairs)
	}
}

// Below ten tasks there are figures without intervals, and a dash has a reason.
func TestTooFewForIntervals(t *testing.T) {
	text := func(n int, voters ...string) string {
		var l told
		for i := range n {
			for k, by := range voters {
				kind := review.Approve
				if (i+k)%4 == 0 {
					kind = review.Reject
				}
				l.add(review.Decision{By: by, Task: fmt.Sprint("t", i), Kind: kind, Reason: reasonOf(kind), Format: review.CurrentFormat})
			}
		}
		var b strings.Builder
		if err := reported(n, 1, l).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	few, enough := text(9, "ada", "bo"), text(10, "ada", "bo")
	if strings.Count(few, " [too few]") < 8 {
		t.Errorf("with 9 tasks:\n%s\nwant no intervals, and why", few)
	}
	if !strings.Contains(enough, "ada       bo         10   0.50  -0.32 [") {
		t.Errorf("with 10 tasks:\n%s\nwant intervals", enough)
	}
	if three := text(10, "ada", "bo", "cy"); !strings.Contains(three, "no Cohen's kappa: it compares two reviewers, and there are more") {
		t.Errorf("with three reviewers:\n%s\nwant why there is no Cohen's kappa", three)
	}
	if one := text(3, "ada"); !strings.Contains(one, "no agreement: no task was voted on by several reviewers") {
		t.Errorf("with one reviewer:\n%s\nwant why there is no agreement", one)
	}
}

func reasonOf(kind review.DecisionKind) task.ReviewReason {
	if kind == review.Reject {
		return review.Trivial
	}
	return ""
}

// A first vote that was taken back after another reviewer had voted still tells what its
// reviewerCounts thought alone.
func TestFirstVoteStays(t *testing.T) {
	var l told
	first := l.add(review.Decision{By: "ada", Task: "t0", Kind: review.Reject, Reason: review.Trivial})
	l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Approve})
	l.add(review.Decision{By: "ada", Task: "t0", Kind: review.Withdraw, Withdraws: first.ID})
	l.add(review.Decision{By: "ada", Task: "t0", Kind: review.Approve})
	r := reported(1, 1, l)
	if r.Statuses[4].Tasks != 1 {
		t.Errorf("statuses = %v, want the task approved", r.Statuses)
	}
	if len(r.Pairs) != 1 || r.Pairs[0].Raw != 0 {
		t.Errorf("pairs = %+v, want ada and bo to differ", r.Pairs)
	}
}

// A vote that was taken back before anybody else voted is a slip of the hand, and nothing
// that a senior could have been swayed by.
func TestSlips(t *testing.T) {
	var l told
	slip := l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Reject, Reason: review.Trivial})
	l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Withdraw, Withdraws: slip.ID})
	l.add(review.Decision{By: "cy", Role: review.Senior, Task: "t0", Kind: review.Approve})
	l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Approve})
	if r := reported(1, 1, l); len(r.Pairs) != 1 || r.Pairs[0].Tasks != 1 || r.Pairs[0].Raw != 1 {
		t.Errorf("pairs = %+v, want bo and cy to agree", r.Pairs)
	}
}

// A task that was changed and changed back is what the check stage made of it.
func TestChangedBack(t *testing.T) {
	question, changed := "Which?", digest.Of("changed")
	edit := func(by string, from, to digest.Digest) review.Decision {
		return review.Decision{By: by, Task: "t0", Shown: from, Kind: review.Edit, Change: &review.TaskChange{Question: &question, Shown: to}}
	}
	for back, want := range map[bool]int{false: 1, true: 0} {
		var l told
		l.add(edit("ada", made("t0"), changed))
		now := changed
		if back {
			l.add(edit("bo", changed, made("t0")))
			now = made("t0")
		}
		for _, by := range []string{"ada", "bo"} {
			l.add(review.Decision{By: by, Task: "t0", Shown: now, Kind: review.Approve})
		}
		if r := reported(1, 1, l); r.Errors.Rate.Count != want || r.Errors.Rate.Of != 1 {
			t.Errorf("changed back %v: wrong are %d of %d, want %d of 1", back, r.Errors.Rate.Count, r.Errors.Rate.Of, want)
		}
	}
}

// Times that a tool measured are any number; the report is JSON all the same.
func TestLongTimes(t *testing.T) {
	var l told
	for _, by := range []string{"ada", "bo"} {
		l.add(review.Decision{By: by, Task: "t0", Kind: review.Approve, Seconds: math.MaxFloat64})
	}
	r := reported(1, 1, l)
	fits(t, r)
	if r.Types[0].Seconds != math.MaxFloat64 {
		t.Errorf("median %v, want %v", r.Types[0].Seconds, math.MaxFloat64)
	}
}

func TestDoubtsAreNotUpheld(t *testing.T) {
	var l told
	l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Doubt})
	l.add(review.Decision{By: "cy", Role: review.Senior, Task: "t0", Kind: review.Approve})
	if r := reported(1, 1, l); r.Statuses[4].Tasks != 1 || r.Reviewers[0].Upheld.Of != 0 {
		t.Errorf("a doubt counts for what a task ended with: %+v", r)
	}
}

// What was decided beyond the sample does not estimate anything.
func TestErrorsAreOfTheSample(t *testing.T) {
	var l told
	for i := range 10 {
		for _, by := range []string{"ada", "bo"} {
			l.add(review.Decision{By: by, Task: fmt.Sprint("t", i), Kind: review.Reject, Reason: review.Trivial})
		}
	}
	if r := reported(10, .3, l); r.Errors.Sampled != 3 || r.Errors.Tasks != 10 || r.Errors.Rate != agreement.Of(3, 3) {
		t.Errorf("errors = %+v, want 3 of the 3 in the sample", r.Errors)
	}
}

func TestReportOfNothing(t *testing.T) {
	r := reported(3, .5, nil)
	fits(t, r)
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "null") {
		t.Errorf("a list is nil: %s", b)
	}
	if r.Errors.Sampled != 2 || r.Errors.Tasks != 3 || r.Errors.Rate.High != 1 {
		t.Errorf("errors = %+v", r.Errors)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "no task is decided; 2 of 3") {
		t.Errorf("text %q, %v", &text, err)
	}
}

// logs draws a log on a few tasks.
func logs(t *rapid.T) told {
	var l told
	names := []string{"ada", "bo", "cy", "dot"}
	for range rapid.IntRange(0, 40).Draw(t, "decisions") {
		by := rapid.IntRange(0, 3).Draw(t, "by")
		d := review.Decision{By: names[by], Role: []review.ReviewerRole{review.Annotator, review.Annotator, review.Annotator, review.Senior}[by]}
		d.Task = fmt.Sprint("t", rapid.IntRange(0, 5).Draw(t, "task")) // t5 is gone
		d.Kind = rapid.SampledFrom([]review.DecisionKind{review.Approve, review.Approve, review.Reject, review.Doubt, review.Edit, review.Withdraw, review.Return, review.Comment, review.Try}).Draw(t, "kind")
		d.Shown = rapid.SampledFrom([]digest.Digest{made(d.Task), made(d.Task), digest.Of("edited " + d.Task)}).Draw(t, "shown")
		switch d.Kind {
		case review.Reject:
			d.Reason = rapid.SampledFrom(review.Reasons()).Draw(t, "reason")
		case review.Edit:
			question := "?"
			d.Change = &review.TaskChange{Question: &question, Shown: digest.Of("edited " + d.Task)}
		case review.Withdraw:
			if len(l) == 0 {
				continue
			}
			d.Withdraws = l[rapid.IntRange(0, len(l)-1).Draw(t, "withdraws")].ID
		case review.Try:
			d.Attempt = &review.BlindAnswer{Agrees: true, Rate: 1}
		}
		d.Seconds = float64(rapid.IntRange(0, 9).Draw(t, "seconds"))
		l.add(d)
	}
	return l
}

func TestReportsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := logs(t)
		r := reported(5, .7, l)
		fits(t, r)
		statuses, votes, rejects, reviewers := 0, 0, 0, 0
		for _, s := range r.Statuses {
			statuses += s.Tasks
		}
		all := r.Types[len(r.Types)-1]
		sum := review.TypeStatus{Type: score.All, Agreement: all.Agreement, Seconds: all.Seconds}
		units, ratings := 0, 0
		for _, of := range r.Types[:len(r.Types)-1] {
			sum.Tasks, sum.Approved, sum.Rejected, sum.Open = sum.Tasks+of.Tasks, sum.Approved+of.Approved, sum.Rejected+of.Rejected, sum.Open+of.Open
			units, ratings = units+of.Agreement.Units, ratings+of.Agreement.Ratings
		}
		if sum != all || statuses != 5 || all.Tasks != 5 || all.Approved+all.Rejected+all.Open != 5 || units != all.Agreement.Units || ratings != all.Agreement.Ratings {
			t.Fatalf("types add up to %+v, all is %+v, statuses to %d", sum, all, statuses)
		}
		met := 0
		for _, v := range r.Reviewers {
			if v.Approve+v.Reject+v.Doubt != v.Votes {
				t.Fatalf("reviewer %+v", v)
			}
			votes += v.Votes
			reviewers += v.Reject
			met += v.With.Of
		}
		for _, c := range r.Rejects {
			rejects += c.Count
		}
		pairs := 0
		for _, p := range r.Pairs {
			pairs += p.Tasks
			if p.A >= p.B {
				t.Fatalf("pair %+v", p)
			}
		}
		gone := 0
		for _, d := range l {
			if d.Task == "t5" {
				gone++
			}
		}
		if rejects != reviewers || met != 2*pairs || r.UnknownTask != gone || r.Decisions != len(l) || votes < r.Stale || r.Errors.Sampled != 4 || r.Errors.Rate.Of > 4 {
			t.Fatalf("rejects %d and %d, met %d of %d pairs, %+v", rejects, reviewers, met, pairs, r)
		}
	})
}

// Decisions on different tasks may change places, but for remarks, which are in log order.
func TestOrderOfIndependentDecisions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := logs(t)
		byTask := map[string][]*review.Decision{}
		for _, d := range l {
			byTask[d.Task] = append(byTask[d.Task], d)
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var mixed []*review.Decision
		for len(mixed) < len(l) {
			left := slices.Sorted(maps.Keys(byTask))
			task := left[rng.IntN(len(left))]
			mixed = append(mixed, byTask[task][0])
			if byTask[task] = byTask[task][1:]; len(byTask[task]) == 0 {
				delete(byTask, task)
			}
		}
		want, got := reported(5, 1, l), reported(5, 1, mixed)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("in another order (-want +got):\n%s", diff)
		}
	})
}

// Who is called what changes names alone.
func TestNamesOfReviewers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := logs(t)
		renamed := make([]*review.Decision, len(l))
		for i, d := range l {
			c := *d
			c.By = map[string]string{"ada": "zoe", "bo": "yan", "cy": "xi", "dot": "wu"}[d.By]
			renamed[i] = &c
		}
		a, b := reported(5, 1, l), reported(5, 1, renamed)
		slices.Reverse(b.Reviewers)
		for i := range b.Reviewers {
			b.Reviewers[i].Name = a.Reviewers[i].Name
		}
		for i := range a.Types {
			x, y := a.Types[i].Agreement, b.Types[i].Agreement
			if x.Raw != y.Raw || x.Alpha != y.Alpha || x.Cohen.Value != y.Cohen.Value {
				t.Fatalf("agreement %+v and %+v", x, y)
			}
		}
		if diff := cmp.Diff(a.Reviewers, b.Reviewers); diff != "" {
			t.Fatal(diff)
		}
		if !slices.Equal(a.Statuses, b.Statuses) || a.Errors != b.Errors || len(a.Pairs) != len(b.Pairs) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

func TestReportAsText(t *testing.T) {
	var l told
	l.add(review.Decision{By: "ada\u202egnp", Task: "t0", Kind: review.Approve, Seconds: 12})
	l.add(review.Decision{By: "bo", Task: "t0", Kind: review.Reject, Reason: review.Trivial})
	l.add(review.Decision{By: "张三e\u0301", Role: review.Senior, Task: "t0", Kind: review.Reject, Reason: review.Trivial})
	l.add(review.Decision{By: "bo", Task: "t1", Kind: review.Comment, Reason: review.Unclear, Note: "a\x1b[31m\nb"})
	var b bytes.Buffer
	if err := reported(2, 1, l).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `1 unreviewed, 0 pending, 0 disputed, 0 returned, 0 approved, 1 rejected; a task takes 2 votes

type    tasks  approved  rejected  open  compared           agree   Cohen's kappa    Fleiss' kappa           alpha  seconds
2-hop       1         0         0     1         0               -               -                -               -        -
10-hop      1         0         1     0         1   0.00 [too few]  0.00 [too few]  -1.00 [too few]  0.00 [too few]       12
ALL         2         0         1     1         1   0.00 [too few]  0.00 [too few]  -1.00 [too few]  0.00 [too few]       12
`
	got := b.String()
	if diff := cmp.Diff(strings.Join(strings.Fields(want), " "), strings.Join(strings.Fields(got[:min(len(got), strings.Index(got, "reviewer"))]), " ")); diff != "" {
		t.Errorf("types (-want +got):\n%s\n%s", diff, got)
	}
	for _, text := range []string{`ada\u202egnp  annotator`, "\n张三e\u0301         senior", "1 of 1 [2 %, 100 %]", "wrong: 1 of 1 [2 %, 100 %] of tasks decided; 2 of 2", "rejected for: trivial 2\n",
		`not in the guidelines, bo on t1: a\x1b[31m\nb`, "guidelines 0, shipped: 0 votes\n"} {
		if !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
}
