package task

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// LegalBenchPT is the [Derivation.Rule] of items that were read from a file as LegalBench.PT
// publishes it. Their rate by the paper is that of its own scorer, and their keys are written as
// the file has them.
const LegalBenchPT = "legalbench.pt"

// ChoiceItem returns the options and the key of an item of [Exam], against which answers are read.
// It shares the task's lists. It is false for any other task, for an unanswerable twin, and for an
// item without options or with a key beyond them.
func ChoiceItem(t *Task) (*choice.KeyedItem, bool) {
	if t.Family != Exam || t.Twin != nil || t.Choices == nil || len(t.Choices.Key) == 0 {
		return nil, false
	}
	it := &choice.KeyedItem{Form: answerForm(t.Type), Question: CurrentQuestion(t), Options: t.Choices.Options, Matches: t.Choices.Matches, Key: t.Choices.Key}
	least, positions := 0, len(it.Options)
	if it.Form == choice.OptionPairs {
		least, positions = -1, len(it.Matches)
	}
	beyond := slices.ContainsFunc(it.Key, func(p int) bool { return p < least || p >= positions })
	return it, !beyond && len(it.Options) <= 26 && (it.Form != choice.OptionPairs || len(it.Key) == len(it.Options))
}

// Chosen returns what an answer to an item chooses, in the form of [Task.KeyAnswer]: the letters
// of the chosen options in order, pairs such as "A-2", or the word for true or false. It is nil for
// an answer that chooses nothing, chooses what the item does not have, or leaves open what it
// chooses.
func Chosen(it *choice.KeyedItem, answer string) (words []string) {
	c := choice.Parse(it, answer)
	if c.Manner != choice.Stated || c.Outside > 0 {
		return nil
	}
	for i, p := range c.Options {
		switch it.Form {
		case choice.TrueOrFalse:
			words = append(words, it.Options[p])
		case choice.OptionPairs:
			words = append(words, fmt.Sprintf("%c-%d", 'A'+p, c.Matches[i]+1))
		default:
			words = append(words, string(rune('A'+p)))
		}
	}
	return words
}

// answerForm returns what a type of exam items asks for.
func answerForm(kind string) choice.AnswerForm {
	switch kind {
	case TrueFalse:
		return choice.TrueOrFalse
	case MultipleSelection:
		return choice.SeveralOptions
	case Matching:
		return choice.OptionPairs
	}
	return choice.OneOption
}

// gradeChoice scores an attempt at an exam item by what it chooses. Both rates of success are the
// grade of the whole answer, and so are both process rates, because nothing leads to it but the
// question: the paper's is graded on the summary, the strict one exists where calls are known.
func gradeChoice(t *Task, it *choice.KeyedItem, a *score.Attempt) score.Score {
	chosen := choice.Parse(it, a.Answer)
	right := 0.
	if choice.Grade(it, &chosen).Right {
		right = 1
	}
	paper := paperGrade(t, it, a.Answer, &chosen)
	s := score.Score{Paper: score.Rates{Success: &paper}, Strict: score.Rates{Success: &right}, Verdicts: choiceVerdicts(t, it, &chosen)}
	if a.Observed {
		s.Strict.Process = &right
	}
	switch {
	case a.Unsummarised:
	case a.Summary == nil:
		s.Paper.Process = new(0.)
	default:
		summarised := choice.Parse(it, *a.Summary)
		found := paperGrade(t, it, *a.Summary, &summarised)
		s.Paper.Process = &found
	}
	return s
}

// paperGrade is the grade of an answer, and of what it chooses, that the paper's scores are means
// of.
func paperGrade(t *Task, it *choice.KeyedItem, answer string, chosen *choice.ChosenOptions) float64 {
	if t.Derivation != nil && t.Derivation.Rule == LegalBenchPT {
		return choice.GradePublished(it.Form, t.KeyAnswer, answer)
	}
	return choice.Grade(it, chosen).F1
}

// choiceVerdicts returns a verdict for each keyword of the answer: a letter, a pair, or the word
// for true or false.
func choiceVerdicts(t *Task, it *choice.KeyedItem, c *choice.ChosenOptions) (verdicts []score.KeywordVerdict) {
	right := choice.Grade(it, c).Right
	for i, keyword := range t.KeyAnswer {
		outcome := score.Absent
		switch {
		case right:
			outcome = score.Credited
		case c.Manner == choice.Listed:
			outcome = score.Listed
		case i < len(it.Key) && chooses(it, c, i):
			if outcome = score.Partial; c.Manner == choice.Hedged {
				outcome = score.Hedged
			}
		}
		verdicts = append(verdicts, score.KeywordVerdict{Keyword: keyword, Outcome: outcome})
	}
	return verdicts
}

// chooses reports whether a choice has the i-th part of the key.
func chooses(it *choice.KeyedItem, c *choice.ChosenOptions, i int) bool {
	if it.Form != choice.OptionPairs {
		return slices.Contains(c.Options, it.Key[i])
	}
	for j, p := range c.Options {
		if p == i && c.Matches[j] == it.Key[i] {
			return true
		}
	}
	return false
}
