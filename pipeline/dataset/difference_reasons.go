package dataset

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// changes says how a task differs from what it was, what caused the rest first; nil
// where it does not.
func changes(old, new *task.Task) []string {
	var list []string
	say := func(differs bool, format string, args ...any) {
		if differs {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(old.Family != new.Family, "family %s → %s", old.Family, new.Family)
	say(old.Type != new.Type, "type %s → %s", old.Type, new.Type)
	say(old.Language != new.Language, "language %s → %s", old.Language, new.Language)
	caused := planned(old, new, say)
	asked(old, new, say)
	say(!caused && old.Draft != new.Draft, "draft changed")
	say(!caused && old.Answer != new.Answer, "answer changed")
	keyed(old, new, say)
	say(status(old) != status(new), "status %s → %s", status(old), status(new))
	was, is := old.Review, new.Review
	was.Status, is.Status = "", ""
	say(!same(was, is), "reviewers")
	say(!same(old.Checks, new.Checks), "checks")
	say(!same(old.Twin, new.Twin), "row taken away")
	if list == nil && !same(content(old), content(new)) {
		return []string{"records"} // of what follows from a plan: path, entities, structure
	}
	return list
}

// content is a task without its ID and what it was made from.
func content(t *task.Task) *task.Task {
	c := *t
	c.ID, c.Provenance, c.Review.Status = "", task.Provenance{}, string(status(t))
	return &c
}

// planned says how plan and data differ, and reports whether they do, so that draft and
// answer follow from it.
func planned(old, new *task.Task, say func(bool, string, ...any)) bool {
	if planOf(old, false) != planOf(new, false) {
		edited := old.Review.Edited(task.PlanEdited) || new.Review.Edited(task.PlanEdited)
		say(edited, "plan edited")
		say(!edited, "plan changed")
		return true
	}
	if planOf(old, true) != planOf(new, true) {
		say(true, "start %s → %s", starts(old), starts(new))
		return true
	}
	if same(old.Steps, new.Steps) {
		return false
	}
	for i := range max(len(old.Steps), len(new.Steps)) {
		if i >= len(old.Steps) || i >= len(new.Steps) {
			say(true, "data changed: %d steps → %d", len(old.Steps), len(new.Steps))
			return true
		}
		a, b := old.Steps[i], new.Steps[i]
		if same(a, b) {
			continue
		}
		what := cmp.Or(b.Node, b.Op)
		if b.Tool != "" {
			what += " " + b.Tool
		}
		if same(a.Arguments, b.Arguments) && !same(a.Observation, b.Observation) {
			say(true, "data changed: step %s: %s → %s", what, excerpt(canonicalJSON(a.Observation)), excerpt(canonicalJSON(b.Observation)))
		} else {
			say(true, "data changed: step %s", what)
		}
		return true
	}
	return true
}

// starts names what a task starts from.
func starts(t *task.Task) string {
	var names [][]string
	for _, e := range t.Entities {
		names = append(names, e.Name)
	}
	return excerpt(jsonLine(names))
}

// asked says how the question came to be another.
func asked(old, new *task.Task, say func(bool, string, ...any)) {
	edited := old.Review.Edited(task.QuestionEdited) || new.Review.Edited(task.QuestionEdited)
	switch {
	case old.Rewriter != new.Rewriter && old.Question != new.Question:
		say(true, "question rewritten (by %s → %s)", cmp.Or(old.Rewriter, "nobody"), cmp.Or(new.Rewriter, "nobody"))
	case old.Question != new.Question && edited:
		say(true, "question edited")
	case old.Question != new.Question:
		say(true, "question changed")
	case old.Rewriter != new.Rewriter:
		say(true, "rewriter %s → %s", cmp.Or(old.Rewriter, "nobody"), cmp.Or(new.Rewriter, "nobody"))
	}
}

// keyed says how keywords and typed answers differ.
func keyed(old, new *task.Task, say func(bool, string, ...any)) {
	say(!slices.Equal(old.KeyAnswer, new.KeyAnswer), "keywords %s → %s", excerpt(jsonLine(old.KeyAnswer)), excerpt(jsonLine(new.KeyAnswer)))
	say(!slices.Equal(old.KeyMiddle, new.KeyMiddle), "keywords on the way %s → %s", excerpt(jsonLine(old.KeyMiddle)), excerpt(jsonLine(new.KeyMiddle)))
	if same(old.AnswerValues, new.AnswerValues) {
		return
	}
	alike := same(unaliased(old.AnswerValues), unaliased(new.AnswerValues))
	say(alike, "aliases")
	say(!alike, "typed answers")
}

// same reports whether two values are the same as JSON, however it is spelt.
func same(a, b any) bool {
	return jsonLine(a) == jsonLine(b) || canonicalJSON(a) == canonicalJSON(b)
}

// unaliased are typed answers without other ways to write them.
func unaliased(values []value.Answer) []value.Answer {
	bare := slices.Clone(values)
	for i := range bare {
		bare[i].Aliases = nil
	}
	return bare
}

// longestExcerpt is how much of a value a reason shows, in characters.
const longestExcerpt = 80

// excerpt cuts a value to longestExcerpt.
func excerpt(s string) string { return shorten(s, longestExcerpt) }

// shorten returns a text of more than most characters as so many and an ellipsis, and
// any other text as it is.
func shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
