// Package revision makes of a task what people changed in it: another question, other
// arguments of the plan, which is executed anew and all that follows from it drafted
// anew, other keywords, other aliases. Nothing is proved here: package proof runs the
// checks over the result as over any task.
package revision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// TableAccess is what plans are executed over.
type TableAccess struct {
	// Domain is the declaration of the tools.
	Domain *domain.Domain
	// Tools call them.
	Tools tool.Caller
}

// Apply returns the task with a change made in it, or what keeps the change from being
// made: a word, a colon and what is wrong. The words are "question", "keywords" and
// "aliases" for those that cannot be, "shape" for a plan with other nodes, "invalid"
// for arguments that do not fit or cannot be put into words, "changed" for tables that
// give something else than the task recorded, "large" for a task that no row of a dataset
// holds, and the reasons of [plan.Executor.Run].
//
// Where the plan changes, draft, answer, keywords, typed answers, steps and the ID are
// those of its execution; the question stays unless it changes too. Where keywords
// change, what the tables call an answer stays right as an alias of it. Review.Edits
// and Review.Original say what differs from the task as it was before anybody changed
// it; of a question, which no table gives, only [Chain] knows when it is back. A task
// that differs has no checks until they are run again; one that does not is returned as
// it is. Question and rewriter are not judged.
//
// Neither the task nor the change is changed, and the result shares lists with both.
// Equal tasks, changes and tables give equal results, and making a change twice is
// making it once. The error is for broken tools alone.
func Apply(ctx context.Context, w TableAccess, t *task.Task, c *review.TaskChange) (changed *task.Task, fault string, err error) {
	made := *t
	made.Review.Edits = slices.Clone(t.Review.Edits)
	if c.Question != nil && *c.Question != t.Question {
		if strings.TrimSpace(*c.Question) == "" {
			return nil, "question: it is empty: want a text", nil
		}
		made.Question = *c.Question
		mark(&made, task.QuestionEdited, true)
	}
	if c.Plan != nil || len(c.KeyAnswer) > 0 || c.KeyMiddle != nil || len(c.Aliases) > 0 {
		if fault, err := w.rework(ctx, &made, c); fault != "" || err != nil {
			return nil, fault, err
		}
	}
	if review.Shown(&made) == review.Shown(t) {
		made = *t
		return &made, "", nil
	}
	made.Checks = nil
	if err := made.ValidateRow(verdicts); err != nil {
		return nil, "large: " + err.Error(), nil
	}
	return &made, "", nil
}

// verdicts is how many bytes are left for the verdicts of checks and of people.
const verdicts = 100_000

// Chain makes edits in order, each in what the one before left, and holds each to the
// version that its reviewer saw before and after. A fault begins with "stale:" and
// names the edit: program or tables are no longer those it was made with. A question
// that is again what it was before is not edited. Without edits the result is a copy of
// the task. See [Apply] for the rest.
func Chain(ctx context.Context, w TableAccess, t *task.Task, edits []*review.Decision) (changed *task.Task, fault string, err error) {
	made := *t
	for _, d := range edits {
		if now := review.Shown(&made); now != d.Shown {
			return nil, fmt.Sprintf("stale: edit %s by %s is of version %s: the task is %s", d.ID, d.By, d.Shown.Short(), now.Short()), nil
		}
		next, fault, err := Apply(ctx, w, &made, d.Change)
		if err != nil {
			return nil, "", fmt.Errorf("edit %s: %w", d.ID, err)
		}
		if fault != "" {
			return nil, fmt.Sprintf("stale: edit %s by %s cannot be made any more: %s", d.ID, d.By, fault), nil
		}
		if now := review.Shown(next); now != d.Change.Shown {
			return nil, fmt.Sprintf("stale: edit %s by %s made version %s: it makes %s now", d.ID, d.By, d.Change.Shown.Short(), now.Short()), nil
		}
		made = *next
	}
	if made.Question == t.Question && !t.Review.Edited(task.QuestionEdited) {
		made.Review.Edits = slices.Clone(made.Review.Edits)
		mark(&made, task.QuestionEdited, false)
	}
	return &made, "", nil
}

