// Package task has the record that flows through the stages: a question, its answer, the
// plan that proves the answer, and the results of checks and reviews. It also has the other
// records that one stage writes about tasks and another reads: [Dropped] and
// [CheckSummary].
package task

import (
	"encoding/json"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Task is one item of a benchmark. The JSON names of its fields are the names of the
// Parquet columns.
type Task struct {
	// ID is a digest of the plan and the executed steps: rewriting does not change it,
	// other data does. See [Identify].
	ID string `json:"id"`
	// Family is the kind of plan, draft and scoring: [Multihop], [Writing], or a family of
	// questions in fixed words that the domain declares ([domain.Domain.Families]).
	Family string `json:"family"`
	// Type is the group in which reports list the task: "1-hop" … "5-hop", or the family.
	Type string `json:"type"`
	// Language is the language of draft, question and answer: "zh", "en", "pt".
	Language string `json:"language"`
	// Draft is the mechanical question.
	Draft string `json:"draft"`
	// Question is the rewritten question; "" before the rewrite stage.
	Question string `json:"question"`
	// Given are the texts that the question hands over, such as the complaint that a defence
	// answers, in the order of the template; nil for none. They stand in draft and question.
	Given []draft.GivenText `json:"given,omitempty"`
	// Answer is the reference answer, a sentence.
	Answer string `json:"answer"`
	// KeyAnswer are the keywords that a right answer contains; at least one.
	KeyAnswer []string `json:"key_answer"`
	// KeyMiddle are the keywords of intermediate steps; none is also in KeyAnswer.
	KeyMiddle []string `json:"key_middle"`
	// MiddleValues are the keywords of KeyMiddle that other terms may replace, typed, with these
	// terms as aliases; nil for none.
	MiddleValues []value.Answer `json:"middle_values,omitempty"`
	// AnswerValues are the typed answers, in the order of KeyAnswer.
	AnswerValues []value.Answer `json:"answer_values"`
	// Solution explains in words how the answer is found, in the task's language, see package
	// solution; "" before the export stage.
	Solution string `json:"solution,omitempty"`
	// Path joins the names of the plan's lookups and retrievers by plan.Separator.
	Path string `json:"path"`
	// Plan is the program with bound start entities; nil exactly where Derivation is set.
	Plan *plan.Program `json:"plan,omitempty"`
	// Derivation says how an item of family [Exam] was made; nil for a task with a plan.
	Derivation *Derivation `json:"derivation,omitempty"`
	// Choices are the options of an item of family [Exam], and its key; nil for other tasks.
	Choices *Choices `json:"choices,omitempty"`
	// Steps is the executed trace, see [Steps].
	Steps []plan.Step `json:"steps"`
	// Entities are the start entities, in plan order.
	Entities []Entity `json:"entities"`
	// Bystander is an entity of the start's type that the question names besides and asks
	// nothing about; the plan and the answer do not have it. Nil if there is none. Before the
	// rewrite stage it is a proposal, which a question need not take up.
	Bystander *Entity `json:"bystander,omitempty"`
	// Structure is the plan's shape.
	Structure plan.Structure `json:"structure"`
	// Checks are the results of the check stage, in its order; empty before it.
	Checks []CheckResult `json:"checks"`
	// Rewriter names the author of Question: "offline" or a model; "" before the rewrite
	// stage.
	Rewriter string `json:"rewriter"`
	// Review is the outcome of people's decisions.
	Review Review `json:"review"`
	// Provenance identifies the data that the task was made from.
	Provenance Provenance `json:"provenance"`
	// Twin marks an unanswerable twin; nil for a task that has an answer.
	Twin *Twin `json:"twin,omitempty"`
}

// Entity is an entity that a question starts from.
type Entity struct {
	// Type is the entity type.
	Type string `json:"type"`
	// Name has one string for each part of the entity's name.
	Name []string `json:"name"`
}

// CheckResult is the verdict of one check on one task.
type CheckResult struct {
	// Name is the name of the check: "executed", "unique", "gradable".
	Name string `json:"name"`
	// Verdict says whether the task passed.
	Verdict CheckVerdict `json:"verdict"`
	// Detail is the certificate of a task that passed, which says what was compared, or the
	// fault of a task that failed, or what people have to decide.
	Detail string `json:"detail,omitempty"`
}

// CheckVerdict is the result of a check.
type CheckVerdict string

// The closed set of verdicts.
const (
	Pass CheckVerdict = "pass"
	Fail CheckVerdict = "fail"
	Open CheckVerdict = "open" // nothing is known to be wrong, but people have to decide
)

// Open returns the names of the checks that left open whether the task is sound, in order; nil if
// none did.
func (t *Task) Open() []string {
	var names []string
	for _, c := range t.Checks {
		if c.Verdict == Open {
			names = append(names, c.Name)
		}
	}
	return names
}

// Review is the outcome of people's decisions about a task. The zero value stands for a
// task that nobody has reviewed.
type Review struct {
	// Status is the outcome of the review; "" means Unreviewed.
	Status ReviewStatus `json:"status"`
	// Reviewers are the names of the reviewers whose votes count, sorted.
	Reviewers []string `json:"reviewers,omitempty"`
	// Agreement is the share of pairs of reviewers with the same vote, in [0, 1]; nil for
	// fewer than two reviewers.
	Agreement *float64 `json:"agreement,omitempty"`
	// Original is the task's ID before people changed its plan; "" if they did not change
	// it.
	Original string `json:"original,omitempty"`
	// Edits are the parts that people changed, such as [PlanEdited], sorted, each once.
	// A twin has the edits of its task.
	Edits []string `json:"edits,omitempty"`
	// Reason says why the task was rejected; "" for any other status.
	Reason ReviewReason `json:"reason,omitempty"`
}

// The closed set of parts of a task that people can change.
const (
	AliasesEdited  = "aliases"  // the aliases of typed answers
	KeywordsEdited = "keywords" // keywords of the answer or of intermediate steps
	PlanEdited     = "plan"     // arguments of the plan or the form of an answer, and everything derived from them
	QuestionEdited = "question" // the question
)

// Edited reports whether people changed a part of the task, such as [PlanEdited].
func (r *Review) Edited(part string) bool { return slices.Contains(r.Edits, part) }

// ReviewStatus is the outcome of the reviewers' votes on a task. Package review has the
// closed set.
type ReviewStatus string

// Unreviewed is the status of a task that nobody has reviewed.
const Unreviewed ReviewStatus = "unreviewed"

// ReviewReason is the reason of a reviewer's decision. Package review has the closed set.
type ReviewReason string

// Provenance identifies the data, the seed and the stages from which a task was made.
type Provenance struct {
	// Corpus is the digest of the tables' contents.
	Corpus digest.Digest `json:"corpus"`
	// Domain is the name and content digest of the declaration: "legal@3185cd…".
	Domain string `json:"domain"`
	// Seed is the seed of the run.
	Seed uint64 `json:"seed"`
	// Versions are the versions of the stages that made the task, by stage name.
	Versions map[string]int `json:"versions"`
	// Predecessor is the ID of the retired task of an earlier release that this one replaces; ""
	// for none.
	Predecessor string `json:"predecessor,omitempty"`
	// Renamed are the columns that plan and steps name otherwise than when the task was made, in the order in
	// which they were renamed, see [Task.FirstNames]; nil for none.
	Renamed []plan.NodeRename `json:"renamed,omitempty"`
	// Recorded are the steps that the task was made with, where tools write the same rows otherwise now, see
	// [Task.WithSteps]; nil where they do not.
	Recorded []plan.Step `json:"recorded,omitempty"`
}

// Identify returns the ID of a task with this plan and these steps. The error says that
// they cannot be encoded as JSON.
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
