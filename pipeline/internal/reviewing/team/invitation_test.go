package team_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// An invitation lets one person join, for seven days, unless its owner said otherwise.
func TestInvitationEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team.jsonl")
	m := open(t, path, 1)
	make := func(o team.InviteOptions) string {
		t.Helper()
		o.Role = review.Annotator
		_, token, err := m.Invite(o, now)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	admits := func(token, name string, at time.Time, want bool) {
		t.Helper()
		if _, _, err := m.Join(token, name, at); (err == nil) != want || err != nil && err != team.ErrInvitation {
			t.Errorf("Join as %s = %v, want it to succeed: %v", name, err, want)
		}
	}
	const week = 7 * 24 * time.Hour
	once, twice, late, later := make(team.InviteOptions{}), make(team.InviteOptions{Uses: 2}), make(team.InviteOptions{}), make(team.InviteOptions{Lifetime: 2 * week})
	admits(once, "Ada", now, true)
	admits(once, "Eve", now, false)
	admits(twice, "Bo", now, true)
	admits(twice, "Cy", now, true)
	admits(twice, "Eve", now, false)
	admits(late, "Eve", now.Add(week), false)
	admits(late, "Di", now.Add(week-time.Second), true)
	admits(later, "Ed", now.Add(week), true)
	// A join that fails uses nothing up.
	spare := make(team.InviteOptions{})
	if _, _, err := m.Join(spare, "Ada", now); !errors.Is(err, team.ErrName) {
		t.Errorf("Join under a name that is taken = %v, want %v", err, team.ErrName)
	}
	for _, o := range []team.InviteOptions{{Uses: -1}, {Uses: 1001}, {Lifetime: -1}, {Lifetime: 366 * 24 * time.Hour}} {
		o.Role = review.Annotator
		if _, _, err := m.Invite(o, now); !errors.Is(err, team.ErrName) {
			t.Errorf("Invite(%+v) = %v, want %v", o, err, team.ErrName)
		}
	}
	m.Close()
	m = open(t, path, 2)
	admits(once, "Eve", now, false)
	admits(spare, "Fay", now, true)
	if i := m.Invitations()[0]; i.Uses != 1 || i.Used != 1 || !i.Expires.Equal(now.Add(week).Truncate(time.Millisecond)) || i.Ended {
		t.Errorf("invitation %+v, want it used once of once, to end in a week", i)
	}
}

// Whoever is removed does not come back by the link they came by, under whatever name; others
// who came by it stay.
func TestRemovedByTheSameLink(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	_, token := invited(t, m, review.Annotator, "")
	mal, ann := joined(t, m, token, "Mal"), joined(t, m, token, "Ann")
	if err := m.Remove("Mal", now); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Mal", "Mal 2"} {
		if _, _, err := m.Join(token, name, now); err != team.ErrInvitation {
			t.Errorf("Join as %s = %v, want %v", name, err, team.ErrInvitation)
		}
	}
	ended(t, m, mal)
	is(t, m, ann, team.Member{Name: "Ann", Role: review.Annotator})
}

// Files of earlier programs: links without an end admit any number, and everybody who joined
// an open page is an owner.
func TestEarlierFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team.jsonl")
	secret := func(n int) string { return fmt.Sprintf(`"secret":"sha256:%064x"}`, n) + "\n" }
	const at = `{"at":"2026-03-04T05:06:07Z",`
	file := at + `"kind":"join","role":"owner","name":"Ada",` + secret(1) + at + `"kind":"join","role":"owner","name":"Bo",` + secret(2) +
		at + `"kind":"invite","invitation":"00","role":"annotator",` + secret(3) +
		at + `"kind":"join","invitation":"00","role":"annotator","name":"Cy",` + secret(4) + at + `"kind":"join","invitation":"00","role":"annotator","name":"Di",` + secret(5)
	if err := os.WriteFile(path, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	m := open(t, path, 1)
	want := []team.Member{{Name: "Ada", Role: review.Owner}, {Name: "Bo", Role: review.Owner}, {Name: "Cy", Role: review.Annotator}, {Name: "Di", Role: review.Annotator}}
	if diff := cmp.Diff(want, m.Members()); diff != "" {
		t.Errorf("Members (-want +got):\n%s", diff)
	}
	if i := m.Invitations()[0]; i.Uses != 0 || i.Used != 2 || !i.Admits(now.AddDate(9, 0, 0)) {
		t.Errorf("invitation %+v, want it to admit anybody", i)
	}
}

// In files of earlier programs a link went on admitting people after a member who came by it
// was removed, and could be ended later. Such files open, and the link admits nobody now.
func TestEarlierFileWithRemovedMember(t *testing.T) {
	secret := func(n int) string { return fmt.Sprintf(`"secret":"sha256:%064x"}`, n) + "\n" }
	const at = `{"at":"2026-03-04T05:06:07Z",`
	const ending = at + `"kind":"end","invitation":"00"}` + "\n"
	token := "a token"
	file := at + `"kind":"invite","invitation":"00","role":"annotator","secret":"` + string(digest.Bytes([]byte(token))) + "\"}\n" +
		at + `"kind":"join","invitation":"00","role":"annotator","name":"Mal",` + secret(1) + at + `"kind":"remove","name":"Mal"}` + "\n" +
		at + `"kind":"join","invitation":"00","role":"annotator","name":"Bob",` + secret(2) + at + `"kind":"remove","name":"Bob"}` + "\n" +
		at + `"kind":"join","invitation":"00","role":"annotator","name":"Cy",` + secret(3)
	for name, file := range map[string]string{"open": file, "ended": file + ending} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "team.jsonl")
			if err := os.WriteFile(path, []byte(file), 0o666); err != nil {
				t.Fatal(err)
			}
			m := open(t, path, 1)
			want := []team.Member{{Name: "Mal", Role: review.Annotator, Ended: true}, {Name: "Bob", Role: review.Annotator, Ended: true}, {Name: "Cy", Role: review.Annotator}}
			if diff := cmp.Diff(want, m.Members()); diff != "" {
				t.Errorf("Members (-want +got):\n%s", diff)
			}
			if _, _, err := m.Join(token, "Di", now); err != team.ErrInvitation {
				t.Errorf("Join = %v, want %v", err, team.ErrInvitation)
			}
			if err := m.End("00", now); err != nil {
				t.Errorf("End = %v", err)
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != file {
				t.Errorf("the file, which nothing changed, is now, %v:\n%s", err, b)
			}
		})
	}
	for name, line := range map[string]string{
		"join after end": at + `"kind":"join","invitation":"00","role":"annotator","name":"Di",` + secret(4), "end after end": ending,
	} {
		path := filepath.Join(t.TempDir(), "team.jsonl")
		if err := os.WriteFile(path, []byte(file+ending+line), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := team.Open(path, chance(1)); err == nil {
			t.Errorf("%s: opened, want an error", name)
		}
	}
}

// What an invitation cannot be.
func TestInviteFaults(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	for _, tt := range []struct {
		role review.ReviewerRole
		note string
	}{{"", ""}, {"boss", ""}, {review.Owner, strings.Repeat("x", 201)}, {review.Owner, "\xff"}, {review.Owner, "a\x00"}} {
		if _, token, err := m.Invite(team.InviteOptions{Role: tt.role, Note: tt.note}, now); !errors.Is(err, team.ErrName) || token != "" {
			t.Errorf("Invite(%q, %.9q) = %v, want %v", tt.role, tt.note, err, team.ErrName)
		}
	}
	if len(m.Invitations()) > 0 {
		t.Errorf("invitations %v, want none", m.Invitations())
	}
}
