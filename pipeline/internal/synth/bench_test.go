package synth

import (
	"fmt"
	"io"
	"runtime/metrics"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// BenchmarkWrite writes worlds to nowhere and reports rows a second and the most
// heap that was in use, live or not yet collected, which does not grow with the
// number of shards.
func BenchmarkWrite(b *testing.B) {
	for _, scale := range []float64{1, 4, 8} {
		b.Run(fmt.Sprintf("scale=%v", scale), func(b *testing.B) {
			w := WorldSpec{Seed: 1, Scale: scale, Language: "zh"}
			var mu sync.Mutex
			var rows int
			var peak uint64
			sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
			done := func(n int) {
				mu.Lock()
				defer mu.Unlock()
				rows += n
				metrics.Read(sample)
				peak = max(peak, sample[0].Value.Uint64())
			}
			for b.Loop() {
				err := w.Write(b.Context(), Output{Format: tablefile.JSONL, Done: done, Create: func(string) (io.WriteCloser, error) {
					return nowhere{}, nil
				}})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
		})
	}
}

// nowhere is a file that keeps nothing.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }
