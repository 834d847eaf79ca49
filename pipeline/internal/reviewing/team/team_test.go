package team_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/ledger"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/team"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

var now = time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)

// chance is a source of randomness that differs by seed.
func chance(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }

// open opens the team at path for the time of the test.
func open(t testing.TB, path string, seed byte) *team.Team {
	t.Helper()
	m, err := team.Open(path, chance(seed))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// invited makes an invitation that must succeed.
func invited(t testing.TB, m *team.Team, role review.ReviewerRole, name string) (team.Invitation, string) {
	t.Helper()
	i, token, err := m.Invite(team.InviteOptions{Role: role, Name: name, Uses: 99}, now)
	if err != nil {
		t.Fatal(err)
	}
	return i, token
}

// joined joins, which must succeed.
func joined(t testing.TB, m *team.Team, token, name string) string {
	t.Helper()
	session, _, err := m.Join(token, name, now)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// is fails where a session is not of this member.
func is(t testing.TB, m *team.Team, session string, want team.Member) {
	t.Helper()
	if got, ok := m.Who(session); !ok || got != want {
		t.Errorf("Who = %+v, %v, want %+v", got, ok, want)
	}
}

// ended fails where a session is anybody's.
func ended(t testing.TB, m *team.Team, session string) {
	t.Helper()
	if got, ok := m.Who(session); ok || got != (team.Member{}) {
		t.Errorf("Who = %+v, %v, want nobody", got, ok)
	}
}

// A link admits a group until it is ended; who has joined by it stays. Sessions outlive
// the server and end by leaving, one at a time.
func TestJoin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "review", "team.jsonl")
	m := open(t, path, 1)
	i, token := invited(t, m, review.Annotator, "")
	ada, bo := joined(t, m, token, " Ada  Li "), joined(t, m, token, "博")
	is(t, m, ada, team.Member{Name: "Ada Li", Role: review.Annotator})
	if err := m.End(i.ID, now); err != nil {
		t.Fatal(err)
	}
	if err := m.End(i.ID, now); err != nil {
		t.Errorf("End again = %v", err)
	}
	if _, _, err := m.Join(token, "Cy", now); err != team.ErrInvitation {
		t.Errorf("Join by an ended link = %v, want %v", err, team.ErrInvitation)
	}
	want := []team.Invitation{{ID: i.ID, Role: review.Annotator, Uses: 99, Used: 2, Expires: i.Expires, Joined: []string{"Ada Li", "博"}, Ended: true}}
	if diff := cmp.Diff(want, m.Invitations()); diff != "" {
		t.Errorf("Invitations (-want +got):\n%s", diff)
	}
	m.Close()

	m = open(t, path, 2)
	is(t, m, ada, team.Member{Name: "Ada Li", Role: review.Annotator})
	if err := m.Leave(ada, now); err != nil {
		t.Fatal(err)
	}
	if err := m.Leave(ada, now); err != nil {
		t.Errorf("Leave again = %v", err)
	}
	ended(t, m, ada)
	is(t, m, bo, team.Member{Name: "博", Role: review.Annotator})
	for _, none := range []string{"", token, "x"} {
		ended(t, m, none)
	}
	for _, none := range []string{"", bo, "x"} {
		if _, _, err := m.Join(none, "Di", now); err != team.ErrInvitation {
			t.Errorf("Join(%q) = %v, want %v", none, err, team.ErrInvitation)
		}
	}
	if err := m.End("x", now); !errors.Is(err, team.ErrUnknown) {
		t.Errorf("End(x) = %v, want %v", err, team.ErrUnknown)
	}
}

