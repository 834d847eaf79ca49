package analysis

import "github.com/taskgrove/taskgrove/pipeline/bench/estimate"

// PairedComparison compares two agents on the tasks that both tried. All differences are
// the first agent's figure minus the second's.
type PairedComparison struct {
	// First and Second are the names of the agents.
	First  string `json:"first"`
	Second string `json:"second"`
	// Level is the confidence level of intervals, in (0, 1).
	Level float64 `json:"level"`
	// Rows has one row per type of task, in the order of [score.CompareTypes], then one row
	// over all tasks. Twins are in none of them.
	Rows []TypeComparison `json:"rows"`
	// Twins is the row over unanswerable twins, of type "twins"; nil without twins.
	Twins *TypeComparison `json:"twins,omitempty"`
	// OnlyFirst and OnlySecond are the IDs of tasks that only one of the two agents tried, in
	// the order of the tasks. No figure includes them. nil in comparisons of [Pairwise].
	OnlyFirst  []string `json:"only_first,omitzero"`
	OnlySecond []string `json:"only_second,omitzero"`
	// Tasks are the tasks, twins included, for which both have a strict success rate, ordered
	// by decreasing absolute difference, then by ID. nil in comparisons of [Pairwise].
	Tasks []TaskDifference `json:"tasks,omitzero"`
}

// TypeComparison compares two agents over the tasks of one type.
type TypeComparison struct {
	// Type is the type of tasks; [score.All] for the row over all tasks.
	Type string `json:"type"`
	// Tasks is the number of tasks that both tried.
	Tasks int `json:"tasks"`
	// Strict and Paper are the differences in each mode.
	Strict RateDifferences `json:"strict"`
	Paper  RateDifferences `json:"paper"`
}

// RateDifferences compares two agents in the success rate and in the process rate, see
// [score.Rates].
type RateDifferences struct {
	Success RateDifference `json:"success"` // in the success rate
	Process RateDifference `json:"process"` // in the process rate
}

// RateDifference compares two agents in one metric, over the tasks for which both have a score.
type RateDifference struct {
	// First and Second are the agents' means; nil if no task has a score of both.
	First  *float64 `json:"first"`
	Second *float64 `json:"second"`
	// Difference is the mean difference, with its p value and its interval in [-1, 1]. If
	// Detectable is above 1, not even the largest possible difference would be significant.
	estimate.Difference
	// Adjusted is P adjusted for the number of comparisons made (Holm, 1979; see
	// [estimate.Holm]), separately for each metric. A row of one type is adjusted for all types
	// and, from [Pairwise], all pairs of agents; the rows over all tasks and over twins for all
	// pairs of agents. nil if P is nil.
	Adjusted *float64 `json:"adjusted"`
	// Wins counts the tasks at which the first agent scores higher, Losses those at which it
	// scores lower, Ties all others.
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Ties   int `json:"ties"`
}

// TaskDifference compares the strict success of two agents at one task.
type TaskDifference struct {
	// Task is the task's ID, Type the type it is reported in.
	Task string `json:"task"`
	Type string `json:"type"`
	// First and Second are the means over epochs, Difference is First minus Second.
	First      float64 `json:"first"`
	Second     float64 `json:"second"`
	Difference float64 `json:"difference"`
}
