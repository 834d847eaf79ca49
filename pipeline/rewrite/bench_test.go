package rewrite_test

import (
	"bufio"
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// BenchmarkRun reports what rewriting takes a task, in time and in live memory at its
// end: without a model; with one, which is played by this process, asked for questions
// and round trips; and again from the journal, as a run that was interrupted goes on.
// TASKGROVE_RUN names a run directory of the legal domain in Chinese, whose
// sample/tasks.jsonl is read a task at a time; without it the tasks of the tests are
// taken.
//
//	go run ./cmd/sample -out big -paths 1500,1700,1100,500,200 -writing 100
//	TASKGROVE_RUN=big go test ./pipeline/rewrite -bench Run -benchtime 1x -run '^$'
func BenchmarkRun(b *testing.B) {
	s := some(b, -1)
	tasks := source(s.tasks)
	if dir := os.Getenv("TASKGROVE_RUN"); dir != "" {
		s = &setting{domain: s.domain, styles: s.styles}
		tasks = file(filepath.Join(dir, "sample", "tasks.jsonl"))
	}
	journal := filepath.Join(b.TempDir(), "answers.jsonl")
	b.Run("offline", func(b *testing.B) { measure(b, s, tasks, nil) })
	b.Run("asked", func(b *testing.B) {
		os.Remove(journal)
		for t, err := range tasks() {
			if err != nil {
				b.Fatal(err)
			}
			if os.Getenv("TASKGROVE_RUN") != "" {
				s.tasks = append(s.tasks, t)
			}
		}
		m := ask(b, s, journal)
		s.tasks = nil
		measure(b, s, tasks, m)
	})
	b.Run("recorded", func(b *testing.B) {
		j, err := llm.ReadJournal(journal)
		if err != nil {
			b.Fatal(err)
		}
		defer j.Close()
		c, err := llm.New(llm.ClientOptions{Journal: j, Replay: true, Now: time.Now})
		if err != nil {
			b.Fatal(err)
		}
		measure(b, s, tasks, &rewrite.QuestionModel{Client: c, Name: llmtest.DefaultModel, Parser: llmtest.DefaultModel, InFlight: 2})
	})
}

// ask returns a model that is played.
func ask(b *testing.B, s *setting, journal string) *rewrite.QuestionModel {
	server := llmtest.Start(b, llmtest.ServerOptions{Script: prompttest.Model(s.domain, s.styles, s.tasks, 3)})
	j, err := llm.OpenJournal(journal)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { j.Close() })
	c, err := llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: server.URL}}, Journal: j, Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return &rewrite.QuestionModel{Client: c, Journal: j, Name: llmtest.DefaultModel, Parser: llmtest.DefaultModel, InFlight: 256}
}

// measure rewrites all tasks and reports time and memory.
func measure(b *testing.B, s *setting, tasks rewrite.TaskSource, m *rewrite.QuestionModel) {
	o := rewrite.Settings{Domain: s.domain, Styles: s.styles, Seed: 3, Workers: runtime.GOMAXPROCS(0), Model: m}
	for b.Loop() {
		n, begin := 0, time.Now()
		var memory runtime.MemStats
		if _, err := rewrite.Run(context.Background(), o, tasks, func(t *task.Task, _ *rewrite.Rejected) error {
			if n++; n == 1 { // everything is known by now
				runtime.GC()
				runtime.ReadMemStats(&memory)
			}
			if t == nil {
				return nil
			}
			return task.Write(io.Discard, []*task.Task{t})
		}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "tasks")
		b.ReportMetric(time.Since(begin).Seconds()*1000/float64(n), "ms/task")
		b.ReportMetric(float64(memory.HeapAlloc)/1e6, "MB")
	}
}

// file yields the tasks of a file.
func file(name string) rewrite.TaskSource {
	return func() iter.Seq2[*task.Task, error] {
		return func(yield func(*task.Task, error) bool) {
			f, err := os.Open(name)
			if err != nil {
				yield(nil, err)
				return
			}
			defer f.Close()
			for t, err := range task.All(bufio.NewReader(f), name) {
				if !yield(t, err) {
					return
				}
			}
		}
	}
}
