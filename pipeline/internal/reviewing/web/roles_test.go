package web_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Each endpoint is for those whom it is for, and for nobody who has not joined.
func TestRoles(t *testing.T) {
	s := serve(t, 3, nil)
	owner := s.join("Olga")
	senior, annotator, stranger := owner.invited("Sun", review.Senior), owner.invited("Ann", review.Annotator), &browser{served: s}
	id := s.tasks[0].ID
	for _, e := range []struct {
		method, path string
		body         any
		least        review.ReviewerRole
	}{
		{"GET", "/api/team", nil, review.Senior},
		{"DELETE", "/api/team/Nobody", nil, review.Owner},
		{"GET", "/api/invites", nil, review.Owner},
		{"POST", "/api/invites", `{"role":"annotator"}`, review.Owner},
		{"DELETE", "/api/invites/none", nil, review.Owner},
		{"POST", "/api/next", `{}`, review.Annotator},
		{"GET", "/api/tasks", nil, review.Annotator},
		{"GET", "/api/tasks/" + id, nil, review.Annotator},
		{"GET", "/api/tasks/" + id + "/steps/0", nil, review.Annotator},
		{"POST", "/api/tasks/" + id + "/preview", `{"change":{"question":"Why?"}}`, review.Annotator},
		{"POST", "/api/tasks/" + id + "/lease", `{}`, review.Annotator},
		{"DELETE", "/api/tasks/" + id + "/lease", nil, review.Annotator},
		{"POST", "/api/decisions", `{}`, review.Annotator},
		{"GET", "/api/decisions", nil, review.Senior},
		{"POST", "/api/call", `{"tool":"none"}`, review.Annotator},
		{"GET", "/api/status", nil, review.Annotator},
	} {
		stranger.refused(e.method, e.path, e.body, http.StatusUnauthorized, "join")
		for _, b := range []struct {
			*browser
			role review.ReviewerRole
		}{{annotator, review.Annotator}, {senior, review.Senior}, {owner, review.Owner}} {
			a := b.send(e.method, e.path, e.body)
			if kept := a.status == http.StatusForbidden; kept != (b.role.Rank() < e.least.Rank()) {
				t.Errorf("%s %s as %s = %d %s", e.method, e.path, b.role, a.status, a.body)
			}
		}
	}
	guideline := web.DecisionRequest{ID: "0123456789abcdef", Kind: review.Guideline, Note: "Be kind."}
	senior.refused("POST", "/api/decisions", guideline, http.StatusForbidden, "role")
	back := annotator.submission(annotator.view(id), review.Return)
	annotator.refused("POST", "/api/decisions", back, http.StatusForbidden, "role")
	if r := ask[web.Recorded](owner, "POST", "/api/decisions", guideline); r.View != nil || r.Decision.By != "Olga" {
		t.Errorf("recorded %+v", r)
	}
	if g := ask[web.Me](annotator, "GET", "/api/me", nil).Guideline; g.Text != "Be kind." || g.By != "Olga" {
		t.Errorf("guideline %+v", g)
	}
	if secret := stranger.seen.String(); strings.Contains(secret, s.tasks[0].Question) || strings.Contains(secret, "Be kind") {
		t.Errorf("a stranger is told %s", secret)
	}
}

// A stranger learns that there is a page, and what is being made ready, and no more.
func TestStranger(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) { c.Open = false })
	b := &browser{served: s}
	s.Prepare(web.Preparing{Stage: "sample", Done: 2, All: 5})
	me := ask[web.Me](b, "GET", "/api/me", nil)
	if me.Preparing == nil || *me.Preparing != (web.Preparing{Stage: "sample", Done: 2, All: 5}) || me.Open || me.Language != "en" {
		t.Errorf("me = %+v", me)
	}
	s.Prepare(web.Preparing{Fault: "Company.jsonl:3: a secret"})
	if me := ask[web.Me](b, "GET", "/api/me", nil); me.Preparing.Fault == "" || strings.Contains(me.Preparing.Fault, "secret") {
		t.Errorf("me = %+v", me.Preparing)
	}
	s.open(2, nil)
	me = ask[web.Me](b, "GET", "/api/me", nil)
	if me.Preparing != nil || me.Tools != nil || me.Types != nil || me.Guideline.Text != "" {
		t.Errorf("me = %+v", me)
	}
	b.refused("POST", "/api/join", `{"name":"Eve"}`, http.StatusForbidden, "join")
	b.refused("POST", "/api/join", `{"name":"Eve","invite":"guess"}`, http.StatusForbidden, "join")
}

