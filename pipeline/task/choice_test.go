package task_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// examItem returns an exam item without a plan.
func examItem(kind, language, question string, keys []string, c task.Choices) *task.Task {
	return &task.Task{ID: kind, Family: task.Exam, Type: kind, Language: language, Question: question, Answer: "—", KeyAnswer: keys, Choices: &c,
		Derivation: &task.Derivation{Source: "essay", Rule: "test"}}
}

func selection() *task.Task {
	return examItem(task.MultipleSelection, "pt", "Quais são corretas?", []string{"A", "C"}, task.Choices{Options: []string{"um prazo", "dois prazos", "três prazos"}, Key: []int{0, 2}})
}

func TestGradeExam(t *testing.T) {
	choose := examItem(task.MultipleChoice, "pt", "Qual é a ação?", []string{"A"}, task.Choices{Options: []string{"mandado de segurança", "ação popular", "habeas corpus"}, Key: []int{0}})
	claim := examItem(task.TrueFalse, "zh", "判断下列说法。", []string{"错误"}, task.Choices{Options: []string{"正确", "错误"}, Key: []int{1}})
	match := examItem(task.Matching, "en", "Match.", []string{"A-2", "B-1"}, task.Choices{Options: []string{"first", "second"}, Matches: []string{"one", "two"}, Key: []int{1, 0}})
	published := selection()
	published.Derivation.Rule, published.KeyAnswer = task.LegalBenchPT, []string{"a", "c"}
	for _, tt := range []struct {
		task          *task.Task
		answer        string
		paper, strict float64
		outcomes      []score.KeywordOutcome
	}{
		{choose, "A resposta correta é: A", 1, 1, []score.KeywordOutcome{score.Credited}},
		{choose, "A resposta correta é: B", 0, 0, []score.KeywordOutcome{score.Absent}}, // which has the letter A in "A resposta"
		{choose, "A ou B", 0, 0, []score.KeywordOutcome{score.Hedged}},
		{choose, "Não sei.", 0, 0, []score.KeywordOutcome{score.Absent}}, {choose, "", 0, 0, []score.KeywordOutcome{score.Absent}},
		{choose, "A) mandado de segurança\nB) ação popular\nC) habeas corpus", 0, 0, []score.KeywordOutcome{score.Listed}},
		{claim, "该说法错误。", 1, 1, []score.KeywordOutcome{score.Credited}}, {claim, "对", 0, 0, []score.KeywordOutcome{score.Absent}},
		{selection(), "A, C", 1, 1, []score.KeywordOutcome{score.Credited, score.Credited}},
		{selection(), "A", 2. / 3, 0, []score.KeywordOutcome{score.Partial, score.Absent}},
		{selection(), "A ou C", 1, 0, []score.KeywordOutcome{score.Hedged, score.Hedged}},
		{match, "The correct pairs are: A-2, B-1", 1, 1, []score.KeywordOutcome{score.Credited, score.Credited}},
		{match, "A-2, B-2", 0.5, 0, []score.KeywordOutcome{score.Partial, score.Absent}},
		// The published scorer wants brackets, and something before them.
		{published, "Resposta: a) c)", 1, 1, []score.KeywordOutcome{score.Credited, score.Credited}}, {published, "A, C", 0, 1, []score.KeywordOutcome{score.Credited, score.Credited}}, {published, "a) c)", 2. / 3, 1, []score.KeywordOutcome{score.Credited, score.Credited}},
	} {
		s := task.Grade(tt.task, &score.Attempt{Answer: tt.answer, Unsummarised: true})
		if math.Abs(*s.Paper.Success-tt.paper) > 1e-12 || *s.Strict.Success != tt.strict || s.Paper.Process != nil || s.Strict.Process != nil {
			t.Errorf("%s: %q has rates %v and %v, want %v and %v, and no process", tt.task.ID, tt.answer, *s.Paper.Success, *s.Strict.Success, tt.paper, tt.strict)
		}
		var outcomes []score.KeywordOutcome
		for i, v := range s.Verdicts {
			if v.Keyword != tt.task.KeyAnswer[i] {
				t.Errorf("%s: %q: verdict %d is on %q, want %q", tt.task.ID, tt.answer, i, v.Keyword, tt.task.KeyAnswer[i])
			}
			outcomes = append(outcomes, v.Outcome)
		}
		if diff := cmp.Diff(tt.outcomes, outcomes); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.task.ID, tt.answer, diff)
		}
	}
}

// The process rates of an exam item are those of the whole answer: the paper's by the summary, the
// strict one where calls are known. A replay of the reference therefore scores 1 in both.
func TestGradeExamProcess(t *testing.T) {
	right, wrong := "A, C", "B"
	for _, tt := range []struct {
		attempt       score.Attempt
		paper, strict *float64
	}{
		{score.Attempt{Answer: right, Summary: &right, Observed: true}, new(1.), new(1.)},
		{score.Attempt{Answer: right, Summary: &wrong, Observed: true}, new(0.), new(1.)},
		{score.Attempt{Answer: wrong, Summary: &right}, new(1.), nil},
		{score.Attempt{Answer: right}, new(0.), nil},
		{score.Attempt{Answer: right, Unsummarised: true, Observed: true}, nil, new(1.)},
	} {
		s := task.Grade(selection(), &tt.attempt)
		if diff := cmp.Diff([]*float64{tt.paper, tt.strict}, []*float64{s.Paper.Process, s.Strict.Process}); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.attempt, diff)
		}
	}
}

func TestChoiceItem(t *testing.T) {
	other, twin, beyond, bare, match := selection(), selection(), selection(), selection(), selection()
	other.Family = task.Multihop
	twin.Twin = &task.Twin{}
	beyond.Choices.Key = []int{0, 3}
	bare.Choices = nil
	match.Type = task.Matching // without matches
	for name, one := range map[string]*task.Task{"another family": other, "a twin": twin, "a key beyond the options": beyond, "no options": bare, "no matches": match} {
		if _, ok := task.ChoiceItem(one); ok {
			t.Errorf("%s: an item that is read by its options, want none", name)
		}
	}
	if it, ok := task.ChoiceItem(selection()); !ok || it.Question != "Quais são corretas?" {
		t.Errorf("ChoiceItem = %v, %v, want the item with its question", it, ok)
	}
}
