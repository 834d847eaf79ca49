package experiment

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/methodtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Benchmarks of whole runs: ReAct over text calls, five tool calls a trial, with the
// selection of tools before and a summary after, over the made-up world of package
// draft, every trial graded and stored and a log kept. What they measure:
//
//	go test -run '^$' -bench Load -benchtime 1x -timeout 1h ./pipeline/bench/experiment
//
// LoadReAct has a model that answers at once, in this process: trials/s is what the
// bench itself can do, cpu-ms/trial what it takes of one processor, which does not depend
// on what else the machine does. LoadLatency has one that takes 200 ms, with 512 trials in flight:
// %ideal is the share of the trials that could be made if nothing else took time.
// LoadMemory makes 100,000 trials in a process of its own: MB is the most memory that it
// had (VmHWM of /proc/self/status, on Linux) when they were made, MB-marks when it had
// read the marks of all of them as well, and MB-again what a process takes that finds
// them all there.
const (
	loadWorld    = "../../draft/testdata/world"
	loadCalls    = 5 // tool calls of a trial
	loadTasks    = 8 // a divisor of loadInFlight, so that no trial is left over at the end
	loadLatency  = 200 * time.Millisecond
	loadInFlight = 512
	loadTrials   = 100_000
	loadVariable = "TASKGROVE_LOAD_TRIALS" // a number in place of loadTrials
)

// load is what trials are made of: tasks, their tools, and a model that knows them.
type load struct {
	domain *domain.Domain
	tools  tool.Caller
	tasks  []*task.Task
	model  llmtest.Script
}

// madeTasks makes tasks of five calls.
func madeTasks(b *testing.B) []*task.Task {
	b.Helper()
	_, made, err := tasktest.Tasks("legal", loadWorld, 8)
	if err != nil {
		b.Fatal(err)
	}
	var tasks []*task.Task
	for _, t := range made {
		n := 0
		for _, s := range t.Steps {
			if s.Tool != "" && s.Op != string(domain.Finish) {
				n++
			}
		}
		right := score.Grade(task.Reference(t), &score.Attempt{Answer: t.Answer}).Strict.Success
		if n == loadCalls && right != nil && *right == 1 {
			tasks = append(tasks, t)
		}
	}
	if len(tasks) < loadTasks {
		b.Fatalf("%d tasks of %d calls among %d: want %d", len(tasks), loadCalls, len(made), loadTasks)
	}
	return tasks[:loadTasks]
}

func newLoad(tasks []*task.Task) (*load, error) {
	d, err := domain.Open("legal")
	if err != nil {
		return nil, err
	}
	c, _, err := corpus.Load(context.Background(), loadWorld, d)
	if err != nil {
		return nil, err
	}
	tools, err := tool.New(c)
	if err != nil {
		return nil, err
	}
	model, err := methodtest.Model(d, tasks, methodtest.Competent, 1)
	return &load{d, tools, tasks, model}, err
}

// warm makes trials that others are not served the answers of, so that what is built once
// is there and connections are open.
func (l *load) warm(b *testing.B, chat method.Chatter) {
	b.Helper()
	m := loadSpec
	m.MaxTokens = 1 << 14
	if _, _, err := l.run(b.Context(), b.TempDir(), m, chat, 2*loadInFlight, loadInFlight); err != nil {
		b.Fatal(err)
	}
}

// loadSpec is the agent.
var loadSpec = method.Spec{Method: method.ReAct, Calls: method.TextCalls, Model: llmtest.DefaultModel}

