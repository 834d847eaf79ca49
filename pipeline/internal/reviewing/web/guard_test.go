package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Every answer has the headers that keep foreign pages and markup out.
func TestHeaders(t *testing.T) {
	s := serve(t, 3, nil)
	b := s.join("Ann")
	for _, path := range []string{"/", "/api/me", "/api/tasks", "/api/none", "/none", "/api/tasks/" + s.tasks[0].ID + "/steps/0"} {
		a := b.send("GET", path, nil)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("GET %s: %s = %q, want %q", path, name, got, want)
			}
		}
		policy := a.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("GET %s: policy %q", path, policy)
		}
		if path != "/" && a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("GET %s may be kept: %q", path, a.header.Get("Cache-Control"))
		}
	}
}

// What a foreign page can make a browser send changes nothing, and tells nothing under a
// name that a foreign name server points here.
func TestForeign(t *testing.T) {
	s := serve(t, 3, nil)
	b := s.join("Ann")
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	v := b.view(s.tasks[0].ID)
	vote := b.submission(v, review.Approve)
	b.refused("POST", "/api/decisions", vote, http.StatusForbidden, "invalid", header("Sec-Fetch-Site", "cross-site"))
	b.refused("POST", "/api/decisions", vote, http.StatusForbidden, "invalid", header("Sec-Fetch-Site", "same-site"))
	b.refused("POST", "/api/decisions", vote, http.StatusForbidden, "invalid", header("Origin", "http://evil.example"))
	b.refused("POST", "/api/decisions", vote, http.StatusForbidden, "invalid", header("Origin", "http://127.0.0.1:8000"))
	b.refused("POST", "/api/decisions", vote, http.StatusForbidden, "invalid", header("Origin", "null"))
	for _, media := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/jsonp"} {
		b.refused("POST", "/api/decisions", vote, http.StatusUnsupportedMediaType, "invalid", header("Content-Type", media))
	}
	b.refused("DELETE", "/api/team/Ann", nil, http.StatusForbidden, "invalid", header("Sec-Fetch-Site", "cross-site"))
	for _, name := range []string{"evil.example", "evil.example:7310", "127.0.0.1.evil.example", "localhost.evil.example:7310", "", "[::2]:7310"} {
		b.refused("GET", "/api/me", nil, http.StatusMisdirectedRequest, "invalid", host(name))
		b.refused("POST", "/api/join", `{"name":"Eve"}`, http.StatusMisdirectedRequest, "invalid", host(name))
	}
	for _, name := range []string{"127.0.0.1:7310", "localhost:7310", "LOCALHOST", "[::1]:7310"} {
		if a := b.send("GET", "/api/me", nil, host(name)); a.status != http.StatusOK {
			t.Errorf("host %s: %d %s", name, a.status, a.body)
		}
	}
	if now := b.view(v.ID); now.Mine != nil {
		t.Errorf("a vote was cast: %+v", now.Mine)
	}
	// The page itself may.
	a := b.send("POST", "/api/decisions", vote, header("Sec-Fetch-Site", "same-origin"), header("Origin", address))
	if a.status != http.StatusOK {
		t.Errorf("the page's own vote: %d %s", a.status, a.body)
	}
}

// A server behind a public name answers under it, and its cookie travels over https alone.
func TestPublic(t *testing.T) {
	s := serve(t, 1, func(c *web.ReviewConfig) {
		c.URL = &url.URL{Scheme: "https", Host: "review.example.org"}
		c.Open = false
	})
	link, _, err := s.Invite()
	if err != nil {
		t.Fatal(err)
	}
	token, ok := strings.CutPrefix(link, "https://review.example.org/#/join/")
	if !ok || len(token) < 40 {
		t.Fatalf("link %q", link)
	}
	b := &browser{served: s}
	public := func(r *http.Request) {
		r.Host = "review.example.org"
		r.Header.Set("Origin", "https://review.example.org")
	}
	a := b.send("POST", "/api/join", map[string]string{"invite": token, "name": "Ann"}, public)
	if a.status != http.StatusOK {
		t.Fatalf("join: %d %s", a.status, a.body)
	}
	c := b.cookie
	if !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || !strings.HasPrefix(c.Name, "__Host-") {
		t.Errorf("cookie %v", c)
	}
	if a := b.send("GET", "/api/tasks", nil, public); a.status != http.StatusOK {
		t.Errorf("tasks: %d %s", a.status, a.body)
	}
	b.refused("GET", "/api/tasks", nil, http.StatusMisdirectedRequest, "invalid", func(r *http.Request) { r.Host = "other.example.org" })
	if strings.Contains(s.log.String(), token) || strings.Contains(s.log.String(), c.Value) {
		t.Errorf("the log tells a secret: %s", s.log)
	}
}

// Bodies have bounds and the fields they are asked for.
func TestBodies(t *testing.T) {
	s := serve(t, 1, nil)
	b := s.join("Ann")
	large := `{"type":"` + strings.Repeat("x", 1<<20) + `"}`
	b.refused("POST", "/api/next", large, http.StatusRequestEntityTooLarge, "invalid")
	b.refused("POST", "/api/join", `{"name":"`+strings.Repeat("x", 4<<10)+`"}`, http.StatusRequestEntityTooLarge, "invalid")
	b.refused("POST", "/api/next", `{}`+strings.Repeat(" ", 1<<20)+`{}`, http.StatusRequestEntityTooLarge, "invalid")
	for _, body := range []string{``, `{`, `[]`, `{} {}`, `{"type":1}`, `{"types":""}`, "\x00", `{"type":"` + "\n" + `"}`} {
		b.refused("POST", "/api/next", body, http.StatusBadRequest, "invalid")
	}
	for _, path := range []string{"/api/none", "/api/", "/none", "/api/tasks/none", "/api/tasks/" + s.tasks[0].ID + "/steps/99", "/api/tasks/" + s.tasks[0].ID + "/steps/-1", "/api/tasks/" + s.tasks[0].ID + "/steps/x", "/../wire.go", "/page/index.html"} {
		a := b.send("GET", path, nil)
		if a.status != http.StatusNotFound && a.status != http.StatusTemporaryRedirect && a.status != http.StatusMovedPermanently {
			t.Errorf("GET %s = %d %s", path, a.status, a.body)
		}
	}
	b.refused("POST", "/", `{}`, http.StatusMethodNotAllowed, "invalid")
	b.refused("PUT", "/api/tasks/"+s.tasks[0].ID, `{}`, http.StatusNotFound, "missing")
}

// The page comes from the program itself, and once more only if it has changed.
func TestPage(t *testing.T) {
	s := prepare(t, nil)
	b := &browser{served: s}
	a := b.send("GET", "/", nil)
	if a.status != http.StatusOK || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || !strings.Contains(string(a.body), "<!doctype html>") {
		t.Fatalf("GET / = %d %v %.80s", a.status, a.header, a.body)
	}
	again := b.send("GET", "/", nil, func(r *http.Request) { r.Header.Set("If-None-Match", a.header.Get("ETag")) })
	if again.status != http.StatusNotModified {
		t.Errorf("GET / again = %d", again.status)
	}
}
