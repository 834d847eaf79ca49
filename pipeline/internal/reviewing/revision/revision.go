// Package revision applies reviewers' edits to tasks: another question, other arguments of
// the plan, other keywords, other aliases. A changed plan is executed again, and the parts
// of the task that depend on it are drafted again. This package proves nothing: package
// proof runs its checks on edited tasks as on all others.
package revision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// TableAccess is the domain and the tools with which plans are executed.
type TableAccess struct {
	// Domain declares the tools.
	Domain *domain.Domain
	// Tools calls the tools.
	Tools tool.Caller
}

// Apply returns a copy of the task with the change applied, or a fault that says why the
// change cannot be applied. A fault is a word, a colon and an explanation. The words are
// "question", "keywords" and "aliases" for an invalid value of these parts, "shape" for a
// plan with other nodes, "invalid" for arguments that do not fit or cannot be drafted,
// "changed" for tables that give other results than the task recorded, "large" for a task
// that is too large for a row of a dataset, and the reasons of [plan.Executor.Run].
//
// If the plan changes, the draft, the answer, the keywords, the typed answers, the steps
// and the ID come from its execution; the question stays unless it changes too. A question
// without the name of the task's by-stander has none. If
// keywords change, the table's name of an answer becomes an alias. Review.Edits and
// Review.Original say how the task differs from its first version. A question that is
// changed back still counts as edited, except in the result of [Chain]. A changed task has
// no checks until they are run again; an unchanged task is returned as it is. Question and
// rewriter are not checked.
//
// Apply does not modify its arguments, and the result shares slices with them. Equal
// arguments give equal results, and applying a change twice is the same as applying it
// once. The error is non-nil only if the tools fail.
func Apply(ctx context.Context, w TableAccess, t *task.Task, c *review.TaskChange) (changed *task.Task, fault string, err error) {
	made := *t
	made.Review.Edits = slices.Clone(t.Review.Edits)
	if c.Question != nil && *c.Question != t.Question {
		if strings.TrimSpace(*c.Question) == "" {
			return nil, "question: it must not be empty", nil
		}
		made.Question = *c.Question
		mark(&made, task.QuestionEdited, true)
		if made.Bystander != nil && !strings.Contains(made.Question, draft.Name(made.Bystander.Name)) {
			made.Bystander = nil
		}
	}
	if c.Plan != nil || len(c.KeyAnswer) > 0 || c.KeyMiddle != nil || len(c.Aliases) > 0 {
		if fault, err := w.reexecute(ctx, &made, c); fault != "" || err != nil {
			return nil, fault, err
		}
	}
	if review.Shown(&made) == review.Shown(t) {
		made = *t
		return &made, "", nil
	}
	made.Checks = nil
	if err := made.ValidateRow(verdictBytes + len(made.Answer)); err != nil {
		return nil, "large: " + err.Error(), nil
	}
	return &made, "", nil
}

// verdictBytes is the space in a row that is reserved for checks, reviews and the solution but for
// the answer in it.
const verdictBytes = 100_000

// Chain applies edits in order, each to the result of the previous one. Each edit must
// start from and lead to the versions that its reviewer saw; otherwise the fault begins
// with "stale:" and names the edit, because the program or the tables have changed since.
// A question that is changed back does not count as edited. Without edits the result is a
// copy of the task. For the rest see [Apply].
func Chain(ctx context.Context, w TableAccess, t *task.Task, edits []*review.Decision) (changed *task.Task, fault string, err error) {
	made := *t
	for _, d := range edits {
		if now := review.Shown(&made); now != d.Shown {
			return nil, fmt.Sprintf("stale: edit %s by %s is for version %s: the task is now version %s", d.ID, d.By, d.Shown.Short(), now.Short()), nil
		}
		next, fault, err := Apply(ctx, w, &made, d.Change)
		if err != nil {
			return nil, "", fmt.Errorf("edit %s: %w", d.ID, err)
		}
		if fault != "" {
			return nil, fmt.Sprintf("stale: edit %s by %s can no longer be applied: %s", d.ID, d.By, fault), nil
		}
		if now := review.Shown(next); now != d.Change.Shown {
			return nil, fmt.Sprintf("stale: edit %s by %s led to version %s: it now leads to %s", d.ID, d.By, d.Change.Shown.Short(), now.Short()), nil
		}
		made = *next
	}
	if made.Question == t.Question && !t.Review.Edited(task.QuestionEdited) {
		made.Review.Edits = slices.Clone(made.Review.Edits)
		mark(&made, task.QuestionEdited, false)
	}
	return &made, "", nil
}

