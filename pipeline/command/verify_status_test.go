package command_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Two people join the page, each in a browser of their own, and vote on nine tasks: verify status
// prints how far they agree.
func TestStatusOfTwoReviewers(t *testing.T) {
	t.Parallel()
	dir := startFrom(t, "toy")
	s := startServing(t, dir, 1, "-listen", "127.0.0.1:0")
	s.ready()
	first := s.browser
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	second := &http.Client{Jar: jar}
	for n, who := range []struct {
		name    string
		browser *http.Client
		role    review.ReviewerRole
	}{{"Olga", first, review.Owner}, {"Ann", second, review.Annotator}} {
		s.browser = who.browser
		var me web.Me
		if code := s.ask("POST", "/api/join", map[string]string{"name": who.name}, &me); code != http.StatusOK || me.Role != who.role {
			t.Fatalf("%s joins: %d as %s, want %s", who.name, code, me.Role, who.role)
		}
		var list web.List
		s.ask("GET", "/api/tasks?limit=9", nil, &list)
		if len(list.Rows) != 9 {
			t.Fatalf("%d tasks, want 9", len(list.Rows))
		}
		for i, row := range list.Rows {
			var v web.View
			s.ask("GET", "/api/tasks/"+row.ID, nil, &v)
			d := web.DecisionRequest{ID: fmt.Sprintf("decision-of-%s-%04d", who.name, i), Task: v.ID, Shown: v.Shown, Kind: review.Approve}
			if (i+n)%3 == 0 {
				d.Kind, d.Reason = review.Reject, review.Trivial
			}
			var recorded web.Recorded
			if code := s.ask("POST", "/api/decisions", d, &recorded); code != http.StatusOK {
				t.Fatalf("%s decides: %d %+v", who.name, code, recorded)
			}
		}
	}
	s.end()
	out := run(t, dir, "verify", "status")
	// Three of nine are alike; by chance 5 of 9 are.
	for _, want := range []string{
		"6 disputed", "0.33 [too few]  -0.50 [too few]",
		"Ann       Olga         9   0.33  -0.50 [too few]", "18 decisions, 0 outdated votes, 0 on removed tasks",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("verify status prints no %q:\n%s", want, out)
		}
	}
}
