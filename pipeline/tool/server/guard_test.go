package server_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/tool/server"
)

const secret = "correct-horse-battery"

func token(t testing.TB) server.Token {
	t.Helper()
	tok, err := server.NewToken(secret)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// paths are all there are, with a request for each.
var paths = [][3]string{
	{"GET", "/"}, {"GET", "/page.css"}, {"GET", "/tools"}, {"GET", "/healthz"}, {"GET", "/nothing"},
	{"POST", "/tools/add", "[1]"}, {"POST", "/law_api/add", "[1]"},
	{"POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`},
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func named(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }

// Whatever is asked for, the token comes first; a token that is wrong is as none.
func TestToken(t *testing.T) {
	s := serve(t, func(c *server.Config) { c.Token, c.Loopback = token(t), false })
	accept := header("Accept", "application/json, text/event-stream")
	for _, p := range paths {
		for _, wrong := range []string{
			"", "Bearer", "Bearer ", "Bearer correct-horse-batter", "Bearer " + secret + "x", secret, "Basic " + secret, "Digest " + secret,
			"Basic Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5Og==", // the token as the user's name
			"Bearer 00112233445566778899AABBCCDDEEFF0011223344556677",
		} {
			w := send(s, p[0], p[1], p[2], accept, header("Authorization", wrong))
			if w.Code != http.StatusUnauthorized || w.Header().Get("WWW-Authenticate") == "" || strings.Contains(w.Body.String(), secret) {
				t.Errorf("%s %s with %q = %d %s, want 401", p[0], p[1], wrong, w.Code, w.Body)
			}
		}
		for _, right := range []func(*http.Request){
			header("Authorization", "Bearer "+secret), header("Authorization", "bearer  "+secret),
			func(r *http.Request) { r.SetBasicAuth("agent", secret) },
			func(r *http.Request) { r.SetBasicAuth("", secret) },
		} {
			w := send(s, p[0], p[1], p[2], accept, right, named("bench.example.org"))
			if want := map[bool]int{false: 200, true: 404}[p[1] == "/nothing"]; w.Code != want {
				t.Errorf("%s %s with the token = %d %s, want %d", p[0], p[1], w.Code, w.Body, want)
			}
		}
	}
	// Without one, what the published client sends its publishers is ignored.
	w := send(serve(t, nil), "POST", "/law_api/add", "[1]", header("Authorization", "Bearer 00112233445566778899AABBCCDDEEFF0011223344556677"))
	if w.Code != 200 {
		t.Errorf("no token, and an Authorization header: %d %s", w.Code, w.Body)
	}
}

func TestNewToken(t *testing.T) {
	for _, bad := range []string{"", "short", "fifteen-letters", "sixteen letters x", "sixteen-letters\n", "十六个字母的秘密"} {
		tok, err := server.NewToken(bad)
		if err == nil || !tok.IsZero() || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("NewToken(%q) = %v, %v, want an error without it", bad, tok, err)
		}
	}
	tok := token(t)
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).Info("x", "token", tok, "config", server.Config{Token: tok})
	b, err := json.Marshal(map[string]any{"token": tok})
	if err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprintf("%v %+v %#v %s %q %x %d", tok, server.Config{Token: tok}, tok, tok, tok, tok, tok) + logged.String() + string(b)
	if strings.Contains(printed, secret) || strings.Contains(printed, fmt.Sprintf("%x", secret)) || !strings.Contains(printed, "[token]") {
		t.Errorf("printed: %s", printed)
	}
	if got := (server.Token{}).String(); got != "" {
		t.Errorf("Token{}.String() = %q", got)
	}
}

// A loopback server goes by its own names alone: a foreign page can have its name
// point here.
func TestHosts(t *testing.T) {
	loopback := serve(t, func(c *server.Config) { c.Hosts = []string{"Bench.Local"} })
	public := serve(t, func(c *server.Config) {
		c.Token, c.Loopback, c.Hosts = token(t), false, []string{"bench.example.org"}
	})
	bearer := header("Authorization", "Bearer "+secret)
	for _, tc := range []struct {
		s    *server.ToolServer
		host string
		want int
	}{
		{loopback, "127.0.0.1:7311", 200}, {loopback, "localhost", 200}, {loopback, "LOCALHOST:1", 200}, {loopback, "[::1]:7311", 200}, {loopback, "bench.local:80", 200},
		{loopback, "evil.example", 421}, {loopback, "127.0.0.1.evil.example:7311", 421}, {loopback, "", 421}, {loopback, "[::2]:7311", 421}, {loopback, "192.168.0.2", 421},
		{public, "bench.example.org", 200}, {public, "BENCH.example.org:443", 200}, {public, "127.0.0.1", 421}, {public, "evil.example", 421},
	} {
		for _, p := range paths {
			w := send(tc.s, p[0], p[1], p[2], named(tc.host), bearer, header("Accept", "application/json, text/event-stream"))
			want := tc.want
			if want == 200 && p[1] == "/nothing" {
				want = 404
			}
			if w.Code != want {
				t.Errorf("%s %s of host %q = %d %s, want %d", p[0], p[1], tc.host, w.Code, w.Body, want)
			}
		}
	}
}

// Pages of other sites cannot have a tool called, nor read an answer.
func TestOrigins(t *testing.T) {
	s := serve(t, nil)
	for _, tc := range []struct {
		name, value string
		status      int
	}{
		{"Origin", "https://evil.example", 403}, {"Origin", "null", 403}, {"Origin", "http://127.0.0.1:9999", 403}, {"Origin", "http://localhost:7311", 403},
		{"Sec-Fetch-Site", "cross-site", 403}, {"Sec-Fetch-Site", "same-site", 403},
		{"Origin", "http://127.0.0.1:7311", 200}, {"Sec-Fetch-Site", "same-origin", 200}, {"X-Nothing", "x", 200},
	} {
		for _, p := range paths {
			if p[0] != "POST" {
				continue
			}
			w := send(s, p[0], p[1], p[2], header(tc.name, tc.value), header("Accept", "application/json, text/event-stream"))
			if w.Code != tc.status || w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s with %s: %s = %d %s, want %d", p[0], p[1], tc.name, tc.value, w.Code, w.Body, tc.status)
			}
		}
	}
}
