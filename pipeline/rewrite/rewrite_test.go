package rewrite_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest/batchtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/gate"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// setting is a domain, its styles, and tasks to rewrite.
type setting struct {
	domain *domain.Domain
	styles map[string]*style.Style
	tasks  []*task.Task
}

// legal makes its tasks once. They are shared and must not be changed.
var legal = sync.OnceValues(func() (*setting, error) {
	d, tasks, err := tasktest.Tasks("legal", "../draft/testdata/world", 6)
	if err != nil {
		return nil, err
	}
	s := &setting{d, map[string]*style.Style{}, tasks}
	for _, lang := range d.Languages {
		if s.styles[lang], err = style.Open("legal", d, lang); err != nil {
			return nil, err
		}
	}
	return s, nil
})

// some returns the setting with n tasks, all for a negative n.
func some(t testing.TB, n int) *setting {
	t.Helper()
	s, err := legal()
	if err != nil {
		t.Fatal(err)
	}
	c := *s
	if n >= 0 {
		c.tasks = c.tasks[:n]
	}
	return &c
}

// source yields tasks.
func source(tasks []*task.Task) rewrite.TaskSource {
	return func() iter.Seq2[*task.Task, error] {
		return func(yield func(*task.Task, error) bool) {
			for _, t := range tasks {
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// result is what a run hands out.
type result struct {
	kept     []*task.Task // nil for a task that is dropped
	rejected []*rewrite.Rejected
	account  *rewrite.Account
}

func (s *setting) run(m *rewrite.QuestionModel, workers int) (r result, err error) {
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 3, Workers: workers, Model: m}
	r.account, err = rewrite.Run(context.Background(), o, source(s.tasks), func(t *task.Task, rejected *rewrite.Rejected) error {
		r.kept, r.rejected = append(r.kept, t), append(r.rejected, rejected)
		return nil
	})
	return r, err
}

// sound holds what is true of every run: each task is there once and in order, each
// question passes the gates, no two are near, and the account adds up.
func (s *setting) sound(t *testing.T, r result) {
	t.Helper()
	if len(r.kept) != len(s.tasks) {
		t.Fatalf("%d of %d tasks came out", len(r.kept), len(s.tasks))
	}
	index := new(similarity.Index)
	dropped := 0
	for i, k := range r.kept {
		if k == nil {
			dropped++
			continue
		}
		draft := s.tasks[i]
		if k.ID != draft.ID || k == draft || draft.Question != "" {
			t.Fatalf("task %d is %s: want a copy of %s", i, k.ID, draft.ID)
		}
		g, err := gate.NewFactory(s.domain, s.styles[k.Language]).Gate(k)
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := g.Judge(k.Question); ok {
			t.Errorf("%q is kept: %s %s", k.Question, f.Reason, f.Detail)
		}
		f := similarity.FrameOf(k.Question, k.Language, names(k))
		if id, near, ok := index.Near(f); ok && near > 0.9 {
			t.Errorf("%q of %s is near %s (%.2f)", k.Question, k.ID, id, near)
		}
		index.Add(k.ID, f)
	}
	a := r.account
	if a.Dropped != dropped || a.Written+a.FellBack+a.Offline+a.Dropped != len(s.tasks) {
		t.Errorf("%d tasks, %d dropped, and the account is %+v", len(s.tasks), dropped, a)
	}
}

func names(t *task.Task) (all []string) {
	for _, e := range t.Entities {
		all = append(all, e.Name...)
	}
	for i := range t.Plan.Nodes {
		if f, ok := t.Plan.Nodes[i].Do.(*plan.Filter); ok {
			all = append(all, f.Operand, f.To)
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// Without a model every task gets a question of the offline rewriter, the same at any
// number of workers.
func TestOffline(t *testing.T) {
	s := some(t, -1)
	r, err := s.run(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.sound(t, r)
	if r.account.Offline != len(s.tasks) {
		t.Errorf("%d tasks and %+v", len(s.tasks), r.account)
	}
	again, err := s.run(nil, 8)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(questions(r), questions(again)); diff != "" {
		t.Errorf("8 workers give other questions than 1:\n%s", diff)
	}
	if diff := cmp.Diff(r.account, again.account); diff != "" {
		t.Errorf("8 workers give another account than 1:\n%s", diff)
	}
}

func questions(r result) (all []string) {
	for _, k := range r.kept {
		if k == nil {
			all = append(all, "")
			continue
		}
		all = append(all, k.Rewriter+": "+k.Question)
	}
	return all
}

// models starts a server and returns a model that is asked over it, with a journal.
func (s *setting) models(t testing.TB, journal string, o llmtest.ServerOptions, rates ...prompttest.Rate) (*rewrite.QuestionModel, *llmtest.ModelServer) {
	t.Helper()
	if o.Script == nil {
		o.Script = prompttest.Model(s.domain, s.styles, s.tasks, 3, rates...)
	}
	server := llmtest.Start(t, o)
	j, err := llm.OpenJournal(journal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	prices, err := llm.ParsePrices("prices", []byte("currency: USD\nmodels:\n  "+llmtest.DefaultModel+": {input: 1, output: 4}\n"))
	if err != nil {
		t.Fatal(err)
	}
	client, err := llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: server.URL}}, Journal: j, Prices: prices, Now: time.Now,
		Timeout: 6 * time.Second, Retry: llm.Retry{Base: time.Millisecond, Max: 20 * time.Millisecond, Tries: 12},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := &rewrite.QuestionModel{Client: client, Journal: j, Name: llmtest.DefaultModel, Parser: llmtest.DefaultModel, InFlight: 64}
	return m, server
}

// Every task comes out of a server that refuses 5 % of requests for their rate,
// fails on 2 %, hangs on 1 % and answers 3 % with nonsense, and the account is what the
// server charged.
func TestFaults(t *testing.T) {
	const n = 48
	s := some(t, n)
	m, server := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{
		Seed: 1,
		Faults: map[llmtest.FaultKind]float64{
			llmtest.FaultRateLimit: 0.05, llmtest.FaultServer: 0.01, llmtest.FaultGateway: 0.01,
			llmtest.FaultHang: 0.01, llmtest.FaultMalformed: 0.015, llmtest.FaultCut: 0.015,
		},
	})
	m.InFlight = 12 // so that no answer is late on a busy machine, which would be paid in vain
	r, err := s.run(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	s.sound(t, r)
	if 30*r.account.Written < 29*n || r.account.Dropped > 0 {
		t.Errorf("%d tasks became %+v", n, r.account)
	}
	paid := server.Stats()
	total := r.account.Total()
	if total.Answers != paid.Paid || total.Usage.Prompt != paid.Usage.Prompt || total.Usage.Completion != paid.Usage.Completion {
		t.Errorf("the account is %+v, the server's %+v", total, paid)
	}
	if want := llm.Cost(paid.Usage.Prompt)*1e6 + llm.Cost(paid.Usage.Completion)*4e6; total.Cost != want {
		t.Errorf("the account has a cost of %s: want %s", total.Cost, want)
	}
}

// A model that fails in all its ways is told why and asked again; where it does not
// learn, the offline rewriter's question takes its place and says so. Every text that
// was not kept is there with its reason, in the order of attempts.
func TestAskedAgain(t *testing.T) {
	const n = 40
	s := some(t, n)
	reasons := map[prompttest.Flaw]string{
		prompttest.Drop: "", prompttest.Leak: gate.Leak, prompttest.Language: gate.Entity, prompttest.Copy: rewrite.Copy,
		prompttest.Empty: rewrite.Malformed, prompttest.Truncate: rewrite.Truncated, prompttest.Misread: rewrite.Parse,
	}
	for fault, reason := range reasons {
		t.Run(string(fault), func(t *testing.T) {
			m, _ := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{}, prompttest.Rate{Fault: fault, Share: 0.6})
			r, err := s.run(m, 2)
			if err != nil {
				t.Fatal(err)
			}
			s.sound(t, r)
			a := r.account
			if a.FellBack == 0 || a.Written < n/2 || reason != "" && a.Rejected[reason] < n/4 {
				t.Errorf("most answers %s: %+v", fault, a)
			}
			if reason == "" && a.Rejected[gate.Number]+a.Rejected[gate.Entity] < n/4 {
				t.Errorf("most answers drop something: %+v", a)
			}
			for i, x := range r.rejected {
				if x == nil {
					continue
				}
				if x.ID != s.tasks[i].ID || x.Kept == "" || x.Kept != r.kept[i].Rewriter {
					t.Errorf("rejected of task %s: %+v", s.tasks[i].ID, x)
				}
				fell := strings.HasPrefix(x.Kept, rewrite.Offline)
				tries := slices.IndexFunc(x.Tries, func(try rewrite.Try) bool { return try.Rewriter == rewrite.Offline })
				if tries < 0 {
					tries = len(x.Tries)
				}
				if fell != (tries == rewrite.Attempts) || tries > rewrite.Attempts {
					t.Errorf("task %s was asked about %d times in vain and has a question by %s", x.ID, tries, x.Kept)
				}
			}
		})
	}
}

// The order in which answers come shows in nothing, and what is recorded is not asked
// for again.
func TestRecorded(t *testing.T) {
	s := some(t, 24)
	dir := t.TempDir()
	rates := []prompttest.Rate{{Fault: prompttest.Drop, Share: 0.3}, {Fault: prompttest.Misread, Share: 0.2}}
	var first result
	for i, inFlight := range []int{1, 64} {
		m, _ := s.models(t, filepath.Join(dir, fmt.Sprint(i)), llmtest.ServerOptions{Spread: 3 * time.Millisecond}, rates...)
		m.InFlight = inFlight
		r, err := s.run(m, 2)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = r
			continue
		}
		if diff := cmp.Diff(questions(first), questions(r)); diff != "" {
			t.Errorf("%d tasks at once give other questions than one:\n%s", inFlight, diff)
		}
		if diff := cmp.Diff(first.account, r.account); diff != "" {
			t.Errorf("%d tasks at once give another account than one:\n%s", inFlight, diff)
		}
		calls := m.Journal.Len()
		replayed, err := llm.New(llm.ClientOptions{Journal: m.Journal, Replay: true, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		m.Client = replayed
		again, err := s.run(m, 1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(questions(first), questions(again)); diff != "" || m.Journal.Len() != calls {
			t.Errorf("from the journal come other questions:\n%s", diff)
		}
		if diff := cmp.Diff(first.account, again.account); diff != "" {
			t.Errorf("from the journal comes another account:\n%s", diff)
		}
	}
}

// A fault of the model's server ends the run, and what was answered is kept.
func TestRunEnds(t *testing.T) {
	s := some(t, 40)
	var asked atomic.Int64 // tokens
	script := prompttest.Model(s.domain, s.styles, s.tasks, 3)
	m, server := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
		if asked.Add(int64(llmtest.PromptTokens(r))) > 20_000 {
			return llmtest.ModelAnswer{Fault: llmtest.FaultQuota}
		}
		return script(r)
	}})
	m.InFlight = 1 // so that no answer is on its way when the quota is used up
	_, err := s.run(m, 2)
	if !errors.Is(err, llm.ErrQuota) || m.Journal.Len() == 0 || m.Journal.Len() != server.Stats().Paid {
		t.Errorf("Run = %v with %d answers of %d", err, m.Journal.Len(), server.Stats().Paid)
	}
	stop := errors.New("stop")
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles}
	if _, err := rewrite.Run(context.Background(), o, source(s.tasks), func(*task.Task, *rewrite.Rejected) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("Run = %v, want what emit returned", err)
	}
	o.Styles = nil
	if _, err := rewrite.Run(context.Background(), o, source(s.tasks), nil); err == nil || !strings.Contains(err.Error(), "style") {
		t.Errorf("Run = %v, want that there is no style", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	o.Styles = s.styles
	if _, err := rewrite.Run(ctx, o, source(s.tasks), nil); !errors.Is(err, stop) {
		t.Errorf("Run = %v, want the context's cause", err)
	}
}

// Batches are submitted round by round and give what asking at once gives.
func TestBatch(t *testing.T) {
	s := some(t, 24)
	dir := t.TempDir()
	rates := []prompttest.Rate{{Fault: prompttest.Drop, Share: 0.3}, {Fault: prompttest.Misread, Share: 0.2}}
	m, _ := s.models(t, filepath.Join(dir, "single"), llmtest.ServerOptions{}, rates...)
	single, err := s.run(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	m, server := s.models(t, filepath.Join(dir, "batch"), llmtest.ServerOptions{}, rates...)
	batches := batchtest.Serve(server, 0)
	if m.Batch, err = llm.OpenBatch(m.Client); err != nil {
		t.Fatal(err)
	}
	for waits := 0; ; waits++ {
		if _, err := m.Batch.Collect(context.Background()); err != nil {
			t.Fatal(err)
		}
		batched, err := s.run(m, 2)
		var pending *rewrite.Pending
		if errors.As(err, &pending) && waits < 40 {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(questions(single), questions(batched)); diff != "" {
			t.Errorf("batches give other questions:\n%s", diff)
		}
		if waits < 3 || server.Calls("/v1/chat/completions") != batches.Lines() {
			t.Errorf("%d waits, %d calls outside of batches", waits, server.Calls("/v1/chat/completions")-batches.Lines())
		}
		return
	}
}

// A request that batches leave out, because its responses could not be used, stops no
// other request of its round, and is the error once these have their answers.
func TestBatchLeavesOut(t *testing.T) {
	s := some(t, 6)
	m, server := s.models(t, filepath.Join(t.TempDir(), "answers"), llmtest.ServerOptions{})
	spoiling := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1}}`)
	}))
	defer spoiling.Close()
	good := m.Client
	var err error
	m.Client, err = llm.New(llm.ClientOptions{
		Endpoints: []llm.Endpoint{{URL: spoiling.URL}}, Journal: m.Journal, Now: time.Now, Retry: llm.Retry{Base: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.InFlight = 1
	if _, err := s.run(m, 1); !errors.Is(err, llm.ErrMalformed) {
		t.Fatalf("Run = %v, want %v", err, llm.ErrMalformed)
	}
	batchtest.Serve(server, 0)
	m.Client = good
	if m.Batch, err = llm.OpenBatch(good); err != nil {
		t.Fatal(err)
	}
	submitted := 0
	for range 40 {
		if _, err := m.Batch.Collect(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := s.run(m, 2)
		var pending *rewrite.Pending
		if errors.As(err, &pending) {
			submitted += pending.Submitted
			continue
		}
		if !errors.Is(err, llm.ErrMalformed) || !strings.Contains(err.Error(), "send it without batches") || submitted == 0 {
			t.Errorf("Run = %v after %d other requests, want the one left out after the others", err, submitted)
		}
		return
	}
	t.Error("pending after 40 rounds")
}

// An estimate sends nothing and is of the size of what is paid.
func TestEstimate(t *testing.T) {
	s := some(t, 20)
	m, server := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{})
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 3, Model: m}
	e, err := rewrite.Estimate(context.Background(), o, source(s.tasks))
	if err != nil || e.Requests != 40 || e.Recorded != 0 || e.Cost == 0 || server.Calls() != 0 {
		t.Fatalf("Estimate = %+v, %v after %d calls", e, err, server.Calls())
	}
	r, err := s.run(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	if paid := r.account.Total(); e.Cost < paid.Cost/3 || e.Cost > 3*paid.Cost {
		t.Errorf("estimated %+v, paid %+v", e, paid)
	}
	e, err = rewrite.Estimate(context.Background(), o, source(s.tasks))
	if err != nil || e.Recorded < 20 || e.Requests > 20 {
		t.Errorf("Estimate = %+v, %v with every question recorded", e, err)
	}
}
