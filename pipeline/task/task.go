// Package task has the record that flows through the stages: a question, its answer, the
// plan that proves the answer, and what checks and people found. It also has the other
// records that one stage writes about tasks and another reads: [Dropped] and
// [CheckSummary].
package task

import (
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Task is one item of a benchmark. It is a record; names in JSON are those of the
// Parquet columns.
type Task struct {
	// ID is a digest of plan and executed steps: rewriting keeps it, changed data
	// changes it. See [Identify].
	ID string `json:"id"`
	// Family says how the task was planned, drafted and is scored: "multihop".
	Family string `json:"family"`
	// Type is the group in which the task is reported: "1-hop" … "5-hop".
	Type string `json:"type"`
	// Language is the language of draft, question and answer: "zh", "en".
	Language string `json:"language"`
	// Draft is the mechanical question.
	Draft string `json:"draft"`
	// Question is the rewritten question; empty until the rewrite stage.
	Question string `json:"question"`
	// Answer is the reference answer, a sentence.
	Answer string `json:"answer"`
	// KeyAnswer are the keywords that a right answer contains; at least one.
	KeyAnswer []string `json:"key_answer"`
	// KeyMiddle are the keywords of intermediate steps; none is also in KeyAnswer.
	KeyMiddle []string `json:"key_middle"`
	// AnswerValues are the typed answers, in the order of KeyAnswer.
	AnswerValues []value.Answer `json:"answer_values"`
	// Path joins the names of the plan's lookups and retrievers by plan.Separator.
	Path string `json:"path"`
	// Plan is the program with bound start entities.
	Plan *plan.Program `json:"plan"`
	// Steps is the executed trace, see [Steps].
	Steps []plan.Step `json:"steps"`
	// Entities are the start entities, in plan order.
	Entities []Entity `json:"entities"`
	// Structure is the plan's shape.
	Structure plan.Structure `json:"structure"`
	// Checks are the results of the check stage, in its order; empty until then.
	Checks []CheckResult `json:"checks"`
	// Rewriter names the author of Question: "offline" or a model; empty until the rewrite
	// stage.
	Rewriter string `json:"rewriter"`
	// Review is what people decided.
	Review Review `json:"review"`
	// Provenance says what the task was made from.
	Provenance Provenance `json:"provenance"`
	// Twin marks an unanswerable twin; nil for a task that has an answer.
	Twin *Twin `json:"twin,omitempty"`
}

// Entity is an entity a question starts from.
type Entity struct {
	// Type is the entity type.
	Type string `json:"type"`
	// Name has one string for each part of the entity's name.
	Name []string `json:"name"`
}

// CheckResult is the verdict of one check on one task.
type CheckResult struct {
	// Name is the check's: "executed", "unique", "gradable".
	Name string `json:"name"`
	// Verdict is how it ended.
	Verdict CheckVerdict `json:"verdict"`
	// Detail says what was compared or what is wrong.
	Detail string `json:"detail,omitempty"`
}

// CheckVerdict is how a check ended.
type CheckVerdict string

// The closed set of verdicts.
const (
	Pass CheckVerdict = "pass"
	Fail CheckVerdict = "fail"
)

// Review is what people decided about a task. The zero value stands for a task that
// nobody has reviewed.
type Review struct {
	// Status is the outcome of the review; "" means Unreviewed.
	Status ReviewStatus `json:"status"`
	// Reviewers are the names of the reviewers whose votes count, sorted.
	Reviewers []string `json:"reviewers,omitempty"`
	// Agreement is the share of pairs of reviewers with the same vote, in [0, 1]; nil for
	// fewer than two reviewers.
	Agreement *float64 `json:"agreement,omitempty"`
	// Original is the task's ID before people changed its plan; "" if they did not.
	Original string `json:"original,omitempty"`
	// Edits are the parts that people changed, sorted, each once. A twin has the edits of
	// its task.
	Edits []string `json:"edits,omitempty"`
	// Reason says why the task was rejected; "" for any other status.
	Reason ReviewReason `json:"reason,omitempty"`
}

// The closed set of parts that people can change.
const (
	AliasesEdited  = "aliases"  // the aliases of typed answers
	KeywordsEdited = "keywords" // keywords of the answer or of intermediate steps
	PlanEdited     = "plan"     // arguments of the plan or the form of an answer, and everything derived from them
	QuestionEdited = "question" // the question
)

// Edited reports whether people changed a part of the task.
func (r *Review) Edited(part string) bool { return slices.Contains(r.Edits, part) }

// ReviewStatus is the outcome of the reviewers' votes on a task. Package review has the
// closed set of statuses.
type ReviewStatus string

// Unreviewed is the status of a task that nobody has reviewed.
const Unreviewed ReviewStatus = "unreviewed"

// ReviewReason is the reason of a reviewer's decision. Package review has the closed set of
// reasons.
type ReviewReason string

// Provenance says what a task was made from.
type Provenance struct {
	// Corpus is the digest of the tables' contents.
	Corpus digest.Digest `json:"corpus"`
	// Domain is the name and content digest of the declaration: "legal@3185cd…".
	Domain string `json:"domain"`
	// Seed is the seed of the run.
	Seed uint64 `json:"seed"`
	// Versions are the versions of the stages that made the task, by stage name.
	Versions map[string]int `json:"versions"`
}

// Identify returns the ID of a task with this plan and these steps.
func Identify(p *plan.Program, steps []plan.Step) (string, error) {
	plan, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	trace, err := json.Marshal(steps)
	if err != nil {
		return "", err
	}
	return digest.Of("task", string(plan), string(trace)).Short(), nil
}
