// Package task holds the item that flows through the stages: a question, its
// answer, the plan that proves it, and what was found out about it.
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
	// Type is the group the task is reported in: "1-hop" … "5-hop".
	Type string `json:"type"`
	// Language is the language of draft, question and answer: "zh", "en".
	Language string `json:"language"`
	// Draft is the mechanical question.
	Draft string `json:"draft"`
	// Question is the rewritten one; empty until the rewrite stage.
	Question string `json:"question"`
	// Answer is the reference answer, a sentence.
	Answer string `json:"answer"`
	// KeyAnswer are the keywords a right answer contains; at least one.
	KeyAnswer []string `json:"key_answer"`
	// KeyMiddle are the keywords of the steps on the way; none is also a KeyAnswer.
	KeyMiddle []string `json:"key_middle"`
	// AnswerValues are the typed answers, in the order of KeyAnswer.
	AnswerValues []value.Answer `json:"answer_values"`
	// Path is the names of the plan's lookups and retrievers joined by plan.Separator.
	Path string `json:"path"`
	// Plan is the program, its start bound.
	Plan *plan.Program `json:"plan"`
	// Steps is the executed trace, see [Steps].
	Steps []plan.Step `json:"steps"`
	// Entities are the start entities, in plan order.
	Entities []Entity `json:"entities"`
	// Structure is the plan's shape.
	Structure plan.Structure `json:"structure"`
	// Checks are the verdicts of the check stage; empty until then.
	Checks []CheckResult `json:"checks"`
	// Rewriter names what wrote the question: "offline"; empty until the rewrite stage.
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
	// Name names it, one string a part.
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

// Review is what people decided about a task. The zero Review is of a task nobody
// has looked at.
type Review struct {
	// Status is the outcome; "" reads as Unreviewed.
	Status string `json:"status"`
	// Reviewers are the names of those who decided, sorted.
	Reviewers []string `json:"reviewers,omitempty"`
	// Agreement is the share of pairs of reviewers that decided alike, in [0, 1];
	// nil with fewer than two reviewers.
	Agreement *float64 `json:"agreement,omitempty"`
	// Original is the ID that the task had before people changed its plan; "" where they
	// did not.
	Original string `json:"original,omitempty"`
	// Edits are the parts that people changed, sorted, each once; of a twin, those of the
	// task that it is the twin of.
	Edits []string `json:"edits,omitempty"`
	// Reason is why the task was rejected, in one word; "" for any other.
	Reason string `json:"reason,omitempty"`
}

// The closed set of parts that people can change.
const (
	AliasesEdited  = "aliases"  // the aliases of typed answers
	KeywordsEdited = "keywords" // keywords of the answer or of the way
	PlanEdited     = "plan"     // arguments of the plan or the form of an answer, and all that follows
	QuestionEdited = "question" // the question
)

// Edited reports whether people changed a part of the task.
func (r *Review) Edited(part string) bool { return slices.Contains(r.Edits, part) }

// Unreviewed is the status of a task nobody has looked at.
const Unreviewed = "unreviewed"

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
