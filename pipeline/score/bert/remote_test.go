package bert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// server is a Text Embeddings Inference of two numbers a token: the first tells the token,
// the second how many tokens of its window stand before it. Each character but letters
// is a token, and each run of up to four letters.
type server struct {
	most    int
	answers map[string]func(http.ResponseWriter, int) bool // by path: told how often it was asked before; true if it answered

	mu      sync.Mutex
	asked   map[string]int
	longest int // tokens of a text embedded
	header  http.Header
}

// pieces are the tokens of a text, as offsets.
func pieces(text string) [][2]int {
	var all [][2]int
	run := 0 // letters of the token that goes on
	for i, r := range text {
		end := i + len(string(r))
		switch {
		case unicode.IsSpace(r):
			run = 0
		case r < 128 && unicode.IsLetter(r) && run > 0 && run < 4:
			run++
			all[len(all)-1][1] = end
		default:
			run = 0
			if r < 128 && unicode.IsLetter(r) {
				run = 1
			}
			all = append(all, [2]int{i, end})
		}
	}
	return all
}

func state(piece string, before int) []float32 {
	h := fnv.New32a()
	io.WriteString(h, piece)
	return []float32{float32(h.Sum32()%9973) + 1, float32(before)}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.asked[r.URL.Path]
	s.asked[r.URL.Path]++
	s.header = r.Header
	if answer := s.answers[r.URL.Path]; answer != nil && answer(w, before) {
		return
	}
	var ask struct {
		Inputs  []string
		Special *bool `json:"add_special_tokens"`
		Cut     *bool `json:"truncate"`
	}
	if r.URL.Path != "/info" {
		if err := json.NewDecoder(r.Body).Decode(&ask); err != nil || len(ask.Inputs) != 1 || ask.Inputs[0] == "" {
			http.Error(w, `{"error":"no","error_type":"Validation"}`, http.StatusUnprocessableEntity)
			return
		}
	}
	var answer any
	switch r.Method + " " + r.URL.Path {
	case "GET /info":
		answer = map[string]any{"model_id": "m", "max_input_length": s.most}
	case "POST /tokenize":
		if ask.Special == nil || !*ask.Special {
			http.Error(w, "", http.StatusTeapot)
			return
		}
		tokens := []map[string]any{{"id": 1, "text": "[CLS]", "special": true, "start": nil, "stop": nil}}
		for i, p := range pieces(ask.Inputs[0]) {
			tokens = append(tokens, map[string]any{"id": i, "text": ask.Inputs[0][p[0]:p[1]], "special": false, "start": p[0], "stop": p[1]})
		}
		answer = []any{append(tokens, map[string]any{"id": 2, "text": "[SEP]", "special": true, "start": nil, "stop": nil})}
	case "POST /embed_all":
		all := pieces(ask.Inputs[0])
		s.longest = max(s.longest, len(all)+2)
		if len(all)+2 > s.most {
			http.Error(w, `{"error":"too long: `+ask.Inputs[0]+`","error_type":"Validation"}`, http.StatusRequestEntityTooLarge)
			return
		}
		states := [][]float32{{-1, -1}}
		for i, p := range all {
			states = append(states, state(ask.Inputs[0][p[0]:p[1]], i))
		}
		answer = [][][]float32{append(states, []float32{-2, -2})}
	default:
		http.NotFound(w, r)
		return
	}
	json.NewEncoder(w).Encode(answer)
}

// serve starts a server that takes most tokens, and an encoder that asks it.
func serve(t *testing.T, most int, o RemoteOptions) (*server, *Remote) {
	t.Helper()
	s := &server{most: most, asked: map[string]int{}, answers: map[string]func(http.ResponseWriter, int) bool{}}
	at := httptest.NewServer(s)
	t.Cleanup(at.Close)
	o.URL = at.URL + "/"
	if o.Pause == 0 {
		o.Pause = time.Nanosecond
	}
	r, err := NewRemote(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.http.CloseIdleConnections)
	return s, r
}

