package agreement_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
)

// Two reviewers agree on four of five tasks, which is less than it seems: both approve most.
func ExampleCohen() {
	var ratings []agreement.Rating
	for unit, labels := range map[string][2]string{
		"t1": {"approve", "approve"}, "t2": {"approve", "approve"}, "t3": {"approve", "approve"},
		"t4": {"reject", "reject"}, "t5": {"approve", "reject"},
	} {
		ratings = append(ratings, agreement.Rating{Unit: unit, Rater: "ann", Label: labels[0]},
			agreement.Rating{Unit: unit, Rater: "bob", Label: labels[1]})
	}
	kappa := agreement.Cohen(ratings, "ann", "bob", "seed")
	fmt.Printf("kappa %.2f, from %.2f to %.2f\n", kappa.Value, kappa.Low, kappa.High)
	// Output:
	// kappa 0.55, from 0.00 to 1.00
}
