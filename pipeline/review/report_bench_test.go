package review_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// BenchmarkReport is of tasks that two of fifty reviewers each have voted on.
func BenchmarkReport(b *testing.B) {
	for _, tasks := range []int{300, 10_000} {
		rng := rand.New(rand.NewPCG(1, 2))
		var l told
		var items []review.Item
		for i := range tasks {
			id := fmt.Sprint("t", i)
			items = append(items, review.Item{ID: id, Type: fmt.Sprintf("%d-hop", 1+i%5), Shown: made(id)})
			first := rng.IntN(50)
			for _, by := range []int{first, (first + 1 + rng.IntN(49)) % 50} {
				kind := review.Approve
				if rng.IntN(8) == 0 {
					kind = review.Doubt
				}
				l.add(review.Decision{By: fmt.Sprint("reviewer ", by), Task: id, Kind: kind, Seconds: rng.Float64() * 100})
			}
		}
		board := review.NewBoard(items, review.Rules{Overlap: 2, Share: 1})
		for _, d := range l {
			board.Apply(d)
		}
		b.Run(fmt.Sprintf("tasks=%d", tasks), func(b *testing.B) {
			for b.Loop() {
				review.NewStatusReport(board, l, digest.Of("shipped"))
			}
		})
	}
}