// A name is one person's, however it is written, also once he was removed; he comes
// back by a link for him alone.
func TestReturn(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	_, group := invited(t, m, review.Annotator, "")
	_, owners := invited(t, m, review.Owner, "")
	first := joined(t, m, group, "Zoë")
	joined(t, m, owners, "Boss")
	taken := func() {
		t.Helper()
		for _, name := range []string{"Zoë", "zoe\u0308", "ZOË", "Ｚoë", " Zoë\u3000"} {
			if _, _, err := m.Join(group, name, now); !errors.Is(err, team.ErrName) {
				t.Errorf("Join as %q = %v, want %v", name, err, team.ErrName)
			}
		}
	}
	taken()
	if _, _, err := m.Invite(team.InviteOptions{Role: review.Senior, Name: "zoë"}, now); !errors.Is(err, team.ErrName) {
		t.Errorf("Invite of an annotator as a senior = %v, want %v", err, team.ErrName)
	}
	if _, _, err := m.Invite(team.InviteOptions{Role: review.Senior, Name: "Nobody"}, now); !errors.Is(err, team.ErrUnknown) {
		t.Errorf("Invite of nobody = %v, want %v", err, team.ErrUnknown)
	}
	i, back := invited(t, m, review.Annotator, "ZOË")
	if i.Name != "Zoë" {
		t.Errorf("the link is for %q, want Zoë", i.Name)
	}
	if _, _, err := m.Join(back, "Yan", now); !errors.Is(err, team.ErrName) {
		t.Errorf("another by Zoë's link: %v, want %v", err, team.ErrName)
	}
	zoe := team.Member{Name: "Zoë", Role: review.Annotator}
	sessions := []string{first, joined(t, m, back, ""), joined(t, m, back, "zoë")}
	for _, s := range sessions {
		is(t, m, s, zoe)
	}
	if err := m.Remove("zoë", now); err != nil {
		t.Fatal(err)
	}
	for _, s := range sessions {
		ended(t, m, s)
	}
	if _, _, err := m.Join(back, "Zoë", now); err != team.ErrInvitation {
		t.Errorf("by the old link after the removal: %v, want %v", err, team.ErrInvitation)
	}
	_, group = invited(t, m, review.Annotator, "")
	taken()
	for _, name := range []string{"Zoë", "Nobody"} {
		if err := m.Remove(name, now); !errors.Is(err, team.ErrUnknown) {
			t.Errorf("Remove(%s) = %v, want %v", name, err, team.ErrUnknown)
		}
	}
	_, other := invited(t, m, review.Annotator, "Zoë")
	_, back = invited(t, m, review.Senior, "Zoë")
	is(t, m, joined(t, m, back, ""), team.Member{Name: "Zoë", Role: review.Senior})
	for _, s := range sessions {
		ended(t, m, s)
	}
	if _, _, err := m.Join(other, "", now); err != team.ErrInvitation {
		t.Errorf("by a link of another role than Zoë has come back with: %v, want %v", err, team.ErrInvitation)
	}
	want := []team.Member{{Name: "Zoë", Role: review.Senior}, {Name: "Boss", Role: review.Owner}}
	if diff := cmp.Diff(want, m.Members()); diff != "" {
		t.Errorf("Members (-want +got):\n%s", diff)
	}
}