// While the tasks are made ready people can join, and are told to wait.
func TestPreparing(t *testing.T) {
	s := prepare(t, nil)
	b := s.join("Ann")
	b.refused("POST", "/api/next", `{}`, http.StatusServiceUnavailable, "preparing")
	b.refused("GET", "/api/status", nil, http.StatusServiceUnavailable, "preparing")
	s.open(2, nil)
	if n := b.next(); n.Task == nil {
		t.Errorf("next = %+v", n)
	}
}

// Who guesses links is told to pause, and others at other addresses are not. Whoever has a
// link may join all the same, though he be at the same address.
func TestGuesses(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) { c.Open = false })
	b := &browser{served: s}
	for range 20 {
		b.refused("POST", "/api/join", `{"invite":"guess","name":"Eve"}`, http.StatusForbidden, "join")
	}
	b.refused("POST", "/api/join", `{"invite":"guess","name":"Eve"}`, http.StatusTooManyRequests, "invalid")
	link, _, err := s.Invite()
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link, "/#/join/")
	ask[web.Me](&browser{served: s}, "POST", "/api/join", map[string]string{"invite": token, "name": "Ann"})
	elsewhere := func(r *http.Request) { r.RemoteAddr = "192.0.2.9:1234" }
	b.refused("POST", "/api/join", `{"invite":"guess","name":"Eve"}`, http.StatusForbidden, "join", elsewhere)
	s.clock.pass(61e9)
	b.refused("POST", "/api/join", `{"invite":"guess","name":"Eve"}`, http.StatusForbidden, "join")
}

// A member who leaves, or is removed, is a stranger at once.
func TestLeaving(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	ann, bob := owner.invited("Ann", review.Annotator), owner.invited("Bob", review.Annotator)
	session := *ann.cookie
	if me := ask[web.Me](ann, "POST", "/api/leave", `{}`); me.Name != "" {
		t.Errorf("after leaving: %+v", me)
	}
	ann.cookie = &session
	ann.refused("GET", "/api/tasks", nil, http.StatusUnauthorized, "join")
	if a := owner.send("DELETE", "/api/team/Bob", nil); a.status != http.StatusOK {
		t.Fatalf("remove: %d %s", a.status, a.body)
	}
	bob.refused("GET", "/api/tasks", nil, http.StatusUnauthorized, "join")
	a := owner.send("GET", "/api/team", nil)
	for _, want := range []string{`"name":"Bob","role":"annotator","ended":true`, `"name":"Olga","role":"owner","ended":false`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("team %s: want %s", a.body, want)
		}
	}
	owner.refused("DELETE", "/api/team/Olga", nil, http.StatusConflict, "invalid")
	owner.refused("DELETE", "/api/team/Nobody", nil, http.StatusNotFound, "missing")
}

// A link lets one person join, for seven days. The owner sees when it ends, and whoever is
// removed does not come back by it.
func TestInvitationEnds(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	link := func(body string) string {
		t.Helper()
		i := ask[web.InvitationView](owner, "POST", "/api/invites", body)
		_, token, _ := strings.Cut(i.Link, "/#/join/")
		return token
	}
	refused := func(token, name string) {
		t.Helper()
		(&browser{served: s}).refused("POST", "/api/join", map[string]string{"invite": token, "name": name}, http.StatusForbidden, "join")
	}
	mal, late, group := link(`{"role":"annotator"}`), link(`{"role":"annotator"}`), link(`{"role":"annotator","uses":9}`)
	for token, name := range map[string]string{mal: "Mal", group: "Max"} {
		b := &browser{served: s}
		ask[web.Me](b, "POST", "/api/join", map[string]string{"invite": token, "name": name})
		if a := owner.send("DELETE", "/api/team/"+name, nil); a.status != http.StatusOK {
			t.Fatalf("remove: %d %s", a.status, a.body)
		}
		refused(token, name+" 2")
		b.refused("GET", "/api/tasks", nil, http.StatusUnauthorized, "join")
	}
	if list := ask[[]web.InvitationView](owner, "GET", "/api/invites", nil); list[1].Ended || list[1].Uses != 1 || !list[1].Expires.Equal(s.clock.Now().Add(7*24*time.Hour)) {
		t.Errorf("invitation %+v, want one use within seven days", list[1])
	}
	s.clock.pass(7 * 24 * time.Hour)
	refused(late, "Eve")
	if list := ask[[]web.InvitationView](owner, "GET", "/api/invites", nil); !list[1].Ended {
		t.Errorf("invitation %+v, want it ended", list[1])
	}
}

