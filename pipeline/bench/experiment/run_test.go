package experiment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Every entrant tries every task in every epoch, once; what is stored is not tried again,
// and more epochs add to it.
func TestRun(t *testing.T) {
	tasks := asks(3)
	tasks = append(tasks, twinOf(tasks[1]))
	a, first := entrant("a", func(q string, tools tool.Caller, epoch int) (string, error) {
		if tools == tables("without t1") {
			return "The answer cannot be found in the data.", nil
		}
		if tools != tables("all") {
			return "", fmt.Errorf("tools %v", tools)
		}
		return right(q, tools, epoch)
	})
	b, second := entrant("b", func(_ string, _ tool.Caller, epoch int) (string, error) { return fmt.Sprintf("city %d", epoch), nil })
	b.Role = score.FloorAgent
	s := spec(store(t), tasks, a, b)
	s.Epochs = 2
	o := made(t, s)
	if diff := cmp.Diff(&RunResult{Trials: 16, Spent: llm.Spending{Answers: 32, Usage: llm.TokenUsage{Prompt: 48, Completion: 16}, Cost: 8e12}}, o); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
	want := map[string]float64{
		"t0 a 0": 1, "t0 a 1": 1, "t1 a 0": 1, "t1 a 1": 1, "t2 a 0": 1, "t2 a 1": 1, "t1-twin a 0": 1, "t1-twin a 1": 1,
		"t0 b 0": 1, "t0 b 1": 0, "t1 b 0": 0, "t1 b 1": 1, "t2 b 0": 0, "t2 b 1": 0, "t1-twin b 0": 0, "t1-twin b 1": 0,
	}
	g := marked(t, s.Store, ReadOptions{Tasks: tasks})
	if diff := cmp.Diff(want, rates(g.Marks)); diff != "" || len(g.Changes) != 0 || g.Regrades != 0 || g.Other != 0 {
		t.Errorf("strict success (-want +got):\n%s%d changes, %d again, %d other, want none", diff, len(g.Changes), g.Regrades, g.Other)
	}
	if m := g.Marks[2]; m.Role != score.FloorAgent || m.Type != "1-hop" || m.Calls != 1 || m.End != agent.Finished || m.Tokens.Total != 4 || m.Spent.Cost != 5e11 {
		t.Errorf("mark %+v, want that of b in epoch 0 with what it took", m)
	}
	s.Epochs = 3
	before := len(first.asked) + len(second.asked)
	if o := made(t, s); o.Trials != 8 || o.Reused != 16 {
		t.Errorf("with another epoch: %d trials and %d reused, want 8 and 16", o.Trials, o.Reused)
	}
	if n := len(first.asked) + len(second.asked) - before; n != 8 {
		t.Errorf("with another epoch: %d questions, want 8", n)
	}
	if o := made(t, s); o.Trials != 0 || o.Reused != 24 {
		t.Errorf("once more: %d trials and %d reused, want 0 and 24", o.Trials, o.Reused)
	}
}

// One at a time, entrants take turns, each in the order of epochs and tasks.
func TestOrder(t *testing.T) {
	var order []string
	note := func(name string) func(string, tool.Caller, int) (string, error) {
		return func(q string, _ tool.Caller, epoch int) (string, error) {
			order = append(order, fmt.Sprintf("%s%d.%c", name, epoch, q[len(q)-2]))
			return "", nil
		}
	}
	a, _ := entrant("a", note("a"))
	b, _ := entrant("b", note("b"))
	s := spec(store(t), asks(2), a, b)
	s.Epochs, s.MaxInFlight = 2, 1
	made(t, s)
	want := []string{"a0.0", "b0.0", "a0.1", "b0.1", "a1.0", "b1.0", "a1.1", "b1.1"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("order of trials (-want +got):\n%s", diff)
	}
}

// An entrant whose server is slow has its share of what is in flight, and no more: the
// other goes on.
func TestShares(t *testing.T) {
	const inFlight, tasks = 6, 20
	var slow, most atomic.Int64
	done := make(chan struct{})
	a, _ := entrant("slow", func(string, tool.Caller, int) (string, error) {
		most.Store(max(most.Load(), slow.Add(1)))
		defer slow.Add(-1)
		<-done
		return "", nil
	})
	var n atomic.Int64
	b, _ := entrant("quick", func(string, tool.Caller, int) (string, error) {
		switch n.Add(1) {
		case tasks / 2: // more of its own are to come
			if got := slow.Load(); got > inFlight/2 {
				t.Errorf("%d slow trials under way, want at most %d", got, inFlight/2)
			}
		case tasks:
			close(done)
		}
		return "", nil
	})
	s := spec(store(t), asks(tasks), a, b)
	s.MaxInFlight = inFlight
	made(t, s) // without shares it never ends
	if most.Load() > inFlight {
		t.Errorf("%d trials under way, want at most %d", most.Load(), inFlight)
	}
}