// firsts are the first numbers of states.
func firsts(states [][]float32) []float32 {
	var all []float32
	for _, s := range states {
		all = append(all, s[0])
	}
	return all
}

func TestRemote(t *testing.T) {
	s, r := serve(t, 512, RemoteOptions{Authorize: func(h http.Header) { h.Set("Authorization", "Bearer secret-of-mine") }})
	got, err := r.Encode(t.Context(), []string{"甲公司 paid", " \n", "  no  "})
	if err != nil {
		t.Fatal(err)
	}
	want := [][][]float32{{state("甲", 0), state("公", 1), state("司", 2), state("paid", 3)}, nil, {state("no", 0)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Encode (-want +got):\n%s", diff)
	}
	if s.header.Get("Authorization") != "Bearer secret-of-mine" || s.asked["/info"] != 1 {
		t.Errorf("header %v, /info asked %d times, want it authorized and once", s.header, s.asked["/info"])
	}
}

// Whatever is cut into windows has the tokens of the whole, each with context around it,
// and no window is longer than the server takes.
func TestRemoteCutsLongTexts(t *testing.T) {
	s, r := serve(t, 40, RemoteOptions{})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 250).Draw(t, "length")
		alphabet := rapid.SampledFrom([]string{"甲乙丙丁 é。", "甲乙丙丁 é。abcd"}).Draw(t, "alphabet")
		text := "甲" + strings.TrimSpace(rapid.StringOfN(rapid.SampledFrom([]rune(alphabet)), n, n, -1).Draw(t, "text"))
		got, err := r.Encode(context.Background(), []string{text})
		if err != nil {
			t.Fatalf("Encode(%q): %v", text, err)
		}
		var want []float32
		for _, p := range pieces(text) {
			want = append(want, state(text[p[0]:p[1]], 0)[0])
		}
		if len(pieces(text))+2 <= 40 {
			if diff := cmp.Diff(want, firsts(got[0])); diff != "" {
				t.Fatalf("Encode(%q) (-want +got):\n%s", text, diff)
			}
			return
		}
		// A word cut at the edge of a window has other tokens only where none count.
		if len(got[0]) < len(want)-2 || len(got[0]) > len(want)+2 {
			t.Fatalf("Encode(%q) has %d states, want %d", text, len(got[0]), len(want))
		}
		if !strings.ContainsAny(text, "abcd") {
			if diff := cmp.Diff(want, firsts(got[0])); diff != "" {
				t.Fatalf("Encode(%q) (-want +got):\n%s", text, diff)
			}
		}
		for i, x := range got[0] {
			if i > 1 && x[1] < 2 {
				t.Fatalf("Encode(%q): token %d has %v before it in its window", text, i, x[1])
			}
		}
	})
	if s.longest > 40 {
		t.Errorf("a text of %d tokens was sent, want at most 40", s.longest)
	}
}

