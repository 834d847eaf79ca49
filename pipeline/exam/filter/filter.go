// Package filter leaves out exam items that a set is better without: items that cite articles of
// law by number or give their key away, near-duplicates, and items that contradict one another
// (after LegalBench.PT, arXiv 2502.16357, which kept 4,723 of 10,951 items by the first two).
//
// Of two items that cannot both stay, the one with the lesser ID stays. Similar items are found by
// an index of what they have in common, so that the time grows with the number of items and not
// with its square.
package filter

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Check is the [task.Dropped.Check] of items that a filter leaves out.
const Check = "filter"

// The closed set of reasons for which items are left out, in the order of the filters.
const (
	Article       = "article"       // the question cites an article of law by its number
	Leak          = "leak"          // the stem holds the right option
	Keys          = "keys"          // an earlier item asks the same and has another key
	Contradiction = "contradiction" // an earlier item of the source holds for true what this one denies
	Duplicate     = "duplicate"     // an earlier item has most words, in the same order
	Similar       = "similar"       // an earlier item means nearly the same, by its vector
)

// Reasons returns the reasons in the order of the filters.
func Reasons() []string { return []string{Article, Leak, Keys, Contradiction, Duplicate, Similar} }

// Similarity says which items are too similar.
type Similarity struct {
	// Exams are the exams from which the items were made: statements that several items share are
	// not compared. Nil compares whole stems.
	Exams *exam.Collection
	// Encode returns a vector for each text, in their order, all of one length, such as
	// [github.com/taskgrove/taskgrove/pipeline/llm.Client.Embed] does; nil for vectors of pairs of
	// words, or in Chinese of characters.
	Encode func(ctx context.Context, texts []string) ([][]float32, error)
}

// overlaps are the values of ROUGE-L from which items of a type are duplicates. The paper
// says that they lie between 0.70 and 0.85 by type: the larger, the more of an item is its form.
var overlaps = map[string]float64{
	task.MultipleChoice: 0.75, task.Cloze: 0.80, task.CaseAnalysis: 0.75, task.TrueFalse: 0.85, task.MultipleSelection: 0.70, task.Matching: 0.70,
}

// MaxCosine is the cosine of two vectors from which items of a type are similar, as in the paper.
const MaxCosine = 0.80

// entry is an item as filters compare it.
type entry struct {
	t       *task.Task
	stem    string   // folded, of what is asked
	options []string // folded, sorted
	right   string   // folded right options, sorted; of matching the pairs
	text    string   // folded: what is asked, and the right options
	claims  []asserted
}

// Run leaves out items that a filter is against. It returns the tasks that stay, in their order,
// and the others by ID, with the reason. Tasks without options stay. The result does not depend on
// the order of tasks. The error is that of Encode; kept and dropped are nil then.
func Run(ctx context.Context, tasks []*task.Task, by Similarity) (kept []*task.Task, dropped []task.Dropped, err error) {
	statements := sharedTexts(by.Exams)
	var entries []*entry
	for _, t := range tasks {
		if t.Choices == nil {
			continue
		}
		e := newEntry(t, statements)
		if reason, detail := alone(e); reason != "" {
			dropped = append(dropped, task.Dropped{ID: t.ID, Check: Check, Reason: reason, Detail: detail})
			continue
		}
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b *entry) int { return strings.Compare(a.t.ID, b.t.ID) })
	for _, pass := range []func([]*entry) ([]*entry, []task.Dropped){differentKeys, contradicting, duplicates} {
		var out []task.Dropped
		entries, out = pass(entries)
		dropped = append(dropped, out...)
	}
	entries, out, err := similar(ctx, entries, by.Encode)
	if err != nil {
		return nil, nil, err
	}
	dropped = append(dropped, out...)
	stays := map[*task.Task]bool{}
	for _, e := range entries {
		stays[e.t] = true
	}
	for _, t := range tasks {
		if t.Choices == nil || stays[t] {
			kept = append(kept, t)
		}
	}
	slices.SortStableFunc(dropped, func(a, b task.Dropped) int { return strings.Compare(a.ID, b.ID) })
	return kept, dropped, nil
}

// sharedTexts returns the statement and the suppositions of each essay, by its identifier.
func sharedTexts(c *exam.Collection) map[string][]string {
	texts := map[string][]string{}
	if c == nil {
		return texts
	}
	for i := range c.Essays {
		e := &c.Essays[i]
		all := []string{e.Statement}
		for _, p := range e.Parts {
			all = append(all, p.Assumptions...)
		}
		texts[e.ID] = all
	}
	return texts
}

func newEntry(t *task.Task, statements map[string][]string) *entry {
	var shared []string
	if t.Derivation != nil {
		shared = statements[t.Derivation.Source]
	}
	asked := claim.Asked(claim.Stem(t.Question), shared...)
	e := &entry{t: t, stem: claim.Fold(strings.Join(asked, "\n"))}
	var right []string
	if t.Type == task.Matching {
		for i, o := range t.Choices.Options {
			if i < len(t.Choices.Key) && t.Choices.Key[i] >= 0 && t.Choices.Key[i] < len(t.Choices.Matches) {
				right = append(right, claim.Fold(o+" "+t.Choices.Matches[t.Choices.Key[i]]))
			}
		}
	} else {
		for _, i := range t.Choices.Key {
			if i >= 0 && i < len(t.Choices.Options) {
				right = append(right, claim.Fold(t.Choices.Options[i]))
			}
		}
	}
	for _, o := range slices.Concat(t.Choices.Options, t.Choices.Matches) {
		e.options = append(e.options, claim.Fold(o))
	}
	slices.Sort(e.options)
	slices.Sort(right)
	e.right = strings.Join(right, " | ")
	e.text = e.stem + " " + strings.Join(right, " ")
	e.claims = assertedBy(t, asked)
	if t.Type == task.TrueFalse {
		e.text = claim.Fold(claim.Claimed(asked))
	}
	return e
}

// alone applies the filters that look at one item.
func alone(e *entry) (reason, detail string) {
	t := e.t
	texts := slices.Concat([]string{t.Question}, t.Choices.Options, t.Choices.Matches)
	if t.Derivation != nil && t.Derivation.TakenOver() {
		texts = nil // an exam cites what it wants
	}
	for _, text := range texts {
		if cited := claim.Article(text); cited != "" {
			return Article, fmt.Sprintf("%q cites an article by its number", strings.TrimSpace(cited))
		}
	}
	if t.Type != task.TrueFalse && t.Type != task.Matching {
		if o := claim.Leaked(claim.Stem(t.Question), t.Choices.Options, t.Choices.Key, t.Language); o != "" {
			return Leak, fmt.Sprintf("the stem holds the right option %q", o)
		}
	}
	return "", ""
}

// against returns the record of an item that another one, which stays, is against.
func against(e, other *entry, reason, what string) task.Dropped {
	return task.Dropped{ID: e.t.ID, Check: Check, Reason: reason, Detail: fmt.Sprintf("%s %s", what, other.t.ID)}
}
