package score_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// The published rule looks for the keyword; the strict rule reads the number.
func ExampleGrade() {
	ref := &score.Reference{
		Question:  "How many subsidiaries does the company have?",
		KeyAnswer: []string{"12"},
		Values:    []value.Answer{{Kind: value.Number, Text: "12", Number: "12"}},
	}
	for _, answer := range []string{"It has 12 subsidiaries.", "It has twelve subsidiaries.", "It has 123 subsidiaries.", "It has 12 or 13 subsidiaries."} {
		s := score.Grade(ref, &score.Attempt{Answer: answer})
		fmt.Println(*s.Paper.Success, *s.Strict.Success, s.Verdicts[0].Outcome, "-", answer)
	}
	// Output:
	// 1 1 credited - It has 12 subsidiaries.
	// 0 1 credited - It has twelve subsidiaries.
	// 1 0 absent - It has 123 subsidiaries.
	// 1 0 hedged - It has 12 or 13 subsidiaries.
}