// run makes n trials or a few more over a chatter, with a log, and returns how many and
// how long it took.
func (l *load) run(ctx context.Context, dir string, m method.Spec, chat method.Chatter, n, inFlight int) (trials int, took time.Duration, err error) {
	log, err := os.Create(filepath.Join(dir, "log.jsonl"))
	if err != nil {
		return 0, 0, err
	}
	defer log.Close()
	s, err := OpenStore(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	a, err := method.New(m, l.domain, chat)
	if err != nil {
		return 0, 0, err
	}
	start := time.Now()
	o, err := Run(ctx, Design{
		Tasks: l.tasks, Agents: []EvaluatedAgent{{Name: "react", Key: m.Digest(l.domain), Agent: a}},
		Epochs: (n + len(l.tasks) - 1) / len(l.tasks), MaxInFlight: inFlight,
		Domain: l.domain, Tools: l.tools, ToolsKey: digest.Of("world"), Store: s, Now: time.Now,
		Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		return 0, 0, err
	}
	took = time.Since(start)
	if o.Missing != nil || s.Len() != o.Trials+o.Reused {
		return 0, 0, fmt.Errorf("%d of %d trials, %d missing: want all", o.Trials, s.Len(), len(o.Missing))
	}
	a0, err := s.read(s.Len() - 1)
	if err != nil {
		return 0, 0, err
	}
	tr := a0.Trial.Transcript
	if got := a0.Trial.Score.Strict.Success; got == nil || *got != 1 || len(tr.Calls) != loadCalls || tr.End != agent.Finished {
		return 0, 0, fmt.Errorf("task %s: %d turns, end %s: want it solved by %d, finished", a0.Trial.Task, len(tr.Calls), tr.End, loadCalls)
	}
	return o.Trials, took, nil
}

// counting counts what a chatter is asked, and can take its time.
type counting struct {
	method.Chatter
	latency time.Duration
	n       *atomic.Int64
}

func (c counting) Chat(ctx context.Context, r llm.Request) (llm.Reply, error) {
	c.n.Add(1)
	if c.latency > 0 {
		time.Sleep(c.latency)
	}
	return c.Chatter.Chat(ctx, r)
}

func BenchmarkLoadReAct(b *testing.B) {
	l, err := newLoad(madeTasks(b))
	if err != nil {
		b.Fatal(err)
	}
	for _, inFlight := range []int{16, defaultInFlight, loadInFlight} {
		b.Run(fmt.Sprintf("inflight=%d", inFlight), func(b *testing.B) {
			trials, took, before := 0, time.Duration(0), processorTime()
			for b.Loop() {
				n, t, err := l.run(b.Context(), b.TempDir(), loadSpec, methodtest.Chat(l.model), 5_000, inFlight)
				if err != nil {
					b.Fatal(err)
				}
				trials, took = trials+n, took+t
			}
			b.ReportMetric(float64(trials)/took.Seconds(), "trials/s")
			b.ReportMetric((processorTime()-before).Seconds()*1e3/float64(trials), "cpu-ms/trial")
		})
	}
}

// With the model in this process, and with one behind HTTP, a client and a journal. The
// latter's server and client share the processors, and what they take lowers the share.
func BenchmarkLoadLatency(b *testing.B) {
	l, err := newLoad(madeTasks(b))
	if err != nil {
		b.Fatal(err)
	}
	const trials = 10 * loadInFlight
	measure := func(b *testing.B, chat func(b *testing.B, dir string) method.Chatter, latency time.Duration) {
		var asked atomic.Int64
		took, used := time.Duration(0), time.Duration(0)
		for b.Loop() {
			dir := b.TempDir()
			slow := chat(b, dir)
			l.warm(b, counting{slow, latency, new(atomic.Int64)})
			before := processorTime()
			_, t, err := l.run(b.Context(), dir, loadSpec, counting{slow, latency, &asked}, trials, loadInFlight)
			if err != nil {
				b.Fatal(err)
			}
			took += t
			used += processorTime() - before
		}
		ideal := loadLatency.Seconds() * float64(asked.Load()) / loadInFlight
		b.ReportMetric(used.Seconds()*1e3/float64(asked.Load()), "cpu-ms/call")
		b.ReportMetric(100*ideal/took.Seconds(), "%ideal")
		b.ReportMetric(float64(asked.Load())/took.Seconds(), "calls/s")
	}
	b.Run("model=process", func(b *testing.B) {
		measure(b, func(*testing.B, string) method.Chatter { return methodtest.Chat(l.model) }, loadLatency)
	})
	b.Run("model=http", func(b *testing.B) {
		server := llmtest.Start(b, llmtest.ServerOptions{Latency: loadLatency, Script: l.model})
		measure(b, func(b *testing.B, dir string) method.Chatter { return loadClient(b, server.URL, dir) }, 0)
	})
}

// loadClient is a client with a journal in a directory.
func loadClient(b *testing.B, url, dir string) *llm.Client {
	b.Helper()
	j, err := llm.OpenJournal(filepath.Join(dir, "journal"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { j.Close() })
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: url, Concurrency: loadInFlight}}, Journal: j, Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// The model is in the child, or behind HTTP, a client and a journal, whose server is in
// this process.
func BenchmarkLoadMemory(b *testing.B) {
	n := loadTrials
	if s := os.Getenv(loadVariable); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	tasks := madeTasks(b)
	l, err := newLoad(tasks)
	if err != nil {
		b.Fatal(err)
	}
	server := llmtest.Start(b, llmtest.ServerOptions{Script: l.model})
	for _, model := range []string{"process", server.URL} {
		b.Run("model="+strings.Split(model, ":")[0], func(b *testing.B) {
			for b.Loop() {
				dir := b.TempDir()
				f, err := os.Create(filepath.Join(dir, "tasks.jsonl"))
				if err != nil {
					b.Fatal(err)
				}
				if err := task.Write(f, tasks); err != nil {
					b.Fatal(err)
				}
				if err := f.Close(); err != nil {
					b.Fatal(err)
				}
				made, marked := loadChild(b, dir, model, n)
				again, _ := loadChild(b, dir, model, n)
				b.ReportMetric(float64(made)/1e6, "MB")
				b.ReportMetric(float64(marked)/1e6, "MB-marks")
				b.ReportMetric(float64(again)/1e6, "MB-again")
			}
		})
	}
}

// loadChild runs a child and returns the most memory that it had, in bytes: after making
// the trials, and after reading their marks.
func loadChild(b *testing.B, dir, model string, n int) (made, marked int) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=load %s %s %d", childVariable, dir, model, n))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	if _, err := fmt.Sscan(string(out), &made, &marked); err != nil {
		b.Fatalf("the child says %q: %v", out, err)
	}
	return made, marked
}

