package estimate_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// The two tasks of a path are solved or failed together, so twelve tasks of six paths say
// less about the share of solved tasks than tasks of twelve paths.
func ExampleShare() {
	var paths, alone []estimate.Measurement
	for i := range 12 {
		solved := float64(i / 2 % 2)
		paths = append(paths, estimate.Measurement{X: solved, Cluster: fmt.Sprint("path ", i/2)})
		alone = append(alone, estimate.Measurement{X: solved, Cluster: fmt.Sprint("path ", i)})
	}
	for _, e := range []estimate.Estimate{estimate.Share(paths, 0.95), estimate.Share(alone, 0.95)} {
		fmt.Printf("%.2f of %d tasks, between %.2f and %.2f\n", *e.Mean, e.N, *e.Low, *e.High)
	}
	// Output:
	// 0.50 of 12 tasks, between 0.12 and 0.88
	// 0.50 of 12 tasks, between 0.22 and 0.78
}
