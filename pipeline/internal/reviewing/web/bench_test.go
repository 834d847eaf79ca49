package web_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// BenchmarkServer measures what fifty reviewers wait for over 10,000 tasks, one request
// after another, and what the server keeps in memory besides the tables.
func BenchmarkServer(b *testing.B) {
	const people, size = 50, 10_000
	m, err := makeWorld()
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "tasks.jsonl")
	all := clones(b, size)
	writeTasks(b, path, all)
	all = nil
	before := live()
	s := prepare(b, nil)
	begun := time.Now()
	tasks, err := review.OpenTasks(b.Context(), path, 2)
	if err != nil {
		b.Fatal(err)
	}
	s.Open(web.TaskSet{
		Tasks: tasks, Domain: m.domain, Tools: m.tools, Schemas: m.tools.Schemas("en"),
		Prove: func(_ context.Context, t *task.Task) ([]task.CheckResult, error) { return passed(t), nil },
	})
	b.Logf("%d tasks opened in %v", size, time.Since(begun).Round(time.Millisecond))
	owner := s.join("Olga")
	var reviewers []*browser
	for i := range people {
		reviewers = append(reviewers, owner.invited(fmt.Sprintf("Person %d", i), review.Annotator))
	}
	var given []*web.View
	turn := 0
	person := func() *browser {
		turn++
		reviewers[turn%people].seen.Reset()
		return reviewers[turn%people]
	}
	b.Run("next", func(b *testing.B) {
		measure(b, func() {
			p := person()
			if n := p.next(); n.Task != nil {
				given = append(given, n.Task)
			}
		})
	})
	b.Run("task", func(b *testing.B) {
		i := 0
		measure(b, func() { person().view(tasks.Items()[i%size].ID); i += 7 })
	})
	b.Run("decision", func(b *testing.B) {
		i := 0
		measure(b, func() {
			item := tasks.Items()[i*7%size]
			person().decide(&web.View{ID: item.ID, Shown: item.Shown}, review.Approve)
			i++
		})
	})
	b.Run("list", func(b *testing.B) {
		measure(b, func() { ask[web.List](person(), "GET", "/api/tasks?q=court&status=pending", nil) })
	})
	b.Run("status", func(b *testing.B) {
		measure(b, func() {
			s.clock.pass(time.Minute)
			item := tasks.Items()[turn*7%size]
			p := person()
			p.decide(&web.View{ID: item.ID, Shown: item.Shown}, review.Comment)
			ask[review.StatusReport](p, "GET", "/api/status", nil)
		})
	})
	b.Logf("%d MB in memory with %d decisions", (live()-before)>>20, len(s.decisions()))
	runtime.KeepAlive(given)
}

// live is how many bytes are in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// measure reports what half of the calls and what all but a hundredth take at most.
func measure(b *testing.B, call func()) {
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		call()
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	ms := func(share float64) float64 {
		return float64(took[min(len(took)-1, int(share*float64(len(took))))].Microseconds()) / 1000
	}
	b.ReportMetric(ms(0.5), "p50-ms")
	b.ReportMetric(ms(0.99), "p99-ms")
}
