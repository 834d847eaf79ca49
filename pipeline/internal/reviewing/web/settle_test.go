package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Two people join a page that starts open, one after the other, and vote on nine tasks: there
// are figures of agreement, and nothing is settled by the owner's votes.
func TestTwoPeopleAgree(t *testing.T) {
	s := serve(t, 9, nil)
	owner, ann := s.join("Olga"), s.join("Ann")
	for i, x := range s.tasks {
		ann.decide(ann.view(x.ID), []review.DecisionKind{review.Approve, review.Approve, review.Reject}[i%3])
		owner.decide(owner.view(x.ID), []review.DecisionKind{review.Approve, review.Reject, review.Reject}[i%3])
	}
	r := ask[review.StatusReport](owner, "GET", "/api/status", nil)
	all := r.Types[len(r.Types)-1].Agreement
	if all.Units != 9 || all.Raters != 2 || all.Ratings != 18 {
		t.Errorf("agreement over %d tasks, %d reviewers, %d votes; want 9, 2 and 18", all.Units, all.Raters, all.Ratings)
	}
	// Six of nine alike; by chance 6/9·3/9 + 3/9·6/9 = 4/9 are.
	if !all.Raw.Defined || !all.Cohen.Defined || !all.Fleiss.Defined || !all.Alpha.Defined || all.Raw.Value != 0.666666667 || all.Cohen.Value != 0.4 {
		t.Errorf("agreement %+v, want raw 2/3 and kappa 0.4", all)
	}
	if len(r.Pairs) != 1 || r.Pairs[0].Tasks != 9 {
		t.Errorf("pairs %+v", r.Pairs)
	}
	for _, c := range r.Statuses {
		if want := map[task.ReviewStatus]int{review.Approved: 3, review.Rejected: 3, review.Disputed: 3}[c.Status]; c.Tasks != want {
			t.Errorf("%d tasks are %s, want %d", c.Tasks, c.Status, want)
		}
	}
	// Neither of them may settle a difference: both voted.
	for _, x := range s.tasks {
		for _, b := range []*browser{owner, ann} {
			if v := b.view(x.ID); v.Status == review.Disputed {
				if v.Settle {
					t.Errorf("%s may settle %s", b.name, x.ID)
				}
				b.refused("POST", "/api/decisions", b.submission(v, "settle-approve"), http.StatusForbidden, "role")
			}
		}
	}
}

// A senior who has not voted sees nothing of the votes until they differ; then all of them, with
// reasons and notes, and settles the task by an act of its own.
func TestSettling(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	ann, bob, sue := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator), owner.invited("Sue", review.Senior)
	id := s.tasks[0].ID
	ann.decide(ann.view(id), review.Approve, func(d *web.DecisionRequest) { d.Note = "so it is" })
	before := sue.view(id)
	if before.Settle || before.Votes != nil || len(before.History) != 0 {
		t.Errorf("before the votes differ Sue is shown %+v, %+v", before.Votes, before.History)
	}
	sue.refused("POST", "/api/decisions", sue.submission(before, "settle-approve"), http.StatusBadRequest, "invalid")
	bob.decide(bob.view(id), review.Reject, func(d *web.DecisionRequest) { d.Note = "two readings" })
	v := sue.next().Task
	if v == nil || v.ID != id || !v.Settle || len(v.Votes) != 2 || v.Votes[0].Note != "so it is" || v.Votes[1].Reason != review.Ambiguous || v.Votes[1].Note != "two readings" {
		t.Fatalf("Sue is given %+v", v)
	}
	ann.refused("POST", "/api/decisions", ann.submission(ann.view(id), "settle-reject"), http.StatusBadRequest, "invalid")
	cy := owner.invited("Cy", review.Annotator)
	cy.refused("POST", "/api/decisions", cy.submission(cy.view(id), "settle-approve"), http.StatusForbidden, "role")
	r := sue.decide(v, "settle-reject", func(d *web.DecisionRequest) { d.Reason, d.Note = review.Ambiguous, "two indeed" })
	if r.View.Status != review.Rejected || r.View.Mine != nil || r.View.Settled == nil || r.View.Settled.Note != "two indeed" || len(r.View.Votes) != 2 {
		t.Errorf("after settling: %+v", r.View)
	}
	if v := cy.view(id); v.Votes != nil || v.Settled != nil || strings.Contains(cy.seen.String(), "two indeed") {
		t.Errorf("Cy, who has not voted, is shown %+v, %+v", v.Votes, v.Settled)
	}
	if r := ask[review.StatusReport](owner, "GET", "/api/status", nil); r.Types[len(r.Types)-1].Agreement.Ratings != 2 {
		t.Errorf("agreement of %+v, want that of the two votes", r.Types[len(r.Types)-1].Agreement)
	}
}

