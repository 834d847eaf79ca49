package ground

import (
	"fmt"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// On the real tables the default quotas of one to three hops are met with two
// entities a path, and what comes out holds.
func TestRealQuotas(t *testing.T) {
	w := realWorld(t)
	g := w.grounder(limits, 2)
	quotas := []int{40, 40, 30}
	if testing.Short() {
		quotas = []int{10, 10, 8}
	}
	for i, quota := range quotas {
		choices := w.live(t, g, i+1)
		full := 0
		for _, j := range digest.Rand("real quotas", fmt.Sprint(i)).Perm(len(choices)) {
			c := choices[j]
			got := c.ground(t, g)
			for _, tk := range got.Tasks {
				proved(t, w, tk, c, i+1)
			}
			if len(got.Tasks) == entities {
				full++
			}
			if full == quota {
				break
			}
		}
		if full < quota {
			t.Errorf("%d hops: %d of %d choices have %d tasks, want %d", i+1, full, len(choices), entities, quota)
		}
	}
}

func BenchmarkGround(b *testing.B) {
	worlds := []struct {
		name string
		open func(testing.TB) *world
	}{{"toy", toy}, {"real", realWorld}}
	for _, wl := range worlds {
		for _, hops := range []int{1, 3} {
			b.Run(fmt.Sprintf("world=%s/hops=%d", wl.name, hops), func(b *testing.B) {
				w := wl.open(b)
				g := w.grounder(limits, 2)
				choices := w.live(b, g, hops)
				if len(choices) > 200 {
					r := digest.Rand("benchmark", fmt.Sprint(hops))
					r.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
					choices = choices[:200]
				}
				starts := 0 // plans × start entities
				for b.Loop() {
					for _, c := range choices {
						got := c.ground(b, g)
						starts += got.Passed
						for _, n := range got.Dropped {
							starts += n
						}
					}
				}
				b.ReportMetric(float64(starts)/b.Elapsed().Seconds(), "starts/s")
			})
		}
	}
}

// BenchmarkLeads follows every path of a depth from scratch.
func BenchmarkLeads(b *testing.B) {
	for _, at := range []struct {
		name string
		open func(testing.TB) *world
		hops int
	}{{"toy", toy, 3}, {"real", realWorld, 3}, {"real", realWorld, 4}} {
		b.Run(fmt.Sprintf("world=%s/hops=%d", at.name, at.hops), func(b *testing.B) {
			w := at.open(b)
			for b.Loop() {
				w.live(b, w.grounder(limits, 2), at.hops)
			}
			b.ReportMetric(float64(b.N*w.graph.Count(at.hops))/b.Elapsed().Seconds(), "paths/s")
		})
	}
}
