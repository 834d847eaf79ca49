// Package judge has models grade texts by a rubric.
package judge

// Opinion is one judge's word on one text. It is a record.
type Opinion struct {
	// Judge is the model's name.
	Judge string `json:"judge"`
	// Grades are one a criterion, in the rubric's order.
	Grades []Grade `json:"grades"`
	// Score is the weighted mean of the grades, in [0, 1].
	Score float64 `json:"score"`
}

// Grade is what a judge gives for one criterion.
type Grade struct {
	// Criterion is its name.
	Criterion string `json:"criterion"`
	// Points are what it got, from 0 to the rubric's most.
	Points int `json:"points"`
	// Reason is why, in the judge's words.
	Reason string `json:"reason"`
}
