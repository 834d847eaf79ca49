package htmlreport

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
)

// large is a run of 7,200 trials, as many as the published benchmark has: 300 tasks, eight
// models by three methods. Its transcripts come to some 20 kB each.
func large(tb testing.TB) (Source, int) {
	r := &run{tasks: tasksOf(tb, 300), bulk: 400}
	for i := range 24 {
		r.agents = append(r.agents, fmt.Sprintf("model-%d method-%d", i/3, i%3))
	}
	trials := r.all()
	raw := &counter{}
	for _, t := range trials {
		if err := bench.WriteTrials(raw, []bench.Trial{*t}); err != nil {
			tb.Fatal(err)
		}
	}
	return sourceOf(tb, r.tasks, trials), raw.n
}

// counter counts what is written.
type counter struct{ n int }

func (c *counter) Write(b []byte) (int, error) { c.n += len(b); return len(b), nil }

var _ io.Writer = (*counter)(nil)

// BenchmarkWrite reports how large a page of 7,200 trials is beside their transcripts.
func BenchmarkWrite(b *testing.B) {
	s, raw := large(b)
	page := &counter{}
	for b.Loop() {
		page.n = 0
		if err := Write(page, s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(raw)/1e6, "MB-of-trials")
	b.ReportMetric(float64(page.n)/1e6, "MB-of-page")
}

// BenchmarkStream reports how much memory writing a page of 100,800 trials takes beside its
// tasks and marks. Three observations in ten are new.
func BenchmarkStream(b *testing.B) {
	r := &run{tasks: tasksOf(b, 300), agents: []string{"model"}, bulk: 400}
	made := r.all()
	const agents, epochs = 24, 14
	var before, now runtime.MemStats
	var most uint64
	source := sourceOf(b, r.tasks, made)
	source.Trials = func(yield func(*bench.Trial, error) bool) {
		n := 0
		for i := range made {
			for a := range agents {
				for e := range epochs {
					t, c := *made[i], *made[i].Transcript
					c.Calls = slices.Clone(c.Calls)
					for j := range c.Calls {
						if (i+a+e+j)%10 < 3 {
							c.Calls[j].Observation += fmt.Sprint(a, e)
						}
					}
					t.Agent, t.Epoch, t.Transcript = fmt.Sprintf("model-%d", a), e, &c
					if !yield(&t, nil) {
						return
					}
					if n++; n%10_000 == 0 {
						runtime.ReadMemStats(&now)
						most = max(most, now.HeapInuse-min(now.HeapInuse, before.HeapInuse))
					}
				}
			}
		}
	}
	page := &counter{}
	for b.Loop() {
		page.n = 0
		runtime.GC()
		runtime.ReadMemStats(&before)
		if err := Write(page, source); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(most)/1e6, "MB-of-heap")
	b.ReportMetric(float64(page.n)/1e6, "MB-of-page")
}

// BenchmarkOpen reports how long Chromium takes from the navigation to a page of 7,200 trials
// until its first trial can be read, and how much of that until its index is there.
func BenchmarkOpen(b *testing.B) {
	s, _ := large(b)
	var html bytes.Buffer
	if err := Write(&html, s); err != nil {
		b.Fatal(err)
	}
	t := open(b, html.Bytes(), "#trials")
	var index, trial []float64
	for b.Loop() {
		t.Navigate("#trials")
		t.Wait(`performance.getEntriesByName("trial").length`)
		index = append(index, look[float64](t, `performance.getEntriesByName("index")[0].startTime`))
		trial = append(trial, look[float64](t, `performance.getEntriesByName("trial")[0].startTime`))
	}
	slices.Sort(index)
	slices.Sort(trial)
	b.ReportMetric(index[len(index)/2], "ms-to-index")
	b.ReportMetric(trial[len(trial)/2], "ms-to-trial")
	b.ReportMetric(0, "ns/op")
}
