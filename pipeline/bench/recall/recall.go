// Package recall measures answers to tasks that ask for law or for a text: how much of a citation
// is right, how similar a recited or written text is, which articles an answer about a case cites,
// whether they exist and were in force, whether an answer gives the newest law in place of the one
// asked for, whether it abstains, which kind of error a recital makes, and how an answer to an exam
// item states its choice. The measures stand beside
// the rates of package score, which say whether a task is solved.
package recall

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The names of measures. All but EditDistance and BERTScore are in [0, 1].
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
	EditDistance = "edit_distance" // see prose.Distance: in characters, not normalised
	BERTScore    = "bert_score"    // see bert.F1, in [-1, 1]; missing without an encoder
	// The share of the articles that an answer cites that the reference cites, too, and the
	// share of those that the reference cites that the answer cites, too. Each is missing
	// where it would be a share of none.
	CitationPrecision = "citation_precision"
	CitationRecall    = "citation_recall"
	// Of the articles that an answer cites, the share that stands in some version of its law,
	// among those of laws with known versions; and the share that was in force on the day of
	// decision, among those of which that is certain. Each is missing where it would be a share
	// of none.
	CitationExists  = "citation_exists"
	CitationInForce = "citation_in_force"
	// The answer is that of the newest version of the law: its text, its number or its first
	// day in force. It is missing where that is the right answer, or is not known.
	Newest    = "newest"
	Abstained = "abstained" // no answer, or a statement that it is not known
	// How an answer to an exam item states its choice, see [choice.StatedManner]: it leaves open
	// which option it is, it chooses what is no option, or no choice can be made out of it.
	HedgedChoice  = "hedged_choice"
	OutsideChoice = "outside_choice"
	UnreadChoice  = "unread_choice"
)

// Names returns the names of all measures, in the order of reports.
func Names() []string {
	return []string{
		Article, Paragraph, Item, Exact, Rouge1, Rouge2, RougeL, BLEU, Edit, EditDistance, BERTScore,
		CitationPrecision, CitationRecall, CitationExists, CitationInForce, Newest, Abstained,
		HedgedChoice, OutsideChoice, UnreadChoice,
	}
}

// ComparedTexts returns the texts that are compared for an answer to a task that asks for a text:
// the reference, and what the answer gives, which of a [task.RecitedText] is [wording.Recited].
// It is false for any other task.
func ComparedTexts(t *task.Task, answer string) (reference, text string, ok bool) {
	if task.AsksForText(t) {
		return t.Answer, answer, true
	}
	if reference, ok = task.RecitedText(t); ok {
		return reference, wording.Recited(answer, reference), true
	}
	return "", "", false
}

// Measure returns the measures of an attempt at a task, by name, and the class of the text that it
// recites. A task with a [task.LocatedProvision] has the levels, one with [ComparedTexts] the
// similarities but BERTScore, both but texts to write Exact, one of [task.Case] the citations. All of
// these and the tasks of [task.InForce], [task.Renumbered] and [task.Governing] have Abstained. A
// [task.ChoiceItem] has Abstained and the measures of how a choice is stated. Measures are nil for any other task. The class is "" without a [task.RecitedText], and if s has no entry for it.
func (s *Statutes) Measure(t *task.Task, tr *agent.Transcript) (measures map[string]float64, recital wording.RecitalClass) {
	if it, ok := task.ChoiceItem(t); ok {
		return choiceMeasures(it, tr.Answer), ""
	}
	question := task.CurrentQuestion(t)
	silent := strings.TrimSpace(tr.Answer) == ""
	if reference, text, ok := ComparedTexts(t, tr.Answer); ok {
		measures = similarities(reference, text)
		if task.AsksForText(t) {
			short := 2*len(text) < len(reference) // grounds may well say that a fact cannot be found
			measures[Abstained] = share(silent || short && score.Declines(text, question))
			s.addCitations(measures, t, text)
			return measures, ""
		}
		exact := wording.IsExact(reference, tr.Answer)
		measures[Exact] = share(exact)
		measures[Abstained] = share(silent || !exact && measures[RougeL] < half && score.Declines(tr.Answer, question))
		return measures, s.addRecital(measures, t, tr.Answer)
	}
	if reference, ok := task.LocatedProvision(t); ok {
		answer := citation.Parse(tr.Answer, question)
		a := citation.Grade(reference, answer)
		measures = map[string]float64{
			Article: share(a.Article), Paragraph: share(a.Paragraph), Item: share(a.Item), Exact: share(a.Exact()),
			Abstained: share(silent || !answer.Found && !answer.Hedged && (answer.Block || score.Declines(tr.Answer, question))),
		}
		s.addNewestNumber(measures, t, answer)
		return measures, ""
	}
	if t.Twin != nil || !slices.Contains([]string{task.InForce, task.Renumbered, task.Governing}, t.Family) {
		return nil, ""
	}
	measures = map[string]float64{Abstained: share(silent || score.Declines(tr.Answer, question))}
	s.addNewestDay(measures, t, tr.Answer)
	return measures, ""
}

// choiceMeasures returns how an answer states its choice. A list of all options is no choice.
func choiceMeasures(it *choice.KeyedItem, answer string) map[string]float64 {
	m := choice.Parse(it, answer).Manner
	return map[string]float64{
		Abstained: share(m == choice.Abstained), HedgedChoice: share(m == choice.Hedged), OutsideChoice: share(m == choice.Outside),
		UnreadChoice: share(m == choice.Unread || m == choice.Listed),
	}
}

// similarities returns the measures that compare a text with its reference.
func similarities(reference, text string) map[string]float64 {
	s := prose.Compare(reference, text)
	edits, _ := prose.Distance(reference, text)
	return map[string]float64{
		Rouge1: s.Rouge1, Rouge2: s.Rouge2, RougeL: s.RougeL, BLEU: s.BLEU, Edit: s.Edit, EditDistance: float64(edits),
	}
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
