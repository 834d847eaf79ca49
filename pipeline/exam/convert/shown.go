package convert

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ShownPart is a part of an essay with its texts as items show them: without numbers of articles,
// points and instructions on how to write the answer.
type ShownPart struct {
	// Essay and Part are those of the collection.
	Essay *exam.Essay
	Part  *exam.Part
	// Statement is the case; "" for a theory question. Assumptions are in order, and Question is
	// what the exam asks.
	Statement   string
	Assumptions []string
	Question    string
}

// Parts returns the parts of which items can be made, by essay and in the order of the exam.
func (x *ClaimIndex) Parts() []ShownPart {
	all := make([]ShownPart, len(x.sites))
	for i := range x.sites {
		s := &x.sites[i]
		all[i] = ShownPart{s.essay, s.part, s.statement, slices.Clone(s.assumed), s.question}
	}
	return all
}

// Show sets the texts of an item that follow from its stem and its options, for what has Type,
// Language and Choices: question and draft, the key as keywords and values, and the answer. The
// language is "pt", "zh" or "en"; Show panics at another.
func Show(t *task.Task, stem string) {
	w, err := readWords(t.Language)
	if err != nil {
		panic(err)
	}
	w.show(t, stem)
}

// TruthWords returns the words for true and false, the options of a true-false item. The language
// is "pt", "zh" or "en"; TruthWords panics at another.
func TruthWords(lang string) []string {
	w, err := readWords(lang)
	if err != nil {
		panic(err)
	}
	return []string{w.text["true"], w.text["false"]}
}