// measuredChild makes n trials in a directory, reads their marks, and says on stdout how
// much memory it had taken after each.
func measuredChild(dir, model, n string) error {
	f, err := os.Open(filepath.Join(dir, "tasks.jsonl"))
	if err != nil {
		return err
	}
	defer f.Close()
	tasks, err := task.Read(f, f.Name())
	if err != nil {
		return err
	}
	l, err := newLoad(tasks)
	if err != nil {
		return err
	}
	trials, err := strconv.Atoi(n)
	if err != nil {
		return err
	}
	chat := methodtest.Chat(l.model)
	if model != "process" {
		j, err := llm.OpenJournal(filepath.Join(dir, "journal"))
		if err != nil {
			return err
		}
		defer j.Close()
		if chat, err = llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: model}}, Journal: j, Now: time.Now}); err != nil {
			return err
		}
	}
	if _, _, err = l.run(context.Background(), dir, loadSpec, chat, trials, 0); err != nil {
		return err
	}
	if err := sayMemory(os.Stdout); err != nil {
		return err
	}
	s, err := ReadStore(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		return err
	}
	defer s.Close()
	g, err := Regrade(context.Background(), s, ReadOptions{Tasks: tasks})
	if err != nil {
		return err
	}
	if len(g.Marks) != s.Len() {
		return fmt.Errorf("%d marks of %d trials: want all", len(g.Marks), s.Len())
	}
	return sayMemory(os.Stdout)
}

// sayMemory writes the most memory that this process had, in bytes.
func sayMemory(w io.Writer) error {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var kilobytes int
		if n, _ := fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &kilobytes); n == 1 {
			_, err := fmt.Fprintln(w, kilobytes<<10)
			return err
		}
	}
	return fmt.Errorf("%s has no VmHWM: want one", f.Name())
}
