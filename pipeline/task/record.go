package task

// Dropped says why a stage dropped a task. It is a line of the dropped.jsonl of the stages
// check, review and twin, and an item of a dataset's checks.json.
type Dropped struct {
	// ID is the task's ID before the stage.
	ID string `json:"id"`
	// Check is the first check that the task failed, [BoundsCheck] for a task that passed all but
	// put its set above a bound, or [ReviewCheck] for a task dropped by people's decisions.
	Check string `json:"check"`
	// Reason is one word, under which the funnel counts the task.
	Reason string `json:"reason"`
	// Detail explains the reason to people.
	Detail string `json:"detail"`
}

// BoundsCheck is the [Dropped.Check] of tasks that are left out for the bounds of their set.
const BoundsCheck = "bounds"

// ReviewCheck is the [Dropped.Check] of tasks dropped by people's decisions.
const ReviewCheck = "review"

// CheckSummary describes a check and counts the tasks it was run on; an item of
// checks.json.
type CheckSummary struct {
	// Name is the check's name in [CheckResult] and [Dropped].
	Name string `json:"name"`
	// Doc states in one sentence the property that a passing task has.
	Doc string `json:"doc"`
	// Passed and Failed count tasks.
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// Reasons splits Failed by reason; nil if Failed is 0 or the reasons are unknown.
	Reasons map[string]int `json:"reasons,omitempty"`
}