// idOfSteps returns the ID of a task, or the one that its steps would give it if it was made with others.
func idOfSteps(t *task.Task) (string, error) {
	if t.Provenance.Recorded == nil {
		return t.ID, nil
	}
	now := *t
	now.Provenance.Recorded = nil
	return now.Identity()
}

// reexecute executes the task's plan, or the plan of the change, and updates the parts of
// the task that depend on it. Keywords and aliases that people chose stay if the plan does.
func (w TableAccess) reexecute(ctx context.Context, t *task.Task, c *review.TaskChange) (fault string, err error) {
	p := t.Plan
	if p == nil {
		return "derived: the key of an exam item stands in its source: want the exam corrected, and the item made again", nil
	}
	renames := t.Provenance.Renamed
	if c.Plan != nil {
		edited, renamed := c.Plan.RenamedColumns(w.Domain)
		if fault := checkShape(p, edited); fault != "" {
			return fault, nil
		}
		p, renames = edited, slices.Concat(renames, addedRenames(c.Plan, renamed, renames))
	}
	fresh, fault, err := w.execute(ctx, p, t.Language)
	if fault != "" || err != nil {
		return fault, err
	}
	samePlan := p.Equal(t.Plan)
	if samePlan { // perhaps of an earlier version, which gave answers other words
		if fresh, err = fresh.InWordsOf(w.Domain, t); err != nil {
			return "", err
		}
	}
	fresh.Provenance.Renamed = renames
	if fresh.ID, err = fresh.Identity(); err != nil {
		return "", err
	}
	id, err := idOfSteps(t)
	if err != nil {
		return "", err
	}
	if samePlan && (fresh.ID != id || len(fresh.AnswerValues) != len(t.AnswerValues)) {
		return "changed: the tables give other steps than the task recorded: generate the task again", nil
	}
	keys, middle := fresh.KeyAnswer, fresh.KeyMiddle
	if samePlan && t.Review.Edited(task.KeywordsEdited) {
		keys, middle = t.KeyAnswer, t.KeyMiddle
	}
	aliases := func(_ int, derived []string) []string { return derived }
	if samePlan && t.Review.Edited(task.AliasesEdited) {
		aliases = func(i int, _ []string) []string { return t.AnswerValues[i].Aliases }
	}
	if len(c.KeyAnswer) > 0 {
		keys = c.KeyAnswer
	}
	if c.KeyMiddle != nil {
		middle = c.KeyMiddle
	}
	if len(c.Aliases) > 0 {
		aliases = func(i int, _ []string) []string { return c.Aliases[i] }
	}
	if fault := checkWords(fresh, keys, middle, c.Aliases); fault != "" {
		return fault, nil
	}
	renamed := task.RenameAnswers(fresh.AnswerValues, keys)
	values := slices.Clone(renamed)
	for i := range values {
		values[i].Aliases = aliases(i, renamed[i].Aliases)
	}
	if !samePlan {
		replacePlan(t, fresh)
		t.Provenance.Renamed, t.Provenance.Recorded = renames, nil
	}
	t.KeyAnswer, t.KeyMiddle, t.AnswerValues = keys, middle, values
	t.MiddleValues = slices.DeleteFunc(slices.Clone(fresh.MiddleValues), func(v value.Answer) bool { return !slices.Contains(middle, v.Text) })
	mark(t, task.KeywordsEdited, !slices.Equal(keys, fresh.KeyAnswer) || !slices.Equal(middle, fresh.KeyMiddle))
	mark(t, task.AliasesEdited, !slices.EqualFunc(values, renamed, func(a, b value.Answer) bool { return slices.Equal(a.Aliases, b.Aliases) }))
	return "", nil
}