// What passes is tried again, and no more often than it may be.
func TestRemoteTriesAgain(t *testing.T) {
	status := func(code int, body string) func(http.ResponseWriter, int) bool {
		return func(w http.ResponseWriter, before int) bool {
			if before >= 2 {
				return false
			}
			w.WriteHeader(code)
			io.WriteString(w, body)
			return true
		}
	}
	say := func(body string) func(http.ResponseWriter, int) bool { return status(http.StatusOK, body) }
	for _, tt := range []struct {
		name   string
		path   string
		answer func(http.ResponseWriter, int) bool
		want   string // "" where the third try does
	}{
		{"overloaded", "/embed_all", status(429, `{"error":"x","error_type":"Overloaded"}`), ""},
		{"failed", "/embed_all", status(503, `<html>`), ""},
		{"broken off", "/embed_all", say(`[[[1,`), ""},
		{"a page", "/info", say(`<html>`), ""},
		{"unauthorized", "/info", status(401, `secret-of-mine`), "/info: status 401 (tried 1 times)"},
		{"refused", "/tokenize", status(422, `{"error":"secret-of-mine","error_type":"Tokenizer"}`), "/tokenize: status 422: tokenizer (tried 1 times)"},
		{"moved", "/embed_all", status(301, ``), "/embed_all: status 301 (tried 1 times)"},
		{"no limit", "/info", say(`{}`), "/info: max_input_length 0"},
		{"no tokens", "/tokenize", say(`[[{"special":true}]]`), "/tokenize: no tokens"},
		{"tokens of two", "/tokenize", say(`[[],[]]`), "/tokenize: tokens of 2 texts"},
		{"tokens beyond", "/tokenize", say(`[[{"start":0,"stop":99}]]`), "/tokenize: token 1 starts at 0 and stops at 99"},
		{"tokens backwards", "/tokenize", say(`[[{"start":1,"stop":2},{"start":0,"stop":1}]]`), "/tokenize: token 2 starts at 0"},
		{"states of none", "/embed_all", say(`[]`), "/embed_all: states of 0 texts"},
		{"too few states", "/embed_all", say(`[[[1]]]`), "1 states of a text of 4 tokens"},
	} {
		s, r := serve(t, 512, RemoteOptions{Authorize: func(h http.Header) { h.Set("Authorization", "secret-of-mine") }})
		s.answers[tt.path] = tt.answer
		got, err := r.Encode(t.Context(), []string{"甲乙"})
		switch {
		case tt.want == "" && (err != nil || len(got[0]) != 2 || s.asked[tt.path] != 3):
			t.Errorf("%s: %v, %v after %d tries, want states after 3", tt.name, got, err, s.asked[tt.path])
		case tt.want != "" && (!errors.Is(err, ErrServer) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%s: %v, want ErrServer with %q and no secret", tt.name, err, tt.want)
		}
	}
	s, r := serve(t, 512, RemoteOptions{Tries: 2})
	s.answers["/info"] = status(500, "")
	if _, err := r.Encode(t.Context(), []string{"甲"}); !errors.Is(err, ErrServer) || s.asked["/info"] != 2 {
		t.Errorf("Encode = %v after %d tries, want ErrServer after 2", err, s.asked["/info"])
	}
	if got, err := r.Encode(t.Context(), []string{"甲"}); err != nil || len(got[0]) != 1 {
		t.Errorf("Encode once the server is back = %v, %v", got, err)
	}
}

func TestRemoteBoundsWhatItReads(t *testing.T) {
	s, r := serve(t, 512, RemoteOptions{})
	r.bytes = 1000
	s.answers["/embed_all"] = func(w http.ResponseWriter, _ int) bool {
		fmt.Fprintf(w, "[[[%s1]]]", strings.Repeat("1,", 500))
		return true
	}
	if _, err := r.Encode(t.Context(), []string{"甲"}); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "want at most 1000 bytes") || s.asked["/embed_all"] != 1 {
		t.Errorf("Encode = %v after %d tries, want an answer too long after 1", err, s.asked["/embed_all"])
	}
}

func TestRemoteStops(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	s, r := serve(t, 512, RemoteOptions{Pause: time.Hour})
	s.answers["/info"] = func(w http.ResponseWriter, _ int) bool {
		w.WriteHeader(503)
		cancel(stop)
		return true
	}
	if _, err := r.Encode(ctx, []string{"甲"}); !errors.Is(err, stop) {
		t.Errorf("Encode in a context that ends = %v, want its cause", err)
	}
}

