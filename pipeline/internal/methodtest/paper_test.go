package methodtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// chatRequests is the schema of the bodies of chat requests.
func chatRequests(t *testing.T) *jsonschema.Schema {
	t.Helper()
	b, err := os.ReadFile("testdata/chat-request.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("chat", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("chat")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wiretap serves a scripted model and keeps the bodies that it is sent.
func wiretap(t *testing.T, script llmtest.Script) (*llm.Client, *[][]byte) {
	t.Helper()
	model := llmtest.New(llmtest.ServerOptions{Script: script})
	var bodies [][]byte
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		bodies = append(bodies, b) // a trial sends one request at a time
		r.Body = io.NopCloser(bytes.NewReader(b))
		model.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL + "/v1"}}, Retry: llm.Retry{Base: time.Millisecond, Max: time.Millisecond}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return c, &bodies
}

// body is what a test reads of a request.
type body struct {
	Temperature *float64
	Messages    []struct{ Role, Content string }
	Tools       []any
}

// phases lists the purposes of the replies.
func phases(got *agent.Transcript) string {
	var list []string
	for _, r := range got.Replies {
		list = append(list, string(r.Phase))
	}
	return strings.Join(list, " ")
}

// Whole conversations by the paper's protocol, as they go over the wire: what is sent fits the
// API reference, the temperature is 0 in every request, plan and steps are one conversation that
// only grows, and a request of its own writes the answer from the trajectory.
func TestPaperConversations(t *testing.T) {
	w := toy(t)
	schema := chatRequests(t)
	want := map[method.Name]string{
		method.ReAct:          "select act act act answer summary",
		method.PlanAndSolve:   "select plan act act act answer summary",
		method.PlanAndExecute: "select plan act replan act replan act answer summary",
	}
	for _, name := range method.Names() {
		for _, one := range w.tasks {
			t.Run(fmt.Sprintf("%s/%s", name, one.Language), func(t *testing.T) {
				client, sent := wiretap(t, model(t, w, methodtest.Competent))
				r := &recorder{chat: client}
				got := w.solve(t, newAgent(t, method.Spec{Protocol: method.Paper, Method: name, Calls: method.TextCalls}, w.domain, r), one, 0)
				golden(t, fmt.Sprintf("paper-%s-%s.golden", name, one.Language), r.told())
				if got.Answer != one.Answer || got.End != agent.Finished || phases(got) != want[name] {
					t.Errorf("answer %q, end %s, phases %s, want the task's, %s and %s", got.Answer, got.End, phases(got), agent.Finished, want[name])
				}
				requests := make([]body, len(*sent))
				for i, b := range *sent {
					if err := schematest.Validate(schema, b); err != nil {
						t.Errorf("request %d does not fit the API reference: %v", i+1, err)
					}
					if err := json.Unmarshal(b, &requests[i]); err != nil {
						t.Fatal(err)
					}
					if q := &requests[i]; q.Temperature == nil || *q.Temperature != 0 || q.Tools != nil {
						t.Errorf("request %d: temperature %v, %d functions, want 0 and none: %.200s", i+1, q.Temperature, len(q.Tools), b)
					}
				}
				holdToProtocol(t, requests, got, one)
			})
		}
	}
}

// holdToProtocol holds the requests of a trial to the paper's protocol.
func holdToProtocol(t *testing.T, requests []body, got *agent.Transcript, one *task.Task) {
	t.Helper()
	n := len(requests)
	for i := 2; i < n-2; i++ {
		before := requests[i-1].Messages
		if !slices.Equal(requests[i].Messages[:len(before)], before) {
			t.Errorf("request %d does not go on from request %d: want one conversation", i+1, i)
		}
	}
	for _, i := range []int{n - 2, n - 1} {
		m := requests[i].Messages
		if len(m) != 1 || m[0].Role != "user" || !strings.Contains(m[0].Content, one.Draft) {
			t.Fatalf("request %d has %d messages, want one of the user with the question", i+1, len(m))
		}
		for _, c := range got.Calls {
			if c.Observation == "" || !strings.Contains(m[0].Content, c.Observation) {
				t.Errorf("request %d lacks the observation %q", i+1, c.Observation)
			}
		}
		for _, said := range got.Replies[1 : n-2] {
			if !strings.Contains(m[0].Content, strings.TrimSpace(said.Text)) {
				t.Errorf("request %d lacks the reply %q", i+1, said.Text)
			}
		}
	}
	if slices.Equal(requests[n-2].Messages, requests[n-1].Messages) {
		t.Error("answer and summary are asked for in the same words")
	}
}

