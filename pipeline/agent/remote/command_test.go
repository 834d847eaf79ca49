package remote_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/remote"
	"github.com/taskgrove/taskgrove/pipeline/internal/flock"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// ask puts a question about nothing.
func ask(t testing.TB, a agent.Agent, question string) *agent.Transcript {
	t.Helper()
	got, err := a.Solve(t.Context(), question, nil, agent.TrialEnv{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// logged is a log that several goroutines write to.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// A line without an end is cut off at the limit: the trial does not wait for the time of a
// reply, and the process is replaced.
func TestEndlessLine(t *testing.T) {
	p := program("replies")
	p.Limits.Wait = time.Hour
	c := command(t, p)
	before := ask(t, c, "pid").Answer
	if got, want := ask(t, c, "flood"), "a reply of more than 1048576 bytes: want fewer"; got.End != agent.Failed || got.Detail != want {
		t.Errorf("Solve(%q): end %q, %q: want %q, %q", "flood", got.End, got.Detail, agent.Failed, want)
	}
	if after := ask(t, c, "pid").Answer; after == before {
		t.Errorf("process %s replied after its endless line: want another", after)
	}
}

// No trial of a program that never starts can succeed; the error says so.
func TestNotReady(t *testing.T) {
	never := program("hangs")
	never.ReadyTimeout = 20 * time.Millisecond
	for _, tt := range []struct {
		program remote.ProgramSpec
		want    string
	}{
		{remote.ProgramSpec{Name: "./there-is-none"}, "agent ./there-is-none: cannot be started or reached: fork/exec ./there-is-none: no such file or directory"},
		{program("dies"), "agent " + os.Args[0] + ": cannot be started or reached: ended before it was ready: ended with exit status 3 (no licence)"},
		{program("greets"), "agent " + os.Args[0] + `: cannot be started or reached: first line is "hello": want {"ready": 1}`},
		{never, "agent " + os.Args[0] + `: cannot be started or reached: not ready within 20ms: want the line {"ready": 1}`},
	} {
		_, err := command(t, tt.program).Solve(t.Context(), "say x", nil, agent.TrialEnv{})
		if err == nil || err.Error() != tt.want || !errors.As(err, new(*llm.InfrastructureError)) || !errors.Is(err, agent.ErrNotStarted) {
			t.Errorf("Solve by %s: error %v, want a fault of infrastructure: %s", tt.program.Name, err, tt.want)
		}
	}
	for _, p := range []remote.ProgramSpec{{}, {Name: "x", Processes: -1}} {
		if _, err := remote.NewCommand(p); err == nil {
			t.Errorf("NewCommand(%+v): no error", p)
		}
	}
}

// A program that has been up and comes up no more lacks something for now: the trial is
// missing, and those of others go on.
func TestUpNoMore(t *testing.T) {
	p := program("once")
	p.Env = append(p.Env, "REMOTE_TEST_HOLDS="+filepath.Join(t.TempDir(), "came"))
	c := command(t, p)
	if got := ask(t, c, "leave"); got.Answer != "bye" {
		t.Fatalf("Solve = %q, %s, want %q", got.Answer, got.Detail, "bye")
	}
	_, err := c.Solve(t.Context(), "leave", nil, agent.TrialEnv{})
	var fault *llm.InfrastructureError
	want := "agent " + os.Args[0] + ": unreachable: ended before it was ready: ended with exit status 3 (no memory)"
	if !errors.As(err, &fault) || errors.Is(err, agent.ErrNotStarted) || err.Error() != want {
		t.Errorf("Solve by a program that comes up no more: error %v, want a fault of infrastructure: %s", err, want)
	}
}

// A process that dies on a question has failed at it, and the next question finds
// another process.
func TestDies(t *testing.T) {
	log := &logged{}
	p := program("replies")
	p.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := command(t, p)
	for question, want := range map[string]string{"die": "ended with exit status 4", "shut": "closed its output"} {
		if got := ask(t, c, question); got.End != agent.Failed || got.Detail != want || got.Calls == nil {
			t.Errorf("Solve(%q): end %q, %q: want %q, %q", question, got.End, got.Detail, agent.Failed, want)
		}
		if got := ask(t, c, `say {"answer": "up"}`); got.Answer != "up" {
			t.Errorf("Solve after %q = %q, %s, want %q", question, got.Answer, got.Detail, "up")
		}
	}
	if !strings.Contains(log.String(), "stderr=\"out of memory\"") {
		t.Errorf("log %q, want what the agent wrote to standard error", log)
	}
}

// One that dies of what came before is asked anew.
func TestDiesOfAnother(t *testing.T) {
	c := command(t, program("replies"))
	for _, want := range []string{"a", "b", "c"} {
		if got := ask(t, c, "second "+want); got.Answer != want {
			t.Errorf("Solve(%q) = %q, %s %s, want %q", "second "+want, got.Answer, got.End, got.Detail, want)
		}
	}
}

// A line too many is never taken for the reply to the next message.
func TestTwoLines(t *testing.T) {
	c := command(t, program("replies"))
	for range 3 {
		if got := ask(t, c, "twice"); got.End != agent.Failed || got.Detail != "more than one line: want one line" {
			t.Errorf("Solve(%q) = %q, %s %q, want %s", "twice", got.Answer, got.End, got.Detail, agent.Failed)
		}
	}
}

// A process that ends between two questions is to blame for neither.
func TestLeaves(t *testing.T) {
	c := command(t, program("replies"))
	for range 5 {
		if got := ask(t, c, "leave"); got.Answer != "bye" {
			t.Errorf("Solve(%q) = %q, %s %q, want %q", "leave", got.Answer, got.End, got.Detail, "bye")
		}
	}
}

// Processes are started when needed, kept, and never more than allowed.
func TestPool(t *testing.T) {
	p := program("replies")
	p.Processes = 3
	c := command(t, p)
	first := ask(t, c, "pid").Answer
	if again := ask(t, c, "pid").Answer; again != first {
		t.Errorf("processes %s and %s for one question after the other, want one process", first, again)
	}
	var mu sync.Mutex
	seen := map[string]bool{}
	var askers sync.WaitGroup
	for range 8 {
		askers.Go(func() {
			for range 4 {
				got, err := c.Solve(t.Context(), "pid", nil, agent.TrialEnv{})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				seen[got.Answer] = true
				mu.Unlock()
			}
		})
	}
	askers.Wait()
	if len(seen) > 3 {
		t.Errorf("%d processes replied, want at most 3", len(seen))
	}
}

// The context's end kills a process that is at work and what it started, and so does
// Close.
func TestKilled(t *testing.T) {
	for name, want := range map[string]error{"context": context.Canceled, "close": remote.ErrClosed} {
		t.Run(name, func(t *testing.T) {
			held, err := os.Create(filepath.Join(t.TempDir(), "held"))
			if err != nil {
				t.Fatal(err)
			}
			defer held.Close()
			log := &awaited{text: "holds it", seen: make(chan struct{})}
			p := program("replies")
			p.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			c := command(t, p)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan error)
			go func() {
				_, err := c.Solve(ctx, "brood "+held.Name(), nil, agent.TrialEnv{})
				done <- err
			}()
			<-log.seen
			if name == "context" {
				cancel()
			} else {
				c.Close()
			}
			if err := <-done; !errors.Is(err, want) {
				t.Errorf("Solve of an agent that is stopped: error %v, want %v", err, want)
			}
			for { // until the child is gone
				locked, err := flock.TryLock(held)
				if err != nil {
					t.Fatal(err)
				}
				if locked {
					break
				}
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// awaited is a log that tells when a text comes.
type awaited struct {
	text string
	seen chan struct{}
	once sync.Once
}

func (a *awaited) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(a.text)) {
		a.once.Do(func() { close(a.seen) })
	}
	return len(p), nil
}

// A closed agent is of no use, and can be closed again.
func TestClosed(t *testing.T) {
	c := command(t, program("replies"))
	ask(t, c, `say {"answer": "up"}`)
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("Close = %v, want nil", err)
		}
	}
	if _, err := c.Solve(t.Context(), "pid", nil, agent.TrialEnv{}); !errors.Is(err, remote.ErrClosed) {
		t.Errorf("Solve of a closed agent: error %v, want %v", err, remote.ErrClosed)
	}
}

// The example of the package comment is an agent.
func TestPackageExample(t *testing.T) {
	source, err := os.ReadFile("remote.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "// # Example\n")
	text, _, _ = strings.Cut(text, "// # ")
	var script strings.Builder
	for line := range strings.Lines(text) {
		if code, ok := strings.CutPrefix(line, "//\t"); ok {
			script.WriteString(code)
		}
	}
	tools := toytest.Tools(t)
	c := command(t, remote.ProgramSpec{Name: python(t), Args: []string{"-c", script.String()}, Env: append(os.Environ(), "PYTHONUTF8=1")})
	for question, want := range map[string]string{`Who heads "青岚机械有限公司"?`: "祁远舟", "Who?": ""} {
		got, err := c.Solve(t.Context(), question, tools, environment(tools))
		if err != nil {
			t.Fatal(err)
		}
		if got.End != agent.Finished || !strings.Contains(got.Answer, want) || (want == "") != (got.Answer == "") {
			t.Errorf("the example answers %q with %q, end %s %s, want %q in it", question, got.Answer, got.End, got.Detail, want)
		}
	}
}

// python returns where the interpreter is, or skips the test.
func python(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3: want it in PATH to run the example")
	}
	return name
}

// The longer example is an agent.
func TestPython(t *testing.T) {
	script, err := filepath.Abs("testdata/agent.py")
	if err != nil {
		t.Fatal(err)
	}
	tools := toytest.Tools(t)
	c := command(t, remote.ProgramSpec{Name: python(t), Args: []string{script}, Env: append(os.Environ(), "PYTHONUTF8=1")})
	for question, want := range map[string]string{
		"青岚机械有限公司的法定代表人是谁？":           "祁远舟",
		"（2018）甲01民初217号的案由是什么？":      "运输合同纠纷",
		"（2018）甲01民初217号的审理法院的负责人是谁？": "阮司南",
		"青岚市南汀区人民法院的法院级别是什么？":         "基层法院",
		"天气如何？": "",
	} {
		got, err := c.Solve(t.Context(), question, tools, environment(tools))
		if err != nil {
			t.Fatal(err)
		}
		if got.Answer != want || got.End != agent.Finished {
			t.Errorf("agent.py answers %q with %q after %d turns, end %s %s, want %q", question, got.Answer, len(got.Calls), got.End, got.Detail, want)
		}
	}
}
