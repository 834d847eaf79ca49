package task

// Dropped says why a stage dropped a task. It is a record: a line of the dropped.jsonl
// of the stages check, review and twin, and an item of a dataset's checks.json.
type Dropped struct {
	// ID is the task's ID before the stage.
	ID string `json:"id"`
	// Check is the first check that the task failed; [ReviewCheck] for a decision of
	// people.
	Check string `json:"check"`
	// Reason is one word, under which the funnel counts the task.
	Reason string `json:"reason"`
	// Detail says for people what is wrong.
	Detail string `json:"detail"`
}

// ReviewCheck is the [Dropped.Check] of tasks that people's decisions dropped.
const ReviewCheck = "review"

// CheckSummary describes a check and counts the tasks it was run on. It is a record: an
// item of checks.json.
type CheckSummary struct {
	// Name is the check's name in [CheckResult] and [Dropped].
	Name string `json:"name"`
	// Doc says in one sentence what a task that passes has proved.
	Doc string `json:"doc"`
	// Passed and Failed count tasks.
	Passed int `json:"passed"`
	Failed int `json:"failed"`
	// Reasons splits Failed by reason; nil where it is not known or 0.
	Reasons map[string]int `json:"reasons,omitempty"`
}