// On an open page the first is the owner and the others are annotators, also of many who come
// at once; a name that there is, is that member, unless it was removed.
func TestJoinOpen(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	come := func(name string) string {
		t.Helper()
		s, _, err := m.JoinOpen(name, now)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	is(t, m, come("Boss"), team.Member{Name: "Boss", Role: review.Owner})
	is(t, m, come("BOSS"), team.Member{Name: "Boss", Role: review.Owner})
	_, token := invited(t, m, review.Annotator, "")
	joined(t, m, token, "Ada")
	is(t, m, come("ada"), team.Member{Name: "Ada", Role: review.Annotator})
	is(t, m, come("Bo"), team.Member{Name: "Bo", Role: review.Annotator})
	if err := m.Remove("Bo", now); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.JoinOpen("bo", now); !errors.Is(err, team.ErrName) {
		t.Errorf("JoinOpen of a removed member = %v, want %v", err, team.ErrName)
	}
	rush := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 2)
	var wg sync.WaitGroup
	for n := range 20 {
		wg.Go(func() {
			if _, _, err := rush.JoinOpen(fmt.Sprint("Person ", n), now); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	owners := 0
	for _, who := range rush.Members() {
		if who.Role == review.Owner {
			owners++
		}
	}
	if owners != 1 || !rush.HasOwner() {
		t.Errorf("%d owners among %d who came at once, want 1", owners, len(rush.Members()))
	}
	if _, _, err := m.JoinOpen(" ", now); !errors.Is(err, team.ErrName) {
		t.Errorf("JoinOpen without a name = %v, want %v", err, team.ErrName)
	}
}

// There is always an owner left.
func TestLastOwner(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	_, token := invited(t, m, review.Owner, "")
	boss := joined(t, m, token, "Boss")
	if err := m.Remove("Boss", now); !errors.Is(err, team.ErrLast) {
		t.Errorf("Remove = %v, want %v", err, team.ErrLast)
	}
	is(t, m, boss, team.Member{Name: "Boss", Role: review.Owner})
	joined(t, m, token, "Vice")
	if err := m.Remove("Boss", now); err != nil {
		t.Error(err)
	}
	if err := m.Remove("Vice", now); !errors.Is(err, team.ErrLast) {
		t.Errorf("Remove of the other = %v, want %v", err, team.ErrLast)
	}
}

// One server at a time has the file open. Of many who want one name at the same moment
// one has it.
func TestOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team.jsonl")
	m := open(t, path, 1)
	if _, err := team.Open(path, chance(2)); !errors.Is(err, ledger.ErrLocked) {
		t.Errorf("Open of an open team = %v, want %v", err, ledger.ErrLocked)
	}
	_, token := invited(t, m, review.Owner, "")
	var wg sync.WaitGroup
	won := make(chan string, 40)
	for n := range 40 {
		wg.Go(func() {
			session, _, err := m.Join(token, []string{"Cy", "cy", "CY"}[n%3], now)
			if err == nil {
				won <- session
			} else if !errors.Is(err, team.ErrName) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(won) != 1 {
		t.Errorf("%d have the name, want 1", len(won))
	}
}

// Names are kept as people read them, and what does not show is refused.
func TestNames(t *testing.T) {
	m := open(t, filepath.Join(t.TempDir(), "team.jsonl"), 1)
	_, token := invited(t, m, review.Annotator, "")
	for _, tt := range []struct{ name, want string }{
		{"a", "a"},
		{" 王　 小明\t", "王 小明"},
		{"e\u0301tienne", "étienne"},
		{"O'Brien-Łęcki 3rd", "O'Brien-Łęcki 3rd"},
		{"<b>", "<b>"},
		{strings.Repeat("好", 40), strings.Repeat("好", 40)},
		{strings.Repeat("好", 41), ""},
		{"", ""},
		{" \u3000", ""},
		{"a\nb\x00", ""},
		{"\u202eada", ""},
		{"a\u200bda", ""},
		{"a\u2066da", ""},
		{"\ufeffx", ""},
		{"\u3164", ""},
		{"x\u3164", ""},
		{"x\ufe0f", ""},
		{"\xffx", ""},
		{"...", ""},
		{"\u0301", ""},
		{"\ue000x", ""},
	} {
		session, got, err := m.Join(token, tt.name, now)
		if got.Name != tt.want || (err == nil) != (tt.want != "") || err != nil && !errors.Is(err, team.ErrName) {
			t.Errorf("Join as %q = %+v, %v, want %q", tt.name, got, err, tt.want)
		}
		if err == nil {
			is(t, m, session, got)
		}
	}
}

// Without randomness there are no secrets: nothing is given out, and none twice.
func TestChance(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team.jsonl")
	errEmpty := errors.New("no entropy")
	m, err := team.Open(path, iotest.ErrReader(errEmpty))
	if err != nil {
		t.Fatal(err)
	}
	if _, token, err := m.Invite(team.InviteOptions{Role: review.Owner}, now); !errors.Is(err, errEmpty) || token != "" {
		t.Errorf("Invite = %q, %v, want %v", token, err, errEmpty)
	}
	if session, _, err := m.JoinOpen("Boss", now); !errors.Is(err, errEmpty) || session != "" {
		t.Errorf("JoinOpen = %q, %v, want %v", session, err, errEmpty)
	}
	for range 2 {
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		m = open(t, path, 7) // begins again with the same secrets
		_, _, err = m.Invite(team.InviteOptions{Role: review.Owner}, now)
	}
	if err == nil || !strings.Contains(err.Error(), "repeats itself") {
		t.Errorf("Invite with secrets drawn before = %v, want it refused", err)
	}
}

// The file has no secret, in no common way of writing it; neither has an error, nor the
// team when it is printed.
func TestNoSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "team.jsonl")
	m := open(t, path, 1)
	i, token := invited(t, m, review.Owner, "")
	session := joined(t, m, token, "Boss")
	other, _, err := m.JoinOpen("Vice", now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Leave(other, now), m.End(i.ID, now)); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, e := range []func() error{
		func() error { _, _, err := m.Join(token, "Cy", now); return err },
		func() error { m.Close(); return m.Leave(session, now) },
	} {
		err := e()
		if err == nil {
			t.Fatal("want an error")
		}
		said = append(said, err.Error())
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	said = append(said, string(file), fmt.Sprintf("%+v %#v", m, m))
	for _, secret := range []string{token, session, other} {
		if len(secret) != 43 { // 256 bits in base64
			t.Errorf("a secret of %d characters, want 43", len(secret))
		}
		for _, text := range said {
			for _, form := range []string{secret, hex.EncodeToString([]byte(secret))} {
				if strings.Contains(text, form) {
					t.Errorf("a secret stands in %.200s", text)
				}
			}
		}
		if sum := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(secret))); !bytes.Contains(file, []byte(sum)) {
			t.Errorf("the file has not %s", sum)
		}
	}
}

// A file that no team wrote is not opened, and says where.
func TestOpenFaults(t *testing.T) {
	dir := t.TempDir()
	secret := fmt.Sprintf("sha256:%064x", 1)
	const at = `{"at":"2026-03-04T05:06:07Z",`
	for n, tt := range []struct{ line, want string }{
		{"{", "unexpected EOF"},
		{"\xff", "not UTF-8"},
		{"{}", `kind ""`},
		{"{} {}", "more than one value"},
		{`{"surprise":1}`, "unknown field"},
		{`{"kind":"leave","secret":"` + secret + `"}`, "no at"},
		{at + `"kind":"leave","secret":"x"}`, "secret"},
		{at + `"kind":"leave","secret":"` + secret + `","name":"Ada"}`, "fields"},
		{at + `"kind":"leave","secret":"` + secret + `"}`, "would change nothing"},
		{at + `"kind":"end","invitation":"1"}`, "none of that name"},
		{at + `"kind":"remove","name":"Ada"}`, "none of that name"},
		{at + `"kind":"join","name":"Ada","role":"annotator","secret":"` + secret + `"}`, "open page"},
		{at + `"kind":"join","name":"Ada","role":"boss","secret":"` + secret + `"}`, "role"},
		{at + `"kind":"join","name":" Ada","role":"owner","secret":"` + secret + `"}`, "superfluous spaces"},
		{at + `"kind":"join","name":"\u202e","role":"owner","secret":"` + secret + `"}`, "do not show"},
		{at + `"kind":"join","invitation":"1","name":"Ada","role":"owner","secret":"` + secret + `"}`, "does not admit"},
		{at + `"kind":"invite","invitation":"1","name":"Ada","role":"owner","secret":"` + secret + `"}`, "none of that name"},
	} {
		path := filepath.Join(dir, fmt.Sprint(n))
		if err := os.WriteFile(path, []byte(tt.line+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := team.Open(path, chance(1)); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Open of %s = %v, want %q", tt.line, err, tt.want)
		}
	}
}

// Whatever is done, in whatever order: a server that opens the file later knows the same,
// no session is of one who was removed since it began, and where there ever was an owner
// there is one.
func TestLaw(t *testing.T) {
	dir := t.TempDir()
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		path := filepath.Join(dir, fmt.Sprint(run))
		server, err := team.Open(path, chance(0))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { server.Close() }()
		opened := byte(1)
		links, ids := []string{"none"}, []string{"none"}
		of := map[string]string{} // names by session
		hadOwner := false
		name := rapid.SampledFrom([]string{"Ada", "ada", "Bo", "Cy", ""})
		role := rapid.SampledFrom([]review.ReviewerRole{review.Annotator, review.Senior, review.Owner})
		began := func(session string, who team.Member, err error) {
			if err == nil {
				of[session] = who.Name
				hadOwner = hadOwner || who.Role == review.Owner
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"invite": func(t *rapid.T) {
				i, token, err := server.Invite(team.InviteOptions{Role: role.Draw(t, "role"), Name: name.Draw(t, "name"), Uses: rapid.IntRange(0, 2).Draw(t, "uses")}, now)
				if err == nil {
					links, ids = append(links, token), append(ids, i.ID)
				}
			},
			"end": func(t *rapid.T) {
				server.End(rapid.SampledFrom(ids).Draw(t, "id"), now)
			},
			"join": func(t *rapid.T) {
				began(server.Join(rapid.SampledFrom(links).Draw(t, "link"), name.Draw(t, "name"), now))
			},
			"open": func(t *rapid.T) {
				began(server.JoinOpen(name.Draw(t, "name"), now))
			},
			"remove": func(t *rapid.T) {
				n := name.Draw(t, "name")
				if server.Remove(n, now) == nil {
					for session, of1 := range of {
						if strings.EqualFold(of1, n) {
							of[session] = ""
						}
					}
				}
			},
			"restart": func(t *rapid.T) {
				members, invitations := server.Members(), server.Invitations()
				if err := server.Close(); err != nil {
					t.Fatal(err)
				}
				if server, err = team.Open(path, chance(opened)); err != nil {
					t.Fatal(err)
				}
				opened++
				if diff := cmp.Diff(members, server.Members()); diff != "" {
					t.Fatalf("members (-before +after):\n%s", diff)
				}
				if diff := cmp.Diff(invitations, server.Invitations()); diff != "" {
					t.Fatalf("invitations (-before +after):\n%s", diff)
				}
			},
			"": func(t *rapid.T) {
				for session, want := range of {
					if who, ok := server.Who(session); who.Name != want || ok != (want != "") || who.Ended {
						t.Fatalf("Who = %+v, %v, want %q", who, ok, want)
					}
				}
				if hadOwner && !slices.ContainsFunc(server.Members(), func(m team.Member) bool { return m.Role == review.Owner && !m.Ended }) {
					t.Fatalf("no owner among %+v", server.Members())
				}
			},
		})
	})
}

// FuzzOpen opens files of any bytes: what opened opens again and knows the same.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "team.jsonl")
	m := open(f, path, 1)
	i, token := invited(f, m, review.Owner, "")
	joined(f, m, token, "Boss")
	session := joined(f, m, token, "Vice")
	if err := errors.Join(m.Leave(session, now), m.End(i.ID, now), m.Remove("Vice", now)); err != nil {
		f.Fatal(err)
	}
	invited(f, m, review.Senior, "Vice")
	file, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Add(file[:len(file)-5])
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "team.jsonl")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		a, err := team.Open(path, chance(2))
		if err != nil {
			if !strings.Contains(err.Error(), path+":") {
				t.Fatalf("%v: want its place", err)
			}
			return
		}
		members, invitations := a.Members(), a.Invitations()
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		b := open(t, path, 3)
		if diff := cmp.Diff(members, b.Members()); diff != "" {
			t.Fatalf("members:\n%s", diff)
		}
		if diff := cmp.Diff(invitations, b.Invitations()); diff != "" {
			t.Fatalf("invitations:\n%s", diff)
		}
		if _, _, err := b.JoinOpen("Ada", now); err != nil && !errors.Is(err, team.ErrName) { // she may be removed
			t.Fatal(err)
		}
	})
}