// rework executes the plan, the task's or another one, and takes what follows from it
// into the task, but for keywords and aliases that people chose.
func (w TableAccess) rework(ctx context.Context, t *task.Task, c *review.TaskChange) (fault string, err error) {
	p := t.Plan
	if c.Plan != nil {
		if fault := shape(p, c.Plan); fault != "" {
			return fault, nil
		}
		p = c.Plan
	}
	fresh, fault, err := w.execute(ctx, p, t.Language)
	if fault != "" || err != nil {
		return fault, err
	}
	keep := p.Equal(t.Plan)
	if keep && (fresh.ID != t.ID || len(fresh.AnswerValues) != len(t.AnswerValues)) {
		return "changed: the tables give other steps than the task recorded: want it made anew", nil
	}
	keys, middle := fresh.KeyAnswer, fresh.KeyMiddle
	if keep && t.Review.Edited(task.KeywordsEdited) {
		keys, middle = t.KeyAnswer, t.KeyMiddle
	}
	aliases := func(i int, own []string) []string { return own }
	if keep && t.Review.Edited(task.AliasesEdited) {
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
	if fault := words(fresh, keys, middle, c.Aliases); fault != "" {
		return fault, nil
	}
	own := task.RenameAnswers(fresh.AnswerValues, keys)
	values := slices.Clone(own)
	for i := range values {
		values[i].Aliases = aliases(i, own[i].Aliases)
	}
	if !keep {
		follow(t, fresh)
	}
	t.KeyAnswer, t.KeyMiddle, t.AnswerValues = keys, middle, values
	mark(t, task.KeywordsEdited, !slices.Equal(keys, fresh.KeyAnswer) || !slices.Equal(middle, fresh.KeyMiddle))
	mark(t, task.AliasesEdited, !slices.EqualFunc(values, own, func(a, b value.Answer) bool { return slices.Equal(a.Aliases, b.Aliases) }))
	return "", nil
}

// execute runs a plan and drafts what it gives.
func (w TableAccess) execute(ctx context.Context, p *plan.Program, lang string) (*task.Task, string, error) {
	for _, s := range p.Entities() {
		if s.Value == nil {
			return nil, fmt.Sprintf("invalid: the start %s is not bound: want a name", s.Entity), nil
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
		return nil, fmt.Sprintf("%s: the tools give no answer: node %s ends the execution", reason, p.Nodes[len(trace.Results)].Name), nil
	}
	t, err := task.New(w.Domain, trace, lang)
	if err != nil {
		return nil, "invalid: " + err.Error(), nil
	}
	return t, "", nil
}

// follow takes all that follows from another plan.
func follow(t, fresh *task.Task) {
	original := cmp.Or(t.Review.Original, t.ID)
	t.Plan, t.Steps, t.ID, t.Family, t.Type = fresh.Plan, fresh.Steps, fresh.ID, fresh.Family, fresh.Type
	t.Draft, t.Answer, t.Path = fresh.Draft, fresh.Answer, fresh.Path
	t.Entities, t.Structure = fresh.Entities, fresh.Structure
	t.Review.Original = original
	if original == t.ID {
		t.Review.Original = ""
	}
	mark(t, task.PlanEdited, original != t.ID)
}

// mark says of a part whether people changed it.
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

// words says what is wrong with keywords and aliases by themselves.
func words(fresh *task.Task, keys, middle []string, aliases [][]string) string {
	if len(keys) != len(fresh.KeyAnswer) {
		return fmt.Sprintf("keywords: %d of the answer: want %d, one for each value", len(keys), len(fresh.KeyAnswer))
	}
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	if slices.ContainsFunc(keys, blank) || slices.ContainsFunc(middle, blank) {
		return "keywords: one is empty: want a text"
	}
	if len(aliases) > 0 && len(aliases) != len(keys) {
		return fmt.Sprintf("aliases: %d lists: want %d, one for each value", len(aliases), len(keys))
	}
	for _, list := range aliases {
		if slices.ContainsFunc(list, blank) {
			return "aliases: one is empty: want a text"
		}
	}
	return ""
}