// The schema refuses what the API does, or the tests above would show nothing.
func TestSchemaOfChatRequests(t *testing.T) {
	schema := chatRequests(t)
	for text, valid := range map[string]bool{
		`{"model":"m","messages":[{"role":"user","content":"x"}],"temperature":0}`:   true,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"temprature":0}`:    false,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"temperature":3}`:   false,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"temperature":"0"}`: false,
		`{"model":"m","messages":[]}`:                                                                                      false,
		`{"model":"m","messages":[{"role":"user"}]}`:                                                                       false,
		`{"model":"m","messages":[{"role":"tool","content":"x"}]}`:                                                         false,
		`{"model":"m","messages":[{"role":"assistant"}]}`:                                                                  false,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"tool_choice":"auto"}`:                                    false,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"stop":["a","b","c","d","e"]}`:                            false,
		`{"messages":[{"role":"user","content":"x"}]}`:                                                                     false,
		`{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a b"}}]}`: false,
	} {
		if err := schematest.Validate(schema, []byte(text)); (err == nil) != valid {
			t.Errorf("%s: %v, want valid %v", text, err, valid)
		}
	}
}

// By the paper's protocol every skill, method and language comes out as it must: an answer rests
// on the calls of ten turns, and a step of a plan that is not revised is not tried again.
func TestPaperEndToEnd(t *testing.T) {
	w := legal(t, 1)
	for _, skill := range methodtest.Skills() {
		client, server := serve(t, llmtest.ServerOptions{Script: model(t, w, skill)})
		for _, name := range method.Names() {
			a := newAgent(t, method.Spec{Protocol: method.Paper, Method: name, Calls: method.TextCalls}, w.domain, client)
			t.Run(fmt.Sprintf("%s/%s", skill, name), func(t *testing.T) {
				for _, one := range w.tasks {
					before := server.Stats()
					got := w.solve(t, a, one, 0)
					after := server.Stats()
					if asked := after.Paid - before.Paid; len(got.Replies) != asked || got.Tokens.Total != int64(after.Usage.Tokens()-before.Usage.Tokens()) {
						t.Errorf("%s %s: %d replies and %d tokens, want those of the server", one.Type, one.Language, len(got.Replies), got.Tokens.Total)
					}
					closing := 1
					if got.Answer == "" { // who answers nothing is asked again
						closing = 3
					}
					if got.Summary == nil || !strings.HasSuffix(phases(got), " answer summary") || strings.Count(phases(got), "answer") != closing {
						t.Errorf("%s %s: phases %s, want one closing request and a summary", one.Type, one.Language, phases(got))
					}
					if skill != methodtest.Fallible {
						checkPaper(t, one, name, skill, got)
					}
				}
			})
		}
	}
}

// checkPaper holds the calls and the grade of a trial to what the model's skill allows.
func checkPaper(t *testing.T, one *task.Task, name method.Name, skill methodtest.Skill, got *agent.Transcript) {
	t.Helper()
	needed := 0
	for _, round := range task.CallRounds(one) {
		needed += len(round)
	}
	moves, right := needed, true
	switch skill {
	case methodtest.Clumsy:
		moves, right = 3*needed, name != method.PlanAndSolve || needed == 0
	case methodtest.Looping:
		moves, right = 10, false
	}
	if name == method.PlanAndSolve && skill != methodtest.Competent {
		moves = needed // each step is taken once
		if skill == methodtest.Looping {
			moves++ // the last, too
		}
	}
	calls := min(moves, 10)
	if skill == methodtest.Clumsy && calls > 1 {
		calls-- // the one that could not be read
	}
	end := agent.Finished
	if moves >= 10 && (skill != methodtest.Looping || name != method.PlanAndSolve || needed >= 10) {
		end, right = agent.Exhausted, right && moves == 10
	}
	if made(got) != calls || got.End != end {
		t.Errorf("%s %s: %d calls, end %s, want %d and %s", one.Type, one.Language, made(got), got.End, calls, end)
	}
	r := task.Reference(one)
	r.Question = one.Draft
	want := map[bool]float64{true: 1}[right]
	if s := score.Grade(r, got.Attempt()); s.Strict.Success != nil && *s.Strict.Success != want {
		t.Errorf("%s %s: answer %q: strict success %v, want %v", one.Type, one.Language, got.Answer, *s.Strict.Success, want)
	}
}

// A scripted model that cannot tell prompts apart says so.
func TestPromptsThatBeginAlike(t *testing.T) {
	dir := t.TempDir()
	for _, f := range method.ShippedFiles() {
		content := string(f.Content)
		if f.Name == "en.yaml" {
			content = strings.Replace(content, "react: |\n", "react: |\n  {form}\n", 1)
			content = strings.Replace(content, "\n\n  {form}\n\n  Rules:\n  - State nothing", "\n\n  Rules:\n  - State nothing", 1)
		}
		if err := os.MkdirAll(dir+"/paper", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+f.Name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	set, err := method.ReadPrompts(dir, []string{"en"}, method.Taskgrove)
	if err != nil {
		t.Fatal(err)
	}
	w := toy(t)
	if _, err := methodtest.PromptedModel(set, w.domain, w.tasks, methodtest.Competent, 1); err == nil || !strings.Contains(err.Error(), "en.yaml: select and en.yaml: react begin alike") {
		t.Errorf("prompts that begin with a slot: %v, want an error that names them", err)
	}
}