// The owner and an annotator join one after the other and vote on nine tasks at the keyboard: the
// Status screen has their agreement, without intervals.
func TestPageAgreement(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(9, nil)
	owner, ann := open(t, address), open(t, address)
	owner.Wait(`document.activeElement.id === "name"`)
	owner.sees("main", "You are the first to join, as its owner")
	owner.join("Olga")
	ann.Reload() // so that it knows that there is an owner
	ann.sees("main", "you join as an annotator")
	ann.join("Ann")
	ann.sees(".me", "annotator")
	for n, b := range []tab{ann, owner} {
		id := b.another("")
		for i := 0; id != ""; i++ {
			if (i+n)%3 == 0 {
				b.Press("r", "4", "Enter")
			} else {
				b.Press("a", "Enter")
			}
			id = b.another(id)
			if i > 12 {
				t.Fatal("there is no end to the tasks")
			}
		}
	}
	owner.Do()
	look[string](owner, `location.hash = "#/status"`)
	owner.sees(".coefficients", "9 tasks: too few for an interval")
	for i, text := range look[[]string](owner, `[...document.querySelectorAll(".coefficients dd")].map(e => e.innerText)`) {
		if strings.Contains(text, "–") || !strings.ContainsAny(text, "0123456789") {
			t.Errorf("coefficient %d is %q, want a figure", i, text)
		}
	}
	// Rejections are drawn in the colour of a rejection, in no browser's green.
	const colour = `(css => getComputedStyle(document.querySelector(css)))`
	if bar, bad := look[string](owner, colour+`(".of-rejects .tally > span").backgroundColor`), look[string](owner, colour+`(".kind.reject, .status.rejected").color`); bar != bad {
		t.Errorf("bars of rejections are %s, want %s", bar, bad)
	}
	if n := look[int](owner, `document.querySelectorAll("meter").length`); n > 0 {
		t.Errorf("%d meters in colours that the browser chooses", n)
	}
	owner.Shot("agreement-status")
}

// A senior is offered to settle a disputed task, by keys, labels and a colour of their own,
// beside the votes with reasons and notes; keys of votes do nothing there.
func TestPageSettles(t *testing.T) {
	t.Parallel()
	s, address := listen(t, nil)
	s.open(3, nil)
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	id := s.tasks[1].ID
	ann.decide(ann.view(id), review.Approve, func(d *web.DecisionRequest) { d.Note = "Reads well to me." })
	bob.decide(bob.view(id), review.Reject, func(d *web.DecisionRequest) { d.Note = "Which of the two companies?" })
	i := ask[web.InvitationView](owner, "POST", "/api/invites", `{"role":"senior"}`)
	b := open(t, address+"/"+i.Link[strings.Index(i.Link, "#"):])
	b.join("Sue")
	b.sees(".meta .id", id)
	b.sees(".settling", "Which of the two companies?")
	b.sees(".settling", "Reads well to me.")
	b.sees(".settling", "ambiguous")
	b.sees(".vote.settle-approve", "Settle: approve")
	b.sees(".vote.settle-reject", "Settle: reject")
	if look[bool](b, `Boolean(document.querySelector(".vote.approve, .vote.reject"))`) {
		t.Error("a vote is offered on a task that can be settled")
	}
	if look[bool](b, `getComputedStyle(document.querySelector(".vote.settle-approve")).color === getComputedStyle(document.querySelector(".type")).color`) {
		t.Error("settling has no colour of its own")
	}
	b.Press("a")
	b.sees("#notice", "The votes differ")
	shots(b, "settle")
	b.Press("f")
	b.sees(".panel .confirm", "Settle: approve")
	shots(b, "settle-panel")
	b.Press("Enter")
	b.another(id)
	v := owner.view(id)
	if v.Status != review.Approved || v.Settled == nil || v.Settled.By != "Sue" {
		t.Errorf("the task is %s, settled by %+v", v.Status, v.Settled)
	}
	look[string](b, `location.hash = "#/task/`+id+`"`)
	b.sees(".settling", "settled: approve")
	b.Shot("settled")
}

// shots takes a picture of the screen in light, dark and on a telephone.
func shots(b tab, name string) {
	b.T.Helper()
	b.Screen(390, 844, "light")
	b.Shot(name + "-phone")
	b.Screen(1280, 800, "dark")
	b.Shot(name + "-dark")
	b.Screen(1280, 800, "light")
	b.Shot(name + "-light")
}
