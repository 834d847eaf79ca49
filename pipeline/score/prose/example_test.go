package prose_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// The second text has the words of the reference in another order, so its pairs differ.
func ExampleCompare() {
	const reference = "the court dismissed the appeal"
	for _, text := range []string{reference, "the appeal the court dismissed", "nothing was decided"} {
		s := prose.Compare(reference, text)
		fmt.Printf("%.2f %.2f %.2f  %s\n", s.Rouge1, s.Rouge2, s.RougeL, text)
	}
	// Output:
	// 1.00 1.00 1.00  the court dismissed the appeal
	// 1.00 0.75 0.60  the appeal the court dismissed
	// 0.00 0.00 0.00  nothing was decided
}