// The link that the server prints lets one owner join, and each new one ends those before.
func TestPrintedLink(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) { c.Open = false })
	token := func() string {
		t.Helper()
		link, _, err := s.Invite()
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link, "/#/join/")
		return token
	}
	first, second := token(), token()
	stranger := &browser{served: s}
	stranger.refused("POST", "/api/join", map[string]string{"invite": first, "name": "Eve"}, http.StatusForbidden, "join")
	if me := ask[web.Me](stranger, "POST", "/api/join", map[string]string{"invite": second, "name": "Olga"}); me.Role != review.Owner {
		t.Errorf("joined as %s", me.Role)
	}
	(&browser{served: s}).refused("POST", "/api/join", map[string]string{"invite": second, "name": "Eve"}, http.StatusForbidden, "join")
}

// Printing a link ends those of earlier programs, which made any number of people owners.
func TestPrintedLinkEndsUnlimitedOnes(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) {
		c.Open = false
		if err := os.MkdirAll(c.Dir, 0o777); err != nil {
			t.Fatal(err)
		}
		var file string
		for n, token := range []string{"owners", "annotators"} {
			file += fmt.Sprintf(`{"at":"2026-03-04T05:06:07Z","kind":"invite","invitation":"0%d","role":"%s","secret":"%s"}`+"\n",
				n, strings.TrimSuffix(token, "s"), digest.Bytes([]byte(token)))
		}
		if err := os.WriteFile(filepath.Join(c.Dir, web.TeamFile), []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	if _, _, err := s.Invite(); err != nil {
		t.Fatal(err)
	}
	(&browser{served: s}).refused("POST", "/api/join", map[string]string{"invite": "owners", "name": "Eve"}, http.StatusForbidden, "join")
	if me := ask[web.Me](&browser{served: s}, "POST", "/api/join", map[string]string{"invite": "annotators", "name": "Ann"}); me.Role != review.Annotator {
		t.Errorf("joined as %s", me.Role)
	}
}

// Invitations are listed without their links and end when an owner ends them.
func TestInvitations(t *testing.T) {
	s := serve(t, 2, nil)
	owner := s.join("Olga")
	i := ask[web.InvitationView](owner, "POST", "/api/invites", `{"role":"annotator","note":"the students","uses":3,"days":2}`)
	_, token, _ := strings.Cut(i.Link, "/#/join/")
	for _, name := range []string{"Ann", "Bob"} {
		b := &browser{served: s}
		ask[web.Me](b, "POST", "/api/join", map[string]string{"invite": token, "name": name})
	}
	list := ask[[]web.InvitationView](owner, "GET", "/api/invites", nil)
	if len(list) != 1 || list[0].Link != "" || list[0].Note != "the students" || len(list[0].Joined) != 2 || list[0].Ended ||
		list[0].Uses != 3 || list[0].Used != 2 || !list[0].Expires.Equal(s.clock.Now().Add(48*time.Hour)) {
		t.Errorf("invitations %+v", list)
	}
	if a := owner.send("DELETE", "/api/invites/"+i.ID, nil); a.status != http.StatusOK {
		t.Fatalf("end: %d %s", a.status, a.body)
	}
	b := &browser{served: s}
	b.refused("POST", "/api/join", map[string]string{"invite": token, "name": "Cyd"}, http.StatusForbidden, "join")
	if list := ask[[]web.InvitationView](owner, "GET", "/api/invites", nil); !list[0].Ended {
		t.Errorf("invitations %+v", list)
	}
	for _, body := range []string{`{"role":"king"}`, `{"role":"annotator","uses":-1}`, `{"role":"annotator","days":-1}`, `{"role":"annotator","days":9000000000000}`} {
		owner.refused("POST", "/api/invites", body, http.StatusBadRequest, "invalid")
	}
	if strings.Contains(s.log.String(), token) {
		t.Errorf("the log tells a token: %s", s.log)
	}
}
