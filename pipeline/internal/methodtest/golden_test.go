package methodtest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// toy returns the shipped small world with one question in each language: who heads the
// court that hears a case.
func toy(t testing.TB) *world {
	t.Helper()
	d := toytest.Domain(t, "toy")
	_, tools := toytest.Load(t, d, "../../command/testdata/toy")
	steps := []plan.Step{
		{Tool: "get_case", Op: "lookup", Arguments: []byte(`{"identifier":"（2018）甲01民初217号","columns":["审理法院"]}`), Selected: []string{"青岚市中级人民法院"}},
		{Tool: "get_court", Op: "lookup", Arguments: []byte(`{"identifier":"青岚市中级人民法院","columns":["法院负责人"]}`), Selected: []string{"阮司南"}},
		{Tool: "finish", Op: "finish", Arguments: []byte(`{"answer":"阮司南"}`)},
	}
	return &world{d, tools, []*task.Task{
		{ID: "zh", Language: "zh", Draft: "审理（2018）甲01民初217号的法院由谁负责？", Answer: "该案由青岚市中级人民法院审理，负责人是阮司南。", Steps: steps},
		{ID: "en", Language: "en", Draft: "Who heads the court that hears （2018）甲01民初217号?", Answer: "The case is heard by 青岚市中级人民法院, which is headed by 阮司南.", Steps: steps},
	}}
}

// recorder keeps what is asked and answered. It is safe for concurrent use.
type recorder struct {
	chat     method.Chatter
	mu       sync.Mutex
	requests []llm.Request
	replies  []llm.Reply
}

func (r *recorder) Chat(ctx context.Context, q llm.Request) (llm.Reply, error) {
	reply, err := r.chat.Chat(ctx, q)
	r.mu.Lock()
	defer r.mu.Unlock()
	q.Messages = append([]llm.Message{}, q.Messages...)
	r.requests, r.replies = append(r.requests, q), append(r.replies, reply)
	return reply, err
}

// told writes a trial for people to read: each request without the messages that an
// earlier one had in the same place, and each answer.
func (r *recorder) told() string {
	var b strings.Builder
	seen := map[string]bool{}
	for i, q := range r.requests {
		fmt.Fprintf(&b, "======== request %d", i+1)
		if q.Tools != nil {
			fmt.Fprintf(&b, ", %d functions, choice %s", len(q.Tools), q.Choice)
		}
		if q.Stop != nil {
			fmt.Fprintf(&b, ", stop %q", q.Stop)
		}
		b.WriteString("\n")
		above := ""
		for _, m := range q.Messages {
			text := message(m)
			if above += text; !seen[above] {
				seen[above] = true
				b.WriteString(text)
			}
		}
		fmt.Fprintf(&b, "======== answer %d\n%s", i+1, message(llm.Message{Role: llm.Assistant, Text: r.replies[i].Text, Calls: r.replies[i].Calls}))
	}
	return b.String()
}

func message(m llm.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---- %s", m.Role)
	if m.CallID != "" {
		fmt.Fprintf(&b, ", to %s", m.CallID)
	}
	b.WriteString("\n")
	if m.Text != "" {
		b.WriteString(m.Text + "\n")
	}
	for _, c := range m.Calls {
		fmt.Fprintf(&b, "[%s] %s %s\n", c.ID, c.Name, c.Arguments)
	}
	return b.String()
}

// golden compares with a file of testdata, which UPDATE=1 writes anew.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	goldentest.Compare(t, file, got)
}

// Whole conversations, to be read by people. No two requests of a trial are the same, nor
// any of two epochs.
func TestConversations(t *testing.T) {
	w := toy(t)
	for _, name := range method.Names() {
		for _, calls := range method.CallStyles() {
			for _, one := range w.tasks {
				t.Run(fmt.Sprintf("%s/%s/%s", name, calls, one.Language), func(t *testing.T) {
					digests := map[digest.Digest]bool{}
					asked := 0
					for epoch := range 3 {
						for _, skill := range []methodtest.Skill{methodtest.Competent, methodtest.Looping} {
							r := &recorder{chat: methodtest.Chat(model(t, w, skill))}
							a := newAgent(t, method.Spec{Method: name, Calls: calls}, w.domain, r)
							w.solve(t, a, one, epoch)
							if epoch == 0 && skill == methodtest.Competent {
								golden(t, fmt.Sprintf("%s-%s-%s.golden", name, calls, one.Language), r.told())
							}
							if skill == methodtest.Competent {
								continue
							}
							for _, q := range r.requests {
								digests[q.Digest()] = true
								asked++
							}
						}
					}
					if len(digests) != asked {
						t.Errorf("%d different requests of %d: want all different", len(digests), asked)
					}
				})
			}
		}
	}
}

// The method without tools is one request, whose answer stands whole.
func TestDirectConversations(t *testing.T) {
	w := toy(t)
	for _, one := range w.tasks {
		r := &recorder{chat: methodtest.Chat(model(t, w, methodtest.Competent))}
		got := w.solve(t, newAgent(t, method.Spec{Method: method.Direct}, w.domain, r), one, 0)
		golden(t, fmt.Sprintf("direct-%s.golden", one.Language), r.told())
		if got.Answer != one.Answer || got.End != agent.Finished || got.Calls != nil || len(got.Replies) != 1 {
			t.Errorf("%s: %+v, want the answer after one reply", one.Language, got)
		}
		looping := newAgent(t, method.Spec{Method: method.Direct}, w.domain, methodtest.Chat(model(t, w, methodtest.Looping)))
		if got := w.solve(t, looping, one, 0); got.Answer == one.Answer {
			t.Errorf("%s: a model that does not know answers %q", one.Language, got.Answer)
		}
	}
}

// Five steps of ReAct are those of an ordinary trial.
func BenchmarkTrial(b *testing.B) {
	w := legal(b, 1)
	script := model(b, w, methodtest.Competent)
	for _, name := range method.Names() {
		for _, calls := range method.CallStyles() {
			for _, offer := range []method.ToolSelection{method.SelectedTools, method.AllTools} {
				a := newAgent(b, method.Spec{Method: name, Calls: calls, Tools: offer}, w.domain, methodtest.Chat(script))
				b.Run(fmt.Sprintf("method=%s/calls=%s/offer=%s", name, calls, offer), func(b *testing.B) { w.run(b, a, "5-hop") })
			}
		}
	}
}

// run solves a task of a type again and again.
func (w *world) run(b *testing.B, a *method.Agent, kind string) {
	var one *task.Task
	for _, t := range w.tasks {
		if t.Type == kind && t.Language == "zh" {
			one = t
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		w.solve(b, a, one, 0)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trials/s")
}
