package analysis

import "github.com/taskgrove/taskgrove/pipeline/bench/estimate"

// PairedComparison compares two agents on the tasks that both tried. It is a record. All
// differences are the first agent's figure minus the second's.
type PairedComparison struct {
	// First and Second are the names of the agents.
	First  string `json:"first"`
	Second string `json:"second"`
	// Level is the confidence level of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Rows has one row per type of task, in the order of [score.CompareTypes], then one over
	// all tasks. Twins are in none of them.
	Rows []TypeComparison `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without any.
	Twins *TypeComparison `json:"twins,omitempty"`
	// OnlyFirst and OnlySecond are the IDs of tasks that only one of the two tried, in the
	// order of the tasks. They enter no figure. nil in comparisons of [Pairwise].
	OnlyFirst  []string `json:"only_first,omitzero"`
	OnlySecond []string `json:"only_second,omitzero"`
	// Tasks are those that both have a strict success rate for, twins included: the largest
	// difference first, whichever way, and by ID where it is the same. nil in comparisons of
	// [Pairwise].
	Tasks []TaskDifference `json:"tasks,omitzero"`
}

// TypeComparison compares two agents over the tasks of one type.
type TypeComparison struct {
	// Type is the type; [score.All] for the row over all tasks.
	Type string `json:"type"`
	// Tasks is the number of tasks that both tried.
	Tasks int `json:"tasks"`
	// Strict and Paper are the differences in each mode.
	Strict RateDifferences `json:"strict"`
	Paper  RateDifferences `json:"paper"`
}

// RateDifferences are the differences of both metrics.
type RateDifferences struct {
	Success RateDifference `json:"success"`
	Process RateDifference `json:"process"`
}

// RateDifference compares two agents in one metric, over the tasks for which both have a score.
type RateDifference struct {
	// First and Second are the means of each; nil without such a task.
	First  *float64 `json:"first"`
	Second *float64 `json:"second"`
	// Difference is the mean difference, with its p value and its interval in [-1, 1]. Where
	// Detectable is above 1, no difference that there can be would show.
	estimate.Difference
	// Adjusted is P adjusted for how many comparisons are made (Holm, 1979; see
	// [estimate.Holm]), metric by metric: in the row of a type for all types and, of
	// [Pairwise], all pairs of agents; in the rows over all and over twins for all pairs of
	// agents. nil where P is.
	Adjusted *float64 `json:"adjusted"`
	// Wins are the tasks at which the first is ahead, Losses those at which it is behind,
	// Ties all others.
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Ties   int `json:"ties"`
}

// TaskDifference compares the strict success of two agents at one task.
type TaskDifference struct {
	// Task is its ID, Type the group it is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// First and Second are the means over epochs, Difference the first's less the second's.
	First      float64 `json:"first"`
	Second     float64 `json:"second"`
	Difference float64 `json:"difference"`
}