// addedRenames returns the renames that an edited plan needs beyond those of its task, of all that may concern its nodes:
// an edit from before a column was renamed may read one that the task does not.
func addedRenames(edited *plan.Program, all, known []plan.NodeRename) []plan.NodeRename {
	isOld := func(column plan.NodeRename) bool {
		return slices.ContainsFunc(edited.Nodes, func(n plan.Node) bool { return slices.Contains(n.Columns(), column.From) })
	}
	return slices.DeleteFunc(slices.Clone(all), func(r plan.NodeRename) bool {
		return !isOld(r) || slices.ContainsFunc(known, func(k plan.NodeRename) bool { return k.Node == r.Node && k.To == r.To })
	})
}

// execute runs a plan and drafts a task from its trace. The second result is the fault.
func (w TableAccess) execute(ctx context.Context, p *plan.Program, lang string) (*task.Task, string, error) {
	for _, s := range p.Entities() {
		if s.Value == nil {
			return nil, fmt.Sprintf("invalid: the start %s has no value: want a name", s.Entity), nil
		}
	}
	x, err := plan.NewExecutor(w.Domain, w.Tools, p)
	if err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	trace, reason, err := x.Run(ctx, nil)
	if err != nil {
		return nil, "", err
	}
	if reason != "" {
		steps, err := trace.Steps()
		return nil, fmt.Sprintf("%s: step %d (%s) %s, so there is no answer", reason, len(steps)+1, p.Nodes[len(trace.Results)].Do.Kind(), endings[reason]), err
	}
	t, err := task.New(w.Domain, trace, lang)
	if err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	return t, "", nil
}

// endings says for people how a step ends an execution, by reason.
var endings = map[plan.Reason]string{
	plan.Missing:    "matches no row",
	plan.Several:    "matches several rows or values where one is needed",
	plan.Ambiguous:  "meets two names that may stand for the same thing",
	plan.Unobserved: "needs a cell that was never looked up",
	plan.Blank:      "needs a cell that is empty",
	plan.Sentinel:   "needs a cell that holds a mark for no value",
	plan.Masked:     "needs a name that is masked",
	plan.Unparsed:   "needs a cell that cannot be read as its kind",
	plan.Tie:        "ranks two rows alike",
	plan.Trivial:    "has nothing to choose between",
	plan.Undefined:  "divides by zero, or meets too long a number",
	plan.Underived:  "meets a text that does not match the pattern",
	plan.Undated:    "cannot tell which version was in force",
}

// replacePlan replaces the plan of a task and all parts that depend on it.
func replacePlan(t, fresh *task.Task) {
	original := cmp.Or(t.Review.Original, t.ID)
	t.Plan, t.Steps, t.ID, t.Family, t.Type = fresh.Plan, fresh.Steps, fresh.ID, fresh.Family, fresh.Type
	t.Draft, t.Given, t.Answer, t.Path = fresh.Draft, fresh.Given, fresh.Answer, fresh.Path
	t.Entities, t.Structure = fresh.Entities, fresh.Structure
	t.Review.Original = original
	if original == t.ID {
		t.Review.Original = ""
	}
	mark(t, task.PlanEdited, original != t.ID)
}

// mark adds a part to the edited parts, or removes it.
func mark(t *task.Task, part string, edited bool) {
	edits := slices.DeleteFunc(t.Review.Edits, func(p string) bool { return p == part })
	if edited {
		edits = append(edits, part)
		slices.Sort(edits)
	}
	if len(edits) == 0 {
		edits = nil
	}
	t.Review.Edits = edits
}

// checkWords returns what is wrong with keywords and aliases, or "".
func checkWords(fresh *task.Task, keys, middle []string, aliases [][]string) string {
	if len(keys) != len(fresh.KeyAnswer) {
		return fmt.Sprintf("keywords: there are %d for the answer: want %d, one for each value", len(keys), len(fresh.KeyAnswer))
	}
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	if slices.ContainsFunc(keys, blank) || slices.ContainsFunc(middle, blank) {
		return "keywords: no keyword may be empty"
	}
	if len(aliases) > 0 && len(aliases) != len(keys) {
		return fmt.Sprintf("aliases: there are %d lists: want %d, one for each value", len(aliases), len(keys))
	}
	for _, list := range aliases {
		if slices.ContainsFunc(list, blank) {
			return "aliases: no alias may be empty"
		}
	}
	return ""
}
