// Package recall measures answers to tasks over statutes and cases: how much of a citation is
// right, how similar a recited text is, which of the articles that a court cites an answer
// cites, whether an answer abstains, and which kind of error a recital makes. The measures stand beside the rates of package score, which say whether a
// task is solved.
package recall

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The names of measures. All but EditDistance are in [0, 1].
const (
	Article      = "article"       // the article is right
	Paragraph    = "paragraph"     // the article and the paragraph are
	Item         = "item"          // the article, the paragraph and the item are
	Exact        = "exact"         // every level is, or the text is recited exactly
	Rouge1       = "rouge_1"       // see prose.Scores, as the next four
	Rouge2       = "rouge_2"       //
	RougeL       = "rouge_l"       //
	BLEU         = "bleu"          //
	Edit         = "edit"          //
	EditDistance = "edit_distance" // in characters, not normalised
	// The share of the articles that an answer cites that the reference cites, too, and the
	// share of those that the reference cites that the answer cites, too. Each is missing
	// where it would be a share of none.
	CitationPrecision = "citation_precision"
	CitationRecall    = "citation_recall"
	Abstained         = "abstained" // no answer, or a statement that it is not known
)

// Names returns the names of all measures, in the order of reports.
func Names() []string {
	return []string{Article, Paragraph, Item, Exact, Rouge1, Rouge2, RougeL, BLEU, Edit, EditDistance, CitationPrecision, CitationRecall, Abstained}
}

// Measures returns the measures of an attempt at a task, by name: of a task with a
// [task.LocatedProvision] the levels, of one with a [task.RecitedText] the similarities, of both
// Exact, of one of [task.Case] the citations, and of all Abstained. It is nil for any other task.
func Measures(t *task.Task, tr *agent.Transcript) map[string]float64 {
	question := task.CurrentQuestion(t)
	silent := strings.TrimSpace(tr.Answer) == ""
	if reference, ok := task.LocatedProvision(t); ok {
		answer := citation.Parse(tr.Answer, question)
		a := citation.Grade(reference, answer)
		return map[string]float64{
			Article: share(a.Article), Paragraph: share(a.Paragraph), Item: share(a.Item), Exact: share(a.Exact()),
			Abstained: share(silent || !answer.Found && !answer.Hedged && (answer.Block || score.Declines(tr.Answer, question))),
		}
	}
	if t.Family == task.Case && t.Twin == nil {
		short := 2*len(tr.Answer) < len(t.Answer) // grounds may well say that a fact cannot be found
		return citationMeasures(t, tr.Answer, silent || short && score.Declines(tr.Answer, question))
	}
	reference, ok := task.RecitedText(t)
	if !ok {
		return nil
	}
	s := wording.Compare(reference, tr.Answer)
	exact := wording.IsExact(reference, tr.Answer)
	return map[string]float64{
		Exact: share(exact), Rouge1: s.Rouge1, Rouge2: s.Rouge2, RougeL: s.RougeL, BLEU: s.BLEU, Edit: s.Edit,
		EditDistance: float64(s.Distance), Abstained: share(silent || !exact && s.RougeL < half && score.Declines(tr.Answer, question)),
	}
}

// citationMeasures returns the measures of an answer that gives the grounds of a decision.
func citationMeasures(t *task.Task, answer string, abstained bool) map[string]float64 {
	of := caselaw.CourtCase{Language: t.Language, Citations: caselaw.CitationsIn(t.Language, t.Answer)}
	s := of.ScoreCitations(answer, nil, nil)
	m := map[string]float64{Abstained: share(abstained)}
	if s.Precision != nil {
		m[CitationPrecision] = *s.Precision
	}
	if s.Recall != nil {
		m[CitationRecall] = *s.Recall
	}
	return m
}

// half is the ROUGE-L from which an answer recites its reference, even if the text itself
// says that something cannot be found.
const half = 0.5

// share is 1 for what holds, else 0.
func share(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// EntryOf returns the entry that a task with a [task.LocatedProvision] or a
// [task.RecitedText] is about: the one with its text in the version that the plan's last
// lookup names, alone or before a citation, or the first with its text if the lookup names
// no version. It is nil for any other task, and if the index has no such entry.
func EntryOf(x *wording.EntryIndex, t *task.Task) *wording.CitableEntry {
	var arguments map[string]any
	if call := task.LastCall(t); call == nil || json.Unmarshal(call.Arguments, &arguments) != nil {
		arguments = nil
	}
	var named []string
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if s, ok := arguments[name].(string); ok {
			named = append(named, s)
		}
	}
	texts := named
	if text, ok := task.RecitedText(t); ok {
		texts = []string{text}
	} else if _, ok := task.LocatedProvision(t); !ok {
		return nil
	}
	var first *wording.CitableEntry
	for _, text := range texts {
		for _, e := range x.WithText(text) {
			if slices.ContainsFunc(named, func(s string) bool { return e.Version != "" && strings.HasPrefix(s, e.Version) }) {
				return e
			}
			if first == nil {
				first = e
			}
		}
	}
	return first
}

// Classify returns the class of the text that an attempt at a task with a [task.RecitedText]
// recites; "" for any other task, and if the index has no entry for it.
func Classify(x *wording.EntryIndex, t *task.Task, tr *agent.Transcript) wording.RecitalClass {
	if _, ok := task.RecitedText(t); !ok {
		return ""
	}
	reference := EntryOf(x, t)
	if reference == nil {
		return ""
	}
	return x.Classify(reference, tr.Answer, task.CurrentQuestion(t)).Class
}
