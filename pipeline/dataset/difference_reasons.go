package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// changeReasons says how two versions of a task differ, causes before their consequences;
// nil if they are equal.
func changeReasons(old, new *task.Task) []string {
	var list []string
	say := func(differs bool, format string, args ...any) {
		if differs {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(old.Family != new.Family, "family %s → %s", old.Family, new.Family)
	say(old.Type != new.Type, "type %s → %s", old.Type, new.Type)
	say(old.Language != new.Language, "language %s → %s", old.Language, new.Language)
	caused := planReasons(old, new, say)
	questionReasons(old, new, say)
	say(!caused && old.Draft != new.Draft, "draft changed")
	say(!caused && old.Answer != new.Answer, "answer changed")
	answerReasons(old, new, say)
	say(status(old) != status(new), "status %s → %s", status(old), status(new))
	was, is := old.Review, new.Review
	was.Status, is.Status = "", ""
	say(!equalJSON(was, is), "reviewers")
	say(!equalJSON(old.Checks, new.Checks), "checks")
	say(!equalJSON(old.Bystander, new.Bystander), "by-stander")
	say(!equalJSON(old.Twin, new.Twin), "row taken away")
	say(list == nil && old.Solution != "" && new.Solution != "" && old.Solution != new.Solution, "solution reworded")
	if list == nil && !equalJSON(comparedContent(old), comparedContent(new)) {
		return []string{"records"} // derived from the plan: path, entities, structure
	}
	return list
}

// otherNeighbours reports whether two versions of a task differ in nothing but what its certificates say: in
// rows beside its own. Different provenance alone is no difference.
func otherNeighbours(old, new *task.Task) bool {
	return slices.Equal(changeReasons(old, new), []string{"checks"}) && equalJSON(contentBesideChecks(old), contentBesideChecks(new))
}

// contentBesideChecks returns a task as [comparedContent] does, without verdicts.
func contentBesideChecks(t *task.Task) *task.Task {
	c := comparedContent(t)
	c.Checks = nil
	return c
}

// certificateReasons says which certificates of a task changed, a reason each.
func certificateReasons(old, new *task.Task) (list []string) {
	was := map[string]task.CheckResult{}
	for _, c := range old.Checks {
		was[c.Name] = c
	}
	said := func(c task.CheckResult) string { return cmp.Or(excerpt(c.Detail), string(c.Verdict), "none") }
	for _, c := range new.Checks {
		if was[c.Name] != c {
			list = append(list, fmt.Sprintf("check %s: %s → %s", c.Name, said(was[c.Name]), said(c)))
		}
		delete(was, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		list = append(list, fmt.Sprintf("check %s: %s → none", name, said(was[name])))
	}
	if list == nil {
		list = []string{"checks in another order"}
	}
	return list
}

// comparedContent returns a task without ID and provenance, and without the solution, which datasets
// of earlier versions do not have.
func comparedContent(t *task.Task) *task.Task {
	c := *t
	c.ID, c.Solution, c.Provenance, c.Review.Status = "", "", task.Provenance{}, status(t)
	return &c
}

// planReasons says how plan and data differ. It reports whether they do: a changed draft or
// answer is then a consequence.
func planReasons(old, new *task.Task, say func(bool, string, ...any)) bool {
	if planOf(old, false) != planOf(new, false) {
		edited := old.Review.Edited(task.PlanEdited) || new.Review.Edited(task.PlanEdited)
		say(edited, "plan edited")
		say(!edited, "plan changed")
		return true
	}
	if planOf(old, true) != planOf(new, true) {
		say(true, "start %s → %s", startEntities(old), startEntities(new))
		return true
	}
	if equalJSON(old.Steps, new.Steps) {
		return false
	}
	for i := range max(len(old.Steps), len(new.Steps)) {
		if i >= len(old.Steps) || i >= len(new.Steps) {
			say(true, "data changed: %d steps → %d", len(old.Steps), len(new.Steps))
			return true
		}
		a, b := old.Steps[i], new.Steps[i]
		if equalJSON(a, b) {
			continue
		}
		step := cmp.Or(b.Node, b.Op)
		if b.Tool != "" {
			step += " " + b.Tool
		}
		if equalJSON(a.Arguments, b.Arguments) && !equalJSON(a.Observation, b.Observation) {
			say(true, "data changed: step %s: %s → %s", step, excerpt(canonicalJSON(a.Observation)), excerpt(canonicalJSON(b.Observation)))
		} else {
			say(true, "data changed: step %s", step)
		}
		return true
	}
	return true
}

// startEntities returns the names of the entities that a task starts from.
func startEntities(t *task.Task) string {
	var names [][]string
	for _, e := range t.Entities {
		names = append(names, e.Name)
	}
	return excerpt(jsonLine(names))
}

// questionReasons says how question and rewriter differ.
func questionReasons(old, new *task.Task, say func(bool, string, ...any)) {
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

// answerReasons says how keywords and typed answers differ.
func answerReasons(old, new *task.Task, say func(bool, string, ...any)) {
	say(!slices.Equal(old.KeyAnswer, new.KeyAnswer), "keywords %s → %s", excerpt(jsonLine(old.KeyAnswer)), excerpt(jsonLine(new.KeyAnswer)))
	say(!slices.Equal(old.KeyMiddle, new.KeyMiddle), "keywords on the way %s → %s", excerpt(jsonLine(old.KeyMiddle)), excerpt(jsonLine(new.KeyMiddle)))
	say(!equalJSON(old.MiddleValues, new.MiddleValues), "other terms for keywords on the way")
	if equalJSON(old.AnswerValues, new.AnswerValues) {
		return
	}
	aliasesOnly := equalJSON(withoutAliases(old.AnswerValues), withoutAliases(new.AnswerValues))
	say(aliasesOnly, "aliases")
	say(!aliasesOnly, "typed answers")
}

// equalJSON reports whether two values are equal as JSON, whatever its spelling.
func equalJSON(a, b any) bool {
	return jsonLine(a) == jsonLine(b) || canonicalJSON(a) == canonicalJSON(b)
}

// withoutAliases returns typed answers without their aliases.
func withoutAliases(values []value.Answer) []value.Answer {
	bare := slices.Clone(values)
	for i := range bare {
		bare[i].Aliases = nil
	}
	return bare
}

// longestExcerpt is the maximum length of a value in a reason, in characters.
const longestExcerpt = 80

// excerpt cuts a value to longestExcerpt.
func excerpt(s string) string { return shorten(s, longestExcerpt) }

// shorten cuts a text of more than most characters and adds an ellipsis.
func shorten(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
