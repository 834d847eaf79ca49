package methodtest_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// solveAll solves every task, so many at a time.
func (w *world) solveAll(t *testing.T, a *method.Agent, workers int) []*agent.Transcript {
	t.Helper()
	all := make([]*agent.Transcript, len(w.tasks))
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				one := w.tasks[i]
				got, err := a.Solve(t.Context(), one.Draft, w.tools, agent.TrialEnv{Domain: w.domain, Language: one.Language})
				if err != nil {
					t.Errorf("%s %s: %v", one.Type, one.Language, err)
				}
				all[i] = got
			}
		})
	}
	for i := range w.tasks {
		next <- i
	}
	close(next)
	wg.Wait()
	return all
}

// At a server that refuses, cuts off, breaks arguments and fails, every trial comes to an
// end and says what went wrong, the same at any number of workers; most get over it.
func TestFaultyServer(t *testing.T) {
	w := legal(t, 1)
	w.tasks = w.tasks[len(w.tasks)/2:] // the longer ones
	options := llmtest.ServerOptions{Script: model(t, w, methodtest.Competent), Seed: 1, Faults: map[llmtest.FaultKind]float64{
		llmtest.FaultRefusal: 0.05, llmtest.FaultTruncated: 0.05, llmtest.FaultArguments: 0.05,
		llmtest.FaultServer: 0.05, llmtest.FaultRateLimit: 0.05, llmtest.FaultMalformed: 0.02,
	}}
	slips := map[agent.ReplyFault]int{}
	finished, trials := 0, 0
	for _, name := range method.Names() {
		for _, calls := range method.CallStyles() {
			var runs [][]*agent.Transcript
			for _, workers := range []int{1, 8} {
				client, _ := serve(t, options)
				runs = append(runs, w.solveAll(t, newAgent(t, method.Spec{Method: name, Calls: calls, Turns: 40}, w.domain, client), workers))
			}
			if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
				t.Errorf("%s, %s: with 1 worker and with 8:\n%s", name, calls, diff)
			}
			for i, got := range runs[0] {
				trials++
				if got.End == agent.Finished && got.Answer == w.tasks[i].Answer {
					finished++
				}
				for _, said := range got.Replies {
					slips[said.Fault]++
				}
			}
		}
	}
	for _, s := range []agent.ReplyFault{agent.Refused, agent.CutOff, agent.BadArguments} {
		if slips[s] == 0 {
			t.Errorf("no slip %q at all: %v", s, slips)
		}
	}
	if 10*finished < 9*trials {
		t.Errorf("%d of %d trials finished with the answer, want nine of ten", finished, trials)
	}
}

// A model that reads little outgrows its window; the trial counts and says so.
func TestNarrowModel(t *testing.T) {
	w := toy(t)
	for _, name := range method.Names() {
		looping := model(t, w, methodtest.Looping)
		client, _ := serve(t, llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
			if llmtest.PromptTokens(r)+r.MaxTokens > 3000 {
				return llmtest.ModelAnswer{Fault: llmtest.FaultTooLong}
			}
			return looping(r)
		}})
		a := newAgent(t, method.Spec{Method: name, Calls: method.TextCalls, Turns: 40}, w.domain, client)
		overlong := 0
		for _, got := range w.solveAll(t, a, 4) {
			if got.End == agent.Overlong && got.Detail != "" && got.Replies[len(got.Replies)-1].Fault == agent.CutOff && got.Summary == nil {
				overlong++
			}
		}
		if overlong != len(w.tasks) {
			t.Errorf("%s: %d of %d trials outgrew the model", name, overlong, len(w.tasks))
		}
	}
}

// A journal gives every trial again, at no cost, and no epoch the answers of another.
func TestReplay(t *testing.T) {
	w := toy(t)
	s := llmtest.Start(t, llmtest.ServerOptions{Script: model(t, w, methodtest.Clumsy)})
	path := filepath.Join(t.TempDir(), "journal")
	j, err := llm.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	open := func(replay bool) *llm.Client {
		c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: s.URL}}, Journal: j, Replay: replay, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, name := range method.Names() {
		for _, calls := range method.CallStyles() {
			for _, one := range w.tasks {
				t.Run(fmt.Sprintf("%s/%s/%s", name, calls, one.Language), func(t *testing.T) {
					spec := method.Spec{Method: name, Calls: calls}
					paid := w.solve(t, newAgent(t, spec, w.domain, open(false)), one, 0)
					before := s.Stats().Requests
					again := w.solve(t, newAgent(t, spec, w.domain, open(true)), one, 0)
					if diff := cmp.Diff(paid, again); diff != "" {
						t.Errorf("from the journal:\n%s", diff)
					}
					if n := s.Stats().Requests - before; n > 0 {
						t.Errorf("from the journal: %d requests, want none", n)
					}
					_, err := newAgent(t, spec, w.domain, open(true)).Solve(t.Context(), one.Draft, w.tools, agent.TrialEnv{Language: one.Language, Epoch: 1})
					if !errors.Is(err, llm.ErrUnrecorded) {
						t.Errorf("another epoch: %v, want %v", err, llm.ErrUnrecorded)
					}
				})
			}
		}
	}
}

// What the chatter of this process answers is what comes over the network.
func TestChat(t *testing.T) {
	w := toy(t)
	for _, skill := range methodtest.Skills() {
		script := model(t, w, skill)
		client, _ := serve(t, llmtest.ServerOptions{Script: script})
		for _, name := range method.Names() {
			for _, calls := range method.CallStyles() {
				for _, one := range w.tasks {
					spec := method.Spec{Method: name, Calls: calls}
					far := w.solve(t, newAgent(t, spec, w.domain, client), one, 0)
					near := w.solve(t, newAgent(t, spec, w.domain, methodtest.Chat(script)), one, 0)
					if diff := cmp.Diff(far, near, cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("%s, %s, %s, %s: over the network and in this process:\n%s", skill, name, calls, one.Language, diff)
					}
				}
			}
		}
	}
}

// Conversations that it does not know are errors, so that a prompt that changed is
// noticed.
func TestUnknownConversations(t *testing.T) {
	w := toy(t)
	chat := methodtest.Chat(model(t, w, methodtest.Competent))
	_, err := newAgent(t, method.Spec{Method: method.ReAct, Calls: method.TextCalls}, w.domain, chat).Solve(t.Context(), "Quis custodiet?", w.tools, agent.TrialEnv{Language: "en"})
	if err == nil {
		t.Error("a question of no task is answered")
	}
	if _, err := chat.Chat(t.Context(), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.System, Text: "Be brief."}, {Role: llm.User, Text: w.tasks[0].Draft}}}); err == nil {
		t.Error("a conversation with another prompt is answered")
	}
}