// A server that counts characters, or takes too few tokens, is not asked for what would
// be wrong.
func TestRemoteRefusesServers(t *testing.T) {
	_, r := serve(t, 18, RemoteOptions{})
	if _, err := r.Encode(t.Context(), []string{strings.Repeat("甲", 30)}); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "server takes 18 tokens at once: want more than 18") {
		t.Errorf("Encode by a server of 18 tokens = %v", err)
	}
	s, r := serve(t, 40, RemoteOptions{})
	s.answers["/tokenize"] = func(w http.ResponseWriter, _ int) bool {
		var tokens []string
		for i := range 50 {
			tokens = append(tokens, fmt.Sprintf(`{"special":false,"start":%d,"stop":%d}`, i, i+1))
		}
		fmt.Fprintf(w, "[[%s]]", strings.Join(tokens, ","))
		return true
	}
	if _, err := r.Encode(t.Context(), []string{strings.Repeat("甲", 50)}); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "offsets in characters") {
		t.Errorf("Encode by a server that counts characters = %v", err)
	}
}

func TestEndpoint(t *testing.T) {
	for _, o := range []RemoteOptions{
		{}, {URL: "127.0.0.1:80"}, {URL: "ftp://h"}, {URL: "http://hidden@h"}, {URL: "http://h?key=hidden"}, {URL: "http://h#hidden"},
		{URL: "http://h", Window: -1}, {URL: "http://h", Tries: -1}, {URL: "http://h", Pause: -1}, {URL: "http://h", Timeout: -1},
	} {
		if _, err := NewRemote(o); err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("Endpoint(%q) = %v, want an error that does not quote it", o.URL, err)
		}
	}
}

// Whatever a server answers makes states or an error.
func FuzzRemote(f *testing.F) {
	f.Add(`{"max_input_length":20}`, `[[{"special":true},{"start":0,"stop":3}]]`, `[[[1],[2]]]`)
	f.Add(`{"max_input_length":30}`, `[[{"start":0,"stop":1},{"start":2,"stop":4}]]`, `[[[1],[]]]`)
	f.Fuzz(func(t *testing.T, info, tokens, states string) {
		at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, map[string]string{"/info": info, "/tokenize": tokens, "/embed_all": states}[r.URL.Path])
		}))
		defer at.Close()
		r, err := NewRemote(RemoteOptions{URL: at.URL, Tries: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer r.http.CloseIdleConnections()
		got, err := r.Encode(context.Background(), []string{strings.Repeat("甲a ", 20)})
		if (err == nil) != (len(got) == 1) || err != nil && !errors.Is(err, ErrServer) {
			t.Errorf("Encode = %v, %v", got, err)
		}
	})
}

// A server's identity is its model, with the revision; without one, of this address.
func TestRemoteIdentity(t *testing.T) {
	s, r := serve(t, 300, RemoteOptions{Window: 100})
	name, err := r.Identity(t.Context())
	if want := r.base + ` {"max_input_length":100,"model_id":"m","model_sha":"","model_dtype":""}`; name != want || err != nil {
		t.Errorf("identity %s, %v, want %s", name, err, want)
	}
	if _, err := r.Encode(t.Context(), []string{"a"}); err != nil || s.asked["/info"] != 1 {
		t.Errorf("%v, /info asked %d times, want once", err, s.asked["/info"])
	}
	s, r = serve(t, 300, RemoteOptions{})
	s.answers["/info"] = func(w http.ResponseWriter, _ int) bool {
		io.WriteString(w, `{"model_id":"m","model_sha":"1a2b","model_dtype":"float16","max_input_length":512,"version":"1.9"}`)
		return true
	}
	name, err = r.Identity(t.Context())
	if want := `{"max_input_length":512,"model_id":"m","model_sha":"1a2b","model_dtype":"float16"}`; name != want || err != nil {
		t.Errorf("identity %s, %v, want %s", name, err, want)
	}
	s, r = serve(t, 300, RemoteOptions{Tries: 1})
	s.answers["/info"] = func(w http.ResponseWriter, _ int) bool { http.Error(w, "", http.StatusForbidden); return true }
	if name, err := r.Identity(t.Context()); name != "" || !errors.Is(err, ErrServer) {
		t.Errorf("identity %s, %v of a server that refuses, want ErrServer", name, err)
	}
}
