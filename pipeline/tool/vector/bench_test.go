package vector_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/tool/vector"
)

// One query over as many passages as the largest corpus has, with vectors as long as
// common models make them.
func BenchmarkRetrieve(b *testing.B) {
	for _, n := range []int{1_000, 85_000} {
		b.Run(fmt.Sprintf("passages=%d/length=1024", n), func(b *testing.B) {
			r := vector.New(listed(n), drawn(1024), vector.RankerOptions{})
			if _, err := r.Retrieve(b.Context(), "?", 5); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := r.Retrieve(b.Context(), "?", 5); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mpassages/s")
		})
	}
}

func listed(n int) []string {
	passages := make([]string, n)
	for i := range passages {
		passages[i] = fmt.Sprint(i)
	}
	return passages
}

// drawn embeds every text by drawn numbers.
type drawn int

func (n drawn) Embed(_ context.Context, _ string, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		draw := rand.New(rand.NewPCG(uint64(len(t)), uint64(t[0])))
		out[i] = make([]float32, n)
		for j := range out[i] {
			out[i][j] = draw.Float32() - 0.5
		}
	}
	return out, nil
}