// Tasks that ask the same are tried once, and each has the attempt.
func TestSameQuestion(t *testing.T) {
	tasks := asks(1)
	other := *tasks[0]
	other.ID, other.KeyAnswer, other.AnswerValues = "other", []string{"city 7"}, nil
	tasks = append(tasks, &other)
	a, tried := entrant("a", right)
	s := spec(store(t), tasks, a)
	if o := made(t, s); o.Trials != 1 || o.Reused != 0 || len(tried.asked) != 1 {
		t.Errorf("%d trials and %d reused of %d, want 1, 0 and 1", o.Trials, o.Reused, len(tried.asked))
	}
	if diff := cmp.Diff(map[string]float64{"t0 a 0": 1, "other a 0": 0}, rates(marked(t, s.Store, ReadOptions{Tasks: tasks}).Marks)); diff != "" {
		t.Errorf("strict success (-want +got):\n%s", diff)
	}
}

// Broken tools and broken agents end the run; what was finished stays.
func TestRunStops(t *testing.T) {
	errBroken := errors.New("tools are broken")
	for name, tt := range map[string]struct {
		answer error
		view   error
		want   error
	}{
		"tools":  {errBroken, nil, errBroken},
		"answer": {&llm.AnswerError{Kind: llm.ErrTruncated}, nil, llm.ErrTruncated},
		"view":   {nil, errBroken, errBroken},
	} {
		tasks := asks(3)
		if tt.view != nil {
			tasks[1] = twinOf(tasks[1])
		}
		a, _ := entrant("a", func(q string, tools tool.Caller, epoch int) (string, error) {
			if strings.Contains(q, " 1?") && tt.answer != nil {
				return "", tt.answer
			}
			return right(q, tools, epoch)
		})
		s := spec(store(t), tasks, a)
		s.MaxInFlight = 1
		s.TwinTools = func(*task.Twin) (tool.Caller, error) { return nil, tt.view }
		o, err := Run(t.Context(), s)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), "task "+tasks[1].ID+": agent a: ") || o.Trials != 1 || o.Missing != nil || s.Store.Len() != 1 {
			t.Errorf("%s: Run = %+v, %v, want one trial and an error of %s", name, o, err, tasks[1].ID)
		}
	}
}

// silent gives neither a transcript nor an error.
type silent struct{}

func (silent) Solve(context.Context, string, tool.Caller, agent.TrialEnv) (*agent.Transcript, error) {
	return nil, nil
}

func TestNoTranscript(t *testing.T) {
	a, _ := entrant("a", right)
	a.Agent = silent{}
	if _, err := Run(t.Context(), spec(store(t), asks(1), a)); err == nil || !strings.Contains(err.Error(), "neither a transcript nor an error") {
		t.Errorf("Run = %v, want an error about the transcript", err)
	}
}

// A run that is cancelled says why and keeps what was finished, that which ends
// meanwhile too; it goes on where it was.
func TestCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	var n atomic.Int64
	a, _ := entrant("a", func(q string, tools tool.Caller, epoch int) (string, error) {
		if n.Add(1) == 5 {
			cancel(why)
		}
		return right(q, tools, epoch)
	})
	s := spec(store(t), asks(20), a)
	s.MaxInFlight = 2
	o, err := Run(ctx, s)
	if !errors.Is(err, why) || o.Trials < 5 || o.Trials > 6 || s.Store.Len() != o.Trials || o.Missing != nil {
		t.Fatalf("Run = %+v, %v, want 5 or 6 trials and %v", o, err, why)
	}
	if again := made(t, s); again.Trials+o.Trials != 20 || again.Reused != o.Trials {
		t.Errorf("then %d trials and %d reused, want the other %d", again.Trials, again.Reused, 20-o.Trials)
	}
}

func TestValidate(t *testing.T) {
	a, _ := entrant("a", right)
	twin := append(asks(1), twinOf(asks(1)[0]))
	for want, change := range map[string]func(*Design){
		"want a store from OpenStore": func(s *Design) { s.Store = nil },
		"want Now":                    func(s *Design) { s.Now = nil },
		"want Tools":                  func(s *Design) { s.Tools = nil },
		"key of the tools: ":          func(s *Design) { s.ToolsKey = "" },
		"want at least 0":             func(s *Design) { s.MaxInFlight = -1 },
		"without a name":              func(s *Design) { s.Agents[0].Name = "" },
		"no implementation":           func(s *Design) { s.Agents[0].Agent = nil },
		"agent a: digest":             func(s *Design) { s.Agents[0].Key = "x" },
		"two agents named a":          func(s *Design) { s.Agents = append(s.Agents, a) },
		"agents a and b have":         func(s *Design) { b := a; b.Name = "b"; s.Agents = append(s.Agents, b) },
		"want TwinTools":              func(s *Design) { s.TwinTools = nil; s.Tasks = twin },
	} {
		s := spec(store(t), asks(1), a)
		s.Agents = slices.Clone(s.Agents)
		change(&s)
		if _, err := Run(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Run = %v, want an error with %q", err, want)
		}
	}
}

// Progress counts up to the end, by the clock it is given.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := entrant("a", func(q string, tools tool.Caller, epoch int) (string, error) {
			time.Sleep(time.Second)
			if strings.Contains(q, " 3?") {
				return "", &llm.InfrastructureError{Kind: llm.ErrTimeout}
			}
			return right(q, tools, epoch)
		})
		s := spec(store(t), asks(30), a)
		s.MaxInFlight = 2
		var seen []Progress
		s.Progress = func(p Progress) { seen = append(seen, p) }
		made(t, s)
		last := seen[len(seen)-1]
		if diff := cmp.Diff(Progress{Total: 30, Done: 29, Missing: 1, Rate: 2, Spent: last.Spent}, last); diff != "" {
			t.Errorf("the last progress (-want +got):\n%s", diff)
		}
		if p := seen[0]; p.Rate != 0 || p.Remaining != 0 || p.Done != 0 || p.Total != 30 {
			t.Errorf("the first progress %+v, want 0 of 30", p)
		}
		// One of two that end in the same second is not told of by itself.
		if n := len(seen); n != 17 {
			t.Errorf("%d calls, want 17: one a second, and one before and after", n)
		}
		if p := seen[2]; p.Remaining < 13*time.Second || p.Remaining > 19*time.Second {
			t.Errorf("after 2 s: %v left, want about 14 s", p.Remaining)
		}
	})
}

// However many are in flight and wherever runs are broken off, the marks come out the
// same.
func TestRunLaw(t *testing.T) {
	tasks := asks(5)
	tasks = append(tasks, twinOf(tasks[2]))
	half := func(q string, _ tool.Caller, epoch int) (string, error) {
		if (len(q)+int(q[len(q)-2])+epoch)%2 == 0 {
			return "The answer cannot be found in the data.", nil
		}
		return right(q, nil, epoch)
	}
	var want []bench.Mark
	rapid.Check(t, func(rt *rapid.T) {
		s := spec(store(t), tasks)
		s.Epochs = 2
		var mu sync.Mutex
		var cancel context.CancelFunc
		left := 0
		for _, name := range []string{"a", "b", "c"} {
			e, _ := entrant(name, func(q string, tools tool.Caller, epoch int) (string, error) {
				mu.Lock()
				defer mu.Unlock()
				if left--; left == 0 {
					cancel()
				}
				return half(q+name, tools, epoch)
			})
			s.Agents = append(s.Agents, e)
		}
		for range 3 {
			ctx, stop := context.WithCancel(t.Context())
			cancel, left = stop, rapid.IntRange(1, 20).Draw(rt, "until")
			s.MaxInFlight = rapid.IntRange(1, 8).Draw(rt, "in flight")
			if _, err := Run(ctx, s); err != nil && !errors.Is(err, context.Canceled) {
				rt.Fatal(err)
			}
			stop()
		}
		left = 0
		made(t, s)
		got := marked(t, s.Store, ReadOptions{Tasks: tasks, Agents: s.Agents}).Marks
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) != 36 {
			rt.Fatalf("%d marks (-want +got):\n%s", len(got), diff)
		}
	})
}
