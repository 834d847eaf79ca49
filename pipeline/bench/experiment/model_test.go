package experiment

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// talker is a small agent with a model: it asks a few times, each time with all that was
// said before, and answers what it was told last.
type talker struct {
	client *llm.Client
	times  int
}

func (a talker) Solve(ctx context.Context, question string, _ tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	t := &agent.Transcript{Calls: []agent.ObservedCall{}, Spent: &llm.Spending{}, End: agent.Finished}
	r := llm.Request{Model: llmtest.DefaultModel, Attempt: env.Epoch, Messages: []llm.Message{{Role: llm.User, Text: fmt.Sprintf("%s (%d)", question, env.Epoch)}}}
	for range a.times {
		reply, err := a.client.Chat(ctx, r)
		if err != nil {
			return nil, err
		}
		*t.Spent = t.Spent.Add(llm.Spending{Answers: 1, Usage: reply.Usage, Cost: reply.Cost})
		t.Replies = append(t.Replies, agent.ModelReply{Phase: agent.Acting, Text: reply.Text})
		t.Answer = reply.Text
		r.Messages = append(r.Messages, llm.Message{Role: llm.Assistant, Text: reply.Text}, llm.Message{Role: llm.User, Text: "Go on."})
	}
	return t, nil
}

// rightly answers the first message of a conversation as [right] does.
func rightly(r *llm.Request) llmtest.ModelAnswer {
	answer, err := right(r.Messages[0].Text, nil, 0)
	return llmtest.ModelAnswer{Content: answer, Err: err}
}

// client connects to a server, with a journal.
func client(t testing.TB, url, journal string, o llm.ClientOptions) *llm.Client {
	t.Helper()
	j, err := llm.OpenJournal(journal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	o.Journal, o.Now = j, time.Now
	o.Endpoints = []llm.Endpoint{{URL: url, Concurrency: 32}}
	c, err := llm.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// One in twenty requests is told to come later, others hang or break: all trials are
// finished, some after more than one run, and every answer is right and paid once.
func TestFaults(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Script: rightly, Seed: 3, Faults: map[llmtest.FaultKind]float64{
		llmtest.FaultRateLimit: 0.05, llmtest.FaultHang: 0.02, llmtest.FaultServer: 0.02, llmtest.FaultCut: 0.02,
	}})
	c := client(t, s.URL, filepath.Join(t.TempDir(), "j"), llm.ClientOptions{Timeout: time.Second, Retry: llm.Retry{Tries: 2, Base: time.Millisecond}})
	var entrants []EvaluatedAgent
	for _, name := range []string{"a", "b"} {
		entrants = append(entrants, EvaluatedAgent{Name: name, Key: digest.Of(name), Agent: talker{c, 2}})
	}
	sp := spec(store(t), asks(40), entrants...)
	sp.Epochs = 2
	missing := 0
	for round := 0; ; round++ {
		o := made(t, sp)
		for _, m := range o.Missing {
			switch m.Reason {
			case RateLimited, TimedOut, ServerFault, Unreachable:
			default:
				t.Errorf("missing %+v, want a reason that passes", m)
			}
		}
		missing += len(o.Missing)
		if o.Trials+o.Reused+len(o.Missing) != 160 {
			t.Fatalf("%d trials, %d reused, %d missing, want 160", o.Trials, o.Reused, len(o.Missing))
		}
		if len(o.Missing) == 0 {
			break
		}
		if round == 20 {
			t.Fatal("20 rounds and trials are missing: want fewer")
		}
	}
	t.Logf("%d trials were missing once", missing)
	marks := marked(t, sp.Store, ReadOptions{Tasks: sp.Tasks}).Marks
	for _, m := range marks {
		if *m.Strict.Success != 1 {
			t.Errorf("%s %s %d has %v, want 1", m.Task, m.Agent, m.Epoch, *m.Strict.Success)
		}
	}
	// Both entrants say the same, so that each answer serves both.
	if got := c.Spent().Answers; len(marks) != 160 || got != 160 {
		t.Errorf("%d marks, %d answers paid, want 160 of each", len(marks), got)
	}
}

// A key that is not accepted gives the entrant up at once, and the other goes on.
func TestGivenUp(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Script: rightly, Key: "sk-other-than-that"})
	c := client(t, s.URL, filepath.Join(t.TempDir(), "j"), llm.ClientOptions{})
	a := EvaluatedAgent{Name: "a", Key: digest.Of("a"), Agent: talker{c, 1}}
	b, _ := entrant("b", right)
	sp := spec(store(t), asks(30), a, b)
	sp.MaxInFlight = 4
	o := made(t, sp)
	tried := 0
	for _, m := range o.Missing {
		if m.Tried {
			tried++
		}
		if m.Reason != KeyRejected || m.Agent != "a" || !strings.Contains(m.Detail, "401") {
			t.Errorf("missing %+v, want one of a, for its key", m)
		}
	}
	if o.Trials != 30 || len(o.Missing) != 30 || tried > 4 || s.Calls() > 4 {
		t.Errorf("%d trials, %d missing of which %d tried by %d calls, want 30, 30 and at most 4", o.Trials, len(o.Missing), tried, s.Calls())
	}
}

// Epochs are other draws: a journal serves none of them the answer of another.
func TestEpochs(t *testing.T) {
	s := llmtest.Start(t, llmtest.ServerOptions{Script: rightly})
	c := client(t, s.URL, filepath.Join(t.TempDir(), "j"), llm.ClientOptions{})
	sp := spec(store(t), asks(2), EvaluatedAgent{Name: "a", Key: digest.Of("a"), Agent: talker{c, 1}})
	sp.Epochs = 3
	o := made(t, sp)
	if diff := cmp.Diff([]int{6, 6, 6}, []int{o.Trials, s.Calls(), o.Spent.Answers}); diff != "" {
		t.Errorf("trials, calls, answers (-want +got):\n%s", diff)
	}
}
