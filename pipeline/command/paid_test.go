package command_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// noAnswer is a response that costs 20,010 tokens and has no answer.
const noAnswer = `{"choices":[],"usage":{"prompt_tokens":20000,"completion_tokens":10,"total_tokens":20010}}`

// paidFor is a server in front of another one, or of none, which spoils some responses.
func paidFor(t *testing.T, u *user, model http.Handler, spoils func(call int64) bool) (calls *atomic.Int64) {
	t.Helper()
	calls = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if spoils(calls.Add(1)) {
			io.WriteString(w, noAnswer)
			return
		}
		model.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	u.vars["OPENAI_BASE_URL"] = s.URL + "/v1"
	return calls
}

func always(int64) bool { return true }

// Responses without an answer are paid for: the budget ends with them, the message has
// their tokens, and cost.json counts them.
func TestPaidWithoutAnswer(t *testing.T) {
	t.Parallel()
	t.Run("budget", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		calls := paidFor(t, u, nil, always)
		one := []string{"-model", llmtest.DefaultModel, "-endpoint", u.vars["OPENAI_BASE_URL"] + ",at-once=1"}
		code, _, stderr := u.run(command.Rewrite(), append(one, "-max-tokens", "40000")...)
		wants(t, code, cli.Failed, stderr, "budget exhausted: 40020 of 40000 tokens spent", "no choices", "40020 tokens paid for",
			"2 responses were paid for and cannot be used", "0 answers in", "raise -max-cost or -max-tokens")
		if calls.Load() != 2 {
			t.Errorf("%d calls of 20,010 tokens within a budget of 40,000, want 2", calls.Load())
		}
		code, _, stderr = u.run(command.Rewrite(), one...)
		wants(t, code, cli.Failed, stderr, "(3 tries, 60030 tokens paid for)", "responses were paid for and cannot be used")
	})
	t.Run("account", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		server := u.serve(llmtest.ServerOptions{})
		calls := paidFor(t, u, server, func(call int64) bool { return call%3 == 1 })
		u.must(command.Rewrite(), "-model", llmtest.DefaultModel, "-endpoint", u.vars["OPENAI_BASE_URL"]+",at-once=1")
		a, stats := u.account(), server.Stats()
		spoiled := int(calls.Load()) - stats.Requests
		if got, want := a.Total(), stats.Usage.Tokens()+spoiled*20010; spoiled == 0 || got.Answers != int(calls.Load()) || got.Usage.Tokens() != want {
			t.Errorf("%d calls, %d of them spoiled: the account has %+v, want all, with %d tokens", calls.Load(), spoiled, got, want)
		}
	})
	t.Run("trials", func(t *testing.T) {
		t.Parallel()
		u := newUser(t)
		if err := copyRun("small", u.out); err != nil {
			t.Fatal(err)
		}
		calls := paidFor(t, u, nil, always)
		code, stdout, stderr := u.run(command.Bench(nil), "-paths", "2,2,1", "-model", llmtest.DefaultModel, "-max-tokens", "100000", "-in-flight", "1")
		wants(t, code, cli.PartlyDone, stdout+stderr, "budget exhausted", "5 responses were paid for and cannot be used: 100050 tokens")
		var made struct{ Missing []experiment.MissingTrial }
		b, err := os.ReadFile(filepath.Join(u.out, "bench", "models", "run.json"))
		if err == nil {
			err = json.Unmarshal(b, &made)
		}
		if err == nil {
			err = schematest.Validate(schematest.Compile(t, "bench-run.schema.json"), b)
		}
		if err != nil {
			t.Fatal(err)
		}
		tokens := 0
		for _, m := range made.Missing {
			if m.Wasted != nil {
				tokens += m.Wasted.Usage.Tokens()
			}
		}
		if calls.Load() != 5 || tokens != 5*20010 {
			t.Errorf("%d calls, and run.json has %d tokens, want 5 and 100,050", calls.Load(), tokens)
		}
	})
}

// A server that sends the key back in another form gets it into no file and no message.
func TestEchoedKey(t *testing.T) {
	t.Parallel()
	reversed := []byte(secret)
	slices.Reverse(reversed)
	forms := []string{
		secret, strings.ToUpper(secret), string(reversed), hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(secret)),
		// What "Bearer " leaves of the characters that are the key's alone.
		base64.RawStdEncoding.EncodeToString([]byte("Bearer " + secret))[10:36],
	}
	echo := strings.Join(forms[:5], " ") + " " + base64.StdEncoding.EncodeToString([]byte("Bearer "+secret))
	answer, _ := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"message": map[string]string{"role": "assistant", "content": echo}, "finish_reason": "stop"}},
		"usage":   map[string]int{"prompt_tokens": 5, "completion_tokens": 5},
	})
	fault, _ := json.Marshal(map[string]any{"error": map[string]string{"message": echo}})
	for name, body := range map[string][]byte{"answers": answer, "faults": fault} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			if err := copyRun("small", u.out); err != nil {
				t.Fatal(err)
			}
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if name == "faults" {
					w.WriteHeader(http.StatusBadRequest)
				}
				w.Write(body)
			}))
			defer s.Close()
			u.vars["OPENAI_BASE_URL"] = s.URL
			u.run(command.Bench(nil), "-v", "-paths", "2,2,1", "-model", "m")
			u.run(command.Rewrite(), "-v", "-model", "m")
			seen := u.said.String()
			err := filepath.WalkDir(u.out, func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					var b []byte
					b, err = os.ReadFile(path)
					seen += string(b)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range forms {
				if at := strings.Index(seen, form); at >= 0 {
					t.Errorf("%q is shown: …%s…", form, seen[max(0, at-80):min(len(seen), at+120)])
				}
			}
			if want := strings.Repeat("[key] ", 4) + "[key]=="; !strings.Contains(seen, want) {
				t.Errorf("nothing has %q: the test shows nothing", want)
			}
		})
	}
}
